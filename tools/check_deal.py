#!/usr/bin/env python3
"""Was my game dealt fairly? Check it yourself, without trusting the server's software.

    python check_deal.py game.jsonl
    python check_deal.py game.jsonl --receipt mine.json --receipt yours.json

This one file needs nothing but Python (3.8 or newer) and shares no line with the program that dealt your cards. Read
it: that is what it is for. The idea in six sentences:

1. The TERMS say what is played: the table, the game, its options, a deck or data of one's own. All see them first.
2. Then the server picks a random SECRET and shows its hash, and each person's client picks a random NONCE and shows its
   hash. All these hashes are over the terms too, and all together make the CALL.
3. Your client writes the call down, in your RECEIPT, and only then opens its nonce.
4. Every deal is shuffled by random numbers that are computed from the secret, the call, all nonces and the number of
   the deal. The server could not foresee your nonce and you could not foresee its secret: so nobody chose the cards.
5. If somebody does not open a nonce, that start is void: its secret is told, and the next start has another one.
6. After the game the server reveals its secret, and this program computes all of it again.

The exit code is 0 if every deal is proved, 1 if there is nothing to check, 2 if anything is wrong, and 3 if every deal
is proved after starts that were void. Games of version 1 are checked too; section 7 says what that does not prove.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import hmac
import json
import sys


class Wrong(Exception):
    """Something does not fit; the text says what."""


def require(condition, sentence):
    if not condition:
        raise Wrong(sentence)


def short(value):
    return str(value)[:400]


def counted(*seats):
    """Seats as people count them, from 1; a record counts from 0, or has something there that is no number."""
    return ", ".join(str(seat + 1) if type(seat) is int else short(seat) for seat in seats)


# === 1. The hashes ===================================================================================================


def packed(*parts):
    """Parts one after another, each after its length in 4 bytes. A number is 4 bytes, a text UTF-8."""
    written = b""
    for part in parts:
        if isinstance(part, int):
            part = part.to_bytes(4, "big")
        elif isinstance(part, str):
            part = part.encode("utf-8")
        written += len(part).to_bytes(4, "big") + part
    return written


def hashed(*parts):
    return hashlib.sha256(packed(*parts)).digest()


def canonical(value):
    """JSON in the only way: keys in order, no spaces, whole numbers (RFC 8785)."""
    check_numbers(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def check_numbers(value):
    fits = not isinstance(value, float) and not (isinstance(value, int) and abs(value) >= 2**53)
    require(fits, f"There is a number, {short(value)}, that not every language reads alike.")
    if isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            check_numbers(part)


def same(one, other):
    return canonical(one) == canonical(other)


def terms_hash(terms):
    """Of a copied deal (a challenge), the terms of the table where it was dealt: the same but for its name."""
    if terms["copied_from"]:
        terms = dict(terms, table=terms["copied_from"], copied_from="")
    return hashed("fairdeal/2 terms", canonical(terms))


def secret_commitment(terms, start, secret):
    """What the server promises; `start` is 1 for the first attempt to start the game, 2 for the second, ..."""
    return hashed("fairdeal/2 secret", terms, start, secret)


def nonce_commitment(terms, server, start, seat, nonce):
    """What a person promises, after the server has."""
    return hashed("fairdeal/2 nonce", terms, server, start, seat, nonce)


def call_hash(terms, server, start, promises):
    """All promises together, seat by seat; None is a bot, which promises nothing."""
    return hashed("fairdeal/2 call", terms, server, start, *(promise or b"bot" for promise in promises))


def hidden_hash(salt, value):
    """Binds an option that players must not know before the end."""
    return hashed("fairdeal/2 hidden", salt, canonical(value))


def block(secret, call, nonces, k, b):
    """Block b of the random bytes of deal k."""
    return hmac.new(secret, packed("fairdeal/2 deal", call, *nonces, k, b), hashlib.sha256).digest()


def code_of(call):
    """Twelve letters to compare aloud."""
    letters = "".join(chr(ord("A") + byte % 26) for byte in call[:12])
    return f"{letters[:4]} {letters[4:8]} {letters[8:]}"


def unhex(text):
    good = isinstance(text, str) and len(text) == 64 and set(text) <= set("0123456789abcdef")
    require(good, f"A secret, a nonce or a hash is 64 digits from 0 to f, not {short(text)!r}.")
    return bytes.fromhex(text)


# === 2. Random numbers ===============================================================================================


class Chance:
    """What cards need of random numbers; `number` gives the next one of 32 bits."""

    def __init__(self):
        self.draws = []  # what was asked for, and what came of it

    def below(self, n):
        """A whole number from 0 to n-1. Few are thrown away, so that each is exactly equally likely."""
        while True:
            product = self.number() * n
            if product % 2**32 >= 2**32 % n:
                self.draws.append([n, product >> 32])
                return product >> 32

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def happens(self, percent):
        return self.below(100) < percent

    def shuffled(self, cards):
        """Fisher-Yates: the last card changes places with any card up to it, then the last but one, and so on."""
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def some_of(self, things, count):
        """Choose `count` of the things: each is taken with the chance (still wanted) : (still there)."""
        chosen = []
        for place, thing in enumerate(things):
            if len(chosen) < count and self.below(len(things) - place) < count - len(chosen):
                chosen.append(thing)
        return chosen


class Tape(Chance):
    """The random numbers of deal k: eight of 32 bits in each block, the highest byte first."""

    def __init__(self, secret, call, nonces, k):
        super().__init__()
        self.more = lambda b: block(secret, call, nonces, k, b)
        self.blocks, self.left = 0, []

    def number(self):
        if not self.left:
            new = self.more(self.blocks)
            self.left = [int.from_bytes(new[n : n + 4], "big") for n in range(0, 32, 4)]
            self.blocks += 1
        return self.left.pop(0)


# === 3. What happens in each game, as far as the dealer has to know ==================================================
# Each function goes through the events of a record from the first to the last. `course.deal` takes the next event,
# which must be the dealer's with this verb, and checks the rest of it; `course.act` takes the next event, which must be
# a seat's. So a deal that is missing, or that no rule asks for, is noticed.


class TooShort(Exception):
    """The record ends before the game; the text says what is missing."""


class Course:
    def __init__(self, record, chances, first):
        self.events, self.seats, self.chances, self.first = record["events"], record["seats"], chances, first
        self.place = self.deals = 0

    def next(self):
        """The next event: its seat (None is the dealer), and its words."""
        if self.place == len(self.events):
            return None, [""]
        event = self.events[self.place]
        seat, words = event["seat"], event["action"].split(" ")
        good = seat is None or (type(seat) is int and 0 <= seat < self.seats)
        require(good, f"Event {self.place + 1} has the seat {counted(seat)}.")
        return seat, words

    def next_is(self, *verbs):
        seat, words = self.next()
        return seat is not None and words[0] in verbs

    def deal(self, verb, draw):
        """The dealer's event is due: `draw` makes its words from random numbers. Gives the words."""
        k, where = self.first + self.deals, f"Deal {self.first + self.deals}, event {self.place + 1}"
        if self.place == len(self.events):
            raise TooShort(f"{where} is missing: the dealer's {verb!r} is due.")
        seat, words = self.next()
        require(seat is None, f"{where} is missing: the dealer's {verb!r} is due, and seat {counted(seat)} acts.")
        require(words[0] == verb, f"{where}: the dealer may not {words[0]!r} here, {verb!r} is due.")
        proper = [verb] + [str(word) for word in draw(self.chances(k))]
        if words != proper:
            raise Wrong(f"{where} does not follow from the secret and the nonces: {' '.join(proper)!r} was expected.")
        self.place += 1
        self.deals += 1
        return proper[1:]

    def act(self, *verbs):
        """A seat acts; what it does is not checked further, but must be one of these. Gives seat and words."""
        if self.place == len(self.events):
            raise TooShort(f"After event {self.place} a seat must {' or '.join(verbs)}.")
        seat, words = self.next()
        where = f"Event {self.place + 1}"
        require(seat is not None, f"{where}: the dealer may not {words[0]!r} here, a seat must {' or '.join(verbs)}.")
        require(
            words[0] in verbs, f"{where}: seat {counted(seat)} may not {words[0]!r} here, but {' or '.join(verbs)}."
        )
        self.place += 1
        return seat, words


