"""The faces of cards, as browsers fetch them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.server.games import games_document
from tests.server.test_app import Running

SVG = "{http://www.w3.org/2000/svg}svg"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("faces") / "store.sqlite")
    yield server
    server.stop()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_faces_are_drawings_that_a_browser_keeps(game: Game, theme: str, running: Running) -> None:
    for face in game.all_faces[:3]:
        answer = running.guest().get(f"/api/games/{game.name}/faces/{theme}/{quote(face, safe='')}.svg?v=1")
        assert answer.status == 200, answer.body
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert ElementTree.fromstring(answer.body).tag == SVG


@pytest.mark.parametrize(
    "path",
    ["caster/faces/light/nonsense.svg", "caster/faces/dim/R7.svg", "none/faces/light/R7.svg", "caster/faces/light/R7"],
)
def test_there_is_nothing_else(path: str, running: Running) -> None:
    answer = running.guest().get(f"/api/games/{path}")
    assert answer.status == 404
    assert answer.reason
    assert answer.headers["cache-control"] == "no-store"


def test_every_game_has_a_picture_of_five_cards() -> None:
    for document in games_document().games:
        assert len(set(document.faces)) == 5
        assert set(document.faces) <= set(games.find(document.name).all_faces)
