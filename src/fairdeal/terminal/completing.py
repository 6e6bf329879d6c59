"""What a line that is being typed may become: commands, actions that can be done now, and cards by their names."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from fairdeal.terminal.typed import COMMANDS

OF_ACTIONS = ("why", "try")  # commands that an action follows, legal or not
WITH_MORE = {"why": " ", "about": " ", "try": " "}  # what is typed behind them anyway


def completions(line: str, legal: Sequence[str], known: Sequence[str], numbers: dict[str, list[str]]) -> list[str]:
    """List the lines that a beginning may become, each once; capitals do not matter.

    `numbers` has what may follow other commands: the seats, the turns of a tile, the sections of a rulebook.

    >>> completions("P", ["play R7", "play B3"], [], {}), completions("r", ["play R7", "roll"], [], {})
    (['play R7', 'play B3'], ['roll', 'rules', 'R7'])
    """
    verb, space, rest = line.partition(" ")
    command = verb.casefold()
    if space and command in OF_ACTIONS:
        actions = _beginning(rest, [*legal, *known, *map(_name, legal)])
        return [f"{command} {action}" for action in actions]
    if space and command in numbers and not _beginning(line, legal):
        return [f"{command} {number}" for number in _beginning(rest, numbers[command])]
    commands = [f"{command}{WITH_MORE.get(command, '')}" for command in COMMANDS if command.isalpha()]
    return _beginning(line, [*legal, *commands, *map(_name, legal)]) if line else list(legal)


def _name(action: str) -> str:
    """Give what an action names, without its verb."""
    return action.partition(" ")[2]


def _beginning(start: str, lines: Iterable[str]) -> list[str]:
    return [line for line in dict.fromkeys(lines) if line and line.casefold().startswith(start.casefold())]


def longest_beginning(lines: Sequence[str]) -> str:
    """Give what several lines begin with, in the capitals of the first.

    >>> longest_beginning(["play R7", "play B3"]), longest_beginning(["Play", "plan"])
    ('play ', 'Pla')
    """
    letters = zip(*(line.casefold() for line in lines), strict=False)
    shared = itertools.takewhile(lambda alike: len(set(alike)) == 1, letters)
    return lines[0][: len(list(shared))] if lines else ""