def caster(record, course):
    seats, options = record["seats"], record["options"]
    highest, tricks = {3: 8, 4: 11, 5: 14}[seats], 15
    if "data" in record:  # a user's own numbers
        table = record["data"]["seats"][seats - 3]
        highest, tricks = table["highest"], table.get("tricks", 15)
    cards = [colour + str(n) for colour in "RBYEG" for n in range(highest + 1)]
    course.deal("start", lambda chance: [chance.below(seats)])  # who begins
    for _ in range(options["rounds"]):
        course.deal("deal", lambda chance: chance.shuffled(cards))
        for _ in range(3 * seats if options["passing"] else 0):
            course.act("give")
        for _ in range(tricks * seats):
            course.act("play")


def cryptruck(record, course):
    seats, options = record["seats"], record["options"]
    course.deal("start", lambda chance: [chance.below(seats)])
    colours = "YBRPG"[:seats]  # as many colours as seats
    if options["colours"] == "random":
        colours = course.deal("colours", lambda chance: chance.some_of("YBRPG", seats))
    numbers = {colour: [0, 1, 2, 3, 4, 5] for colour in "YBRPG"}
    numbers["W"] = [2, 3]  # the whites are always in the deck
    if "data" in record:  # a user's own cards
        numbers = {table["letter"]: sorted(table["numbers"]) for table in record["data"]["colours"]}
    cards = [c + str(n) for c in "YBRPGW" if c in colours or c == "W" for n in numbers[c]]
    for _ in range(options["rounds"]):
        course.deal("deal", lambda chance: chance.shuffled(cards))
        for _ in range(6):  # tricks
            course.act("reveal")
            answers = [course.act("want", "decline") for _ in range(seats - 1)]
            if any(words == ["want"] for _, words in answers):
                course.act("give")
            for _ in range(seats - 1):  # the card that was revealed leads
                course.act("play")


def coast(record, course):
    seats, options, data = record["seats"], record["options"], record.get("data", {})
    territories = len(data["cards"]) - 3 if data else 15
    size = data.get("numbers", {}).get("pile", 13)
    course.deal("agendas", lambda chance: chance.shuffled("FMSIPT")[:seats])
    for seat in range(seats):
        course.deal("pile", functools.partial(coast_pile, seat, territories))
    for _ in range(seats):
        course.act("arrange")
    course.deal("begin", lambda chance: [])  # the common start needs no chance
    drawn = [0] * seats
    while True:
        if options["time_limit"] and not course.next_is("draw", "place", "aside"):
            course.deal("time", lambda chance: [])
            return "Not checked: whether the time was called in time. What was accepted before counts."
        seat, words = course.act("draw", "place", "aside")
        drawn[seat] += words == ["draw"]
        if drawn[seat] == size and (options["end_on"] == "draw" or words != ["draw"]):
            return None


def coast_pile(seat, territories, chance):
    cards = chance.shuffled(f"T{n:02}" for n in range(1, territories + 1))
    return [seat, *cards[1:], cards[0]]


# --- battle: a game is over when no card of the grid beats a neighbour ---

STEPS = {
    "TL": (-1, -1),
    "T": (-1, 0),
    "TR": (-1, 1),
    "L": (0, -1),
    "R": (0, 1),
    "BL": (1, -1),
    "B": (1, 0),
    "BR": (1, 1),
}
FACING = {"TL": "BR", "T": "B", "TR": "BL", "L": "R", "R": "L", "BL": "TR", "B": "T", "BR": "TL"}


def battle(record, course):
    cards, starts = record["options"]["cards"], []
    for _ in range(record["options"]["match"]):
        starts += course.deal("start", functools.partial(battle_start, record["seats"], starts))
        order = course.deal("shuffle", lambda chance: chance.shuffled(range(1, len(cards) + 1)))
        pile = [cards[int(number) - 1]["edges"] for number in order]
        grid = {cell: pile.pop(0) for cell in range(1, 10)}
        while attacks(grid):
            _, words = course.act("attack")
            target = attacks(grid).get(" ".join(words))
            require(target, f"Event {course.place}: {' '.join(words)!r} takes nothing.")
            cell = int(words[1])
            grid[target] = grid.pop(cell)
            if pile:
                grid[cell] = pile.pop(0)


def battle_start(seats, starts, chance):
    """In a match the next seat begins the next game, without chance."""
    return [(int(starts[-1]) + 1) % seats if starts else chance.below(seats)]


