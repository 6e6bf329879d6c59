"""CASTER as it is drawn: the ring of trumps, the trick in seat order, score cards, and the hand."""

from __future__ import annotations

from typing import Any

from fairdeal.game import list_legal
from fairdeal.games.caster import rules, words
from fairdeal.games.caster.data import LETTERS
from fairdeal.games.caster.rules import COLOURS
from fairdeal.messages import Seat, say
from fairdeal.scene import Counter, Lit, Panel, Path, Piece, Scene, Shape, Zone


def scene(v: Any, seat: int) -> Scene:
    """Draw a view for its seat, or for a spectator."""
    zones = [_ring(v), _trick(v)]
    zones += [_score_cards(v, other) for other in range(v.seats)]
    zones += [_hand(v, other, seat) for other in range(v.seats)]
    if v.phase == rules.PASS and seat >= 0:
        zones.append(_gifts(v, seat))
    return Scene(
        prompt=words.prompt(v, seat),
        zones=tuple(zones),
        panels=tuple(_panel(v, other) for other in range(v.seats)),
        paths=tuple(_path(action) for action in list_legal(rules, v, seat)) if seat >= 0 else (),
        status=(words.look(v, seat)[0],),
        suits=tuple((letter, words.colour_name(colour)) for colour, letter in enumerate(LETTERS)),
    )


def _path(action: int) -> Path:
    return Path(words.text(action), (words.card_text(action % rules.CARDS),))


def _piece(name: str, lit: tuple[Lit, ...] = (), came_from: str = "", seat: int | None = None) -> Piece:
    label = say("scene.card", colour=words.colour_name(LETTERS.index(name[0])), value=int(name[1:]))
    return Piece(name, name, name, label, name[0], lit=lit, came_from=came_from, seat=seat)


def _ring(v: Any) -> Zone:
    """§2 The colours in the order of the ring, each followed by its trump."""
    order = [0]
    while len(order) < COLOURS:
        order.append(v.box.trump[order[-1]])
    led = rules.led_colour(v) if v.laid > 0 else None
    pieces = tuple(_ring_piece(v, colour, led) for colour in order)
    return Zone("ring", say("scene.ring"), Shape.TRACK, pieces)


def _ring_piece(v: Any, colour: int, led: int | None) -> Piece:
    lit: tuple[Lit, ...] = ()
    if led is not None:
        lit = (Lit.LEADS,) * (colour == led) + (Lit.TRUMP,) * (colour == v.box.trump[led])
    return Piece(f"ring.{LETTERS[colour]}", "", LETTERS[colour], words.colour_name(colour), LETTERS[colour], lit=lit)


def _trick(v: Any) -> Zone:
    """§7 The trick in the order of play; who would take it as it lies is lit."""
    order = [(v.leader + step) % v.seats for step in range(v.laid)]
    best = rules.trick_taker(v) if order else None
    pieces = []
    for who in order:
        lit = (Lit.LEADS,) * (who == v.leader) + (Lit.WINNING,) * (who == best)
        pieces.append(_piece(words.card_text(v.trick[who]), lit, f"seat{who}.hand.{v.held[who]}", who))
    return Zone("trick", say("scene.trick"), Shape.ROW, tuple(pieces))


def _score_cards(v: Any, seat: int) -> Zone:
    """§11 The card on top of each trick taken."""
    pieces = tuple(_piece(name, (Lit.SCORING,)) for name in words.card_texts(v.scored[seat]))
    return Zone(f"seat{seat}.score", say("scene.score_cards"), Shape.ROW, pieces, seat)


def _hand(v: Any, owner: int, seat: int) -> Zone:
    if owner == seat:
        pieces = tuple(_piece(name) for name in words.card_texts(v.hand[owner]))
    else:
        pieces = tuple(Piece(f"seat{owner}.hand.{place}") for place in range(v.held[owner]))
    return Zone(f"seat{owner}.hand", say("scene.hand"), Shape.FAN, pieces, owner)


def _gifts(v: Any, seat: int) -> Zone:
    """Passing: what waits to be handed over."""
    pieces = tuple(_piece(name) for name in words.card_texts(v.gave[seat]))
    return Zone(f"seat{seat}.gifts", say("scene.gifts", left=Seat(rules.left_of(v, seat))), Shape.ROW, pieces, seat)


def _panel(v: Any, seat: int) -> Panel:
    limit = v.box.limit[v.seats]
    burst = (Lit.WARNING,) * bool(rules.has_burst(v, seat))
    points = v.total[seat] + (rules.round_points(v, seat) if v.phase == rules.TRICK else 0)
    counters = [
        Counter(f"seat{seat}.points", say("scene.points"), points),
        Counter(f"seat{seat}.tricks", say("scene.tricks"), rules.tricks_taken(v, seat), limit, burst),
        Counter(f"seat{seat}.held", say("scene.held"), v.held[seat]),
    ]
    lacking = [words.colour_name(colour) for colour in range(COLOURS) if v.lacks[seat] >> colour & 1]
    notes = (say("scene.lacks", colours=lacking),) if lacking else ()
    turn = (Lit.TURN,) * bool(rules.actors(v) >> seat & 1)
    leads = (Lit.LEADS,) * (v.phase == rules.TRICK and v.leader == seat)
    return Panel(seat, tuple(counters), notes, turn + leads)
