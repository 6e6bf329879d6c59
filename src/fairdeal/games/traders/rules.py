"""Card Game Traders: play a card to make its kind dearer, use the ability above its pile, buy from the Market.

Copies of a kind are alike, so every place but the deck is a count per kind. Kinds are 0 to 6 here and 1 to 7 in words.
"""

from __future__ import annotations

from typing import Any

from fairdeal.engine.chance import shuffle
from fairdeal.engine.fields import A_SEAT, BY_NOBODY, Seen, declared, hidden, one_of, public, state, up_to
from fairdeal.engine.kernel import DEALER, NOBODY, UNKNOWN, native, spans
from fairdeal.engine.observed import Feature
from fairdeal.games.traders.abilities import (
    A1A,
    A1B,
    ABILITY_CARDS,
    AT_END,
    D1A,
    D1B,
    HALVES,
    IN_PLAY,
    KINDS,
    L1A,
    L1B,
    M1A,
    M1B,
    NO_ABILITY,
    R1A,
    R1B,
    W1A,
    W1B,
    X1A,
    X1B,
    X2A,
    X2B,
    has_fixed_row,
    lay_row,
    list_fixed_row,
    shuffle_abilities,
    value,
    weigh_abilities,
)
from fairdeal.kit.drawing import draw_seat, weigh_rest, weigh_seats
from fairdeal.kit.seats import left_of

SEATS = 4
DECK = 56  # main cards, at most
SMALLEST_PACKET, LARGEST_PACKET = 3, 8
PAIRS = KINDS * KINDS
LEFT, RIGHT = range(2)

DRAFT, KEEP, PLAY, PASS, COPY, RAISE, STOCK, HOLD, TRASH_MARKET, TRASH_META, LOOK, SWAP, BUY, DONE, ACTIONS = spans(
    KINDS, KINDS, KINDS, 1, 2, KINDS, KINDS, KINDS, KINDS, KINDS, SEATS, 3 * PAIRS, KINDS, 1
)
SWAP_META_HAND, SWAP_MARKET_META, SWAP_MARKET_HAND = SWAP, SWAP + PAIRS, SWAP + 2 * PAIRS
SEALED = ((DRAFT, KEEP), (KEEP, PLAY))
DRAFT_HIDDEN, KEEP_HIDDEN = ACTIONS, ACTIONS + 1  # what the others are told of a sealed choice

MOST_LEGAL = PAIRS
MOST_OUTCOME = DECK
MOST_NUMBER = HALVES - 1

# Why a game ends. Call a card of deck or Market worth 2, of a hand worth 1, any other worth 0. No move adds to the sum:
# swaps keep the sizes of places, a Refresh moves cards between Market and deck. Playing and buying take 1 off. The sum
# after the draft with packets of p is 2 * (56 - pn) + (p - 1)n, at most 104, and so often cards are played and bought.
# Beside buys and holds a turn has at most five events: play, copy, two of the ability (look and swap, or raise and
# shuffle), done. The Market outgrows its size m by 1 in a turn with Draw, to 50 cards at most, and a Refresh holds that
# excess and takes m off it (or all of it): so of every 1 + m turns at most one can hold up to 50 - m cards; m = 4 makes
# that worst. After the trigger up to three seats pass.
MOST_TURNS = 2 * DECK - (SMALLEST_PACKET + 1) * 2
SMALLEST_MARKET, LARGEST_MARKET = 4, 8
MOST_HELD = DECK - 2 * SMALLEST_PACKET - SMALLEST_MARKET
MOST_HOLDS = MOST_HELD * MOST_TURNS // (1 + SMALLEST_MARKET)
MOST_EVENTS = 3 + SEATS * (LARGEST_PACKET - 1) + 5 * MOST_TURNS + MOST_HOLDS + SEATS - 1

# Phases: those of chance, the two that all seats share, the end, and the steps of a turn.
ABILITIES, DEAL, START, SHUFFLE, DRAFTING, KEEPING, OVER, PLAYING = range(8)
COPYING, RAISING, HOLDING, PLACING, TRASHING, LOOKING, SWAPPING, BUYING = range(8, 16)
PHASES = 16
NO_CARD = -1
DRAWN, LOOKED_AT, PACKETS = range(3)  # what is hidden by rules of its own
MARKET, META, HAND = range(3)  # the places between which abilities move cards

