#!/usr/bin/env python3
"""Was my game dealt fairly? Check it yourself, without trusting the server's software.

    python check_deal.py game.jsonl
    python check_deal.py game.jsonl --receipt receipt.json

This one file needs nothing but Python (3.8 or newer) and shares no line with the program that dealt your cards. Read
it: that is what it is for. The idea in five sentences:

1. Before the game the server picks a random SECRET and shows everybody its SHA-256 hash, the "commitment". From then
   on it cannot change the secret, and nobody can guess it.
2. Each player's client picks a random number too, the NONCE, and shows its hash; when all hashes are on the table, all
   nonces are opened. A bot's nonce is computed from the secret.
3. Every deal is shuffled by random numbers that are computed from the secret, all nonces, the table and the number of
   the deal. The server could not foresee your nonce and you could not foresee its secret: so nobody chose the cards.
4. After the game the server reveals its secret, and this program computes all of it again.
5. Your receipt is what your client wrote down before the first card; it shows that the hashes were not made up later.

The exit code is 0 if every deal is proved, 1 if there is nothing to check, 2 if anything is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys


class Wrong(Exception):
    """Something does not fit; the text says what."""


def require(condition, sentence):
    if not condition:
        raise Wrong(sentence)


# === 1. The hashes ===================================================================================================


def commitment(hidden):
    """The fingerprint of a secret or a nonce (32 bytes): easy to make, impossible to turn back."""
    return hashlib.sha256(hidden).hexdigest()


def table_bytes(table):
    """The table's id, after one byte that says how long it is."""
    return bytes([len(table)]) + table.encode("ascii")


def bot_nonce(secret, table, seat, start):
    """A bot's nonce; `start` is 1 for the first attempt to start the game, 2 for the second, ..."""
    message = b"fairdeal/1 bot" + table_bytes(table) + bytes([seat]) + start.to_bytes(4, "big")
    return hmac.new(secret, message, hashlib.sha256).digest()


def seed(secret, nonces, table, k):
    """The 32 bytes that deal number k begins with: k = 0, 1, 2, ... in the course of the game."""
    message = b"fairdeal/1 deal" + bytes([len(nonces)]) + b"".join(nonces) + table_bytes(table) + k.to_bytes(4, "big")
    return hmac.new(secret, message, hashlib.sha256).digest()


# === 2. Random numbers from a seed ===================================================================================

ALL_64_BITS = (1 << 64) - 1


class Chance:
    """The generator xoshiro256++ (Blackman and Vigna, public domain): the same seed gives the same numbers for ever."""

    def __init__(self, seed_bytes):
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

    def below(self, n):
        """A whole number from 0 to n-1. A few words are thrown away, so that each number is exactly equally likely."""
        while True:
            product = (self.word() >> 32) * n
            if product % 2**32 >= 2**32 % n:
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


# === 3. What the dealer of each game does ============================================================================
# Each function gives the words that must stand in the record. `record` is the whole record, `earlier` the events before
# this one, `words` what the record says here; of these only the first, the verb, is taken on trust (but see ORDER).


def caster(record, earlier, words, chance):
    if words[0] == "start":  # who begins
        return ["start", chance.below(record["seats"])]
    highest = {3: 8, 4: 11, 5: 14}[record["seats"]]
    return ["deal", *chance.shuffled(colour + str(n) for colour in "RBYEG" for n in range(highest + 1))]


