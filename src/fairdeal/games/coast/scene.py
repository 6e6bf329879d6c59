"""Craft My Coast as it is drawn: every seat's region with its balance, the card in hand, pile and agenda.

A region has dozens of squares, and most events change none of them, so what was drawn is remembered. Balanced lines
and points are counted while the squares are drawn; a test says that the rules agree.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from fairdeal.contract.scene import (
    TURN,
    Button,
    Change,
    CounterRole,
    Lit,
    Panel,
    Path,
    Piece,
    PieceRole,
    Scene,
    Shape,
    Text,
    Zone,
    ZoneLine,
    ZoneRole,
    lesson_of,
    square,
    square_of,
)
from fairdeal.engine.kernel import DEALER, SPECTATOR, UNKNOWN
from fairdeal.engine.plain import interpreted
from fairdeal.errors import Unreadable
from fairdeal.games.coast import faces, words
from fairdeal.games.coast.data import BLANK_LETTER, CARD_NAMES, LETTERS
from fairdeal.games.coast.names import card_name, icon_name, out_of_game, tile_name, undrawn
from fairdeal.games.coast.rules import BLACK, CITIES, GREEN, NO_CARD, ORIGIN, SQUARES, TURNS, WIDE
from fairdeal.kit.scenes import counted
from fairdeal.kit.staging import hand_zone
from fairdeal.language.messages import Message, say

rules = interpreted("fairdeal.games.coast.rules")

GREEN_SUIT, BLACK_SUIT = "G", "K"
SUITS = {GREEN: GREEN_SUIT, BLACK: BLACK_SUIT}
SUIT_NAMES = tuple((letter, say(f"scene.suit.{letter}")) for letter in SUITS.values())
BALANCED = "="
BALANCED_SUITS = (GREEN_SUIT, BLACK_SUIT)
QUARTERS = tuple(90 * turn for turn in range(TURNS))
HALVES = QUARTERS[::2]
HALF_TURN = f"{TURN}180"
MOST_SQUARES = 2**12  # remembered: nearly all that some fifty tables draw again
MOST_PATHS = 2**11
MOST_REGIONS = 2**8


def public_scene(v: Any) -> Scene:
    """Draw what all may see, of a spectator's view."""
    regions = [_region(v, seat) for seat in range(v.seats)]
    return Scene(
        prompt=words.prompt(v, SPECTATOR),
        zones=tuple(zone for region in regions for zone in _zones(v, region)),
        panels=tuple(_panel(v, region) for region in regions),
        suits=SUIT_NAMES,
    )


def own_scene(v: Any, seat: int, actions: Sequence[int]) -> Scene:
    """Draw what a seat has beyond that, of its own view: its agenda and what that makes of its region."""
    region = _region(v, seat)
    has_secret = v.agenda[seat] >= 0 and v.phase != rules.OVER
    zones = [_explained(region.zone), _agenda(v, seat)] if has_secret else []
    zones += [_hand(v, seat, QUARTERS)] if v.phase == rules.PLAYING else []
    zones += [_cities(v, seat)] if _is_arranging(v, seat) else []
    prompt = _prompt(v, seat, actions) if actions else None
    return Scene(
        prompt=prompt or "",
        zones=tuple(zones),
        panels=(_panel(v, region),) if has_secret else (),
        paths=tuple(_path(seat, action) for action in actions),
        buttons=_buttons(v, actions),
        status=_status(v, seat),
        lesson=lesson_of(prompt),
    )


def _explained(zone: Zone) -> Zone:
    """§15 Say what the numbers in its margins mean."""
    return replace(zone, note=say("scene.lines")) if zone.lines else zone


def _is_arranging(v: Any, seat: int) -> bool:
    return bool(v.phase == rules.ARRANGING and not rules.has_arranged(v, seat))


def _prompt(v: Any, seat: int, actions: Sequence[int]) -> Message:
    """As the words have it, but without how an action is typed."""
    if v.phase == rules.ARRANGING:
        return say("scene.arrange")
    if actions[0] == rules.DRAW:
        return words.prompt(v, seat)
    key = "prompt.aside" if actions[0] == rules.ASIDE else "scene.place"
    return say(key, card=card_name(seat, int(v.hand[seat])))


def _status(v: Any, seat: int) -> tuple[Text, ...]:
    """§3 What the seat plays for."""
    icon = v.agenda[seat]
    return (say("scene.own_agenda", icon=icon_name(icon)),) if icon >= 0 else ()


def _buttons(v: Any, actions: Sequence[int]) -> tuple[Button, ...]:
    if v.phase != rules.PLAYING:
        return ()
    aside = (Button("aside", say("scene.aside")),) if list(actions) == [rules.ASIDE] else ()
    return (Button("draw", say("scene.draw")), *aside)


@functools.lru_cache(MOST_PATHS)
def _path(seat: int, action: int) -> Path:
    return Path(words.text(action), _picks(seat, action))


