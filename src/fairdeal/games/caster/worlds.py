"""What a seat of CASTER may imagine of the cards it has not seen: every deal that fits its view, all equally likely."""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import below, shuffle, some_of
from fairdeal.engine.kernel import lowest, native, record, size_of
from fairdeal.games.caster.rules import (
    CARDS,
    COLOURS,
    GIFTS,
    MOST_TRICKS,
    PASS,
    SEATS,
    SET_OF_CARDS,
    TRICK,
    VALUES,
    colour_of,
    value_of,
)
from fairdeal.kit.deals import COUNTED, REST_OF_MANY, all_needs, count_ways, counting, draw_split, part_of
from fairdeal.kit.seats import left_of

ASIDE = SEATS  # a place of its own beside the hands: §4 what nobody got, with three seats or four
PLAN = record(
    # Of four others, or of three and what lies aside, the largest is the rest.
    **counting(COLOURS, SEATS + 1, (MOST_TRICKS + 1) ** (SEATS - 2)),
    unseen=SET_OF_CARDS,
    shuffled=("i1", CARDS),  # scratch for a shuffle
)


@native
def plan(v: Any, seat: int, out: Any) -> None:
    """Count what the others hold that the seat has not seen, and which colours they have shown to lack."""
    list_unseen(v, seat, out)
    out.need[:] = 0
    out.lacks[ASIDE] = 0
    for other in range(v.seats):
        out.lacks[other] = v.lacks[other]
        out.need[other] = 0 if other == seat else v.held[other] + waiting_gifts(v, other)
        for colour in range(COLOURS):
            out.need[other] -= size_of(known_cards(v, seat, other, colour))
        out.need[ASIDE] -= out.need[other]
    for colour in range(COLOURS):
        out.need[ASIDE] += out.cards[colour]
    count_ways(out)


@native
def waiting_gifts(v: Any, seat: int) -> int:
    """Count the gifts that have left a hand and joined no other."""
    return v.given[seat] if v.phase == PASS else 0


@native
def known_cards(v: Any, seat: int, other: int, colour: int) -> int:
    """Passing: what a seat gave to its left is there until it is played."""
    if v.phase == TRICK and v.given[seat] > 0 and other == left_of(v, seat):
        return v.gave[seat, colour] & ~v.played[other, colour]
    return 0


@native
def list_unseen(v: Any, seat: int, out: Any) -> None:
    for colour in range(COLOURS):
        seen = v.hand[seat, colour] | (v.gave[seat, colour] if v.phase == PASS else 0)
        for other in range(v.seats):
            seen |= v.played[other, colour] | known_cards(v, seat, other, colour)
        dealt = (1 << (v.box.highest[v.seats] + 1)) - 1 if v.phase in (PASS, TRICK) else 0
        out.unseen[colour] = dealt & ~seen
        out.cards[colour] = size_of(out.unseen[colour])


@native
def resample(v: Any, seat: int, plan: Any, rng: Any) -> None:
    """Deal the unseen cards to the others, each deal that has this view equally likely."""
    for other in range(v.seats):
        if other != seat:
            for colour in range(COLOURS):
                v.hand[other, colour] = known_cards(v, seat, other, colour)
    deal_unseen(v, plan, rng)
    if v.phase == PASS:
        imagine_waiting_gifts(v, seat, rng)
    elif v.phase == TRICK and v.given[seat] > 0:
        imagine_gifts_made(v, seat, rng)


@native
def deal_unseen(v: Any, plan: Any, rng: Any) -> None:
    needs = all_needs(plan)
    left = 0
    for colour in range(COLOURS):
        taken = draw_split(plan, colour, needs, rng)
        needs -= taken
        values = deal_counted(v, plan, colour, taken, rng)
        if plan.rest == ASIDE:
            continue
        if plan.rest != REST_OF_MANY:
            v.hand[plan.rest, colour] |= values
            continue
        while values:
            plan.shuffled[left] = colour * VALUES + lowest(values)
            left += 1
            values &= values - 1
    deal_rest(v, plan, left, rng)


@native
def deal_counted(v: Any, plan: Any, colour: int, taken: int, rng: Any) -> int:
    """Give the counted seats their cards of a colour; return what is left of it."""
    values = int(plan.unseen[colour])
    for number in range(COUNTED):
        count = part_of(plan, number, taken)
        if count > 0:
            given = some_of(rng, values, count)
            if plan.counted[number] != ASIDE:
                v.hand[plan.counted[number], colour] |= given
            values ^= given
    return values


@native
def deal_rest(v: Any, plan: Any, left: int, rng: Any) -> None:
    """Deal what is left to the seats that have shown no lack; the last of it lies aside."""
    shuffle(rng, plan.shuffled, left)
    for other in range(v.seats):
        if left > 0 and plan.lacks[other] == 0:
            for _ in range(plan.need[other]):
                left -= 1
                card = plan.shuffled[left]
                v.hand[other, colour_of(card)] |= 1 << value_of(card)


@native
def imagine_waiting_gifts(v: Any, seat: int, rng: Any) -> None:
    """Passing: the others have put away any of the cards dealt to them."""
    for giver in range(v.seats):
        if giver != seat:
            imagine_gifts(v, giver, giver, v.given[giver], rng)
            for colour in range(COLOURS):
                v.hand[giver, colour] ^= v.gave[giver, colour]


@native
def imagine_gifts_made(v: Any, seat: int, rng: Any) -> None:
    """Passing: any three cards of a receiver's hand after passing may have been the gifts to it."""
    for giver in range(v.seats):
        receiver = left_of(v, giver)
        if giver != seat and receiver != seat:
            imagine_gifts(v, giver, receiver, GIFTS, rng)


@native
def imagine_gifts(v: Any, giver: int, owner: int, count: int, rng: Any) -> None:
    """Name `count` of the cards that the owner holds or has played as the giver's gifts, each choice equally likely."""
    left = 0
    for colour in range(COLOURS):
        left += size_of(v.hand[owner, colour] | v.played[owner, colour])
    for colour in range(COLOURS):
        values = int(v.hand[owner, colour] | v.played[owner, colour])
        v.gave[giver, colour] = 0
        while values:
            if below(rng, left) < count:
                v.gave[giver, colour] |= values & -values
                count -= 1
            left -= 1
            values &= values - 1
