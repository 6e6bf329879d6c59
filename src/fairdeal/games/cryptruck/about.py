"""Everything about a card of Cryptruck, as one viewer can know it."""

from __future__ import annotations

from typing import Any

from fairdeal.contract.game import list_legal
from fairdeal.engine.plain import interpreted
from fairdeal.games.cryptruck import words
from fairdeal.games.cryptruck.data import LETTERS
from fairdeal.games.cryptruck.rules import NO_CARD, NUMBERS, TRICKS, WHITE
from fairdeal.games.cryptruck.words import CARDS_OF
from fairdeal.kit.about import doing, hidden_card, of_seat, score_of
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Label, Message, Seat, say

rules = interpreted("fairdeal.games.cryptruck.rules")

CHIPS = {f"trumps.{letter}": colour for colour, letter in enumerate(LETTERS)}


def about(v: Any, seat: int, piece: str) -> tuple[Message, ...]:
    """Tell what a piece or a counter is called, and all there is to say of it; nothing of what is not there."""
    number = CARDS_OF.numbers.get(piece)
    if number is not None and words.is_in_use(v, number):
        return _card(v, seat, number)
    if piece in CHIPS and v.in_use >> CHIPS[piece] & 1:
        return _colour(v, seat, CHIPS[piece])
    place = of_seat(piece, int(v.seats))
    if place is None:
        return ()
    owner, what = place
    if what.startswith("hand."):
        return hidden_card(v, owner, CARDS_OF.suits(v.lacks[owner]))
    return _score(v, owner) if what in ("points", "round") else ()


def _card(v: Any, seat: int, number: int) -> tuple[Message, ...]:
    colour = number // NUMBERS
    is_own = seat >= 0 and bool(v.hand[seat] >> number & 1)
    return (
        CARDS_OF.full_name(number),
        say("about.block" if v.box.blocks >> number & 1 else "about.no_block", stock=_stock(colour)),
        *_strength(v, colour),
        *_where(v, seat, number),
        *_left(v, seat, colour),
        *(doing(words, list_legal(rules, v, seat), v, seat, words.due_with(v, number)) if is_own else []),
    )


def _stock(colour: int) -> Label:
    return Label(f"stock.{LETTERS[colour]}")


def _strength(v: Any, colour: int) -> list[Message]:
    """§13 Whether a colour is trump in this round."""
    if v.turned == NO_CARD:
        return []
    return [say("about.trump" if rules.is_trump(v, colour) else "about.no_trump", colour=CARDS_OF.suit(colour))]


def _where(v: Any, seat: int, number: int) -> list[Message]:
    """Where a card is, if that can be known."""
    if v.turned == number:
        return [say("about.turned")]
    if v.revealed == number:
        return [say("about.revealed", seat=Seat(int(v.first)))]
    for other in range(v.seats):
        if v.blocks[other] >> number & 1:
            return [say("about.won", seat=Seat(other))]
        for trick in range(TRICKS):
            if v.laid[trick, other] == number:
                now = v.phase == rules.PLAYING and trick == v.tricks_played
                return [say("about.laid" if now else "about.played", seat=Seat(other))]
    if seat >= 0 and v.hand[seat] >> number & 1:
        return [say("about.held")]
    if not rules.is_round_running(v):
        return []
    return [say("about.unseen", count=face_down) if (face_down := _face_down(v)) else say("about.unseen_in_hand")]


def _face_down(v: Any) -> int:
    """§6 How many cards lie face down in a round."""
    return int(rules.cards_in_use(v)) - v.seats * TRICKS - 1


def _left(v: Any, seat: int, colour: int) -> list[Message]:
    """How many cards of a colour are still to come from elsewhere."""
    if seat < 0 or not rules.is_round_running(v):
        return []
    left = (words.elsewhere(v, seat) & rules.all_of(colour)).bit_count()
    key = "about.left" if _face_down(v) else "about.left_in_hands"
    return [say(key, colour=CARDS_OF.suit(colour), count=left)]


def _colour(v: Any, seat: int, colour: int) -> tuple[Message, ...]:
    title = say("scene.colour", colour=CARDS_OF.suit(colour), stock=_stock(colour))
    always = [say("about.white")] if colour == WHITE else []
    return (
        title,
        say("about.in_use", ticker=Label(f"ticker.{LETTERS[colour]}")),
        *_strength(v, colour),
        *always,
        *_left(v, seat, colour),
    )


def _score(v: Any, owner: int) -> tuple[Message, ...]:
    """§15 What a seat's points are for."""
    lines = []
    if v.turned != NO_CARD:
        blocks, colours = int(v.blocks[owner]).bit_count(), int(rules.colours_among(v.blocks[owner]))
        key = "about.no_blocks" if blocks == 0 else "about.few_blocks" if blocks <= v.box.few else "about.many_blocks"
        parts = {"blocks": number_of("blocks", blocks), "colours": number_of("colours", colours)}
        lines.append(say(key, points=number_of("points", rules.round_points(v, owner)), **parts))
    others = say("about.others", cards=number_of("others", v.others[owner]))
    return score_of(owner, rules.points_of(v, owner)), *lines, others
