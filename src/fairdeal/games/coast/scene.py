"""Craft My Coast as it is drawn: every seat's region with its balance, the card in hand, pile and agenda."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fairdeal.game import list_legal
from fairdeal.games.coast import rules, words
from fairdeal.games.coast.data import BLANK_LETTER, CARD_NAMES, LETTERS
from fairdeal.games.coast.rules import BLACK, CITIES, GREEN, NO_CARD, ORIGIN, SQUARES, TURNS, WIDE
from fairdeal.kernel import UNKNOWN
from fairdeal.messages import Label, Message, say
from fairdeal.scene import Button, Counter, Line, Lit, Panel, Path, Piece, Scene, Shape, Text, Zone, square

SUITS = {GREEN: "G", BLACK: "K"}
BALANCED = "="
QUARTERS = tuple(90 * turn for turn in range(TURNS))
HALVES = QUARTERS[::2]


def scene(v: Any, seat: int) -> Scene:
    """Draw a view for its seat, or for a spectator."""
    zones = [zone for other in range(v.seats) for zone in _zones(v, other, seat)]
    if _is_arranging(v, seat):
        zones.append(_cities(v, seat))
    actions = list_legal(rules, v, seat) if seat >= 0 else []
    return Scene(
        prompt=_prompt(v, seat, actions),
        zones=tuple(zones),
        panels=tuple(_panel(v, other) for other in range(v.seats)),
        paths=tuple(Path(words.text(action), _picks(seat, action)) for action in actions),
        buttons=_buttons(v, seat, actions),
        status=_status(v, seat),
        suits=tuple((letter, say(f"scene.suit.{letter}")) for letter in SUITS.values()),
    )


def _is_arranging(v: Any, seat: int) -> bool:
    return seat >= 0 and v.phase == rules.ARRANGING and not rules.has_arranged(v, seat)


def _prompt(v: Any, seat: int, actions: list[int]) -> Message:
    """As the words have it, but without how an action is typed."""
    if _is_arranging(v, seat):
        return say("scene.arrange")
    if actions and actions[0] >= rules.PLACE and actions[0] != rules.ASIDE:
        return say("scene.place", card=CARD_NAMES[v.hand[seat]])
    return words.prompt(v, seat)


def _status(v: Any, seat: int) -> tuple[Text, ...]:
    """§3 What the seat plays for."""
    if seat < 0 or v.agenda[seat] < 0:
        return ()
    return (say("scene.own_agenda", letter=LETTERS[v.agenda[seat]], icon=_icon_name(v.agenda[seat])),)


def _buttons(v: Any, seat: int, actions: list[int]) -> tuple[Button, ...]:
    if seat < 0 or v.phase != rules.PLAYING:
        return ()
    aside = (Button("aside", say("scene.aside")),) if actions == [rules.ASIDE] else ()
    return (Button("draw", say("scene.draw")), *aside)


def _picks(seat: int, action: int) -> tuple[str, ...]:
    if action in (rules.DRAW, rules.ASIDE):
        return (words.text(action),)
    if action < rules.DRAW:
        return _arrange_picks(seat, action - rules.ARRANGE)
    place = action - rules.PLACE
    row, column = rules.row_of(place) - ORIGIN, rules.col_of(place) - ORIGIN
    return f"turn.{90 * rules.turn_of(place)}", square(f"seat{seat}.region", row, column)


def _arrange_picks(seat: int, arrangement: int) -> tuple[str, ...]:
    """§5 The cities from left to right, half a turn before each that is turned."""
    picks = []
    for at, city in enumerate(rules.ORDERS[arrangement >> CITIES]):
        picks += ["turn.180"] if arrangement >> at & 1 else []
        picks.append(f"seat{seat}.{CARD_NAMES[city]}")
    return tuple(picks)


# --- what a seat has -------------------------------------------------------------------------------------------------


def _zones(v: Any, owner: int, seat: int) -> tuple[Zone, ...]:
    return _region(v, owner), _agenda(v, owner), _hand(v, owner, seat), _pile(v, owner)


def _agenda(v: Any, owner: int) -> Zone:
    """§4 Only its own seat sees it, until the end."""
    icon = v.agenda[owner]
    pieces = () if icon == rules.NOT_DEALT else (_agenda_card(v, icon, f"seat{owner}.agenda.0"),)
    return Zone(f"seat{owner}.agenda", say("scene.agenda"), Shape.ROW, pieces, owner)


def _agenda_card(v: Any, icon: int, slot: str) -> Piece:
    if icon == UNKNOWN:
        return Piece(slot)
    letter = LETTERS[icon]
    return Piece(f"agenda.{letter}", letter, letter, _icon_name(icon), _suit(v, icon), came_from=slot)


def _hand(v: Any, owner: int, seat: int) -> Zone:
    """§8 At most one card, drawn face up; §9 its owner may turn it."""
    card = v.hand[owner]
    turns = QUARTERS if owner == seat and v.phase == rules.PLAYING else ()
    slot = f"seat{owner}.pile.{v.left[owner]}"
    pieces = () if card == NO_CARD else (_tile(v, owner, card, turns, slot),)
    return Zone(f"seat{owner}.hand", say("scene.hand"), Shape.FAN, pieces, owner)


def _pile(v: Any, owner: int) -> Zone:
    """§6 Its order is unknown; which cards are still to come can be counted."""
    size = int(v.left[owner])
    top = (Piece(f"seat{owner}.pile.{size - 1}"),) if size else ()
    drawn = {int(card) for card in v.pile[owner] if card >= 0}
    undrawn = [CARD_NAMES[card] for card in range(CITIES, rules.CARDS) if card not in drawn]
    note: Text = say("scene.undrawn", cards=undrawn) if size and v.phase != rules.OVER else ""
    return Zone(f"seat{owner}.pile", say("scene.pile"), Shape.PILE, top, owner, size=size, note=note)


def _cities(v: Any, seat: int) -> Zone:
    """§5 The cities that wait to be laid, each turned by half or not."""
    pieces = tuple(_tile(v, seat, city, HALVES) for city in range(CITIES))
    return Zone(f"seat{seat}.cities", say("scene.cities"), Shape.ROW, pieces, seat)


def _tile(v: Any, owner: int, card: int, turns: tuple[int, ...], slot: str = "") -> Piece:
    squares = tuple(_square(v, owner, card * SQUARES + at, at // WIDE, at % WIDE) for at in range(SQUARES))
    name = CARD_NAMES[card]
    return Piece(f"seat{owner}.{name}", name, name, name, squares=squares, turns=turns, came_from=slot)


def _square(v: Any, owner: int, number: int, row: int, column: int, lit: tuple[Lit, ...] = ()) -> Piece:
    """A square, numbered as regions number them, named after its card and its place on it."""
    icon, card = v.box.icon[number], CARD_NAMES[rules.card_of(number)]
    face = f"{card}.{number % SQUARES}"
    return Piece(
        f"seat{owner}.{face}",
        face,
        (LETTERS + BLANK_LETTER)[icon],
        _icon_name(icon),
        _suit(v, icon),
        row,
        column,
        of=f"seat{owner}.{card}",
        lit=lit,
    )


def _icon_name(icon: int) -> Text:
    return Label(f"icon.{LETTERS[icon]}") if icon < rules.ICONS else say("scene.blank")


def _suit(v: Any, icon: int) -> str:
    return SUITS.get(int(v.box.shade[icon]), "")


# --- regions ---------------------------------------------------------------------------------------------------------


def _region(v: Any, owner: int) -> Zone:
    """§5 The squares that show; those of an agenda that is known score."""
    pieces = tuple(_region_square(v, owner, row, col) for row, col in _shown(v, owner))
    note: Text = "" if pieces else say(f"scene.{'hidden' if rules.has_arranged(v, owner) else 'not_arranged'}")
    lines = _lines(v, owner, pieces) if pieces else ()
    return Zone(f"seat{owner}.region", say("scene.region"), Shape.REGION, pieces, owner, note=note, lines=lines)


def _shown(v: Any, owner: int) -> Iterable[tuple[int, int]]:
    for row in range(v.top[owner], v.bottom[owner] + 1):
        for col in range(v.leftmost[owner], v.rightmost[owner] + 1):
            if v.region[owner, row, col] >= 0:
                yield row, col


def _region_square(v: Any, owner: int, row: int, col: int) -> Piece:
    number = v.region[owner, row, col]
    scores = (Lit.SCORING,) * (v.box.icon[number] == v.agenda[owner])
    return _square(v, owner, number, row - ORIGIN, col - ORIGIN, scores)


def _lines(v: Any, owner: int, pieces: tuple[Piece, ...]) -> tuple[Line, ...]:
    """§15 Every row and column with icons: balanced, or how many more are green than black."""
    rows = {piece.row: [other for other in pieces if other.row == piece.row] for piece in pieces}
    columns = {piece.column: [other for other in pieces if other.column == piece.column] for piece in pieces}
    lines = []
    for row, squares in sorted(rows.items()):
        text = _balance(squares, rules.is_balanced_row(v, owner, row + ORIGIN))
        lines += [Line(row=row, text=text, lit=_good(text))] if text else []
    for column, squares in sorted(columns.items()):
        text = _balance(squares, rules.is_balanced_col(v, owner, column + ORIGIN))
        lines += [Line(column=column, text=text, lit=_good(text))] if text else []
    return tuple(lines)


def _balance(squares: list[Piece], is_balanced: bool) -> str:
    if is_balanced:
        return BALANCED
    surplus = sum((piece.suit == SUITS[GREEN]) - (piece.suit == SUITS[BLACK]) for piece in squares)
    return f"{surplus:+}" if surplus else ""


def _good(text: str) -> tuple[Lit, ...]:
    return (Lit.GOOD,) * (text == BALANCED)


# --- panels ----------------------------------------------------------------------------------------------------------


def _panel(v: Any, seat: int) -> Panel:
    """§15 Points as they stand; those for a secret agenda are not among them."""
    lines = int(rules.balanced_lines(v, seat))
    points = say("scene.open_points" if v.agenda[seat] == UNKNOWN else "scene.points")
    counters = (
        Counter(f"seat{seat}.points", points, int(rules.points_of(v, seat))),
        Counter(f"seat{seat}.lines", say("scene.lines"), lines, lit=(Lit.GOOD,) * (lines > 0)),
        Counter(f"seat{seat}.left", say("scene.left"), int(v.left[seat])),
    )
    return Panel(seat, counters, lit=(Lit.TURN,) * bool(rules.actors(v) >> seat & 1))
