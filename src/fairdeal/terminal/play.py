"""A person at a terminal against bots that play at random.

All that is shown is made from the view of the person's own seat and from what that seat is told.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from enum import Enum

from msgspec.structs import replace
from rich.console import Console

from fairdeal.chance import Rng
from fairdeal.errors import FairdealError, Refused, Unreadable
from fairdeal.game import State, list_legal, new_view
from fairdeal.kernel import DEALER, blank, copy
from fairdeal.messages import Seat
from fairdeal.plain import plain
from fairdeal.scene import Piece, Scene, spoken
from fairdeal.table.sitting import Sitting
from fairdeal.terminal import rulebook
from fairdeal.terminal.blocks import Block, folded
from fairdeal.terminal.drawing import Ghost, zones_of
from fairdeal.terminal.menu import MOST_ROWS, menu
from fairdeal.terminal.palette import ASCII, Pen
from fairdeal.terminal.placing import Placing
from fairdeal.terminal.printing import show_markdown
from fairdeal.terminal.regions import region
from fairdeal.terminal.screen import Screen

HEIGHT = 24  # of a screen that is not there

HELP = """\
a number     do what the list has under it
an action    do it; the verb may be left out, and capitals do not matter
why ACTION   say why an action is not allowed now
try ACTION   show it without doing it, and say whether it is allowed
turn [N]     turn the tile in your hand further, or by N degrees; then a square
             alone is enough: -1,2 or try -1,2
show [SEAT]  show all that lies before a seat, or in the middle
rules [§]    show the rules, or one section: rules 8
undo         take back your last action and what followed, if no chance did
all          list all your actions, however many
log [N]      tell the last N events again, 10 if left out
help         show this
quit         leave the table
Enter alone  look at the table again

> may act   ! over a limit   + scores   = balanced   [R7] can be chosen
? not known   … cut to fit: show SEAT shows all"""

COMMANDS = ("", "why", "try", "turn", "show", "rules", "undo", "all", "log", "help", "quit")


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
        self._told: list[tuple[int, str]] = []  # the story so far, each line with the number of its event
        self._fresh = 0  # how many lines of it had been told before the latest news
        self._remark = ""  # what to say with the next drawing
        self._turn = 0  # how far the tile in hand is turned, in degrees
        self._moment = 0  # the table's time when the person was last asked
        self._asked = 0.0  # the wall's time of that
        self._upcoming: tuple[int, int] | None = None  # real time: who of the others acts next, and when
        words = sitting.game.words
        self._texts = [words.text(action) for action in range(sitting.game.rules.ACTIONS)]
        self._catalogue = sitting.setting.catalogue(seat, {seat: "You"})
        self._names = [self._catalogue.value(Seat(number)) for number in range(sitting.setting.seats)]

    def run(self) -> bool:
        """Play until the game is over; False when the person leaves before."""
        title, seats = self.sitting.game.title, self.sitting.setting.seats
        self._greet(f"{title}, {seats} seat{'s' * (seats != 1)}. You are seat {self.seat}. Type help for help.")
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
        told = self._story(self._heard)
        if self._heard < len(self.sitting.events):
            self._fresh = len(self._told)
        self._told += told
        self._heard = len(self.sitting.events)
        if not self._is_screen:
            self._tell(told)

    def _story(self, since: int) -> list[tuple[int, str]]:
        tellings = enumerate(self.sitting.story(self.seat, since), since)
        return [(number, line) for number, telling in tellings for line in telling.lines]

    def _tell(self, story: list[tuple[int, str]]) -> None:
        for _, line in story:
            self._say(line, "cyan")

    def _show_table(self) -> None:
        if self._is_screen:
            self._show_screen(self._remark)
            self._remark = ""
            return
        self._say("")
        if self.sitting.game.is_drawn:
            self._print(self._screen(self._scene()).lines(HEIGHT))
            return
        v, words = plain(self.sitting.view(self.seat)), self.sitting.game.words
        for message in words.look(v, self.seat):
            self._say(self._catalogue.render(message))
        self._say(self._catalogue.render(words.prompt(v, self.seat)), "bold")
        self._show_menu(MOST_ROWS)

    def _show_screen(
        self, notice: str = "", ghost: Ghost | None = None, scene: Scene | None = None, below: int = 1
    ) -> None:
        """Draw on a clean screen; so many lines are needed below."""
        old, news = self._told[: self._fresh], self._told[self._fresh :]
        screen = dataclasses.replace(
            self._screen(scene or self._scene()),
            old=[line for _, line in old],
            news=[line for _, line in news],
            notice=notice,
            ghost=ghost,
        )
        self._console.clear()
        self._print(screen.lines(max(self._console.height - below, HEIGHT // 2)))

    def _screen(self, scene: Scene) -> Screen:
        return Screen(self.sitting.game.title, scene, self.seat, self._names, self._pen(scene))

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
        if text and text not in map(str, range(self.sitting.setting.seats)):
            raise Unreadable(f"There is no seat {text}; the seats are 0 to {self.sitting.setting.seats - 1}.")
        scene = self._scene()
        self._print(zones_of(scene, int(text) if text else None, self._names, self._pen(scene)))

    def _tell_end(self) -> None:
        lines = self.sitting.game.words.result(plain(self.sitting.view(self.seat)))
        result = [self._catalogue.render(line) for line in lines]
        below = [line for text in result for line in folded(text, self._console.width)]
        if self._is_screen:
            self._show_screen(self._remark, below=len(below) + 3)
        self._say("")
        for number, text in enumerate(result):
            self._say(text, "" if number else "bold")

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
            case "try":
                self._try(rest)
            case "turn":
                self._turn_tile(rest)
            case "show":
                self._show_zones(rest)
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
        return self._reason(action) or f"You may {self._texts[action]} now."

    def _reason(self, action: int) -> str | None:
        return self.sitting.why_not(self.seat, action)

    def _try(self, text: str) -> None:
        """Show an action without doing it; where nobody would learn from it, the table as it would be."""
        if not text:
            raise Unreadable("Try what? Write try and an action.")
        action = self._find(text)
        placing, reason = self._placing(), self._reason(action)
        ghost = placing.ghost(self._texts[action]) if placing else None
        if reason:
            self._answer(reason, ghost=ghost, scene=self._scene() if ghost else None)
            return
        after = self._after(action, placing.tile) if placing and ghost else None
        self._answer(f"You may {self._texts[action]} now.", ghost=ghost, scene=after)

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
