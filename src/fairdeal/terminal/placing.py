"""Laying a tile by typing: how a turn and a square are written in a game's actions, read off its paths."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fairdeal.contract.scene import TURN, Path, Piece, Scene, square_of, turned
from fairdeal.terminal.drawing import Ghost

PLACE = re.compile(r"(?:[a-z]+ )?(-?[0-9]+) ?, ?(-?[0-9]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Placing:
    """The tile that can be laid now, where, and how that is typed."""

    zone: str
    tile: Piece
    words: tuple[str, ...]
    """An action's words, with TURN and SQUARE in the place of what is chosen."""

    @classmethod
    def of(cls, scene: Scene) -> Placing | None:
        """Read it off the first path that ends on a square of a region; None if there is none."""
        for path in scene.paths:
            tile = next((piece for piece in scene.pieces() if piece.turns), None)
            if tile and (place := square_of(path.picks[-1])):
                zone, row, column = place
                return cls(zone, tile, tuple(_gaps(path, f"{row},{column}")))
        return None

    def text(self, turn: int, row: int, column: int) -> str:
        """Give the action that lays the tile so."""
        values = {TURN: str(turn), "@": f"{row},{column}"}
        return " ".join(values.get(word, word) for word in self.words)

    def ghost(self, action: str) -> Ghost | None:
        """Give the tile as an action would lay it; None if the action is another."""
        values = dict(zip(self.words, action.split(" "), strict=False))
        square = PLACE.fullmatch(values.get("@", ""))
        if not square or self.text(int(values.get(TURN, "0")), int(square[1]), int(square[2])) != action:
            return None
        squares = turned(self.tile.squares, int(values.get(TURN, "0")))
        row, column = int(square[1]), int(square[2])
        return Ghost(self.zone, {(row + piece.row, column + piece.column): piece for piece in squares})

    def read(self, text: str, turn: int) -> str | None:
        """Give the action that is meant by a square alone, such as `-1,2`, or by a verb and a square."""
        match = PLACE.fullmatch(text)
        return self.text(turn, int(match[1]), int(match[2])) if match else None

    def next_turn(self, turn: int) -> int:
        """Turn the tile one step further."""
        turns = self.tile.turns
        return turns[(turns.index(turn) + 1) % len(turns)]


def _gaps(path: Path, square: str) -> list[str]:
    turn = path.picks[-2].removeprefix(TURN) if len(path.picks) > 1 else None
    return ["@" if word == square else TURN if word == turn else word for word in path.action.split(" ")]
