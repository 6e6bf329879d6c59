"""Craft My Coast in words."""

from __future__ import annotations

from typing import Any

import pytest

from fairdeal.contract.game import list_legal, new_view
from fairdeal.engine import chance, kernel
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.games.coast import GAME, names, rules, words
from fairdeal.language.messages import Message
from tests.breadth import mostly_soaked
from tests.games.coast.regions import (
    TERRITORIES,
    act,
    carry_out,
    dealt,
    draw_and_place,
    example,
    holding,
    legal,
    pile,
    playing,
    random_position,
    random_step,
    setting,
    why_not,
)
from tests.games.coast.test_rules import finished, without_placement

SEAGRASS = "Seagrass and Marsh by the Factory"
PLAYERS = {0: "Ann", 1: "Bob", 2: "Cleo", 3: "Dan", 4: "Eve", 5: "Fay"}


def said(messages: list[Message], listener: int | None = None) -> list[str]:
    catalogue = setting().catalogue(listener, PLAYERS)
    return [catalogue.render(message) for message in messages]


def prompted(s: Any, seat: int) -> str:
    return said([words.prompt(new_view(GAME, s, seat), seat)])[0]


def looked(s: Any, seat: int) -> list[str]:
    return said(words.describe(new_view(GAME, s, seat), seat), seat)


def told(s: Any, actor: int, event: str, viewer: int) -> list[str]:
    """What a viewer hears of an event, which is carried out."""
    before = new_view(GAME, s, viewer)
    action = kernel.NOBODY
    if actor == DEALER:
        carry_out(s, event)
    else:
        action = GAME.rules.told(s, actor, words.action(event), viewer)
        act(s, actor, event)
    return said(words.story(before, new_view(GAME, s, viewer), actor, action), viewer)


# --- texts -----------------------------------------------------------------------------------------------------------


def test_text_and_action_are_inverse() -> None:
    texts = [words.text(action) for action in range(rules.ACTIONS)]
    assert len(set(texts)) == rules.ACTIONS
    assert [words.action(text) for text in texts] == list(range(rules.ACTIONS))
    assert words.text(rules.ARRANGE_HIDDEN) == "arrange ?"


@pytest.mark.parametrize(
    "text", ["arrange C2 C1' C3", "draw", "place 90 -1,2", "place 0 0,0", "place 270 -26,31", "aside"]
)
def test_the_texts_of_the_page_are_read(text: str) -> None:
    assert words.text(words.action(text)) == text


