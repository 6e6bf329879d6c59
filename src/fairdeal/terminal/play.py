"""A person at a terminal against bots.

All that is shown is made from the view of the person's own seat and from what that seat is told.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial

from msgspec.structs import replace
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType

from fairdeal.contract.game import list_legal, new_view
from fairdeal.contract.messages import Seat
from fairdeal.contract.rules import State
from fairdeal.contract.scene import Piece, Scene, lessons_in, spoken
from fairdeal.engine.chance import Rng
from fairdeal.engine.kernel import DEALER, blank, copy
from fairdeal.engine.plain import plain
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.play.sitting import Sitting
from fairdeal.play.tempo import Tempo
from fairdeal.terminal import rulebook
from fairdeal.terminal.blocks import Block, ink
from fairdeal.terminal.console import show_markdown
from fairdeal.terminal.drawing import Ghost, zones_of
from fairdeal.terminal.keyboard import Happening, Keyboard, keyboard_of
from fairdeal.terminal.menu import MOST_ROWS, menu
from fairdeal.terminal.opponents import NOT_READY, Opponents
from fairdeal.terminal.palette import ASCII, Pen
from fairdeal.terminal.pictures import OWN_NAME, pictures_of
from fairdeal.terminal.placing import Placing
from fairdeal.terminal.regions import region
from fairdeal.terminal.screen import Screen
from fairdeal.terminal.teaching import OPENING, Taught

HEIGHT = 24  # of a screen that is not there
LEAST_WAIT = 0.02  # seconds; no screen need be drawn more often
LONGEST_WAIT = 3600.0
PROMPT = "> "

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


class Outcome(Enum):
    """What became of a line that was typed."""

    ACTED = 1  # the table has changed
    STAYED = 2
    LEFT = 3


class TerminalTable:
    """A sitting with a person on one seat and bots on the others.

    In a real-time game the bots' clock runs while the person thinks, `beat` real seconds for each of its own; with a
    beat of 0 it stands still meanwhile, and the person's moment comes as the game's tempo has it.

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
        taught: Taught | None = None,
    ) -> None:
        """Without bots of a level, those that act at random; without knowing what was taught, nothing is taught."""
        self.sitting = sitting
        self.seat = seat
        self._rng = rng
        self._console = console
        self._read_line = read_line
        self._taught = taught
        self._beat = beat
        self._wall = wall
        self._heard = 0  # events told so far
        self._told: list[tuple[int, str]] = []  # the story so far, each line with the number of its event
        self._fresh = 0  # how many lines of it had been told before the latest news
        self._remark = ""  # what to say with the next drawing
        self._has_warned = False  # of random bots, since the person was last asked
        self._turn = 0  # how far the tile in hand is turned, in degrees
        self._moment = 0  # the table's time when the person was last asked
        self._asked = 0.0  # the wall's time of that
        self._upcoming: tuple[int, int] | None = None  # real time: who of the others acts next, and when
        is_timed = sitting.game.rules.REAL_TIME and beat > 0 and self._is_screen
        self._keyboard = (keyboard or keyboard_of(console)) if is_timed else None
        self._bots = bots or Opponents(sitting.game, sitting.game.levels[0])
        self._tempo = Tempo(sitting, dict.fromkeys(range(sitting.setting.seats), self._bots.place))
        self._draw_again: Callable[[], None] = self._show_screen  # live: what the screen shows, as things are now
        self._is_reading = False  # live: whether a long answer stands on the screen
        words = sitting.game.words
        self._texts = [words.text(action) for action in range(sitting.game.rules.ACTIONS)]
        self._catalogue = sitting.setting.catalogue(seat, {seat: OWN_NAME})
        self._lessons = lessons_in(self._catalogue.templates)
        self._names = [self._catalogue.value(Seat(number)) for number in range(sitting.setting.seats)]

    def run(self) -> bool:
        """Play until the game is over; False when the person leaves before."""
        title, seats = self.sitting.game.title, self.sitting.setting.seats
        self._greet(f"{title}, {seats} seat{'s' * (seats != 1)}. You are seat {self.seat + 1}. Type help for help.")
        self._open()
        self._asked = self._wall()
        with self._keyboard or contextlib.nullcontext():
            return self._play()

    def _play(self) -> bool:
        while True:
            self._let_others_act()
            self._tell_news()
            if self.sitting.is_over:
                self._end()
                return True
            self._teach()
            self._show_table()
            if not self._ask():
                self._say("You leave the table; the game is not over.")
                return False

    def _end(self) -> None:
        if not self._keyboard or self.sitting.events[-1].seat == self.seat:
            self._tell_end()
            return
        with contextlib.suppress(KeyboardInterrupt):  # there is nothing left to interrupt
            self._wait_to_leave(self._keyboard)
        self._say("")

    # --- a first game ---

    def _open(self) -> None:
        """Show what the game is about, one picture after another, unless it was shown before."""
        game = self.sitting.game.name
        if self._taught is None or self._taught.has(game, OPENING):
            return
        self._taught.note(game, OPENING)
        for picture in pictures_of(self.sitting.setting, self._pen(Scene())):
            if self._is_screen:
                self._console.clear()
            self._print(picture)
            self._say("Enter goes on; any word begins the game.", "dim")
            if (self._read_line() or "").strip():
                return

    def _show_goal(self) -> None:
        for picture in pictures_of(self.sitting.setting, self._pen(Scene())):
            self._print(picture)

    def _teach(self) -> None:
        """Tell before a choice what is about it, once."""
        if self._taught is None or not self.sitting.game.is_drawn:
            return
        if tip := self._taught.tell(self.sitting.game.name, self._scene(), self._lessons):
            self._remind(" ".join(filter(None, [self._remark, f"Tip: {tip}"])), "green")

    # --- the others ---

    def _let_others_act(self) -> None:
        """Let the others act until the person may; at a live table, only as the clock has it."""
        self._moment = max(self._moment, self.sitting.now)
        if self._keyboard:
            self._catch_up()
            return
        while not self.sitting.is_over and not self._is_my_turn():
            self._act(*self._next())
        self._asked = self._wall()

    def _is_my_turn(self) -> bool:
        if not self.sitting.game.rules.REAL_TIME or self._beat > 0:
            return self.seat in self.sitting.actors
        if self._upcoming is None:
            self._upcoming = self._foresee(0)
        return self._upcoming[0] == self.seat

    def _next(self) -> tuple[int, int | None]:
        """Who of the others acts next, and when."""
        if not self.sitting.game.rules.REAL_TIME:
            return next(actor for actor in self.sitting.actors if actor != self.seat), None
        who, at = self._upcoming or self._foresee(self._moment)
        self._upcoming = None
        self._moment = at
        return who, at

    def _foresee(self, since: int) -> tuple[int, int]:
        """Real time: decide who acts next and when; a bot begins to think about it."""
        who, at = self._tempo.next_actor(lambda who: self._rng, since)
        if who not in (self.seat, DEALER):
            self._bots.think_ahead(self.sitting, who)
        return who, at

    def _act(self, who: int, at: int | None) -> None:
        if who not in self.sitting.actors or who == self.seat:
            return  # real time: the person lets that moment pass, or it came to nothing
        if who == DEALER:
            self.sitting.deal(self._rng, at)
        elif self._bots.is_random:
            self.sitting.play_at_random(who, self._rng, at)
        else:
            self._let_bot_act(who, at)

    def _let_bot_act(self, who: int, at: int | None) -> None:
        if not self._bots.is_ready and not self._has_warned:
            self._has_warned = True
            self._remind(f"{NOT_READY}; what they do meanwhile is random.")
        self.sitting.play(who, self._bots.choose(self.sitting, who), at)

    def _catch_up(self) -> int | None:
        """Real time: let the others do what they did while the person thought; give the time it is now."""
        if not self.sitting.game.rules.REAL_TIME:
            return None
        if self._beat == 0:
            return max(self.sitting.now, self._upcoming[1] if self._upcoming else 0)
        now = self._time()
        while not self.sitting.is_over:
            self._upcoming = self._upcoming or self._foresee(self._moment)
            if self._upcoming[1] > now:
                break
            self._act(*self._next())
        self._moment, self._asked = now, self._wall()
        return max(now, self.sitting.now)

    def _time(self) -> int:
        """Real time: what the table's clock shows now."""
        return self._moment + int(1000 * (self._wall() - self._asked) / self._beat)

    # --- what is shown ---

    @property
    def _is_screen(self) -> bool:
        """Tell whether each turn gets a clean screen; otherwise all is printed one after another."""
        can_clear = self._console.is_terminal and not self._console.is_dumb_terminal
        return can_clear and self.sitting.game.is_drawn

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(text, style=style, markup=False)

    def _greet(self, text: str) -> None:
        if self._is_screen:
            self._told.append((-1, text))
        else:
            self._say(text, "bold")

    def _remind(self, text: str, style: str = "") -> None:
        """Say something that belongs to what is drawn next."""
        self._remark = text
        if not self._is_screen:
            self._say(text, style)

    def _answer(self, text: str, style: str = "", ghost: Ghost | None = None, scene: Scene | None = None) -> None:
        """Answer what was typed: on a screen below the table, drawn anew."""
        if self._is_screen:
            self._show_screen(text, ghost, scene)
            self._draw_again = partial(self._show_screen, text)
            return
        if ghost and scene:
            self._print(region(scene.zone(ghost.zone), ghost=ghost.squares))
        self._say(text, style)

    def _print(self, lines: Block) -> None:
        for line in lines:
            if self._console.options.ascii_only:
                line.plain = line.plain.translate(ASCII)
            line.rstrip()
            self._console.print(line, no_wrap=True, overflow="crop", crop=True)

    def _tell_news(self) -> None:
        """Hear what happened since; without a screen, tell it at once."""
        if self._heard < len(self.sitting.events):
            self._fresh = len(self._told)
        told = self._hear()
        if not self._is_screen:
            self._tell(told)

    def _hear(self) -> list[tuple[int, str]]:
        """Add what happened since to the story, and give it."""
        told = self._story(self._heard)
        self._told += told
        self._heard = len(self.sitting.events)
        return told

    def _story(self, since: int) -> list[tuple[int, str]]:
        tellings = enumerate(self.sitting.story(self.seat, since), since)
        return [(number, line) for number, telling in tellings for line in telling.lines]

    def _tell(self, story: list[tuple[int, str]]) -> None:
        for _, line in story:
            self._say(line, "cyan")

    def _show_table(self) -> None:
        if self._is_screen:
            self._show_screen(self._remark)
            self._draw_again = partial(self._show_screen, self._remark)
            self._remark = ""
            return
        self._say("")
        if self.sitting.game.is_drawn:
            self._print(self._screen(self._scene()).lines(HEIGHT))
            return
        v, words = plain(self.sitting.view(self.seat)), self.sitting.game.words
        for message in words.describe(v, self.seat):
            self._say(self._catalogue.render(message))
        self._say(self._catalogue.render(words.prompt(v, self.seat)), "bold")
        self._show_menu(MOST_ROWS)

    def _show_screen(
        self, notice: str = "", ghost: Ghost | None = None, scene: Scene | None = None, result: Sequence[str] = ()
    ) -> None:
        """Draw on a clean screen, and leave a line for the prompt, or two for whatever comes after the end."""
        old, news = self._told[: self._fresh], self._told[self._fresh :]
        screen = dataclasses.replace(
            self._screen(scene or self._scene()),
            old=[line for _, line in old],
            news=[line for _, line in news],
            notice=notice,
            ghost=ghost,
            result=result,
        )
        height = max(self._console.height - (2 if result else 1), HEIGHT // 2)
        with self._console:  # all in one piece, or a screen that is often drawn would flicker
            self._console.clear()
            self._print(screen.lines(height))

    def _screen(self, scene: Scene) -> Screen:
        timed = replace(scene, status=(*scene.status, *self._clock()))
        return Screen(self.sitting.game.title, timed, self.seat, self._names, self._pen(scene))

    def _pen(self, scene: Scene) -> Pen:
        colours = self._console.color_system is not None and not self._console.no_color
        choices = frozenset(pick for path in scene.paths for pick in path.picks)
        return Pen(self._console.width, colours, choices, self._turn)

    def _scene(self) -> Scene:
        return self._drawn(self.sitting.view(self.seat))

    def _drawn(self, v: State) -> Scene:
        return spoken(self.sitting.game.scene(v, self.seat), self._catalogue)

    def _show_menu(self, most_rows: int | None) -> None:
        texts = [self.sitting.game.words.text(action) for action in self._legal()]
        for line in menu(texts, self._console.width, most_rows):
            self._say(line)

    def _show_zones(self, text: str) -> None:
        """Show in full what lies before a seat, or in the middle."""
        if text and text not in map(str, range(1, self.sitting.setting.seats + 1)):
            raise Unreadable(f"There is no seat {text}; the seats are 1 to {self.sitting.setting.seats}.")
        scene = self._scene()
        self._print(zones_of(scene, int(text) - 1 if text else None, self._names, self._pen(scene)))

    def _tell_end(self) -> None:
        lines = self.sitting.game.words.result(plain(self.sitting.view(self.seat)))
        result = [self._catalogue.render(line) for line in lines]
        if self._is_screen:
            self._show_screen(self._remark, result=result)
            return
        self._say("")
        for number, text in enumerate(result):
            self._say(text, "" if number else "bold")

    def _legal(self) -> list[int]:
        return list_legal(self.sitting.game.rules, self.sitting.view(self.seat), self.seat)

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
        return max(0, ends - self._time())

    def _wait_for_line(self, keyboard: Keyboard) -> str | None:
        """Read a line while the table goes on; the end of the game is like Enter, the end of the input None."""
        self._show_prompt(keyboard)
        while not self.sitting.is_over:
            happening = self._wait(keyboard)
            if happening in (Happening.ENTERED, Happening.CLOSED):
                self._say("")
                self._is_reading = False
                return keyboard.take_line() if happening is Happening.ENTERED else None
            self._react(happening, keyboard)
        return ""

    def _wait_to_leave(self, keyboard: Keyboard) -> None:
        """Wait for Enter after others ended the game: a shell would take the rest of a line for a command."""
        happening = Happening.DISTURBED
        while happening not in (Happening.ENTERED, Happening.CLOSED):
            if happening in (Happening.DISTURBED, Happening.CONTINUED):
                self._tell_end()
                self._console.out("Press Enter to leave the table.", end="", highlight=False)
            happening = keyboard.wait(LONGEST_WAIT)

    def _wait(self, keyboard: Keyboard) -> Happening:
        """Wait for the person, but not beyond the next moment of the others or the next second of a clock."""
        milliseconds = (self._upcoming[1] if self._upcoming else 0) - self._time()
        if left := self._left():
            milliseconds = min(milliseconds, (left - 1) % 1000 + 1)
        try:
            return keyboard.wait(max(LEAST_WAIT, milliseconds * self._beat / 1000))
        except KeyboardInterrupt:
            self._say("")  # whatever is written next begins a line
            raise

    def _react(self, happening: Happening, keyboard: Keyboard) -> None:
        if happening is Happening.TYPED:
            self._show_prompt(keyboard)
            return
        if happening is Happening.CONTINUED:
            self._asked = self._wall()  # nobody played while the program was stopped
        self._catch_up()
        self._hear()
        if self.sitting.is_over:
            return  # the last screen comes in place of this one
        with self._console:
            if not self._is_reading:
                self._draw_again()
            self._show_prompt(keyboard)

    def _show_prompt(self, keyboard: Keyboard) -> None:
        """Show what has been typed so far; of a long line, its end."""
        typed = ink(keyboard.text)
        room = self._console.width - len(PROMPT) - 1  # the cursor needs a place too
        while typed.cell_len > room:
            typed = typed[1:]
        with self._console:
            self._console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 0)))
            self._console.out(PROMPT + typed.plain, end="", highlight=False)

    # --- what is typed ---

    def _ask(self) -> bool:
        """Ask until the table has changed; False when the person leaves."""
        self._has_warned = False
        while True:
            line = self._wait_for_line(self._keyboard) if self._keyboard else self._read_line()
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
            self._answer(str(error), "yellow")
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
                self._answer(self._why(rest))
            case "hint":
                self._show_hints()
            case "try":
                self._try(rest)
            case "turn":
                self._turn_tile(rest)
            case "show":
                self._show_zones(rest)
            case "goal" | "?":
                self._show_goal()
            case "rules":
                game = self.sitting.game
                show_markdown(self._console, rulebook.section(game, rest) if rest else game.rulebook)
            case "all":
                self._show_menu(None)
            case "log":
                last = int(rest) if rest.isdecimal() else 10
                self._tell(self._story(max(0, len(self.sitting.events) - last)))
            case _:
                self._say(HELP)
        self._is_reading = verb.casefold() in LONG_ANSWERS
        return Outcome.STAYED

    def _find(self, text: str) -> int:
        """Find the action that is meant: by its number in the list, its text, or its text without the verb."""
        legal = self._legal()
        if text.isdecimal() and not legal:
            raise Unreadable("There is no list to choose from now.")
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
        placing = self._placing()
        if placing:
            text = placing.read(text, self._turn) or text
        return self.sitting.game.words.action(text)  # which says how it is written

    def _do(self, action: int) -> Outcome:
        at = self._catch_up()
        self._tell_news()
        if self.sitting.is_over:
            self._remind("Too late: the game ended before you acted.", "yellow")
            return Outcome.ACTED
        self.sitting.play(self.seat, action, at)
        self._turn = 0
        if self._beat == 0 or (self._upcoming and self._upcoming[0] not in self.sitting.actors):
            self._upcoming = None
        return Outcome.ACTED

    def _look_again(self) -> Outcome:
        self._catch_up()
        return Outcome.ACTED

    def _why(self, text: str) -> str:
        if not text:
            return "Why what? Write why and an action."
        action = self._find(text)
        return self._reason(action) or f"You may {self._texts[action]} now."

    def _reason(self, action: int) -> str | None:
        return self.sitting.why_not(self.seat, action)

    def _show_hints(self) -> None:
        """Say what the best level would do, how good it thinks that, and why."""
        found = self._bots.hints(self.sitting, self.seat, self._catalogue)
        for place, hint in enumerate(found, 1):
            self._say(f"{place}. {hint.sentence}", "bold" if place == 1 else "")

    def _try(self, text: str) -> None:
        """Show an action without doing it; where nobody would learn from it, the table as it would be."""
        if not text:
            raise Unreadable("Try what? Write try and an action.")
        self._show_trial(self._find(text))

    def _show_trial(self, action: int) -> None:
        placing, reason = self._placing(), self._reason(action)
        ghost = placing.ghost(self._texts[action]) if placing else None
        if reason:
            self._answer(reason, ghost=ghost, scene=self._scene() if ghost else None)
        else:
            after = self._after(action, placing.tile) if placing and ghost else None
            self._answer(f"You may {self._texts[action]} now.", ghost=ghost, scene=after)
        self._draw_again = partial(self._show_trial, action)

    def _after(self, action: int, tile: Piece) -> Scene:
        """The table with a tile laid, the tile still in hand; the table as it is if anybody would learn from that."""
        rules, now = self.sitting.game.rules, self._scene()
        if rules.teaches(self.sitting.state, self.seat, action):
            return now
        s = blank(rules.STATE)[0]
        copy(self.sitting.state, s)
        rules.play(s, self.seat, action)
        after = self._drawn(new_view(self.sitting.game, s, self.seat))
        zones = tuple(zone if tile in zone.pieces else after.zone(zone.id) for zone in now.zones)
        return replace(after, prompt=now.prompt, paths=now.paths, zones=zones)

    def _placing(self) -> Placing | None:
        return Placing.of(self._scene()) if self.sitting.game.is_drawn else None

    def _turn_tile(self, text: str) -> None:
        placing = self._placing()
        if placing is None:
            raise Refused("There is nothing to turn now.")
        if text and text not in map(str, placing.tile.turns):
            raise Unreadable(f"A tile is turned by {', '.join(map(str, placing.tile.turns))} degrees, not {text!r}.")
        self._turn = int(text) if text else placing.next_turn(self._turn)
        self._answer(f"{placing.tile.name} is turned by {self._turn} degrees.")

    def _undo(self) -> Outcome:
        before = len(self.sitting.events)
        if self.sitting.can_undo(self.seat) and self.sitting.undo_hides(self.seat):
            raise Refused("Something was turned up since then, so it stays done.")
        self.sitting.undo(self.seat)
        self._upcoming = None
        self._turn = 0
        self._heard = len(self.sitting.events)
        self._told = [(number, line) for number, line in self._told if number < self._heard]
        others = before - self._heard - 1
        self._remind(f"Taken back, and what the others did after it ({others})." if others else "Taken back.")
        return Outcome.ACTED


def verb_of(text: str) -> str:
    return text.partition(" ")[0]


def arguments_of(text: str) -> str:
    """Give an action's text without its verb, in small letters."""
    return text.partition(" ")[2].casefold()
