"""CASTER as it is drawn: the ring of trumps, the trick in seat order, score cards, and the hand."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from fairdeal.contract.scene import (
    Change,
    Counter,
    CounterRole,
    Lit,
    Panel,
    Path,
    Piece,
    PieceRole,
    Scene,
    Shape,
    SumRow,
    Sums,
    Zone,
    ZoneRole,
    lesson_of,
    summed,
)
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN
from fairdeal.engine.plain import interpreted, plain
from fairdeal.games.caster import words
from fairdeal.games.caster.data import LETTERS
from fairdeal.games.caster.rules import CARDS, COLOURS, GIVE, PLAY, SEATS, VALUES
from fairdeal.games.caster.words import CARDS_OF
from fairdeal.kit.redrawing import changed, each_redrawn, kept, part, redrawn
from fairdeal.kit.scenes import counted
from fairdeal.kit.staging import TRICK, backs, hand_zone, row
from fairdeal.kit.words import head
from fairdeal.language.messages import Label, Message, Seat, fixed, say

rules = interpreted("fairdeal.games.caster.rules")

RING, SCORE_CARDS = fixed("scene.ring"), fixed("scene.score_cards")


def public_scene(v: Any) -> Scene:
    """Draw what all may see, of a spectator's view."""
    v = plain(v)
    score_cards, hands, panels = zip(*_places(v), strict=True)
    return Scene(
        prompt=words.prompt(v, SPECTATOR),
        zones=(_ring(v), _trick(v), *score_cards, *hands),
        panels=panels,
        status=(words.round_line(v),),
        suits=_suits(),
    )


def own_scene(v: Any, seat: int, actions: Sequence[int]) -> Scene:
    """Draw what a seat has beyond that, of its own view."""
    v = plain(v)
    gifts = (_gifts(v, seat),) if v.phase == rules.PASS else ()
    prompt = words.prompt(v, seat) if actions else None
    return Scene(
        prompt=prompt or "",
        zones=(_own_hand(seat, v.hand[seat]), *gifts),
        paths=tuple(map(_path, actions)),
        lesson=lesson_of(prompt),
    )


@kept
@part
def _suits() -> tuple[tuple[str, Label], ...]:
    return CARDS_OF.suit_names


@functools.cache
def _path(action: int) -> Path:
    return Path(words.text(action), (CARDS_OF.texts[action % CARDS],))


@kept
def _pieces(lit: tuple[Lit, ...] = ()) -> tuple[Piece, ...]:
    """Draw all cards, to take some of them."""
    return tuple(_piece(card, lit) for card in range(CARDS))


@part
def _piece(card: int, lit: tuple[Lit, ...]) -> Piece:
    return CARDS_OF.piece(card, lit)


def _some(cards: Iterable[int], lit: tuple[Lit, ...] = ()) -> tuple[Piece, ...]:
    pieces = _pieces(lit)
    return tuple([pieces[card] for card in cards])


# --- in the middle ---------------------------------------------------------------------------------------------------


def _ring(v: Any) -> Zone:
    """§2 The colours in the order of the ring, each followed by its trump."""
    return _lit_ring(v.box.trump, rules.led_colour(v) if v.laid > 0 else None)


@kept
@part
def _lit_ring(trump: tuple[int, ...], led: int | None) -> Zone:
    order = [0]
    while len(order) < COLOURS:
        order.append(trump[order[-1]])
    pieces = tuple(_ring_piece(colour, trump[colour], _ring_light(trump, colour, led)) for colour in order)
    return Zone("ring", RING, Shape.TRACK, pieces, note=_ring_note(trump, led), lesson="ring")


def _ring_note(trump: tuple[int, ...], led: int | None) -> Message:
    """What beats the led colour; before that, what an arrow of the ring means."""
    if led is None:
        return fixed("scene.arrows")
    return fixed("scene.beats", trump=CARDS_OF.suit(trump[led]), colour=CARDS_OF.suit(led))


def _ring_light(trump: tuple[int, ...], colour: int, led: int | None) -> tuple[Lit, ...]:
    return () if led is None else (Lit.LEADS,) * (colour == led) + (Lit.TRUMP,) * (colour == trump[led])


@functools.cache
def _ring_piece(colour: int, trump: int, lit: tuple[Lit, ...]) -> Piece:
    letter = LETTERS[colour]
    name = fixed("scene.beats", trump=CARDS_OF.suit(trump), colour=CARDS_OF.suit(colour))
    return Piece(f"ring.{letter}", "", letter, name, letter, lit=lit, role=PieceRole.CHIP)


def _trick(v: Any) -> Zone:
    """§7 The trick in the order of play; who would take it as it lies is lit."""
    leader, seats = v.leader, v.seats
    order = [(leader + step) % seats for step in range(v.laid)]
    best = rules.trick_taker(v) if order else None
    laid = [(seat, v.trick[seat], v.held[seat], seat == leader, seat == best) for seat in order]
    return row("trick", TRICK, each_redrawn(_laid, laid), role=ZoneRole.TRICK)


@part
def _laid(seat: int, card: int, place: int, leads: bool, wins: bool) -> Piece:
    lit = (Lit.LEADS,) * leads + (Lit.WINNING,) * wins
    return CARDS_OF.piece(card, lit, came_from=f"seat{seat}.hand.{place}", seat=seat)


# --- what a seat has -------------------------------------------------------------------------------------------------


@redrawn
@part
def _own_hand(seat: int, hand: tuple[int, ...]) -> Zone:
    return hand_zone(seat, _some(words.cards_in(hand)))