@pytest.mark.parametrize(
    ("text", "examples"),
    [
        ("", "arrange C3' C2' C1' or draw or place 270 28,31 or aside"),
        ("Draw", "arrange C3' C2' C1' or draw or place 270 28,31 or aside"),
        ("draw ", "draw"),
        ("draw T01", "draw"),
        ("aside T01", "aside"),
        ("place 45 0,0", "place 0 -26,-26 or place 270 28,31"),
        ("place 0 29,0", "place 0 -26,-26 or place 270 28,31"),
        ("place 0 0,-27", "place 0 -26,-26 or place 270 28,31"),
        ("arrange C1 C2", "arrange C1 C2 C3 or arrange C3' C2' C1'"),
        ("arrange C1 C2 C1", "arrange C1 C2 C3 or arrange C3' C2' C1'"),
    ],
)
def test_an_unreadable_text_is_answered_helpfully(text: str, examples: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        words.action(text)
    assert str(refusal.value) == (
        f"{text!r} is no action; write one such as {examples}. A place is the clockwise turn (0, 90, 180 or 270) and "
        "the row and column of the card's top left square; a city with ' is turned by 180 degrees."
    )


@pytest.mark.parametrize(
    "text",
    [
        "place 0 -0,0",
        "place 0 0,-0",
        "place 00 0,0",
        "place 0 01,0",
        "place 0 +1,0",
        "place 0 1, 0",
        "place 0 1 0",
        "place  0 1,0",
        "place 360 1,0",
        "place 0 1,0 ",
        "place 0 ١,0",
        "place 0 100,0",
        "arrange ?",
        "arrange C1 C2 C3 ",
        "arrange C1 C2 C4",
        "arrange C1'' C2 C3",
        "arrange c1 C2 C3",
        "draw\n",
        " draw",
        "begin",
    ],
)
def test_an_action_has_exactly_one_text(text: str) -> None:
    with pytest.raises(Unreadable):
        words.action(text)


def test_outcome_and_text_are_inverse() -> None:
    s = setting(2, time_limit=60).new_state()
    for text in (
        "agendas T F",
        f"pile 0 {pile('T15 T02')}",
        f"pile 1 {pile('')}",
    ):
        assert words.outcome_text(s, words.outcome(s, text)) == text
        carry_out(s, text)
    act(s, 0, "arrange C1 C2 C3")
    act(s, 1, "arrange C1 C2 C3")
    assert words.outcome_text(s, words.outcome(s, "begin")) == "begin"
    carry_out(s, "begin")
    assert words.outcome_text(s, words.outcome(s, "time")) == "time"


TEXT_OF_PILE = f"pile 0 {' '.join(TERRITORIES)}"


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("shuffle", Refused, "'agendas' is due now (§4), so 'shuffle' is out of place."),
        ("begin", Refused, "'agendas' is due now (§4), so 'begin' is out of place."),
        ("agendas", Refused, "0 cards are dealt, but it takes 2 (§4)."),
        ("agendas F", Refused, "1 cards are dealt, but it takes 2 (§4)."),
        ("agendas F F", Refused, "F is dealt twice (§4)."),
        ("agendas F X", Unreadable, "'X' cannot stand after agendas; write one such as T."),
        ("agendas F FM", Unreadable, "'FM' cannot stand after agendas; write one such as T."),
        ("agendas F  M", Unreadable, "'' cannot stand after agendas; write one such as T."),
    ],
)
def test_a_wrong_first_event_is_refused(text: str, kind: type[FairdealError], reason: str) -> None:
    with pytest.raises(kind) as refusal:
        words.outcome(setting(2).new_state(), text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("agendas F M", Refused, "'pile 0' is due now (§6), so 'agendas F M' is out of place."),
        ("pile", Refused, "'pile 0' is due now (§6), so 'pile' is out of place."),
        ("pile T01", Refused, "'pile 0' is due now (§6), so 'pile T01' is out of place."),
        ("pile 00 T01", Refused, "'pile 0' is due now (§6), so 'pile 00 T01' is out of place."),
        ("pile 1 T01", Refused, "'pile 0' is due now (§6), so 'pile 1 T01' is out of place."),
        ("pile 0 T01 T02", Refused, "2 cards are dealt, but it takes 15 (§6)."),
        (f"{TEXT_OF_PILE} T01", Refused, "T01 is dealt twice (§6)."),
        (f"{TEXT_OF_PILE} T16", Unreadable, "'T16' cannot stand after pile; write one such as T15."),
        (f"{TEXT_OF_PILE} C1", Refused, "C1 is dealt, but is not in play (§1)."),
    ],
)
def test_a_wrong_pile_is_refused(text: str, kind: type[FairdealError], reason: str) -> None:
    s = setting(2).new_state()
    carry_out(s, "agendas F M")
    with pytest.raises(kind) as refusal:
        words.outcome(s, text)
    assert str(refusal.value) == reason


def test_the_start_and_the_time_limit_are_one_word_and_have_their_time() -> None:
    s = dealt(1, time_limit=5)
    with pytest.raises(Refused, match="Nothing is left to chance now, so 'begin' is out of place"):
        words.outcome(s, "begin")
    act(s, 0, "arrange C1 C2 C3")
    with pytest.raises(Refused, match=r"'begin' is due now \(§7\), so 'begin now' is out of place"):
        words.outcome(s, "begin now")
    with pytest.raises(Refused, match=r"'begin' is due now \(§7\), so 'time' is out of place"):
        words.outcome(s, "time")
    carry_out(s, "begin")
    with pytest.raises(Refused, match=r"'time' is due now \(§14\), so 'begin' is out of place"):
        words.outcome(s, "begin")
    carry_out(s, "time")
    with pytest.raises(Refused, match="Nothing is left to chance now"):
        words.outcome(s, "time")
    with pytest.raises(Refused, match="Nothing is left to chance now"):
        words.outcome(playing(), "time")


