"""Decks, open lists and matches: what a table can be opened with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fairdeal import games
from fairdeal.cli import run
from fairdeal.engine import chance
from fairdeal.errors import BadData, BadOption, BadRecord
from fairdeal.games.battle import GAME, data, options
from fairdeal.games.battle.rules import NONE
from fairdeal.lab.simulate import play_game
from fairdeal.play import records
from tests.games.battle.grids import card, own, setting

MINE = [card(f"Card {number}", [number % 11], T=number % 11) for number in range(20)]


def refusal(seats: int = 2, **given: Any) -> str:
    with pytest.raises(BadOption) as refused:
        GAME.setting(seats, given)
    return str(refused.value)


def test_a_random_deck_is_made_by_the_generator_given() -> None:
    decks = [GAME.setting(2, rng=chance.numbered("deck", number)).options["cards"] for number in (0, 0, 1)]
    assert decks[0] == decks[1] != decks[2]
    assert decks[0] == data.random_cards(GAME.own_data, chance.numbered("deck", 0))


def test_a_random_deck_without_a_generator_is_always_the_same() -> None:
    assert GAME.setting(2).options == GAME.setting(3).options
    assert GAME.setting().options["deck"] == "random"


def test_the_starter_deck_is_always_the_same() -> None:
    assert setting().options["cards"] == setting(4).options["cards"] == data.starter(GAME.own_data)


def test_cards_given_are_the_cards_played_whatever_the_deck_is_named() -> None:
    for name in ("random", "starter", "my box"):
        assert GAME.setting(2, {"deck": name, "cards": MINE}).options == {
            "deck": name,
            "open_list": True,
            "match": 1,
            "cards": MINE,
        }


def test_a_deck_of_ones_own_is_a_name_and_cards() -> None:
    made = GAME.setting(2, {"deck": {"name": "my box", "cards": MINE}})
    assert made.options["deck"] == "my box"
    assert made.options["cards"] == MINE
    s = made.new_state()
    assert s.options.edges[3].tolist() == [NONE, 3, NONE, NONE, NONE, NONE, NONE, NONE]
    assert s.options.worth[3] == 6


def test_a_file_of_cards_is_a_deck_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "my box.json"
    path.write_text(json.dumps(MINE), "utf-8")
    value = options.Deck().parse(str(path))
    assert value == {"name": "my box", "cards": MINE}
    assert GAME.setting(2, {"deck": value}).options["deck"] == "my box"
    assert options.Deck().parse("starter") == "starter"
    with pytest.raises(BadData, match="cannot be read"):
        options.Deck().parse(str(tmp_path / "none.csv"))


@pytest.mark.parametrize("name", ["random", "starter"])
def test_our_names_are_refused_for_a_deck_of_ones_own(name: str) -> None:
    sentence = f"A deck of your own cannot be named {name}: that is one of ours."
    assert refusal(deck={"name": name, "cards": MINE}) == sentence


UNREAD = {"name": "my box", "cards": [], "unusable": ["whatever"]}


def test_what_is_no_deck_is_refused() -> None:
    allowed = "random, starter, or a file of your own cards, .csv or .json"
    assert refusal(deck="my box") == f"There is no deck 'my box'; deck is {allowed}."
    for value in (5, "", " ", "a\n", {"name": "my box"}, {"name": "", "cards": MINE}, UNREAD):
        assert refusal(deck=value) == f"Option deck of 3x3 CCG Battle is {allowed}, not {value!r}."


def test_wrong_cards_are_refused() -> None:
    assert refusal(deck={"name": "my box", "cards": MINE[1:]}) == (
        "Option cards: a deck is exactly 20 cards, not 19 (§5)."
    )
    assert refusal(cards=MINE[1:]) == "Option cards: a deck is exactly 20 cards, not 19 (§5)."
    assert refusal(deck={"name": "my box", "cards": MINE}, cards=MINE) == (
        "The cards are given twice: in deck and in cards."
    )
    for value in (None, "mine.csv"):
        assert refusal(cards=value) == (
            f"Option cards of 3x3 CCG Battle is a list of 9 to 20 cards, which follows from the deck, not {value!r}."
        )
    assert options.CardsOfDeck().parse("mine.csv") == "mine.csv"


def test_open_list_false_is_refused_with_the_starter_deck() -> None:
    sentence = "Everybody can read the list of the starter deck, so open_list is true with it."
    assert refusal(deck="starter", open_list=False) == sentence
    assert GAME.setting(2, {"open_list": False}).new_state().options.open_list == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_has_at_most_as_many_games_as_seats(seats: int) -> None:
    assert GAME.setting(seats, {"match": seats}).new_state().options.match == seats
    if seats < 4:
        sentence = (
            "A match has at most as many games as seats: with {0} seats match is a whole number from 1 to {0}, not"
        )
        assert refusal(seats, match=seats + 1) == f"{sentence.format(seats)} {seats + 1}."


def test_cards_have_their_own_names_and_nameless_ones_a_number() -> None:
    labels = GAME.setting(2, own(card("Dragon", T=1), card("", T=1))).catalogue().labels
    assert (labels["card.1"], labels["card.2"], labels["card.20"]) == ("Dragon", "", "Filler 20")


# --- records ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def battle_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "NAMES", tuple({*games.NAMES, "battle"}))


@pytest.mark.usefixtures("battle_is_known")
@pytest.mark.parametrize("given", [{}, {"deck": "starter"}, {"open_list": False, "match": 2}, own(card("Dragon", T=3))])
def test_a_game_is_recorded_with_its_cards_and_replays(given: dict[str, Any]) -> None:
    played = play_game(GAME.setting(2, given), "record", 0, keep_legal=True)
    line = records.line(played)
    assert len(json.loads(line)["options"]["cards"]) == 20
    assert list(json.loads(line)["options"]) == ["deck", "open_list", "match", "cards"]
    assert records.line(records.read(line)) == line


@pytest.mark.usefixtures("battle_is_known")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cards": None}, "Option cards of 3x3 CCG Battle is a list of 9 to 20 cards"),
        ({"cards": []}, "Option cards: a deck is exactly 20 cards, not 0"),
        ({"match": 3}, "A match has at most as many games as seats"),
        ({"deck": {"name": "mine", "cards": MINE}}, "The cards are given twice"),
    ],
)
def test_a_record_with_wrong_options_is_refused(change: dict[str, Any], reason: str) -> None:
    record = json.loads(records.line(play_game(GAME.setting(2), "record", 0)))
    record["options"] |= change
    with pytest.raises(BadRecord, match=reason):
        records.read(json.dumps(record))


@pytest.mark.usefixtures("battle_is_known")
def test_a_record_without_cards_is_refused() -> None:
    record = json.loads(records.line(play_game(GAME.setting(2), "record", 0)))
    del record["options"]["cards"]
    with pytest.raises(BadRecord, match="The record lacks option cards"):
        records.read(json.dumps(record))


# --- the command line ------------------------------------------------------------------------------------------------


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["simulate", "battle", "--games", "1", "--threads", "1", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("battle_is_known")
def test_a_seed_makes_the_same_random_deck_again(capsys: pytest.CaptureFixture[str]) -> None:
    decks = [simulated(capsys, "--seed", seed)["options"]["cards"] for seed in ("1", "1", "2")]
    assert decks[0] == decks[1] != decks[2]


@pytest.mark.usefixtures("battle_is_known")
def test_a_file_of_cards_is_simulated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    path.write_text(json.dumps(MINE), "utf-8")
    found = simulated(capsys, "--option", f"deck={path}")["options"]
    assert (found["deck"], found["cards"]) == ("box", MINE)


@pytest.mark.usefixtures("battle_is_known")
def test_the_cards_are_no_part_of_the_line_that_names_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "battle", "--games", "1", "--threads", "1"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("3x3 CCG Battle: 2 seats, deck=random, open_list=true, match=1; random play, seed 0.")
    assert run(["games"]) == 0
    assert "cards=" not in capsys.readouterr().out


def test_a_deck_of_ones_own_is_hidden_unless_its_list_is_open() -> None:
    mine = {"name": "mine", "cards": MINE}
    assert options.hidden({"deck": mine, "open_list": False}) == ("deck",)
    assert options.hidden({"deck": mine, "open_list": True}) == options.hidden({"deck": mine}) == ()
    assert options.hidden({"deck": "random", "open_list": False}) == ()
