"""A person at a terminal against bots."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from enum import Enum
from functools import partial

from msgspec.structs import replace
from rich.console import Console

from fairdeal.contract.game import list_legal, new_view
from fairdeal.contract.scene import Piece, Scene, lessons_in
from fairdeal.engine.chance import Rng
from fairdeal.engine.kernel import blank, copy
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.language.languages import DEFAULT
from fairdeal.play.sitting import Sitting
from fairdeal.terminal import rulebook
from fairdeal.terminal.console import show_markdown
from fairdeal.terminal.display import Display
from fairdeal.terminal.keyboard import Happening, Keyboard, keyboard_of
from fairdeal.terminal.opponents import Opponents
from fairdeal.terminal.others import Others
from fairdeal.terminal.placing import Placing
from fairdeal.terminal.teaching import OPENING, Taught
from fairdeal.terminal.typed import HELP, LONG_ANSWERS, find_action, is_command

LEAST_WAIT = 0.02  # seconds; no screen need be drawn more often
LONGEST_WAIT = 3600.0


class Outcome(Enum):
    """What became of a line that was typed."""

    ACTED = 1  # the table has changed
    STAYED = 2
    LEFT = 3


class TerminalTable:
    """A sitting with a person on one seat and bots on the others.

    With a keyboard the table is live: what the others do, and the seconds of a clock, are drawn at once around the line
    that is being typed. Without one, whole lines are read, and the table is drawn after each of them.
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
        keyboard: Keyboard | None = None,
        bots: Opponents | None = None,
        language: str = DEFAULT,
        taught: Taught | None = None,
    ) -> None:
        """Without bots of a level, those that act at random; `beat` is the seconds for each of the others' clock."""
        self.sitting = sitting
        self.seat = seat
        self._console = console
        self._read_line = read_line
        self._beat = beat
        self._taught = taught  # without it, nothing is taught
        self._bots = bots or Opponents(sitting.game, sitting.game.levels[0])
        self._language = language
        self._display = Display(sitting, seat, console, self._clock, language)
        self._others = Others(sitting, seat, rng, self._bots, beat, wall, self._display.remind)
        is_timed = sitting.game.rules.REAL_TIME and beat > 0 and self._display.is_screen
        self._keyboard = (keyboard or keyboard_of(console)) if is_timed else None
        self._is_reading = False  # live: whether a long answer stands on the screen
        self._texts = [sitting.game.words.text(action) for action in range(sitting.game.rules.ACTIONS)]

    def run(self) -> bool:
        """Play until the game is over; False when the person leaves before."""
        title, seats = self.sitting.game.title, self.sitting.setting.seats
        self._display.greet(
            f"{title}, {seats} seat{'s' * (seats != 1)}. You are seat {self.seat + 1}. Type help for help."
        )
        self._open()
        self._others.resume()
        with self._keyboard or contextlib.nullcontext():
            return self._play()

    def _play(self) -> bool:
        while True:
            self._let_others_act()
            self._display.tell_news()
            if self.sitting.is_over:
                self._end()
                return True
            self._teach()
            self._display.show_table()
            if not self._ask():
                self._display.say("You leave the table; the game is not over.")
                return False

    def _open(self) -> None:
        """Show what the game is about before a first one."""
        game = self.sitting.game.name
        if self._taught is not None and not self._taught.has(game, OPENING):
            self._taught.note(game, OPENING)
            self._display.show_goal(self._read_line)

    def _teach(self) -> None:
        """Tell before a choice what is about it, once."""
        if self._taught is None or not self.sitting.game.is_drawn:
            return
        lessons = lessons_in(self._display.catalogue.templates)
        if tip := self._taught.tell(self.sitting.game.name, self._display.scene(), lessons):
            self._display.remind(f"Tip: {tip}", "green")

    def _let_others_act(self) -> None:
        """Let the others act until the person may; at a live table, only as the clock has it."""
        if self._keyboard:
            self._others.catch_up()
        else:
            self._others.let_act()

    def _end(self) -> None:
        if not self._keyboard or self.sitting.events[-1].seat == self.seat:
            self._display.tell_end()
            return
        with contextlib.suppress(KeyboardInterrupt):  # there is nothing left to interrupt
            self._wait_to_leave(self._keyboard)
        self._display.say("")

    # --- a live table ---

    def _clock(self) -> list[str]:
        """Say how long a countdown or a time limit still runs."""
        if not self._keyboard:
            return []
        seconds = -(-self._left() // 1000)
        if self.sitting.countdown_ends is not None:
            return [f"Goes on in {seconds} s."]
        return [f"{seconds // 60}:{seconds % 60:02} left."] if self.sitting.dealers_time is not None else []

    def _left(self) -> int:
        """How many milliseconds a countdown or a time limit still runs; 0 if there is none."""
        ends = self.sitting.countdown_ends or self.sitting.dealers_time or 0
        return max(0, ends - self._others.time)

    def _wait_for_line(self, keyboard: Keyboard) -> str | None:
        """Read a line while the table goes on; the end of the game is like Enter, the end of the input None."""
        self._display.show_prompt(keyboard.text)
        while not self.sitting.is_over:
            happening = self._wait(keyboard)
            if happening in (Happening.ENTERED, Happening.CLOSED):
                self._display.say("")
                self._is_reading = False
                return keyboard.take_line() if happening is Happening.ENTERED else None
            self._react(happening, keyboard)
        return ""

    def _wait_to_leave(self, keyboard: Keyboard) -> None:
        """Wait for Enter after others ended the game: a shell would take the rest of a line for a command."""
        happening = Happening.DISTURBED
        while happening not in (Happening.ENTERED, Happening.CLOSED):
            if happening in (Happening.DISTURBED, Happening.CONTINUED):
                self._display.tell_end()
                self._console.out("Press Enter to leave the table.", end="", highlight=False)
            happening = keyboard.wait(LONGEST_WAIT)

    def _wait(self, keyboard: Keyboard) -> Happening:
        """Wait for the person, but not beyond the next moment of the others or the next second of a clock."""
        milliseconds = self._others.until_next
        if left := self._left():
            milliseconds = min(milliseconds, (left - 1) % 1000 + 1)
        try:
            return keyboard.wait(max(LEAST_WAIT, milliseconds * self._beat / 1000))
        except KeyboardInterrupt:
            self._display.say("")  # whatever is written next begins a line
            raise

    def _react(self, happening: Happening, keyboard: Keyboard) -> None:
        if happening is Happening.TYPED:
            self._display.show_prompt(keyboard.text)
            return
        if happening is Happening.CONTINUED:
            self._others.resume()
        self._others.catch_up()
        self._display.hear()
        if self.sitting.is_over:
            return  # the last screen comes in place of this one
        with self._console:
            if not self._is_reading:
                self._display.draw_again()
            self._display.show_prompt(keyboard.text)

    # --- what is typed ---

    def _ask(self) -> bool:
        """Ask until the table has changed; False when the person leaves."""
        self._others.begin_asking()
        while True:
            line = self._wait_for_line(self._keyboard) if self._keyboard else self._read_line()
            if line is None:
                return False
            outcome = self._obey(" ".join(line.split()))
            if outcome is not Outcome.STAYED:
                return outcome is Outcome.ACTED

    def _obey(self, line: str) -> Outcome:
        try:
            if is_command(line, self._texts):
                return self._command(line)
            return self._do(self._find(line))
        except FairdealError as error:
            self._display.answer(str(error), "yellow")
            return Outcome.STAYED

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
                self._display.answer(self._why(rest))
            case "hint":
                self._show_hints()
            case "try":
                self._try(rest)
            case "turn":
                self._turn_tile(rest)
            case "show":
                self._display.show_zones(rest)
            case "goal" | "?":
                self._display.show_goal()
            case "rules":
                game = self.sitting.game
                spoken = self._language
                text = rulebook.section(game, rest, spoken) if rest else game.rulebook(spoken)
                show_markdown(self._console, text)
            case "all":
                self._display.show_menu(None)
            case "log":
                self._display.tell_last(int(rest) if rest.isdecimal() else 10)
            case _:
                self._display.say(HELP)
        self._is_reading = verb.casefold() in LONG_ANSWERS
        return Outcome.STAYED

    def _find(self, text: str) -> int:
        """Find the action that is meant; the game says how one is written that is none."""
        found = find_action(text, self._texts, self._legal())
        if found is not None:
            return found
        placing = self._placing()
        placed = placing.read(text, self._display.turn) if placing else None
        return self.sitting.game.words.action(placed or text)

    def _legal(self) -> list[int]:
        return list_legal(self.sitting.game.rules, self.sitting.view(self.seat), self.seat)

    def _do(self, action: int) -> Outcome:
        at = self._others.catch_up()
        self._display.tell_news()
        if self.sitting.is_over:
            self._display.remind("Too late: the game ended before you acted.", "yellow")
            return Outcome.ACTED
        self.sitting.play(self.seat, action, at)
        self._display.turn = 0
        self._others.make_way()
        return Outcome.ACTED

    def _look_again(self) -> Outcome:
        self._others.catch_up()
        return Outcome.ACTED

    def _why(self, text: str) -> str:
        if not text:
            return "Why what? Write why and an action."
        action = self._find(text)
        return self._reason(action) or f"You may {self._texts[action]} now."

    def _reason(self, action: int) -> str | None:
        return self.sitting.why_not(self.seat, action, self._language)

    def _show_hints(self) -> None:
        """Say what the best level would do, how good it thinks that, and why."""
        found = self._bots.hints(self.sitting, self.seat, self._display.catalogue)
        for place, hint in enumerate(found, 1):
            self._display.say(f"{place}. {hint.sentence}", "bold" if place == 1 else "")

    def _try(self, text: str) -> None:
        """Show an action without doing it; where nobody would learn from it, the table as it would be."""
        if not text:
            raise Unreadable("Try what? Write try and an action.")
        self._show_trial(self._find(text))

    def _show_trial(self, action: int) -> None:
        placing, reason = self._placing(), self._reason(action)
        ghost = placing.ghost(self._texts[action]) if placing else None
        if reason:
            self._display.answer(reason, ghost=ghost, scene=self._display.scene() if ghost else None)
        else:
            after = self._after(action, placing.tile) if placing and ghost else None
            self._display.answer(f"You may {self._texts[action]} now.", ghost=ghost, scene=after)
        self._display.draw_again = partial(self._show_trial, action)

    def _after(self, action: int, tile: Piece) -> Scene:
        """The table with a tile laid, the tile still in hand; the table as it is if anybody would learn from that."""
        rules, now = self.sitting.game.rules, self._display.scene()
        if rules.teaches(self.sitting.state, self.seat, action):
            return now
        s = blank(rules.STATE)[0]
        copy(self.sitting.state, s)
        rules.play(s, self.seat, action)
        after = self._display.drawn(new_view(self.sitting.game, s, self.seat))
        zones = tuple(zone if tile in zone.pieces else after.zone(zone.id) for zone in now.zones)
        return replace(after, prompt=now.prompt, paths=now.paths, zones=zones)

    def _placing(self) -> Placing | None:
        return Placing.of(self._display.scene()) if self.sitting.game.is_drawn else None

    def _turn_tile(self, text: str) -> None:
        placing = self._placing()
        if placing is None:
            raise Refused("There is nothing to turn now.")
        if text and text not in map(str, placing.tile.turns):
            raise Unreadable(f"A tile is turned by {', '.join(map(str, placing.tile.turns))} degrees, not {text!r}.")
        self._display.turn = int(text) if text else placing.next_turn(self._display.turn)
        self._display.answer(f"{placing.tile.name} is turned by {self._display.turn} degrees.")

    def _undo(self) -> Outcome:
        if self.sitting.can_undo(self.seat) and self.sitting.undo_hides(self.seat):
            raise Refused("Something was turned up since then, so it stays done.")
        self.sitting.undo(self.seat)
        self._others.forget()
        self._display.turn = 0
        others = self._display.take_back() - 1
        self._display.remind(f"Taken back, and what the others did after it ({others})." if others else "Taken back.")
        return Outcome.ACTED