CARDS = ("i1", (KINDS,))
CARDS_BY_SEAT = ("i1", (SEATS, KINDS))

A_COUNT = up_to(DECK)
COUNTS_BY_SEAT = up_to(DECK, by_seat=0)
AN_ABILITY = one_of(HALVES)
MOST_BONUS = 9

OPTIONS = declared(
    market=public("i1", seen=up_to(LARGEST_MARKET)),
    abilities=public(CARDS, seen=AN_ABILITY),
)
BOX = declared(
    quantity=public(CARDS, seen=A_COUNT),  # §1 the Meta card included
    slots=public(("i2", ABILITY_CARDS), bits=KINDS),  # §2 set of slots where the card may lie
    bonus=public(
        ("i1", HALVES), seen=up_to(MOST_BONUS, -MOST_BONUS)
    ),  # §2 what a Value half adds, or a Discount half takes off
    packet=public("i1", seen=up_to(LARGEST_PACKET)),  # §5 cards dealt to each seat
    lowest=public("i1", seen=up_to(MOST_BONUS)),  # §8 §19 of values and prices
)
STATE = state(
    OPTIONS,
    BOX,
    all_shown_in=OVER,
    phase=public("i1", ABILITIES, seen=one_of(PHASES)),
    ability=public(CARDS, NO_ABILITY, seen=AN_ABILITY),  # the half that shows above each pile
    source=public(CARDS, range(KINDS), seen=one_of(KINDS)),  # §8 whose count is the value
    modifier=public(("i1", (2, KINDS)), 0, seen=up_to(MOST_BONUS, -MOST_BONUS)),  # §8 in play, at the end
    meta=public(CARDS, 1, seen=A_COUNT),  # piles, their Meta cards included
    market=public(CARDS, 0, seen=A_COUNT),
    removed=public(CARDS, 0, seen=A_COUNT),
    deck_size=public("i1", 0, seen=A_COUNT),
    deck=hidden(("i1", DECK), NO_CARD, sees=BY_NOBODY, axes=0),  # the top is the last of `deck_size`; NO_CARD behind it
    held=public(("i1", SEATS), 0, seen=COUNTS_BY_SEAT),  # hand sizes
    hand=hidden(CARDS_BY_SEAT, 0, count="held", sees=LOOKED_AT, seen=COUNTS_BY_SEAT),
    shown=public(
        CARDS_BY_SEAT, 0, seen=COUNTS_BY_SEAT
    ),  # what all know of a hand: bought or swapped in, less what was played or given since
    looked=public(
        ("i1", SEATS), 0, bits=SEATS, seen=Seen(is_seat=True, by_seat=0)
    ),  # set of seats whose hands a seat has looked at
    passes=public("i1", 0, seen=up_to(LARGEST_PACKET)),  # of packets, so far
    waiting=public("i1", 0, bits=SEATS, seen=A_SEAT),  # set of seats that still owe a choice in the draft
    packet=hidden(CARDS_BY_SEAT, 0, sees=PACKETS, seen=COUNTS_BY_SEAT),
    chosen=hidden(("i1", SEATS), NO_CARD, seen=one_of(KINDS, by_seat=0)),  # sealed choices
    raised=public(
        ("i1", SEATS), NO_CARD, seen=one_of(KINDS, by_seat=0)
    ),  # the card each seat put on the Meta at the end of the draft
    first=public("i1", NOBODY, seen=A_SEAT),
    turn=public("i1", NOBODY, seen=A_SEAT),
    closing=public("i1", 0, seen=up_to(1)),  # whether the end is triggered
    played=public("i1", NO_CARD, seen=one_of(KINDS)),  # in this turn
    acting=public("i1", NO_ABILITY, seen=AN_ABILITY),  # the ability in use, arrows followed
    drawn_size=public("i1", 0, seen=A_COUNT),
    drawn=hidden(CARDS, 0, sees=DRAWN, axes=0, seen=A_COUNT),  # and not placed yet
    to_hold=public("i1", 0, seen=A_COUNT),  # cards that still must be held in a Refresh
    holding=public(CARDS, 0, seen=A_COUNT),
    power=public("i1", 0, seen=up_to(127)),  # buying power left
    bought=public("i1", 0, seen=A_COUNT),  # cards in this turn
)


