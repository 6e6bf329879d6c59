"""Laying a tile by typing: how a turn and a square are written in a game's actions, read off its paths."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from fairdeal.contract.scene import TURN, Path, Piece, Scene, square_of, turned
from fairdeal.language.messages import Message, say
from fairdeal.terminal.regions import Ghost, first_of

SQUARE = re.compile(r"(-?[0-9]+) ?, ?(-?[0-9]+)")
PLACE = re.compile(rf"(?:[a-z]+ )?(?:(?P<turn>[0-9]+) )?{SQUARE.pattern}", re.IGNORECASE)


@dataclass(frozen=True)
class Placing:
    """The tile that can be laid now, where, and how that is typed.

    A person counts rows and columns from 1 at the top left of the region, as it is drawn and told; an action's text has
    its own numbers.
    """

    zone: str
    tile: Piece
    words: tuple[str, ...]
    """An action's words, with TURN and SQUARE in the place of what is chosen."""
    first: tuple[int, int]
    """The row and column of the region that people call the first."""

    @classmethod
    def of(cls, scene: Scene) -> Placing | None:
        """Read it off the first path that ends on a square of a region; None if there is none."""
        for path in scene.paths:
            tile = next((piece for piece in scene.pieces() if piece.turns), None)
            if tile and (place := square_of(path.picks[-1])):
                zone, row, column = place
                return cls(zone, tile, tuple(_gaps(path, f"{row},{column}")), first_of(scene.zone(zone)))
        return None

    def text(self, turn: int, row: int, column: int) -> str:
        """Give the action that lays the tile so."""
        values = {TURN: str(turn), "@": f"{row},{column}"}
        return " ".join(values.get(word, word) for word in self.words)

    def ghost(self, action: str) -> Ghost | None:
        """Give the tile as an action would lay it; None if the action is another."""
        values = dict(zip(self.words, action.split(" "), strict=False))
        square = SQUARE.fullmatch(values.get("@", ""))
        if not square or self.text(int(values.get(TURN, "0")), int(square[1]), int(square[2])) != action:
            return None
        squares = turned(self.tile.squares, int(values.get(TURN, "0")))
        row, column = int(square[1]), int(square[2])
        return Ghost(self.zone, {(row + piece.row, column + piece.column): piece for piece in squares}, self.first)

    def read(self, text: str, turn: int) -> str | None:
        """Give the action that is meant by a square as it is drawn, such as `3,1`; verb and turn may stand before."""
        match = PLACE.fullmatch(text)
        if not match or (match["turn"] and int(match["turn"]) not in self.tile.turns):
            return None
        row, column = (int(match[at]) + first - 1 for at, first in zip((2, 3), self.first, strict=True))
        return self.text(int(match["turn"] or turn), row, column)

    def shown(self, action: str) -> str:
        """Give an action as it is typed at this table."""
        *words, last = action.split(" ")
        square = SQUARE.fullmatch(last)
        if not square:
            return action
        row, column = (int(square[at]) - first + 1 for at, first in zip((1, 2), self.first, strict=True))
        return " ".join([*words, f"{row},{column}"])

    def next_turn(self, turn: int) -> int:
        """Turn the tile one step further."""
        turns = self.tile.turns
        return turns[(turns.index(turn) + 1) % len(turns)]


def as_typed(scene: Scene) -> Callable[[str], str]:
    """Give how the actions of a scene are typed: as they are, but for the squares of a tile that can be laid."""
    placing = Placing.of(scene)
    return placing.shown if placing else str


def turned_word(scene: Scene) -> Message | None:
    """Say what a word of the actions means that is a tile's own with a sign: that tile, turned; None if none is."""
    tiles = {piece.id: piece for piece in scene.pieces() if piece.turns}
    for path in scene.paths:
        for turn, pick in pairwise(path.picks):
            tile = tiles.get(pick) if turn.startswith(TURN) else None
            if tile and (typed := _with_sign(path, str(tile.text))):
                return say("terminal.turned_word", typed=typed, tile=tile.name, degrees=int(turn.removeprefix(TURN)))
    return None


def _with_sign(path: Path, name: str) -> str:
    return next((word for word in path.action.split(" ") if word.startswith(name) and word != name), "")


def _gaps(path: Path, square: str) -> list[str]:
    turn = path.picks[-2].removeprefix(TURN) if len(path.picks) > 1 else None
    return ["@" if word == square else TURN if word == turn else word for word in path.action.split(" ")]