# --- why not ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("s", "seat", "text", "reason"),
    [
        (setting(2).new_state(), 0, "draw", "The agendas and piles are not dealt yet (§4, §6)."),
        (
            dealt(2),
            0,
            "draw",
            "First arrange your cities; cards are drawn and placed after the common start (§5, §7).",
        ),
        (dealt(2), 0, "arrange C3 C2 C1", ""),
        (playing(2), 0, "arrange C3 C2 C1", "The cities are arranged once, before the common start (§5, §7)."),
        (playing(2), 0, "place 0 0,0", "You hold no card; draw one first (§8)."),
        (playing(2), 0, "aside", "You hold no card; draw one first (§8)."),
        (playing(2), 0, "draw", ""),
        (
            holding("T14"),
            0,
            "place 0 28,31",
            "That would cover no square; at least two of one card must be covered (§10).",
        ),
        (holding("T14"), 0, "place 270 -1,0", ""),
        (without_placement(), 0, "aside", ""),
    ],
)
def test_why_not_cites_the_rule(s: Any, seat: int, text: str, reason: str) -> None:
    assert why_not(s, seat, text) == reason


def test_why_not_while_others_arrange_and_before_the_start() -> None:
    s = dealt(2)
    act(s, 0, "arrange C1 C2 C3")
    assert why_not(s, 0, "arrange C1 C2 C3") == (
        "Your cities lie already, and placed cards never move (§12); still arranging: Seat 2 (§7)."
    )
    act(s, 1, "arrange C1 C2 C3")
    assert why_not(s, 0, "draw") == "All cities lie; wait for the common start (§7)."


MOMENTS = [(1, 0), (2, 3), (2, 4), (2, 5), (1, 4), (1, 8), (1, 9), (1, 26), (1, 27), (2, 90)]


# Before the start, while cities are arranged, with a tile in the hand and without, and at the end.
@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "events"), mostly_soaked(MOMENTS, (1, 0), (2, 4), (2, 5), (1, 8), (1, 9), (2, 90)))
def test_why_not_is_silent_exactly_on_legal_actions(seats: int, events: int) -> None:
    s = random_position(seats, 11, events, end_on="place")
    for seat in range(seats):
        v = new_view(GAME, s, seat)
        silent = [action for action in range(rules.ACTIONS) if words.why_not(v, seat, action) is None]
        assert silent == list_legal(rules, s, seat) == list_legal(rules, v, seat)


# --- prompts and looks -----------------------------------------------------------------------------------------------


def test_a_prompt_says_what_is_asked() -> None:
    s = setting(2).new_state()
    assert prompted(s, 0) == "The agendas and piles are being dealt."
    s = dealt(2)
    assert prompted(s, 0).startswith("Arrange your cities from left to right")
    act(s, 0, "arrange C1 C2 C3")
    assert prompted(s, 0) == prompted(s, SPECTATOR) == "Waiting for Bob."
    act(s, 1, "arrange C1 C2 C3")
    assert prompted(s, 0) == "Get ready: the common start comes 3 seconds after the last arrangement."
    carry_out(s, "begin")
    assert prompted(s, 0) == "Draw a card; 13 are in your pile."
    assert prompted(s, SPECTATOR) == "Waiting for Ann and Bob."
    act(s, 0, "draw")
    assert prompted(s, 0).startswith("Place Two Ports by the Marsh: its clockwise turn")
    assert prompted(without_placement(), 0) == "Seagrass and Marsh by the Factory has no legal placement: set it aside."
    draw_and_place(s, 1, 12)
    assert prompted(s, 1) == "Draw your last card."
    act(s, 1, "draw")
    assert prompted(s, 0) == "The game is over."


def test_a_look_draws_the_own_region_with_coordinates_and_marks() -> None:
    s = example("FM", seats=2)
    act(s, 0, "draw")
    assert looked(s, 0) == [
        "Bob: agenda secret, hand empty, pile 13, balanced lines 0, points -26 without the agenda.",
        "  ITPITP",
        "  .PT..I",
        "  T..IP.",
        "Ann: agenda forest, hand T06, pile 2, balanced lines 9, points 9.",
        "      -2  -1   0   1   2   3   4   5   6",
        "  -2   ~   ~   ~   ~   S   I   I   S   ~   =",
        "  -1   ~   .   P   ~   P   S   M   .   ~   =",
        "   0   .   S   M   P   .   S   .   T   P   =",
        "   1   P   P   F   T   T   M   .   M   F   =",
        "   2   ~   ~   T   F   S   I   P   .   ~",
        "   3   ~   ~   ~   .   P   ~   ~   ~   ~",
        "   4   ~   ~   ~   I   F   ~   ~   ~   ~   =",
        "           =   =       =               =",
        "In your hand: T06, upright: M S / . I / F T",
        "Not drawn yet, two of them out of the game: T03, T05, T10, T15.",
    ]