@native
def clear_turn(s: Any) -> None:
    s.played = NO_CARD
    s.acting = NO_ABILITY
    s.power = 0
    s.bought = 0


@native
def lay_out(s: Any) -> None:
    """§3 The Meta cards lie in a row; §1 each kind has one card less than its quantity in the deck."""
    for kind in range(KINDS):
        for _ in range(s.box.quantity[kind] - 1):
            put_on_deck(s, kind)


@native
def put_on_deck(s: Any, kind: int) -> None:
    s.deck[s.deck_size] = kind
    s.deck_size += 1


@native
def take_top(s: Any) -> int:
    s.deck_size -= 1
    kind = int(s.deck[s.deck_size])
    s.deck[s.deck_size] = NO_CARD
    return kind


@native
def number_of_cards(cards: Any) -> int:
    total = 0
    for kind in range(KINDS):
        total += cards[kind]
    return total


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if s.phase >= PLAYING:
        return 1 << s.turn
    if s.phase in (DRAFTING, KEEPING):
        return s.waiting
    return 0 if s.phase == OVER else 1 << DEALER


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == BUYING:
        return list_buys(s, out)
    if s.phase == PLAYING:
        return list_plays(s, seat, out)
    if s.phase == SWAPPING:
        return list_swaps(s, seat, out)
    if s.phase == TRASHING:
        return list_from(s, seat, first_place(s), trash_span(s), out)
    if s.phase == PLACING:
        return list_placings(s, out)
    if s.phase == LOOKING:
        return list_opponents(s, seat, out)
    return legal_in_rarer_phases(s, seat, out)


@native
def legal_in_rarer_phases(s: Any, seat: int, out: Any) -> int:
    if s.phase == DRAFTING:
        return list_kinds(s.packet[seat], DRAFT, out)
    if s.phase == KEEPING:
        return list_kinds(s.packet[seat], KEEP, out)
    if s.phase == RAISING:
        return list_kinds(s.market, RAISE, out)
    if s.phase == HOLDING:
        return list_holds(s, out)
    out[0] = COPY + LEFT  # §13 both sides are always allowed
    out[1] = COPY + RIGHT
    return 2


@native
def list_kinds(cards: Any, span: int, out: Any) -> int:
    """List the kinds of some cards as actions of a span."""
    count = 0
    for kind in range(KINDS):
        if cards[kind] > 0:
            out[count] = span + kind
            count += 1
    return count


@native
def list_plays(s: Any, seat: int, out: Any) -> int:
    """§11 Any card of the hand; §21 once the end is triggered, a seat may pass."""
    count = list_kinds(s.hand[seat], PLAY, out)
    if s.closing:
        out[count] = PASS
        count += 1
    return count


@native
def list_buys(s: Any, out: Any) -> int:
    """§19 Whatever the power left can pay, or no more."""
    count = 0
    for kind in range(KINDS):
        if may_buy(s, kind):
            out[count] = BUY + kind
            count += 1
    out[count] = DONE
    return count + 1


@native
def may_buy(s: Any, kind: int) -> bool:
    """§19 A card of the Market whose price the power left can pay."""
    return s.market[kind] > 0 and price(s, kind, s.bought) <= s.power


@native
def price(s: Any, kind: int, bought: int) -> int:
    """§19 The value, less the discount, and never too low."""
    return max(s.box.lowest, value(s, kind, IN_PLAY) - discount(s, s.acting, bought))


@native
def discount(s: Any, half: int, bought: int) -> int:
    """§2 Half a: on each of the first two buys; half b: on the first."""
    if (half == D1A and bought < 2) or (half == D1B and bought < 1):
        return s.box.bonus[half]
    return 0


@native
def list_placings(s: Any, out: Any) -> int:
    """§16 Any of the drawn cards to its Meta pile; a single one may go to the Market instead."""
    count = list_kinds(s.drawn, RAISE, out)
    if s.drawn_size == 1:
        out[count] = out[0] - RAISE + STOCK
        count += 1
    return count


@native
def list_holds(s: Any, out: Any) -> int:
    count = 0
    for kind in range(KINDS):
        if s.market[kind] > s.holding[kind]:
            out[count] = HOLD + kind
            count += 1
    return count