def _picks(seat: int, action: int) -> tuple[str, ...]:
    if action in (rules.DRAW, rules.ASIDE):
        return (words.text(action),)
    if action < rules.DRAW:
        return _arrange_picks(seat, action - rules.ARRANGE)
    place = action - rules.PLACE
    row, column = rules.row_of(place) - ORIGIN, rules.col_of(place) - ORIGIN
    return f"{TURN}{90 * rules.turn_of(place)}", square(f"seat{seat}.region", row, column)


def _arrange_picks(seat: int, arrangement: int) -> tuple[str, ...]:
    """§5 The cities from left to right, half a turn before each that is turned."""
    picks = []
    for at, city in enumerate(rules.ORDERS[arrangement >> CITIES]):
        picks += [HALF_TURN] if arrangement >> at & 1 else []
        picks.append(f"seat{seat}.{CARD_NAMES[city]}")
    return tuple(picks)


# --- what a seat has -------------------------------------------------------------------------------------------------


def _zones(v: Any, region: Region) -> tuple[Zone, ...]:
    return region.zone, _agenda(v, region.owner), _hand(v, region.owner), _pile(v, region.owner)


def _agenda(v: Any, owner: int) -> Zone:
    """§4 Only its own seat sees it, until the end."""
    icon = v.agenda[owner]
    pieces = () if icon == rules.NOT_DEALT else (_agenda_card(v, icon, f"seat{owner}.agenda.0"),)
    return Zone(f"seat{owner}.agenda", say("scene.agenda"), Shape.ROW, pieces, owner, lesson="agenda")


def _agenda_card(v: Any, icon: int, slot: str) -> Piece:
    if icon == UNKNOWN:
        return Piece(slot)
    letter = LETTERS[icon]
    suit = _suit(v, icon)
    face = faces.agenda_face(letter, suit)
    return Piece(f"agenda.{letter}", face, letter, icon_name(icon), suit, came_from=slot)


def _hand(v: Any, owner: int, turns: tuple[int, ...] = ()) -> Zone:
    """§8 At most one card, drawn face up; §9 its owner may turn it."""
    card = v.hand[owner]
    slot = f"seat{owner}.pile.{v.left[owner]}"
    pieces = () if card == NO_CARD else (_tile(v, owner, card, turns, slot),)
    return hand_zone(owner, pieces)


def _pile(v: Any, owner: int) -> Zone:
    """§6 Its order is unknown; which cards are still to come can be counted."""
    size = int(v.left[owner])
    top = (Piece(f"seat{owner}.pile.{size - 1}"),) if size else ()
    count, out = len(undrawn(v, owner)), out_of_game(v, "scene.out")
    note: Text = say("scene.undrawn", count=count, out=out) if size and v.phase != rules.OVER else ""
    return Zone(f"seat{owner}.pile", say("scene.pile"), Shape.PILE, top, owner, size=size, note=note)


def _cities(v: Any, seat: int) -> Zone:
    """§5 The cities that wait to be laid, each turned by half or not."""
    pieces = tuple(_tile(v, seat, city, HALVES) for city in range(CITIES))
    return Zone(f"seat{seat}.cities", say("scene.cities"), Shape.ROW, pieces, seat, role=ZoneRole.HAND)