def attacks(grid):
    """Which attacks there are, as the record writes them, and the cells that they take."""
    found = {}
    for cell, edges in grid.items():
        for place, number in edges.items():
            down, right = STEPS[place]
            row, column = (cell - 1) // 3 + down, (cell - 1) % 3 + right
            target = 3 * row + column + 1
            if 0 <= column <= 2 and target in grid and grid[target].get(FACING[place], -1) < number:
                found[f"attack {cell} {place}"] = target
    return found


# --- traders: the deck is shuffled again in mid-game, so Market and deck are followed card by card ---

SLOTS = {"V1": "1234567", "V2": "34567", "V3": "12345", "D1": "123456", "R1": "234567", "W1": "1234567",
         "M1": "1234567", "L1": "234567", "X1": "1234567", "X2": "1234567", "A1": "23456", "A2": "23456"}  # fmt: skip


def traders(record, course):
    Traders(record, course).play()


class Traders:
    def __init__(self, record, course):
        self.course, self.seats, self.size = course, record["seats"], record["options"]["market"]
        self.fixed = record["options"]["abilities"]
        self.slots, self.quantities = SLOTS, [12, 11, 10, 9, 8, 7, 6]
        if "data" in record:
            self.slots = {its["card"]: "".join(map(str, its["slots"])) for its in record["data"]["abilities"]}
            self.quantities = [kind["quantity"] for kind in record["data"]["kinds"]]
        # A packet of cards is drafted, of which all but one become the hand.
        self.packet = record.get("data", {}).get("numbers", {}).get("packet", 5)
        self.market, self.hands = [], [self.packet - 1] * self.seats

    def play(self):
        drawn = self.course.deal("abilities", self.abilities)
        self.row = self.fill_row(drawn) if self.fixed == "random" else drawn
        # One card of each kind lies on the table and is not shuffled.
        main = [kind + 1 for kind in range(7) for _ in range(self.quantities[kind] - 1)]
        self.deck = self.course.deal("deal", lambda chance: chance.shuffled(main))[::-1]  # the top is the last
        del self.deck[-self.packet * self.seats :]
        self.refill()
        first = int(self.course.deal("start", lambda chance: [chance.below(self.seats)])[0])
        for verb in ["draft"] * ((self.packet - 2) * self.seats) + ["keep"] * self.seats:
            self.act(verb)
        self.take_turns(first)

    def abilities(self, chance):
        if self.fixed != "random":  # a row that was agreed upon before
            return self.fixed.split(",")
        drawn = chance.shuffled(["V1", "V2", "V3", "D1", "R1", "W1", "M1", "L1", "X1", "X2", "A1", "A2"])
        return [card + "ab"[chance.below(2)] for card in drawn]

    def fill_row(self, drawn):
        """A card goes to the first free slot of its own, if none of its family lies there already (V may)."""
        row = [""] * 7
        for ability in drawn:
            free = [slot for slot in self.slots[ability[:2]] if not row[int(slot) - 1]]
            if free and (ability[0] == "V" or all(other[:1] != ability[0] for other in row)):
                row[int(free[0]) - 1] = ability
        return row

    def refill(self):
        while self.deck and len(self.market) < self.size:
            self.market.append(self.deck.pop())

    def act(self, *verbs):
        return self.course.act(*verbs)[1]

    def leave_market(self, card):
        require(card in self.market, f"Event {self.course.place}: there is no {card} in the Market.")
        self.market.remove(card)

    def take_turns(self, first):
        turn, is_closing = first, False
        while True:
            seat, words = self.course.act("play", "pass")
            require(
                seat == turn,
                f"Event {self.course.place}: it is the turn of seat {counted(turn)}, not of seat {counted(seat)}.",
            )
            if words[0] == "play":
                self.hands[seat] -= 1
                slot = int(words[1]) - 1
                self.use(seat, slot, self.row[slot])
                self.buy(seat)
                self.refill()
                is_closing = is_closing or len(self.market) < self.size
            turn = (turn + 1) % self.seats
            while any(self.hands) and not self.hands[turn] and not (is_closing and turn == first):
                turn = (turn + 1) % self.seats
            if not any(self.hands) or (is_closing and turn == first):
                return

    def buy(self, seat):
        while self.course.next_is("buy"):
            self.leave_market(self.act("buy")[1])
            self.hands[seat] += 1
        if self.course.next_is("done"):
            self.act("done")

    def use(self, seat, slot, ability):
        """What the ability above a pile does to Market and deck; other abilities ask the seat for something at most."""
        if ability == "A1a":  # an arrow acts as a neighbour
            side = self.act("copy")[1]
            self.use(seat, slot, self.row[slot - 1 if side == "left" else slot + 1])
        elif ability == "A1b":
            self.use(seat, slot, self.row[slot + 1])
        elif ability[:2] == "R1" and self.market:
            self.refresh(ability)
        elif ability[:2] == "W1" and self.deck:
            self.draw(2 if ability == "W1b" else 1)
        elif ability == "M1a" and self.market:
            self.leave_market(self.act("trash")[2])
            self.refill()
        elif ability in ("X1b", "X2b") or (ability == "X2a" and self.hands[seat]):
            if self.market:
                words = self.act("swap")
                self.leave_market(words[2])
                self.market.append(words[4])
        elif ability == "M1b":
            self.act("trash")
        elif ability[:2] == "L1":
            self.act("look")
            if ability == "L1b" or self.hands[seat]:
                self.act("trash" if ability == "L1b" else "swap")
        elif ability == "X1a" and self.hands[seat]:
            self.act("swap")

    def refresh(self, ability):
        """The Market returns to the deck, but for what it had above its size; the deck is shuffled."""
        held = [None] * max(0, len(self.market) - self.size)
        if ability == "R1a":
            self.leave_market(self.act("raise")[1])
        for place in range(len(held)):
            held[place] = self.act("hold")[1]
            self.leave_market(held[place])
        self.deck += sorted(self.market)
        self.market = held
        if self.deck:
            self.deck = self.course.deal("shuffle", lambda chance: chance.shuffled(self.deck))[::-1]
            self.refill()

    def draw(self, count):
        drawn = [self.deck.pop() for _ in range(min(count, len(self.deck)))]
        verb, card = self.act("raise", "stock")
        require(card in drawn, f"Event {self.course.place}: {card} was not drawn.")
        if verb == "raise":
            drawn.remove(card)
        self.market += drawn


