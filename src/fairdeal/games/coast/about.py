"""Everything about a card, a square or a number of Craft My Coast, as one viewer can know it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from fairdeal.contract.game import list_legal
from fairdeal.engine.kernel import UNKNOWN
from fairdeal.engine.plain import interpreted
from fairdeal.games.coast import names, words
from fairdeal.games.coast.data import CARD_NAMES, LETTERS
from fairdeal.games.coast.rules import BLACK, CITIES, GREEN, SQUARES, TALL, WIDE
from fairdeal.kit.about import doing, of_seat
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Message, Seat, say

rules = interpreted("fairdeal.games.coast.rules")

TILE = re.compile(f"({'|'.join(CARD_NAMES)})(?:[.]([0-{SQUARES - 1}]))?")
AGENDA = re.compile(f"agenda[.]([{LETTERS}])")


def about(v: Any, seat: int, piece: str) -> tuple[Message, ...]:
    """Tell what a piece or a counter is called, and all there is to say of it; nothing of what is not there."""
    agenda = AGENDA.fullmatch(piece)
    if agenda:
        return _agenda(v, LETTERS.index(agenda[1]))
    place = of_seat(piece, int(v.seats))
    if place is None:
        return ()
    owner, what = place
    tile = TILE.fullmatch(what)
    if tile:
        card = CARD_NAMES.index(tile[1])
        if card >= CITIES + v.box.territories:
            return ()
        return _tile(v, seat, owner, card) if tile[2] is None else _square(v, owner, card, int(tile[2]))
    if what == "agenda.0":
        return say("about.secret", player=Seat(owner)), say("about.agendas")
    if what.startswith("pile."):
        return _pile(v, owner)
    return _score(v, owner) if what in ("points", "lines", "left") else ()


# --- cards -----------------------------------------------------------------------------------------------------------


def _tile(v: Any, seat: int, owner: int, card: int) -> tuple[Message, ...]:
    icons = [int(icon) for icon in v.box.icon[card * SQUARES : (card + 1) * SQUARES]]
    rows = [_row(*icons[row : row + WIDE]) for row in range(0, TALL * WIDE, WIDE)]
    shades = Counter(int(v.box.shade[icon]) for icon in icons)
    return (
        say("text", text=names.tile_name(card)),
        say("about.rows", rows=rows),
        say("about.shades", green=shades[GREEN], black=shades[BLACK]),
        *_agenda_on(v, seat, icons),
        *_where(v, owner, card),
        *_now(v, seat, owner, card),
    )


def _row(left: int, right: int) -> Message:
    return say("about.row", left=names.icon_name(left), right=names.icon_name(right))


def _agenda_on(v: Any, seat: int, icons: list[int]) -> list[Message]:
    """§15 How many icons of the viewer's own agenda it shows."""
    if seat < 0 or v.agenda[seat] < 0:
        return []
    agenda = int(v.agenda[seat])
    return [say("about.agenda_on", count=icons.count(agenda), agenda=names.icon_name(agenda))]


def _where(v: Any, owner: int, card: int) -> list[Message]:
    """§8 §11 §12 Where a card is."""
    if v.hand[owner] == card:
        return [say("about.in_hand", seat=Seat(owner))]
    place = int(v.place[owner, card])
    if place == rules.SET_ASIDE:
        return [say("about.aside", seat=Seat(owner))]
    if place >= 0:
        return [say("about.laid", seat=Seat(owner), count=int(v.shows[owner, card]))]
    return [say("about.city")] if card < CITIES else [say("about.to_come")]


def _now(v: Any, seat: int, owner: int, card: int) -> list[Message]:
    """§9 §12 In how many ways the card in hand can be laid."""
    if seat != owner or v.hand[owner] != card or v.phase != rules.PLAYING:
        return []
    legal = list_legal(rules, v, seat)
    if legal == [rules.ASIDE]:
        return doing(words, legal, v, seat, rules.ASIDE)
    return [say("about.placements", count=len(legal))]


# --- squares and lines -----------------------------------------------------------------------------------------------


def _square(v: Any, owner: int, card: int, at: int) -> tuple[Message, ...]:
    icon = int(v.box.icon[card * SQUARES + at])
    shade = {GREEN: "about.green", BLACK: "about.black"}.get(int(v.box.shade[icon]), "about.blank")
    scores = v.agenda[owner] == icon
    return (
        say("about.square", icon=names.icon_name(icon), card=names.tile_name(card)),
        say(shade),
        *([say("about.scores")] if scores else []),
        *_lines_of(v, owner, card * SQUARES + at),
    )


def _lines_of(v: Any, owner: int, number: int) -> list[Message]:
    """§15 How the row and the column of a square stand, if it shows."""
    for row in names.rows_of(v, owner):
        for col in names.columns_of(v, owner):
            if v.region[owner, row, col] == number:
                return [
                    _line(names.row_name(v, owner, row), rules.is_balanced_row(v, owner, row), _row_sum(v, owner, row)),
                    _line(
                        names.column_name(v, owner, col), rules.is_balanced_col(v, owner, col), _col_sum(v, owner, col)
                    ),
                ]
    return []


def _line(name: Message, is_balanced: bool, green: int) -> Message:
    if is_balanced:
        return say("about.balanced", line=name)
    return say("about.needs", line=name, needs=names.balance_needs(green)) if green else say("about.bare", line=name)


def _row_sum(v: Any, owner: int, row: int) -> int:
    return sum(_shade(v, owner, row, col) for col in names.columns_of(v, owner))


def _col_sum(v: Any, owner: int, col: int) -> int:
    return sum(_shade(v, owner, row, col) for row in names.rows_of(v, owner))


def _shade(v: Any, owner: int, row: int, col: int) -> int:
    return int(v.box.shade[rules.icon_at(v, owner, row, col)])


# --- agendas, piles and points ---------------------------------------------------------------------------------------


def _agenda(v: Any, icon: int) -> tuple[Message, ...]:
    owners = [owner for owner in range(v.seats) if v.agenda[owner] == icon]
    shown = [say("about.shown", seat=Seat(owner), count=int(rules.agenda_icons(v, owner))) for owner in owners]
    return say("about.agenda", icon=names.icon_name(icon)), say("about.agendas"), *shown


def _pile(v: Any, owner: int) -> tuple[Message, ...]:
    to_come = [names.tile_name(card) for card in names.undrawn(v, owner)] if v.left[owner] else []
    title = say("about.pile", player=Seat(owner), count=int(v.left[owner]))
    costs = say("about.costs", points=number_of("points", v.box.left_costs))
    out = names.out_of_game(v, "about.out")
    return title, costs, *([say("about.coming", out=out, cards=to_come)] if to_come else [])


def _score(v: Any, owner: int) -> tuple[Message, ...]:
    """§15 What a seat's points are for, and what is taken off."""
    left, agenda = int(v.left[owner]), int(v.agenda[owner])
    title = say("about.score", player=Seat(owner), count=int(rules.points_of(v, owner)))
    icons = (
        say("about.icons_secret") if agenda == UNKNOWN else say("about.icons", count=int(rules.agenda_icons(v, owner)))
    )
    return (
        title,
        say("about.lines", count=int(rules.balanced_lines(v, owner))),
        icons,
        say("about.minus", count=left, lost=int(rules.points_lost(v, owner)), cost=int(v.box.left_costs)),
    )
