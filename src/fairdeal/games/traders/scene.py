"""Card Game Traders as it is drawn: the Meta with its abilities and values, the Market, and the hands.

Copies of a kind are alike, so the cards of a place are numbered by kind: `market.3.0` is the first of kind 3. An action
with a card picks the first of its kind there, and the others are like it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from fairdeal.contract.scene import (
    Button,
    Change,
    CounterRole,
    Lit,
    Panel,
    Path,
    Piece,
    Scene,
    Shape,
    Text,
    Zone,
    ZoneRole,
    lesson_of,
)
from fairdeal.engine.kernel import DEALER, SPECTATOR
from fairdeal.engine.plain import interpreted
from fairdeal.games.traders import faces, names, texts, words
from fairdeal.games.traders.abilities import AT_END, FAMILY_NAMES, HALF_NAMES, IN_PLAY, KINDS, NO_ABILITY
from fairdeal.games.traders.faces import LETTERS
from fairdeal.games.traders.rules import HAND, META
from fairdeal.kit.scenes import counted
from fairdeal.kit.staging import hand_zone
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Label, Message, Seat, say

rules = interpreted("fairdeal.games.traders.rules")
abilities = interpreted("fairdeal.games.traders.abilities")

SUITS = tuple((letter, Label(f"kind.{kind + 1}")) for kind, letter in enumerate(LETTERS))
DRAWN, NO_ABILITY_YET = say("scene.drawn"), say("scene.no_ability")
MOST_REMEMBERED = 2**12  # cards
BUTTONS = {rules.PASS: "pass", rules.STOCK: "stock", rules.DONE: "done"}


def public_scene(v: Any) -> Scene:
    """Draw what all may see, of a spectator's view."""
    seats, values = range(v.seats), _final_values(v)
    zones = [_meta(v), _market(v)]
    zones += [_hidden_drawn(v)] if v.drawn_size > 0 else []
    zones += [_hidden_packet(v, seat) for seat in seats] if rules.has_packets(v) else []
    return Scene(
        prompt=words.prompt(v, SPECTATOR),
        zones=(*zones, *(_others_hand(v, seat) for seat in seats)),
        panels=tuple(_panel(v, seat, values) for seat in seats),
        status=_status(v),
        suits=SUITS,
    )


def own_scene(v: Any, seat: int, actions: Sequence[int]) -> Scene:
    """Draw what a seat has beyond that, of its own view."""
    known = [other for other in range(v.seats) if other != seat and rules.has_looked(v, seat, other)]
    watching = [other for other in range(v.seats) if rules.has_looked(v, other, seat)]
    values = _final_values(v)
    zones = [_drawn(v)] if v.drawn_size > 0 and v.turn == seat else []
    zones += [_packet(v, seat)] if rules.has_packets(v) else []
    prompt = words.prompt(v, seat) if actions else None
    return Scene(
        prompt=prompt or "",
        zones=(*zones, _own_hand(v, seat), *(_others_hand(v, other) for other in known)),
        panels=tuple(_panel(v, other, values, seat) for other in sorted({seat, *known, *watching})),
        paths=tuple(Path(words.text(action), _picks(v, seat, action)) for action in actions),
        buttons=tuple(button for action in actions for button in _button(action)),
        status=_status(v) if v.turn == seat else (),
        lesson="play" if v.phase == rules.PLAYING else lesson_of(prompt),
    )


# --- actions ---------------------------------------------------------------------------------------------------------


