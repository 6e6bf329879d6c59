"""What games are about, as browsers fetch it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.server.games import games_document
from tests.server.test_app import Running


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("openings") / "store.sqlite")
    yield server
    server.stop()


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_a_game_has_an_opening_of_three_pictures(game: Game, running: Running) -> None:
    opening = running.guest().get(f"/api/games/{game.name}/opening?seats={game.seat_counts[-1]}").json
    assert opening["title"] == game.title
    assert opening["names"] == ["You", *(f"Seat {seat}" for seat in range(2, game.seat_counts[-1] + 1))]
    assert len(opening["pictures"]) == 3
    for picture in opening["pictures"]:
        assert picture["caption"]
        assert all(scene["zones"] for scene in picture["scenes"])


def test_an_opening_follows_options(running: Running) -> None:
    options = quote(json.dumps({"rounds": 1}))
    opening = running.guest().get(f"/api/games/caster/opening?seats=4&options={options}").json
    assert "after one round" in opening["pictures"][0]["caption"]


@pytest.mark.parametrize(
    ("query", "status"),
    [("seats=9", 400), ("seats=x", 400), ("options=[1]", 400), ("options={", 400), ("options={%22cards%22:1}", 400)],
)
def test_a_table_that_cannot_be_has_no_opening(query: str, status: int, running: Running) -> None:
    answer = running.guest().get(f"/api/games/caster/opening?{query}")
    assert answer.status == status
    assert answer.reason


def test_the_opening_of_a_table_has_its_seats_options_and_cards(running: Running) -> None:
    guest = running.guest()
    guest.post("/api/session", {"name": "Ann"})
    data = copy.deepcopy(dict(games.find("caster").own_data))
    data["colours"][1]["name"] = "azure"
    asked = {"game": "caster", "seats": 5, "options": {"rounds": 2}, "data": data}
    table = guest.post("/api/tables", asked).json["table"]
    opening = running.guest().get(f"/api/tables/{table}/opening").json
    assert len(opening["names"]) == 5
    captions = [picture["caption"] for picture in opening["pictures"]]
    assert "after 2 rounds" in captions[0]
    assert "azure beats red" in captions[1]
    assert "more than 3 tricks" in captions[2]


def test_every_game_says_what_somebody_wants_to_know_before_choosing_it() -> None:
    for document in games_document().games:
        facts = document.facts
        assert facts is not None
        assert facts.best_seats in document.seats
        assert facts.weight in (1, 2, 3)
        assert 1 <= facts.minutes <= 120
        assert 4 <= facts.age <= 18
        assert facts.kind
        assert facts.source
        meanings = [level.meaning for level in document.levels]
        assert len(set(meanings)) == len(meanings)


def test_levels_are_described_in_words_of_their_game() -> None:
    """Whoever reads what a bot does knows which game it plays: only the best may share words."""
    worst = [document.levels[0].meaning for document in games_document().games]
    assert len(set(worst)) == len(worst)
