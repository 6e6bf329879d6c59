"""What the laws need to know of Cryptruck: how it is played in tests, and where its cards are."""

from __future__ import annotations

from typing import Any

from fairdeal.games.cryptruck import rules, words
from fairdeal.games.cryptruck.data import LETTERS
from fairdeal.laws.subject import Subject


def card_texts(cards: int) -> list[str]:
    """List a set of cards."""
    return [words.CARDS_OF.texts[number] for number in words.CARDS_OF.members(cards)]


def census(s: Any) -> str:
    """Count the cards of a running round: each card in use lies in exactly one place."""
    if not rules.is_round_running(s):
        return "all there"
    places = [int(hand) for hand in s.hand[: s.seats]]
    places += [rules.one(card) for card in (s.turned, s.revealed, *s.laid.ravel().tolist())]
    places.append(int(s.face_down))
    if sum(place.bit_count() for place in places) != rules.cards_in_use(s):
        return f"the places hold {[card_texts(place) for place in places]}"
    if sum(places) != rules.deck(s):
        return f"the cards are {card_texts(sum(places))}"
    if [int(hand).bit_count() for hand in s.hand] != s.held.tolist():
        return f"hand sizes are not {s.held.tolist()}"
    won = sum(int(blocks).bit_count() for blocks in s.blocks) + int(s.others.sum())
    if won != s.seats * s.tricks_played:
        return "the cards won are not those of the tricks played"
    return "all there"


SUBJECT = Subject(
    plays=(
        (2, {"rounds": 2}),
        (3, {"rounds": 1, "colours": "random"}),
        (4, {"rounds": 1}),
        (5, {"rounds": 1, "colours": "random"}),
        (2, {"rounds": 2}, {"colours.5.numbers": [7], "blocks.few": 1, "blocks.none": -4}),
        (3, {"rounds": 1}, {"colours.5.numbers": [0, 3, 8, 9], "blocks.few": 5, "blocks.each": -2}),
    ),
    short=(3, {"rounds": 1}),
    rich=(3, {"rounds": 2, "colours": "random"}),
    codes=frozenset(LETTERS),
    promises=(
        (r"you then have .*: (\d+) points? as it stands", 3.0),
        (r"leaves blocks .*: (\d+) points? as it stands", -2.0),
        (r"(takes the trick, which has no blocks)", -0.5),
        (r"(no card in other hands beats)", 2.0),
        (r"at most (\d+) cards? in other hands beat", -0.2),
        (r"(you buy)", -1.0),
        (r"(its block goes to)", -1.5),
        (r"(a block to win later)", -2.0),
    ),
    census=census,
    every=25,
    cheap_every=3,
)
