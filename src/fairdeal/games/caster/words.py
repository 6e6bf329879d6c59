"""CASTER in words: texts of actions, what a seat sees and is asked, what happened, and why a card may not be played."""

from __future__ import annotations

import functools
import sys
from typing import Any

from fairdeal.engine.kernel import DEALER, UNKNOWN
from fairdeal.engine.plain import interpreted, plain, record_of
from fairdeal.games.caster.data import LETTERS
from fairdeal.games.caster.rules import CARDS, COLOURS, GIFTS, GIVE, PLAY, VALUES
from fairdeal.kit.deriving import speech_of
from fairdeal.kit.kinds import Act, Cards, Dealing, Start
from fairdeal.kit.seats import right_of
from fairdeal.kit.words import asked_for_card, first_player, must_follow, not_held, number_of, round_number, your_hand
from fairdeal.language.messages import Card, Message, Seat, fixed, say

rules = interpreted("fairdeal.games.caster.rules")

MOST_REMEMBERED = 2**9  # sets of values

# --- texts -----------------------------------------------------------------------------------------------------------


def deck(v: Any) -> int:
    """§3 The cards in play, as one set."""
    values = (2 << int(v.box.highest[v.seats])) - 1
    return sum(values << colour * VALUES for colour in range(COLOURS))


CARDS_OF = Cards(LETTERS, [str(value) for value in range(VALUES)], paints=LETTERS, is_printed=True)
ACTS = {"play": Act(PLAY, CARDS_OF), "give": Act(GIVE, CARDS_OF)}
OUTCOMES = {rules.START: Start(), rules.DEAL: Dealing(CARDS_OF, rules.cards_in_play, deck)}
SECTIONS = {"start": "5", "deal": "4", "deck": "3", "over": "14", "victory": "14"}


def named(v: Any, seat: int, action: int) -> Message:
    verb, act = usual.act_of(action)
    return say(f"action.{verb}", card=usual.thing_of(act, action), left=Seat(rules.left_of(v, seat)))


def is_in_play(v: Any, number: int) -> bool:
    return bool(number % VALUES <= v.box.highest[v.seats])


# --- sets of cards ---------------------------------------------------------------------------------------------------


def cards_in(sets: Any) -> list[int]:
    """List five sets of values as cards."""
    return [card for colour in range(COLOURS) for card in cards_of(colour, int(sets[colour]))]


@functools.lru_cache(MOST_REMEMBERED)
def cards_of(colour: int, values: int) -> tuple[int, ...]:
    return tuple(colour * VALUES + value for value in range(VALUES) if values >> value & 1)


def named_cards(sets: Any) -> list[Card]:
    """List them as they are spoken of."""
    return [CARDS_OF.name(card) for card in cards_in(sets)]


