"""The console of a person, and texts in Markdown on it."""

from __future__ import annotations

import os

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown

from fairdeal.terminal.blocks import BREAK, breakable


def new_console() -> Console:
    """Make the console of stdout; it guesses no colours for numbers and reads no markup in texts."""
    return Console(highlight=False, markup=False, emoji=False)


class Prose:
    """A text in Markdown, whose lines are broken where its language allows it."""

    def __init__(self, text: str) -> None:
        self._markdown = Markdown(text, hyperlinks=False)
        for token in self._markdown.parsed:
            for part in token.children or ():
                part.content = breakable(part.content)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it without the marks of its breaks, as rich asks."""
        for segment in console.render(self._markdown, options):
            yield segment._replace(text=segment.text.replace(BREAK, ""))


def show_markdown(console: Console, text: str) -> None:
    """Show a text in Markdown."""
    console.print(Prose(text))


def page_markdown(console: Console, text: str) -> None:
    """Show a text in Markdown, in a pager if a person sits there and it is longer than the screen."""
    if not console.is_terminal or text.count("\n") < console.height - 2:
        show_markdown(console, text)
        return
    os.environ.setdefault("LESS", "-RF")  # less shows colours only when told to
    with console.pager(styles=True):
        show_markdown(console, text)
