"""Card Game Traders, replayed from the rule page alone: a game is a list of parts still to do, taken from the front.

Nothing here comes from the package. The § numbers are those of the rule page. Cards are the texts of their kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

MAIN = {"1": 11, "2": 10, "3": 9, "4": 8, "5": 7, "6": 6, "7": 5}  # §1: main cards of each kind
KINDS = list(MAIN)
HAND = 5  # §5
SLOTS = {  # §2: where an ability card may lie; its first letter is its family
    "V1": "1234567",
    "V2": "34567",
    "V3": "12345",
    "D1": "123456",
    "R1": "234567",
    "W1": "1234567",
    "M1": "1234567",
    "L1": "234567",
    "X1": "1234567",
    "X2": "1234567",
    "A1": "23456",
    "A2": "23456",
}
BONUS = {"V1": 1, "V2": 2, "V3": -1}  # §2
DISCOUNTS = {"D1a": [2, 2], "D1b": [4]}  # §2: the first buys
PARTS = {  # §2: what an ability does, part after part; R1 and A1 depend on the table
    "W1a": ["draw", "settle"],
    "W1b": ["draw", "draw", "settle"],
    "M1a": ["trash market", "refill"],
    "M1b": ["trash meta"],
    "L1a": ["look", "swap meta hand"],
    "L1b": ["look", "trash meta"],
    "X1a": ["swap meta hand"],
    "X1b": ["swap market meta"],
    "X2a": ["swap market hand"],
    "X2b": ["swap market meta"],
}
SETUP = ["abilities", "deal", "start", "draft", "draft", "draft", "keep"]  # §4 to §7
TURN = ["play", "prices", "buy", "replenish"]  # §10; the parts of the ability come in after `play`
DEALERS = ("abilities", "deal", "start", "shuffle")
TOGETHER = ("draft", "keep")


def neighbour(kind: str, step: int) -> str:
    """§3: the slot to the right (1) or to the left (-1), or a slot that does not exist."""
    return str(int(kind) + step)


def own_mod(row: Mapping[str, str], kind: str, half: str) -> int:
    """§8: the slot's own Value half, if it is the half in effect: `a` in play, `b` at the end."""
    ability = row.get(kind, "")
    return BONUS.get(ability[:2], 0) if ability[2:] == half else 0


def mod(row: Mapping[str, str], kind: str, half: str) -> int:
    """§8, §9: the slot's own mod, or the one its A1 copies."""
    left, right = own_mod(row, neighbour(kind, -1), half), own_mod(row, neighbour(kind, 1), half)
    if row[kind] == "A1a":
        return max(left, right)
    return right if row[kind] == "A1b" else own_mod(row, kind, half)


def giver(row: Mapping[str, str], kind: str) -> str | None:
    """§8: the slot whose A2 points here, unless any Value card shields this one (§9)."""
    if row[kind][0] == "V":
        return None
    for arrow, step in (("A2a", -1), ("A2b", 1)):  # A2a gives to its right, so it lies on our left
        if row.get(neighbour(kind, step)) == arrow:
            return neighbour(kind, step)
    return None


def value(row: Mapping[str, str], counts: Mapping[str, int], kind: str, half: str) -> int:
    """§8: never below 1."""
    source = giver(row, kind)
    return max(1, counts[kind] + mod(row, kind, half) if source is None else counts[source])


def is_ability(text: str) -> bool:
    """A card of §2 and a half."""
    return text[:2] in SLOTS and text[2:] in ("a", "b")


def may_join(row: Mapping[str, str], ability: str) -> bool:
    """§4: no family twice in the row, Value excepted."""
    return ability[0] == "V" or ability[0] not in {other[0] for other in row.values()}


def fill_row(drawn: list[str]) -> dict[str, str]:
    """§4: the row that twelve ability cards make, in drawing order; a full row has no free slot."""
    row: dict[str, str] = {}
    for ability in drawn:
        free = [slot for slot in SLOTS[ability[:2]] if slot not in row]
        if free and may_join(row, ability):
            row[free[0]] = ability
    return row


def fixed_row(text: str) -> dict[str, str]:
    """Option `abilities`: seven different cards, slots per §2, no family twice but Value."""
    abilities = text.split(",")
    if len(abilities) != len(KINDS) or not all(map(is_ability, abilities)):
        raise ValueError(f"a fixed row is seven abilities with commas, not {text!r}")
    if len({ability[:2] for ability in abilities}) != len(KINDS):
        raise ValueError(f"a card lies twice in the row {text}")
    row: dict[str, str] = {}
    for slot, ability in zip(KINDS, abilities, strict=True):
        if slot not in SLOTS[ability[:2]]:
            raise ValueError(f"{ability} may not lie in slot {slot} (§2)")
        if not may_join(row, ability):
            raise ValueError(f"the family of {ability} lies twice in the row (§4)")
        row[slot] = ability
    return row