def _tile(v: Any, owner: int, card: int, turns: tuple[int, ...], slot: str = "") -> Piece:
    numbers = range(card * SQUARES, (card + 1) * SQUARES)
    squares = tuple(_square_of(v, owner, number, at // WIDE, at % WIDE) for at, number in enumerate(numbers))
    name = CARD_NAMES[card]
    face = faces.tile_face([str(piece.face) for piece in squares])
    return Piece(
        f"seat{owner}.{name}",
        face,
        name,
        tile_name(card),
        squares=squares,
        turns=turns,
        came_from=slot,
        role=PieceRole.TILE,
    )


def _square_of(v: Any, owner: int, number: int, row: int, column: int) -> Piece:
    icon = v.box.icon[number]
    return _square(owner, number, icon, _suit(v, icon), row, column, False)


@functools.lru_cache(MOST_SQUARES)
def _square(owner: int, number: int, icon: int, suit: str, row: int, column: int, scores: bool) -> Piece:
    """A square, numbered as regions number them, named after its card and its place on it."""
    card = CARD_NAMES[rules.card_of(number)]
    letter = (LETTERS + BLANK_LETTER)[icon]
    return Piece(
        f"seat{owner}.{card}.{number % SQUARES}",
        faces.square_face(letter, suit),
        letter,
        icon_name(icon),
        suit,
        row,
        column,
        of=f"seat{owner}.{card}",
        lit=(Lit.SCORING,) * scores,
        role=PieceRole.SQUARE,
    )


def _suit(v: Any, icon: int) -> str:
    return SUITS.get(v.box.shade[icon], "")


# --- regions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Region:
    """A seat's region as it is drawn, and what that counts."""

    owner: int
    zone: Zone
    balanced: int
    icons: int
    """Of the seat's agenda, if that is known."""


def _region(v: Any, owner: int) -> Region:
    """§5 The squares that show; those of an agenda that is known score."""
    region, top, left, right = v.region[owner], v.top[owner], v.leftmost[owner], v.rightmost[owner]
    rows = tuple(tuple(region[row][left : right + 1]) for row in range(top, v.bottom[owner] + 1))
    suits = tuple(_suit(v, icon) for icon in range(rules.ICONS + 1))
    is_arranged = bool(rules.has_arranged(v, owner))
    return _drawn_region(
        owner, rows, top - ORIGIN, left - ORIGIN, tuple(v.box.icon), suits, v.agenda[owner], is_arranged
    )


@functools.lru_cache(MOST_REGIONS)
def _drawn_region(
    owner: int,
    rows: tuple[tuple[int, ...], ...],
    top: int,
    left: int,
    icons: tuple[int, ...],
    suits: tuple[str, ...],
    agenda: int,
    is_arranged: bool,
) -> Region:
    pieces = tuple(
        _square(owner, number, icons[number], suits[icons[number]], row, column, icons[number] == agenda)
        for row, numbers in enumerate(rows, top)
        for column, number in enumerate(numbers, left)
        if number >= 0
    )
    note: Text = "" if pieces else say("scene.hidden" if is_arranged else "scene.not_arranged")
    lines = _lines(pieces)
    zone = Zone(
        f"seat{owner}.region",
        say("scene.region"),
        Shape.REGION,
        pieces,
        owner,
        note=note,
        lines=lines,
        lesson="region",
        balance=BALANCED_SUITS,
    )
    balanced = sum(line.text == BALANCED for line in lines)
    return Region(owner, zone, balanced, sum(1 for piece in pieces if piece.lit))


def _lines(pieces: Sequence[Piece]) -> tuple[ZoneLine, ...]:
    """§15 Every row and column with icons: balanced, or how many more are green than black."""
    rows: dict[int, list[str]] = {}
    columns: dict[int, list[str]] = {}
    for piece in pieces:
        rows.setdefault(piece.row, []).append(piece.suit)
        columns.setdefault(piece.column, []).append(piece.suit)
    across = [ZoneLine(row=row, text=text, lit=_good(text)) for row, text in _balances(rows)]
    down = [ZoneLine(column=column, text=text, lit=_good(text)) for column, text in _balances(columns)]
    return (*across, *down)


def _balances(lines: dict[int, list[str]]) -> list[tuple[int, str]]:
    texts = [(number, _balance(suits.count(GREEN_SUIT), suits.count(BLACK_SUIT))) for number, suits in lines.items()]
    return sorted((number, text) for number, text in texts if text)


def _balance(green: int, black: int) -> str:
    """§15 A line is balanced with as many green as black icons, at least one of each."""
    if green == black:
        return BALANCED if green else ""
    return f"{green - black:+}"


def _good(text: str) -> tuple[Lit, ...]:
    return (Lit.GOOD,) * (text == BALANCED)


# --- panels ----------------------------------------------------------------------------------------------------------


def _panel(v: Any, region: Region) -> Panel:
    """§15 Points as they stand; those for a secret agenda are not among them."""
    seat, left = region.owner, int(v.left[region.owner])
    points = region.balanced + region.icons - int(rules.points_lost(v, seat))
    things = "open_points" if v.agenda[seat] == UNKNOWN else "points"
    counters = (
        counted(f"seat{seat}.points", things, points, role=CounterRole.SCORE),
        counted(f"seat{seat}.lines", "lines", region.balanced, lit=(Lit.GOOD,) * (region.balanced > 0)),
        counted(f"seat{seat}.left", "left", left, cost=int(v.box.left_costs)),
    )
    return Panel(seat, counters, lit=(Lit.TURN,) * bool(rules.actors(v) >> seat & 1))


# --- what an event did -----------------------------------------------------------------------------------------------


def change(before: Any, after: Any, actor: int, told: int) -> Change:
    """§8 §9 Say what was drawn, or the squares that were laid."""
    if actor == DEALER or told < rules.DRAW or told in (rules.ASIDE, rules.ARRANGE_HIDDEN):
        return Change()
    card = f"seat{actor}.{CARD_NAMES[(after if told == rules.DRAW else before).hand[actor]]}"
    return Change((card,) if told == rules.DRAW else tuple(f"{card}.{number}" for number in range(SQUARES)))


# --- what picks mean -------------------------------------------------------------------------------------------------


def meant(v: Any, seat: int, picks: Sequence[str]) -> list[int]:
    """§5 §9 A square is where the card is to lie, as it is turned; cities are an arrangement once all are picked."""
    try:
        return [words.action(_meant_text(seat, picks))]
    except Unreadable:
        return []


def _meant_text(seat: int, picks: Sequence[str]) -> str:
    place = square_of(picks[-1]) if picks else None
    if place is None:
        return picks[0] if len(picks) == 1 else f"arrange {_meant_cities(seat, picks)}"
    zone, row, column = place
    turns = [pick.removeprefix(TURN) for pick in picks[:-1]] or ["0"]
    return f"place {' '.join(turns)} {row},{column}" if zone == f"seat{seat}.region" else ""


def _meant_cities(seat: int, picks: Sequence[str]) -> str:
    cities = [pick.removeprefix(f"seat{seat}.") for pick in picks]
    return " ".join(
        city + words.TURNED * (before == HALF_TURN) for before, city in pairwise(["", *cities]) if city != HALF_TURN
    )
