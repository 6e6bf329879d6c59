"""How most card games look: a trick, hands, panels of seats, buttons; and the same in words.

Bound to a game's rules, words and scene, and laid under its scene: whatever that defines takes the place of what is
here. A scene gives `counters` of a seat, `notes` on it, and the zones in the `middle` of the table; fields of the state
that have the usual names are drawn by themselves: the trick (`trick`, `leader`, `laid`, `taker`) and the hands (`hand`,
`held`), whose cards are the game's `CARDS_OF` (`fairdeal.kit.kinds.Cards`).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, cast

from fairdeal.contract.game import list_legal
from fairdeal.contract.scene import (
    Button,
    Change,
    Counter,
    Lit,
    Panel,
    Path,
    Piece,
    PieceRole,
    Scene,
    Shape,
    Text,
    Zone,
    ZoneRole,
    lesson_of,
    merged,
)
from fairdeal.contract.words import Words
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN, rules
from fairdeal.engine.plain import plain, record_of
from fairdeal.kit.about import doing
from fairdeal.kit.kinds import Cards, Count
from fairdeal.language.messages import Message, Seat, fixed, say

HAS_MIDDLE: bool = False
HAS_NOTES: bool = False
HAS_STATUS: bool = False
HAS_OWN: bool = False
HAS_TRICKS: bool = False
HAS_HANDS: bool = False
CARDS: Any = None

HAND, TRICK = fixed("usual.hand"), fixed("usual.trick")


def constants(rules: Any) -> dict[str, Any]:
    """Tell which of the usual fields there are."""
    names = set(rules.STATE.names or ())
    return {
        "HAS_TRICKS": names >= {"trick", "leader", "laid", "taker"},
        "HAS_HANDS": names >= {"hand", "held"},
        "CARDS": vars(rules).get("CARDS_OF"),
    }


def row(name: str, title: Text, pieces: Sequence[Piece], **more: Any) -> Zone:
    """Lay pieces side by side."""
    return Zone(name, title, Shape.ROW, tuple(pieces), **more)


def pile(name: str, title: Text, count: int, top: Piece | None = None, **more: Any) -> Zone:
    """Lay cards one on another, face down but for the top one, if that is known."""
    pieces = (top or Piece(f"{name}.top", count=count),) if count > 0 else ()
    return Zone(name, title, Shape.PILE, pieces, size=count, **more)


def grid(name: str, title: Text, columns: int, pieces: Sequence[Piece], **more: Any) -> Zone:
    """Lay pieces in cells; each has its row and column."""
    return Zone(name, title, Shape.GRID, tuple(pieces), columns=columns, **more)


# --- what all may see, and what a seat has beyond that ---------------------------------------------------------------


def public_scene(v: Any) -> Scene:
    """Draw what all may see, of a spectator's view."""
    actors = rules.actors(v)
    return Scene(
        prompt=rules.prompt(v, SPECTATOR),
        zones=(*(rules.middle(v) if HAS_MIDDLE else ()), *([trick(v)] if HAS_TRICKS else []), *hidden_hands(v)),
        panels=tuple(panel(v, seat, actors) for seat in range(v.seats)),
        status=tuple(rules.status(v)) if HAS_STATUS else (),
        suits=CARDS.suit_names if CARDS else (),
    )


def own_scene(v: Any, seat: int, legal: Sequence[int]) -> Scene:
    """Draw a seat's hand, what it is asked, and what it can do."""
    asked = rules.prompt(v, seat) if legal else None
    hands = (own_hand(v, seat),) if HAS_HANDS else ()
    return Scene(
        prompt=asked or "",
        zones=(*hands, *(rules.own(v, seat) if HAS_OWN else ())),
        paths=tuple(Path(rules.text(action), picks_of(action)) for action in legal),
        buttons=tuple(
            Button(rules.text(action), rules.named(v, seat, action)) for action in legal if is_button(action)
        ),
        lesson=lesson_of(asked),
    )


def is_button(action: int) -> bool:
    """Tell whether an action is about no piece on the table."""
    return not piece_of(action)


def piece_of(action: int) -> str:
    """Name the card or the place that an action is about, if any."""
    _, act = rules.act_of(action)
    number = action - act.start
    if isinstance(act.kind, Cards):
        return act.kind.texts[number]
    return act.kind.piece(number) if isinstance(act.kind, Count) else ""


@functools.cache
def picks_of(action: int) -> tuple[str, ...]:
    """Name what to pick: a piece, or a button called like the action."""
    return (piece_of(action) or rules.text(action),)


def hidden_hands(v: Any) -> list[Zone]:
    """Draw the backs of all hands."""
    return [backs(seat, int(v.held[seat])) for seat in range(v.seats)] if HAS_HANDS else []


@functools.cache
def backs(seat: int, held: int) -> Zone:
    """Draw a hand that others hold: so many backs."""
    return hand_zone(seat, tuple(Piece(f"seat{seat}.hand.{place}") for place in range(held)))


def hand_zone(seat: int, pieces: tuple[Piece, ...], **more: Any) -> Zone:
    """Lay out a hand."""
    return Zone(f"seat{seat}.hand", HAND, Shape.FAN, pieces, seat, role=ZoneRole.HAND, **more)


def own_hand(v: Any, seat: int) -> Zone:
    """Draw the hand that its seat sees."""
    return hand_zone(seat, tuple(CARDS.piece(card) for card in CARDS.members(int(v.hand[seat]))))