def test_a_look_before_all_have_arranged() -> None:
    s = dealt(3)
    act(s, 1, "arrange C1 C2 C3")
    assert looked(s, 0) == [
        "Bob: agenda secret, hand empty, pile 13, balanced lines 0, points -26 without the agenda.",
        "  (cities arranged, hidden until all have arranged)",
        "Cleo: agenda secret, hand empty, pile 13, balanced lines 0, points -26 without the agenda.",
        "  (cities not arranged yet)",
        "Ann: agenda forest, hand empty, pile 13, balanced lines 0, points -26.",
        "  (cities not arranged yet)",
        f"Not drawn yet, two of them out of the game: {', '.join(TERRITORIES)}.",
        "City C1, upright: I T / . P / T .",
        "City C2, upright: P I / T . / . I",
        "City C3, upright: T P / . I / P .",
    ]
    assert looked(s, 1)[5:8] == [
        "       0   1   2   3   4   5",
        "   0   I   T   P   I   T   P",
        "   1   .   P   T   .   .   I",
    ]


def test_a_spectator_looks_at_public_things() -> None:
    s = holding("T14", seats=2)
    assert looked(s, SPECTATOR)[0] == (
        "Ann: agenda secret, hand T14, pile 12, balanced lines 0, points -24 without the agenda."
    )
    assert len(looked(s, SPECTATOR)) == 8
    assert looked(setting(1).new_state(), 0)[1:] == ["  (cities not arranged yet)"]


# --- stories and results ---------------------------------------------------------------------------------------------


def test_the_story_of_a_game_as_each_is_told_it() -> None:
    s = setting(2, time_limit=9).new_state()
    assert told(s, DEALER, "agendas F T", 1) == ["The agendas are dealt.", "Your agenda is traffic."]
    assert told(s, DEALER, f"pile 0 {pile('T14')}", 0)[0].startswith("Your pile is shuffled")
    assert told(s, DEALER, f"pile 1 {pile('T14')}", 0)[0].startswith("The pile of Bob is shuffled")
    assert told(s, 1, "arrange C3' C2 C1", 0) == ["Bob has arranged the cities."]
    assert told(s, 0, "arrange C1 C2' C3", 0) == [
        "You arrange City of Roads, City of Factories turned half round, City of Ports.",
        "All cities lie; the common start follows in 3 seconds.",
        "Ann: City of Roads, City of Factories turned half round, City of Ports.",
        "Bob: City of Ports turned half round, City of Factories, City of Roads.",
    ]
    assert told(s, DEALER, "begin", 0) == ["Go! Everybody draws and places at will."]
    assert told(s, 1, "draw", 0) == ["Bob draws Seagrass and Marsh by the Factory; 12 left in the pile."]
    assert told(s, 1, "place 90 -1,2", 0) == [
        f"Bob places {SEAGRASS} turned once over port, industry of City of Factories, industry of City of Roads, "
        "at row 1, column 3, reaching north: 2 balanced lines."
    ]
    assert told(s, 0, "draw", 0) == ["You draw Seagrass and Marsh by the Factory; 12 left in your pile."]
    assert told(s, 0, "place 0 -1,0", 0) == [
        f"You place {SEAGRASS} upright over industry, traffic, blank, port of City of Roads, "
        "at row 1, column 1, reaching north; balanced lines: 1."
    ]
    assert told(s, DEALER, "time", 0) == ["The time is up.", "The game is over for all (§14)."]
    assert told(without_placement(), 0, "aside", 0) == [
        "You set Seagrass and Marsh by the Factory aside, as it has no legal placement."
    ]


def test_the_last_draw_ends_the_story() -> None:
    s = playing()
    draw_and_place(s, 0, 12)
    assert told(s, 0, "draw", 0)[-1] == "The game is over for all (§14)."


