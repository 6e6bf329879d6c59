"""3x3 CCG Battle in words: texts of actions, what a seat sees and is asked, what happened, and why an attack fails."""

from __future__ import annotations

import functools
import sys
from typing import Any

from fairdeal.engine.kernel import DEALER, NOBODY
from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.games.battle.deck import PLACE_NAMES
from fairdeal.games.battle.rules import CARDS, CELLS, NEIGHBOUR, NO_CARD, NONE, PLACES, WIDE
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.kinds import Act, Count, Dealing, Start, Worded
from fairdeal.kit.words import number_of
from fairdeal.language.messages import Card, Label, Message, Seat, say

rules = interpreted("fairdeal.games.battle.rules")

# --- texts -----------------------------------------------------------------------------------------------------------

PLACES_OF_CELLS = Worded(tuple(f"{cell + 1} {place}" for cell in range(CELLS) for place in PLACE_NAMES))


def _other_start(s: Any, seat: list[int]) -> Message | None:
    """§6 In a match the start passes to the next seat."""
    following = int(rules.left_of(s, s.first))
    if s.games_played == 0 or seat == [following]:
        return None
    return say("refused.start_order", next=following + 1, given=seat[0] + 1)


def deck_size(s: Any) -> int:
    """§5 The cards of the list, which a shuffle counts from 1."""
    return int(s.box.cards)


ACTS = {"attack": Act(rules.ATTACK, PLACES_OF_CELLS)}
OUTCOMES = {
    rules.START: Start(_other_start),
    rules.SHUFFLE: Dealing(Count(CARDS + 1), deck_size, lambda s: range(1, deck_size(s) + 1), "shuffle"),
}
SECTIONS = {"start": "6", "shuffle": "6", "deck": "5", "deal": "6", "turn": "7", "over": "10", "victory": "12"}


def named(v: Any, seat: int, action: int) -> Message:
    attacker, number, target, against = meeting(v, action)
    return say(
        "action.attack_none" if against == NONE else "action.attack",
        card=card_name(attacker),
        cell=cell_name(rules.cell_of(action)),
        other=card_name(target),
        target=cell_name(target_of(action)),
        points=worth_of(v, target),
        number=number,
        against=against,
    )


# --- cards -----------------------------------------------------------------------------------------------------------


def target_of(action: int) -> int:
    """§7 The cell that an attack goes to, or NOBODY beyond the grid."""
    return int(NEIGHBOUR[rules.cell_of(action), rules.direction_of(action)])


def name_of(card: int) -> Label:
    return Label(f"card.{card + 1}")


@functools.cache
def cell_name(cell: int) -> Label:
    """A cell by its place in the grid."""
    return Label(f"cell.{cell + 1}")


@functools.cache
def card_name(card: int) -> Card:
    """A card as it is spoken of."""
    return Card(name_of(card), piece=f"card.{card + 1}")


def worth_of(v: Any, card: int) -> Message:
    return number_of("points", v.options.worth[card])


def captured_by(v: Any, seat: int) -> list[int]:
    """§9 List a seat's score pile."""
    return [card for card in range(v.box.cards) if v.taken[card] == seat]


def known_in_pile(v: Any) -> list[int]:
    """List the cards that everybody knows to be in the pile."""
    cards = set(range(v.box.cards if v.left else 0)).difference(v.grid)
    return [card for card in sorted(cards) if v.seen[card] and v.taken[card] == NOBODY]


# --- why not ---------------------------------------------------------------------------------------------------------


def forbidden(v: Any, seat: int, action: int) -> Message:
    return _why_nomeeting(v, action) or _why_it_fails(v, action)


def _why_nomeeting(v: Any, action: int) -> Message | None:
    """§7 §9 An attack needs a card and a neighbour."""
    cell, target = rules.cell_of(action), target_of(action)
    if v.grid[cell] == NO_CARD:
        return say("why.empty", cell=cell_name(cell))
    if target == NOBODY:
        direction = PLACE_NAMES[rules.direction_of(action)]
        return say("why.beyond", cell=cell_name(cell), direction=Label(f"direction.{direction}"))
    return say("why.nobody_there", target=cell_name(target)) if v.grid[target] == NO_CARD else None


