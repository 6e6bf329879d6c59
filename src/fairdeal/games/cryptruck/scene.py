"""Cryptruck as it is drawn: the trumps, the card for sale or the trick, what everybody won, and the hand."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from fairdeal.contract.scene import (
    Button,
    Change,
    CounterRole,
    Lit,
    Panel,
    Path,
    Piece,
    PieceRole,
    Scene,
    SumRow,
    Sums,
    Text,
    Zone,
    ZoneRole,
    lesson_of,
    summed,
)
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR, UNKNOWN
from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.games.cryptruck import faces, words
from fairdeal.games.cryptruck.data import LETTERS
from fairdeal.games.cryptruck.rules import COLOURS, GIVE, NO_CARD, PLAY, TRICKS
from fairdeal.games.cryptruck.words import CARDS_OF
from fairdeal.kit.scenes import counted, lacking
from fairdeal.kit.staging import TRICK, backs, hand_zone, row
from fairdeal.language.messages import Card, Label, Message, Seat, say

rules = interpreted("fairdeal.games.cryptruck.rules")

BUTTONS = tuple(Button(answer, say(f"scene.{answer}")) for answer in words.ANSWERS)


def public_scene(v: Any) -> Scene:
    """Draw what all may see, of a spectator's view."""
    seats, slots = range(v.seats), _slots(v)
    zones = [_trumps(v), _turned(v), _trick(v) if v.phase == rules.PLAYING else _for_sale(v)]
    zones += [_blocks(v, seat, slots) for seat in seats]
    zones += [backs(seat, int(v.held[seat])) for seat in seats]
    return Scene(
        prompt=words.prompt(v, SPECTATOR),
        zones=tuple(zones),
        panels=tuple(_panel(v, seat) for seat in seats),
        status=(words.round_line(v),),
        suits=tuple((LETTERS[colour], CARDS_OF.suit(colour)) for colour in _in_use(v)),
    )


def own_scene(v: Any, seat: int, actions: Sequence[int]) -> Scene:
    """Draw what a seat has beyond that, of its own view."""
    prompt = words.prompt(v, seat) if actions else None
    return Scene(
        prompt=prompt or "",
        zones=(_own_hand(v, seat),),
        panels=tuple(_panel(v, other, notes) for other, notes in _gifts(v, seat)),
        paths=tuple(map(_path, actions)),
        buttons=BUTTONS if _is_asked(v, seat) else (),
        lesson=lesson_of(prompt),
    )


def _is_asked(v: Any, seat: int) -> bool:
    """§9 Every seat but the first player is asked once, sooner or later."""
    return bool(seat != v.first and v.phase == rules.ASKING)


@functools.cache
def _path(action: int) -> Path:
    verb = words.verb_of(action)
    pick = verb if verb in words.ANSWERS else CARDS_OF.texts[words.card_of(action)]
    return Path(words.text(action), (pick,))


def _piece(v: Any, card: int, lit: tuple[Lit, ...] = (), seat: int | None = None, came_from: str = "") -> Piece:
    name, is_block = CARDS_OF.texts[card], bool(v.box.blocks >> card & 1)
    face, label, rank = faces.face_of(name, is_block), _card_name(card, is_block), int(rules.number_of(card))
    return Piece(name, face, name, label, name[0], seat=seat, came_from=came_from, lit=lit, rank=rank)


@functools.cache
def _card_name(card: int, is_block: bool) -> Message:
    if not is_block:
        return CARDS_OF.full_name(card)
    return say("scene.block", colour=CARDS_OF.suit(rules.colour_of(card)), number=int(rules.number_of(card)))


def _slot(seat: int, trick: int) -> str:
    """Name the slot from which a seat reveals, gives or plays in a trick: before it all hands are equally large."""
    return f"seat{seat}.hand.{TRICKS - 1 - trick}"


def _laid_from(v: Any, seat: int, trick: int) -> str:
    """§10 A bought card came from the hand of the first player."""
    return _slot(int(v.receiver[trick]) if v.giver[trick] == seat else seat, trick)


# --- in the middle ---------------------------------------------------------------------------------------------------


def _trumps(v: Any) -> Zone:
    """§7 The colours in use; the trumps of the round are lit, and so is the colour that is led."""
    pieces = tuple(_colour(v, colour) for colour in _in_use(v))
    return row("trumps", say("scene.trumps"), pieces)


def _in_use(v: Any) -> list[int]:
    """§4 As many colours as seats, and white."""
    return [colour for colour in range(COLOURS) if v.in_use >> colour & 1]


def _colour(v: Any, colour: int) -> Piece:
    trump = (Lit.TRUMP,) * bool(rules.is_trump(v, colour))
    led = (Lit.LEADS,) * bool(v.phase == rules.PLAYING and rules.led_colour(v) == colour)
    letter = LETTERS[colour]
    name = say("scene.colour", colour=CARDS_OF.suit(colour), stock=Label(f"stock.{letter}"))
    return Piece(f"trumps.{letter}", "", letter, name, letter, lit=led + trump, role=PieceRole.CHIP)


