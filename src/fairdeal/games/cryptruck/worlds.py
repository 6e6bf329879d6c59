"""What a seat of Cryptruck may imagine of the cards and gifts it has not seen, all that fit its view equally likely."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import shuffle
from fairdeal.engine.kernel import NOBODY, lowest, native, record, size_of
from fairdeal.games.cryptruck.rules import (
    COLOURS,
    MOST_IN_USE,
    MOST_WHITES,
    NO_CARD,
    NO_COLOUR,
    SEATS,
    SETS_OF_CARDS,
    TRICKS,
    cards_in_use,
    colour_of,
    deck,
    is_hidden_gift,
    is_round_running,
    may_hold_gift,
    one,
    seen_cards,
)
from fairdeal.kit.deals import (
    REST_OF_MANY,
    add_road,
    all_gifts,
    all_needs,
    away,
    choose_counted,
    count_roads,
    draw_road,
    is_in_rest,
    room_for_roads,
    travelling,
)

# A history is a deal together with the gifts that the seat did not see. A gift may be any card of its giver's hand, and
# hand sizes are public, so a fair deal and gifts chosen blindly make all histories equally likely.

FACE_DOWN = SEATS  # a place of its own beside the hands
PLACES = SEATS + 1
HAD_A_PART = COLOURS  # in a gift: marks, beside the colours it lacks, a hand that is not open to every card alike
MOST_FACE_DOWN = MOST_WHITES - 1
MOST_UNSEEN = (SEATS - 1) * TRICKS + MOST_FACE_DOWN
MOST_SEEN = SEATS * TRICKS  # cards that came out of the other hands: in a trick as many as are laid, at most
MOST_LISTED = MOST_UNSEEN + MOST_SEEN


def _room_for_ways() -> int:
    """The more unseen gifts, the fewer cards are held; of four hands and the face-down cards, the most are the rest."""
    held = [(gifts, min(TRICKS, TRICKS + 1 - gifts)) for gifts in range(TRICKS + 1)]
    return max(
        room_for_roads(4 * most + MOST_FACE_DOWN, MOST_SEEN, MOST_WHITES * (most + 1) ** 3, gifts)
        for gifts, most in held
    )


PLAN = record(
    **travelling(MOST_LISTED, PLACES, TRICKS, MOST_WHITES * (TRICKS + 1) ** 3, _room_for_ways()),
    trick=("i1", TRICKS),  # in which each of the unseen gifts was made
    origin=("i1", 2**TRICKS),  # who made the first of these gifts, or NOBODY if they cannot all have been one card
    target=("i1", 2**TRICKS),  # who got the last of them
    voids=("i1", (PLACES, COLOURS)),  # the set of tricks in which a place showed not to hold a colour
    known=SETS_OF_CARDS,  # gifts of the seat that lie there for certain
    card=("i1", MOST_LISTED),
    source=("i1", MOST_LISTED),  # who has a card from the seat, or NOBODY if it was dealt
    since=("i1", MOST_LISTED),  # the trick of that gift, or 0
    goal=("i1", MOST_LISTED),  # out of whose hand it came, or NOBODY if it is still unseen
    until=("i1", MOST_LISTED),  # the first trick whose gift it cannot have been any more
    shuffled=("i1", MOST_IN_USE),  # scratch for a shuffle
)


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Count the histories that have this view, over all cards that are in other hands, or were."""
    note_voids(v, out)
    list_unseen_gifts(v, seat, out)
    join_gifts(v, out)
    note_places(v, seat, out)
    choose_counted(out)
    list_unseen_cards(v, seat, out)
    if out.gifts > 0:
        list_seen_cards(v, seat, out)
    count_roads(out)


@native
def note_voids(v: Any, out: Any) -> None:
    """§12 Who did not follow held nothing of the led colour then, also if a gift has come since."""
    out.voids[:] = 0
    for trick in range(TRICKS):
        for seat in range(v.seats):
            if has_shown_a_lack(v, seat, trick):
                out.voids[seat, v.led[trick]] |= 1 << trick


@native
def has_shown_a_lack(v: Any, seat: int, trick: int) -> bool:
    card = v.laid[trick, seat]
    return card != NO_CARD and v.led[trick] != NO_COLOUR and colour_of(card) != v.led[trick]