def _picks(v: Any, seat: int, action: int) -> tuple[str, ...]:
    start = texts.span_of(action)
    number = action - start
    if start in BUTTONS:
        return (BUTTONS[start],)
    if start == rules.LOOK:
        return (f"look.{number}",)
    if start == rules.COPY:  # §13 the neighbour whose ability is copied
        return (_pile_id(int(v.played) + (1 if number == rules.RIGHT else -1)),)
    if start in texts.SWAPS:
        first, second = int(rules.first_place(v)), int(rules.second_place(v))
        return _pick(seat, first, number // KINDS), _pick(seat, second, number % KINDS)
    return (_single_pick(v, seat, start, number),)


def _single_pick(v: Any, seat: int, start: int, kind: int) -> str:
    """Give the card of an action that has one."""
    if start in (rules.DRAFT, rules.KEEP):
        return _card_id(f"seat{seat}.packet", kind)
    if start == rules.RAISE and v.phase == rules.PLACING:
        return _card_id("drawn", kind)
    if start == rules.HOLD:
        return _card_id("market", kind, int(v.holding[kind]))
    place = {rules.PLAY: HAND, rules.TRASH_META: META}.get(start, rules.MARKET)
    return _pick(seat, place, kind)


def _pick(seat: int, place: int, kind: int) -> str:
    if place == META:
        return _pile_id(kind)
    return _card_id(f"seat{seat}.hand" if place == HAND else "market", kind)


def _pile_id(kind: int) -> str:
    return f"meta.{kind + 1}"


def _card_id(place: str, kind: int, number: int = 0) -> str:
    return f"{place}.{kind + 1}.{number}"


def _button(action: int) -> tuple[Button, ...]:
    """What is no card: §21 pass, §16 stock, §19 done, §17 an opponent to look at."""
    start = texts.span_of(action)
    if start == rules.LOOK:
        return (Button(f"look.{action - start}", say("scene.look", player=Seat(action - start))),)
    return (Button(BUTTONS[start], say(f"scene.{BUTTONS[start]}")),) if start in BUTTONS else ()


# --- where the game stands -------------------------------------------------------------------------------------------


def _status(v: Any) -> tuple[Text, ...]:
    closing = (say("scene.closing", first=Seat(int(v.first))),) if v.closing and v.phase != rules.OVER else ()
    return (*_phase(v), *closing)


def _phase(v: Any) -> tuple[Message, ...]:
    """§6 The step of the draft, or §10 whose turn it is and what it has come to."""
    if v.phase in texts.DRAFT_PHASES:
        return (say("scene.draft", number=int(v.passes) + 1, steps=int(v.box.packet) - 1),)
    if v.played == rules.NO_CARD:
        return (say("scene.turn", seat=Seat(int(v.turn))),) if v.phase == rules.PLAYING else ()
    key = "scene.buying" if v.phase == rules.BUYING else "scene.acting"
    half = int(v.ability[v.played] if v.acting == NO_ABILITY else v.acting)
    return (say(key, seat=Seat(int(v.turn)), card=names.kind_name(int(v.played)), ability=names.ability_name(v, half)),)


# --- Meta and Market -------------------------------------------------------------------------------------------------


def _meta(v: Any) -> Zone:
    """§3 A pile for each kind, with the ability above it and §8 its values."""
    pieces = tuple(_pile(v, kind) for kind in range(KINDS))
    return Zone("meta", say("scene.meta"), Shape.ROW, pieces, note=say("scene.legend"), lesson="meta")


def _pile(v: Any, kind: int) -> Piece:
    value, final = (int(abilities.value(v, kind, moment)) for moment in (IN_PLAY, AT_END))
    count = int(v.meta[kind])
    half = int(v.ability[kind])
    name = say(
        "scene.pile",
        card=names.card_name(kind),
        pile=number_of("cards", count),
        value=value,
        final=final,
        ability=NO_ABILITY_YET if half == NO_ABILITY else names.ability_name(v, half),
    )
    worth = str(value) if value == final else f"{value}/{final}"
    lit = (Lit.TURN,) * bool(v.played == kind)
    lines = (worth,) if half == NO_ABILITY else (worth, _family(half, int(v.box.bonus[half])))
    face, tally = _pile_face(v, kind), _tally(kind, count)
    return Piece(_pile_id(kind), face, tally, name, LETTERS[kind], lines=lines, lit=lit, count=count)


def _pile_face(v: Any, kind: int) -> str:
    """A Meta card is turned up when its ability is."""
    half = int(v.ability[kind])
    if half == NO_ABILITY:
        return ""
    return faces.pile_face(kind + 1, int(v.box.quantity[kind]), HALF_NAMES[half], int(v.box.bonus[half]))


def _face(v: Any, kind: int) -> str:
    return faces.kind_face(kind + 1, int(v.box.quantity[kind]))


@functools.cache
def _family(half: int, bonus: int) -> Message:
    """§2 The family of an ability half, for Value with what it adds."""
    return say(f"family.{FAMILY_NAMES[int(abilities.family_of(half))]}", bonus=f"{bonus:+}")


def _market(v: Any) -> Zone:
    """§5 The cards for sale; §19 those that the power left can pay are lit, and §14 those that are held."""
    pieces = tuple(piece for kind in range(KINDS) if v.market[kind] > 0 for piece in _offers(v, kind))
    closing = (Lit.WARNING,) * bool(v.closing)
    counters = [counted("market.deck", "deck", int(v.deck_size), lit=closing)]
    if any(v.removed):
        counters.append(counted("market.removed", "removed", int(sum(v.removed))))
    if v.phase == rules.BUYING:
        counters.append(counted("market.power", "power", int(v.power)))
    name, note, places = say("scene.market"), _market_note(v), int(v.options.market)
    return Zone("market", name, Shape.ROW, pieces, None, places, None, tuple(counters), note, lesson="market")


def _market_note(v: Any) -> Message:
    """How the offers are written, and §17 what is out of the game."""
    return say("scene.gone", cards=names.card_list(v.removed)) if any(v.removed) else say("scene.prices")


def _tally(kind: int, count: int) -> str:
    return f"{kind + 1}x{count}"


def _offers(v: Any, kind: int) -> list[Piece]:
    """The cards of a kind; §14 those that are held come first."""
    price, held, size = int(rules.price(v, kind, v.bought)), int(v.holding[kind]), int(v.market[kind])
    good = (size if rules.may_buy(v, kind) else 0) if v.phase == rules.BUYING else held
    face = _face(v, kind)
    return [_offer(face, kind, number, price, number < good, held) for number in range(size)]


@functools.lru_cache(MOST_REMEMBERED)
def _offer(face: str, kind: int, number: int, price: int, is_good: bool, first: int) -> Piece:
    return Piece(
        _card_id("market", kind, number),
        face,
        f"{kind + 1}:{price}",
        say("scene.offer", card=names.card_name(kind), price=price),
        LETTERS[kind],
        lit=(Lit.GOOD,) * is_good,
        like=_card_id("market", kind, first) if number > first else "",
        rank=kind + 1,
        price=price,
    )


def _hidden_drawn(v: Any) -> Zone:
    """§16 The cards drawn and not placed yet; only the drawing seat sees them."""
    return Zone("drawn", DRAWN, Shape.ROW, tuple(Piece(f"drawn.{number}") for number in range(v.drawn_size)))


def _drawn(v: Any) -> Zone:
    return Zone("drawn", DRAWN, Shape.ROW, _cards(v, "drawn", v.drawn))


def _cards(v: Any, place: str, counts: Sequence[int]) -> tuple[Piece, ...]:
    """Draw counts per kind as cards."""
    held = [kind for kind in range(KINDS) if counts[kind] > 0]
    return tuple(_card(_face(v, kind), place, kind, number) for kind in held for number in range(counts[kind]))


@functools.lru_cache(MOST_REMEMBERED)
def _card(face: str, place: str, kind: int, number: int, lit: tuple[Lit, ...] = (), came_from: str = "") -> Piece:
    return Piece(
        _card_id(place, kind, number),
        face,
        str(kind + 1),
        names.card_name(kind),
        LETTERS[kind],
        lit=lit,
        came_from=came_from,
        like=_card_id(place, kind) if number > 0 else "",
        rank=kind + 1,
    )


# --- what a seat has -------------------------------------------------------------------------------------------------


def _hidden_packet(v: Any, owner: int) -> Zone:
    """§6 The packet in hand."""
    place = f"seat{owner}.packet"
    pieces = tuple(Piece(f"{place}.{number}") for number in range(rules.packet_size(v)))
    return Zone(place, say("scene.packet"), Shape.FAN, pieces, owner, role=ZoneRole.HAND)


def _packet(v: Any, seat: int) -> Zone:
    """§6 A card chosen from it and still sealed is lit."""
    place = f"seat{seat}.packet"
    chosen = (int(v.chosen[seat]), 0)
    cards = [(kind, number) for kind in range(KINDS) for number in range(v.packet[seat, kind])]
    pieces = tuple(_card(_face(v, card[0]), place, *card, (Lit.GOOD,) * (card == chosen)) for card in cards)
    return Zone(place, say("scene.packet"), Shape.FAN, pieces, seat, role=ZoneRole.HAND)


def _own_hand(v: Any, seat: int) -> Zone:
    return hand_zone(seat, _cards(v, f"seat{seat}.hand", v.hand[seat]), note=_abilities_to_play(v, seat))


def _others_hand(v: Any, owner: int) -> Zone:
    """§7 The cards that a hand is known to hold, then those that are hidden."""
    place = f"seat{owner}.hand"
    if not rules.is_hidden(v, owner):
        return hand_zone(owner, _uncovered(v, owner, place))
    known = _cards(v, place, v.shown[owner])
    hidden = tuple(Piece(f"{place}.{number}") for number in range(len(known), v.held[owner]))
    return hand_zone(owner, known + hidden)


def _abilities_to_play(v: Any, seat: int) -> Text:
    """§12 What the cards of the hand would do, when one is to be played."""
    if v.phase != rules.PLAYING or v.turn != seat:
        return ""
    kinds = [kind for kind in range(KINDS) if v.hand[seat, kind] > 0]
    does = [
        say("scene.does", card=names.kind_name(kind), half=names.half_name(v, int(v.ability[kind]))) for kind in kinds
    ]
    return say("scene.abilities", abilities=does)


def _uncovered(v: Any, owner: int, place: str) -> tuple[Piece, ...]:
    """§17 §23 A hand that was looked at, or shown at the end: its cards came from its slots."""
    cards = [(kind, number) for kind in range(KINDS) for number in range(v.hand[owner, kind])]
    return tuple(
        _card(_face(v, kind), place, kind, number, came_from=f"{place}.{slot}")
        for slot, (kind, number) in enumerate(cards)
    )


def _final_values(v: Any) -> list[int]:
    return [int(abilities.value(v, kind, AT_END)) for kind in range(KINDS)]


def _panel(v: Any, owner: int, values: Sequence[int], seat: int = SPECTATOR) -> Panel:
    """§23 Points as they would be counted now; of a hidden hand, those of the cards it is known to hold."""
    is_hidden = rules.is_hidden(v, owner)
    cards = v.shown[owner] if is_hidden else v.hand[owner]
    points = sum(int(count) * value for count, value in zip(cards, values, strict=True))
    # A hand is hidden from its first card on, so nothing is called otherwise after it.
    things = "known_points" if is_hidden or (rules.has_packets(v) and owner != seat) else "points"
    counters = [
        counted(f"seat{owner}.points", things, points, role=CounterRole.SCORE),
        counted(f"seat{owner}.held", "cards", int(v.held[owner])),
    ]
    if rules.has_packets(v):
        counters.append(counted(f"seat{owner}.packet.size", "packet", int(rules.packet_size(v))))
    turn = (Lit.TURN,) * bool(rules.actors(v) >> owner & 1)
    return Panel(owner, tuple(counters), _notes(v, owner, seat), turn)


def _notes(v: Any, owner: int, seat: int) -> tuple[Text, ...]:
    """§7 The first player; §6 who has chosen; §17 who knows which hand."""
    facts = {
        "scene.first": v.first == owner,
        "scene.chosen": v.phase in texts.DRAFT_PHASES and not v.waiting >> owner & 1,
        "scene.has_looked": seat != SPECTATOR and rules.has_looked(v, owner, seat),
    }
    return tuple(say(key) for key, is_so in facts.items() if is_so)


# --- what an event did -----------------------------------------------------------------------------------------------


def change(before: Any, after: Any, actor: int, told: int) -> Change:
    """Say which piles and cards an action moved, as far as they are in sight after it."""
    if actor == DEALER or told in texts.HIDDEN:
        return Change()
    start = texts.span_of(told)
    number = told - start
    if start == rules.COPY:
        return Change(_picks(before, actor, told))
    if start in texts.SWAPS:
        return Change(_swapped(after, start, number // KINDS, number % KINDS))
    if start in (rules.PLAY, rules.RAISE, rules.TRASH_META):
        return Change((_pile_id(number),))
    if start in (rules.STOCK, rules.HOLD):
        return Change(_last_offer(after, number))
    return Change(_last_known(after, actor, number)) if start == rules.BUY else Change()


def _swapped(after: Any, start: int, first: int, second: int) -> tuple[str, ...]:
    """§18 Where the cards of a swap lie now; what went into a hand is not in sight."""
    if start == rules.SWAP_META_HAND:
        return (_pile_id(second),)
    raised = (_pile_id(first),) if start == rules.SWAP_MARKET_META else ()
    return (*_last_offer(after, second), *raised)


def _last_offer(after: Any, kind: int) -> tuple[str, ...]:
    size = int(after.market[kind])
    return (_card_id("market", kind, size - 1),) if size else ()


def _last_known(after: Any, owner: int, kind: int) -> tuple[str, ...]:
    """§7 A bought card lies among those that the hand is known to hold."""
    known = int((after.shown if rules.is_hidden(after, owner) else after.hand)[owner, kind])
    return (_card_id(f"seat{owner}.hand", kind, known - 1),) if known > 0 else ()


# --- what picks mean -------------------------------------------------------------------------------------------------

USUAL = (*range(rules.PLAY, rules.PLAY + KINDS), *range(rules.BUY, rules.BUY + KINDS), *BUTTONS)


def meant(v: Any, seat: int, picks: Sequence[str]) -> list[int]:
    """Whatever is asked for now and picks these cards first; else what such a card is for at another time."""
    wanted = tuple(map(_copies, picks))
    if not wanted:
        return []
    asked = [number for number in range(rules.ACTIONS) if texts.span_of(number) in words.spans_asked(v)]
    found = [number for number in asked if _begins(_picks(v, seat, number), wanted)]
    return found or [number for number in USUAL if (_usual_pick(seat, number),) == wanted]


def _begins(picks: Sequence[str], wanted: tuple[str, ...]) -> bool:
    return tuple(map(_copies, picks))[: len(wanted)] == wanted


def _copies(pick: str) -> str:
    """Copies of a card are alike: give the id of one without the number behind its kind."""
    return pick.rpartition(".")[0] if pick.count(".") > 1 else pick


def _usual_pick(seat: int, action: int) -> str:
    """§11 §19 Cards of the hand are played, those of the Market are bought, and buttons do what they say."""
    start = texts.span_of(action)
    if start in BUTTONS:
        return BUTTONS[start]
    return _copies(_pick(seat, HAND if start == rules.PLAY else rules.MARKET, action - start))