def cryptruck(record, earlier, words, chance):
    seats = record["seats"]
    if words[0] == "start":
        return ["start", chance.below(seats)]
    if words[0] == "colours":  # as many colours as seats
        require(record["options"]["colours"] == "random", "the colours are not drawn, by the option colours")
        return ["colours", *chance.some_of("YBRPG", seats)]
    colours = "YBRPG"[:seats]
    if record["options"]["colours"] == "random":
        chosen = [event["action"] for event in earlier if event["action"].startswith("colours ")]
        colours = chosen[0].split()[1:]
    numbers = {colour: [0, 1, 2, 3, 4, 5] for colour in "YBRPG"}
    numbers["W"] = [2, 3]  # the whites are always in the deck
    if "data" in record:  # a user's own cards
        numbers = {table["letter"]: sorted(table["numbers"]) for table in record["data"]["colours"]}
    return ["deal", *chance.shuffled(c + str(n) for c in "YBRPGW" if c in colours or c == "W" for n in numbers[c])]


def traders(record, earlier, words, chance):
    if words[0] == "start":
        return ["start", chance.below(record["seats"])]
    if words[0] == "abilities":
        if record["options"]["abilities"] != "random":  # a fixed row, agreed upon before
            return ["abilities", *record["options"]["abilities"].split(",")]
        drawn = chance.shuffled(["V1", "V2", "V3", "D1", "R1", "W1", "M1", "L1", "X1", "X2", "A1", "A2"])
        return ["abilities", *(card + "ab"[chance.below(2)] for card in drawn)]
    if words[0] == "shuffle":
        return ["shuffle", *chance.shuffled(traders_deck(record, earlier, words[1:]))]
    quantities = [12, 11, 10, 9, 8, 7, 6]  # one card of each kind lies on the table and is not shuffled
    if "data" in record:
        quantities = [kind["quantity"] for kind in record["data"]["kinds"]]
    return ["deal", *chance.shuffled(kind + 1 for kind in range(7) for _ in range(quantities[kind] - 1))]


def traders_deck(record, earlier, cards):
    """The deck in the middle of a game, from its bottom to its top, before it is shuffled again.

    At its bottom is what is left of the last shuffle; on top the cards that came back from the Market, sorted. A
    Refresh returns as many as the Market has room for, one less if the player raised one of them before.
    """
    last = [event for event in earlier if event["action"].split()[0] in ("deal", "shuffle")][-1]
    turn = [event["action"].split()[0] for event in earlier]
    turn = turn[len(turn) - turn[::-1].index("play") :]  # what happened since a card was played
    returned = record["options"]["market"] - turn.count("raise")
    left = max(0, len(cards) - returned)
    bottom = last["action"].split()[::-1][:left]  # the record lists a deck from its top
    on_top = sorted(cards)
    for card in bottom:
        require(card in on_top, "the deck lacks a card that must still be in it")
        on_top.remove(card)
    return bottom + on_top


def battle(record, earlier, words, chance):
    if words[0] == "shuffle":
        return ["shuffle", *chance.shuffled(range(1, 21))]
    starts = [event["action"].split()[1] for event in earlier if event["action"].startswith("start ")]
    require(len(starts) < record["options"]["match"], "the match has no further game")
    # In a match the next seat begins the next game, without chance.
    return ["start", (int(starts[-1]) + 1) % record["seats"] if starts else chance.below(record["seats"])]


def coast(record, earlier, words, chance):
    if words[0] == "agendas":
        return ["agendas", *chance.shuffled("FMSIPT")[: record["seats"]]]
    if words[0] == "pile":
        seat = sum(event["action"].startswith("pile ") for event in earlier)
        cards = chance.shuffled(f"T{n:02}" for n in range(1, 16))
        return ["pile", seat, *cards[1:], cards[0]]
    return words[:1]  # the common start and the time limit need no chance


DEALERS = {"caster": caster, "cryptruck": cryptruck, "traders": traders, "battle": battle, "coast": coast}

# Which verbs of the dealer may follow what; "..." are actions of seats, "" is the beginning. Else a server could slip
# in deals that the rules do not ask for, and so choose which of many deals is used for the cards.
ORDER = {
    "caster": {"": "start", "start": "deal", "deal": "", "...": "deal"},
    "cryptruck": {"": "start", "start": "colours deal", "colours": "deal", "deal": "", "...": "deal"},
    "traders": {"": "abilities", "abilities": "deal", "deal": "start", "start": "", "...": "shuffle", "shuffle": ""},
    "battle": {"": "start", "start": "shuffle", "shuffle": "start", "...": "start"},
    "coast": {"": "agendas", "agendas": "pile", "pile": "pile", "...": "begin time", "begin": "time"},
}

