"""A person at a terminal against bots that play at random.

All that is shown is made from the view of the person's own seat and from what that seat is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from rich.console import Console

from fairdeal.chance import Rng
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.game import list_legal
from fairdeal.kernel import DEALER
from fairdeal.table.sitting import Sitting
from fairdeal.terminal import rulebook
from fairdeal.terminal.menu import MOST_ROWS, menu
from fairdeal.terminal.printing import show_markdown

HELP = """\
a number     do what the list has under it
an action    do it; the verb may be left out, and capitals do not matter
why ACTION   say why an action is not allowed now
rules [§]    show the rules, or one section: rules 8
undo         take back your last action and what followed, if no chance did
all          list all your actions, however many
log [N]      tell the last N events again, 10 if left out
help         show this
quit         leave the table
Enter alone  look at the table again"""

COMMANDS = ("", "why", "rules", "undo", "all", "log", "help", "quit")


class Outcome(Enum):
    """What became of a line that was typed."""

    ACTED = 1  # the table has changed
    STAYED = 2
    LEFT = 3


class TerminalTable:
    """A sitting with a person on one seat and bots on the others.

    In a real-time game the bots' clock runs while the person thinks, `beat` real seconds for each of its own; with a
    beat of 0 it stands still meanwhile, and the person's moment comes as the game's tempo has it.
    """

    def __init__(
        self,
        sitting: Sitting,
        seat: int,
        rng: Rng,
        console: Console,
        read_line: Callable[[], str | None],
        beat: float = 1.0,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sitting = sitting
        self.seat = seat
        self._rng = rng
        self._console = console
        self._read_line = read_line
        self._beat = beat
        self._wall = wall
        self._heard = 0  # events told so far
        self._moment = 0  # the table's time when the person was last asked
        self._asked = 0.0  # the wall's time of that
        self._upcoming: tuple[int, int] | None = None  # real time: who of the others acts next, and when
        words = sitting.game.words
        self._texts = [words.text(action) for action in range(sitting.game.rules.ACTIONS)]
        self._catalogue = sitting.setting.catalogue(seat, {seat: "You"})

    def run(self) -> bool:
        """Play until the game is over; False when the person leaves before."""
        title, seats = self.sitting.game.title, self.sitting.setting.seats
        self._say(f"{title}, {seats} seats. You are seat {self.seat}. Type help for help.", "bold")
        while True:
            self._let_others_act()
            self._tell_news()
            if self.sitting.is_over:
                self._tell_end()
                return True
            self._show_table()
            if not self._ask():
                self._say("You leave the table; the game is not over.")
                return False

    # --- the others ---

    def _let_others_act(self) -> None:
        """Let the others act until the person may."""
        self._moment = max(self._moment, self.sitting.now)
        while not self.sitting.is_over and not self._is_my_turn():
            self._act(*self._next())
        self._asked = self._wall()

    def _is_my_turn(self) -> bool:
        if not self.sitting.game.rules.REAL_TIME or self._beat > 0:
            return self.seat in self.sitting.actors
        if self._upcoming is None:
            self._upcoming = self.sitting.next_actor(self._rng)
        return self._upcoming[0] == self.seat

    def _next(self) -> tuple[int, int | None]:
        """Who of the others acts next, and when."""
        if not self.sitting.game.rules.REAL_TIME:
            return next(actor for actor in self.sitting.actors if actor != self.seat), None
        who, at = self._upcoming or self.sitting.next_actor(self._rng, self._moment)
        self._upcoming = None
        self._moment = at
        return who, at

    def _act(self, who: int, at: int | None) -> None:
        if who not in self.sitting.actors or who == self.seat:
            return  # real time: the person lets that moment pass, or it came to nothing
        if who == DEALER:
            self.sitting.deal(self._rng, at)
        else:
            self.sitting.play_at_random(who, self._rng, at)

    def _catch_up(self) -> int | None:
        """Real time: let the others do what they did while the person thought; give the time it is now."""
        if not self.sitting.game.rules.REAL_TIME:
            return None
        if self._beat == 0:
            return max(self.sitting.now, self._upcoming[1] if self._upcoming else 0)
        now = self._moment + int(1000 * (self._wall() - self._asked) / self._beat)
        while not self.sitting.is_over:
            self._upcoming = self._upcoming or self.sitting.next_actor(self._rng, self._moment)
            if self._upcoming[1] > now:
                break
            self._act(*self._next())
        self._moment, self._asked = now, self._wall()
        return max(now, self.sitting.now)

    # --- what is shown ---

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False)

    def _tell_news(self) -> None:
        self._tell(self._heard)
        self._heard = len(self.sitting.events)

    def _tell(self, since: int) -> None:
        for telling in self.sitting.story(self.seat, since):
            for line in telling.lines:
                self._say(line, "cyan")

    def _show_table(self) -> None:
        v, words = self.sitting.view(self.seat), self.sitting.game.words
        self._say("")
        for message in words.look(v, self.seat):
            self._say(self._catalogue.render(message))
        self._say(self._catalogue.render(words.prompt(v, self.seat)), "bold")
        self._show_menu(MOST_ROWS)

    def _show_menu(self, most_rows: int | None) -> None:
        texts = [self.sitting.game.words.text(action) for action in self._legal()]
        for line in menu(texts, self._console.width, most_rows):
            self._say(line)

    def _tell_end(self) -> None:
        self._say("")
        for number, message in enumerate(self.sitting.game.words.result(self.sitting.view(self.seat))):
            self._say(self._catalogue.render(message), "" if number else "bold")

    def _legal(self) -> list[int]:
        return list_legal(self.sitting.game.rules, self.sitting.view(self.seat), self.seat)

    # --- what is typed ---

    def _ask(self) -> bool:
        """Ask until the table has changed; False when the person leaves."""
        while True:
            line = self._read_line()
            if line is None:
                return False
            outcome = self._obey(" ".join(line.split()))
            if outcome is not Outcome.STAYED:
                return outcome is Outcome.ACTED

    def _obey(self, line: str) -> Outcome:
        try:
            if self._is_command(line):
                return self._command(line)
            return self._do(self._find(line))
        except FairdealError as error:
            self._say(str(error), "yellow")
            return Outcome.STAYED

    def _is_command(self, line: str) -> bool:
        if line in self._texts:
            return False  # an action of the game goes before a command of the same name
        return line.partition(" ")[0].casefold() in COMMANDS

    def _command(self, line: str) -> Outcome:
        verb, _, rest = line.partition(" ")
        match verb.casefold():
            case "":
                return self._look_again()
            case "quit":
                return Outcome.LEFT
            case "undo":
                return self._undo()
            case "why":
                self._say(self._why(rest))
            case "rules":
                game = self.sitting.game
                show_markdown(self._console, rulebook.section(game, rest) if rest else game.rulebook)
            case "all":
                self._show_menu(None)
            case "log":
                self._tell(max(0, len(self.sitting.events) - (int(rest) if rest.isdecimal() else 10)))
            case _:
                self._say(HELP)
        return Outcome.STAYED

    def _find(self, text: str) -> int:
        """Find the action that is meant: by its number in the list, its text, or its text without the verb."""
        legal = self._legal()
        if text.isdecimal():
            if not 1 <= int(text[:9]) <= len(legal):
                raise Unreadable(f"There is no number {text} in the list; it goes from 1 to {len(legal)}.")
            return legal[int(text) - 1]
        verbs = {verb_of(self._texts[action]) for action in legal}
        likely = [action for action, known in enumerate(self._texts) if verb_of(known) in verbs]
        for form, meant in ((str, text), (str.casefold, text.casefold()), (arguments_of, text.casefold())):
            for among in (legal, likely, range(len(self._texts))):
                found = [action for action in among if form(self._texts[action]) == meant]
                if len(found) == 1:
                    return found[0]
        return self.sitting.game.words.action(text)  # which says how it is written

    def _do(self, action: int) -> Outcome:
        at = self._catch_up()
        self._tell_news()
        if self.sitting.is_over:
            self._say("Too late: the game ended before you acted.", "yellow")
            return Outcome.ACTED
        try:
            self.sitting.play(self.seat, action, at)
        except Refused as refusal:
            self._say(str(refusal), "yellow")
            return Outcome.STAYED
        if self._beat == 0:
            self._upcoming = None
        return Outcome.ACTED

    def _look_again(self) -> Outcome:
        self._catch_up()
        return Outcome.ACTED

    def _why(self, text: str) -> str:
        if not text:
            return "Why what? Write why and an action."
        action = self._find(text)
        reason = self.sitting.why_not(self.seat, action)
        return reason or f"You may {self.sitting.game.words.text(action)} now."

    def _undo(self) -> Outcome:
        before = len(self.sitting.events)
        self.sitting.undo(self.seat)
        self._upcoming = None
        self._heard = len(self.sitting.events)
        others = before - self._heard - 1
        self._say(f"Taken back, and what the others did after it ({others})." if others else "Taken back.")
        return Outcome.ACTED


def verb_of(text: str) -> str:
    return text.partition(" ")[0]


def arguments_of(text: str) -> str:
    """Give an action's text without its verb, in small letters."""
    return text.partition(" ")[2].casefold()
