"""Everything about a card of CASTER, as one viewer can know it."""

from __future__ import annotations

from typing import Any

from fairdeal.contract.game import list_legal
from fairdeal.engine.plain import interpreted
from fairdeal.games.caster import words
from fairdeal.games.caster.data import LETTERS
from fairdeal.games.caster.rules import COLOURS, GIVE, PLAY, VALUES
from fairdeal.games.caster.words import CARDS_OF
from fairdeal.kit.about import doing, hidden_card, of_seat, score_of
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Label, Message, Seat, say

rules = interpreted("fairdeal.games.caster.rules")

CHIPS = {f"ring.{letter}": colour for colour, letter in enumerate(LETTERS)}


def about(v: Any, seat: int, piece: str) -> tuple[Message, ...]:
    """Tell what a piece or a counter is called, and all there is to say of it; nothing of what is not there."""
    number = CARDS_OF.numbers.get(piece)
    if number is not None and words.is_in_play(v, number):
        return _card(v, seat, number)
    if piece in CHIPS:
        return _colour(v, seat, CHIPS[piece])
    place = of_seat(piece, int(v.seats))
    if place is None:
        return ()
    owner, what = place
    if what.startswith("hand."):
        return hidden_card(v, owner, CARDS_OF.suits(v.lacks[owner]))
    return _score(v, owner) if what in ("points", "tricks") else ()


def _card(v: Any, seat: int, number: int) -> tuple[Message, ...]:
    colour, value = number // VALUES, number % VALUES
    legal = list_legal(rules, v, seat) if seat >= 0 else []
    action = number + (GIVE if v.phase == rules.PASS else PLAY)
    return (
        CARDS_OF.full_name(number),
        say("about.card", attribute=Label(f"attribute.{LETTERS[colour]}"), points=number_of("points", value)),
        *_trumps(v, colour),
        *_where(v, seat, number),
        *_left(v, seat, colour, value),
        *(doing(words, legal, v, seat, action) if seat >= 0 and words.holds(v, seat, number) else []),
    )


def _trumps(v: Any, colour: int) -> list[Message]:
    """§2 What beats a colour, and what it beats."""
    beaten = [led for led in range(COLOURS) if v.box.trump[led] == colour]
    trump = CARDS_OF.suit(int(v.box.trump[colour]))
    return [
        say("about.beaten", trump=trump, colour=CARDS_OF.suit(colour)),
        *(say("about.beats", colour=CARDS_OF.suit(colour), led=CARDS_OF.suit(led)) for led in beaten),
    ]


def _where(v: Any, seat: int, number: int) -> list[Message]:
    """§7 §11 Where a card is, if that can be known."""
    colour, bit = number // VALUES, 1 << number % VALUES
    for other in range(v.seats):
        if v.laid > 0 and v.trick[other] == number:
            wins = rules.trick_taker(v) == other
            return [say("about.winning" if wins else "about.laid", seat=Seat(other))]
        if v.scored[other, colour] & bit:
            return [say("about.scored", seat=Seat(other))]
        if v.played[other, colour] & bit:
            return [say("about.played", seat=Seat(other))]
    if seat >= 0 and words.holds(v, seat, number):
        return [say("about.held")]
    if seat >= 0 and v.gave[seat, colour] & bit:
        return [say("about.given", left=Seat(rules.left_of(v, seat)))]
    return [say("about.unseen")] if v.phase == rules.TRICK else []


def _left(v: Any, seat: int, colour: int, value: int) -> list[Message]:
    """§9 How many cards of its colour are still in other hands."""
    if v.phase != rules.TRICK:
        return []
    others = words.held_by_others(v, seat, colour) if seat >= 0 else words.unplayed(v, colour)
    lower, higher = (others & ((1 << value) - 1)).bit_count(), (others >> (value + 1)).bit_count()
    key = "about.left_at_most" if words.are_some_aside(v) else "about.left"
    return [say(key, colour=CARDS_OF.suit(colour), lower=lower, higher=higher)]


def _colour(v: Any, seat: int, colour: int) -> tuple[Message, ...]:
    name = CARDS_OF.suit(colour)
    left = words.held_by_others(v, seat, colour) if seat >= 0 else words.unplayed(v, colour)
    key = "about.colour_left_at_most" if words.are_some_aside(v) else "about.colour_left"
    others = [say(key, colour=name, count=left.bit_count())] if v.phase == rules.TRICK else []
    title = say("about.colour", colour=name, attribute=Label(f"attribute.{LETTERS[colour]}"))
    return title, *_trumps(v, colour), *others


def _score(v: Any, owner: int) -> tuple[Message, ...]:
    """§12 What a seat's points are for."""
    running = rules.round_points(v, owner) if v.phase == rules.TRICK else 0
    tricks, limit = number_of("tricks", rules.tricks_taken(v, owner)), int(v.box.limit[v.seats])
    lines = [say("about.rounds", points=number_of("points", v.total[owner]))]
    if v.phase == rules.TRICK:
        key = "about.burst" if rules.has_burst(v, owner) else "about.round"
        each = number_of("points", v.box.burst[v.seats])
        lines.append(say(key, points=number_of("points", running), tricks=tricks, limit=limit, each=each))
    return score_of(owner, int(v.total[owner]) + running), *lines
