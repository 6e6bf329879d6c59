"""What a report counts of Card Game Traders: packets and buys, abilities by slot, and who brought the end."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY, native
from fairdeal.games.traders import rules
from fairdeal.games.traders.abilities import FAMILY, HALF_NAMES, KINDS, VALUE
from fairdeal.games.traders.faces import BONUSES
from fairdeal.language.messages import Label, Message, say

MEASURES = (
    "bought",
    "passed",
    "ended",
)
BOUGHT, PASSED, ENDED, IS_ENDED = range(4)  # the last is only remembered
HELD = tuple(f"card {kind + 1}" for kind in range(KINDS))
OFFERS = (*HELD, *(f"{half} in {slot + 1}" for half in HALF_NAMES for slot in range(KINDS)))
BOUGHT_KIND, PLAYED_ABILITY = 0, KINDS


def held_measure(kind: int) -> Label:
    """Say what a kind is called."""
    return Label(f"kind.{kind + 1}")


def offer_measure(offer: int) -> Message:
    """Say what can be taken: a card that is bought, or the ability of a card that is played, with its slot."""
    if offer < PLAYED_ABILITY:
        return say("measure.buy", card=held_measure(offer))
    half, slot = divmod(offer - PLAYED_ABILITY, KINDS)
    return say("measure.ability", ability=half_label(half), half=HALF_NAMES[half], slot=slot + 1)


def half_label(half: int) -> Label:
    """Say what an ability is called, with the numbers of our box."""
    if FAMILY[half // 2] != VALUE:
        return Label(f"half.{HALF_NAMES[half]}")
    change = "more" if BONUSES[HALF_NAMES[half]] >= 0 else "less"
    return Label(f"half.{change}_{('in_play', 'at_end')[half % 2]}")


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the cards that a seat bought and the turns it passed, and who triggered the end."""
    if who == DEALER:
        return
    m[BOUGHT, who] += rules.BUY <= action < rules.DONE
    m[PASSED, who] += action == rules.PASS
    if s.closing and m[IS_ENDED, 0] == 0:
        m[IS_ENDED, 0] = 1
        m[ENDED, who] = 1


@native
def measure_held(s: Any, held: Any) -> None:
    """§5 Count the cards of the packet that is dealt to each seat."""
    if s.phase != rules.START:
        return
    for seat in range(s.seats):
        for kind in range(KINDS):
            held[kind, seat] += s.packet[seat, kind]


@native
def measure_offer(s: Any, seat: int, action: int) -> int:
    """§11 §13 The ability above the pile of a card that is played; §19 a card that is bought."""
    if rules.BUY <= action < rules.DONE:
        return BOUGHT_KIND + action - rules.BUY
    if rules.PLAY <= action < rules.PASS:
        return PLAYED_ABILITY + KINDS * int(s.ability[action - rules.PLAY]) + action - rules.PLAY
    return NOBODY