def trick(v: Any) -> Zone:
    """Draw the trick in the order of play; who would take it as it lies is lit."""
    order = [int(v.leader + step) % int(v.seats) for step in range(v.laid)]
    pieces = []
    for seat in order:
        lit = (Lit.LEADS,) * bool(seat == v.leader) + (Lit.WINNING,) * bool(seat == v.taker)
        came_from = f"seat{seat}.hand.{v.held[seat]}"
        pieces.append(CARDS.piece(int(v.trick[seat]), lit, seat=seat, came_from=came_from))
    return row("trick", TRICK, pieces, role=ZoneRole.TRICK)


def panel(v: Any, seat: int, actors: int) -> Panel:
    """Show the numbers of a seat, and whether it acts or leads."""
    leads = HAS_TRICKS and v.leader == seat and bool(actors) and not actors >> DEALER & 1
    lit = (Lit.TURN,) * (actors >> seat & 1) + (Lit.LEADS,) * bool(leads)
    return Panel(seat, tuple(rules.counters(v, seat)), tuple(rules.notes(v, seat)) if HAS_NOTES else (), lit)


def describe(v: Any, seat: int) -> list[Message]:
    """Say all that the seat can see, line by line: what the scene shows."""
    scene = public_scene(v)
    zones = [zone for zone in scene.zones if zone.seat is None]
    own = [own_hand(v, seat)] if HAS_HANDS and 0 <= seat < v.seats else []
    lines = [line if isinstance(line, Message) else say("text", text=line) for line in scene.status]
    lines += [_panel_line(panel) for panel in scene.panels]
    return lines + [_zone_line(zone) for zone in (*zones, *own) if zone.pieces]


def _panel_line(panel: Panel) -> Message:
    return say("usual.panel", player=Seat(panel.seat), counters=[*map(_counter_line, panel.counters), *panel.notes])


def _counter_line(counter: Counter) -> Message:
    key = "usual.counter" if counter.limit is None else "usual.counter_of"
    return say(key, value=counter.value, limit=counter.limit, name=counter.name)


def _zone_line(zone: Zone) -> Message:
    pieces = [
        piece.text if piece.seat is None else say("usual.laid", card=piece.text, player=Seat(piece.seat))
        for piece in zone.pieces
    ]
    return say("usual.zone", zone=zone.name, pieces=pieces)


# --- a piece closely -------------------------------------------------------------------------------------------------


def about(v: Any, seat: int, name: str) -> tuple[Message, ...]:
    """Tell of a piece what it is, where it lies and what could be done with it; of a counter, all of its seat."""
    scene = public_scene(v) if seat < 0 else merged(public_scene(v), own_scene(v, seat, list_legal(rules, v, seat)))
    for zone in scene.zones:
        for piece in zone.pieces:
            if piece.id == name:
                can_be_picked = zone.seat == seat or any(name in path.picks for path in scene.paths)
                return _title(piece), *_place(zone, piece), *(_uses(v, seat, name) if can_be_picked else ())
    for panel in scene.panels:
        for counter in panel.counters:
            if counter.id == name:
                return say("text", text=counter.head or counter.name), _panel_line(panel)
    return ()


def _title(piece: Piece) -> Message:
    if piece.name or piece.text:
        return say("text", text=piece.name or piece.text)
    return say("usual.empty_place" if piece.role == PieceRole.CELL else "usual.face_down")


def _place(zone: Zone, piece: Piece) -> list[Message]:
    where = say("usual.place", zone=zone.name)
    if zone.seat is not None:
        where = say("usual.place_of", zone=zone.name, player=Seat(zone.seat))
    laid = [] if piece.seat is None else [say("usual.laid_by", seat=Seat(piece.seat))]
    return [where, *laid, *([] if piece.count is None else [say("usual.in_pile", count=piece.count)])]


def _uses(v: Any, seat: int, name: str) -> list[Message]:
    legal = list_legal(rules, v, seat)
    return [line for action in meant(v, seat, [name]) for line in doing(cast(Words, rules), legal, v, seat, action)]


# --- what an event did, and what picks mean --------------------------------------------------------------------------


def change(before: Any, after: Any, actor: int, told: int) -> Change:
    """Say which card was moved; a full trick rests before it is taken."""
    if actor == DEALER or told >= rules.ACTIONS or not isinstance(rules.act_of(told)[1].kind, Cards):
        return Change()
    moved = picks_of(told)
    if not HAS_TRICKS or after.laid > 0 or before.laid != before.seats - 1:
        return Change(moved)
    return Change(moved, stills=(full_trick(before, after, actor, CARDS.numbers[moved[0]]),))


def full_trick(before: Any, after: Any, actor: int, card: int) -> Any:
    """Give the view with the last card laid; whoever takes the trick, and leads the next, is in turn."""
    full = record_of(plain(before))
    full.trick[actor] = card
    full.laid += 1
    full.held[actor] -= 1
    if full.hand[actor] != UNKNOWN:
        full.hand[actor] &= ~(1 << card)
    if full.held[actor] == 0:
        full.hand[actor] = 0
    full.taker = full.turn = after.leader
    return plain(full)


def meant(v: Any, seat: int, picks: Sequence[str]) -> list[int]:
    """List what picks may mean: of several verbs about one card, those of which something is legal now, if any."""
    found = [action for action in range(rules.ACTIONS) if picks_of(action) == tuple(picks)]
    verbs = {rules.act_of(action)[0] for action in list_legal(rules, v, seat)}
    return [action for action in found if rules.act_of(action)[0] in verbs] or found[:1]
