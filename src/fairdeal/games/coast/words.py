"""Craft My Coast in words: the text of actions, what a seat sees and is asked, what happened, and why not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

from fairdeal.contract.game import list_legal, members
from fairdeal.engine.kernel import DEALER, UNKNOWN
from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.games.coast.data import BLANK_LETTER, CARD_NAMES, LETTERS
from fairdeal.games.coast.names import (
    COLUMN,
    ROW,
    Line,
    arrangement_name,
    balance_needs,
    card_name,
    city_name,
    columns_of,
    icon_name,
    line_name,
    out_of_game,
    place_name,
    rows_of,
    spelled,
    undrawn,
)
from fairdeal.games.coast.rules import CITIES, COLS, NO_CARD, ORIGIN, ROWS, SQUARES, TURNS, WIDE
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.kinds import Act, Dealing, Worded
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Card, Label, Message, Seat, say

rules = interpreted("fairdeal.games.coast.rules")

NO_SQUARE = "~"
TURNED = "'"

# --- texts -----------------------------------------------------------------------------------------------------------


def arrangement_text(arrangement: int) -> str:
    """§5 The cities from left to right, each marked if it is turned."""
    cities = [CARD_NAMES[city] for city in rules.ORDERS[arrangement >> CITIES]]
    return " ".join(city + (TURNED if arrangement >> at & 1 else "") for at, city in enumerate(cities))


def place_texts() -> Iterator[str]:
    """§9 The turn, then the place of the turned card's top left square."""
    for turn, row, col in product(range(TURNS), range(ROWS), range(COLS)):
        yield f"{90 * turn} {row - ORIGIN},{col - ORIGIN}"


ACTS = {
    "arrange": Act(rules.ARRANGE, Worded(tuple(map(arrangement_text, range(rules.ARRANGEMENTS))))),
    "draw": Act(rules.DRAW),
    "place": Act(rules.PLACE, Worded(tuple(place_texts()))),
    "aside": Act(rules.ASIDE),
}


def number_of_territories(s: Any) -> int:
    """§1 The territory cards of every seat."""
    return int(s.box.territories)


OUTCOMES = {
    rules.AGENDAS: Dealing(Worded(tuple(LETTERS)), lambda s: s.seats, verb="agendas"),
    rules.PILES: Dealing(
        Worded(CARD_NAMES),
        number_of_territories,
        lambda s: range(CITIES, CITIES + number_of_territories(s)),
        "pile",
        to=lambda s: s.dealt,
    ),
    rules.COUNTDOWN: Dealing(verb="begin"),
    rules.PLAYING: Dealing(verb="time"),
}
SECTIONS = {"agendas": "4", "pile": "6", "deck": "1", "begin": "7", "time": "14", "victory": "16"}


def named(v: Any, seat: int, action: int) -> Message:
    if action == rules.DRAW:
        return say("action.draw")
    if action < rules.DRAW:
        return say("action.arrange", cities=arrangement_name(seat, action - rules.ARRANGE))
    card = card_name(seat, int(v.hand[seat]))
    if action == rules.ASIDE:
        return say("action.aside", card=card)
    return say("action.place", card=card, place=place_name(v, seat, action - rules.PLACE))


# --- why not ---------------------------------------------------------------------------------------------------------


def why_not(v: Any, seat: int, action: int) -> Message | None:
    if v.phase == rules.OVER:
        return say("why.over")
    if v.phase in (rules.AGENDAS, rules.PILES):
        return say("why.not_dealt")
    if v.phase == rules.ARRANGING:
        return _why_not_arranging(v, seat, action)
    if v.phase == rules.COUNTDOWN:
        return say("why.countdown")
    if action < rules.DRAW:
        return say("why.cities_lie")
    return _why_not_playing(v, seat, action)


def _why_not_arranging(v: Any, seat: int, action: int) -> Message | None:
    if rules.has_arranged(v, seat):
        return say("why.arranged", waiting=_waiting(v))
    return say("why.arrange_first") if action >= rules.DRAW else None


def _why_not_playing(v: Any, seat: int, action: int) -> Message | None:
    card = int(v.hand[seat])
    if action == rules.DRAW:
        return None if card == NO_CARD else say("why.hand_full", card=card_name(seat, card))
    if card == NO_CARD:
        return say("why.hand_empty")
    if action == rules.ASIDE:
        return _why_not_aside(v, seat, card)
    return _why_not_place(v, seat, action - rules.PLACE)


