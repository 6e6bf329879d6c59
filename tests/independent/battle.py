"""3x3 CCG Battle, replayed from the rule page alone: a grid of nine cells, each with a card or none.

Nothing here comes from the package. The § numbers are those of the rule page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CELLS = range(1, 10)  # §6: row by row
DECK = 20  # §5
KEYS = {"name", "edges", "other", "ignored"}
STEPS = {  # §7: rows down and columns to the right
    "TL": (-1, -1),
    "T": (-1, 0),
    "TR": (-1, 1),
    "L": (0, -1),
    "R": (0, 1),
    "BL": (1, -1),
    "B": (1, 0),
    "BR": (1, 1),
}
MEETING = {"TL": "BR", "T": "B", "TR": "BL", "L": "R", "R": "L", "BL": "TR", "B": "T", "BR": "TL"}  # §7
STARTER = [  # the starter deck: edges, then other numbers
    ("TR3 BL5", []),
    ("TR0", [2, 2]),
    ("TL1 BL2 BR1", []),
    ("TL1 BL1 BR1", [2]),
    ("T7 L4 R4 B2", []),
    ("T3 L6 R7 B5", []),
    ("B2", [10]),
    ("TL2 B0", []),
    ("TR6", []),
    ("TR8", [1]),
    ("TR5 L6 BL3 BR4", []),
    ("TR0 L2 BL2 BR8", []),
    ("TL0 BL8 B4 BR8", []),
    ("TL3 BL6 B8 BR6", []),
    ("L2 R4 BL7 BR0", []),
    ("L2 R1 BL5", []),
    ("TR7", [3]),
    ("T6", [6, 3]),
    ("TL3 T6 R5", [6]),
    ("TL5 T1 R6", [3]),
]


@dataclass
class Card:
    """§1: the counted numbers of a card."""

    edges: dict[str, int]
    other: list[int]

    def points(self) -> int:
        """§11: edge and other."""
        return sum(self.edges.values()) + sum(self.other)


def starter_deck() -> list[Card]:
    """Option `deck`: the fixed deck."""
    return [Card({edge[:-1]: int(edge[-1]) for edge in edges.split(" ")}, other) for edges, other in STARTER]


def neighbour(cell: int, direction: str) -> int | None:
    """§7: the next cell in the direction, None outside the grid."""
    down, right = STEPS[direction]
    row, column = (cell - 1) // 3 + down, (cell - 1) % 3 + right
    return 3 * row + column + 1 if 0 <= row <= 2 and 0 <= column <= 2 else None


def succeeds(attacker: Card, direction: str, defender: Card) -> bool:
    """§8: a number against none or a lower one."""
    if direction not in attacker.edges:
        return False
    met = defender.edges.get(MEETING[direction])
    return met is None or attacker.edges[direction] > met


def attacks(grid: Mapping[int, Card]) -> dict[str, tuple[int, int]]:
    """§7, §8, §9: every succeeding attack, with both cells. An empty cell is not in `grid`."""
    found = {}
    for cell in grid:
        for direction in STEPS:
            target = neighbour(cell, direction)
            if target is not None and target in grid and succeeds(grid[cell], direction, grid[target]):
                found[f"attack {cell} {direction}"] = (cell, target)
    return found


def counted(number: object) -> int:
    """§2: the whole numbers 0-10 count."""
    if type(number) is not int or not 0 <= number <= 10:
        raise ValueError(f"a counted number is a whole number from 0 to 10, not {number!r} (§2)")
    return number


def read_card(written: object) -> Card:
    """Card JSON: all four keys, counted numbers only, a number on some edge place (§4)."""
    if not isinstance(written, dict) or not set(written) >= KEYS:
        raise ValueError(f"a card has {', '.join(sorted(KEYS))}")
    name, edges, other, ignored = written["name"], written["edges"], written["other"], written["ignored"]
    if not isinstance(name, str):
        raise ValueError(f"the name of a card is a text, not {name!r}")
    if not isinstance(edges, dict) or not set(edges) <= set(STEPS) or not edges:
        raise ValueError("edges has a number on at least one of the eight places, and nothing else (§1, §4)")
    if not isinstance(other, list):
        raise ValueError("other is a list")
    if not isinstance(ignored, list) or not all(isinstance(text, str) for text in ignored):
        raise ValueError("ignored is a list of texts")
    return Card({place: counted(number) for place, number in edges.items()}, [counted(number) for number in other])


def read_cards(written: object) -> list[Card]:
    """§5: exactly 20 cards; a problem is reported with the number of its card, from 1."""
    if not isinstance(written, list) or len(written) != DECK:
        raise ValueError(f"cards is a list of exactly {DECK} cards (§5)")
    cards = []
    for position, card in enumerate(written, 1):
        try:
            cards.append(read_card(card))
        except ValueError as problem:
            raise ValueError(f"card {position}: {problem}") from None
    return cards


def check_options(seats: int, options: Mapping[str, object]) -> None:
    """Options: exactly `deck`, `open_list`, `match` and, in a record, `cards`."""
    if set(options) != {"cards", "deck", "match", "open_list"}:
        raise ValueError(f"the options are cards, deck, match and open_list, not {sorted(options)}")
    deck, open_list, match = options["deck"], options["open_list"], options["match"]
    if not isinstance(deck, str) or not deck:
        raise ValueError(f"deck is a name, not {deck!r}")
    if type(open_list) is not bool:
        raise ValueError(f"open_list is true or false, not {open_list!r}")
    if type(match) is not int or not 1 <= match <= seats:
        raise ValueError(f"match is a whole number from 1 to {seats}, not {match!r}")
    if deck == "starter" and not open_list:
        raise ValueError("everybody knows the starter deck: open_list cannot be false")
    if deck == "starter" and read_cards(options["cards"]) != starter_deck():
        raise ValueError("these are not the cards of the starter deck")


class Battle:
    """One match, from the first `start` to the last game's last attack."""

    def __init__(self, seats: int, options: Mapping[str, object], data: object = None) -> None:
        if seats not in (2, 3, 4):
            raise ValueError(f"3x3 CCG Battle has 2 to 4 seats, not {seats}")
        if data is not None:
            raise ValueError("the cards of a battle stand in options.cards, not in a data file")
        check_options(seats, options)
        self.seats = seats
        self.match = options["match"]
        self.cards = read_cards(options["cards"])
        self.phase = "start"
        self.first: int | None = None
        self.turn = 0
        self.games = 0
        self.grid: dict[int, Card] = {}
        self.pile: list[Card] = []
        self.scores = [0] * seats

    @property
    def over(self) -> bool:
        """Option `match`: after so many games."""
        return self.phase == "over"

    @property
    def winners(self) -> list[int]:
        """§12: the highest sum; equal sums share."""
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    def actors(self) -> set[int | None]:
        """Who may act: None is the dealer."""
        if self.phase in ("start", "shuffle"):
            return {None}
        return {self.turn} if self.phase == "attack" else set()

    def legal(self, seat: int) -> list[str]:
        """The texts of everything the seat could do now."""
        return sorted(attacks(self.grid)) if seat in self.actors() else []

    def apply(self, seat: int | None, text: str, at: int | None = None) -> None:
        """Do one event, or say in a ValueError why it cannot be."""
        if seat not in self.actors():
            raise ValueError(f"{'the dealer' if seat is None else f'seat {seat}'} may not act now")
        if seat is not None:
            self.attack(seat, text)
        elif self.phase == "start":
            self.start(text)
        else:
            self.shuffle(text)

    def start(self, text: str) -> None:
        """§6: any seat; in later games of a match the seat after the one that started before."""
        choices = {f"start {seat}": seat for seat in range(self.seats)}
        if self.first is not None:
            following = (self.first + 1) % self.seats
            choices = {f"start {following}": following}
        if text not in choices:
            raise ValueError(f"the dealer says one of {sorted(choices)}, not {text!r}")
        self.first = self.turn = choices[text]
        self.phase = "shuffle"

    def shuffle(self, text: str) -> None:
        """§6: nine cards into the grid, row by row; the rest is the pile, top first."""
        verb, *order = text.split(" ")
        if verb != "shuffle":
            raise ValueError(f"the dealer shuffles now, not {text[:40]!r}")
        if sorted(order) != sorted(str(position) for position in range(1, DECK + 1)):
            raise ValueError(f"a shuffle names every position from 1 to {DECK} once (§5)")
        cards = [self.cards[int(position) - 1] for position in order]
        self.grid = dict(zip(CELLS, cards[: len(CELLS)], strict=True))
        self.pile = cards[len(CELLS) :]
        self.phase = "attack"
        self.end_if_stuck()

    def attack(self, seat: int, text: str) -> None:
        """§9: capture, move, and fill the old cell from the pile while it lasts."""
        moves = attacks(self.grid)
        if text not in moves:
            raise ValueError(f"seat {seat} may not {text!r}")
        cell, target = moves[text]
        self.scores[seat] += self.grid[target].points()
        self.grid[target] = self.grid.pop(cell)
        if self.pile:
            self.grid[cell] = self.pile.pop(0)
        self.turn = (seat + 1) % self.seats
        self.end_if_stuck()

    def end_if_stuck(self) -> None:
        """§10: a game ends when no attack exists, even before the first."""
        if attacks(self.grid):
            return
        self.games += 1
        self.phase = "over" if self.games == self.match else "start"