@native
def list_opponents(s: Any, seat: int, out: Any) -> int:
    """§17 Any opponent may be looked at, even one with an empty hand."""
    count = 0
    for other in range(s.seats):
        if other != seat:
            out[count] = LOOK + other
            count += 1
    return count


@native
def first_place(s: Any) -> int:
    """Where the ability in use takes its card from."""
    return META if s.acting in (M1B, L1A, L1B, X1A) else MARKET


@native
def second_place(s: Any) -> int:
    """§18 With what the ability in use swaps it."""
    return META if s.acting in (X1B, X2B) else HAND


@native
def trash_span(s: Any) -> int:
    return TRASH_META if first_place(s) == META else TRASH_MARKET


@native
def swap_span(s: Any) -> int:
    if first_place(s) == META:
        return SWAP_META_HAND
    return SWAP_MARKET_META if second_place(s) == META else SWAP_MARKET_HAND


@native
def may_leave(s: Any, seat: int, place: int, kind: int) -> bool:
    """§12 Any card of Market and hand; of a Meta pile all but the Meta card at its bottom."""
    if place == MARKET:
        return s.market[kind] > 0
    if place == META:
        return s.meta[kind] > 1
    return s.hand[seat, kind] > 0


@native
def list_from(s: Any, seat: int, place: int, span: int, out: Any) -> int:
    """List the kinds that may leave a place as actions of a span."""
    count = 0
    for kind in range(KINDS):
        if may_leave(s, seat, place, kind):
            out[count] = span + kind
            count += 1
    return count