def _why_not_aside(v: Any, seat: int, card: int) -> Message | None:
    placements = list_legal(rules, v, seat)
    if placements == [rules.ASIDE]:
        return None
    return say(
        "why.must_place", card=card_name(seat, card), count=len(placements), example=named(v, seat, placements[0])
    )


def _why_not_place(v: Any, seat: int, place: int) -> Message | None:
    covered = rules.squares_covered(v, seat, rules.turn_of(place), rules.row_of(place), rules.col_of(place))
    fault = rules.fault(v, seat, covered)
    if fault == rules.NO_FAULT:
        return None
    squares = rules.number_covered(covered, rules.ALL)
    if fault == rules.NO_PAIR:
        return say(f"why.{'no_pair' if squares > 1 else 'too_few'}", squares=Label(f"number.{squares}"))
    if fault == rules.TOO_MANY:
        return say("why.too_many", squares=Label(f"number.{squares}"), most=spelled(v.box.most_covered))
    card = rules.card_hidden(v, seat, covered)
    return say("why.hides_card", card=card_name(seat, card), count=rules.number_covered(covered, card))


# --- the table as a seat sees it -------------------------------------------------------------------------------------


def prompt(v: Any, seat: int) -> Message:
    if v.phase == rules.COUNTDOWN:
        return say("prompt.countdown", seconds=int(v.options.countdown))
    found: Message = usual.prompt(v, seat)
    return found


def asked(v: Any, seat: int) -> Message:
    if v.phase == rules.ARRANGING:
        return say("prompt.arrange")
    if v.hand[seat] == NO_CARD:
        return say("prompt.draw", count=int(v.left[seat]))
    key = "prompt.aside" if list_legal(rules, v, seat) == [rules.ASIDE] else "prompt.place"
    return say(key, card=card_name(seat, int(v.hand[seat])))


def describe(v: Any, seat: int) -> list[Message]:
    lines = []
    for other in range(v.seats):
        if other != seat:
            lines += [_seat_line(v, other), *_small_region(v, other)]
    if 0 <= seat < v.seats:
        lines += [_seat_line(v, seat), *_region(v, seat), *_own_cards(v, seat)]
    return lines


def _waiting(v: Any) -> list[Seat]:
    return [Seat(other) for other in members(rules.actors(v)) if other != DEALER]


def _seat_line(v: Any, seat: int) -> Message:
    agenda, card, points = int(v.agenda[seat]), int(v.hand[seat]), rules.points_of(v, seat)
    return say(
        "describe.seat",
        player=Seat(seat),
        agenda=say("describe.secret") if agenda < 0 else icon_name(agenda),
        hand=say("describe.no_card") if card == NO_CARD else CARD_NAMES[card],
        pile=int(v.left[seat]),
        lines=rules.balanced_lines(v, seat),
        points=say("describe.without_agenda", points=points) if agenda < 0 else points,
    )


def _letter(v: Any, seat: int, row: int, col: int) -> str:
    """§2 The icon that shows on a square, a point for a blank one, a wave where there is none."""
    if v.region[seat, row, col] < 0:
        return NO_SQUARE
    return (LETTERS + BLANK_LETTER)[rules.icon_at(v, seat, row, col)]


def _is_laid(v: Any, seat: int) -> Message | None:
    """Say so while there is no region to see."""
    if not rules.has_arranged(v, seat):
        return say("describe.not_arranged")
    return say("describe.hidden") if v.place[seat, 0] == UNKNOWN else None


def _small_region(v: Any, seat: int) -> list[Message]:
    if unseen := _is_laid(v, seat):
        return [unseen]
    lines = ["".join(_letter(v, seat, row, col) for col in columns_of(v, seat)) for row in rows_of(v, seat)]
    return [say("describe.small", squares=line) for line in lines]


def _region(v: Any, seat: int) -> list[Message]:
    """Draw a region with its coordinates and a mark on every balanced line."""
    if unseen := _is_laid(v, seat):
        return [unseen]
    cols = columns_of(v, seat)
    marks = ["=" if rules.is_balanced_col(v, seat, col) else "" for col in cols]
    return [
        say("describe.line", squares=_cells(["", *(str(col - ORIGIN) for col in cols)])),
        *(_region_row(v, seat, row) for row in rows_of(v, seat)),
        *([say("describe.line", squares=_cells(["", *marks]))] if any(marks) else []),
    ]