GAMES = {"caster": caster, "cryptruck": cryptruck, "traders": traders, "battle": battle, "coast": coast}


# === 4. The cards of battle ==========================================================================================
# Each card of a random deck is of one of these templates: a number from `low` to `high` on each of its places (TL
# is top left, B bottom, ...), and others elsewhere. Numbers above 10 do not count; they are listed under `ignored`.


# fmt: off
def edge(place, low, high, **more):
    return dict(place=place, low=low, high=high, **more)

def other(low, high, **more):
    return dict(low=low, high=high, **more)

def template(name, weight, edges, others=(), **more):
    return dict(name=name, weight=weight, edges=edges, other=others, **more)

YEARS = ["1994", "1997", "1999", "2001", "2004", "150", "3000"]
TEMPLATES = [
    template("Spellcaster", 2, [edge("TR", 0, 7), edge("BL", 1, 250)], [other(1, 4, count=[0, 2])], ignored=[["/250"]]),
    template("Tavern", 3, [edge("TL", 0, 10), edge("BL", -1, 1, plus="TL", within=[0, 10]),  # plus the number on TL
                           edge("BR", -1, 2, plus="TL", within=[1, 10])], [other(1, 5, chance=50)]),
    template("Four winds", 3, [edge(place, 1, 9) for place in "TRBL"], ten=20),  # one is a 10 on 20 cards of 100
    template("Pocket beast", 2, [edge("B", 0, 4), edge("TL", 0, 2, chance=50), edge("BR", 1, 102)],
             [other(30, 120, step=10), other(10, 60, step=10)], ignored=[["/102"]]),
    template("Duel monster", 2, [edge("TR", 1, 10)],
             [other(1, 3, chance=50), other(300, 3000, step=100, count=[2, 2])]),
    template("Galaxy", 3, [edge("TR", 0, 7), edge("L", 0, 8), edge("BL", 1, 8), edge("BR", 1, 9)],
             [other(1, 3, chance=60)]),
    template("Star crew", 2, [edge("TL", 0, 5), edge("BL", 3, 9), edge("B", 3, 9), edge("BR", 3, 9)]),
    template("Clan war", 3, [edge("L", 0, 6), edge("R", 1, 6), edge("BL", 2, 10), edge("BR", 0, 4, chance=70)],
             [other(1, 3, chance=30)]),
    template("Event", 2, [edge(place, 0, 10) for place in ("TL", "TR", "T", "BL")], [other(1, 6, count=[1, 3])],
             ignored=[YEARS], one_edge=True),  # only one of its places has a number
    template("Racer", 2, [edge("T", 1, 10), edge("TL", 0, 5), edge("R", 2, 8)], [other(1, 10)]),
]
# fmt: on

# The starter deck: name | numbers on places | other numbers | ignored.
STARTER = """
Spellcaster|TR3 BL5||250 ; Spellcaster|TR0|2 2|250 220 ; Tavern|TL1 BL2 BR1|| ; Tavern|TL1 BL1 BR1|2| ;
Four winds|T7 L4 R4 B2|| ; Four winds|T3 L6 R7 B5|| ; Pocket beast|B2|10|120 102 21 ;
Pocket beast|TL2 B0||120 50 102 46 ; Duel monster|TR6||1900 2600 ; Duel monster|TR8|1|2400 2200 ;
Galaxy|TR5 L6 BL3 BR4|| ; Galaxy|TR0 L2 BL2 BR8|| ; Star crew|TL0 BL8 B4 BR8|| ; Star crew|TL3 BL6 B8 BR6|| ;
Clan war|L2 R4 BL7 BR0|| ; Clan war|L2 R1 BL5|| ; Event|TR7|3|2001 ; Event|T6|6 3|2001 ;
Racer|TL3 T6 R5|6| ; Racer|TL5 T1 R6|3|
"""


def starter_card(text):
    name, edges, others, ignored = text.strip().split("|")
    numbers = {place.rstrip("0123456789"): int(place.lstrip("TBLR")) for place in edges.split()}
    return {"name": name, "edges": numbers, "other": [int(n) for n in others.split()], "ignored": ignored.split()}