# === 4. The cards of battle ==========================================================================================
# A random deck is twenty cards, each of one of these templates: a number from `low` to `high` on each of its places (TL
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


def check_battle_cards(record, chance):
    """Give what is to be said of the deck."""
    name, cards, data = record["options"]["deck"], record["options"]["cards"], record.get("data", {})
    if name == "random":
        templates = data.get("templates", TEMPLATES)
        proper, whence = [random_card(templates, chance) for _ in range(20)], "Deal 0"
    elif name == "starter":
        proper, whence = data.get("starter") or [starter_card(text) for text in STARTER.split(";")], "The setting"
    else:
        return "The deck was given by whoever opened the table: no chance made it, so there is nothing to check of it."
    for number, card in enumerate(proper):
        if cards[number] != card:
            raise Wrong(f"{whence}: card {number + 1} of the deck is {cards[number]}, and {card} was expected.")
    return f"Proved: the deck is the {name} one{', which is deal 0' if name == 'random' else ''}."


# === 5. The check ====================================================================================================


def check_nonces(fair, seats):
    """Recompute all commitments and bots' nonces; give the secret, the nonces, and the id used in the hashes."""
    table = fair.get("copied_from") or fair["table"]  # a challenge plays the deal of another table again
    secret, nonces = bytes.fromhex(fair["secret"]), [bytes.fromhex(seat["nonce"]) for seat in fair["seats"]]
    require(len(nonces) == seats, f"The record has {len(nonces)} nonces, and the game {seats} seats.")
    require({len(secret), *map(len, nonces)} == {32}, "A secret or a nonce does not have 32 bytes.")
    require(fair["start"] == fair["voided"] + 1, f"Start {fair['start']} cannot follow {fair['voided']} voided starts.")
    require(fair["commitment"] == commitment(secret), "The commitment of the server is not that of its secret.")
    for number, seat in enumerate(fair["seats"]):
        if seat.get("bot"):
            proper = bot_nonce(secret, table, number, fair["start"])
            require(nonces[number] == proper, f"The nonce of seat {number}, a bot, does not follow from the secret.")
        else:
            proper = commitment(nonces[number])
            require(seat.get("commitment") == proper, f"The commitment of seat {number} is not that of its nonce.")
    return secret, nonces, table


def check_receipt(receipt, record):
    """Compare what the client wrote down at the start with what the record says after the end."""
    fair = record["fair"]
    require(receipt["game"] == record["game"], f"The game is {record['game']}, in the receipt {receipt['game']}.")
    for key in ("commitment", "voided", "copied_from"):
        said, kept = fair[key], receipt[key]
        require(said == kept, f"The record's {key} is {said or 'nothing'}, in the receipt {kept or 'nothing'}.")
    promises = [[(seat.get("commitment"), bool(seat.get("bot"))) for seat in page["seats"]] for page in (fair, receipt)]
    require(promises[0] == promises[1], "The seats' commitments are not those in the receipt.")
    require(0 <= receipt["seat"] < record["seats"], f"The receipt's seat, {receipt['seat']}, is not at the table.")
    own = fair["seats"][receipt["seat"]]["nonce"]
    require(fair["copied_from"] or own == receipt["nonce"], "Your nonce in the record is not that in the receipt.")