def _why_it_fails(v: Any, action: int) -> Message:
    """§7 §8 An attack needs a number, and a higher one than it meets."""
    cell, direction = rules.cell_of(action), rules.direction_of(action)
    attacker, number, target, against = meeting(v, action)
    if number == NONE:
        place = Label(f"place.{PLACE_NAMES[direction]}")
        return say("why.no_number", card=card_name(attacker), cell=cell_name(cell), place=place)
    key = "why.equal" if number == against else "why.lower"
    return say(key, card=card_name(attacker), number=number, other=card_name(target), against=against)


def meeting(v: Any, action: int) -> tuple[int, int, int, int]:
    """§7 Give attacker and neighbour, each with its number on the place where they meet."""
    direction = rules.direction_of(action)
    attacker, target = int(v.grid[rules.cell_of(action)]), int(v.grid[target_of(action)])
    edges = v.options.edges
    return attacker, int(edges[attacker, direction]), target, int(edges[target, rules.facing(direction)])


# --- the table as a seat sees it -------------------------------------------------------------------------------------


def asked(v: Any, seat: int) -> Message:
    return say("prompt.attack")


def describe(v: Any, seat: int) -> list[Message]:
    lines = [game_line(v)]
    lines += [_seat_line(v, other) for other in range(v.seats)]
    if v.phase == rules.START and v.games_played == 0:
        return lines
    lines += [say("describe.drawing", drawing=line) for line in drawing(v)]
    lines.append(say("describe.cards", cards=[_cell_line(v, cell) for cell in range(CELLS) if v.grid[cell] != NO_CARD]))
    return lines + _pile_lines(v)


def game_line(v: Any) -> Message:
    return say("describe.game", number=_game_number(v), match=int(v.options.match))


def _game_number(v: Any) -> int:
    return min(int(v.games_played) + 1, int(v.options.match))


def _seat_line(v: Any, seat: int) -> Message:
    points = number_of("points", rules.points_of(v, seat))
    return say("describe.seat", player=Seat(seat), points=points, cards=number_of("cards", len(captured_by(v, seat))))


def drawing(v: Any) -> list[str]:
    """Draw the grid: every card as its eight numbers about its cell, a dot for no number."""
    lines: list[str] = []
    for row in range(WIDE):
        cards = [_card_lines(v, WIDE * row + column) for column in range(WIDE)]
        lines += ["-" * 10 + "+" + "-" * 12 + "+" + "-" * 10] * (row > 0)
        lines += ["  |  ".join(parts) for parts in zip(*cards, strict=True)]
    return lines


def _card_lines(v: Any, cell: int) -> tuple[str, str, str]:
    card = v.grid[cell]
    numbers = [""] * PLACES if card == NO_CARD else [_drawn(v.options.edges[card, place]) for place in range(PLACES)]
    tl, t, tr, l, r, bl, b, br = (f"{number:>2}" for number in numbers)  # noqa: E741
    return f"{tl} {t} {tr}", f"{l} [{cell + 1}]{r}", f"{bl} {b} {br}"


def _drawn(number: int) -> str:
    return "." if number == NONE else str(number)


def _cell_line(v: Any, cell: int) -> Message:
    card = int(v.grid[cell])
    return say("describe.card", cell=cell + 1, card=card_name(card), points=worth_of(v, card))


def _pile_lines(v: Any) -> list[Message]:
    known = known_in_pile(v)
    unseen = int(v.left) - len(known)
    size = number_of("cards", v.left)
    lines = [say("describe.unseen", cards=size, unseen=unseen) if unseen else say("describe.pile", cards=size)]
    if known:
        key = "describe.known" if v.left > 1 else "describe.last"
        lines.append(say(key, cards=[_pile_card(v, card) for card in known]))
    return lines