def _region_row(v: Any, seat: int, row: int) -> Message:
    letters = [_letter(v, seat, row, col) for col in columns_of(v, seat)]
    mark = ["="] if rules.is_balanced_row(v, seat, row) else []
    return say("describe.line", squares=_cells([str(row - ORIGIN), *letters, *mark]))


def _cells(texts: list[str]) -> str:
    return "".join(text.rjust(4) for text in texts).rstrip()


def _own_cards(v: Any, seat: int) -> list[Message]:
    lines = []
    if v.hand[seat] != NO_CARD:
        lines.append(say("describe.hand", card=CARD_NAMES[v.hand[seat]], squares=layout(v, int(v.hand[seat]))))
    if v.phase in (rules.ARRANGING, rules.COUNTDOWN, rules.PLAYING):
        lines.append(
            say("describe.undrawn", out=out_of_game(v, "describe.out"), cards=[CARD_NAMES[n] for n in undrawn(v, seat)])
        )
    if v.phase == rules.ARRANGING:
        lines += [say("describe.city", card=CARD_NAMES[city], squares=layout(v, city)) for city in range(CITIES)]
    return lines


def layout(v: Any, card: int) -> str:
    """§2 A card's six squares, upright, row by row: `I T / . P / T .`."""
    letters = [(LETTERS + BLANK_LETTER)[icon] for icon in v.box.icon[card * SQUARES : (card + 1) * SQUARES]]
    return " / ".join(" ".join(letters[row : row + WIDE]) for row in range(0, SQUARES, WIDE))


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    lines = _dealers_story(before, after) if actor == DEALER else _seats_story(before, after, actor, action)
    return [*lines, say("story.over")] if after.phase == rules.OVER else lines


def is_alike(actor: int, action: int) -> bool:
    """§3 §5 Agendas and, for a while, cities are for some eyes alone."""
    return actor != DEALER and rules.DRAW <= action != rules.ARRANGE_HIDDEN


def _dealers_story(before: Any, after: Any) -> list[Message]:
    if before.phase == rules.AGENDAS:
        own = [seat for seat in range(after.seats) if after.agenda[seat] >= 0]
        yours = [say("story.agenda", seat=Seat(seat), agenda=icon_name(int(after.agenda[seat]))) for seat in own]
        return [say("story.agendas"), *yours]
    if before.phase == rules.PILES:
        cards, out = number_of("cards", before.box.pile), out_of_game(before, "story.out")
        return [say("story.pile", seat=Seat(int(before.dealt)), cards=cards, out=out)]
    return [say("story.begin" if before.phase == rules.COUNTDOWN else "story.time")]


def _seats_story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    seat = Seat(actor)
    if action == rules.DRAW:
        return [
            say("story.draw", seat=seat, card=card_name(actor, int(after.hand[actor])), left=int(after.left[actor]))
        ]
    if action == rules.ASIDE:
        return [say("story.aside", seat=seat, card=card_name(actor, int(before.hand[actor])))]
    if action < rules.PLACE or action == rules.ARRANGE_HIDDEN:
        return _arrange_story(after, actor, action)
    return [
        say(
            "story.place",
            seat=seat,
            card=card_name(actor, int(before.hand[actor])),
            place=place_name(before, actor, action - rules.PLACE),
            count=rules.balanced_lines(after, actor),
        )
    ]


def _arrange_story(after: Any, actor: int, action: int) -> list[Message]:
    if action == rules.ARRANGE_HIDDEN:
        lines = [say("story.arrange_hidden", seat=Seat(actor))]
    else:
        lines = [say("story.arrange", seat=Seat(actor), cities=arrangement_name(actor, action - rules.ARRANGE))]
    if after.phase == rules.COUNTDOWN:
        regions = [say("story.cities", player=Seat(seat), cities=cities_of(after, seat)) for seat in range(after.seats)]
        lines += [say("story.all_arranged", seconds=int(after.options.countdown)), *regions]
    return lines