def _gifts(v: Any, seat: int) -> Zone:
    """Passing: what waits to be handed over."""
    pieces = _some(words.cards_in(v.gave[seat]))
    return row(f"seat{seat}.gifts", say("scene.gifts", left=Seat(rules.left_of(v, seat))), pieces, seat=seat)


def _places(v: Any) -> list[tuple[Zone, Zone, Panel]]:
    """Draw what each seat has before it: its score cards, its hand from behind, and its numbers."""
    seats, is_trick = v.seats, v.phase == rules.TRICK
    acting, leading = _flags(rules.actors(v)), _flags(1 << v.leader if is_trick else 0)
    limits = itertools.repeat((v.box.limit[seats], v.box.burst[seats], is_trick))
    return each_redrawn(
        _place, zip(range(seats), v.held, v.scored, v.total, v.lacks, acting, leading, limits, strict=False)
    )


@functools.cache
def _flags(some: int) -> tuple[bool, ...]:
    """Tell of each seat whether it is a member of a set."""
    return tuple(bool(some >> seat & 1) for seat in range(SEATS))


def _place(
    seat: int, held: int, scored: Any, total: int, lacks: int, acts: bool, leads: bool, limits: tuple[int, int, bool]
) -> tuple[Zone, Zone, Panel]:
    limit, burst, is_trick = limits
    score_cards, points, tricks = _score(seat, scored, limit, burst)
    panel = _panel(seat, total + points * is_trick, tricks, limit, held, lacks, acts, leads)
    return score_cards, _backs(seat, held), panel


_backs = kept(part(backs))


@redrawn
def _score(seat: int, scored: tuple[int, ...], limit: int, burst: int) -> tuple[Zone, int, int]:
    """Draw a seat's score cards; say what they are worth now, and how many tricks lie under them."""
    return _score_cards(seat, scored), rules.score(scored, limit, burst), rules.tricks_under(scored)


@part
def _score_cards(seat: int, scored: tuple[int, ...]) -> Zone:
    """§11 The card on top of each trick taken."""
    pieces = _some(words.cards_in(scored), (Lit.SCORING,))
    return row(f"seat{seat}.score", SCORE_CARDS, pieces, seat=seat, lesson="score_cards")


@part
def _panel(seat: int, points: int, tricks: int, limit: int, held: int, lacks: int, acts: int, leads: bool) -> Panel:
    lit = (Lit.TURN,) * acts + (Lit.LEADS,) * leads
    return Panel(seat, (_points(seat, points), _tricks(seat, tricks, limit), _held(seat, held)), _lacks(lacks), lit)


@kept
@part
def _points(seat: int, points: int) -> Counter:
    return counted(f"seat{seat}.points", "points", points, role=CounterRole.SCORE)


@kept
@part
def _tricks(seat: int, tricks: int, limit: int) -> Counter:
    return counted(f"seat{seat}.tricks", "tricks", tricks, limit, (Lit.WARNING,) * (tricks > limit))


@kept
@part
def _held(seat: int, held: int) -> Counter:
    return counted(f"seat{seat}.held", "cards", held)


@functools.cache
def _lacks(colours: int) -> tuple[Message, ...]:
    """§8 The colours that a seat has shown to lack."""
    return (fixed("usual.lacks", suits=CARDS_OF.suits(colours)),) if colours else ()


# --- what an event did -----------------------------------------------------------------------------------------------


def change(before: Any, after: Any, actor: int, told: int) -> Change:
    """Say what an event moved; a full trick rests before it is taken, and a round is summed up."""
    if actor == DEALER or told == rules.GIVE_HIDDEN:
        return Change()
    moved = (CARDS_OF.texts[told % CARDS],)
    if told >= GIVE:  # §4 the last gift is handed over at once
        return Change(moved) if after.phase == rules.PASS else Change()
    if after.laid > 0:
        return Change(moved)
    is_last = after.phase in (rules.DEAL, rules.OVER)
    return Change(
        moved, None, _sums(before, after) if is_last else None, (_full_trick(before, after, actor, told - PLAY),)
    )


def _full_trick(before: Any, after: Any, actor: int, number: int) -> Any:
    """§7 §9 The view with the last card laid; whoever takes the trick, and leads the next, is in turn."""
    laid = {
        ("trick", actor): number,
        ("laid", 0): before.laid + 1,
        ("held", actor): before.held[actor] - 1,
        ("turn", 0): after.leader,
    }
    if before.hand[actor, 0] != UNKNOWN:
        colour, value = divmod(number, VALUES)
        laid["hand", actor * COLOURS + colour] = before.hand[actor, colour] & ~(1 << value)
    return changed(before, laid)


def _sums(before: Any, after: Any) -> Sums:
    """§12 The tricks of a round and what their score cards show, and the points of all rounds."""
    columns = (head("tricks"), say("sums.cards"))
    return summed(words.round_line(before), columns, (_sum_row(before, after, seat) for seat in range(after.seats)))


def _sum_row(before: Any, after: Any, seat: int) -> SumRow:
    """§12 A seat that has burst gets no points for its cards."""
    burst = say("sums.burst") if rules.has_burst(after, seat) else ""
    values = int(rules.tricks_taken(after, seat)), int(rules.sum_of(after.scored[seat]))
    return SumRow(seat, values, int(before.total[seat]), int(after.total[seat]), burst)


# --- what picks mean -------------------------------------------------------------------------------------------------


def meant(v: Any, seat: int, picks: Sequence[str]) -> list[int]:
    """§4 §7 A card that is picked is to be given while cards are passed, else to be played."""
    numbers = [CARDS_OF.numbers[pick] for pick in picks if pick in CARDS_OF.numbers]
    return [number + (GIVE if v.phase == rules.PASS else PLAY) for number in numbers] if len(picks) == 1 else []