def _pile_card(v: Any, card: int) -> Message:
    numbers = " ".join(
        f"{name}{v.options.edges[card, place]}"
        for place, name in enumerate(PLACE_NAMES)
        if v.options.edges[card, place] != NONE
    )
    return say("describe.pile_card", card=card_name(card), numbers=numbers, points=worth_of(v, card))


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    lines = _dealers_story(before, after) if actor == DEALER else _attack_story(before, after, actor, action)
    return lines + (_end_story(after) if after.games_played > before.games_played else [])


def _dealers_story(before: Any, after: Any) -> list[Message]:
    if before.phase == rules.START:
        return [say("story.start", seat=Seat(int(after.first)))]
    return [say("story.shuffle", cards=int(after.left))]


def _attack_story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    cell = rules.cell_of(action)
    attacker, number, target, against = meeting(before, action)
    attack = say(
        "story.attack_none" if against == NONE else "story.attack",
        seat=Seat(actor),
        card=card_name(attacker),
        cell=cell_name(cell),
        number=number,
        against=against,
        other=card_name(target),
        target=cell_name(target_of(action)),
        points=worth_of(before, target),
    )
    if after.grid[cell] == NO_CARD:
        return [attack, say("story.stays_empty", cell=cell_name(cell))]
    return [attack, say("story.turned_up", card=card_name(int(after.grid[cell])), cell=cell_name(cell))]


def _end_story(after: Any) -> list[Message]:
    lines = [say("story.end")]
    if after.options.match > 1:
        lines += [_game_points(after, seat) for seat in range(after.seats)]
    return lines


def _game_points(v: Any, seat: int) -> Message:
    points = number_of("points", v.scored[v.games_played - 1, seat])
    return say("story.game_points", seat=Seat(seat), points=points, number=int(v.games_played))


# --- what speaks for an action ---------------------------------------------------------------------------------------


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    attacker, number, target, against = meeting(v, action)
    captures = say(
        "reason.captures_none" if against == NONE else "reason.captures",
        card=card_name(attacker),
        other=card_name(target),
        target=cell_name(target_of(action)),
        points=worth_of(v, target),
        number=number,
        against=against,
    )
    return [captures, *next_reasons(v, action)]


def next_reasons(v: Any, action: int) -> list[Message]:
    """§7 §10 What the next seat can capture of the cards that lie there; the card from the pile is not known."""
    after = record_of(plain(v))
    cell, target = rules.cell_of(action), target_of(action)
    attacker = int(v.grid[cell])
    after.grid[target], after.grid[cell] = attacker, NO_CARD
    for place in (target, cell):
        rules.compare(after, place)
    prey = {int(after.grid[target_of(attack)]) for attack in attacks(after)}
    if not prey:
        return [say("reason.quiet" if v.left else "reason.ends")]
    best = max(prey, key=lambda card: int(v.options.worth[card]))
    found = [say("reason.open", card=card_name(best), points=worth_of(v, best))]
    safe = say("reason.safe", card=card_name(attacker), cell=cell_name(target))
    return found if attacker in prey else [*found, safe]


def attacks(v: Any) -> list[int]:
    """List the attacks between the cards in the grid."""
    places = [(cell, place) for cell in range(CELLS) for place in range(PLACES)]
    return [cell * PLACES + place for cell, place in places if v.ways[cell] >> place & 1]


# --- the result ------------------------------------------------------------------------------------------------------


def standing(v: Any, seat: int) -> Message:
    """§12 By card, or by game of a match."""
    cards = captured_by(v, seat)
    if v.options.match > 1:
        return say("result.games", games=[int(v.scored[game, seat]) for game in range(v.options.match)])
    if not cards:
        return say("result.nothing")
    sources = [say("result.source", card=card_name(card), worth=int(v.options.worth[card])) for card in cards]
    return say("result.captured", cards=sources)


# --- what games say alike --------------------------------------------------------------------------------------------

usual = speech_of(rules, sys.modules[__name__])
text, action, outcome_text, outcome = usual.text, usual.action, usual.outcome_text, usual.outcome
why_not, prompt, result, is_alike = usual.why_not, usual.prompt, usual.result, usual.is_alike
