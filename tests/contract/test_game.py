"""A game's options, seats and settings, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game, list_legal, members, new_view, points_of
from fairdeal.contract.options import Choice, Flag, Whole
from fairdeal.engine.kernel import DEALER, MODES, blank, mode_of, record
from fairdeal.errors import BadData, BadOption, BadRecord, BadSeats, FairdealError, UnknownGame
from fairdeal.language.voice import HOUSE

ROUNDS = Whole("rounds", 3, 1, 9)
OPEN = Flag("open", False)
END = Choice("end_on", ("draw", "place"))


@pytest.fixture(params=games.NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return games.find(request.param)


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (ROUNDS, [1, 3, 9], [0, 10, -1, "3", 3.0, True, None]),
        (OPEN, [True, False], [0, 1, "true", None]),
        (END, ["draw", "place"], ["Draw", "", 0, None]),
    ],
)
def test_an_option_knows_its_values(option: Any, good: list[object], bad: list[object]) -> None:
    assert [option.check(value) for value in good] == [True] * len(good)
    assert [option.check(value) for value in bad] == [False] * len(bad)
    assert option.check(option.default)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [(ROUNDS, "3", 3), (ROUNDS, "-3", -3), (OPEN, "true", True), (OPEN, "false", False), (END, "place", "place")],
)
def test_an_option_reads_what_is_typed(option: Any, text: str, value: object) -> None:
    assert option.parse(text) == value


@pytest.mark.parametrize("text", ["", "-", "--1", "x", "1.5", "²", "1e3"])
def test_what_is_typed_wrong_is_refused_by_check(text: str) -> None:
    assert not any(option.check(option.parse(text)) for option in (ROUNDS, OPEN, END))


def test_options_are_written_into_the_record() -> None:
    options = blank(record(rounds="i1", open="i1", end_on="i1"))[0]
    for option, value in ((ROUNDS, 7), (OPEN, True), (END, "place")):
        option.write(options, value)
    assert (options.rounds, options.open, options.end_on) == (7, 1, 1)


def test_an_option_says_what_it_may_be() -> None:
    said = [HOUSE.said(option.allowed, "en") for option in (ROUNDS, OPEN, END, Choice("only", ("one",)))]
    assert said == ["a whole number from 1 to 9", "true or false", "draw or place", "one"]


def test_a_setting_has_all_options(game: Game) -> None:
    setting = game.setting()
    assert setting.seats == game.seat_counts[0]
    chosen = {option.name: option.default for option in game.options if option.default is not None}
    assert list(setting.options) == [option.name for option in game.options]
    assert chosen.items() <= {name: value for name, value in setting.options.items() if name in chosen}.items()


@pytest.mark.parametrize("strange", [0, -1, 99, True, 3.0, "3"])
def test_a_strange_number_of_seats_is_refused(game: Game, strange: Any) -> None:
    with pytest.raises(BadSeats, match=rf"is played by \d to \d seats, not {strange}\.$"):
        game.setting(strange)


def test_a_strange_option_is_refused(game: Game) -> None:
    with pytest.raises(BadOption, match="has no option 'colour'"):
        game.setting(options={"colour": 1})
    with pytest.raises(BadOption, match=f"Option {game.options[0].name} of .* is .*, not None"):
        game.setting(options={game.options[0].name: None})


def test_strange_data_is_refused(game: Game) -> None:
    with pytest.raises(BadData, match=r"\.$"):
        game.setting(data={"nothing": 1})


def test_own_data_given_by_the_user_changes_nothing(game: Game) -> None:
    assert game.setting(data=game.own_data).new_state().tobytes() == game.setting().new_state().tobytes()


def test_a_new_state_begins_with_seats_and_options_and_waits_for_the_dealer(game: Game) -> None:
    s = game.setting(game.seat_counts[-1]).new_state()
    assert s.dtype.names[:3] == ("seats", "options", "box")
    assert s.seats == game.seat_counts[-1]
    assert members(int(game.rules.actors(s))) == [DEALER]
    assert list_legal(game.rules, s, 0) == []
    assert len(points_of(game, s)) == s.seats
    assert new_view(game, s, 0).options.tobytes() == s.options.tobytes()


@pytest.mark.parametrize("mode", MODES)
def test_a_game_has_its_rules_in_every_mode(game: Game, mode: str) -> None:
    rules: Any = game.in_mode(mode).rules
    assert mode_of(rules) == mode
    assert game.in_mode(mode).in_mode(mode).rules is rules


def test_every_game_is_found_by_its_name() -> None:
    assert [game.name for game in games.all_games()] == list(games.NAMES)
    with pytest.raises(UnknownGame, match=r"There is no game 'chess'; there are caster"):
        games.find("chess")


def test_members_are_listed_with_the_dealer_last() -> None:
    assert members(0) == []
    assert members(1 << DEALER | 0b101) == [0, 2, DEALER]


def test_a_bad_record_names_its_event() -> None:
    assert str(BadRecord(3, "It does not replay.")) == "Event 3: It does not replay."
    assert str(BadRecord(0, "It has no head.")) == "It has no head."
    assert issubclass(BadRecord, FairdealError)


def test_catalogues_keep_fixed_texts_together_where_all_names_are_those_of_the_games_own_data() -> None:
    caster, battle = games.find("caster"), games.find("battle")
    kept = caster.setting().catalogue(0).kept
    assert caster.setting(seats=5, options={"rounds": 1}).catalogue(1).kept is kept
    assert caster.setting().catalogue(0, language="en-XA").kept is not kept
    assert caster.setting(data=dict(caster.own_data)).catalogue(0).kept is not kept
    assert battle.setting().catalogue(0).kept is not battle.setting().catalogue(0).kept
