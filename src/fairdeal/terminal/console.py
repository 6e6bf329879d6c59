"""The console of a person, and texts in Markdown on it."""

from __future__ import annotations

import os

from rich.console import Console
from rich.markdown import Markdown


def new_console() -> Console:
    """Make the console of stdout; it guesses no colours for numbers and reads no markup in texts."""
    return Console(highlight=False, markup=False, emoji=False)


def show_markdown(console: Console, text: str) -> None:
    """Show a text in Markdown."""
    console.print(Markdown(text, hyperlinks=False))


def page_markdown(console: Console, text: str) -> None:
    """Show a text in Markdown, in a pager if a person sits there and it is longer than the screen."""
    if not console.is_terminal or text.count("\n") < console.height - 2:
        show_markdown(console, text)
        return
    os.environ.setdefault("LESS", "-RF")  # less shows colours only when told to
    with console.pager(styles=True):
        show_markdown(console, text)
