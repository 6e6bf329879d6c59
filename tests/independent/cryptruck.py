"""Cryptruck, replayed from the rule page alone: hands are sets of card texts, and every question is asked slowly.

Nothing here comes from the package. The § numbers are those of the rule page.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

COLOURS = "YBRPG"  # §1, in the order of §4
WHITE = "W"
NUMBERS = range(6)  # §2
WHITES = ["W2", "W3"]  # §2
LOWEST_BLOCK = 3  # §3
HAND = 6  # §6
NO_BLOCKS = 5  # §15: the points for none


def number(card: str) -> int:
    """§1: the number after the colour letter."""
    return int(card[1:])


def cards_of(colours: list[str]) -> list[str]:
    """§4: six cards of each colour in use, and both whites."""
    return [f"{colour}{value}" for colour in colours for value in NUMBERS] + WHITES


def trumps_of(turned_up: str) -> set[str]:
    """§7: white and the colour of the turned-up card, which may be white itself."""
    return {WHITE, turned_up[0]}


def taking_place(cards: list[str], trumps: set[str]) -> int:
    """§13: the place, in the order of play, of the card that takes the trick."""
    for colours in (trumps, {cards[0][0]}):
        rivals = [place for place, card in enumerate(cards) if card[0] in colours]
        if rivals:
            return max(rivals, key=lambda place: (number(cards[place]), place))
    raise AssertionError("the first card is of the led colour")


def round_points(won: list[str]) -> int:
    """§15: by the number of won blocks and of the colours among them."""
    blocks = [card for card in won if number(card) >= LOWEST_BLOCK]
    if not blocks:
        return NO_BLOCKS
    if len(blocks) >= 4:
        return len(blocks)
    return len(blocks) * len({card[0] for card in blocks})


def check_options(options: Mapping[str, object]) -> None:
    """Options: exactly `rounds` (1-9) and `colours` (first or random)."""
    if set(options) != {"rounds", "colours"}:
        raise ValueError(f"the options are rounds and colours, not {sorted(options)}")
    rounds, colours = options["rounds"], options["colours"]
    if type(rounds) is not int or not 1 <= rounds <= 9:
        raise ValueError(f"rounds is a whole number from 1 to 9, not {rounds!r}")
    if colours not in ("first", "random"):
        raise ValueError(f"colours is first or random, not {colours!r}")


class Cryptruck:
    """One game, from `start` to the last trick of the last round."""

    def __init__(self, seats: int, options: Mapping[str, object], data: object = None) -> None:
        if seats not in (2, 3, 4, 5):
            raise ValueError(f"Cryptruck has 2 to 5 seats, not {seats}")
        if data is not None:
            raise ValueError("this program knows only the cards of the rule page, no data file")
        check_options(options)
        self.seats = seats
        self.rounds = options["rounds"]
        self.draws_colours = options["colours"] == "random"
        self.colours = list(COLOURS[:seats])
        self.phase = "start"
        self.first = 0
        self.turn = 0
        self.buyer: int | None = None
        self.revealed = ""
        self.round = 0
        self.trumps: set[str] = set()
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.trick: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(seats)]
        self.scores = [0] * seats

    @property
    def over(self) -> bool:
        """§6: after `rounds` rounds."""
        return self.phase == "over"

    @property
    def winners(self) -> list[int]:
        """§16: the highest total; ties share."""
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    def left_of(self, seat: int) -> int:
        """Clockwise."""
        return (seat + 1) % self.seats

    def actors(self) -> set[int | None]:
        """Who may act: None is the dealer."""
        if self.phase in ("start", "colours", "deal"):
            return {None}
        return set() if self.over else {self.turn}

    def legal(self, seat: int) -> list[str]:
        """The texts of everything the seat could do now."""
        if seat not in self.actors():
            return []
        if self.phase == "answer":
            return ["decline", "want"]
        cards = self.playable(seat) if self.phase == "play" else self.hands[seat]
        return sorted(f"{self.phase} {card}" for card in cards)

    def playable(self, seat: int) -> set[str]:
        """§12: the led colour if the hand has it, else anything."""
        hand = self.hands[seat]
        return {card for card in hand if card[0] == self.trick[0][0]} or hand

    def apply(self, seat: int | None, text: str, at: int | None = None) -> None:
        """Do one event, or say in a ValueError why it cannot be."""
        if seat not in self.actors():
            raise ValueError(f"{'the dealer' if seat is None else f'seat {seat}'} may not act now")
        if seat is None:
            self.chance(text)
            return
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {text!r}")
        if self.phase == "answer":
            self.answer(seat, text)
            return
        card = text.split(" ")[1]
        self.hands[seat].remove(card)
        if self.phase == "reveal":
            self.reveal(seat, card)
        elif self.phase == "give":
            self.give(seat, card)
        else:
            self.play(seat, card)

    def chance(self, text: str) -> None:
        """§4 to §6: the first player once, the colours once if they are drawn, then a deal each round."""
        if self.phase == "start":
            self.start(text)
        elif self.phase == "colours":
            self.draw_colours(text)
        else:
            self.deal(text)

    def start(self, text: str) -> None:
        """§5."""
        choices = [f"start {seat}" for seat in range(self.seats)]
        if text not in choices:
            raise ValueError(f"the dealer says one of {choices}, not {text!r}")
        self.first = choices.index(text)
        self.phase = "colours" if self.draws_colours else "deal"

    def draw_colours(self, text: str) -> None:
        """Option `colours`: as many as seats, in the order of §4."""
        draws = {" ".join(("colours", *draw)): list(draw) for draw in combinations(COLOURS, self.seats)}
        if text not in draws:
            raise ValueError(f"the dealer draws {self.seats} colours in the order {' '.join(COLOURS)}, not {text!r}")
        self.colours = draws[text]
        self.phase = "deal"

    def deal(self, text: str) -> None:
        """§6: six cards for seat 0, six for seat 1, ...; the next is turned up and the last stays face down."""
        verb, *deck = text.split(" ")
        if verb != "deal":
            raise ValueError(f"the dealer deals now, not {text[:40]!r}")
        if sorted(deck) != sorted(cards_of(self.colours)):
            raise ValueError("a deal names every card in use once (§4)")
        self.hands = [set(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(self.seats)]
        self.trumps = trumps_of(deck[HAND * self.seats])
        self.won = [[] for _ in range(self.seats)]
        self.turn = self.first
        self.phase = "reveal"

    def reveal(self, seat: int, card: str) -> None:
        """§8: the card is out of the hand, but not yet led."""
        self.revealed = card
        self.buyer = None
        self.turn = self.left_of(seat)
        self.phase = "answer"

    def answer(self, seat: int, text: str) -> None:
        """§9: one pass; the last seat that wanted the card buys it. §10: without a buyer it is led at once."""
        if text == "want":
            self.buyer = seat
        self.turn = self.left_of(seat)
        if self.turn != self.first:
            return
        if self.buyer is None:
            self.lead(self.first)
        else:
            self.turn = self.buyer
            self.phase = "give"

    def give(self, seat: int, card: str) -> None:
        """§10: the gift joins the first player's hand, and the buyer leads the revealed card."""
        self.hands[self.first].add(card)
        self.lead(seat)

    def lead(self, seat: int) -> None:
        """§11: the others follow from the left of the leader."""
        self.trick = [self.revealed]
        self.turn = self.left_of(seat)
        self.phase = "play"

    def play(self, seat: int, card: str) -> None:
        """§11: one card each, clockwise."""
        self.trick.append(card)
        self.turn = self.left_of(seat)
        if len(self.trick) == self.seats:
            self.end_trick()

    def end_trick(self) -> None:
        """§14: the taker is the next first player; `turn` is again the seat that led this trick."""
        taker = (self.turn + taking_place(self.trick, self.trumps)) % self.seats
        self.won[taker] += self.trick
        self.first = self.turn = taker
        self.phase = "reveal"
        if not any(self.hands):
            self.end_round()

    def end_round(self) -> None:
        """§15, §6."""
        self.scores = [total + round_points(won) for total, won in zip(self.scores, self.won, strict=True)]
        self.round += 1
        self.phase = "over" if self.round == self.rounds else "deal"
