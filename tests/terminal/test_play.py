"""A person at a terminal: whole games, commands, and hidden cards that stay hidden."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from rich.console import Console

from fairdeal import games
from fairdeal.chance import numbered
from fairdeal.game import list_legal
from fairdeal.table.sitting import Sitting
from fairdeal.terminal.play import TerminalTable

DEAL = "deal " + " ".join(f"{colour}{value}" for colour in "RBYEG" for value in range(9))


class Wall:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def table(
    sitting: Sitting, lines: Iterable[str], seat: int = 0, beat: float = 0, wall: Wall | None = None
) -> tuple[TerminalTable, io.StringIO]:
    out = io.StringIO()
    waiting = iter(lines)
    console = Console(file=out, width=80, highlight=False, markup=False, emoji=False)
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
def test_a_whole_game_by_numbers(game: Any) -> None:
    sitting = Sitting(game.setting())
    person, out = table(sitting, ["1"] * 2000)
    assert person.run()
    assert sitting.is_over
    catalogue = sitting.setting.catalogue(0, {0: "You"})
    verdict = catalogue.render(game.words.result(sitting.view(0))[0])
    assert " ".join(verdict.split()) in " ".join(out.getvalue().split())


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_the_same_lines_give_the_same_game(game: Any) -> None:
    shown = set()
    for _ in range(2):
        person, out = table(Sitting(game.setting()), ["1", "2", "1", "", "1", "quit"])
        assert not person.run()
        shown.add(out.getvalue())
    assert len(shown) == 1


def test_the_end_of_the_input_leaves_politely() -> None:
    shown = typed(dealt())
    assert shown.endswith("You leave the table; the game is not over.\n")


# --- what is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play B5", "PLAY b5", "b5", "  play   B5 ", "15"])
def test_an_action_is_understood(line: str) -> None:
    sitting = dealt()
    typed(sitting, line)
    assert sitting.events[2].action == "play B5"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There is no number 0 in the list; it goes from 1 to 15."),
        ("16", "There is no number 16 in the list; it goes from 1 to 15."),
        ("9" * 30, "There is no number"),
        ("play G1", "You do not hold G1 (§7)."),
        ("g1", "You do not hold G1 (§7)."),
        ("give B1", "No cards are given at this table: the option passing is off (§4)."),
        ("dance", "'dance' is no action"),
        ("why", "Why what? Write why and an action."),
        ("why play g8", "You do not hold G8 (§7)."),
        ("why r14", "R14 is not in play with 3 seats (§3)."),
        ("why 1", "You may play R0 now."),
        ("why nonsense", "'nonsense' is no action"),
        ("rules 8", "§8 If you hold the led colour you must play it."),
        ("rules §99", "The rulebook of CASTER has no section '§99'; it has §1 to §14."),
        ("help", "Enter alone  look at the table again"),
        ("HELP", "Enter alone  look at the table again"),
        ("undo", "There is nothing to take back."),
        ("log", "You are the first player."),
        ("log 1", "the cards are dealt, 15 each."),
        ("all", "play   1 R0    2 R1"),
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
    lines = ["1"] * 15
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
    assert "Seat 1 puts a card aside for Seat 2." in shown
    assert not any(f"Seat 1 puts {gift.split()[1]}" in shown for gift in gifts)


# --- real time -------------------------------------------------------------------------------------------------------


def coast(seats: int = 2, **options: Any) -> Sitting:
    return Sitting(games.find("coast").setting(seats, options))


def thinking(sitting: Sitting, wall: Wall, seconds: float, count: int = 1000) -> Iterator[str]:
    """Do the first legal action again and again, so many seconds after being asked."""
    for _ in range(count):
        wall.seconds += seconds
        yield "1"


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
        yield "place 0 2,0"

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
        yield "place 0 2,0"
        wall.seconds += 2
        yield "draw"

    person, out = table(sitting, lines(), 0, 1, wall)
    assert not person.run()
    assert "You hold no card; draw one first (§8)." in out.getvalue()
    begin = next(event.at for event in sitting.events if event.action == "begin")
    own = [event for event in sitting.events if event.seat == 0]
    assert own[-1].action == "draw"
    assert own[-1].at == (begin or 0) + 4000


def test_undo_in_real_time() -> None:
    sitting = coast(1)
    shown = typed(sitting, "arrange C1 C2 C3", "draw", "1", "undo")
    assert "Taken back." in shown
    assert [event.action for event in sitting.events][-1] == "draw"
    assert list_legal(sitting.game.rules, sitting.state, 0)