def _turned(v: Any) -> Zone:
    """§6 The card turned up."""
    pieces = () if v.turned == NO_CARD else (_piece(v, int(v.turned), (Lit.TRUMP,)),)
    return row("turned", say("scene.turned"), pieces)


def _for_sale(v: Any) -> Zone:
    """§8 The revealed card, not yet led; §9 with who would lead it, as the answers stand."""
    pieces: tuple[Piece, ...] = ()
    if v.revealed != NO_CARD:
        came_from = _slot(int(v.first), int(v.tricks_played))
        pieces = (_piece(v, int(v.revealed), seat=int(v.first), came_from=came_from),)
    answered = _answered(v)
    wanting = [seat for seat in answered if v.wanted >> seat & 1]
    note: Text = say("scene.wants", seat=Seat(wanting[-1])) if wanting else say("scene.unwanted") if answered else ""
    return row("revealed", say("scene.revealed"), pieces, note=note, role=ZoneRole.TRICK)


def _answered(v: Any) -> list[int]:
    """§9 The seats that have said whether they want the card, in the order of their answers."""
    order = [int(v.first + step) % int(v.seats) for step in range(1, v.seats)]
    if v.phase == rules.GIVING:
        return order
    return [seat for seat in order if words.has_answered(v, seat)] if v.phase == rules.ASKING else []


def _trick(v: Any) -> Zone:
    """§11 The trick in the order of play; §13 the card that would take it as it lies is lit."""
    trick = int(v.tricks_played)
    order = [int(v.leader + step) % int(v.seats) for step in range(v.seats)]
    best = rules.trick_taker(v)
    pieces = []
    for who in order:
        if v.laid[trick, who] != NO_CARD:
            lit = (Lit.LEADS,) * (who == v.leader) + (Lit.WINNING,) * (who == best)
            pieces.append(_piece(v, int(v.laid[trick, who]), lit, who, _laid_from(v, who, trick)))
    return row("trick", TRICK, pieces, role=ZoneRole.TRICK)


# --- what a seat has -------------------------------------------------------------------------------------------------


def _blocks(v: Any, seat: int, slots: Mapping[int, str]) -> Zone:
    """§15 The blocks won in this round, their number and their colours."""
    cards = CARDS_OF.members(v.blocks[seat])
    pieces = tuple(_piece(v, card, (Lit.SCORING,), came_from=slots.get(card, "")) for card in cards)
    counters = (
        counted(f"seat{seat}.blocks.count", "blocks", len(cards)),
        counted(f"seat{seat}.blocks.colours", "colours", int(rules.colours_among(v.blocks[seat]))),
    )
    name = say("scene.blocks")
    return row(f"seat{seat}.blocks", name, pieces, seat=seat, counters=counters, lesson="blocks")


def _slots(v: Any) -> dict[int, str]:
    """Say of all cards laid in this round from which slots they came."""
    tricks = range(min(v.tricks_played + 1, TRICKS))
    places = [(trick, seat) for trick in tricks for seat in range(v.seats)]
    return {int(v.laid[trick, seat]): _laid_from(v, seat, trick) for trick, seat in places}


def _own_hand(v: Any, seat: int) -> Zone:
    cards, slots = CARDS_OF.members(v.hand[seat]), _gift_slots(v, seat)
    return hand_zone(seat, tuple(_piece(v, card, came_from=slots.get(card, "")) for card in cards))


def _gift_slots(v: Any, seat: int) -> dict[int, str]:
    """§10 Say of the cards that the seat got where they lay before."""
    tricks = [trick for trick in range(TRICKS) if v.receiver[trick] == seat]
    return {int(v.gift[trick]): _slot(int(v.giver[trick]), trick) for trick in tricks}


# --- panels ----------------------------------------------------------------------------------------------------------


def _panel(v: Any, seat: int, more: tuple[Message, ...] = ()) -> Panel:
    """§15 Points as they would stand, the running round alone beside them; more notes are for one seat alone."""
    was_dealt = v.turned != NO_CARD
    too_many = (Lit.WARNING,) * (int(v.blocks[seat]).bit_count() > v.box.few)
    latest = int(rules.round_points(v, seat)) if was_dealt else 0
    counters = (
        counted(f"seat{seat}.points", "points", int(rules.points_of(v, seat)), role=CounterRole.SCORE),
        counted(f"seat{seat}.round", "round", latest, lit=too_many),
        counted(f"seat{seat}.held", "cards", int(v.held[seat])),
    )
    notes = (*_role(v, seat), *lacking(CARDS_OF.suits(v.lacks[seat])), *more)
    turn = (Lit.TURN,) * bool(rules.actors(v) >> seat & 1)
    return Panel(seat, counters, notes, turn + (Lit.LEADS,) * (seat == _leader(v)))


