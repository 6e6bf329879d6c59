"""A person at a terminal against bots."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from string import ascii_lowercase

from msgspec.structs import replace
from rich.console import Console

from fairdeal.contract.game import list_legal, new_view
from fairdeal.contract.scene import Piece, Scene, lessons_in
from fairdeal.engine.chance import Rng
from fairdeal.engine.kernel import blank, copy
from fairdeal.engine.plain import plain
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, either, joined, say
from fairdeal.play.sitting import Sitting
from fairdeal.terminal import rulebook
from fairdeal.terminal.completing import completions, longest_beginning
from fairdeal.terminal.console import show_markdown
from fairdeal.terminal.display import Display
from fairdeal.terminal.keeping import Bookmark, Clockwork, Keeping
from fairdeal.terminal.keyboard import Happening, Keyboard, keyboard_of
from fairdeal.terminal.menu import is_lettered, labels
from fairdeal.terminal.opponents import Opponents
from fairdeal.terminal.others import Others
from fairdeal.terminal.placing import Placing
from fairdeal.terminal.speaking import FORMS
from fairdeal.terminal.teaching import OPENING, PLACING, TYPING, Taught
from fairdeal.terminal.typed import LONG_ANSWERS, check_letter, find_action, is_command, verb_of

LEAST_WAIT = 0.02  # seconds; no screen need be drawn more often
LONGEST_WAIT = 3600.0
RESUME = "fairdeal play --resume"
MOST_SHOWN = 24  # lines that what was typed may become
MOST_KNOWN = 1000  # actions of a game that are completed even if they cannot be done


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
        keeping: Keeping | None = None,
        clockwork: Clockwork | None = None,
    ) -> None:
        """Without bots of a level, those that act at random; `beat` is the seconds for each of the others' clock.

        A game is kept after every event, so that it can be left. One that goes on has its clockwork.
        """
        self.sitting = sitting
        self.seat = seat
        self._console = console
        self._read_line = read_line
        self._beat = beat
        self._taught = taught  # without it, nothing is taught
        self._bots = bots or Opponents(sitting.game, sitting.game.levels[0].name)
        self._language = language
        self._display = Display(sitting, seat, console, self._clock, language)
        self._rng = rng
        self._keeping = keeping
        self._goes_on = clockwork is not None  # after it was left
        self._others = Others(sitting, seat, rng, self._bots, beat, wall, self._display.remind, self._keep, clockwork)
        is_timed = sitting.game.rules.REAL_TIME and beat > 0 and self._display.is_screen
        self._keyboard = (keyboard or keyboard_of(console)) if is_timed else None
        self._is_reading = False  # live: whether a long answer stands on the screen
        self._listed: list[int] = []  # the actions that were listed the last time all were wanted
        self._texts = [sitting.game.words.text(action) for action in range(sitting.game.rules.ACTIONS)]

    def run(self) -> bool:
        """Play until the game is over; False when the person leaves before. However that is, the game is kept."""
        is_over = False
        try:
            self._begin()
            with self._keyboard or contextlib.nullcontext():
                is_over = self._play()
        finally:
            if not is_over:
                self._leave()
        return is_over

    def _begin(self) -> None:
        game, seats = self.sitting.game.title, self.sitting.setting.seats
        key = "terminal.welcome_back" if self._goes_on else "terminal.greeting"
        self._display.greet(say(key, game=game, count=seats, own=self.seat + 1, command="help"))
        if self._goes_on:
            self._display.recall()
        self._open()
        self._others.resume()

    def _keep(self) -> None:
        """Keep the game as it stands; one that is over needs no keeping."""
        if self._keeping and self.sitting.is_over:
            self._keeping.forget()
        elif self._keeping and self.sitting.events:
            level, rng = self._bots.name, tuple(self._rng.tolist())
            bookmark = Bookmark(self.seat, level, self._beat, self._bots.seed, rng, self._others.clockwork)
            self._keeping.keep(self.sitting, bookmark)

    def _leave(self) -> None:
        """Say where the game is kept, and how it goes on."""
        if not self._keeping or not self.sitting.events:
            return
        self._others.pause()
        self._keep()
        kept, trouble = str(self._keeping.path), self._keeping.trouble
        with contextlib.suppress(OSError):  # the terminal may be gone
            if trouble:
                self._display.say_whole(say("terminal.not_kept", file=kept, reason=trouble), "yellow")
            else:
                self._display.say_whole(say("terminal.kept", file=kept, command=RESUME))

    def _play(self) -> bool:
        while True:
            self._let_others_act()
            self._display.tell_news()
            if self.sitting.is_over:
                self._end()
                return True
            self._read_rounds()
            self._teach()
            self._display.show_table()
            if not self._ask():
                self._display.say(say("terminal.left"))
                return False

    def _read_rounds(self) -> None:
        """On a screen a round's end stays until it is read; the end of the game tells that of the last."""
        if self._display.is_screen and not self._keyboard:
            self._display.tell_rounds(self._read_line)

    def _open(self) -> None:
        """Show what the game is about before a first one."""
        game = self.sitting.game.name
        if self._taught is not None and not self._goes_on and not self._taught.has(game, OPENING):
            self._taught.note(game, OPENING)
            self._display.show_goal(self._read_line)

    def _teach(self) -> None:
        """Tell before a choice what is about it, once."""
        if self._taught is None or not self.sitting.game.is_drawn:
            return
        lessons = lessons_in(self._display.catalogue.templates)
        way = PLACING if self._placing() else TYPING
        how = self._display.catalogue.render(say(f"terminal.how.{way}", command="help", turn="turn", **{"try": "try"}))
        if told := self._taught.tell(self.sitting.game.name, self._display.scene(), lessons, way, how):
            self._display.remind(say("terminal.tip", tip=joined("sentences", told)), "green")

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

    def _clock(self) -> list[Message]:
        """Say how long a countdown or a time limit still runs."""
        if not self._keyboard:
            return []
        seconds = -(-self._left() // 1000)
        if self.sitting.countdown_ends is not None:
            return [say("terminal.goes_on", seconds=seconds)]
        left = say("terminal.time_left", minutes=seconds // 60, seconds=f"{seconds % 60:02}")
        return [left] if self.sitting.dealers_time is not None else []

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
            if happening is Happening.ASKED:
                self._complete(keyboard)
            else:
                self._react(happening, keyboard)
        return ""

    def _complete(self, keyboard: Keyboard) -> None:
        """Tab: type what can only follow; else say what may."""
        found = self.completions(keyboard.text)
        longest = longest_beginning(found)
        if len(longest) > len(keyboard.text):
            keyboard.complete(longest)
        elif found:
            self._display.answer(say("terminal.may_follow", lines=found[:MOST_SHOWN]))
        self._display.show_prompt(keyboard.text)

    def _wait_to_leave(self, keyboard: Keyboard) -> None:
        """Wait for Enter after others ended the game: a shell would take the rest of a line for a command."""
        happening = Happening.DISTURBED
        while happening not in (Happening.ENTERED, Happening.CLOSED):
            if happening in (Happening.DISTURBED, Happening.CONTINUED):
                self._display.tell_end()
                self._display.say_open(say("terminal.enter_leaves"))
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
            self._display.answer(error.said(self._language), "yellow")
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
            case "about":
                self._tell_about(rest)
            case "turn":
                self._turn_tile(rest)
            case "show":
                self._display.show_zones(rest)
            case "goal":
                self._display.show_goal()
            case "?":
                self._show_what_now()
            case "rules":
                game = self.sitting.game
                spoken = self._language
                text = rulebook.section(game, rest, spoken) if rest else game.rulebook(spoken)
                show_markdown(self._console, text)
            case "all":
                self._listed = self._legal()
                self._display.show_menu(None)
            case "log":
                self._display.tell_last(int(rest) if rest.isdecimal() else 10)
            case _:
                self._display.show_help()
        self._is_reading = verb.casefold() in LONG_ANSWERS
        return Outcome.STAYED

    def _find(self, text: str) -> int:
        """Find the action that is meant; the game says how one is written that is none."""
        placing = self._placing()
        if placing and (placed := placing.read(text, self._display.turn)):
            return self.sitting.game.words.action(placed)
        legal = self._legal()
        letters = self._letters(legal)
        found = find_action(text, self._texts, legal, letters)
        if found is not None:
            return found
        check_letter(text, legal, letters)
        if legal and verb_of(text) not in {verb_of(known) for known in self._texts}:
            examples = dict.fromkeys(self._typed(legal[at]) for at in (0, -1))
            raise Unreadable(say("usual.no_action", text=text, examples=either(list(examples))))
        return self.sitting.game.words.action(text)

    def _letters(self, legal: list[int]) -> list[str]:
        """The letters under which the person has seen the actions."""
        has_seen = is_lettered([self._texts[action] for action in legal]) or legal == self._listed
        return labels(len(legal)) if has_seen else []

    def completions(self, line: str) -> list[str]:
        """List the lines that what was typed may become."""
        legal = [self._typed(action) for action in self._legal()]
        known = self._texts if len(self._texts) <= MOST_KNOWN else []
        placing = self._placing()
        numbers = {
            "show": [str(seat + 1) for seat in range(self.sitting.setting.seats)],
            "turn": [str(turn) for turn in placing.tile.turns] if placing else [],
        }
        return completions(line, legal, known, numbers)

    def _show_what_now(self) -> None:
        """Say what can be typed now, and of each action what it does."""
        legal = self._legal()
        view, words = plain(self.sitting.view(self.seat)), self.sitting.game.words
        reasons = [words.reasons(view, self.seat, action)[:1] for action in legal[: len(ascii_lowercase)]]
        self._display.show_what_now([self._typed(action) for action in legal], reasons, self._useful(legal))

    def _useful(self, legal: list[int]) -> list[str]:
        """Name what else can be typed now."""
        can_undo = self.sitting.can_undo(self.seat) and not self.sitting.undo_hides(self.seat)
        useless = {
            "letter": not self._letters(legal),
            "action": not legal,
            "hint": len(legal) < 2,
            "try": not legal,
            "turn": self._placing() is None,
            "undo": not can_undo,
            "all": not legal,
            "?": True,
        }
        return [form for form in FORMS if not useless.get(form)]

    def _legal(self) -> list[int]:
        return list_legal(self.sitting.game.rules, self.sitting.view(self.seat), self.seat)

    def _do(self, action: int) -> Outcome:
        at = self._others.catch_up()
        self._display.tell_news()
        if self.sitting.is_over:
            self._display.remind(say("terminal.too_late"), "yellow")
            return Outcome.ACTED
        self.sitting.play(self.seat, action, at)
        self._display.turn = 0
        self._others.make_way()
        self._keep()
        return Outcome.ACTED

    def _look_again(self) -> Outcome:
        self._others.catch_up()
        return Outcome.ACTED

    def _why(self, text: str) -> Message | str:
        if not text:
            return say("terminal.why_what", command="why")
        action = self._find(text)
        return self._reason(action) or self._permission(action)

    def _permission(self, action: int) -> Message:
        return say("terminal.may", action=self._typed(action))

    def _reason(self, action: int) -> str | None:
        return self.sitting.why_not(self.seat, action, self._language)

    def _show_hints(self) -> None:
        """Say what the best level would do, how good it thinks that, and why."""
        found = self._bots.hints(self.sitting, self.seat, self._display.catalogue)
        for place, hint in enumerate(found, 1):
            action = self._typed(self.sitting.game.words.action(hint.action))
            self._display.say(
                say("terminal.hint", place=place, action=action, hint=hint.sentence), "bold" if place == 1 else ""
            )

    def _try(self, text: str) -> None:
        """Show an action without doing it; where nobody would learn from it, the table as it would be."""
        if not text:
            raise Unreadable(say("terminal.try_what", command="try"))
        self._show_trial(self._find(text))

    def _show_trial(self, action: int) -> None:
        placing, reason = self._placing(), self._reason(action)
        ghost = placing.ghost(self._texts[action]) if placing else None
        if reason:
            self._display.answer(reason, ghost=ghost, scene=self._display.scene() if ghost else None)
        else:
            after = self._after(action, placing.tile) if placing and ghost else None
            self._display.answer(self._permission(action), ghost=ghost, scene=after)
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

    def _typed(self, action: int) -> str:
        """An action as the person types it."""
        placing = self._placing()
        return placing.shown(self._texts[action]) if placing else self._texts[action]

    def _placing(self) -> Placing | None:
        return Placing.of(self._display.scene()) if self.sitting.game.is_drawn else None

    def _tell_about(self, text: str) -> None:
        """Say everything about a card or tile in sight, as far as the seat can know."""
        about = self.sitting.game.about
        found = self._display.find_piece(text) if about is not None else None
        messages = about(self.sitting.view(self.seat), self.seat, found.id) if about and found else ()
        if not messages:
            raise Unreadable(say("terminal.about_what", command="about"))
        self._display.answer(joined("sentences", [*messages]))

    def _turn_tile(self, text: str) -> None:
        placing = self._placing()
        if placing is None:
            raise Refused(say("terminal.no_turn"))
        if text and text not in map(str, placing.tile.turns):
            raise Unreadable(say("terminal.bad_turn", turns=[*placing.tile.turns], text=text))
        self._display.turn = int(text) if text else placing.next_turn(self._display.turn)
        self._display.answer(say("terminal.turned", tile=placing.tile.name, turn=self._display.turn))

    def _undo(self) -> Outcome:
        if self.sitting.can_undo(self.seat) and self.sitting.undo_hides(self.seat):
            raise Refused(say("terminal.stays_done"))
        self.sitting.undo(self.seat)
        self._others.forget()
        self._keep()
        self._display.turn = 0
        others = self._display.take_back() - 1
        self._display.remind(say("terminal.all_taken_back", count=others) if others else say("terminal.taken_back"))
        return Outcome.ACTED
