"""The whole screen: where the game stands, what happened, the table, the prompt, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fairdeal.contract.scene import Scene
from fairdeal.terminal.blocks import Block, folded, ink
from fairdeal.terminal.drawing import Ghost, room_beside, table
from fairdeal.terminal.menu import short_menu
from fairdeal.terminal.palette import Pen

MOST_NEWS = 6
LEAST_NEWS, COMFORTABLE_NEWS = 2, 3
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
        return self._with_result_beside(height) or self._with_all_below(height)

    def _with_all_below(self, height: int) -> Block:
        head, prompt = self._head(), [*self._answer(), *self._prompt()]
        room = height - len(head) - len(prompt)
        drawn = self._table(room)
        room -= len(drawn)
        story = self._story(min(MOST_NEWS, room - len(self._menu(min(COMFORTABLE_MENU, room - LEAST_NEWS)))))
        menu = self._menu(min(COMFORTABLE_MENU, room - len(story)))
        spare = room - len(story) - len(menu)
        return [*head, *story, *[ink()] * (spare > 1), *drawn, *[ink()] * (spare > 0), *prompt, *menu]

    def _with_result_beside(self, height: int) -> Block:
        """Draw the last screen around a grid, which leaves too little room below; nothing if that cannot be."""
        width = room_beside(self.scene, self.seat, self.names, self.pen) if self.result else 0
        if width < LEAST_BESIDE:
            return []
        head, answer, prompt = self._head(), self._answer(), self._prompt()
        drawn = table(self.scene, self.seat, self.names, self.pen, WHOLE, aside=self._result(width))
        room = height - len(head) - len(drawn) - len(answer)
        if room < 0:
            return []
        prompt = prompt if len(prompt) <= room else []  # the result says as much
        return [*head, *self._story(min(MOST_NEWS, room - len(prompt))), *drawn, *answer, *prompt]

    def _head(self) -> Block:
        return folded(" · ".join([self.title, *map(str, self.scene.status)]), self.pen.width, "bold")

    def _answer(self) -> Block:
        return folded(self.notice, self.pen.width, "yellow") if self.notice else []

    def _prompt(self) -> Block:
        return folded(str(self.scene.prompt), self.pen.width, "bold")

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
        return [ink(line) for line in short_menu([path.action for path in self.scene.paths], self.pen.width, most)]

    def _story(self, most: int) -> Block:
        old = [line for text in self.old[-MOST_NEWS:] for line in folded(text, self.pen.width, "dim")]
        news = [line for text in self.news[-MOST_NEWS:] for line in folded(text, self.pen.width, "cyan")]
        return [*old, *news][-most:] if most > 0 else []
