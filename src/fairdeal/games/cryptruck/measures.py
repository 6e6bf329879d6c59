"""What a report counts of Cryptruck: leads that were bought, blocks, cards that are dealt, revealed and played."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY, lowest, native, size_of
from fairdeal.games.cryptruck import rules
from fairdeal.games.cryptruck.data import LETTERS
from fairdeal.language.messages import Message, say

MEASURES = (
    "wanted",
    "bought",
    "blocks",
)
WANTED, BOUGHT, BLOCKS = range(3)
CARD_TEXTS = tuple(f"{letter}{number}" for letter in LETTERS for number in range(rules.NUMBERS))
OFFERS = (*(f"reveal {text}" for text in CARD_TEXTS), *(f"play {text}" for text in CARD_TEXTS), "want")
REVEALED, PLAYED, WANT = 0, rules.CARDS, 2 * rules.CARDS


def offer_measure(offer: int) -> Message:
    """Say what can be taken: a card to reveal or to play, or the lead."""
    if offer == WANT:
        return say("measure.want")
    return say("measure.reveal" if offer < PLAYED else "measure.play", card=CARD_TEXTS[offer % rules.CARDS])


@native
def measure(s: Any, who: int, action: int, m: Any) -> None:
    """Count the leads that a seat wanted and bought, and at the end of a round its blocks."""
    if who == DEALER:
        return
    m[WANTED, who] += action == rules.WANT
    m[BOUGHT, who] += rules.GIVE <= action < rules.PLAY
    if rules.is_round_running(s):
        return
    for seat in range(s.seats):
        m[BLOCKS, seat] += size_of(s.blocks[seat])


@native
def measure_held(s: Any, held: Any) -> None:
    """§6 Count the cards that are dealt to each seat."""
    if not rules.is_round_running(s):
        return
    for seat in range(s.seats):
        cards = int(s.hand[seat])
        while cards:
            held[lowest(cards), seat] += 1
            cards &= cards - 1


@native
def measure_leader(s: Any) -> int:
    """§5 §14 The first player of a round's first trick."""
    return int(s.first) if rules.is_round_running(s) else NOBODY


@native
def measure_offer(s: Any, seat: int, action: int) -> int:
    """§8 A card that is revealed, §9 the lead, §11 a card that is played."""
    if action >= rules.PLAY:
        return PLAYED + action - rules.PLAY
    if action == rules.WANT:
        return WANT
    return REVEALED + action - rules.REVEAL if action < rules.WANT else NOBODY
