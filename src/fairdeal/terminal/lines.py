"""Whole lines that somebody types: at a terminal with the keys of readline, Tab among them; else as they come."""

from __future__ import annotations

import sys
from collections.abc import Callable

try:
    import readline
except ImportError:  # a Python without it reads lines all the same
    HAS_READLINE = False
else:
    HAS_READLINE = True

PROMPT = "> "


class Lines:
    """Reads a line at each call; None at the end of the input."""

    def __init__(self) -> None:
        self.complete: Callable[[str], list[str]] = lambda line: []
        """What the line that is being typed may become."""
        self._found: list[str] = []
        self.is_terminal = sys.stdin.isatty()
        if self.is_terminal and HAS_READLINE:
            self._take_tab()

    def _take_tab(self) -> None:
        readline.set_completer_delims("")  # the whole line is completed, not its last word
        readline.set_completer(self._completion)
        is_editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")
        if not is_editline:
            readline.parse_and_bind("set completion-ignore-case on")
            readline.parse_and_bind("set completion-query-items -1")

    def _completion(self, text: str, number: int) -> str | None:
        """Give one completion after another, as readline asks for them."""
        if number == 0:
            self._found = self.complete(text)
        return self._found[number] if number < len(self._found) else None

    def __call__(self) -> str | None:
        try:
            line = input(PROMPT)
        except EOFError:
            print()
            return None
        except KeyboardInterrupt:
            print()  # whatever is written next begins a line
            raise
        if not self.is_terminal:
            print(line)  # a transcript shows what was typed
        return line
