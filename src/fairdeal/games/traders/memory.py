"""What a seat of Card Game Traders may imagine if it remembers the whole game: all that fits what it was ever shown.

A view forgets packets that were passed on, and cards that a Refresh gave back. Whoever remembers them knows from which
packet each card came that another seat drafted. A seat at distance d to the left took its first d cards before those
packets came by: they are any *unknown* cards. Every other it took from a packet that had come by, between two looks at
it, as did the seats between, one card each: what was taken is known, and not who has which. An *order* says that.

All drafts of distinct cards that fit are equally likely. Who shows a card that it drafted might have shown any other,
so a draft counts once for each of its cards that could be the one; and the deck, whatever it is made of, might have
turned up any of its cards.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import fraction
from fairdeal.engine.kernel import NOBODY, native, record
from fairdeal.games.traders.abilities import KINDS
from fairdeal.games.traders.rules import (
    BUY,
    CARDS,
    DECK,
    DRAFT,
    LARGEST_PACKET,
    NO_CARD,
    PAIRS,
    PASS,
    PLAY,
    SEATS,
    SWAP_MARKET_HAND,
    SWAP_MARKET_META,
    SWAP_META_HAND,
    has_packets,
    is_hidden,
    packet_size,
)
from fairdeal.games.traders.worlds import imagine_choice, imagine_drawn, plan, shuffle_cards

STEPS = LARGEST_PACKET - 1  # §6 choices of a seat in the draft
MOST_ORDERS = 6 * 6 * 6 * 6 * 2  # with four seats and the largest packets
MOST_UNKNOWN = 6  # cards that others drafted, with four seats

PAST = record(
    unseen=CARDS,  # as a plan of worlds has them
    unseen_size="i1",
    shuffled=("i1", DECK),
    steps="i1",  # choices of each seat in the draft so far
    look=("i1", (STEPS, KINDS)),  # the packet in hand at each step
    passed=("i1", (STEPS, KINDS)),  # those of its cards that were passed on, and of which is not known where they went
    takers=("i1", STEPS),  # how many seats have taken one of them each, from the left neighbour on
    holder=("i1", STEPS),  # how far the rest of the packet is, or NOBODY
    unknown=("i1", SEATS),  # by distance: cards that a seat drafted from packets before they came by
    pool=CARDS,  # the cards that those were taken from: they, and the deck when the draft ended
    turned=CARDS,  # what the deck has turned up since, less what it was given back
    likely=(
        "f8",
        (KINDS, MOST_UNKNOWN + 1),
    ),  # how likely that was, by the unknown cards of a kind
    shown=("i1", (SEATS, KINDS)),  # by distance: drafted cards that are known by now
    taken=("i1", (SEATS, KINDS)),  # by distance: what a seat took from packets that had come by, in an order
    rest=CARDS,  # room for a packet, or for the deck
    left=("i1", SEATS),  # room for unknown cards, by distance
    some=("i1", SEATS),
    parts=("f8", (SEATS, KINDS, SEATS)),  # by distance and kind: how much so many unknown cards of it count
    ways=("f8", (KINDS + 1, SEATS, SEATS, SEATS)),  # to hand out the kinds from one on
    orders="i2",
    weights=("f8", MOST_ORDERS),
)


@native
def recall(views: Any, told: Any, seat: int, past: Any) -> None:
    """Count what `remember` needs, by all views of a seat, the last one that of a choice, and all it was told."""
    now = len(views) - 1
    end = end_of_draft(views)
    recall_looks(views, end, seat, past)
    follow_packets(views[end], told, views, end, seat, past)
    plan(views[end], seat, past)
    count_pool(past)
    if not has_packets(views[now]):
        recall_deck(views, told, end, past)
        recall_shown(views, told, end, seat, past)
        weigh_orders(past)
        plan(views[now], seat, past)


@native
def remember(v: Any, seat: int, past: Any, rng: Any) -> None:
    """Turn a copy of the last view into a world that fits them all."""
    if has_packets(v):
        remember_packets(v, seat, past, rng)
    else:
        remember_hands(v, seat, past, rng)


# --- the draft -------------------------------------------------------------------------------------------------------


@native
def end_of_draft(views: Any) -> int:
    """Give the number of the first view after the draft, of the last one while it lasts."""
    for number in range(len(views)):
        if views[number].raised[0] != NO_CARD:
            return number
    return len(views) - 1


@native
def recall_looks(views: Any, end: int, seat: int, past: Any) -> None:
    past.steps = views[end].passes if has_packets(views[end]) else views[end].box.packet - 1
    for number in range(end + 1):
        v = views[number]
        if has_packets(v):
            for kind in range(KINDS):
                past.look[v.passes, kind] = v.packet[seat, kind]


@native
def follow_packets(v: Any, told: Any, views: Any, end: int, seat: int, past: Any) -> None:
    """§6 A packet that was passed on lost a card to each seat that had it since."""
    for number in range(end):
        if told[number, 0] == seat and told[number, 1] < PLAY:
            step = views[number].passes
            for kind in range(KINDS):
                past.passed[step, kind] = past.look[step, kind]
            past.passed[step, (told[number, 1] - DRAFT) % KINDS] -= 1
    for step in range(past.steps):
        follow_packet(v, step, seat, past)
    for distance in range(v.seats):
        past.unknown[distance] = min(distance, past.steps)


@native
def follow_packet(v: Any, step: int, seat: int, past: Any) -> None:
    """Tell what became of a packet until it came by again, until now, or until its last card was raised."""
    again = step + v.seats
    past.holder[step] = NOBODY
    if again < past.steps or (again == past.steps and has_packets(v)):
        past.takers[step] = v.seats - 1
        for kind in range(KINDS):
            past.passed[step, kind] -= past.look[again, kind]
        return
    past.takers[step] = past.steps - step - 1
    if has_packets(v):
        past.holder[step] = past.steps - step
    else:
        past.passed[step, v.raised[(seat + past.takers[step]) % v.seats]] -= 1


@native
def count_pool(past: Any) -> None:
    """Of the unseen cards all are unknown but those that were passed on."""
    for kind in range(KINDS):
        past.pool[kind] = past.unseen[kind]
        for step in range(past.steps):
            past.pool[kind] -= past.passed[step, kind]


@native
def remember_packets(v: Any, seat: int, past: Any, rng: Any) -> None:
    """Deal each packet's cards to those who had it, in any order, and unknown cards to all else."""
    for distance in range(1, v.seats):
        v.hand[(seat + distance) % v.seats, :] = 0
        v.packet[(seat + distance) % v.seats, :] = 0
    for step in range(past.steps):
        deal_packet(v, step, seat, past, rng)
    left = shuffle_cards(past.pool, past.shuffled, rng)
    for distance in range(1, v.seats):
        other = (seat + distance) % v.seats
        left = deal_cards(past, left, past.unknown[distance], v.hand[other])
        if distance > past.steps:
            left = deal_cards(past, left, packet_size(v), v.packet[other])
        imagine_choice(v, other, rng)
    lay_deck(v, past, left)