@native
def list_unseen_gifts(v: Any, seat: int, out: Any) -> None:
    out.gifts = 0
    for trick in range(TRICKS):
        if is_hidden_gift(v, seat, trick):
            out.trick[out.gifts] = trick
            out.gifts += 1


@native
def join_gifts(v: Any, out: Any) -> None:
    """Find the sets of unseen gifts that can have been one card: each was made by who had got it by the one before."""
    for last in range(out.gifts):
        giver = v.giver[out.trick[last]]
        for before in range(1 << last):
            joined = before == 0 or out.target[before] == giver
            origin = giver if before == 0 else out.origin[before]
            out.origin[before | 1 << last] = origin if joined else NOBODY
            out.target[before | 1 << last] = v.receiver[out.trick[last]]


@native
def note_places(v: Any, seat: int, out: Any) -> None:
    """Note how many unseen cards each place holds, and which hands are not open to every card alike."""
    out.need[:] = 0
    out.lacks[:] = 0
    out.known[:] = 0
    for other in range(v.seats):
        out.need[other] = 0 if other == seat else v.held[other]
        for colour in range(COLOURS):
            if out.voids[other, colour]:
                out.lacks[other] |= 1 << colour
    out.need[FACE_DOWN] = cards_in_use(v) - v.seats * TRICKS - 1 if is_round_running(v) else 0
    for gift in range(out.gifts):
        out.lacks[v.giver[out.trick[gift]]] |= 1 << HAD_A_PART
        out.lacks[v.receiver[out.trick[gift]]] |= 1 << HAD_A_PART
    place_known_gifts(v, seat, out)


@native
def place_known_gifts(v: Any, seat: int, out: Any) -> None:
    for trick in range(TRICKS):
        holders = may_hold_gift(v, seat, trick)
        if size_of(holders) == 1:
            out.known[lowest(holders)] |= one(v.gift[trick])
            out.need[lowest(holders)] -= 1


@native
def list_unseen_cards(v: Any, seat: int, out: Any) -> None:
    """List the cards that may lie in another hand or face down."""
    out.listed = 0
    cards = deck(v) & ~(seen_cards(v) | v.hand[seat]) if is_round_running(v) else 0
    for other in range(v.seats):
        cards &= ~out.known[other]
    while cards:
        list_card(v, seat, lowest(cards), NOBODY, TRICKS, out)
        out.listed += 1
        cards &= cards - 1
    out.unseen = out.listed


@native
def list_seen_cards(v: Any, seat: int, out: Any) -> None:
    """List the cards that came out of the other hands and may have been an unseen gift before."""
    for trick in range(TRICKS):
        for other in range(v.seats):
            if v.laid[trick, other] == NO_CARD:
                continue
            if other == v.giver[trick]:  # it leads what the first player had revealed before the gift
                list_seen_card(v, seat, v.laid[trick, other], v.receiver[trick], trick, out)
            else:
                list_seen_card(v, seat, v.laid[trick, other], other, trick + 1, out)
        if v.receiver[trick] == seat:
            list_seen_card(v, seat, v.gift[trick], v.giver[trick], trick, out)
    if v.revealed != NO_CARD:
        list_seen_card(v, seat, v.revealed, v.first, v.tricks_played, out)


@native
def list_seen_card(v: Any, seat: int, card: int, holder: int, until: int, out: Any) -> None:
    if holder == seat:
        return
    list_card(v, seat, card, holder, until, out)
    if out.carries[out.listed, out.roads[out.listed] - 1]:  # the last road is one with gifts, if any is
        out.listed += 1


@native
def list_card(v: Any, seat: int, card: int, goal: int, until: int, out: Any) -> None:
    """Write down what the seat knows of a card, behind those that are listed, and the roads that it may have come."""
    number = out.listed
    given = own_gift(v, seat, card, until)
    out.card[number] = card
    out.source[number] = NOBODY if given == NOBODY else v.receiver[given]
    out.since[number] = max(given, 0)
    out.goal[number] = goal
    out.until[number] = until
    out.roads[number] = 0
    add_resting_places(out, number)
    for gifts in range(1, all_gifts(out) + 1):
        if out.origin[gifts] != NOBODY and may_have_been(v, out, number, gifts):
            add_road(out, number, gifts, out.target[gifts] if goal == NOBODY else away(out))


