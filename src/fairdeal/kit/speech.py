"""What games say alike: texts of actions and of chance, who is awaited, common refusals, the result.

Bound to a game's rules and words, and laid under its words: whatever those define takes the place of what is here. A
game gives `ACTS` (its verbs), `OUTCOMES` (what chance does in which phase) and `SECTIONS` (the § of its rulebook for
what is said here), and says what only it can: `asked` (what a seat whose turn it is may do), `forbidden` (why an action
is against its rules), `followed` (what came of an event) and `reasons`. It may say why a seat has to wait
(`out_of_turn`), and what made one of equals the winner (`decided`). Its catalogue may have other words for the
sentences of the house that are `usual`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from fairdeal.contract.game import list_legal, members
from fairdeal.contract.rules import Numbers
from fairdeal.engine.kernel import DEALER, MOST_SEATS, rules
from fairdeal.errors import Refused, Unreadable
from fairdeal.kit.kinds import Act, Cards, Dealing, Nothing, Start
from fairdeal.kit.words import cited, number_of, ranked
from fairdeal.language.messages import Card, Message, Seat, either, lasting, say, together
from fairdeal.language.voice import Voice

START = re.compile("start ([0-9])")
HAS_RANKING: bool = False
HAS_STANDING: bool = False
HAS_DECIDED: bool = False
HAS_OUT_OF_TURN: bool = False
HAS_TRICKS: bool = False
VOICE: Any = None


def constants(rules: Any) -> dict[str, Any]:
    """Give the catalogue beside the game's words, and tell whether there are tricks with the usual fields."""
    voice = Voice(Path(rules.__layers__[-1].__file__).parent)
    return {"VOICE": voice, "HAS_TRICKS": {*(rules.STATE.names or ())} >= {"trick", "leader", "laid"}}


def section(what: str) -> Message | str:
    """Cite the paragraph of the rulebook, if the game names one."""
    sections = vars(rules).get("SECTIONS", {})
    return cited(sections[what]) if what in sections else ""


# --- texts -----------------------------------------------------------------------------------------------------------


@functools.cache
def act_of(action: int) -> tuple[str, Act]:
    """Give the verb of an action."""
    return next((verb, act) for verb, act in rules.ACTS.items() if 0 <= action - act.start < act.kind.size)


def text(action: int) -> str:
    """Print an action, or the verb of a sealed one."""
    if action >= rules.ACTIONS:
        return f"{act_of(rules.SEALED[action - rules.ACTIONS][0])[0]} ?"
    verb, act = act_of(action)
    return f"{act.written or verb} {act.kind.texts[action - act.start]}".rstrip()


@functools.cache
def actions() -> dict[str, int]:
    """All actions by their texts."""
    return {text(action): action for action in range(rules.ACTIONS)}


def action(text: str) -> int:
    """Parse an action."""
    if text in actions():
        return actions()[text]
    verb, _, rest = text.partition(" ")
    act = rules.ACTS.get(verb)
    if act is not None and isinstance(act.kind, Cards) and rest:
        card_number(act.kind, rest)
    raise Unreadable(say("usual.no_action", text=text, examples=either(_examples(verb))), VOICE)


def _examples(word: str) -> list[str]:
    """Give the first and the last action of each verb that begins with a word; if there is none, one of each verb."""
    texts = list(actions())
    ends = [(texts[act.start], texts[act.start + act.kind.size - 1]) for act in rules.ACTS.values()]
    alike = [text for pair in ends for text in dict.fromkeys(pair) if text.partition(" ")[0] == word]
    return alike or [last for _, last in ends]


def card_number(cards: Cards, text: str) -> int:
    """Parse a card."""
    if text not in cards.numbers:
        ranks, example = " ".join(cards.ranks), cards.texts[-1]
        raise Unreadable(say("usual.no_card", text=text, letters=cards.letters, ranks=ranks, example=example), VOICE)
    return cards.numbers[text]


