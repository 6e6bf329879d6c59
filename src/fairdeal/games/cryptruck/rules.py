"""Cryptruck: the lead of every trick is for sale, and blocks are worth most when they are few and of many colours.

A card is ten times its colour plus its number, and a set of cards is a number whose bits are the cards, so a hand is
one number. What was laid and given in a round is kept trick by trick.
"""

from __future__ import annotations

from typing import Any

from fairdeal.chance import below, shuffle, some_of
from fairdeal.deals import (
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
from fairdeal.kernel import DEALER, NOBODY, UNKNOWN, copy, lowest, native, record, size_of, spans

SEATS = 5
COLOURS = 6
WHITE = COLOURS - 1
NUMBERS = 10  # on a card: one digit
CARDS = COLOURS * NUMBERS
WHITES = 2
TRICKS = 6  # in a round, which is also the size of a hand and the number of cards of a colour
MOST_IN_USE = TRICKS * SEATS + WHITES

REVEAL, WANT, DECLINE, GIVE, PLAY, ACTIONS = spans(CARDS, 1, 1, CARDS, CARDS)
GIVE_HIDDEN = ACTIONS  # what third parties are told of a gift

MOST_LEGAL = TRICKS
MOST_OUTCOME = MOST_IN_USE
MOST_ROUNDS = 9
MOST_EVENTS = 2 + MOST_ROUNDS * (
    1 + TRICKS * 2 * SEATS
)  # a trick: reveal, give, and an answer and a card of the others
REAL_TIME = False

START, CHOOSE, DEAL, REVEALING, ASKING, GIVING, PLAYING, OVER = range(8)  # phases
NO_CARD = -1
NO_COLOUR = -1
FIRST, RANDOM = range(2)  # the option `colours`

SET_OF_CARDS = "i8"
SETS_OF_CARDS = ("i8", (SEATS,))

OPTIONS = record(rounds="i1", colours="i1")
BOX = record(
    cards=("i8", (COLOURS,)),  # §2 the cards of each colour
    blocks=SET_OF_CARDS,  # §3 the cards that show a block
)
STATE = record(
    seats="i1",
    options=OPTIONS,
    box=BOX,
    phase="i1",
    in_use="i1",  # §4 set of colours
    rounds_played="i1",
    tricks_played="i1",  # in this round
    first="i1",  # player of this trick
    leader="i1",  # of this trick; until its card is led, who leads it as the answers stand
    turn="i1",
    wanted="i1",  # set of seats that wanted the revealed card of this trick
    turned="i1",  # the card turned up, or NO_CARD
    face_down="i1",  # the last card of the deck, unknown to all
    revealed="i1",  # the card revealed and not yet led, or NO_CARD
    laid=("i1", (TRICKS, SEATS)),  # the card each seat laid in each trick of this round, or NO_CARD
    led=("i1", TRICKS),  # the colour that was led in each trick of this round, or NO_COLOUR
    giver=("i1", TRICKS),  # who bought the lead of each trick, or NOBODY
    receiver=("i1", TRICKS),  # who sold it and got the gift, or NOBODY
    gift=("i1", TRICKS),
    held=("i1", SEATS),  # hand sizes
    hand=SETS_OF_CARDS,
    lacks=("i1", SEATS),  # set of colours a seat has shown not to hold
    blocks=SETS_OF_CARDS,  # won in this round
    others=("i1", SEATS),  # how many cards without a block each seat won in this round
    scored=("i1", (MOST_ROUNDS, SEATS)),  # points of the finished rounds
)


@native
def setup(s: Any, seats: int, options: Any, box: Any) -> None:
    """Lay out the table before the first deal."""
    s.seats = seats
    copy(options, s.options)
    copy(box, s.box)
    s.phase = START
    s.in_use = 0
    s.rounds_played = 0
    s.first = NOBODY
    s.turned = NO_CARD
    s.face_down = NO_CARD
    s.held[:] = 0
    s.hand[:] = 0
    s.scored[:] = 0
    clear_round(s)


@native
def clear_round(s: Any) -> None:
    """Take up what lies about from the round before."""
    s.tricks_played = 0
    s.laid[:] = NO_CARD
    s.led[:] = NO_COLOUR
    s.lacks[:] = 0
    s.blocks[:] = 0
    s.others[:] = 0
    forget_gifts(s)
    clear_trick(s)


@native
def forget_gifts(s: Any) -> None:
    s.giver[:] = NOBODY
    s.receiver[:] = NOBODY
    s.gift[:] = NO_CARD


@native
def clear_trick(s: Any) -> None:
    s.leader = NOBODY
    s.turn = s.first
    s.wanted = 0
    s.revealed = NO_CARD


# --- cards -----------------------------------------------------------------------------------------------------------


@native
def colour_of(card: int) -> int:
    return int(card) // NUMBERS


@native
def number_of(card: int) -> int:
    return int(card) % NUMBERS


@native
def one(card: int) -> int:
    """The set of one card; of NO_CARD, the empty set."""
    return 1 << int(card) if card >= 0 else 0


@native
def all_of(colour: int) -> int:
    """The set of all cards that a colour can have."""
    return ((1 << NUMBERS) - 1) << (int(colour) * NUMBERS)


@native
def deck(s: Any) -> int:
    """§4 The cards in use: those of the colours in use, and the whites."""
    cards = 0
    for colour in range(COLOURS):
        if s.in_use >> colour & 1:
            cards |= s.box.cards[colour]
    return cards


@native
def left_of(s: Any, seat: int) -> int:
    return seat + 1 if seat + 1 < s.seats else 0


# --- who acts, and what may be done ----------------------------------------------------------------------------------


@native
def actors(s: Any) -> int:
    if is_round_running(s):
        return 1 << s.turn
    return 0 if s.phase == OVER else 1 << DEALER


@native
def is_round_running(s: Any) -> bool:
    return REVEALING <= s.phase <= PLAYING


@native
def legal(s: Any, seat: int, out: Any) -> int:
    if not actors(s) >> seat & 1:
        return 0
    if s.phase == ASKING:
        return list_answers(out)
    if s.phase == REVEALING:
        return list_cards(s.hand[seat], REVEAL, out)
    if s.phase == GIVING:
        return list_cards(s.hand[seat], GIVE, out)
    return list_cards(playable(s, seat), PLAY, out)


@native
def list_answers(out: Any) -> int:
    """§9 Both answers are always allowed."""
    out[0] = WANT
    out[1] = DECLINE
    return 2


@native
def playable(s: Any, seat: int) -> int:
    """§12 Who holds the led colour must play it; who does not may play anything."""
    following = s.hand[seat] & all_of(led_colour(s))
    return following if following else s.hand[seat]


@native
def must_follow(s: Any, seat: int) -> bool:
    return s.hand[seat] & all_of(led_colour(s)) != 0


@native
def led_colour(s: Any) -> int:
    """§10 The colour of the card that was revealed and led."""
    return s.led[s.tricks_played]


@native
def list_cards(cards: int, span: int, out: Any) -> int:
    """List a set of cards as actions of a span."""
    count = 0
    while cards:
        out[count] = span + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


# --- chance ----------------------------------------------------------------------------------------------------------


@native
def draw(s: Any, rng: Any, out: Any) -> int:
    """§5 A random first player; §4 random colours, if so agreed; §6 a shuffled deck, top first."""
    if s.phase == START:
        out[0] = below(rng, s.seats)
        return 1
    if s.phase == CHOOSE:
        return list_cards(some_of(rng, (1 << WHITE) - 1, s.seats), 0, out)
    count = list_cards(deck(s), 0, out)
    shuffle(rng, out, count)
    return count


@native
def deal(s: Any, outcome: Any) -> None:
    if s.phase == START:
        name_first_player(s, outcome)
    elif s.phase == CHOOSE:
        choose_colours(s, outcome)
    else:
        deal_cards(s, outcome)


@native
def name_first_player(s: Any, outcome: Any) -> None:
    """§5 Chance names the first player of round 1; §4 the first colours are in use, or chance chooses them next."""
    s.first = outcome[0]
    s.turn = s.first
    if s.options.colours == RANDOM:
        s.phase = CHOOSE
        return
    s.in_use = ((1 << s.seats) - 1) | 1 << WHITE
    s.phase = DEAL


@native
def choose_colours(s: Any, outcome: Any) -> None:
    """§4 As many colours as seats, and white."""
    s.in_use = 1 << WHITE
    for number in range(s.seats):
        s.in_use |= one(outcome[number])
    s.phase = DEAL


@native
def deal_cards(s: Any, outcome: Any) -> None:
    """§6 Seat 0 gets the first six cards, seat 1 the next; one more is turned up, and the last stays face down."""
    clear_round(s)
    count = s.seats * TRICKS
    for place in range(count):
        s.hand[place // TRICKS] |= one(outcome[place])
    for seat in range(s.seats):
        s.held[seat] = TRICKS
    s.turned = outcome[count]
    s.face_down = outcome[count + 1]
    s.phase = REVEALING


# --- the lead is for sale --------------------------------------------------------------------------------------------


@native
def play(s: Any, seat: int, action: int) -> None:
    if action >= PLAY:
        play_card(s, seat, action - PLAY)
    elif action >= GIVE:
        give(s, seat, action - GIVE)
    elif action >= WANT:
        answer(s, seat, action == WANT)
    else:
        reveal(s, seat, action - REVEAL)


@native
def reveal(s: Any, seat: int, card: int) -> None:
    """§8 The first player reveals a card; it is not yet led, and no longer counts as held."""
    take_from_hand(s, seat, card)
    s.revealed = card
    s.leader = seat
    s.turn = left_of(s, seat)
    s.phase = ASKING


@native
def take_from_hand(s: Any, seat: int, card: int) -> None:
    s.hand[seat] ^= one(card)
    s.held[seat] -= 1


@native
def answer(s: Any, seat: int, wants: bool) -> None:
    """§9 Each other seat answers once, clockwise; the last that wanted the card is the buyer."""
    if wants:
        s.wanted |= 1 << seat
        s.leader = seat
    s.turn = left_of(s, seat)
    if s.turn == s.first:
        end_answers(s)


@native
def end_answers(s: Any) -> None:
    """§10 The buyer makes a gift first; with no buyer the first player leads."""
    if s.leader == s.first:
        lead(s)
    else:
        s.turn = s.leader
        s.phase = GIVING


@native
def give(s: Any, seat: int, card: int) -> None:
    """§10 The buyer gives the first player a card, unseen by the others, then takes the revealed card and leads it."""
    take_from_hand(s, seat, card)
    s.hand[s.first] |= one(card)
    s.held[s.first] += 1
    s.lacks[s.first] = 0  # the gift may be of any colour
    s.giver[s.tricks_played] = seat
    s.receiver[s.tricks_played] = s.first
    s.gift[s.tricks_played] = card
    lead(s)


@native
def lead(s: Any) -> None:
    """§10 The revealed card is led; §11 the others play clockwise from the left of the leader."""
    s.laid[s.tricks_played, s.leader] = s.revealed
    s.led[s.tricks_played] = colour_of(s.revealed)
    s.revealed = NO_CARD
    s.turn = left_of(s, s.leader)
    s.phase = PLAYING


# --- a trick ---------------------------------------------------------------------------------------------------------


@native
def play_card(s: Any, seat: int, card: int) -> None:
    """§11 One card each; the first player plays in its own place, and may play the gift."""
    if colour_of(card) != led_colour(s):
        s.lacks[seat] |= 1 << led_colour(s)
    take_from_hand(s, seat, card)
    s.laid[s.tricks_played, seat] = card
    s.turn = left_of(s, seat)
    if s.turn == s.leader:
        end_trick(s)


@native
def end_trick(s: Any) -> None:
    """§14 The strongest card takes all cards of the trick; its player is the next first player."""
    taker = trick_taker(s)
    for seat in range(s.seats):
        win_card(s, taker, s.laid[s.tricks_played, seat])
    s.first = taker
    s.tricks_played += 1
    s.phase = REVEALING
    clear_trick(s)
    if s.tricks_played == TRICKS:
        end_round(s)


@native
def win_card(s: Any, taker: int, card: int) -> None:
    """§15 Cards that show a block are counted and compared, all others only counted."""
    if s.box.blocks & one(card):
        s.blocks[taker] |= one(card)
    else:
        s.others[taker] += 1


@native
def trick_taker(s: Any) -> int:
    """§13 The strongest of the cards laid so far takes the trick; of equals, the one played later."""
    taker = s.leader
    seat = left_of(s, taker)
    while seat != s.leader:
        if strength(s, s.laid[s.tricks_played, seat]) >= strength(s, s.laid[s.tricks_played, taker]):
            taker = seat
        seat = left_of(s, seat)
    return taker


@native
def strength(s: Any, card: int) -> int:
    """§13 Trumps, led or not, over the led colour over the rest; then the higher number."""
    if is_trump(s, colour_of(card)):
        return 2 * NUMBERS + number_of(card)
    if colour_of(card) == led_colour(s):
        return NUMBERS + number_of(card)
    return number_of(card)


@native
def is_trump(s: Any, colour: int) -> bool:
    """§7 White, and the colour of the card turned up."""
    return colour == WHITE or colour == colour_of(s.turned)


# --- the end of a round, and of the game -----------------------------------------------------------------------------


@native
def end_round(s: Any) -> None:
    """§15 A round is scored after its last trick; §6 after the last round the game is over."""
    for seat in range(s.seats):
        s.scored[s.rounds_played, seat] = round_points(s, seat)
    s.face_down = NO_CARD
    forget_gifts(s)
    s.rounds_played += 1
    s.phase = OVER if s.rounds_played == s.options.rounds else DEAL


@native
def round_points(s: Any, seat: int) -> int:
    """§15 No blocks: 5 points; one to three: their number times their colours; four or more: their number."""
    blocks = size_of(s.blocks[seat])
    if blocks == 0:
        return 5
    return blocks * colours_among(s.blocks[seat]) if blocks <= 3 else blocks


@native
def colours_among(cards: int) -> int:
    """§15 How many colours there are among the cards; white is one."""
    colours = 0
    for colour in range(COLOURS):
        colours += cards & all_of(colour) != 0
    return colours


@native
def total(s: Any, seat: int) -> int:
    points = 0
    for played in range(s.rounds_played):
        points += s.scored[played, seat]
    return points


@native
def points(s: Any, out: Any) -> None:
    """Count the finished rounds, and a running round as it would be scored now."""
    for seat in range(s.seats):
        out[seat] = points_now(s, seat)


@native
def points_now(s: Any, seat: int) -> int:
    return total(s, seat) + (round_points(s, seat) if is_round_running(s) else 0)


@native
def winners(s: Any, out: Any) -> None:
    """§16 The highest total wins; ties share the victory."""
    best = 0
    for seat in range(s.seats):
        best = max(best, total(s, seat))
    sharing = 0
    for seat in range(s.seats):
        sharing += total(s, seat) == best
    for seat in range(s.seats):
        out[seat] = (total(s, seat) == best) / sharing


# --- who knows what --------------------------------------------------------------------------------------------------


@native
def view(s: Any, seat: int, out: Any) -> None:
    """Hide the other hands, the card that lies face down, and the gifts between others."""
    copy(s, out)
    out.face_down = UNKNOWN
    for other in range(s.seats):
        if other != seat and s.held[other] > 0:
            out.hand[other] = UNKNOWN
    for trick in range(TRICKS):
        if is_hidden_gift(s, seat, trick):
            out.gift[trick] = UNKNOWN


@native
def is_hidden_gift(s: Any, seat: int, trick: int) -> bool:
    """A gift is known to its giver and its receiver alone."""
    return s.giver[trick] != NOBODY and s.giver[trick] != seat and s.receiver[trick] != seat


@native
def told(s: Any, actor: int, action: int, viewer: int) -> int:
    hidden = GIVE <= action < PLAY and viewer != actor and viewer != s.first
    return GIVE_HIDDEN if hidden else action


@native
def teaches(s: Any, seat: int, action: int) -> bool:
    """Cards are seen when revealed, given or played; and §9 an answer said aloud cannot be withdrawn."""
    return True


# --- worlds ----------------------------------------------------------------------------------------------------------
#
# A history is a deal together with the gifts that the seat did not see. A gift may be any card of its giver's hand, and
# hand sizes are public, so a fair deal and gifts chosen blindly make all histories equally likely.

FACE_DOWN = SEATS  # a place of its own beside the hands
PLACES = SEATS + 1
HAD_A_PART = COLOURS  # in a gift: marks, beside the colours it lacks, a hand that is not open to every card alike
MOST_UNSEEN = (SEATS - 1) * TRICKS + 1
MOST_SEEN = SEATS * TRICKS  # cards that came out of the other hands: in a trick as many as are laid, at most
MOST_LISTED = MOST_UNSEEN + MOST_SEEN


def _room_for_ways() -> int:
    """The more unseen gifts, the fewer cards are held; of four hands and the card face down, a hand is the rest."""
    held = [(gifts, min(TRICKS, TRICKS + 1 - gifts)) for gifts in range(TRICKS + 1)]
    return max(room_for_roads(4 * most + 1, MOST_SEEN, 2 * (most + 1) ** 3, gifts) for gifts, most in held)


PLAN = record(
    **travelling(MOST_LISTED, PLACES, TRICKS, 2 * (TRICKS + 1) ** 3, _room_for_ways()),
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
    shuffled=("i1", MOST_IN_USE),  # room for a shuffle
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
    out.need[FACE_DOWN] = is_round_running(v)
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
def may_hold_gift(v: Any, seat: int, trick: int) -> int:
    """Which seats may hold what the seat gave in a trick; none if it gave nothing, or the card was seen since.

    The receiver holds it; but if that seat has made a gift to a third since, unseen, either of them may, and so on.
    Each gift is traced by itself, for the table's notes; worlds go by all that is known.
    """
    if v.giver[trick] != seat or seen_cards(v) & one(v.gift[trick]):
        return 0
    holders = 1 << v.receiver[trick]
    for later in range(trick + 1, TRICKS):
        if v.giver[later] == NOBODY or not holders >> v.giver[later] & 1:
            continue
        if v.receiver[later] != seat:
            holders |= 1 << v.receiver[later]
        elif v.gift[later] == v.gift[trick]:
            return 0  # it came back
    return holders


@native
def seen_cards(v: Any) -> int:
    """The cards of this round that lie, or have lain, face up."""
    cards = one(v.turned) | one(v.revealed)
    for trick in range(TRICKS):
        for seat in range(v.seats):
            cards |= one(v.laid[trick, seat])
    return cards


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
        if plan.need[place] > 0 and not is_stood_for(plan, place) and may_have_stayed(plan, number, place):
            add_road(plan, number, 0, place)


@native
def is_stood_for(plan: Any, place: int) -> bool:
    """The place of the card face down is always open, so it stands for all open places where they are the rest."""
    return plan.rest == REST_OF_MANY and is_in_rest(plan, place) and place != FACE_DOWN


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
        v.face_down = card
    else:
        v.hand[place] |= one(card)


# --- a view as numbers -----------------------------------------------------------------------------------------------

SETS_OBSERVED = 4  # own hand, gifts received, the card turned up, the card revealed
SETS_PER_SEAT = 3  # cards laid in this round, blocks won, own gifts that it may hold
NUMBERS_PER_SEAT = 7  # points, hand size, other cards won, the card in this trick, wants, is first player, leads
OBSERVATION = SETS_OBSERVED * CARDS + SEATS * (SETS_PER_SEAT * CARDS + NUMBERS_PER_SEAT + COLOURS) + 2 * COLOURS


@native
def observe(v: Any, seat: int, out: Any) -> None:
    """Write sets of cards as zeros and ones, then numbers; seats count from the own one, clockwise."""
    out[:] = 0
    write_set(v.hand[seat], CARDS, out, 0)
    write_set(gifts_to(v, seat), CARDS, out, CARDS)
    write_set(one(v.turned), CARDS, out, 2 * CARDS)
    write_set(one(v.revealed), CARDS, out, 3 * CARDS)
    place = SETS_OBSERVED * CARDS
    for step in range(v.seats):
        observe_seat(v, seat, (seat + step) % v.seats, out, place)
        place += SETS_PER_SEAT * CARDS + NUMBERS_PER_SEAT + COLOURS
    if is_round_running(v):
        write_set(trumps(v), COLOURS, out, OBSERVATION - 2 * COLOURS)
    if v.phase == PLAYING:
        out[OBSERVATION - COLOURS + led_colour(v)] = 1


@native
def observe_seat(v: Any, seat: int, other: int, out: Any, place: int) -> None:
    write_set(laid_by(v, other), CARDS, out, place)
    write_set(v.blocks[other], CARDS, out, place + CARDS)
    write_set(gifts_with(v, seat, other), CARDS, out, place + 2 * CARDS)
    place += SETS_PER_SEAT * CARDS
    out[place] = points_now(v, other)
    out[place + 1] = v.held[other]
    out[place + 2] = v.others[other]
    out[place + 3] = v.laid[v.tricks_played, other] + 1 if v.phase == PLAYING else 0
    out[place + 4] = v.wanted >> other & 1
    out[place + 5] = v.first == other
    out[place + 6] = v.leader == other
    write_set(v.lacks[other], COLOURS, out, place + NUMBERS_PER_SEAT)


@native
def write_set(members: int, most: int, out: Any, place: int) -> None:
    for member in range(most):
        out[place + member] = members >> member & 1


@native
def gifts_to(v: Any, seat: int) -> int:
    cards = 0
    for trick in range(TRICKS):
        if v.receiver[trick] == seat:
            cards |= one(v.gift[trick])
    return cards


@native
def laid_by(v: Any, seat: int) -> int:
    cards = 0
    for trick in range(TRICKS):
        cards |= one(v.laid[trick, seat])
    return cards


@native
def gifts_with(v: Any, seat: int, other: int) -> int:
    """The seat's gifts that the other may hold."""
    cards = 0
    for trick in range(TRICKS):
        if may_hold_gift(v, seat, trick) >> other & 1:
            cards |= one(v.gift[trick])
    return cards


@native
def trumps(v: Any) -> int:
    """§7 The set of trump colours."""
    return 1 << WHITE | 1 << colour_of(v.turned)