@native
def own_gift(v: Any, seat: int, card: int, until: int) -> int:
    """The last trick before `until` in which the seat gave the card away, or NOBODY."""
    for trick in range(until - 1, -1, -1):
        if v.giver[trick] == seat and v.gift[trick] == card:
            return trick
    return NOBODY


@native
def add_resting_places(plan: Any, number: int) -> None:
    """Add the roads without a gift: where the card may have been all the time."""
    goal = plan.goal[number]
    if goal != NOBODY:
        if may_have_stayed(plan, number, goal):
            add_road(plan, number, 0, away(plan))
        return
    for place in range(PLACES):
        if is_an_end(plan, place) and may_have_stayed(plan, number, place):
            add_road(plan, number, 0, place)


@native
def is_an_end(plan: Any, place: int) -> bool:
    """What lies face down is always open, so it stands for all open places where they are the rest."""
    if plan.rest == REST_OF_MANY and is_in_rest(plan, place):
        return place == FACE_DOWN
    return plan.need[place] > 0


@native
def may_have_stayed(plan: Any, number: int, place: int) -> bool:
    if is_another(plan.source[number], place):
        return False
    return may_have_held(plan, place, colour_of(plan.card[number]), plan.since[number], plan.until[number])


@native
def is_another(known: int, seat: int) -> bool:
    """Whether the source or the goal of a card is known and is not this seat."""
    return known != NOBODY and known != seat


@native
def may_have_held(plan: Any, place: int, colour: int, since: int, until: int) -> bool:
    """Whether a place did not show to lack a colour, from one trick up to another."""
    return plan.voids[place, colour] & ((1 << until) - (1 << since)) == 0


@native
def may_have_been(v: Any, plan: Any, number: int, gifts: int) -> bool:
    """Whether a card may have been these gifts, one after another, and no other unseen one."""
    if is_another(plan.source[number], plan.origin[gifts]) or is_another(plan.goal[number], plan.target[gifts]):
        return False
    colour = colour_of(plan.card[number])
    holder, since = plan.origin[gifts], plan.since[number]
    for gift in range(plan.gifts):
        if not gifts >> gift & 1:
            continue
        trick = plan.trick[gift]
        if trick < since or not may_have_held(plan, holder, colour, since, trick):
            return False
        holder, since = v.receiver[trick], trick
    return since < plan.until[number] and may_have_held(plan, holder, colour, since, plan.until[number])


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Choose a road for every card, so that all histories that have this view are equally likely.

    A history has the view if each card was in the hand that it came from, if the seat's own gifts were where they are
    known to have been, and if no hand held a colour when it showed to lack it, forgotten or not.
    """
    v.face_down = 0
    for other in range(v.seats):
        if other != seat:
            v.hand[other] = plan.known[other]
    gifts, needs, left = all_gifts(plan), all_needs(plan), 0
    for number in range(plan.listed):
        if gifts == 0 and number >= plan.unseen:
            break
        road = draw_road(plan, number, gifts, needs, rng)
        end = plan.ends[number, road]
        name_gifts(v, plan, plan.carries[number, road], plan.card[number])
        gifts ^= plan.carries[number, road]
        needs -= plan.unit[end]
        if plan.rest == REST_OF_MANY and end == FACE_DOWN:
            plan.shuffled[left] = plan.card[number]
            left += 1
        elif end != away(plan):
            put(v, end, plan.card[number])
    deal_rest(v, plan, left, rng)


@native
def name_gifts(v: Any, plan: Any, gifts: int, card: int) -> None:
    while gifts:
        v.gift[plan.trick[lowest(gifts)]] = card
        gifts &= gifts - 1


@native
def deal_rest(v: Any, plan: Any, left: int, rng: Any) -> None:
    """Deal what is left to the places that are open to every card."""
    shuffle(rng, plan.shuffled, left)
    for place in range(PLACES):
        if left > 0 and plan.lacks[place] == 0:
            for _ in range(plan.need[place]):
                left -= 1
                put(v, place, plan.shuffled[left])


@native
def put(v: Any, place: int, card: int) -> None:
    if place == FACE_DOWN:
        v.face_down |= one(card)
    else:
        v.hand[place] |= one(card)