@native
def list_swaps(s: Any, seat: int, out: Any) -> int:
    """§18 Any card of the one place with any of the other; alike kinds may be swapped."""
    count = 0
    for kind in range(KINDS):
        if may_leave(s, seat, first_place(s), kind):
            for other in range(KINDS):
                if may_leave(s, seat, second_place(s), other):
                    out[count] = swap_span(s) + kind * KINDS + other
                    count += 1
    return count


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§4 Abilities; §7 a random first player; §5 §14 the deck in a random order, top first."""
    if s.phase == ABILITIES:
        return list_fixed_row(s, out) if has_fixed_row(s) else shuffle_abilities(rng, out)
    if s.phase == START:
        return draw_seat(s, rng, out)
    for place in range(s.deck_size):
        out[place] = s.deck[place]
    shuffle(rng, out, s.deck_size)
    return s.deck_size


@native
def weigh_next(s: Any, outcome: Any, count: int, weights: Any) -> int:
    """§4 An ability that lies not there yet; §7 any seat; §5 §14 any kind of which the deck has a card left."""
    if s.phase == ABILITIES:
        return weigh_abilities(s, outcome, count, weights)
    if s.phase == START:
        return weigh_seats(s, count, weights)
    for place in range(s.deck_size):
        weights[s.deck[place]] += 1
    return weigh_rest(s.deck_size, outcome, count, weights)


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == ABILITIES:
        lay_row(s, outcome)
        s.phase = DEAL
    elif s.phase == START:
        s.first = outcome[0]
        s.phase = DRAFTING
        await_all(s)
    elif s.phase == DEAL:
        stack(s, outcome)
        deal_packets(s)
        s.phase = START
    else:
        stack(s, outcome)
        refill(s)
        begin_buying(s)


@native
def stack(s: Any, outcome: Any) -> None:
    """Put the deck into an order that is told from the top."""
    for place in range(s.deck_size):
        s.deck[s.deck_size - 1 - place] = outcome[place]


@native
def deal_packets(s: Any) -> None:
    """§5 A packet to each seat, the next ones to the Market; the rest is the deck."""
    for seat in range(s.seats):
        for _ in range(s.box.packet):
            s.packet[seat, take_top(s)] += 1
    refill(s)


@native
def refill(s: Any) -> None:
    """§15 Draw until the Market is full or the deck is empty; it never takes cards away."""
    missing = s.options.market - number_of_cards(s.market)
    while missing > 0 and s.deck_size > 0:
        s.market[take_top(s)] += 1
        missing -= 1


# --- the draft -------------------------------------------------------------------------------------------------------


@native
def await_all(s: Any) -> None:
    """§6 All seats choose at once."""
    s.waiting = (1 << s.seats) - 1
    s.chosen[:] = NO_CARD


@native
def choose(s: Any, seat: int, kind: int) -> None:
    """§6 A choice stays sealed, and nothing moves, until the last seat has chosen."""
    s.chosen[seat] = kind
    s.waiting ^= 1 << seat
    if s.waiting:
        return
    for other in range(s.seats):
        collect(s, other)
    if s.phase == DRAFTING:
        pass_packets(s)
    else:
        raise_last_cards(s)


@native
def collect(s: Any, seat: int) -> None:
    """§7 The chosen card joins the collection, which is the hand."""
    s.packet[seat, s.chosen[seat]] -= 1
    s.hand[seat, s.chosen[seat]] += 1
    s.held[seat] += 1


@native
def pass_packets(s: Any) -> None:
    """§6 Pass the rest to the left, until two cards are left."""
    for kind in range(KINDS):
        last = s.packet[s.seats - 1, kind]
        for seat in range(s.seats - 1, 0, -1):
            s.packet[seat, kind] = s.packet[seat - 1, kind]
        s.packet[0, kind] = last
    s.passes += 1
    if packet_size(s) == 2:
        s.phase = KEEPING
    await_all(s)


@native
def packet_size(s: Any) -> int:
    """§6 A packet has one card less after every pass."""
    return s.box.packet - s.passes


@native
def raise_last_cards(s: Any) -> None:
    """§6 The other of the last two cards goes to its Meta pile; no ability is triggered."""
    for seat in range(s.seats):
        for kind in range(KINDS):
            if s.packet[seat, kind] > 0:
                s.raised[seat] = kind
                s.meta[kind] += 1
    s.packet[:] = 0
    s.chosen[:] = NO_CARD
    s.turn = s.first
    s.phase = PLAYING


# --- hands -----------------------------------------------------------------------------------------------------------


@native
def gain(s: Any, seat: int, kind: int) -> None:
    """A card joins the hand before the eyes of all."""
    s.hand[seat, kind] += 1
    s.held[seat] += 1
    s.shown[seat, kind] += 1


@native
def lose(s: Any, seat: int, kind: int) -> None:
    """A card leaves the hand before the eyes of all; copies are alike, so one that was shown may be the one."""
    s.hand[seat, kind] -= 1
    s.held[seat] -= 1
    if s.shown[seat, kind] > 0:
        s.shown[seat, kind] -= 1


# --- what an action does ---------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    if action >= BUY:
        if action == DONE:
            replenish(s)
        else:
            buy(s, seat, action - BUY)
    elif action >= SWAP:
        swap(s, seat, (action - SWAP) % PAIRS // KINDS, (action - SWAP) % KINDS)
    elif action >= LOOK:
        look(s, seat, action - LOOK)
    elif action >= TRASH_MARKET:
        trash(s, seat, (action - TRASH_MARKET) % KINDS)
    elif action >= RAISE:
        move_up(s, action)
    elif action >= PLAY:
        lead_turn(s, seat, action)
    else:
        choose(s, seat, (action - DRAFT) % KINDS)


@native
def lead_turn(s: Any, seat: int, action: int) -> None:
    """§11 Play a card, or §21 pass the whole turn; §13 then an arrow may ask for its side."""
    if action == PASS:
        next_turn(s)
    elif action >= COPY:
        copy_neighbour(s, action - COPY)
    else:
        play_card(s, seat, action - PLAY)


@native
def move_up(s: Any, action: int) -> None:
    """§14 §16 A Market card to the Meta or held; a drawn card to the Meta or the Market."""
    if action >= HOLD:
        hold(s, action - HOLD)
    elif action >= STOCK:
        stock_drawn(s)
    elif s.phase == RAISING:
        raise_from_market(s, action - RAISE)
    else:
        raise_drawn(s, action - RAISE)


@native
def play_card(s: Any, seat: int, kind: int) -> None:
    """§11 Put a card of the hand on its Meta pile; §12 the ability at that pile acts."""
    lose(s, seat, kind)
    s.meta[kind] += 1
    s.played = kind
    if s.ability[kind] == A1A:
        s.phase = COPYING
    elif s.ability[kind] == A1B:
        copy_neighbour(s, RIGHT)
    else:
        use_ability(s, s.ability[kind])


@native
def copy_neighbour(s: Any, side: int) -> None:
    """§13 An arrow acts as the ability it points to, as if that lay here."""
    use_ability(s, copied_ability(s, side))


@native
def copied_ability(s: Any, side: int) -> int:
    return s.ability[s.played + 1] if side == RIGHT else s.ability[s.played - 1]


@native
def use_ability(s: Any, half: int) -> None:
    """§12 The ability acts as far as possible; what asks for a choice and has no legal answer is skipped."""
    s.acting = half
    if not asks(s, half):
        begin_buying(s)
    elif half in (R1A, R1B):
        refresh(s)
    elif half in (W1A, W1B):
        draw_cards(s)
    elif half in (L1A, L1B):
        s.phase = LOOKING
    else:
        s.phase = TRASHING if half in (M1A, M1B) else SWAPPING


@native
def asks(s: Any, half: int) -> bool:
    """§12 Whether the ability has anything to do before cards are bought."""
    if half in (R1A, R1B, M1A):
        return number_of_cards(s.market) > 0
    if half in (W1A, W1B):
        return s.deck_size > 0
    if half in (X1B, X2B):
        return number_of_cards(s.market) > 0
    if half == X1A:
        return s.held[s.turn] > 0
    if half == X2A:
        return number_of_cards(s.market) > 0 and s.held[s.turn] > 0
    return half in (M1B, L1A, L1B)  # the card just played may always leave the Meta again


# --- Refresh ---------------------------------------------------------------------------------------------------------


@native
def refresh(s: Any) -> None:
    """§14 One Market card to the Meta (half a), all but those held to the deck, shuffle, refill."""
    s.to_hold = max(0, number_of_cards(s.market) - s.options.market)
    if s.acting == R1A:
        s.phase = RAISING
    else:
        hold_or_return(s)


@native
def raise_from_market(s: Any, kind: int) -> None:
    s.market[kind] -= 1
    s.meta[kind] += 1
    hold_or_return(s)


@native
def hold(s: Any, kind: int) -> None:
    s.holding[kind] += 1
    s.to_hold -= 1
    hold_or_return(s)


@native
def hold_or_return(s: Any) -> None:
    """§14 Six go to the deck (five after a raise), fewer if there are fewer; the seat chooses which stay of more."""
    if s.to_hold > 0:
        s.phase = HOLDING
    else:
        return_market(s)


@native
def return_market(s: Any) -> None:
    """§14 The Market cards that are not held go to the deck; a deck with cards is shuffled."""
    for kind in range(KINDS):
        for _ in range(s.market[kind] - s.holding[kind]):
            put_on_deck(s, kind)
        s.market[kind] = s.holding[kind]
    s.holding[:] = 0
    if s.deck_size > 0:
        s.phase = SHUFFLE
    else:
        begin_buying(s)


# --- Draw ------------------------------------------------------------------------------------------------------------


@native
def draw_cards(s: Any) -> None:
    """§16 One card (half a) or two (half b), as far as the deck goes; only the drawing seat sees them."""
    s.drawn_size = min(2 if s.acting == W1B else 1, s.deck_size)
    for _ in range(s.drawn_size):
        s.drawn[take_top(s)] += 1
    s.phase = PLACING


@native
def raise_drawn(s: Any, kind: int) -> None:
    """§16 One to its Meta pile, the other, if any, into the Market."""
    s.drawn[kind] -= 1
    s.meta[kind] += 1
    stock_drawn(s)


@native
def stock_drawn(s: Any) -> None:
    """§16 What is drawn and not on the Meta goes into the Market, where it can be bought in this turn."""
    for kind in range(KINDS):
        s.market[kind] += s.drawn[kind]
    s.drawn[:] = 0
    s.drawn_size = 0
    begin_buying(s)


# --- Remove, Look, Exchange ------------------------------------------------------------------------------------------


@native
def trash(s: Any, seat: int, kind: int) -> None:
    """§17 Out of the game for good; the Market is refilled at once."""
    take_from(s, seat, first_place(s), kind)
    s.removed[kind] += 1
    if first_place(s) == MARKET:
        refill(s)
    begin_buying(s)


@native
def look(s: Any, seat: int, other: int) -> None:
    """§17 See a whole hand. All that happens to it later is public, so the seat knows it from then on."""
    s.looked[seat] |= 1 << other
    if s.acting == L1B:
        s.phase = TRASHING
    elif s.held[seat] > 0:
        s.phase = SWAPPING
    else:
        begin_buying(s)


@native
def swap(s: Any, seat: int, kind: int, other: int) -> None:
    """§18 One card from each place change places at once."""
    first, second = first_place(s), second_place(s)
    take_from(s, seat, first, kind)
    take_from(s, seat, second, other)
    add_to(s, seat, first, other)
    add_to(s, seat, second, kind)
    begin_buying(s)


@native
def take_from(s: Any, seat: int, place: int, kind: int) -> None:
    if place == MARKET:
        s.market[kind] -= 1
    elif place == META:
        s.meta[kind] -= 1
    else:
        lose(s, seat, kind)


@native
def add_to(s: Any, seat: int, place: int, kind: int) -> None:
    """§18 A card that goes to the Meta goes to its own pile."""
    if place == MARKET:
        s.market[kind] += 1
    elif place == META:
        s.meta[kind] += 1
    else:
        gain(s, seat, kind)


# --- buying, and the end of a turn -----------------------------------------------------------------------------------


@native
def begin_buying(s: Any) -> None:
    """§19 Buying power is the value of the kind played, as it is when phase 3 begins."""
    s.power = value(s, s.played, IN_PLAY)
    go_on_buying(s)


@native
def go_on_buying(s: Any) -> None:
    """§19 Phase 3 lasts while at least one card could be bought."""
    s.phase = BUYING
    for kind in range(KINDS):
        if may_buy(s, kind):
            return
    replenish(s)


@native
def buy(s: Any, seat: int, kind: int) -> None:
    """§19 A bought card goes to the hand at once, and everybody sees which."""
    s.power -= price(s, kind, s.bought)
    s.bought += 1
    s.market[kind] -= 1
    gain(s, seat, kind)
    go_on_buying(s)


@native
def replenish(s: Any) -> None:
    """§20 Refill; a Market that stays short triggers the end, once and for all."""
    refill(s)
    if number_of_cards(s.market) < s.options.market:
        s.closing = 1
    next_turn(s)


@native
def next_turn(s: Any) -> None:
    """§10 The next seat to the left; §11 who holds nothing is skipped (the Market was refilled just before)."""
    clear_turn(s)
    s.turn = left_of(s, s.turn)
    while s.held[s.turn] == 0 and not ends_at(s, s.turn, s.closing):
        s.turn = left_of(s, s.turn)
    s.phase = OVER if ends_at(s, s.turn, s.closing) else PLAYING


@native
def ends_at(s: Any, seat: int, closing: bool) -> bool:
    """§21 After the trigger a turn of the first player is not played any more; §22 nor any if all hands are empty."""
    return (closing and seat == s.first) or cards_in_hands(s) == 0


@native
def cards_in_hands(s: Any) -> int:
    cards = 0
    for seat in range(s.seats):
        cards += s.held[seat]
    return cards


# --- the score -------------------------------------------------------------------------------------------------------


@native
def points_of(s: Any, seat: int) -> int:
    """§23 The sum of final values of the cards in hand; of a hidden hand, of those it is known to hold."""
    total = 0
    for kind in range(KINDS):
        total += known_cards(s, seat, kind) * value(s, kind, AT_END)
    return total


@native
def known_cards(v: Any, seat: int, kind: int) -> int:
    """Count the cards of a kind that a hand is known to hold."""
    return v.shown[seat, kind] if is_hidden(v, seat) else v.hand[seat, kind]


@native
def is_hidden(v: Any, seat: int) -> bool:
    return v.hand[seat, 0] == UNKNOWN


@native
def winners(s: Any, out: Any) -> None:
    """§23 The best seat that no other equals; if there is none, the best share the victory."""
    best = best_seat(s, True)
    if best == NOBODY:
        best = best_seat(s, False)
    sharing = number_of_equals(s, best)
    for seat in range(s.seats):
        out[seat] = (compare(s, seat, best) == 0) / sharing


@native
def best_seat(s: Any, alone: bool) -> int:
    """The highest seat, if asked so only among those that no other equals; NOBODY if there is none."""
    best = NOBODY
    for seat in range(s.seats):
        if alone and number_of_equals(s, seat) > 1:
            continue
        if best == NOBODY or compare(s, seat, best) > 0:
            best = seat
    return best


@native
def number_of_equals(s: Any, seat: int) -> int:
    """Count the seats that §23 cannot tell from this one, itself included."""
    equals = 0
    for other in range(s.seats):
        equals += compare(s, seat, other) == 0
    return equals


@native
def compare(s: Any, seat: int, other: int) -> int:
    """§23 Most points; then fewest cards; then most cards of kind 7, then 6, 5, 4, 3, 2, 1."""
    ahead = points_of(s, seat) - points_of(s, other)
    if ahead == 0:
        ahead = s.held[other] - s.held[seat]
    kind = KINDS
    while ahead == 0 and kind > 0:
        kind -= 1
        ahead = s.hand[seat, kind] - s.hand[other, kind]
    return ahead


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def sees(s: Any, seat: int, secret: int, place: int) -> bool:
    """§7 A hand's contents are hidden, and packets in the draft; §16 the others do not see drawn cards yet."""
    if secret == DRAWN:
        return s.drawn_size == 0 or seat == s.turn
    if place == seat or place >= s.seats:
        return True
    return has_looked(s, seat, place) if secret == LOOKED_AT else not has_packets(s)


