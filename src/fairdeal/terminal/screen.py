"""The whole screen: where the game stands, what happened, the table, the prompt, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fairdeal.scene import Scene
from fairdeal.terminal.blocks import Block, folded, ink
from fairdeal.terminal.drawing import Ghost, table
from fairdeal.terminal.menu import short_menu
from fairdeal.terminal.palette import Pen

MOST_NEWS = 6
LEAST_NEWS, COMFORTABLE_NEWS = 2, 3
LEAST_MENU, COMFORTABLE_MENU = 2, 5  # what is cut is cut to this


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

    def lines(self, height: int) -> Block:
        """Draw it in at most so many lines; whatever is left of them goes to the story and to empty lines."""
        head = folded(" · ".join([self.title, *map(str, self.scene.status)]), self.pen.width, "bold")
        prompt = self._prompt()
        room = height - len(head) - len(prompt)
        drawn = self._table(room)
        room -= len(drawn)
        story = self._story(min(MOST_NEWS, room - len(self._menu(min(COMFORTABLE_MENU, room - LEAST_NEWS)))))
        menu = self._menu(min(COMFORTABLE_MENU, room - len(story)))
        spare = room - len(story) - len(menu)
        return [*head, *story, *[ink()] * (spare > 1), *drawn, *[ink()] * (spare > 0), *prompt, *menu]

    def _prompt(self) -> Block:
        answer = folded(self.notice, self.pen.width, "yellow") if self.notice else []
        return [*answer, *folded(str(self.scene.prompt), self.pen.width, "bold")]

    def _table(self, room: int) -> Block:
        most = room - LEAST_NEWS - len(self._menu(LEAST_MENU))
        comfort = room - COMFORTABLE_NEWS - len(self._menu(COMFORTABLE_MENU))
        return table(self.scene, self.seat, self.names, self.pen, most, comfort, self.ghost)

    def _menu(self, most: int) -> Block:
        return [ink(line) for line in short_menu([path.action for path in self.scene.paths], self.pen.width, most)]

    def _story(self, most: int) -> Block:
        old = [line for text in self.old[-MOST_NEWS:] for line in folded(text, self.pen.width, "dim")]
        news = [line for text in self.news[-MOST_NEWS:] for line in folded(text, self.pen.width, "cyan")]
        return [*old, *news][-most:] if most > 0 else []
