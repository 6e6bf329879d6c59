"""How the pieces of a game lie on sheets of paper: as many as fit, both sides, with marks to cut along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fairdeal.contract.components import Component

MARGIN = 7.0  # millimetres at the edge that printers leave white
MARK = 4.0  # millimetres of a mark to cut along


@dataclass(frozen=True)
class Paper:
    """A size of paper, in millimetres."""

    width: float
    height: float


PAPERS = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}


@dataclass(frozen=True)
class Placed:
    """A face in its place on a page, by its top left corner."""

    face: str
    x: float
    y: float
    width: int
    height: int


@dataclass(frozen=True)
class Page:
    """One side of a sheet: its pieces, and its marks as x, y, x, y."""

    pieces: list[Placed] = field(default_factory=list)
    marks: list[tuple[float, float, float, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Grid:
    """The cells of a sheet for pieces of one size, in the middle of the paper."""

    paper: Paper
    width: int
    height: int

    @property
    def columns(self) -> int:
        return max(1, int((self.paper.width - 2 * MARGIN) // self.width))

    @property
    def rows(self) -> int:
        return max(1, int((self.paper.height - 2 * MARGIN) // self.height))

    @property
    def left(self) -> float:
        return (self.paper.width - self.columns * self.width) / 2

    @property
    def top(self) -> float:
        return (self.paper.height - self.rows * self.height) / 2

    def place(self, face: str, row: int, column: int) -> Placed:
        """Put a face into a cell."""
        return Placed(face, self.left + column * self.width, self.top + row * self.height, self.width, self.height)

    def marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Draw the ends of all lines to cut along, outside the pieces."""
        right, bottom = self.paper.width - self.left, self.paper.height - self.top
        for column in range(self.columns + 1):
            x = self.left + column * self.width
            yield x, self.top - MARK - 1, x, self.top - 1
            yield x, bottom + 1, x, bottom + MARK + 1
        for row in range(self.rows + 1):
            y = self.top + row * self.height
            yield self.left - MARK - 1, y, self.left - 1, y
            yield right + 1, y, right + MARK + 1, y

    def sheet(self, components: Sequence[Component]) -> tuple[Page, Page]:
        """Lay out both sides of a sheet. Turned over on its long edge, each back lies behind its front."""
        front, back = Page(marks=list(self.marks())), Page()
        for place, component in enumerate(components):
            row, column = divmod(place, self.columns)
            front.pieces.append(self.place(component.face, row, column))
            if component.back:
                back.pieces.append(self.place(component.back, row, self.columns - 1 - column))
        return front, back


@dataclass(frozen=True)
class Batch:
    """All pieces of one size: how many, and their sheets, each with its two sides."""

    width: int
    height: int
    count: int
    sheets: list[tuple[Page, Page]]


def batches(components: Sequence[Component], paper: Paper) -> list[Batch]:
    """Lay out all pieces, those of one size together, in the order in which sizes come first."""
    sizes: dict[tuple[int, int], list[Component]] = {}
    for component in components:
        sizes.setdefault((component.width, component.height), []).extend([component] * component.count)
    found = []
    for (width, height), pieces in sizes.items():
        grid = Grid(paper, width, height)
        cells = grid.rows * grid.columns
        sheets = [grid.sheet(pieces[at : at + cells]) for at in range(0, len(pieces), cells)]
        found.append(Batch(width, height, len(pieces), sheets))
    return found