@native
def has_looked(s: Any, seat: int, other: int) -> bool:
    """§17 Who looked at a hand knows it from then on; a spectator never looks."""
    return seat >= 0 and s.looked[seat] >> other & 1 == 1


@native
def has_packets(s: Any) -> bool:
    return s.phase in (START, DRAFTING, KEEPING)


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """Cards of a hand, drawn cards and whatever the deck shows were hidden; the rest of a turn is not."""
    if s.phase in (DRAFTING, KEEPING):
        return s.waiting == 1 << seat
    if s.phase == BUYING:
        return not could_go_on(s, action - BUY) if action != DONE else shows_at_end_of_turn(s, seat)
    if s.phase == COPYING:
        half = copied_ability(s, action - COPY)
        return half in (W1A, W1B) or not asks(s, half)
    if s.phase == RAISING:
        return s.deck_size + number_of_cards(s.market) == 1
    return shows_at_end_of_turn(s, seat) if action == PASS else s.phase != HOLDING


@native
def could_go_on(s: Any, bought: int) -> bool:
    """Whether something could be bought after this, so that the turn does not end by itself."""
    power = s.power - price(s, bought, s.bought)
    for kind in range(KINDS):
        left = s.market[kind] - (kind == bought)
        if left > 0 and price(s, kind, s.bought + 1) <= power:
            return True
    return False


