"""The browser client's types are those of the server."""

from __future__ import annotations

import re

from fairdeal import games
from fairdeal.contract import scene
from fairdeal.server import asks, protocol
from tools import typescript


def test_the_types_of_the_browser_client_are_up_to_date() -> None:
    assert typescript.PAGE.read_text("utf-8") == typescript.page(), "run `python -m tools.typescript`"


def test_every_message_has_its_type() -> None:
    page = typescript.page()
    for kind in (*asks.FROM_CLIENT, *protocol.FROM_SERVER):
        assert f"export interface {kind.__name__} " in page


def test_texts_are_rendered_before_they_leave_the_server() -> None:
    assert typescript.written(scene.Text) == "string"


def test_the_browser_client_knows_no_game() -> None:
    source = typescript.PAGE.parents[1]
    files = [path for path in source.rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    assert len(files) > 20
    for path in files:
        words = set(re.findall(r"[a-z]+", path.read_text("utf-8").lower()))
        assert not words & {game.name for game in games.all_games()}, path.name