def test_the_result_names_points_by_source_and_the_tie_break() -> None:
    assert said(words.result(finished(("F", 1, "F.."), ("M", 1, "MI.")))) == [
        "Bob wins with 0 points.",
        "Bob: 0 points: 1 for balanced lines, 1 for the agenda salt marsh, minus 2 for 1 card left.",
        "Ann: -1 point: 0 for balanced lines, 1 for the agenda forest, minus 2 for 1 card left.",
    ]
    fewer = finished(("F", 3, "FFFFFF"), ("M", 2, "MMMM.."))
    assert said(words.result(fewer))[0] == (
        "Bob wins: Ann had 0 points too, but more cards left in the pile than 2 (§16)."
    )
    lines = finished(("F", 3, "FF."), ("M", 3, "MI."))
    assert said(words.result(lines), 1)[0] == (
        "You win: Ann had -4 points and 3 cards left too, but fewer balanced lines than your 1 (§16)."
    )
    shared = finished(("F", 3, "FF."), ("M", 3, "MM."), ("S", 3, "..."))
    assert said(words.result(shared))[0] == "Ann and Bob share the victory with -4 points (§16)."
    assert said(words.result(finished(("F", 0, "FF."))))[0] == "Ann finishes with 2 points."


@pytest.mark.no_cover  # makes plain Python twice as slow
@pytest.mark.parametrize(("seats", "end_on"), [(1, "draw"), (2, "place")])
def test_whole_games_can_be_told_to_everybody(seats: int, end_on: str) -> None:
    s = setting(seats, end_on=end_on).new_state()
    rng = chance.numbered("told", seats)
    catalogue = setting(seats).catalogue(0, PLAYERS)
    while rules.actors(s):
        full = s.copy()
        who, action = random_step(s, rng)
        for viewer in (0, seats - 1, SPECTATOR):
            before, after = new_view(GAME, full, viewer), new_view(GAME, s, viewer)
            known = GAME.rules.told(full, who, action, viewer) if who != DEALER else action
            messages = [
                *words.story(before, after, who, known),
                *words.describe(after, viewer),
                words.prompt(after, viewer),
            ]
            assert all(catalogue.render(message) for message in messages)
    assert all(catalogue.render(message) for message in words.result(s))


def test_3_5_all_but_agendas_and_arrangements_reads_the_same_for_all() -> None:
    assert all(words.is_alike(0, action) for action in (rules.DRAW, rules.PLACE, rules.ASIDE))
    assert not words.is_alike(DEALER, kernel.NOBODY)
    assert not any(words.is_alike(0, action) for action in (rules.ARRANGE, rules.DRAW - 1, rules.ARRANGE_HIDDEN))


def test_9_an_action_is_named_by_what_it_lays_and_covers() -> None:
    s = holding("T14")
    named = {text: said([words.named(s, 0, words.action(text))])[0] for text in legal(s, 0)}
    tile = "Seagrass and Marsh by the Factory"
    assert named["place 90 -1,2"] == (
        f"lay {tile} turned once over port, industry of City of Factories, traffic of City of Ports, "
        "at row 1, column 3, reaching north"
    )
    assert len(set(named.values())) == len(named) > 50
    assert said([words.named(s, 0, rules.ASIDE), words.named(s, 0, rules.DRAW)]) == [f"set {tile} aside", "draw a card"]
    assert said([words.named(dealt(), 0, words.action("arrange C2' C1 C3"))]) == [
        "lay your cities from left to right: City of Factories turned half round, City of Roads, City of Ports"
    ]


def test_a_line_is_counted_from_the_top_and_from_the_left_or_lies_beyond() -> None:
    s = holding("T14")
    top, left = int(s.top[0]), int(s.leftmost[0])
    rows = said([names.row_name(s, 0, top + place) for place in (-2, -1, 0, 2, 3, 4)])
    assert rows == [
        "the row 2 above the top",
        "the row above the top",
        "row 1",
        "row 3",
        "the row below the bottom",
        "the row 2 below the bottom",
    ]
    columns = said([names.column_name(s, 0, left + place) for place in (-1, 0, 5, 6)])
    assert columns == ["the column to the left of all", "column 1", "column 6", "the column to the right of all"]