@native
def deal_packet(v: Any, step: int, seat: int, past: Any, rng: Any) -> None:
    left = shuffle_cards(past.passed[step], past.shuffled, rng)
    for distance in range(1, past.takers[step] + 1):
        left = deal_cards(past, left, 1, v.hand[(seat + distance) % v.seats])
    if past.holder[step] != NOBODY:
        deal_cards(past, left, left, v.packet[(seat + past.holder[step]) % v.seats])


@native
def deal_cards(past: Any, left: int, count: int, cards: Any) -> int:
    """Deal the last of the shuffled cards; return how many are left."""
    for _ in range(count):
        left -= 1
        cards[past.shuffled[left]] += 1
    return left


@native
def lay_deck(v: Any, past: Any, left: int) -> None:
    for place in range(left):
        v.deck[place] = past.shuffled[place]


# --- what was seen since ---------------------------------------------------------------------------------------------


@native
def recall_deck(views: Any, told: Any, end: int, past: Any) -> None:
    """Weigh what the deck turned up, by the unknown cards that it did not have; §14 it may have got others back."""
    past.turned[:] = 0
    past.likely[:] = 0.0
    for kind in range(KINDS):
        ways = 1.0
        for unknown in range(min(past.pool[kind], MOST_UNKNOWN) + 1):
            past.likely[kind, unknown] = ways
            ways *= past.pool[kind] - unknown
    for number in range(end, len(views) - 1):
        for kind in range(KINDS):
            turned = in_sight(views[number + 1], kind) - in_sight(views[number], kind)
            if shows(views[number], told[number, 0], told[number, 1]) == kind:
                turned -= 1
            for _ in range(turned):
                turn_up(past, kind)
            if turned < 0:
                past.turned[kind] += turned