def named(v: Any, seat: int, action: int) -> Message:
    """Name an action by its verb, and what it is about by its full name."""
    verb, act = act_of(action)
    return say(f"action.{verb}", **{act.kind.gap: thing_of(act, action)})


def thing_of(act: Act, action: int) -> Any:
    """Say in full what an action is about."""
    number = action - act.start
    if not isinstance(act.kind, Cards):
        return act.kind.name(number)
    card = act.kind.name(number)
    return Card(act.kind.full_name(number), card.suit, card.piece)


# --- chance ----------------------------------------------------------------------------------------------------------


def due_chance(s: Any) -> Start | Dealing:
    """Give what chance does in this phase."""
    if int(s.phase) not in rules.OUTCOMES:
        raise LookupError(f"OUTCOMES of words.py has nothing for the phase {s.phase}, in which chance is due")
    due: Start | Dealing = rules.OUTCOMES[int(s.phase)]
    return due


def outcome_text(s: Any, outcome: Numbers) -> str:
    """Print an outcome of the chance that is due."""
    due = due_chance(s)
    if isinstance(due, Start):
        return f"start {outcome[0]}"
    seat = [] if due.to is None else [str(outcome[0])]
    return " ".join([due.verb, *seat, *(due.cards.texts[number] for number in outcome[len(seat) :])])


def outcome(s: Any, text: str) -> Numbers:
    """Parse an outcome, and check that chance can have done it."""
    if not rules.actors(s) >> DEALER & 1:
        raise Refused(say("usual.no_chance", text=text), VOICE)
    due = due_chance(s)
    numbers = [_seat(s, text)] if isinstance(due, Start) else _dealt(s, due, text)
    wrong = None if due.wrong is None else due.wrong(s, numbers)
    if wrong is not None:
        raise Refused(wrong, VOICE)
    if isinstance(due, Dealing):
        _check_dealt(s, due, numbers[due.to is not None :])
    return np.array(numbers, np.int16)


def _seat(s: Any, text: str) -> int:
    match = START.fullmatch(text)
    if not match or int(match[1]) >= s.seats:
        raise Refused(say("usual.no_start", text=text, seats=int(s.seats), section=section("start")), VOICE)
    return int(match[1])


def _dealt(s: Any, due: Dealing, text: str) -> list[int]:
    begin = due.verb if due.to is None else f"{due.verb} {due.to(s)}"
    if text != begin and (isinstance(due.cards, Nothing) or not text.startswith(f"{begin} ")):
        raise Refused(say("usual.not_due", begin=begin, text=text, section=section(due.verb)), VOICE)
    seat = [] if due.to is None else [int(due.to(s))]
    return [*seat, *(_number(due, part) for part in text[len(begin) :].split(" ")[1:])]


def _number(due: Dealing, text: str) -> int:
    if isinstance(due.cards, Cards):
        return card_number(due.cards, text)
    texts = due.cards.texts
    if text not in texts:
        raise Unreadable(say("usual.no_thing", text=text, verb=due.verb, example=texts[-1]), VOICE)
    return texts.index(text)


def _check_dealt(s: Any, due: Dealing, numbers: list[int]) -> None:
    found = range(due.cards.size) if due.deck is None else due.deck(s)
    there = list(found) if isinstance(found, Iterable) else members(found, due.cards.size)
    for number in numbers:
        name, count = due.cards.texts[number], there.count(number)  # a refusal knows no names of a data file
        if count == 0:
            raise Refused(say("usual.not_in_deck", card=name, section=section("deck")), VOICE)
        if numbers.count(number) > count:
            key = "usual.twice" if count == 1 else "usual.too_often"
            raise Refused(say(key, card=name, times=count, section=section(due.verb)), VOICE)
    if len(numbers) != due.count(s):
        size = int(due.count(s))
        raise Refused(say("usual.deal_size", count=len(numbers), size=size, section=section(due.verb)), VOICE)


