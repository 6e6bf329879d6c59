"""Games on paper, as browsers fetch them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from urllib.parse import quote

import pytest

from fairdeal import games
from fairdeal.contract.game import Setting
from fairdeal.server import prints
from tests.play.fair import own_deck
from tests.server.test_app import Running


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("prints") / "store.sqlite")
    yield server
    server.stop()


def test_a_game_can_be_fetched_as_a_pdf(running: Running) -> None:
    options = quote(json.dumps({"deck": "starter"}))
    answer = running.guest().get(f"/api/games/battle/print.pdf?paper=letter&options={options}")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="battle.pdf"'
    assert answer.body.startswith(b"%PDF")


def test_what_is_printed_alike_is_printed_once(running: Running) -> None:
    first = running.guest().get("/api/games/cryptruck/print.pdf").body
    assert running.guest().get("/api/games/cryptruck/print.pdf?paper=a4").body == first
    assert running.guest().get("/api/games/cryptruck/print.pdf?grey=1").body != first


def test_a_table_is_printed_with_its_own_seats_options_and_data(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: list[tuple[Setting, str, bool]] = []

    def note(setting: Setting, paper: str, in_grey: bool, language: str) -> bytes:
        settings.append((setting, paper, in_grey))
        return b"%PDF"

    monkeypatch.setattr(prints, "printed", note)
    data = deepcopy(dict(games.find("cryptruck").own_data))
    data["colours"][0]["numbers"] = [4, 5, 6, 7, 8, 9]
    table = running.guest("Ada").open(game="cryptruck", seats=3, options={"rounds": 2}, data=data)
    running.guest().get(f"/api/tables/{table}/print.pdf?paper=letter&grey=1")
    [(setting, paper, grey)] = settings
    assert (setting.seats, setting.options["rounds"], setting.data) == (3, 2, data)
    assert (paper, grey) == ("letter", True)


def test_what_a_table_keeps_from_its_players_is_not_printed_before_the_end(running: Running) -> None:
    guest = running.guest("Bob")
    table = guest.open(game="battle", seats=2, options={"deck": own_deck(), "open_list": False})
    answer = guest.get(f"/api/tables/{table}/print.pdf")
    assert (answer.status, "until the end" in answer.reason) == (409, True)


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("none/print.pdf", 404, "none"),
        ("caster/print.pdf?paper=a0", 400, "a4, letter"),
        ("caster/print.pdf?seats=9", 400, "3 to 5 seats"),
        ("caster/print.pdf?options=1", 400, "JSON object"),
    ],
)
def test_what_cannot_be_printed_is_refused(path: str, status: int, reason: str, running: Running) -> None:
    answer = running.guest().get(f"/api/games/{path}")
    assert answer.status == status
    assert reason in answer.reason


def test_a_server_without_a_typesetter_says_so(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    prints._print.cache_clear()
    monkeypatch.setitem(sys.modules, "typst", None)
    answer = running.guest().get("/api/games/caster/print.pdf")
    assert answer.status == 409
    assert "typst" in answer.reason