def read_options(options: Mapping[str, object]) -> tuple[int, dict[str, str]]:
    """Options: exactly `market` (4-8) and `abilities`; the answer is the market and the fixed row, empty if random."""
    if set(options) != {"market", "abilities"}:
        raise ValueError(f"the options are market and abilities, not {sorted(options)}")
    market, abilities = options["market"], options["abilities"]
    if type(market) is not int or not 4 <= market <= 8:
        raise ValueError(f"market is a whole number from 4 to 8, not {market!r}")
    if type(abilities) is not str:
        raise ValueError(f"abilities is a text, not {abilities!r}")
    return market, {} if abilities == "random" else fixed_row(abilities)


def arguments(text: str, verb: str) -> list[str]:
    """The words after the dealer's verb."""
    first, *words = text.split(" ")
    if first != verb:
        raise ValueError(f"the dealer says {verb!r} now, not {text[:40]!r}")
    return words


def best_seats(ranks: list[list[int]]) -> list[int]:
    """§23: the best seat that no other equals; if there is none, the highest share."""
    alone = [rank for rank in ranks if ranks.count(rank) == 1]
    return [seat for seat, rank in enumerate(ranks) if rank == max(alone or ranks)]


class Traders:
    """One game, from `abilities` to the last turn."""

    def __init__(self, seats: int, options: Mapping[str, object], data: object = None) -> None:
        if seats not in (2, 3, 4):
            raise ValueError(f"Card Game Traders has 2 to 4 seats, not {seats}")
        if data is not None:
            raise ValueError("this program knows only the cards of the rule page, no data file")
        self.seats = seats
        self.size, self.fixed = read_options(options)
        self.todo = list(SETUP)
        self.row: dict[str, str] = {}
        self.counts = dict.fromkeys(KINDS, 1)  # §3: the Meta cards
        self.deck: list[str] = []
        self.market: list[str] = []
        self.held: list[str] = []  # §14
        self.drawn: list[str] = []  # §16
        self.removed: list[str] = []  # §17
        self.packets: list[list[str]] = [[] for _ in range(seats)]  # §6
        self.chosen: dict[int, str] = {}  # this step of the draft
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.first = 0
        self.turn = 0
        self.played = ""
        self.power = 0
        self.prices: dict[str, int] = {}
        self.discounts: list[int] = []
        self.triggered = False
        self.over = False
        self.scores = [0] * seats
        self.winners: list[int] = []

    # who may do what

    def actors(self) -> set[int | None]:
        """Who may act: None is the dealer."""
        if self.over:
            return set()
        if self.todo[0] in DEALERS:
            return {None}
        if self.todo[0] in TOGETHER:
            return {seat for seat in range(self.seats) if seat not in self.chosen}
        return {self.turn}

    def legal(self, seat: int) -> list[str]:
        """The texts of everything the seat could do now."""
        return sorted(set(self.answers(seat))) if seat in self.actors() else []

    def answers(self, seat: int) -> list[str]:
        """The texts that answer the first part; none if it asks nothing or cannot be answered (§12)."""
        part, hand = self.todo[0], self.hands[seat]
        if part in TOGETHER:
            return [f"{part} {card}" for card in self.packets[seat]]
        if part == "play":
            return [f"play {card}" for card in hand] + ["pass"] * self.triggered
        if part == "buy":
            return self.buys()
        if part == "copy":
            return ["copy left", "copy right"]
        if part == "look":
            return [f"look {other}" for other in range(self.seats) if other != seat]
        if part == "settle":
            verbs = ["raise", "stock"] if len(self.drawn) == 1 else ["raise"]
            return [f"{verb} {card}" for verb in verbs for card in self.drawn]
        if part in ("raise", "hold"):
            return [f"{part} {card}" for card in self.market]
        return self.moves(part.split(" "))

    def moves(self, words: list[str]) -> list[str]:
        """`trash` names a place, `swap` two: one card of each."""
        if words[0] == "trash":
            return [f"trash {words[1]} {card}" for card in self.cards_at(words[1])]
        if words[0] == "swap":
            ones, others = self.cards_at(words[1]), self.cards_at(words[2])
            return [f"swap {words[1]} {one} {words[2]} {other}" for one in ones for other in others]
        return []

    def cards_at(self, place: str) -> list[str]:
        """§12: of the Meta, only piles of two or more give cards."""
        if place == "meta":
            return [kind for kind in KINDS if self.counts[kind] >= 2]
        return self.market if place == "market" else self.hands[self.turn]

    def price(self, kind: str) -> int:
        """§19: the next buy, after discount at least 1."""
        return max(1, self.prices[kind] - (self.discounts[0] if self.discounts else 0))

    def buys(self) -> list[str]:
        """§19: what the rest of the power pays for; `done` only with a buy."""
        found = [f"buy {kind}" for kind in self.market if self.price(kind) <= self.power]
        return [*found, "done"] if found else []

    # events

    def apply(self, seat: int | None, text: str, at: int | None = None) -> None:
        """Do one event, or say in a ValueError why it cannot be."""
        if seat not in self.actors():
            raise ValueError(f"{'the dealer' if seat is None else f'seat {seat}'} may not act now")
        if seat is None:
            self.chance(text)
        elif text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {text!r}")
        elif self.todo[0] in TOGETHER:
            self.choose(seat, text.split(" ")[1])
        else:
            self.act(self.todo.pop(0), text.split(" "))
        self.proceed()

    def chance(self, text: str) -> None:
        """The dealer's four events; the part is done only if the outcome is possible."""
        words = arguments(text, self.todo[0])
        if self.todo[0] == "abilities":
            self.lay_abilities(words)
        elif self.todo[0] == "deal":
            self.deal(words)
        elif self.todo[0] == "start":
            self.start(words)
        else:
            self.shuffle(words)
        self.todo.pop(0)

    def lay_abilities(self, words: list[str]) -> None:
        """§4: all twelve cards in drawing order, or the fixed row slot by slot."""
        if self.fixed:
            if words != list(self.fixed.values()):
                raise ValueError("the dealer lays the fixed row, slot by slot")
            self.row = self.fixed
            return
        if not all(map(is_ability, words)) or sorted(word[:2] for word in words) != sorted(SLOTS):
            raise ValueError("the dealer draws every ability card once, each with a half (§4)")
        self.row = fill_row(words)

    def deal(self, words: list[str]) -> None:
        """§5: five cards a seat, then the Market, then the deck."""
        if Counter(words) != Counter(MAIN):
            raise ValueError("a deal names the 56 main cards (§1)")
        self.packets = [words[HAND * seat : HAND * (seat + 1)] for seat in range(self.seats)]
        self.deck = words[HAND * self.seats :]
        self.refill()

    def start(self, words: list[str]) -> None:
        """§7."""
        choices = [[str(seat)] for seat in range(self.seats)]
        if words not in choices:
            raise ValueError(f"the first player is one of {self.seats} seats, not {' '.join(words)!r}")
        self.first = choices.index(words)

    def shuffle(self, words: list[str]) -> None:
        """§14: the deck, with the returned cards, in a new order."""
        if sorted(words) != sorted(self.deck):
            raise ValueError("a shuffle names the cards of the deck and those that returned to it (§14)")
        self.deck = words

    def choose(self, seat: int, card: str) -> None:
        """§6: nothing moves until the last seat has chosen."""
        self.chosen[seat] = card
        if len(self.chosen) < self.seats:
            return
        for chooser, wanted in self.chosen.items():
            self.packets[chooser].remove(wanted)
            self.hands[chooser].append(wanted)
        self.chosen = {}
        if self.todo.pop(0) == "draft":
            self.packets = [self.packets[seat - 1] for seat in range(self.seats)]  # from the right, to the left
        else:
            for packet in self.packets:
                self.put("meta", packet.pop())
            self.turn = self.first
            self.begin_turn()

    def act(self, part: str, words: list[str]) -> None:
        """A legal answer to a part of a turn, which has left the list."""
        verb, card = words[0], words[-1]
        if verb == "play":
            self.play(card)
        elif verb == "pass":
            self.todo = []  # the whole turn
        elif verb == "copy":
            self.use(self.row[neighbour(self.played, -1 if card == "left" else 1)])
        elif verb == "buy":
            self.buy(card)
        elif verb == "trash":
            self.take(words[1], card)
            self.removed.append(card)
        elif verb == "swap":
            self.swap(words[1], words[2], words[3], words[4])
        elif part == "settle":
            self.settle(verb, card)
        elif verb in ("raise", "hold"):
            self.market.remove(card)
            self.put("meta" if verb == "raise" else "held", card)

    # the parts of a turn

    def take(self, place: str, card: str) -> None:
        """A card leaves the Meta, the Market or the hand of the turn."""
        if place == "meta":
            self.counts[card] -= 1
        else:
            self.cards_at(place).remove(card)

    def put(self, place: str, card: str) -> None:
        """A card comes to its Meta pile, the held cards, the Market or the hand of the turn."""
        if place == "meta":
            self.counts[card] += 1
        elif place == "held":
            self.held.append(card)
        else:
            self.cards_at(place).append(card)

    def play(self, card: str) -> None:
        """§11, §12: the card goes to its pile, then the ability there acts."""
        self.take("hand", card)
        self.put("meta", card)
        self.played = card
        self.discounts = []
        self.use(self.row[card])

    def use(self, ability: str) -> None:
        """§12, §13: put the parts of the ability before the rest of the turn; Value and A2 have none."""
        if ability == "A1b":
            ability = self.row[neighbour(self.played, 1)]
        self.discounts = list(DISCOUNTS.get(ability, []))
        if ability == "A1a":
            self.todo[:0] = ["copy"]
        elif ability[:2] == "R1":
            self.todo[:0] = self.refresh(ability)
        else:
            self.todo[:0] = PARTS.get(ability, [])

    def refresh(self, ability: str) -> list[str]:
        """§14: with M cards in the Market, M - m are held in both halves."""
        if not self.market:
            return []
        holds = ["hold"] * (len(self.market) - self.size)
        return ["raise"] * (ability == "R1a") + holds + ["return", "shuffle", "refill"]

    def settle(self, verb: str, card: str) -> None:
        """§16: one drawn card to the Meta or the Market; the other, if any, to the Market."""
        self.drawn.remove(card)
        self.put("meta" if verb == "raise" else "market", card)
        self.market += self.drawn
        self.drawn = []

    def swap(self, place: str, card: str, other_place: str, other: str) -> None:
        """§18: both leave, then both arrive."""
        self.take(place, card)
        self.take(other_place, other)
        self.put(other_place, card)
        self.put(place, other)

    def buy(self, card: str) -> None:
        """§19: pay, take the card, go on buying."""
        self.power -= self.price(card)
        self.discounts = self.discounts[1:]
        self.take("market", card)
        self.put("hand", card)
        self.todo.insert(0, "buy")

    def refill(self) -> None:
        """§15: up to the Market's size while the deck lasts; never removes cards."""
        while self.deck and len(self.market) < self.size:
            self.market.append(self.deck.pop(0))

    def set_prices(self) -> None:
        """§19: power and prices, as phase 3 begins."""
        self.prices = {kind: value(self.row, self.counts, kind, "a") for kind in KINDS}
        self.power = self.prices[self.played]

    # what happens by itself

    def proceed(self) -> None:
        """Do all parts that need nobody, and skip those without an answer, until somebody must act."""
        while not self.over and not self.waits():
            if self.todo:
                self.automatic(self.todo.pop(0))
            else:
                self.end_turn()

    def waits(self) -> bool:
        """The first part is up to the dealer or to a seat."""
        if not self.todo:
            return False
        if self.todo[0] == "shuffle":
            return bool(self.deck)  # no event if the deck has no card
        return self.todo[0] in DEALERS or self.todo[0] in TOGETHER or bool(self.answers(self.turn))

    def automatic(self, part: str) -> None:
        """A part that asks nothing; a choice without an answer is only dropped."""
        if part == "draw":
            self.drawn += self.deck[:1]
            self.deck = self.deck[1:]
        elif part == "return":
            self.deck += self.market
            self.market, self.held = self.held, []
        elif part == "prices":
            self.set_prices()
        elif part in ("refill", "replenish"):
            self.refill()
        if part == "replenish" and len(self.market) < self.size:
            self.triggered = True  # §20

    def begin_turn(self) -> None:
        """§11, §22: an empty hand only replenishes; all hands empty end the game."""
        if not any(self.hands):
            self.end_game()
        else:
            self.todo = list(TURN) if self.hands[self.turn] else ["replenish"]

    def end_turn(self) -> None:
        """§10, §21: the next seat, unless the last round is complete."""
        self.turn = (self.turn + 1) % self.seats
        if self.triggered and self.turn == self.first:
            self.end_game()
        else:
            self.begin_turn()

    def end_game(self) -> None:
        """§23: points, then fewest cards, then most of kind 7, 6, ..., 1."""
        worth = {kind: value(self.row, self.counts, kind, "b") for kind in KINDS}
        self.scores = [sum(worth[card] for card in hand) for hand in self.hands]
        ranks = [
            [points, -len(hand), *(hand.count(kind) for kind in reversed(KINDS))]
            for points, hand in zip(self.scores, self.hands, strict=True)
        ]
        self.winners = best_seats(ranks)
        self.over = True
