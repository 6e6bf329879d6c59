"""Games on paper, as browsers fetch them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from fairdeal.server import prints
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
