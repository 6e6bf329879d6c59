"""What a person at a terminal is shown of a table: its screen, its story, and the answers to what was typed.

All of it is made from the view of the person's own seat and from what that seat is told.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from rich.console import Console
from rich.control import Control
from rich.segment import ControlType

from fairdeal.contract.game import list_legal
from fairdeal.contract.rules import State
from fairdeal.contract.scene import Piece, Scene, Sums, spoken
from fairdeal.engine.plain import plain
from fairdeal.errors import Unreadable
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, Seat, joined, say
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import News, retold
from fairdeal.terminal.blocks import Block, folded, ink
from fairdeal.terminal.drawing import zones_of
from fairdeal.terminal.lines import PROMPT
from fairdeal.terminal.menu import MOST_ROWS, is_lettered, labels, menu, short_menu, told_menu
from fairdeal.terminal.palette import ASCII, Pen
from fairdeal.terminal.pictures import pictures_of
from fairdeal.terminal.placing import as_typed
from fairdeal.terminal.regions import Ghost, region
from fairdeal.terminal.rounds import round_table
from fairdeal.terminal.screen import Screen, notes_of
from fairdeal.terminal.speaking import help_lines, own_catalogue, rows, typing_lines

HEIGHT = 24  # of a screen that is not there
RECALLED = 10  # lines of the story of a game that goes on, where there is no screen


class Display:
    """A console that shows one seat's table: each turn on a clean screen where there is one, else line after line."""

    def __init__(
        self, sitting: Sitting, seat: int, console: Console, clock: Callable[[], list[Message]], language: str = DEFAULT
    ) -> None:
        """`clock` says how long a countdown or a time limit still runs."""
        self.turn = 0
        """How far the tile in hand is turned, in degrees."""
        self.catalogue = own_catalogue(sitting.setting, seat, language)
        self._sitting = sitting
        self._seat = seat
        self._console = console
        self._clock = clock
        self._heard = 0  # events told so far
        self._told: list[tuple[int, str]] = []  # the story so far, each line with the number of its event
        self._fresh = 0  # how many lines of it had been told before the latest news
        self._rounds: list[Sums] = []  # what rounds came to that have not been read yet
        self._remark = ""  # what to say with the next drawing
        self._names = [self.catalogue.value(Seat(number)) for number in range(sitting.setting.seats)]
        self.draw_again: Callable[[], None] = self._show_screen
        """Draw what the screen shows, as things are now."""

    @property
    def is_screen(self) -> bool:
        """Tell whether each turn gets a clean screen; otherwise all is printed one after another."""
        can_clear = self._console.is_terminal and not self._console.is_dumb_terminal
        return can_clear and self._sitting.game.is_drawn

    # --- sentences ---

    def say(self, what: Message | str, style: str = "") -> None:
        lines = self.catalogue.value(what).split("\n")
        self._console.print(*(line for text in lines for line in folded(text, self._console.width, style)), sep="\n")

    def say_whole(self, message: Message, style: str = "") -> None:
        """Say something in one line, however long, so that a path in it can be copied."""
        self._console.print(self.catalogue.render(message), style=style, markup=False, soft_wrap=True)

    def say_open(self, message: Message) -> None:
        """Say something and stay in its line."""
        self._console.out(self.catalogue.render(message), end="", highlight=False)

    def greet(self, message: Message) -> None:
        if self.is_screen:
            self._told.append((-1, self.catalogue.render(message)))
        else:
            self.say(message, "bold")

    def remind(self, message: Message, style: str = "") -> None:
        """Say something that belongs to what is drawn next, with what belongs to it already."""
        self._remark = self.catalogue.render(joined("sentences", [*filter(None, [self._remark]), message]))
        if not self.is_screen:
            self.say(message, style)

    def answer(
        self, what: Message | str, style: str = "", ghost: Ghost | None = None, scene: Scene | None = None
    ) -> None:
        """Answer what was typed: on a screen below the table, drawn anew."""
        text = self.catalogue.value(what)
        if self.is_screen:
            self._show_screen(text, ghost, scene)
            self.draw_again = partial(self._show_screen, text)
            return
        if ghost and scene:
            self._print(region(scene.zone(ghost.zone), ghost=ghost))
        self.say(text, style)

    # --- the story ---

    def tell_news(self) -> None:
        """Hear what happened since; without a screen, tell it at once."""
        if self._heard < len(self._sitting.events):
            self._fresh = len(self._told)
        told = self.hear()
        if not self.is_screen:
            self._tell(told)
            self.tell_rounds()

    def tell_rounds(self, read_line: Callable[[], str | None] | None = None) -> None:
        """Show what rounds came to that have ended since; where lines are read, each until it is read."""
        rounds, self._rounds = self._rounds, []
        for sums in rounds:
            if read_line:
                self._console.clear()
            self._print([ink(), *round_table(spoken(sums, self.catalogue), self._names, self.catalogue)])
            if read_line:
                self.say(say("terminal.read_on"), "dim")
                read_line()

    def hear(self) -> list[tuple[int, str]]:
        """Add what happened since to the story, and give it."""
        news = self._news(self._heard)
        told = self._story(news, self._heard)
        changes = (one.change(self._sitting.game, self._seat) for one in news)
        self._rounds += [change.sums for change in changes if change.sums]
        self._told += told
        self._heard = len(self._sitting.events)
        return told

    def recall(self) -> None:
        """Remember what happened before a game was left; without a screen, tell the last of it."""
        told = self.hear()
        self._rounds.clear()
        self._fresh = len(self._told)
        if not self.is_screen:
            self._tell(told[-RECALLED:])

    def take_back(self) -> int:
        """Strike from the story what was taken back; say how many events that were."""
        struck = self._heard - len(self._sitting.events)
        self._heard = len(self._sitting.events)
        self._told = [(number, line) for number, line in self._told if number < self._heard]
        return struck

    def tell_last(self, count: int) -> None:
        since = max(0, len(self._sitting.events) - count)
        self._tell(self._story(self._news(since), since))

    def _news(self, since: int) -> list[News]:
        return list(retold(self._sitting.setting, self._sitting.events, self._seat, since=since))

    def _story(self, news: list[News], since: int) -> list[tuple[int, str]]:
        """What events from that number on are told as."""
        setting, game = self._sitting.setting, self._sitting.game
        catalogue = setting.catalogue(self._seat, language=self.catalogue.language)
        lines = (one.lines(game, self._seat, catalogue) for one in news)
        return [(number, line) for number, few in enumerate(lines, since) for line in few]

    def _tell(self, story: list[tuple[int, str]]) -> None:
        for _, line in story:
            self.say(line, "cyan")

    # --- the table ---

    def show_table(self) -> None:
        if self.is_screen:
            self._show_screen(self._remark)
            self.draw_again = partial(self._show_screen, self._remark)
            self._remark = ""
            return
        self.say("")
        if self._sitting.game.is_drawn:
            self._print(self._screen(self.scene()).lines(HEIGHT))
            return
        v, words = plain(self._sitting.view(self._seat)), self._sitting.game.words
        for message in words.describe(v, self._seat):
            self.say(self.catalogue.render(message))
        self.say(self.catalogue.render(words.prompt(v, self._seat)), "bold")
        self.show_menu(MOST_ROWS)

    def show_menu(self, most_rows: int | None) -> None:
        game, v, pen = self._sitting.game, self._sitting.view(self._seat), self._pen(Scene())
        typed = as_typed(self.scene()) if game.is_drawn else str
        texts = [typed(game.words.text(action)) for action in list_legal(game.rules, v, self._seat)]
        notes = notes_of(self.scene(), pen) if game.is_drawn else []
        for line in told_menu(texts, notes, pen, most_rows) if notes else menu(texts, pen, most_rows):
            self.say(line)

    def show_goal(self, read_line: Callable[[], str | None] | None = None) -> None:
        """Show what the game is about; where lines are read, one picture after another, until one says something."""
        for picture in pictures_of(self._sitting.setting, self._pen(Scene())):
            if read_line and self.is_screen:
                self._console.clear()
            self._print(picture)
            if read_line:
                self.say(say("terminal.next_picture"), "dim")
                if (read_line() or "").strip():
                    return

    def show_help(self) -> None:
        self._print(help_lines(self.catalogue, self._console.width))

    def show_what_now(self, texts: list[str], reasons: Sequence[Sequence[Message]], forms: Sequence[str]) -> None:
        """Say what can be done now, with what is known of each action, and what else can be typed."""
        width, pen = self._console.width, self._pen(Scene())
        if is_lettered(texts) and len(texts) == len(reasons):
            told = [self.catalogue.value(list(known)) for known in reasons]
            heads = [f"{letter}) {text}" for letter, text in zip(labels(len(texts)), texts, strict=True)]
            self._print(rows(zip(heads, told, strict=True), width))
        else:
            self._print([ink(line) for line in short_menu(texts, pen, MOST_ROWS)])
        self._print([ink(), *typing_lines(self.catalogue, width, forms)])

    def show_zones(self, text: str) -> None:
        """Show in full what lies before a seat, or in the middle."""
        if text and text not in map(str, range(1, self._sitting.setting.seats + 1)):
            raise Unreadable(say("table.no_such_seat", seat=text, seats=self._sitting.setting.seats))
        scene = self.scene()
        self._print(zones_of(scene, int(text) - 1 if text else None, self._names, self._pen(scene)))

    def tell_end(self) -> None:
        lines = self._sitting.game.words.result(plain(self._sitting.view(self._seat)))
        result = [self.catalogue.render(line) for line in lines]
        if self.is_screen:
            self._show_screen(self._remark, result=result)
            return
        self.say("")
        for number, text in enumerate(result):
            self.say(text, "" if number else "bold")

    def show_prompt(self, text: str) -> None:
        """Show what has been typed so far; of a long line, its end."""
        typed = ink(text)
        room = self._console.width - len(PROMPT) - 1  # the cursor needs a place too
        while typed.cell_len > room:
            typed = typed[1:]
        with self._console:
            self._console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 0)))
            self._console.out(PROMPT + typed.plain, end="", highlight=False)

    def scene(self) -> Scene:
        return self.drawn(self._sitting.view(self._seat))

    def find_piece(self, text: str) -> Piece | None:
        """Find the piece that is called so, in a few letters or by its name."""
        wanted = text.casefold()
        called = (piece for piece in self.scene().pieces() if piece.face)
        return next((piece for piece in called if wanted in (piece.text.casefold(), str(piece.name).casefold())), None)

    def drawn(self, v: State) -> Scene:
        return spoken(self._sitting.game.scene(v, self._seat), self.catalogue)

    def _show_screen(
        self, notice: str = "", ghost: Ghost | None = None, scene: Scene | None = None, result: Sequence[str] = ()
    ) -> None:
        """Draw on a clean screen, and leave a line for the prompt, or two for whatever comes after the end."""
        old, news = self._told[: self._fresh], self._told[self._fresh :]
        screen = dataclasses.replace(
            self._screen(scene or self.scene()),
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
        typed = as_typed(self.scene())
        timed = replace(
            scene,
            status=(*scene.status, *map(self.catalogue.render, self._clock())),
            paths=tuple(replace(path, action=typed(path.action)) for path in scene.paths),
        )
        return Screen(self._sitting.game.title, timed, self._seat, self._names, self._pen(scene))

    def _pen(self, scene: Scene) -> Pen:
        colours = self._console.color_system is not None and not self._console.no_color
        choices = frozenset(pick for path in scene.paths for pick in path.picks)
        return Pen(self._console.width, colours, choices, self.turn, self.catalogue)

    def _print(self, lines: Block) -> None:
        for line in lines:
            if self._console.options.ascii_only:
                line.plain = line.plain.translate(ASCII)
            line.rstrip()
            self._console.print(line, no_wrap=True, overflow="crop", crop=True)