def cities_of(v: Any, seat: int) -> list[Card | Message]:
    """§5 A seat's cities from left to right, each as it lies."""
    places = sorted((rules.col_of(v.place[seat, city]), city) for city in range(CITIES))
    return [city_name(seat, city, bool(rules.turn_of(v.place[seat, city]))) for _, city in places]


# --- what speaks for an action ---------------------------------------------------------------------------------------


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    if action == rules.ASIDE:
        return [say("reason.aside", card=card_name(seat, int(v.hand[seat])))]
    if action == rules.DRAW:
        ends = v.left[seat] == 1 and v.options.end_on == rules.ON_DRAW
        return [
            say("reason.draw", points=number_of("points", v.box.left_costs)),
            *([say("reason.ends")] if ends else []),
        ]
    after = record_of(plain(v))
    if action < rules.DRAW:
        rules.lay_cities(after, seat, action - rules.ARRANGE)
        return _city_reasons(after, seat)
    rules.play(after, seat, action)
    found = _line_reasons(v, seat, balanced(v, seat), balanced(after, seat))
    found += _agenda_reasons(v, after, seat)
    return [*found, say("reason.ends")] if after.phase == rules.OVER else found


def _city_reasons(v: Any, seat: int) -> list[Message]:
    """§15 How far the lines are from balance with the cities alone."""
    shades = [
        [int(v.box.shade[rules.icon_at(v, seat, row, col)]) for col in columns_of(v, seat)] for row in rows_of(v, seat)
    ]
    rows, cols = [sum(line) for line in shades], [sum(line) for line in zip(*shades, strict=True)]
    found = [say("reason.rows", lines=list(map(balance_needs, rows)))]
    return [*found, say("reason.columns", lines=list(map(balance_needs, cols)))] if len(set(cols)) > 1 else found


def balanced(v: Any, seat: int) -> set[Line]:
    """§15 List the balanced lines of a region: `("row", 26)`."""
    rows = [(ROW, row) for row in rows_of(v, seat) if rules.is_balanced_row(v, seat, row)]
    return {*rows, *((COLUMN, col) for col in columns_of(v, seat) if rules.is_balanced_col(v, seat, col))}


def _line_reasons(v: Any, seat: int, before: set[Line], after: set[Line]) -> list[Message]:
    """§15 Which lines come into balance, and which get out of it, as the region lies before."""
    gained, lost = _lines(v, seat, after - before), _lines(v, seat, before - after)
    found = [say("reason.balances", lines=gained) if gained else say("reason.balances_none")]
    return [*found, say("reason.upsets", lines=lost)] if lost else found


def _lines(v: Any, seat: int, lines: set[Line]) -> list[Message]:
    return [line_name(v, seat, line) for line in sorted(lines, key=lambda line: (line[0] == COLUMN, line[1]))]


def _agenda_reasons(before: Any, after: Any, seat: int) -> list[Message]:
    """§15 How many icons of the own agenda come into sight, or out of it."""
    more = rules.agenda_icons(after, seat) - rules.agenda_icons(before, seat)
    if more == 0:
        return []
    agenda = icon_name(int(before.agenda[seat]))
    return [say("reason.shows" if more > 0 else "reason.covers", count=abs(more), agenda=agenda)]


# --- the result ------------------------------------------------------------------------------------------------------


def decided(v: Any, ranking: list[int]) -> Message | None:
    """§16 What made one the winner, beside points."""
    best, *others = ranking
    points, unplaced, lines = rules.ranking(v, best)
    if not others:
        return say("result.solo", seat=Seat(best), points=points)
    tied = [seat for seat in others if rules.ranking(v, seat)[0] == points]
    close = [seat for seat in tied if rules.ranking(v, seat)[1] == unplaced]
    rivals = [Seat(seat) for seat in close or tied]
    key = "result.more_lines" if close else "result.fewer_left"
    return say(key, seat=Seat(best), others=rivals, points=points, left=-unplaced, lines=lines) if tied else None


def standing(v: Any, seat: int) -> Message:
    return say(
        "result.seat",
        lines=rules.balanced_lines(v, seat),
        icons=rules.agenda_icons(v, seat),
        agenda=icon_name(int(v.agenda[seat])),
        count=int(v.left[seat]),
        lost=rules.points_lost(v, seat),
    )


usual = speech_of(rules, sys.modules[__name__])
text, action, outcome_text, outcome = usual.text, usual.action, usual.outcome_text, usual.outcome
result = usual.result