def _leader(v: Any) -> int:
    """§9 Who leads, or would as the answers stand."""
    if not rules.is_round_running(v):
        return NOBODY
    return int(v.first if v.leader == NOBODY else v.leader)


def _role(v: Any, seat: int) -> tuple[Message, ...]:
    """§8 The first player; §9 the buyer, as the answers stand, and who did not want to be it."""
    if not rules.is_round_running(v):
        return ()
    if seat == v.first:
        return (say("scene.first"),)
    if seat != v.leader:
        has_declined = seat in _answered(v) and not v.wanted >> seat & 1
        return (say("scene.declines"),) if has_declined else ()
    return (say("scene.buyer_so_far" if v.phase == rules.ASKING else "scene.buyer"),)


def _gifts(v: Any, viewer: int) -> list[tuple[int, tuple[Message, ...]]]:
    """§10 The viewer's gifts that a seat holds, or may have given on, and those it made to the viewer, by seat."""
    if viewer not in v.giver and viewer not in v.receiver:
        return []
    holders = {trick: int(rules.may_hold_gift(v, viewer, trick)) for trick in range(TRICKS)}
    notes = [(seat, _gift_notes(v, seat, viewer, holders)) for seat in range(v.seats) if seat != viewer]
    return [(seat, found) for seat, found in notes if found]


def _gift_notes(v: Any, seat: int, viewer: int, holders: Mapping[int, int]) -> tuple[Message, ...]:
    there = [trick for trick, seats in holders.items() if seats >> seat & 1]
    held = [trick for trick in range(TRICKS) if v.giver[trick] == seat and v.receiver[trick] == viewer]
    notes = {
        "scene.has_gift": [trick for trick in there if holders[trick] == 1 << seat],
        "scene.may_have_gift": [trick for trick in there if holders[trick] != 1 << seat],
        "scene.gave": [trick for trick in held if v.hand[viewer] >> int(v.gift[trick]) & 1],
    }
    return tuple(say(key, cards=_given(v, tricks)) for key, tricks in notes.items() if tricks)


def _given(v: Any, tricks: list[int]) -> list[Card]:
    """List the gifts of some tricks, each once: a card may be given more than once."""
    return CARDS_OF.names(sum({1 << int(v.gift[trick]) for trick in tricks}))


# --- what an event did -----------------------------------------------------------------------------------------------


def change(before: Any, after: Any, actor: int, told: int) -> Change:
    """Say what an event moved; a full trick rests before it is taken, and a round is summed up."""
    if actor == DEALER or told in words.ANSWERS.values():
        return Change()
    if told == rules.GIVE_HIDDEN or GIVE <= told < PLAY:  # §10 with the gift the bought card is led
        return Change((CARDS_OF.texts[int(before.revealed)],))
    number = words.card_of(told)
    moved = (CARDS_OF.texts[number],)
    if told < PLAY or after.phase == rules.PLAYING:
        return Change(moved)
    sums = None if rules.is_round_running(after) else _sums(before, after)
    return Change(moved, None, sums, (_full_trick(before, actor, number),))


def _full_trick(before: Any, actor: int, number: int) -> Any:
    """§11 §13 The view with the last card laid; whoever takes the trick is in turn."""
    full = record_of(plain(before))
    full.laid[full.tricks_played, actor] = number
    full.held[actor] -= 1
    if full.hand[actor] != UNKNOWN:
        full.hand[actor] &= ~(1 << number)
    full.turn = rules.trick_taker(plain(full))  # of a plain view, since that is asked far faster
    return plain(full)


def _sums(before: Any, after: Any) -> Sums:
    """§15 The blocks of a round and their colours, and the points of all rounds."""
    columns = (say("sums.blocks"), say("sums.colours"))
    title = say("sums.title", number=int(after.rounds_played), rounds=int(after.options.rounds))
    return summed(title, columns, (_sum_row(before, after, seat) for seat in range(after.seats)))


def _sum_row(before: Any, after: Any, seat: int) -> SumRow:
    blocks, colours = int(after.blocks[seat]).bit_count(), int(rules.colours_among(after.blocks[seat]))
    crashed = say("sums.crashed") if blocks > after.box.few else ""
    return SumRow(seat, (blocks, colours), int(rules.total(before, seat)), int(rules.total(after, seat)), crashed)


# --- what picks mean -------------------------------------------------------------------------------------------------


def meant(v: Any, seat: int, picks: Sequence[str]) -> list[int]:
    """§8 §10 §11 A card that is picked is to be revealed, given or played, whatever is due; §9 or an answer."""
    if len(picks) != 1:
        return []
    if picks[0] in words.ANSWERS:
        return [words.ANSWERS[picks[0]]]
    return [words.due_with(v, CARDS_OF.numbers[picks[0]])] if picks[0] in CARDS_OF.numbers else []
