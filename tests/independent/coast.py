"""Craft My Coast, replayed from the rule page alone: a region is a dict of squares, each a stack of (card, icon).

Nothing here comes from the package. The § numbers are those of the rule page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations, product

Square = tuple[int, int]
Region = dict[Square, list[tuple[str, str]]]

LAYOUTS = """
C1  I T / . P / T .      C2  P I / T . / . I      C3  T P / . I / P .
T01  . P / S M / P F      T06  M S / . I / F T      T11  S . / F P / I S
T02  T S / F M / . P      T07  F M / . F / T I      T12  S I / M I / . S
T03  . F / T T / S M      T08  F I / P . / S F      T13  P F / T M / . .
T04  M T / . F / S P      T09  P T / M F / M .      T14  T S / I . / . M
T05  T . / S F / I M      T10  . S / M P / M I      T15  I P / F . / S .
"""
GREEN, BLACK, BLANK = "FMS", "IPT", "."  # §2
ICONS = GREEN + BLACK
PILE = 13  # §6
TURNS = (0, 90, 180, 270)  # §9


def read_layouts(text: str) -> dict[str, list[str]]:
    """§2: card name -> its rows from top to bottom, as strings of icons."""
    cards: dict[str, list[str]] = {}
    words = text.split()
    for start in range(0, len(words), 9):
        name, *squares = words[start : start + 9]
        cards[name] = "".join(squares).split("/")
    return cards


CARDS = read_layouts(LAYOUTS)
CITIES = sorted(name for name in CARDS if name[0] == "C")
TERRITORIES = sorted(name for name in CARDS if name[0] == "T")


def turned(rows: list[str], degrees: int) -> list[str]:
    """§9: the card turned clockwise."""
    for _ in range(degrees // 90):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return rows


def footprint(card: str, degrees: int, corner: Square) -> dict[Square, str]:
    """The squares the turned card lies on, with its icons; `corner` is its top left square."""
    rows = turned(CARDS[card], degrees)
    return {
        (corner[0] + down, corner[1] + across): icon for down, row in enumerate(rows) for across, icon in enumerate(row)
    }


def lay(region: Region, card: str, degrees: int, corner: Square) -> None:
    """Put the card on top of whatever lies there."""
    for square, icon in footprint(card, degrees, corner).items():
        region.setdefault(square, []).append((card, icon))


def why_not(region: Region, card: str, degrees: int, corner: Square) -> str:
    """§10, §11: what forbids the placement, or nothing."""
    covered = [square for square in footprint(card, degrees, corner) if square in region]
    if len(covered) > 4:
        return "it covers more than four squares (§10)"
    losing = Counter(region[square][-1][0] for square in covered)
    if not losing or max(losing.values()) < 2:
        return "it covers no two visible squares of one card (§10)"
    visible = Counter(stack[-1][0] for stack in region.values())
    if any(visible[below] == losing[below] for below in losing):
        return "it covers the last visible square of a card (§11)"
    return ""


def placements(region: Region, card: str) -> set[str]:
    """§9, §13: every legal placement; a card that covers something starts at most two squares before it."""
    corners = {(row - up, column - left) for row, column in region for up in range(3) for left in range(3)}
    return {
        place_text(degrees, corner)
        for degrees, corner in product(TURNS, corners)
        if not why_not(region, card, degrees, corner)
    }


def place_text(degrees: int, corner: Square) -> str:
    """The words of a placement."""
    return f"place {degrees} {corner[0]},{corner[1]}"


def read_place(text: str) -> tuple[int, Square]:
    """The inverse of `place_text`; other spellings of the same numbers are refused."""
    try:
        _, degrees, corner = text.split(" ")
        row, column = corner.split(",")
        answer = int(degrees), (int(row), int(column))
    except ValueError:
        raise ValueError(f"{text!r} is no placement") from None
    if place_text(*answer) != text or answer[0] not in TURNS:
        raise ValueError(f"{text!r} is no placement")
    return answer


def arrangements() -> set[str]:
    """§5: any order, each city turned by 180 degrees or not."""
    return {
        "arrange " + " ".join(city + mark for city, mark in zip(order, marks, strict=True))
        for order in permutations(CITIES)
        for marks in product(("", "'"), repeat=3)
    }


def arranged(text: str) -> Region:
    """§5: the start region, top left square (0,0)."""
    region: Region = {}
    for place, word in enumerate(text.split(" ")[1:]):
        lay(region, word[:2], 180 if word.endswith("'") else 0, (0, 2 * place))
    return region


def shown(region: Region) -> dict[Square, str]:
    """The visible icon of every square."""
    return {square: stack[-1][1] for square, stack in region.items()}


def is_balanced(icons: list[str]) -> bool:
    """§15: as many green as black, at least one of each."""
    green = sum(icon in GREEN for icon in icons)
    black = sum(icon in BLACK for icon in icons)
    return green == black > 0


def balanced_lines(region: Region) -> tuple[list[int], list[int]]:
    """§15: the balanced rows and the balanced columns."""
    icons = shown(region)
    rows = [r for r in sorted({r for r, _ in icons}) if is_balanced([icons[s] for s in icons if s[0] == r])]
    columns = [c for c in sorted({c for _, c in icons}) if is_balanced([icons[s] for s in icons if s[1] == c])]
    return rows, columns


def whole(options: Mapping[str, object], name: str, most: int) -> int:
    """Options: a whole number from 0 to `most`."""
    number = options[name]
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise ValueError(f"{name} is a whole number from 0 to {most}, not {number!r}")
    return number


def check_options(options: Mapping[str, object]) -> None:
    """Options: exactly `end_on`, `time_limit` and `countdown`."""
    if set(options) != {"end_on", "time_limit", "countdown"}:
        raise ValueError(f"the options are end_on, time_limit and countdown, not {sorted(options)}")
    if options["end_on"] not in ("draw", "place"):
        raise ValueError(f"end_on is draw or place, not {options['end_on']!r}")
    whole(options, "countdown", 60)


class Coast:
    """One game, from `agendas` to the event that ends it."""

    def __init__(self, seats: int, options: Mapping[str, object], data: object = None) -> None:
        if not 1 <= seats <= 6:
            raise ValueError(f"Craft My Coast has 1 to 6 seats, not {seats}")
        if data is not None:
            raise ValueError("this program knows only the cards of the rule page, no data file")
        check_options(options)
        self.seats = seats
        self.end_on = options["end_on"]
        self.time_limit = whole(options, "time_limit", 3600)
        self.agendas: list[str] = []
        self.piles: list[list[str]] = []
        self.regions: dict[int, Region] = {}
        self.hands: dict[int, str] = {}
        self.began: int | None = None
        self.over = False

    def actors(self) -> set[int | None]:
        """§7: the dealer, then the seats that have not arranged, the dealer, then everybody at once."""
        if self.over:
            return set()
        if len(self.piles) < self.seats:
            return {None}
        waiting: set[int | None] = {seat for seat in range(self.seats) if seat not in self.regions}
        if waiting:
            return waiting
        if self.began is None:
            return {None}
        return set(range(self.seats)) | ({None} if self.time_limit else set())

    def legal(self, seat: int) -> list[str]:
        """The texts of everything the seat could do now."""
        if seat not in self.actors():
            return []
        if self.began is None:
            return sorted(arrangements())
        if seat not in self.hands:
            return ["draw"]
        return sorted(placements(self.regions[seat], self.hands[seat])) or ["aside"]

    def apply(self, seat: int | None, text: str, at: int | None) -> None:
        """Do one event, or say in a ValueError why it cannot be."""
        if at is None:
            raise ValueError("every event of this game carries `at`")
        if seat not in self.actors():
            raise ValueError(f"{'the dealer' if seat is None else f'seat {seat}'} may not act now")
        if seat is None:
            self.chance(text, at)
        elif self.began is None:
            self.arrange(seat, text)
        elif seat not in self.hands:
            self.draw(seat, text)
        else:
            self.place(seat, text)

    def chance(self, text: str, at: int) -> None:
        """The dealer's events, in the only order they can have."""
        if not self.agendas:
            self.deal_agendas(text)
        elif len(self.piles) < self.seats:
            self.shuffle(text)
        elif self.began is None:
            self.begin(text, at)
        else:
            self.end_time(text, at)

    def deal_agendas(self, text: str) -> None:
        """§4: one each, no two alike."""
        verb, *icons = text.split(" ")
        if verb != "agendas" or len(icons) != self.seats:
            raise ValueError(f"the dealer says `agendas` and {self.seats} icons, not {text!r}")
        if len(set(icons)) != self.seats or not set(icons) <= set(ICONS):
            raise ValueError(f"agendas are different icons (§4), not {text!r}")
        self.agendas = icons

    def shuffle(self, text: str) -> None:
        """§6: 15 cards, of which the last two leave the game."""
        verb, *words = text.split(" ")
        if verb != "pile" or words[:1] != [str(len(self.piles))]:
            raise ValueError(f"the dealer says `pile {len(self.piles)} ...` now, not {text[:40]!r}")
        if sorted(words[1:]) != TERRITORIES:
            raise ValueError("a pile names every territory card once (§6)")
        self.piles.append(words[1 : 1 + PILE])

    def begin(self, text: str, at: int) -> None:
        """§7."""
        if text != "begin":
            raise ValueError(f"the dealer says `begin` now, not {text!r}")
        self.began = at

    def end_time(self, text: str, at: int) -> None:
        """Option `time_limit`: not before the limit."""
        if text != "time":
            raise ValueError(f"the dealer can only say `time` now, not {text!r}")
        if self.began is None or at < self.began + 1000 * self.time_limit:
            raise ValueError(f"`time` at {at} comes before the limit of {self.time_limit} s")
        self.over = True

    def arrange(self, seat: int, text: str) -> None:
        """§5."""
        if text not in arrangements():
            raise ValueError(f"{text!r} is no arrangement of the three cities (§5)")
        self.regions[seat] = arranged(text)

    def draw(self, seat: int, text: str) -> None:
        """§8, §14: with an empty hand, the top card; the last one may end the game."""
        if text != "draw":
            raise ValueError(f"seat {seat} has an empty hand and can only draw (§8), not {text!r}")
        self.hands[seat] = self.piles[seat].pop(0)
        self.over = self.end_on == "draw" and not self.piles[seat]

    def place(self, seat: int, text: str) -> None:
        """§9, §12: place the card in hand, or set it aside if it fits nowhere."""
        region, card = self.regions[seat], self.hands[seat]
        if text == "aside":
            if placements(region, card):
                raise ValueError(f"{card} can be placed, so it cannot be set aside (§12)")
        else:
            degrees, corner = read_place(text)
            reason = why_not(region, card, degrees, corner)
            if reason:
                raise ValueError(f"{text!r} with {card}: {reason}")
            lay(region, card, degrees, corner)
        del self.hands[seat]
        self.over = self.end_on == "place" and not self.piles[seat]

    def balanced(self, seat: int) -> int:
        """§15: how many lines are balanced."""
        rows, columns = balanced_lines(self.regions[seat])
        return len(rows) + len(columns)

    def score(self, seat: int) -> int:
        """§15: balanced lines, own agenda, minus two for every card in the pile."""
        agenda = list(shown(self.regions[seat]).values()).count(self.agendas[seat])
        return self.balanced(seat) + agenda - 2 * len(self.piles[seat])

    @property
    def scores(self) -> list[int]:
        """§15: what every seat would have if the game ended now (after the last `arrange`)."""
        return [self.score(seat) for seat in range(self.seats)]

    @property
    def winners(self) -> list[int]:
        """§16: highest, then fewer cards in the pile, then more balanced lines, then shared."""
        scores = self.scores
        rank = [(scores[seat], -len(self.piles[seat]), self.balanced(seat)) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if rank[seat] == max(rank)]