def holds(v: Any, seat: int, number: int) -> bool:
    return bool(v.hand[seat, number // VALUES] >> number % VALUES & 1)


def owner(v: Any) -> int:
    """Whose view it is while cards are held: the seat whose hand is not masked; UNKNOWN for a spectator's."""
    return next((seat for seat in range(v.seats) if v.hand[seat, 0] != UNKNOWN), UNKNOWN)


# --- why not ---------------------------------------------------------------------------------------------------------


def out_of_turn(v: Any, seat: int) -> Message:
    return say("why.gifts_made") if v.phase == rules.PASS else say("why.not_your_turn", player=Seat(int(v.turn)))


def forbidden(v: Any, seat: int, action: int) -> Message:
    return _why_no_gift(v, seat, action) or _why_not_card(v, seat, action)


def _why_no_gift(v: Any, seat: int, action: int) -> Message | None:
    if v.phase == rules.PASS and action < GIVE:
        return say("why.give_first", left=Seat(rules.left_of(v, seat)))
    if v.phase == rules.TRICK and action >= GIVE:
        return say("why.gifts_are_over") if v.options.passing else say("why.no_passing")
    return None


def _why_not_card(v: Any, seat: int, action: int) -> Message:
    number = action % CARDS
    name = CARDS_OF.name(number)
    if not is_in_play(v, number):
        return say("why.not_in_play", card=name, seats=int(v.seats))
    if v.phase == rules.PASS and v.gave[seat, number // VALUES] >> number % VALUES & 1:
        return say("why.given_already", card=name)
    if not holds(v, seat, number):
        return not_held(name, "7")
    led = rules.led_colour(v)
    held = [card for card in named_cards(v.hand[seat]) if card.suit == LETTERS[led]]
    return must_follow(held, CARDS_OF.suit(led), "8")


# --- the table as a seat sees it -------------------------------------------------------------------------------------


def asked(v: Any, seat: int) -> Message:
    if v.phase == rules.PASS:
        return say("prompt.give", left=Seat(rules.left_of(v, seat)), number=int(v.given[seat]) + 1, gifts=GIFTS)
    led = CARDS_OF.suit(rules.led_colour(v)) if v.laid > 0 else None
    return asked_for_card(led, rules.must_follow(v, seat))


def describe(v: Any, seat: int) -> list[Message]:
    lines = [round_line(v)]
    lines.append(say("describe.ring", ring=[_ring_link(v, colour) for colour in range(COLOURS)]))
    lines += [_seat_line(v, other) for other in range(v.seats)]
    if v.laid > 0:
        lines.append(_trick_line(v))
    if 0 <= seat < v.seats and v.held[seat] > 0:
        lines += _own_cards(v, seat)
    return lines


def round_line(v: Any) -> Message:
    return _round_line(round_number(v), int(v.options.rounds))


@functools.cache
def _round_line(number: int, rounds: int) -> Message:
    return fixed("describe.round", number=number, rounds=rounds)


def _ring_link(v: Any, colour: int) -> Message:
    return say("describe.link", trump=LETTERS[v.box.trump[colour]], led=LETTERS[colour])


def _seat_line(v: Any, seat: int) -> Message:
    lacking = [LETTERS[colour] for colour in range(COLOURS) if v.lacks[seat] >> colour & 1]
    points = int(v.total[seat]) + (rules.round_points(v, seat) if v.phase == rules.TRICK else 0)
    return say(
        "describe.seat",
        player=Seat(seat),
        points=number_of("points", points),
        tricks=rules.tricks_taken(v, seat),
        limit=number_of("tricks", v.box.limit[v.seats]),
        held=number_of("cards", v.held[seat]),
        lacks=say("describe.lacks", colours=lacking) if lacking else "",
        burst=say("describe.burst") if rules.has_burst(v, seat) else "",
    )


def _trick_line(v: Any) -> Message:
    order = [(v.leader + step) % v.seats for step in range(v.laid)]
    led = rules.led_colour(v)
    return say(
        "describe.trick",
        cards=[say("usual.laid", player=Seat(int(who)), card=CARDS_OF.name(int(v.trick[who]))) for who in order],
        led=CARDS_OF.suit(led),
        trump=CARDS_OF.suit(int(v.box.trump[led])),
    )


def _own_cards(v: Any, seat: int) -> list[Message]:
    lines = []
    if v.given[seat] > 0:
        left = Seat(rules.left_of(v, seat))
        lines.append(say("describe.gave", cards=named_cards(v.gave[seat]), left=left))
        if v.phase == rules.TRICK:
            right = right_of(v, seat)
            lines.append(say("describe.got", cards=named_cards(v.gave[right]), right=Seat(right)))
    lines.append(your_hand(named_cards(v.hand[seat])))
    return lines


# --- what happened ---------------------------------------------------------------------------------------------------


def story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    if actor == DEALER:
        return _dealers_story(before, after)
    if action >= GIVE:
        return _gift_story(before, after, actor, action)
    lines = [say("story.play", seat=Seat(actor), card=CARDS_OF.name(action - PLAY))]
    if after.laid == 0:
        lines += _trick_story(before, after, actor, action - PLAY)
    if after.phase in (rules.DEAL, rules.OVER):
        lines += _round_story(after)
    return lines


def _dealers_story(before: Any, after: Any) -> list[Message]:
    if before.phase == rules.START:
        return [first_player(after)]
    return [
        say(
            "story.deal",
            number=round_number(after),
            rounds=int(after.options.rounds),
            cards=rules.tricks_of_round(after),
        )
    ]


def _gift_story(before: Any, after: Any, actor: int, action: int) -> list[Message]:
    left = Seat(rules.left_of(before, actor))
    if action == rules.GIVE_HIDDEN:
        lines = [say("story.hidden_gift", seat=Seat(actor), left=left)]
    else:
        lines = [say("story.gift", seat=Seat(actor), card=CARDS_OF.name(action - GIVE), left=left)]
    if after.phase == rules.TRICK:
        lines.append(say("story.gifts_handed_over"))
        if owner(after) != UNKNOWN:
            right = right_of(after, owner(after))
            lines.append(say("story.got", cards=named_cards(after.gave[right]), right=Seat(right)))
    return lines


def _trick_story(before: Any, after: Any, actor: int, number: int) -> list[Message]:
    taker = int(after.leader)
    best = number if taker == actor else int(before.trick[taker])
    fresh = [int(after.scored[taker, colour] ^ before.scored[taker, colour]) for colour in range(COLOURS)]
    [score_card] = named_cards(fresh)
    critical = best // VALUES != rules.led_colour(before)
    key = "story.critical" if critical else "story.take"
    points = number_of("points", int(score_card.piece[1:]))
    return [say(key, seat=Seat(taker), card=CARDS_OF.name(best), score=score_card, points=points)]


def _round_story(after: Any) -> list[Message]:
    lines = []
    for seat in range(after.seats):
        key = "story.burst" if rules.has_burst(after, seat) else "story.points"
        points, tricks = number_of("points", after.latest[seat]), number_of("tricks", rules.tricks_taken(after, seat))
        limit = int(after.box.limit[after.seats])
        lines.append(say(key, seat=Seat(seat), points=points, tricks=tricks, limit=limit))
    if after.phase == rules.DEAL:
        lines.append(say("story.next_first", seat=Seat(int(after.first))))
    return lines


# --- what speaks for an action ---------------------------------------------------------------------------------------

MOST_REASONS = 3


def reasons(v: Any, seat: int, action: int) -> list[Message]:
    if action >= GIVE:
        return _gift_reasons(v, seat, action - GIVE)
    number = action - PLAY
    laid = record_of(plain(v))
    laid.trick[seat] = number
    taker = int(rules.trick_taker(laid))
    if v.laid == v.seats - 1:
        found = _full_trick(v, seat, taker, int(rules.trick_points(laid, taker)))
    elif taker != seat:
        best = CARDS_OF.name(int(laid.trick[taker]))
        found = [say("reason.beaten", card=best), *_limit_reasons(v, seat, False)]
    else:
        found = _open_trick(v, seat, number, rules.led_colour(laid))
    return (found + _hand_reasons(v, seat, number))[:MOST_REASONS]


def _gift_reasons(v: Any, seat: int, number: int) -> list[Message]:
    """§4 Passing: what leaves the hand, and who will have it."""
    gift = say("reason.gift", card=CARDS_OF.name(number), left=Seat(rules.left_of(v, seat)))
    return [*_hand_reasons(v, seat, number, "reason.last_but_gifts"), gift]


def _full_trick(v: Any, seat: int, taker: int, points: int) -> list[Message]:
    """§10 §12 What the last card of a trick makes of it; points are no matter for who has too many tricks."""
    key = "reason.takes" if taker == seat else "reason.leaves"
    tricks, limit = rules.tricks_taken(v, taker) + 1, int(v.box.limit[v.seats])
    if tricks > limit:
        key += "_bursting" if tricks == limit + 1 else "_burst"
    worth = number_of("points", v.box.burst[v.seats] if key.endswith("_burst") else points)
    found = say(key, player=Seat(taker), points=worth, limit=limit)
    return [found, *_limit_reasons(v, seat, taker == seat)]


def _open_trick(v: Any, seat: int, number: int, led: int) -> list[Message]:
    """§9 What can still beat a card that is the best so far."""
    trump, colour = int(v.box.trump[led]), number // VALUES
    lower = (held_by_others(v, seat, colour) & ((1 << number % VALUES) - 1)).bit_count()
    trumps = 0 if colour == trump else held_by_others(v, seat, trump).bit_count()
    if lower + trumps == 0:
        is_too_many = rules.tricks_taken(v, seat) == v.box.limit[v.seats]
        return [say("reason.unbeatable"), *_limit_reasons(v, seat, True), *([say("reason.bursts")] * is_too_many)]
    if lower == 0:
        return [say("reason.only_trumps", colour=CARDS_OF.suit(colour), trump=CARDS_OF.suit(trump))]
    key = "reason.lower_at_most" if are_some_aside(v) else "reason.lower"
    return [say(key, colour=CARDS_OF.suit(colour), count=lower)]


def are_some_aside(v: Any) -> bool:
    """§4 Tell whether there are cards that nobody got."""
    return bool(rules.cards_in_play(v) > v.seats * rules.tricks_of_round(v))


def held_by_others(v: Any, seat: int, colour: int) -> int:
    """Give the values of a colour that are in other hands, or that nobody got, in a running trick."""
    return unplayed(v, colour) & ~int(v.hand[seat, colour])


def unplayed(v: Any, colour: int) -> int:
    """Give the values of a colour that nobody has played in this round."""
    values = (1 << (v.box.highest[v.seats] + 1)) - 1
    for other in range(v.seats):
        values &= ~int(v.played[other, colour])
    return values


def _limit_reasons(v: Any, seat: int, takes: bool) -> list[Message]:
    """§12 Whether the seat has as many tricks as it may, with this one or already."""
    tricks, limit = rules.tricks_taken(v, seat) + takes, int(v.box.limit[v.seats])
    key = "reason.at_limit" if takes else "reason.full"
    return [say(key, tricks=number_of("tricks", tricks))] if tricks == limit else []


def _hand_reasons(v: Any, seat: int, number: int, last: str = "reason.last_of_colour") -> list[Message]:
    """§8 What the card was among the others of its colour."""
    colour = CARDS_OF.suit(number // VALUES)
    values = int(v.hand[seat, number // VALUES])
    if values == 1 << number % VALUES:
        return [say(last, colour=colour)]
    if values >> number % VALUES == 1:
        return [say("reason.highest", colour=colour)]
    return [say("reason.lowest", colour=colour)] if rules.lowest(values) == number % VALUES else []


# --- the result ------------------------------------------------------------------------------------------------------


def decided(v: Any, ranking: list[int]) -> Message | None:
    """§14 More points in the last round make the winner of those who have as many in total."""
    best, *others = ranking
    tied = [Seat(seat) for seat in others if v.total[seat] == v.total[best]]
    if not tied:
        return None
    points = number_of("points", v.total[best])
    return say("result.tie_break", seat=Seat(best), others=tied, points=points, latest=int(v.latest[best]))


def standing(v: Any, seat: int) -> Message:
    return say("result.latest", latest=int(v.latest[seat]))


# --- what games say alike --------------------------------------------------------------------------------------------

usual = speech_of(rules, sys.modules[__name__])
text, action, outcome_text, outcome = usual.text, usual.action, usual.outcome_text, usual.outcome
prompt, why_not, result, is_alike = usual.prompt, usual.why_not, usual.result, usual.is_alike