@native
def turn_up(past: Any, kind: int) -> None:
    """A card that the deck turns up is any of its cards."""
    most = max(1, past.pool[kind] - past.turned[kind])
    for unknown in range(MOST_UNKNOWN + 1):
        past.likely[kind, unknown] *= max(0, past.pool[kind] - unknown - past.turned[kind]) / most
    past.turned[kind] += 1


@native
def in_sight(v: Any, kind: int) -> int:
    """Count the cards of a kind outside of the deck and of what seats have drafted and not shown to all."""
    count = v.meta[kind] + v.market[kind] + v.removed[kind] + max(0, v.drawn[kind])
    for seat in range(v.seats):
        count += v.shown[seat, kind]
    return count


@native
def shows(v: Any, seat: int, action: int) -> int:
    """Give the kind of the drafted card that an action shows to all, or NO_CARD; one that they know is shown first."""
    kind = NO_CARD
    if PLAY <= action < PASS:
        kind = action - PLAY
    elif SWAP_META_HAND <= action < SWAP_MARKET_META or SWAP_MARKET_HAND <= action < BUY:
        kind = (action - SWAP_META_HAND) % PAIRS % KINDS
    return kind if kind != NO_CARD and v.shown[seat, kind] == 0 else NO_CARD


@native
def recall_shown(views: Any, told: Any, end: int, seat: int, past: Any) -> None:
    """Count the drafted cards of the others that are known: those that all have seen, and §17 hands looked at."""
    v = views[len(views) - 1]
    past.shown[:] = 0
    for number in range(end, len(views) - 1):
        kind = shows(views[number], told[number, 0], told[number, 1])
        if kind != NO_CARD:
            past.shown[(told[number, 0] - seat) % v.seats, kind] += 1
    for distance in range(1, v.seats):
        other = (seat + distance) % v.seats
        if not is_hidden(v, other):
            for kind in range(KINDS):
                past.shown[distance, kind] += v.hand[other, kind] - v.shown[other, kind]


# --- orders, and the ways to hand out unknown cards in them ----------------------------------------------------------


@native
def weigh_orders(past: Any) -> None:
    past.orders = 1
    for step in range(past.steps):
        for takers in range(2, past.takers[step] + 1):
            past.orders *= takers
    for order in range(past.orders):
        count_ways(past, order)
        past.weights[order] = past.ways[0, past.unknown[1], past.unknown[2], past.unknown[3]]


@native
def count_ways(past: Any, order: int) -> None:
    """Count, kind by kind from the last, the ways in which the seats at distance 1, 2 and 3 got their unknown cards."""
    take_in_order(past, order)
    count_parts(past)
    past.ways[KINDS, :, :, :] = 0.0
    past.ways[KINDS, 0, 0, 0] = 1.0
    for kind in range(KINDS - 1, -1, -1):
        for one in range(past.unknown[1] + 1):
            for two in range(past.unknown[2] + 1):
                for three in range(past.unknown[3] + 1):
                    past.ways[kind, one, two, three] = count_from(past, kind, one, two, three)


@native
def count_from(past: Any, kind: int, one: int, two: int, three: int) -> float:
    total = 0.0
    for a in range(one + 1):
        for b in range(two + 1):
            for c in range(three + 1):
                total += weight(past, kind, a, b, c) * past.ways[kind + 1, one - a, two - b, three - c]
    return total