# --- why not, and what now -------------------------------------------------------------------------------------------


def why_not(v: Any, seat: int, action: int) -> Message | None:
    """Say why an action is not legal: nobody may act so, or not this seat, or the game's own rules forbid it."""
    if action in list_legal(rules, v, seat):
        return None
    actors = rules.actors(v)
    if actors == 0:
        return say("usual.over", section=section("over"))
    if actors == 1 << DEALER:
        return say("usual.not_dealt", section=section("deal"))
    if not actors >> seat & 1:
        return _out_of_turn(v, seat, actors)
    forbidden: Message = rules.forbidden(v, seat, action)
    return forbidden


def _out_of_turn(v: Any, seat: int, actors: int) -> Message:
    """Say who must act first, as the game says it, if it does."""
    if HAS_OUT_OF_TURN:
        said: Message = rules.out_of_turn(v, seat)
        return said
    return say("usual.not_your_turn", players=_seats(actors), section=section("turn"))


def prompt(v: Any, seat: int) -> Message:
    """Say what the seat is asked to do, or who is awaited; of a full trick, before it is taken, who takes it."""
    actors = rules.actors(v)
    if actors == 0:
        return say("usual.is_over")
    if actors == 1 << DEALER:
        return say("usual.dealing")
    if HAS_TRICKS and v.laid == v.seats:
        return _taken(int(v.turn))
    if seat < 0 or not actors >> seat & 1:
        return _waiting_for(actors)
    asked: Message = rules.asked(v, seat)
    return asked


@functools.cache
def _taken(seat: int) -> Message:
    return lasting("usual.taken", seat=Seat(seat))


@functools.cache
def _waiting_for(actors: int) -> Message:
    return lasting("usual.waiting", players=_seats(actors))


def _seats(actors: int) -> Message:
    return together([Seat(seat) for seat in members(actors) if seat != DEALER])


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    """Tell an action by its verb, then what followed."""
    lines = []
    if actor != DEALER:
        verb, act = act_of(rules.SEALED[action - rules.ACTIONS][0] if action >= rules.ACTIONS else action)
        thing = "?" if action >= rules.ACTIONS else act.kind.name(action - act.start)
        lines = [say(f"story.{verb}", seat=Seat(actor), **{act.kind.gap: thing})]
    return [*lines, *rules.followed(before, after, actor, action)]


@functools.cache
def is_alike(actor: int, action: int) -> bool:
    """Whatever is not sealed is told to all alike."""
    is_sealed = action >= rules.ACTIONS or any(start <= action < end for start, end in rules.SEALED)
    return actor == DEALER or not is_sealed


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    """Say the one fact about a verb that holds for all that can be done with it."""
    return [say(f"reason.{act_of(action)[0]}")]


# --- the result ------------------------------------------------------------------------------------------------------


def points_now(v: Any) -> list[int]:
    """List the points of all seats as they stand."""
    out = [0] * MOST_SEATS
    rules.points(v, out)
    return [int(points) for points in out[: v.seats]]


def result(v: Any) -> list[Message]:
    """Say who won, and everybody's points."""
    points = points_now(v)
    places = {seat: rules.ranking(v, seat) if HAS_RANKING else points[seat] for seat in range(v.seats)}
    ranking, best = ranked(places)
    winners, most = [Seat(seat) for seat in best], number_of("points", points[best[0]])
    verdict = rules.decided(v, ranking) if HAS_DECIDED and len(winners) == 1 else None
    if len(winners) > 1:
        verdict = say("usual.shared", players=together(winners), points=most, section=section("victory"))
    verdict = verdict or say("usual.win", seat=winners[0], points=most, section=section("win"))
    return [verdict, *(_standing(v, seat, points[seat]) for seat in ranking)]


def _standing(v: Any, seat: int, points: int) -> Message:
    more = rules.standing(v, seat) if HAS_STANDING else ""
    return say("usual.standing", player=Seat(seat), points=number_of("points", points), more=more)
