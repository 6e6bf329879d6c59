"""A person at a terminal: whole games, commands, and hidden cards that stay hidden."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from fairdeal import games
from fairdeal.contract.game import list_legal
from fairdeal.engine.chance import numbered
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.play import TerminalTable
from tests.breadth import mostly_soaked
from tests.terminal.keys import Wall, frames_of
from tests.terminal.scenes import FIRST, first_typed, terminal

DEAL = "deal " + " ".join(f"{colour}{value}" for colour in "RBYEG" for value in range(9))


def table(
    sitting: Sitting,
    lines: Iterable[str],
    seat: int = 0,
    beat: float = 0,
    wall: Wall | None = None,
    console: Console | None = None,
) -> tuple[TerminalTable, io.StringIO]:
    out = io.StringIO()
    waiting = iter(lines)
    console = console or Console(file=out, width=80, highlight=False, markup=False, emoji=False)
    rng = numbered("terminal", 0)
    return TerminalTable(sitting, seat, rng, console, lambda: next(waiting, None), beat, wall or Wall()), out


def caster(**options: Any) -> Sitting:
    return Sitting(games.find("caster").setting(3, {"rounds": 1, **options}))


def dealt(**options: Any) -> Sitting:
    """Seat 0 leads with all red and six blue cards."""
    sitting = caster(**options)
    sitting.deal_text("start 0")
    sitting.deal_text(DEAL)
    return sitting


def typed(sitting: Sitting, *lines: str) -> str:
    """Play these lines and give what was shown."""
    person, out = table(sitting, lines)
    person.run()
    return out.getvalue()


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_a_whole_game_by_letters(game: Any) -> None:
    sitting = Sitting(game.setting())
    person, out = table(sitting, [*FIRST] * 2000)
    assert person.run()
    assert sitting.is_over
    catalogue = sitting.setting.catalogue(0, {0: "You"})
    verdict = catalogue.render(game.words.result(sitting.view(0))[0])
    assert " ".join(verdict.split()) in " ".join(out.getvalue().split())


@pytest.mark.parametrize(
    "game", mostly_soaked(games.all_games(), games.find("caster"), games.find("coast")), ids=lambda game: game.name
)
def test_the_same_lines_give_the_same_game(game: Any) -> None:
    shown = set()
    for _ in range(2):
        person, out = table(Sitting(game.setting()), ["a", "b", "a", "", "a", "quit"])
        assert not person.run()
        shown.add(out.getvalue())
    assert len(shown) == 1


def test_about_says_everything_about_a_card_in_sight() -> None:
    session, out = table(dealt(), ["about r7", "about Y3", "about"])
    session.run()
    told = " ".join(out.getvalue().split())
    assert "red 7" in told.casefold()
    assert told.count("About what? Write about and a card or tile that lies in sight") == 2, (
        "Y3 lies in no hand but others'"
    )


def test_the_end_of_the_input_leaves_politely() -> None:
    shown = typed(dealt())
    assert shown.endswith("You leave the table; the game is not over.\n")


# --- what is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play B5", "PLAY b5", "b5", "  play   B5 ", "o", "O", "o)"])
def test_an_action_is_understood(line: str) -> None:
    sitting = dealt()
    typed(sitting, line)
    assert sitting.events[2].action == "play B5"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("p", "There is no 'p' in the list; it goes from a to o."),
        ("1", "'1' is no action; write one such as play R0 or play B5."),
        ("9" * 30, "is no action"),
        ("play G1", "You do not hold G1 (§7)."),
        ("g1", "You do not hold G1 (§7)."),
        ("give B1", "No cards are given at this table: the option passing is off (§4)."),
        ("dance", "'dance' is no action"),
        ("why", "Why what? Write why and an action."),
        ("why play g8", "You do not hold G8 (§7)."),
        ("why r14", "R14 is not in play with 3 seats (§3)."),
        ("why a", "You may play R0 now."),
        ("why nonsense", "'nonsense' is no action"),
        ("rules 8", "§8 If you hold the led colour you must play it."),
        ("rules §99", "The rulebook of CASTER has no section '§99'; it has §1 to §14."),
        ("help", "Enter alone  look at the table again"),
        ("HELP", "Enter alone  look at the table again"),
        ("undo", "There is nothing to take back."),
        ("log", "You are the first player."),
        ("log 1", "the cards are dealt, 15 each."),
        ("all", "play  a) R0   b) R1"),
        ("show", "Trump ring R ← B ← Y ← E ← G ← R"),
        ("show 1", "Hand [R0]"),
        ("show 7", "There is no seat 7; the seats are 1 to 3."),
        ("try", "Try what? Write try and an action."),
        ("try r3", "You may play R3 now."),
        ("try g1", "You do not hold G1 (§7)."),
        ("turn", "There is nothing to turn now."),
    ],
)
def test_a_line_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    sitting = dealt()
    shown = typed(sitting, line)
    assert answer in " ".join(shown.split()) or answer in shown
    assert len(sitting.events) == 2


def test_enter_shows_the_table_again() -> None:
    assert typed(dealt(), "", "quit").count("Lead any card.") == 2


def test_rules_shows_the_whole_book() -> None:
    assert "In one minute" in typed(dealt(), "rules")


def test_undo_takes_back_the_own_action_and_the_answers() -> None:
    sitting = dealt()
    shown = typed(sitting, "play R3", "undo")
    assert "Taken back, and what the others did after it (" in shown
    assert len(sitting.events) == 2
    sitting = dealt(passing=True)
    assert "Taken back.\n" in typed(sitting, "give R3", "undo")
    assert len(sitting.events) == 2


def test_undo_never_crosses_chance() -> None:
    sitting = dealt(rounds=2)
    lines = ["a"] * 15
    shown = typed(sitting, *lines, "undo")
    assert "Chance has spoken since, so nothing can be taken back." in shown


# --- hidden cards ----------------------------------------------------------------------------------------------------


def test_the_screen_shows_only_what_the_seat_may_know() -> None:
    """Two deals that differ in cards the seat never sees look the same to it."""
    first, second = caster(passing=True), caster(passing=True)
    first.deal_text("start 2")
    second.deal_text("start 2")
    cards = DEAL.split(" ")
    first.deal_text(DEAL)
    cards[20], cards[40] = cards[40], cards[20]
    second.deal_text(" ".join(cards))
    lines = ["log", "give R1", "give R2", "all", "why B8"]
    assert typed(first, *lines) == typed(second, *lines)


def test_gifts_of_others_stay_hidden() -> None:
    sitting = dealt(passing=True)
    shown = typed(sitting, "give R0", "give R1", "give R2", "log 99")
    gifts = [event.action for event in sitting.events if event.seat == 1 and event.action.startswith("give")]
    assert len(gifts) == 3
    assert "Seat 2 puts a card aside for Seat 3." in shown
    assert not any(f"Seat 2 puts {gift.split()[1]}" in shown for gift in gifts)


# --- real time -------------------------------------------------------------------------------------------------------


def coast(seats: int = 2, **options: Any) -> Sitting:
    return Sitting(games.find("coast").setting(seats, options))


def thinking(sitting: Sitting, wall: Wall, seconds: float, count: int = 1000) -> Iterator[str]:
    """Do the first legal action again and again, so many seconds after being asked."""
    for _ in range(count):
        wall.seconds += seconds
        yield "all"
        yield "a"


def test_others_act_while_the_person_thinks() -> None:
    quick, slow = coast(), coast()
    for sitting, seconds in ((quick, 0.01), (slow, 30)):
        wall = Wall()
        person, _ = table(sitting, thinking(sitting, wall, seconds), 0, 1, wall)
        assert person.run()
        assert sitting.is_over
        times = [event.at or 0 for event in sitting.events]
        assert times == sorted(times)
    assert sum(event.seat == 1 for event in quick.events) < 10
    assert sum(event.seat == 1 for event in slow.events) > 20


def test_a_slower_beat_slows_the_others() -> None:
    sitting, wall = coast(), Wall()
    person, _ = table(sitting, thinking(sitting, wall, 3), 0, 1000, wall)
    assert person.run()
    assert sum(event.seat == 1 for event in sitting.events) < 10


def test_who_is_too_late_is_told_so() -> None:
    sitting, wall = coast(time_limit=30), Wall()

    def lines() -> Iterator[str]:
        yield "arrange C1 C2 C3"
        yield "draw"
        wall.seconds += 60
        yield "place 0 3,1"

    person, out = table(sitting, lines(), 0, 1, wall)
    assert person.run()
    assert "Too late: the game ended before you acted." in out.getvalue()
    assert sitting.events[-1].action == "time"
    begin = next(event.at for event in sitting.events if event.action == "begin")
    assert sitting.events[-1].at == (begin or 0) + 30_000


def test_a_refused_act_lets_the_time_run_on() -> None:
    sitting, wall = coast(), Wall()

    def lines() -> Iterator[str]:
        yield "arrange C1 C2 C3"
        wall.seconds += 2
        yield "place 0 3,1"
        wall.seconds += 2
        yield "draw"

    person, out = table(sitting, lines(), 0, 1, wall)
    assert not person.run()
    assert "You hold no card; draw one first (§8)." in out.getvalue()
    begin = next(event.at for event in sitting.events if event.action == "begin")
    own = [event for event in sitting.events if event.seat == 0]
    assert own[-1].action == "draw"
    assert own[-1].at == (begin or 0) + 4000


def test_undo_leaves_a_drawn_card() -> None:
    sitting = coast(1)
    shown = typed(sitting, "arrange C1 C2 C3", "draw", "undo")
    assert "Something was turned up since then, so it stays done." in shown
    assert [event.action for event in sitting.events][-1] == "draw"


def test_undo_in_real_time() -> None:
    sitting = coast(1)
    shown = typed(sitting, "arrange C1 C2 C3", "draw", *FIRST, "undo")
    assert "Taken back." in shown
    assert [event.action for event in sitting.events][-1] == "draw"
    assert list_legal(sitting.game.rules, sitting.state, 0)


# --- tiles -----------------------------------------------------------------------------------------------------------

START = ("arrange C1 C2 C3", "draw")


def drawn_t14() -> Sitting:
    """Alone at the table with T14 in hand."""
    sitting = coast(1)
    sitting.deal_text("agendas F", 0)
    rest = [f"T{number:02}" for number in range(1, 16) if number != 14]
    sitting.deal_text(" ".join(["pile 0 T14", *rest]), 0)
    sitting.play(0, "arrange C1 C2 C3", 0)
    sitting.deal_text("begin", 3000)
    sitting.play(0, "draw", 4000)
    return sitting


@pytest.mark.parametrize(
    ("lines", "action"),
    [
        (["90 3,2"], "place 90 2,1"),
        (["3,1"], "place 0 2,0"),
        (["turn", "3,2"], "place 90 2,1"),
        (["turn 270", "turn", "place 3,1"], "place 0 2,0"),
        (["turn 180", "place 90 3,2"], "place 90 2,1"),
    ],
)
def test_a_tile_is_laid_by_a_turn_and_a_square(lines: list[str], action: str) -> None:
    sitting = drawn_t14()
    typed(sitting, *lines)
    assert sitting.events[5].action == action


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("try 90 3,2", "You may place 90 3,2 now."),
        ("try 90 2,2", "That would cover six squares; at most four are allowed (§10)."),
        ("try 3,1", "You may place 0 3,1 now."),
        ("try aside", "A card cannot be refused"),
        ("9,9", "That would cover no square; at least two of one card must be covered (§10)."),
        ("turn", "Seagrass and Marsh by the Factory is turned by 90 degrees."),
        ("turn 45", "A tile is turned by 0, 90, 180, 270 degrees, not '45'."),
        ("all", "place a) 0 -1,1"),
    ],
)
def test_a_tile_is_tried_without_laying_it(line: str, answer: str) -> None:
    sitting = drawn_t14()
    assert answer in " ".join(typed(sitting, line).split())
    assert len(sitting.events) == 5


def test_the_ghost_of_a_tile_is_drawn_with_the_balance_it_would_bring() -> None:
    shown = typed(drawn_t14(), "try 90 3,2")
    assert "  3 │T [.  I  T ]P  . │-4\n  4    [M  .  S ]      +2\n" in shown
    shown = typed(drawn_t14(), "try 90 2,2")
    assert "  2 │. [.  I  T ].  I │?\n  3 │T [M  .  S ]P  . │?\n" in shown


def test_the_last_tile_is_tried_without_a_look_at_the_end() -> None:
    """Laying it would end the game and show what is hidden."""
    sitting, rng = Sitting(games.find("coast").setting(1, {"end_on": "place"})), numbered("last", 0)
    while not sitting.events or sitting.state.left[0] or sitting.state.hand[0] < 0:
        sitting.random_step(rng)
    assert "?" in typed(sitting, f"try {first_typed(sitting)}").split("all lists them.")[-1]


# --- a screen --------------------------------------------------------------------------------------------------------


def screens(sitting: Sitting, *lines: str, **more: Any) -> list[list[str]]:
    """Play these lines at a terminal and give each clean screen with what was printed below it."""
    return screens_of(sitting, lines, **more)


def screens_of(sitting: Sitting, lines: Iterable[str], **more: Any) -> list[list[str]]:
    console, out = terminal(**more)
    person, _ = table(sitting, lines, console=console)
    person.run()
    return frames_of(out.getvalue())


def firsts(sitting: Sitting) -> Iterator[str]:
    """Type the first action that can be done, again and again."""
    while True:
        yield first_typed(sitting)


def test_every_turn_has_a_clean_screen() -> None:
    first, second = screens(dealt(), "play R3", "quit")
    assert first[0] == "CASTER · Round 1 of 1."
    assert first[1] == "CASTER, 3 seats. You are seat 1. Type help for help."
    assert "Lead any card." in first
    assert "You play R3." in second
    assert all(len(screen) <= 24 for screen in (first, second))


def test_answers_stand_above_the_prompt_of_the_same_table() -> None:
    first, second = screens(dealt(), "why g1", "quit")
    assert second[second.index("Lead any card.") - 1] == "You do not hold G1 (§7)."
    assert set(first) <= set(second) | {""}


def test_long_answers_are_printed_below() -> None:
    [first] = screens(dealt(), "help", "log", "rules 8", "quit")
    assert "Enter alone  look at the table again" in first
    assert first.index("play  a) R0   b) R1   c) R2   d) R3   e) R4   f) R5   g) R6   h) R7   i) R8") < 24


def test_a_turned_and_tried_tile_is_drawn_on_the_screen() -> None:
    *_, second, third = screens(drawn_t14(), "turn", "try 3,2", "quit")
    assert any("[90]" in line for line in second)
    assert any(line.startswith("  3 │T [.  I  T ]P  . │-4") for line in third)
    assert "You may place 90 3,2 now." in third
    assert any("Hand T14" in line for line in third)


def test_what_was_taken_back_is_no_longer_told() -> None:
    *_, last = screens(dealt(), "play R3", "undo", "quit")
    assert any(line.startswith("Taken back") for line in last)
    assert "You play R3." not in last


def test_the_last_screen_shows_the_table_and_the_result() -> None:
    *_, last = screens(caster(), *["a"] * 15)
    assert "The game is over." in last
    assert any("win" in line for line in last)
    assert len(last) <= 24


def rows_of_the_grid(screen: list[str]) -> list[str]:
    return [line for line in screen if line.count("│") == 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_screen_shows_the_whole_grid_and_the_result(seats: int) -> None:
    sitting = Sitting(games.find("battle").setting(seats))
    *_, last = screens(sitting, *["a"] * 100)
    assert sitting.is_over
    assert len(last) <= 22
    assert len(rows_of_the_grid(last)) == 12
    beside = " ".join(" ".join(line[43:] for line in last if line[43:]).split())
    for message in sitting.game.words.result(sitting.view(0)):
        assert sitting.setting.catalogue(0, {0: "You"}).render(message) in beside


def test_a_narrow_screen_has_the_result_below_the_grid() -> None:
    *_, last = screens(Sitting(games.find("battle").setting(2)), *["a"] * 100, width=60, height=40)
    assert last[last.index("The game is over.") + 1] == ""
    assert "with" in last[last.index("The game is over.") + 2]
    assert len(rows_of_the_grid(last)) == 12


@pytest.mark.parametrize(("game", "seats"), [("caster", 3), ("caster", 5), ("coast", 1), ("coast", 2), ("coast", 6)])
def test_whole_games_on_a_small_screen(game: str, seats: int) -> None:
    sitting = Sitting(games.find(game).setting(seats, {"rounds": 1} if game == "caster" else {}))
    found = screens_of(sitting, firsts(sitting))
    assert sitting.is_over
    assert max(len(screen) for screen in found[:-1]) <= 23
    assert max(len(line) for screen in found for line in screen) <= 80


def test_colours_only_where_the_console_has_them() -> None:
    [bright] = screens(dealt(), "quit")
    assert any("Hand   R0  R1 " in line for line in bright)
    [grey] = screens(dealt(), "quit", no_color=True)
    assert any("Hand  [R0][R1]" in line for line in grey)
    console, out = terminal(color_system=None)
    person, _ = table(dealt(), ["quit"], console=console)
    person.run()
    assert "[R0]" in out.getvalue()


def test_a_terminal_without_unicode_gets_plain_letters() -> None:
    class Narrow(io.StringIO):
        encoding = "ascii"

    out = Narrow()
    person, _ = table(dealt(), ["quit"], console=Console(file=out, width=80))
    person.run()
    assert "Trump ring  R < B < Y < E < G < R" in out.getvalue()


# --- a game without a scene ------------------------------------------------------------------------------------------


def undrawn() -> Sitting:
    setting = games.find("caster").setting(3, {"rounds": 1})
    return Sitting(replace(setting, game=replace(setting.game, public_scene=None, own_scene=None)))


def test_a_game_that_has_no_scene_is_described_in_words() -> None:
    shown = typed(undrawn(), "a", "show", "turn", "try a", "try play Z9", "quit")
    assert "Trumps: B over R" in " ".join(shown.split())
    assert "CASTER cannot be drawn." in shown
    assert "There is nothing to turn now." in shown
    assert "You may play " in shown
    console, out = terminal()
    person, _ = table(undrawn(), ["a"] * 15, console=console)
    assert person.run()
    assert "\x1b[2J" not in out.getvalue()