@native
def weight(past: Any, kind: int, a: int, b: int, c: int) -> float:
    """How much it counts if so many unknown cards of a kind are with the seats at distance 1, 2 and 3."""
    return past.likely[kind, a + b + c] * past.parts[1, kind, a] * past.parts[2, kind, b] * past.parts[3, kind, c]


@native
def take_in_order(past: Any, order: int) -> None:
    """Let the seats take the cards of each packet one after another: the number of the order says which."""
    past.taken[:] = 0
    for step in range(past.steps):
        for kind in range(KINDS):
            past.rest[kind] = past.passed[step, kind]
        for distance in range(1, past.takers[step] + 1):
            left = past.takers[step] + 1 - distance
            kind = kind_at(past.rest, order % left)
            order //= left
            past.rest[kind] -= 1
            past.taken[distance, kind] += 1


@native
def kind_at(cards: Any, place: int) -> int:
    """Give the kind of a card by its place among some that are sorted."""
    kind = 0
    while place >= cards[kind]:
        place -= cards[kind]
        kind += 1
    return kind


@native
def count_parts(past: Any) -> None:
    """Unknown cards of a kind come in any order; and any of the drafted ones may be those that were shown."""
    for distance in range(1, SEATS):
        for kind in range(KINDS):
            orders = 1.0
            for unknown in range(past.unknown[distance] + 1):
                orders *= max(1, unknown)
                drafted = past.taken[distance, kind] + unknown
                ways = 1.0
                for shown in range(past.shown[distance, kind]):
                    ways *= max(0, drafted - shown)
                past.parts[distance, kind, unknown] = ways / orders


# --- a world ---------------------------------------------------------------------------------------------------------


@native
def remember_hands(v: Any, seat: int, past: Any, rng: Any) -> None:
    """Draw an order and what the unknown cards are in it; the deck takes what is left."""
    count_ways(past, draw_order(past, rng))
    draw_unknown(past, rng)
    for kind in range(KINDS):
        past.rest[kind] = past.unseen[kind]
    for distance in range(1, v.seats):
        fill_hand(v, (seat + distance) % v.seats, distance, past)
    left = shuffle_cards(past.rest, past.shuffled, rng)
    lay_deck(v, past, imagine_drawn(v, past, left))


@native
def draw_order(past: Any, rng: Any) -> int:
    total, order = 0.0, 0
    for number in range(past.orders):
        total += past.weights[number]
    point = fraction(rng) * total
    for number in range(past.orders):
        if past.weights[number] > 0.0 and point >= 0.0:
            order = number
            point -= past.weights[number]
    return order


@native
def draw_unknown(past: Any, rng: Any) -> None:
    """Let each seat take its unknown cards, kind by kind."""
    for distance in range(SEATS):
        past.left[distance] = past.unknown[distance]
    for kind in range(KINDS):
        draw_kind(past, kind, rng)
        for distance in range(1, SEATS):
            past.left[distance] -= past.some[distance]
            past.taken[distance, kind] += past.some[distance]


@native
def draw_kind(past: Any, kind: int, rng: Any) -> None:
    """Draw how many unknown cards of a kind each seat has, by the ways to go on from there."""
    one, two, three = past.left[1], past.left[2], past.left[3]
    point = fraction(rng) * past.ways[kind, one, two, three]
    for a in range(one + 1):
        for b in range(two + 1):
            for c in range(three + 1):
                ways = weight(past, kind, a, b, c) * past.ways[kind + 1, one - a, two - b, three - c]
                if ways > 0.0 and point >= 0.0:
                    past.some[1], past.some[2], past.some[3] = a, b, c
                    point -= ways


@native
def fill_hand(v: Any, seat: int, distance: int, past: Any) -> None:
    """A hidden hand has what all know of it, and what was drafted and not shown."""
    if not is_hidden(v, seat):
        return
    for kind in range(KINDS):
        drafted = past.taken[distance, kind] - past.shown[distance, kind]
        v.hand[seat, kind] = v.shown[seat, kind] + drafted
        past.rest[kind] -= drafted