def random_card(templates, chance):
    mark = chance.below(sum(form["weight"] for form in templates))
    for form in templates:  # a template of weight 3 is as likely as three of weight 1
        if mark < form["weight"]:
            break
        mark -= form["weight"]
    edges, others, ignored = {}, [], []

    def print_number(number, place=None):
        if number > 10:
            ignored.append(str(number))
        elif place:
            edges[place] = number
        else:
            others.append(number)

    only = chance.below(len(form["edges"]))
    for row, place in enumerate(form["edges"]):
        if form.get("one_edge") and row != only:
            continue
        if chance.happens(place.get("chance", 100)):
            start = edges[place["plus"]] if place.get("plus") else 0
            least, most = place.get("within", [0, 9999])
            low, high = max(start + place["low"], least), min(start + place["high"], most)
            print_number(chance.between(low, high), place["place"])
    if chance.happens(form.get("ten", 0)):
        edges[form["edges"][chance.below(len(form["edges"]))]["place"]] = 10
    for kind in form.get("other", []):
        if chance.happens(kind.get("chance", 100)):
            step = kind.get("step", 1)
            for _ in range(chance.between(*kind.get("count", [1, 1]))):
                print_number(kind["low"] + step * chance.between(0, (kind["high"] - kind["low"]) // step))
    ignored += [texts[chance.below(len(texts))] for texts in form.get("ignored", [])]
    return {"name": form["name"], "edges": edges, "other": others, "ignored": ignored}


def battle_cards(data, deck, chance):
    """The cards that a deck of this name has, where the words "Deal 0" or "The setting" say whence."""
    if deck == "random":
        templates = data.get("templates", TEMPLATES)
        return [random_card(templates, chance) for _ in range(deck_size(data))], "Deal 0"
    starter = data.get("starter") or [starter_card(text) for text in STARTER.split(";")]
    return starter[: deck_size(data)], "The setting"


def deck_size(data):
    return data.get("numbers", {}).get("cards", 20)


def check_battle_cards(record, deck, chance):
    """Compare the cards of the record with the deck that was agreed: a name, or cards of one's own."""
    cards, size = record["options"]["cards"], deck_size(record.get("data", {}))
    if isinstance(deck, dict):
        keys = ("name", "edges", "other", "ignored")
        proper, whence = [{key: card[key] for key in keys} for card in deck["cards"]], "The setting"
    else:
        proper, whence = battle_cards(record.get("data", {}), deck, chance)
    require(len(cards) == len(proper) == size, f"{whence}: a deck has {size} cards, not {len(cards)}.")
    for number, card in enumerate(proper):
        if not same(cards[number], card):
            raise Wrong(f"{whence}: card {number + 1} of the deck is {cards[number]}, and {card} was expected.")
    if isinstance(deck, dict):
        return "The deck was given by whoever opened the table: no chance made it."
    return f"Proved: the deck is the {deck} one{', which is deal 0' if deck == 'random' else ''}."


# === 5. The check of a record ========================================================================================

TERMS = ("table", "game", "rules_version", "seats", "options", "data", "copied_from")


def check_terms(record):
    """Compare the terms with what the record says was played; give the options as they were agreed."""
    fair, terms = record["fair"], record["fair"]["terms"]
    require(set(terms) == set(TERMS), f"The terms are {', '.join(TERMS)}, not {short(', '.join(terms))}.")
    require(isinstance(terms["copied_from"], str), "The terms do not say where the deal is copied from.")
    for name in ("game", "rules_version", "seats"):
        fits = same(terms[name], record[name])
        require(fits, f"The terms agree on {name} {short(terms[name])}, and the record has {short(record[name])}.")
    require(same(terms["data"], record.get("data")), "The terms agree on data that are not those of the record.")
    agreed = open_hidden(terms["options"], fair.get("hidden", {}))
    played = as_agreed(record, agreed) if record["game"] == "battle" else record["options"]
    for name in sorted(set(agreed) | set(played)):
        fits = name in agreed and name in played and same(agreed[name], played[name])
        said, found = short(agreed.get(name)), short(played.get(name))
        require(fits, f"The terms agree on option {name} {said}, and the game was played with {found}.")
    return agreed


def as_agreed(record, agreed):
    """The options of a battle as the terms have them: without the cards, which follow from the deck."""
    played = {name: value for name, value in record["options"].items() if name != "cards"}
    deck = agreed["deck"]
    if isinstance(deck, dict):  # the record keeps its name alone
        good = set(deck) == {"name", "cards"} and deck["name"] not in ("random", "starter")
        require(good, "A deck of one's own has a name of its own, and cards.")
        played["deck"] = deck if same(played["deck"], deck["name"]) else played["deck"]
    else:
        require(deck in ("random", "starter"), f"There is no deck {short(deck)!r}.")
    return played


def open_hidden(options, hidden):
    """Put the values of hidden options into their places, where their hashes are."""
    closed = {name for name, value in options.items() if isinstance(value, dict) and "hidden" in value}
    require(closed == set(hidden), "The record does not open the options that the terms hide, or opens others.")
    options = dict(options)
    for name, its in hidden.items():
        proper = {"hidden": hidden_hash(unhex(its["salt"]), its["value"]).hex()}
        require(same(options[name], proper), f"The terms agree on option {name} by another hash.")
        options[name] = its["value"]
    return options


class Start:
    """A start of the table, played or void, with all that follows from what the record says of it."""

    def __init__(self, number, terms, its):
        self.number, self.terms, self.secret, self.seats = number, terms, unhex(its["secret"]), its["seats"]
        self.server = secret_commitment(terms, number, self.secret)
        self.promises = [None if seat.get("bot") is True else unhex(seat.get("commitment")) for seat in self.seats]
        self.call = call_hash(terms, self.server, number, self.promises)
        self.nonces = [None if seat.get("nonce") is None else unhex(seat["nonce"]) for seat in self.seats]
        self.people = [seat for seat, promise in enumerate(self.promises) if promise]
        self.silent = [seat for seat in self.people if not self.nonces[seat]]

    def check(self, seats):
        """Every nonce that was opened is what its seat had promised."""
        where = f"at start {self.number}"
        require(len(self.seats) == seats, f"The record has {len(self.seats)} seats {where}, and the game {seats}.")
        for seat, its in enumerate(self.seats):
            require(its.get("bot", False) in (True, False), f"Seat {counted(seat)} is a bot's, or not.")
            if self.promises[seat] is None:
                is_bare = its.get("nonce") is None and its.get("commitment") is None
                require(is_bare, f"Seat {counted(seat)} is a bot's {where}, and a bot promises nothing.")
            elif self.nonces[seat]:
                fits = self.promises[seat] == self.promise_by(seat, self.nonces[seat])
                require(fits, f"The commitment of seat {counted(seat)} {where} is not that of its nonce.")

    def promise_by(self, seat, nonce):
        return nonce_commitment(self.terms, self.server, self.number, seat, nonce)


def check_starts(record):
    """All starts of the table, the last of them played; those before are void and told."""
    fair, seats = record["fair"], record["seats"]
    terms, voids, number = terms_hash(fair["terms"]), fair.get("voids", []), fair["start"]
    require(type(number) is int and number > 0, f"A start is counted from 1, not {short(number)}.")
    told = f"This is start number {number}, and the record tells of {len(voids)} void ones: voided starts are missing."
    require(len(voids) == number - 1, told)
    require(len(voids) < 3, "A table closes after 3 voided starts, and this one played.")
    starts = [Start(n, terms, void) for n, void in enumerate(voids, 1)] + [Start(number, terms, fair)]
    for start in starts:
        start.check(seats)
        is_played = start is starts[-1]
        require(is_played or start.silent, f"Nobody was silent at start {start.number}, so it was no void.")
        require(not is_played or not start.silent, f"Seat {counted(*start.silent)} did not open a nonce.")
    require(len({start.secret for start in starts}) == len(starts), "Two starts have the same secret.")
    return starts


def check_course(record, chances, first):
    """Go through all events; give the number of deals, and what is to be said of the course."""
    course, lines = Course(record, chances, first), []
    try:
        lines.append(GAMES[record["game"]](record, course))
        left = len(course.events) - course.place
        require(not left, f"The game is over, and the record has {left} more events: there is no further game.")
        require("result" in record, "The game is over, and the record has no result.")
    except TooShort as missing:
        require("result" not in record, f"The record has a result, but its game is not over. {missing}")
        lines.append(f"The game is not over: only the deals so far are checked. {missing}")
    return first + course.deals, [line for line in lines if line]


def check_record(record, receipts):
    """Check one game of version 2; give the sentences to print, and the exit code."""
    agreed, starts = check_terms(record), check_starts(record)
    start, copied, lines = starts[-1], record["fair"]["terms"]["copied_from"], []
    proving = [receipt for receipt in receipts if check_receipt(receipt, record, starts)]
    nonces = [start.nonces[seat] for seat in start.people]

    tapes = {}

    def chances(k):
        tapes[k] = Tape(start.secret, start.call, nonces, k)
        return tapes[k]

    lines.append(f"{record['game']}, table {record['fair']['terms']['table']}, {record['seats']} seats.")
    first = 0
    if record["game"] == "battle":
        lines.append(check_battle_cards(record, agreed["deck"], chances(0)))
        first = int(agreed["deck"] == "random")  # a random deck has used up deal 0
    if record["game"] not in GAMES:
        deals, more = check_unknown(record, chances)
        lines.append(
            f"Proved: all draws that the record lists for {deals} deals follow from the server's secret and the "
            "people's nonces."
        )
    else:
        deals, more = check_course(record, chances, first)
        lines.append(
            f"Proved: all {deals} deals follow from the server's secret and the people's nonces, card by card."
        )
    if record["game"] in GAMES and record["fair"].get("draws") is not None:
        check_draws(record["fair"]["draws"], [tapes[k].draws for k in range(deals)])
        lines.append("Proved: the draws that the record lists are those that the rules ask for.")
    lines.append("Proved: secret and nonces are what was promised in the record, for these terms and this call.")
    if copied:
        lines.append(f"This deal is copied from table {copied}: whoever played there could know it.")
    lines.append(of_voids(starts))
    for receipt in proving:
        lines.append(
            f"Proved by the receipt of seat {counted(receipt['seat'])}: all was promised before the first card here."
        )
    lines += [] if proving else [OWN_WORD]
    if not start.people:
        lines.append("Not proved: no person's nonce is in this deal, so the server could have tried out many secrets.")
    lines += [
        *more,
        *NOT_PROVED,
        f"The code of this call, to compare with the other players, is {code_of(start.call)}.",
    ]
    return lines, 3 if len(starts) > 1 else 0


def check_unknown(record, chances):
    """Compute all draws of a game that is not written down here; give the number of deals, and what is not proved."""
    listed = record["fair"].get("draws")
    require(listed is not None, f"This program does not know the game {record['game']!r}; fairdeal check may.")
    dealt = sum(event["seat"] is None for event in record["events"])
    fits = len(listed) in (dealt, dealt + 1)  # a deck or the like may have been made before the first event
    require(fits, f"The record lists the draws of {len(listed)} deals, and the dealer has acted {dealt} times.")
    tapes = []
    for k, draws in enumerate(listed):
        tapes.append(chances(k))
        for place, draw in enumerate(draws, 1):
            good = isinstance(draw, list) and len(draw) == 2 and type(draw[0]) is int and 0 < draw[0] <= 2**32
            require(good, f"Draw {place} of deal {k} is {short(draw)}, not how many to choose from, and which.")
            tapes[k].below(draw[0])
    check_draws(listed, [tape.draws for tape in tapes])
    return len(listed), [
        f"Not proved: that the cards are what these numbers make of them. This program does not know the dealer of "
        f"{record['game']!r}; fairdeal check does, with the game's package.",
    ]


def check_draws(listed, proper):
    """Compare the draws that the record lists, for pages that do not know the rules, with what was drawn here."""
    require(
        len(listed) == len(proper),
        f"The record lists the draws of {len(listed)} deals, and the game has {len(proper)}.",
    )
    for k, draws in enumerate(proper):
        for place, (its, due) in enumerate(zip(listed[k], draws), 1):  # noqa: B905, for Python 3.8
            says = f"is {short(its)} in the record, and should be {due} (how many to choose from, and which)"
            require(same(its, due), f"Draw {place} of deal {k} {says}.")
        asked = f"The record lists {len(listed[k])} draws of deal {k}, and the rules ask for {len(draws)}."
        require(len(listed[k]) == len(draws), asked)


OWN_WORD = (
    "This record's own word is trusted for the promises: without a receipt nobody can tell that they were made before "
    "the deal."
)
NOT_PROVED = (
    "Not checked: whether what the seats did was legal, and who won; fairdeal replay --check does that.",
    "Not proved: the operator could see the cards while the game ran; this check cannot tell.",
)


def of_voids(starts):
    if len(starts) == 1:
        return "No start was voided, so no other deal was thrown away."
    silent = "; ".join(f"at start {void.number} seat {counted(*void.silent)}" for void in starts[:-1])
    voids = f"{len(starts) - 1} voided start{'s' * (len(starts) > 2)}"
    return f"Proved after {voids}, so this could be the best of {len(starts)} deals. Who stayed silent: {silent}."


# === 6. Receipts =====================================================================================================


def check_itself(receipt):
    """A receipt's own parts make its call, and it holds no evidence against the server."""
    whose = f"The receipt of seat {counted(receipt['seat'])}"
    require(set(TERMS) <= set(receipt["terms"]), f"{whose} lacks a part of the terms.")
    for name in ("seat", "start"):
        require(type(receipt[name]) is int, f"{whose} has the {name} {short(receipt[name])}.")
    lists, time = [receipt.get(name, []) for name in ("evidence", "earlier")], receipt.get("time", "")
    good = all(isinstance(its, list) for its in lists) and isinstance(time, str)
    require(good, f"{whose} has evidence or earlier starts that are no lists, or a time that is no text.")
    evidence = " ".join(receipt.get("evidence", []))
    require(not evidence, f"{whose} holds evidence against the server: {evidence[:4000]}")
    server, promises = unhex(receipt["commitment"]), [promise_of(seat) for seat in receipt["seats"]]
    call = call_hash(terms_hash(receipt["terms"]), server, receipt["start"], promises)
    require(unhex(receipt["call"]) == call, f"{whose} has the call {receipt['call']}, and its own parts make another.")


def promise_of(seat):
    require(seat.get("bot", False) in (True, False), "A seat is a bot's, or not.")
    require(not (seat.get("bot") and seat.get("commitment")), "A bot promises nothing.")
    return None if seat.get("bot") else unhex(seat["commitment"])


def check_receipt(receipt, record, starts):
    """Compare a receipt with the record; tell whether it is of the start that was played."""
    whose = f"the receipt of seat {counted(receipt['seat'])}"
    name = differing(receipt["terms"], record["fair"]["terms"])
    require(name is None, f"The terms differ: {name} is not in the record what it is in {whose}.")
    start = start_of(receipt["start"], starts, whose)
    require(start.server.hex() == receipt["commitment"], f"The commitment of the server is another one in {whose}.")
    kept = [promise_of(seat) for seat in receipt["seats"]]
    require(len(kept) == len(start.promises), f"The number of seats is another one in {whose}.")
    for seat, promise in enumerate(kept):
        require(promise == start.promises[seat], f"What seat {counted(seat)} promised is something else in {whose}.")
    require(
        0 <= receipt["seat"] < len(kept),
        f"The receipt is of seat {counted(receipt['seat'])}, which is not at the table.",
    )
    if record["fair"]["terms"]["copied_from"]:
        require(receipt["nonce"] is None, f"The deal is copied, and {whose} has a nonce of its own in it.")
    else:
        check_nonce(start, receipt["seat"], receipt["nonce"], whose)
    for earlier in receipt.get("earlier", []):
        check_earlier(receipt, earlier, starts, whose)
    return start is starts[-1]


def start_of(number, starts, whose):
    found = [start for start in starts if same(start.number, number)]
    require(found, f"The record tells nothing of start {short(number)}, and {whose} does.")
    return found[0]


def check_nonce(start, seat, nonce, whose):
    fits = start.promises[seat] == start.promise_by(seat, unhex(nonce))
    require(fits, f"The promise of seat {counted(seat)} at start {start.number} is not that of the nonce in {whose}.")


def check_earlier(receipt, earlier, starts, whose):
    """What a client kept of a start that was void agrees with what the record says of it."""
    seat, opened, start = earlier["seat"], earlier["opened"], start_of(earlier["start"], starts, whose)
    require(start.number < receipt["start"], f"Start {start.number} is no earlier one in {whose}.")
    fits = start.server.hex() == earlier["commitment"]
    require(fits, f"The commitment of the server for start {start.number} is another one in {whose}.")
    good = type(seat) is int and 0 <= seat < len(start.seats) and type(opened) is bool
    require(good, f"Seat {counted(seat)} in {whose} is not at the table.")
    check_nonce(start, seat, earlier["nonce"], whose)
    require(
        not (opened and seat in start.silent),
        f"The server's record says that seat {counted(seat)} stayed silent at start {start.number}; its receipt "
        "says that the server had confirmed its nonce.",
    )


def compare_receipts(one, other):
    """Find what the server showed differently to two seats of a table."""
    shown = f"The server showed seat {counted(one['seat'])} and seat {counted(other['seat'])} different"
    name = differing(one["terms"], other["terms"])
    require(name is None, f"{shown} terms: {name}.")
    ours, theirs = (
        {its["start"]: its["commitment"] for its in [*page.get("earlier", []), page]} for page in (one, other)
    )
    for start in set(ours) & set(theirs):
        require(ours[start] == theirs[start], f"{shown} commitments of its own for start {start}.")
    if one["start"] == other["start"]:
        fits = one["call"] == other["call"]
        promises = [[promise_of(seat) for seat in page["seats"]] for page in (one, other)]
        which = [seat for seat, promise in enumerate(promises[0]) if [promise] != promises[1][seat : seat + 1]]
        require(fits, f"{shown} calls of start {one['start']}: they differ in what seat {counted(*which)} promised.")


def differing(one, other):
    """The name of what differs between two terms, an option by itself; None if nothing does."""
    for name in sorted(set(one) | set(other)):
        if not same(one.get(name), other.get(name)):
            return f"option {differing(one[name], other[name])}" if name == "options" else name
    return None


# === 7. Version 1 ====================================================================================================
# Before version 2 a hash was over the secret or the nonce alone, and the numbers came from a generator that is no
# cipher. A server could show a client another commitment after it had seen its nonce, and so choose the cards; and
# nothing bound the options, the deck or the data.


def table_bytes(table):
    """The table's id, after one byte that says how long it is."""
    return bytes([len(table)]) + table.encode("ascii")


def bot_nonce(secret, table, seat, start):
    """In version 1 a bot had a nonce, computed from the secret."""
    message = b"fairdeal/1 bot" + table_bytes(table) + bytes([seat]) + start.to_bytes(4, "big")
    return hmac.new(secret, message, hashlib.sha256).digest()


def seed(secret, nonces, table, k):
    """The 32 bytes that deal number k begins with."""
    message = b"fairdeal/1 deal" + bytes([len(nonces)]) + b"".join(nonces) + table_bytes(table) + k.to_bytes(4, "big")
    return hmac.new(secret, message, hashlib.sha256).digest()


ALL_64_BITS = (1 << 64) - 1


class Generator(Chance):
    """xoshiro256++ (Blackman and Vigna, public domain): the same seed gives the same numbers for ever."""

    def __init__(self, seed_bytes):
        super().__init__()
        # Four numbers of 64 bits, each from 8 bytes of the seed, the lowest byte first.
        self.state = [int.from_bytes(seed_bytes[8 * n : 8 * n + 8], "little") for n in range(4)]

    def word(self):
        """The next 64 random bits."""
        a, b, c, d = self.state
        total = (a + d) & ALL_64_BITS
        result = (((total << 23 | total >> 41) & ALL_64_BITS) + a) & ALL_64_BITS
        shifted = (b << 17) & ALL_64_BITS
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 45 | d >> 19) & ALL_64_BITS
        self.state = [a, b, c, d]
        return result

    def number(self):
        return self.word() >> 32


def check_nonces_1(fair, seats):
    """Recompute all commitments and bots' nonces; give the secret, the nonces, and the id used in the hashes."""
    table = fair.get("copied_from") or fair["table"]
    secret, nonces = unhex(fair["secret"]), [unhex(seat["nonce"]) for seat in fair["seats"]]
    require(len(nonces) == seats, f"The record has {len(nonces)} nonces, and the game {seats} seats.")
    require(fair["start"] == fair["voided"] + 1, f"Start {fair['start']} cannot follow {fair['voided']} voided starts.")
    fits = fair["commitment"] == hashlib.sha256(secret).hexdigest()
    require(fits, "The commitment of the server is not that of its secret.")
    for number, seat in enumerate(fair["seats"]):
        if seat.get("bot"):
            proper = bot_nonce(secret, table, number, fair["start"])
            require(
                nonces[number] == proper,
                f"The nonce of seat {counted(number)}, a bot, does not follow from the secret.",
            )
            require(seat.get("commitment") is None, f"Seat {counted(number)} is a bot's, and a bot commits to nothing.")
        else:
            proper = hashlib.sha256(nonces[number]).hexdigest()
            require(
                seat.get("commitment") == proper, f"The commitment of seat {counted(number)} is not that of its nonce."
            )
    return secret, nonces, table


def check_receipt_1(receipt, record):
    """Compare what the client wrote down at the start with what the record says after the end."""
    fair = record["fair"]
    require(receipt["game"] == record["game"], f"The game is {record['game']}, in the receipt {receipt['game']}.")
    for key in ("commitment", "voided", "copied_from"):
        said, kept = fair[key], receipt[key]
        require(said == kept, f"The record's {key} is {said or 'nothing'}, in the receipt {kept or 'nothing'}.")
    promises = [[(seat.get("commitment"), bool(seat.get("bot"))) for seat in page["seats"]] for page in (fair, receipt)]
    require(promises[0] == promises[1], "The seats' commitments are not those in the receipt.")
    require(
        0 <= receipt["seat"] < record["seats"],
        f"The receipt is of seat {counted(receipt['seat'])}, which is not at the table.",
    )
    own = fair["seats"][receipt["seat"]]["nonce"]
    require(fair["copied_from"] or own == receipt["nonce"], "Your nonce in the record is not that in the receipt.")


def check_record_1(record, receipts):
    """Check one game of version 1; give the sentences to print, and the exit code."""
    fair, lines, first = record["fair"], [], 0
    secret, nonces, table = check_nonces_1(fair, record["seats"])
    for receipt in receipts:
        check_receipt_1(receipt, record)

    def chances(k):
        return Generator(seed(secret, nonces, table, k))

    lines.append(f"{record['game']}, table {fair['table']}, {record['seats']} seats.")
    if record["game"] == "battle":
        deck, cards = record["options"]["deck"], record["options"]["cards"]
        given = deck if deck in ("random", "starter") else {"name": deck, "cards": cards}  # nothing bound these
        lines.append(check_battle_cards(record, given, chances(0)))
        first = int(deck == "random")
    deals, more = check_course(record, chances, first)
    lines.append(f"Proved: all {deals} deals follow from the server's secret and the seats' nonces, card by card.")
    lines.append("Proved: secret and nonces are what the commitments in the record promised.")
    if fair["copied_from"]:
        lines.append(f"This deal is copied from table {fair['copied_from']}: whoever played there could know it.")
    lines.append(f"Starts that were voided, so that their deal was thrown away: {fair['voided']}.")
    for receipt in receipts:
        lines.append(
            f"Proved by the receipt of seat {counted(receipt['seat'])}: the commitments are those that it wrote down."
        )
    lines += [] if receipts else [OWN_WORD]
    if all(seat.get("bot") for seat in fair["seats"]):
        lines.append("Not proved: no person's nonce is in this deal, so the server could have tried out many secrets.")
    lines.append(
        "Not proved by version 1, which this game was dealt by: that the server did not choose the cards. It could "
        "show another commitment after it had seen a nonce, and nothing bound the options, a deck or the data."
    )
    return [*lines, *more, *NOT_PROVED], 0


# === 8. Files ========================================================================================================


def read_receipt(path):
    with open(path, encoding="utf-8") as file:
        receipt = json.load(file)
    known = ("fairdeal-receipt/1", "fairdeal-receipt/2")
    require(receipt["format"] in known, "The receipt's format is unknown to this program.")
    if receipt["format"] == known[1]:
        check_itself(receipt)
    return receipt


def version_of(fair):
    version = fair.get("version", 1)
    good = type(version) is int and version in (1, 2) and (version == 2 or "version" not in fair)
    require(good, f"This program does not know version {short(version)} of the fair deal.")
    return version


def table_of(page):
    """The table of a receipt, or of a record's part `fair`."""
    return page["terms"]["table"] if "terms" in page else page["table"]


def check_any(record, receipts):
    """Check a game of either version."""
    require(type(record["seats"]) is int, f"The number of seats is not {short(record['seats'])}.")
    known = record["game"] not in GAMES or same(record["rules_version"], 1)
    require(known, f"This program does not know version {short(record['rules_version'])} of the rules.")
    version = version_of(record["fair"])
    known = version == 2 or record["game"] in GAMES
    require(known, f"This program does not know the game {record['game']!r}; fairdeal check may.")
    for receipt in receipts:
        fits = receipt["format"] == f"fairdeal-receipt/{version}"
        require(fits, "The receipt is of another version of the fair deal than the record.")
    return check_record(record, receipts) if version == 2 else check_record_1(record, receipts)


def check_file(path, receipt_paths):
    receipts, codes, used, lines = [read_receipt(its) for its in receipt_paths], [], set(), []
    for number, one in enumerate(receipts):
        for other in receipts[number + 1 :]:
            if "terms" in one and "terms" in other and table_of(one) == table_of(other):
                compare_receipts(one, other)
    with open(path, encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line.strip()]
    require(records, "There is no record in the file.")
    for number, record in enumerate(records, 1):
        good = isinstance(record, dict) and record.get("format") == "fairdeal-record/1"
        require(good, f"Game {number} is no record.")
        if "fair" not in record:
            lines.append(f"Game {number}: Nothing to check: it was dealt without a commitment of anybody.")
            codes.append(1)
            continue
        table = table_of(record["fair"])
        said, code = check_any(record, [receipt for receipt in receipts if table_of(receipt) == table])
        used.add(table)
        lines.append(f"Game {number}: " + "\n".join(said))
        codes.append(code)
    for receipt in receipts:
        table = table_of(receipt)
        require(table in used, f"The receipt is of table {table}, and there is no record of that table.")
    print("\n".join(lines))
    return 1 if 1 in codes else max(codes)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Check that a finished game of Fairdeal was dealt fairly.")
    parser.add_argument("record", help="the record that the table handed out at the end")
    parser.add_argument(
        "--receipt", action="append", default=[], help="what a client kept when the game started; may be repeated"
    )
    given = parser.parse_args(arguments)
    try:
        return check_file(given.record, given.receipt)
    except Wrong as wrong:
        print(" ".join(str(wrong).split()), file=sys.stderr)
    except OSError as error:
        print(f"{error.filename} cannot be read: {error.strerror}.", file=sys.stderr)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        print(f"This is no proper record or receipt: {type(error).__name__}, {error}.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
