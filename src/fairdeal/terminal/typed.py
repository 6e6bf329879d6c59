"""What a person types: the commands, and the action that a line means."""

from __future__ import annotations

from collections.abc import Sequence

from fairdeal.errors import Unreadable

HELP = """\
a number     do what the list has under it
an action    do it; the verb may be left out, and capitals do not matter
why ACTION   say why an action is not allowed now
hint         say what the bots would do in your place, and why
try ACTION   show it without doing it, and say whether it is allowed
turn [N]     turn the tile in your hand further, or by N degrees; then a square
             alone is enough: -1,2 or try -1,2
show [SEAT]  show all that lies before a seat, or in the middle
goal, ?      show what the game is about, in a few pictures
rules [§]    show the rules, or one section: rules 8
undo         take back your last action and what followed, if no chance did
all          list all your actions, however many
log [N]      tell the last N events again, 10 if left out
help         show this
quit         leave the table
Enter alone  look at the table again
             (in real time a long answer like this one stands until then)

> may act   ! over a limit   + scores   = balanced   [R7] can be chosen
? not known   … cut to fit: show SEAT shows all"""

COMMANDS = ("", "why", "hint", "try", "turn", "show", "goal", "?", "rules", "undo", "all", "log", "help", "quit")
LONG_ANSWERS = ("hint", "show", "goal", "?", "rules", "all", "log", "help")


def is_command(line: str, texts: Sequence[str]) -> bool:
    if line in texts:
        return False  # an action of the game goes before a command of the same name
    return verb_of(line).casefold() in COMMANDS


def find_action(text: str, texts: Sequence[str], legal: list[int]) -> int | None:
    """Find the action that is meant: by its number in the list, its text, or its text without the verb.

    >>> find_action("r7", ["play R7", "play B3", "pass"], [0, 2])
    0
    """
    if text.isdecimal():
        return _numbered(text, legal)
    verbs = {verb_of(texts[action]) for action in legal}
    likely = [action for action, known in enumerate(texts) if verb_of(known) in verbs]
    for form, meant in ((str, text), (str.casefold, text.casefold()), (arguments_of, text.casefold())):
        for among in (legal, likely, range(len(texts))):
            found = [action for action in among if form(texts[action]) == meant]
            if len(found) == 1:
                return found[0]
    return None


def _numbered(text: str, legal: list[int]) -> int:
    if not legal:
        raise Unreadable("There is no list to choose from now.")
    if not 1 <= int(text[:9]) <= len(legal):
        raise Unreadable(f"There is no number {text} in the list; it goes from 1 to {len(legal)}.")
    return legal[int(text) - 1]


def verb_of(text: str) -> str:
    return text.partition(" ")[0]


def arguments_of(text: str) -> str:
    """Give an action's text without its verb, in small letters."""
    return text.partition(" ")[2].casefold()
