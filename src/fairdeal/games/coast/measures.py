"""What a report counts of the coast: cards laid and set aside, balanced lines, agendas and tiles that are dealt."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import native
from fairdeal.games.coast import rules
from fairdeal.games.coast.data import CARD_NAMES, LETTERS
from fairdeal.language.messages import Label, Message, say

MEASURES = (
    "laid",
    "aside",
    "balanced",
    "agenda",
)
LAID, ASIDE, BALANCED, AGENDA = range(4)
HELD = (*(f"agenda {letter}" for letter in LETTERS), *CARD_NAMES[rules.CITIES :])


def held_measure(number: int) -> Message:
    """Say what is dealt: an agenda by its icon, or a tile."""
    if number < rules.ICONS:
        return say("measure.dealt_agenda", icon=Label(f"icon.{LETTERS[number]}"))
    return say("measure.dealt_tile", tile=HELD[number])


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the cards that a seat lays and sets aside."""
    if rules.PLACE <= action < rules.ASIDE:
        m[LAID, who] += 1
    elif action == rules.ASIDE:
        m[ASIDE, who] += 1


@native
def end_measures(s: Any, m: Any) -> None:
    """Count what the regions have come to."""
    for seat in range(s.seats):
        m[BALANCED, seat] = rules.balanced_lines(s, seat)
        m[AGENDA, seat] = rules.agenda_icons(s, seat)


@native
def measure_held(s: Any, held: Any) -> None:
    """§4 Count the agendas when they are dealt, §6 and the tiles of a pile, not those that leave the game."""
    if s.phase == rules.PILES and s.dealt == 0:
        for seat in range(s.seats):
            held[s.agenda[seat], seat] += 1
    elif s.phase == rules.PILES or s.phase == rules.ARRANGING:
        seat = s.dealt - 1
        for place in range(s.box.pile):
            held[rules.ICONS + s.pile[seat, place] - rules.CITIES, seat] += 1
