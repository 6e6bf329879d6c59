"""The whole screen: where the game stands, what happened, the table, the prompt, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from fairdeal.contract.scene import Path, Piece, Scene
from fairdeal.language.messages import Message, say
from fairdeal.terminal.blocks import Block, folded, ink
from fairdeal.terminal.drawing import room_beside, table
from fairdeal.terminal.menu import short_menu, told_menu
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.placing import turned_word
from fairdeal.terminal.regions import Ghost

LEAST_NEWS, COMFORTABLE_NEWS, FULL_NEWS = 2, 3, 8  # lines of the story; a long list leaves it the full ones
LEAST_MENU, COMFORTABLE_MENU = 2, 5  # what is cut is cut to this
LEAST_BESIDE = 30  # columns in which a result can be read
WHOLE = 1000  # lines, more than any table has


@dataclass(frozen=True)
class Screen:
    """What stands on a screen; the scene's texts are words already."""

    title: str
    scene: Scene
    seat: int
    names: Sequence[str]
    pen: Pen = field(default_factory=Pen)
    old: Sequence[str] = ()
    """What was told before."""
    news: Sequence[str] = ()
    notice: str = ""
    """An answer to what was typed."""
    ghost: Ghost | None = None
    result: Sequence[str] = ()
    """How the game ended, in place of a list of actions."""

    def lines(self, height: int) -> Block:
        """Draw it in at most so many lines; whatever is left of them goes to the story and to empty lines."""
        return self._with_aside(height) or self._with_all_below(height)

    def _with_all_below(self, height: int) -> Block:
        head, prompt = self._head(), [*self._answer(), *self._prompt()]
        room = height - len(head) - len(prompt)
        drawn = self._table(room)
        room -= len(drawn)
        menu = self._menu(max(min(COMFORTABLE_MENU, room - LEAST_NEWS), room - FULL_NEWS))
        return [*head, *self._around(drawn, room - len(menu)), *prompt, *menu]

    def _with_aside(self, height: int) -> Block:
        """Draw the result, or what attacks take, beside a grid, which leaves too little room below.

        Nothing if there is no such grid, or not enough room beside it.
        """
        columns, rows = room_beside(self.scene, self.seat, self.names, self.pen)
        if columns < LEAST_BESIDE or not (self.result or self._notes()):
            return []
        head, answer, prompt = self._head(), self._answer(), self._prompt()
        room = height - len(head) - len(answer)
        spare = room - len(prompt) - LEAST_NEWS - len(self._table(WHOLE))
        aside = self._result(columns) if self.result else [ink(), *self._told_menu(columns, rows + max(0, spare) - 1)]
        drawn = table(self.scene, self.seat, self.names, self.pen, WHOLE, aside=aside)
        room -= len(drawn)
        if room < 0:
            return []
        if self.result:
            prompt = prompt if len(prompt) <= room else []  # the result says as much
            return [*head, *self._story(room - len(prompt)), *drawn, *answer, *prompt]
        return [*head, *self._around(drawn, room - len(prompt)), *answer, *prompt]

    def _around(self, drawn: Block, room: int) -> Block:
        """The story above the table, as much of it as there is room for, and empty lines if it is ample."""
        gaps = max(0, min(2, room - COMFORTABLE_NEWS))
        story = self._story(room - gaps)
        return [*story, *[ink()] * (gaps > 1 and bool(story)), *drawn, *[ink()] * (gaps > 0)]

    def _head(self) -> Block:
        return folded(" · ".join([self.title, *map(str, self.scene.status)]), self.pen.width, "bold")

    def _answer(self) -> Block:
        return folded(self.notice, self.pen.width, "yellow") if self.notice else []

    def _prompt(self) -> Block:
        meant = turned_word(self.scene)
        told = folded(self.pen.catalogue.render(meant), self.pen.width) if meant else []
        return [*folded(str(self.scene.prompt), self.pen.width, "bold"), *told]

    def _table(self, room: int) -> Block:
        most = room - LEAST_NEWS - len(self._menu(LEAST_MENU))
        comfort = room - COMFORTABLE_NEWS - len(self._menu(COMFORTABLE_MENU))
        return table(self.scene, self.seat, self.names, self.pen, most, comfort, self.ghost)

    def _result(self, width: int) -> Block:
        """How the game ended, below an empty line, the verdict first."""
        lines = [folded(text, width, "" if number else "bold") for number, text in enumerate(self.result)]
        return [ink(), *(line for block in lines for line in block)]

    def _menu(self, most: int) -> Block:
        if self.result:
            return self._result(self.pen.width)
        if self._notes():
            return self._told_menu(self.pen.width, most)
        return [ink(line) for line in short_menu(self._actions(), self.pen, most)]

    def _actions(self) -> list[str]:
        return [path.action for path in self.scene.paths]

    def _told_menu(self, columns: int, most: int) -> Block:
        pen = replace(self.pen, width=columns)
        return [ink(line) for line in told_menu(self._actions(), self._notes(), pen, most)]

    def _notes(self) -> list[str]:
        return notes_of(self.scene, self.pen)

    def _story(self, most: int) -> Block:
        if most <= 0:
            return []
        old = [line for text in self.old[-most:] for line in folded(text, self.pen.width, "dim")]
        news = [line for text in self.news[-most:] for line in folded(text, self.pen.width, "cyan")]
        return [*old, *news][-most:]


def notes_of(scene: Scene, pen: Pen) -> list[str]:
    """Say of each action which numbers meet, and which card it takes with what stands in its middle; if any do."""
    if not any(path.meets for path in scene.paths):
        return []
    pieces = {piece.id: piece for piece in scene.pieces()}
    return [pen.catalogue.render(_taking(path, pieces[path.picks[-1]])) for path in scene.paths]


def _taking(path: Path, taken: Piece) -> Message:
    middle = taken.cells[len(taken.cells) // 2] if taken.cells else ("",)
    return say("terminal.takes", meets=path.meets, card=taken.name, worth=middle[len(middle) // 2])