@native
def shows_at_end_of_turn(s: Any, seat: int) -> bool:
    """Whether the refill shows cards, or the game ends and all hands are shown."""
    cards = number_of_cards(s.market)
    if cards < s.options.market and s.deck_size > 0:
        return True
    closing = s.closing or cards < s.options.market
    other = left_of(s, seat)
    while s.held[other] == 0 and not ends_at(s, other, closing):
        other = left_of(s, other)
    return ends_at(s, other, closing)


@native
def turned_up(s: Any, after: Any, seat: int) -> bool:
    """§15 §16 Cards of the deck, §17 a hand looked at, §6 the packets of the others, §23 all hands at the end."""
    if s.phase in (DRAFTING, KEEPING):
        return s.waiting == 1 << seat
    return after.deck_size < s.deck_size or after.looked[seat] != s.looked[seat] or after.phase == OVER


# --- what learners are told beyond the fields -------------------------------------------------------------------------

MOST_VALUE = 2 * DECK
FEATURES = {
    "value": Feature(KINDS, MOST_VALUE),
    "final_value": Feature(KINDS, MOST_VALUE),
    "price": Feature(KINDS, MOST_VALUE),
}


@native
def features(v: Any, seat: int, out: Any, place: int) -> None:
    """§8 §19 Write the value of each kind in play and at the end, and the price of one more card of it."""
    for kind in range(KINDS):
        out[place + kind] = value(v, kind, IN_PLAY)
        out[place + KINDS + kind] = value(v, kind, AT_END)
        out[place + 2 * KINDS + kind] = price(v, kind, v.bought)
