"""How suits and lights look on a terminal: a letter or a symbol always, a colour where there is one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.text import Text as Ink

from fairdeal.contract.scene import Lit, Piece
from fairdeal.language.messages import Catalogue, say
from fairdeal.language.voice import HOUSE
from fairdeal.terminal.blocks import ink

CHIPS = {
    "R": "bold white on red3",
    "B": "bold white on blue3",
    "Y": "bold black on gold1",
    "E": "bold white on orange4",
    "G": "bold black on green3",
    "P": "bold white on dark_magenta",
    "W": "bold black on white",
    "K": "bold white on grey15",
}
INKS = {
    "R": "red",
    "B": "bright_blue",
    "Y": "yellow",
    "E": "dark_orange3",
    "G": "green",
    "P": "magenta",
    "W": "bold",
    "K": "bold",
}
WORDS = {Lit.LEADS: "led", Lit.TRUMP: "trump", Lit.WINNING: "wins"}
"""What a card stands out for, by the key of the word."""
SYMBOLS = {
    Lit.TURN: ">",
    Lit.LEADS: "^",
    Lit.TRUMP: "#",
    Lit.WINNING: "*",
    Lit.SCORING: "+",
    Lit.WARNING: "!",
    Lit.GOOD: "=",
    Lit.IGNORED: "-",
}
STYLES = {
    Lit.TURN: "bold cyan",
    Lit.WINNING: "bold",
    Lit.SCORING: "bold",
    Lit.WARNING: "bold red",
    Lit.GOOD: "bold green",
    Lit.IGNORED: "dim",
}
LABEL = "dim"
BACK = "?"
ASCII = str.maketrans(
    {"│": "|", "─": "-", "┼": "+", "→": ">", "←": "<", "↓": "v", "·": "-", "…": "~", "›": ">", "–": "-"}
)


@dataclass(frozen=True)
class Pen:
    """What drawing depends on, apart from what is drawn."""

    width: int = 80
    colours: bool = True
    choices: frozenset[str] = frozenset()
    """The ids that can be picked now."""
    turn: int = 0
    """How far the tile in hand is turned."""
    catalogue: Catalogue = field(default_factory=HOUSE.catalogue)
    """Who says what is said in words."""

    def words_for(self, lit: Iterable[Lit]) -> list[str]:
        """Give the words for what a card stands out for."""
        return [self.catalogue.render(say(f"terminal.lit.{WORDS.get(one, one.value)}")) for one in lit]


def style_of(lit: Iterable[Lit]) -> str:
    """Give the style of lights taken together."""
    return " ".join(STYLES[one] for one in lit if one in STYLES)


def symbols(lit: Iterable[Lit]) -> str:
    return "".join(SYMBOLS[one] for one in lit)


def is_choice(piece: Piece, pen: Pen) -> bool:
    """Tell whether a piece can be picked now, or one that it is like."""
    return piece.id in pen.choices or piece.like in pen.choices


def chip(piece: Piece, pen: Pen, may_choose: bool = False) -> Ink:
    """Draw a card in one line: the letter and number on its colour; in a hand, what cannot be chosen is dim."""
    label = piece.text or str(piece.name) or BACK
    if not may_choose or not pen.choices:
        return ink(f" {label} ", CHIPS.get(piece.suit, "bold"))
    if not is_choice(piece, pen):
        return ink(f" {label} ", f"{INKS.get(piece.suit, '')} dim".strip())
    return ink(f" {label} " if pen.colours else f"[{label}]", CHIPS.get(piece.suit, "bold reverse"))