def check_deals(record, chances, k):
    """Deal everything again, beginning with deal number k; give how many deals there were."""
    game, events, before, deals = record["game"], record["events"], "", 0
    for number, event in enumerate(events):
        if event["seat"] is not None:
            before = "..."
            continue
        words, where = event["action"].split(" "), f"Deal {k + deals}, event {number + 1}"
        due = ORDER[game].get(before, "").split()
        require(words[0] in due, f"{where}: the dealer may not {words[0]!r} here.")
        try:
            proper = [str(word) for word in DEALERS[game](record, events[:number], words, chances(k + deals))]
        except Wrong as reason:
            raise Wrong(f"{where}: {reason}.") from None
        if words != proper:
            raise Wrong(f"{where} does not follow from the secret and the nonces: {' '.join(proper)!r} was expected.")
        before, deals = words[0], deals + 1
    return deals


def check_record(record, receipt):
    """Check one game and give the sentences to print; receipt may be None."""
    fair, game = record["fair"], record["game"]
    require(game in DEALERS, f"This program does not know the game {game!r}; fairdeal check may.")
    secret, nonces, table = check_nonces(fair, record["seats"])
    if receipt:
        check_receipt(receipt, record)

    def chances(k):
        return Chance(seed(secret, nonces, table, k))

    lines, first = [f"{game}, table {fair['table']}, {record['seats']} seats."], 0
    if game == "battle":
        lines.append(check_battle_cards(record, chances(0)))
        first = int(record["options"]["deck"] == "random")  # a random deck has used up deal 0
    deals = first + check_deals(record, chances, first)
    lines.append(f"Proved: all {deals} deals follow from the server's secret and the seats' nonces, card by card.")
    lines.append("Proved: secret and nonces are what the commitments in the record promised.")
    if fair["copied_from"]:
        lines.append(f"This deal is copied from table {fair['copied_from']}: whoever played there could know it.")
    lines.append(f"Starts that were voided, so that their deal was thrown away: {fair['voided']}.")
    if receipt:
        lines.append("Proved by your receipt: the commitments were made before the first card was dealt here.")
    else:
        lines.append(
            "This record's own word is trusted for the commitments: without a receipt nobody can tell that they were "
            "made before the deal."
        )
    if all(seat.get("bot") for seat in fair["seats"]):
        lines.append("Not proved: no person's nonce is in this deal, so the server could have tried out many secrets.")
    lines.append("Not checked: whether what the seats did was legal; fairdeal replay --check does that.")
    lines.append("Not proved: the operator could see the cards while the game ran; this check cannot tell.")
    return lines


def check_file(path, receipt_path):
    receipt, code, is_used, lines = None, 0, False, []
    if receipt_path:
        with open(receipt_path, encoding="utf-8") as file:
            receipt = json.load(file)
        require(receipt["format"] == "fairdeal-receipt/1", "The receipt's format is unknown to this program.")
    with open(path, encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line.strip()]
    require(records, "There is no record in the file.")
    for number, record in enumerate(records, 1):
        good = isinstance(record, dict) and record.get("format") == "fairdeal-record/1"
        require(good, f"Game {number} is no record.")
        if "fair" not in record:
            lines.append(f"Game {number}: Nothing to check: it was dealt without a commitment of anybody.")
            code = 1
            continue
        own = receipt if receipt and receipt["table"] == record["fair"]["table"] else None
        is_used = is_used or bool(own)
        lines.append(f"Game {number}: " + "\n".join(check_record(record, own)))
    if receipt:
        require(is_used, f"The receipt is of table {receipt['table']}, and there is no record of that table.")
    print("\n".join(lines))
    return code


def main():
    parser = argparse.ArgumentParser(description="Check that a finished game of Fairdeal was dealt fairly.")
    parser.add_argument("record", help="the record that the table handed out at the end")
    parser.add_argument("--receipt", help="what your client kept when the game started")
    arguments = parser.parse_args()
    try:
        return check_file(arguments.record, arguments.receipt)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
    except OSError as error:
        print(f"{error.filename} cannot be read: {error.strerror}.", file=sys.stderr)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        print(f"This is no proper record or receipt: {type(error).__name__}, {error}.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
