"""CASTER, replayed from the rule page alone: hands are sets of card texts, and every question is asked slowly.

Nothing here comes from the package. The § numbers are those of the rule page.
"""

from __future__ import annotations

from collections.abc import Mapping

COLOURS = "RBYEG"
TRUMP = {"R": "B", "B": "Y", "Y": "E", "E": "G", "G": "R"}  # §1, §2: led colour -> trump
VALUES = {3: 9, 4: 12, 5: 15}  # §3: how many values are in play
LIMIT = {3: 5, 4: 4, 5: 3}  # §12
HAND = 15  # §3
GIFTS = 3  # option `passing`


def value(card: str) -> int:
    """§1: the number after the colour letter."""
    return int(card[1:])


def cards_in_play(seats: int) -> set[str]:
    """§3: five colours, fewer values at fewer seats."""
    return {f"{colour}{number}" for colour in COLOURS for number in range(VALUES[seats])}


def of_colour(cards: list[str], colour: str) -> list[str]:
    """The cards of one colour, lowest first."""
    return sorted((card for card in cards if card[0] == colour), key=value)


def taking_card(cards: list[str]) -> str:
    """§9: the lowest trump, otherwise the lowest card of the led colour. `cards` are in the order of play."""
    led = cards[0][0]
    return (of_colour(cards, TRUMP[led]) or of_colour(cards, led))[0]


def trick_points(cards: list[str]) -> int:
    """§10: critical, the highest led value; else the second lowest led value, or the only one."""
    led = of_colour(cards, cards[0][0])
    if taking_card(cards) not in led:
        return value(led[-1])
    return value(led[1] if len(led) > 1 else led[0])


def round_points(seats: int, tricks: list[int]) -> int:
    """§12: the points of the tricks, or one a trick for a seat that has burst."""
    return len(tricks) if len(tricks) > LIMIT[seats] else sum(tricks)


def next_first_player(totals: list[int], points: list[int], first: int) -> int:
    """§13: lowest total, then fewest points in the round, then clockwise from the left of the first player."""
    seats = len(totals)
    return min(range(seats), key=lambda seat: (totals[seat], points[seat], (seat - first - 1) % seats))


def check_options(options: Mapping[str, object]) -> None:
    """Options: exactly `rounds` (1-9) and `passing` (true or false)."""
    if set(options) != {"rounds", "passing"}:
        raise ValueError(f"the options are rounds and passing, not {sorted(options)}")
    rounds, passing = options["rounds"], options["passing"]
    if type(rounds) is not int or not 1 <= rounds <= 9:
        raise ValueError(f"rounds is a whole number from 1 to 9, not {rounds!r}")
    if type(passing) is not bool:
        raise ValueError(f"passing is true or false, not {passing!r}")


class Caster:
    """One game, from `start` to the last trick of the last round."""

    def __init__(self, seats: int, options: Mapping[str, object], data: object = None) -> None:
        if seats not in VALUES:
            raise ValueError(f"CASTER has 3 to 5 seats, not {seats}")
        if data is not None:
            raise ValueError("this program knows only the cards of the rule page, no data file")
        check_options(options)
        self.seats = seats
        self.rounds = options["rounds"]
        self.passing = options["passing"]
        self.phase = "start"
        self.first = 0
        self.turn = 0
        self.round = 0
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.gifts: list[set[str]] = [set() for _ in range(seats)]
        self.trick: list[str] = []
        self.tricks: list[list[int]] = [[] for _ in range(seats)]
        self.last_round = [0] * seats
        self.scores = [0] * seats

    @property
    def over(self) -> bool:
        """§6: after `rounds` rounds."""
        return self.phase == "over"

    @property
    def winners(self) -> list[int]:
        """§14: most points, then most in the last round, then shared."""
        rank = [(self.scores[seat], self.last_round[seat]) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if rank[seat] == max(rank)]

    def actors(self) -> set[int | None]:
        """Who may act: None is the dealer."""
        if self.phase in ("start", "deal"):
            return {None}
        if self.phase == "give":
            return {seat for seat in range(self.seats) if len(self.gifts[seat]) < GIFTS}
        return {self.turn} if self.phase == "play" else set()

    def legal(self, seat: int) -> list[str]:
        """The texts of everything the seat could do now."""
        if seat not in self.actors():
            return []
        if self.phase == "give":
            return sorted(f"give {card}" for card in self.hands[seat])
        return sorted(f"play {card}" for card in self.playable(seat))

    def playable(self, seat: int) -> set[str]:
        """§7, §8: the led colour if the hand has it, else anything."""
        hand = self.hands[seat]
        following = {card for card in hand if self.trick and card[0] == self.trick[0][0]}
        return following or hand

    def apply(self, seat: int | None, text: str, at: int | None = None) -> None:
        """Do one event, or say in a ValueError why it cannot be."""
        if seat not in self.actors():
            raise ValueError(f"{'the dealer' if seat is None else f'seat {seat}'} may not act now")
        if seat is None:
            self.chance(text)
            return
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {text!r}")
        card = text.split(" ")[1]
        if self.phase == "give":
            self.give(seat, card)
        else:
            self.play(seat, card)

    def chance(self, text: str) -> None:
        """§4, §5: the dealer names the first player once, then deals each round."""
        if self.phase == "start":
            self.start(text)
        else:
            self.deal(text)

    def start(self, text: str) -> None:
        """§5."""
        choices = [f"start {seat}" for seat in range(self.seats)]
        if text not in choices:
            raise ValueError(f"the dealer says one of {choices}, not {text!r}")
        self.first = choices.index(text)
        self.phase = "deal"

    def deal(self, text: str) -> None:
        """§4: seat 0 gets the first 15 cards, seat 1 the next 15, ..."""
        verb, *deck = text.split(" ")
        if verb != "deal":
            raise ValueError(f"the dealer deals now, not {text[:40]!r}")
        if sorted(deck) != sorted(cards_in_play(self.seats)):
            raise ValueError("a deal names every card in play once (§3)")
        self.hands = [set(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(self.seats)]
        self.gifts = [set() for _ in range(self.seats)]
        self.tricks = [[] for _ in range(self.seats)]
        self.turn = self.first
        self.phase = "give" if self.passing else "play"

    def give(self, seat: int, card: str) -> None:
        """Passing: a gift leaves the hand at once and arrives on the left after everybody's third."""
        self.hands[seat].remove(card)
        self.gifts[seat].add(card)
        if self.actors():
            return
        for giver in range(self.seats):
            self.hands[(giver + 1) % self.seats] |= self.gifts[giver]
        self.phase = "play"

    def play(self, seat: int, card: str) -> None:
        """§7: one card each, clockwise."""
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self.end_trick()

    def end_trick(self) -> None:
        """§11: the taker keeps the trick and leads; `turn` is again the seat that led this one."""
        taker = (self.turn + self.trick.index(taking_card(self.trick))) % self.seats
        self.tricks[taker].append(trick_points(self.trick))
        self.trick = []
        self.turn = taker
        if not any(self.hands):
            self.end_round()

    def end_round(self) -> None:
        """§12, §13, §6."""
        self.last_round = [round_points(self.seats, tricks) for tricks in self.tricks]
        self.scores = [total + points for total, points in zip(self.scores, self.last_round, strict=True)]
        self.first = next_first_player(self.scores, self.last_round, self.first)
        self.round += 1
        self.phase = "over" if self.round == self.rounds else "deal"
