"""A person at a table in a browser, who plays by mouse, by keyboard alone, or by touch.

The person knows nothing but what the page was told, and presses only what can be seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.browsing import PATIENCE
from tests.browser.wording import said, whole

Json = Any
Point = dict[str, float]

SQUARE = re.compile(r"(?P<zone>.*)@(?P<row>-?\d+),(?P<column>-?\d+)")
TURNS = 5  # presses after which a tile must have been turned all round
MOST_STEPS = 80  # arrow keys between two pieces
SOON = 30_000  # ms in which the page must have drawn or sent what it knows, also on a busy machine


class Unreachable(AssertionError):
    """Something that the server offers cannot be pressed."""


def until(page: Page, condition: str, arg: Json = None, patience: int = PATIENCE) -> Json:
    """Give what a condition gives as soon as that is something. Playwright's own way waits for a frame each time."""
    found = page.evaluate(f"(arg) => heard.until(() => {condition}, {patience})", arg)
    if found is None:
        raise PlaywrightTimeout(f"{condition} did not come true")
    return found


def status(page: Page) -> Locator:
    """The line that says what is awaited, with its buttons."""
    return page.get_by_role("region", name=said("Status"))


def board(page: Page) -> Locator:
    """The own region, while a tile can be laid on it."""
    return page.get_by_role("button", name=said("Arrow keys move"))


class Hands(Protocol):
    """One way to press things."""

    page: Page

    def press(self, target: Locator) -> None: ...

    def take(self, piece: str, plays: bool) -> None: ...

    def aim(self, spot: Point, square: tuple[int, int]) -> None: ...

    def turn(self) -> None: ...

    def lay(self, spot: Point) -> None: ...


@dataclass
class Mouse:
    page: Page

    def press(self, target: Locator) -> None:
        target.click(timeout=SOON)

    def take(self, piece: str, plays: bool) -> None:
        self.page.mouse.move(0, 0)  # a card under the pointer is raised and may cover its neighbours
        spot = point_of(self.page, piece)
        self.page.mouse.click(spot["x"], spot["y"])

    def aim(self, spot: Point, square: tuple[int, int]) -> None:
        self.page.mouse.move(spot["x"], spot["y"])

    def turn(self) -> None:
        self.page.mouse.wheel(0, 100)

    def lay(self, spot: Point) -> None:
        self.page.mouse.click(spot["x"], spot["y"])


@dataclass
class Finger:
    """The first tap picks up, the second plays, whatever others do in between."""

    page: Page

    def press(self, target: Locator) -> None:
        target.tap(timeout=SOON)

    def take(self, piece: str, plays: bool) -> None:
        self._tap(piece)
        if plays:
            until(self.page, "heard.isArmed()", patience=SOON)
            self._tap(piece)

    def _tap(self, piece: str) -> None:
        spot = point_of(self.page, piece)
        self.page.touchscreen.tap(spot["x"], spot["y"])

    def aim(self, spot: Point, square: tuple[int, int]) -> None:
        self.page.touchscreen.tap(spot["x"], spot["y"])

    def turn(self) -> None:
        status(self.page).get_by_role("button", name=said("Turn")).tap(timeout=SOON)

    def lay(self, spot: Point) -> None:
        status(self.page).get_by_role("button", name=said("Lay it")).tap(timeout=SOON)


@dataclass
class Keys:
    """Tab goes to a zone, arrows go to a piece in it, Enter plays."""

    page: Page

    def press(self, target: Locator) -> None:
        self._tab_to(target)
        self.page.keyboard.press("Enter")

    def take(self, piece: str, plays: bool) -> None:
        point_of(self.page, piece)
        zone = self.page.evaluate("(id) => heard.nodes(id)[0].dataset.zone", piece)
        self._tab_to(self.page.locator(f'[data-zone="{zone}"][tabindex="0"]'))
        self._walk_to(piece)
        self.page.keyboard.press("Enter")

    def aim(self, spot: Point, square: tuple[int, int]) -> None:
        self._tab_to(board(self.page))
        self.page.keyboard.press("ArrowUp")
        for _ in range(MOST_STEPS):
            ghost = ghost_of(self.page)
            key = ghost and _key_towards(square[1] - ghost[1], square[0] - ghost[0])
            if not key:
                return
            self.page.keyboard.press(key)
            if ghost_of(self.page) == ghost:
                return  # there is no legal place in that direction; the one that is lit will do

    def lay(self, spot: Point) -> None:
        self.page.keyboard.press("Enter")

    def turn(self) -> None:
        self.page.keyboard.press("r")

    def _tab_to(self, target: Locator) -> None:
        """Where the focused piece has left the table, the first presses only find out where Tab goes on."""
        for _ in range(3):
            many = int(target.first.evaluate("(node) => heard.tabs(node)"))
            for _ in range(abs(many)):
                self.page.keyboard.press("Tab" if many > 0 else "Shift+Tab")
            if target.first.evaluate("(node) => node === document.activeElement"):
                return
        raise Unreachable(f"Tab does not lead to {target}")

    def _walk_to(self, piece: str) -> None:
        """Press arrows until the piece has the focus; where one leads nowhere, try the other axis."""
        for _ in range(MOST_STEPS):
            far = self.page.evaluate(FAR, piece)
            if far is None:
                return
            keys = [_key_towards(far["x"], far["y"]), _key_towards(far["x"], 0), _key_towards(0, far["y"])]
            if not any(self._moves(key) for key in keys if key):
                break
        raise Unreachable(f"no arrow keys lead to {piece}")

    def _moves(self, key: str) -> bool:
        before = self.page.evaluate("() => document.activeElement.id")
        self.page.keyboard.press(key)
        return bool(self.page.evaluate("(before) => document.activeElement.id !== before", before))


FAR = """(id) => {
  const nodes = heard.nodes(id);
  if (nodes.includes(document.activeElement)) return null;
  const from = document.activeElement.getBoundingClientRect();
  const to = nodes[0].getBoundingClientRect();
  return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 };
}"""


def _key_towards(right: float, down: float) -> str | None:
    """Give the arrow key of the longer way; None where there is none to go."""
    if not right and not down:
        return None
    if abs(right) >= abs(down):
        return "ArrowRight" if right > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"


WAYS: dict[str, type[Mouse] | type[Finger] | type[Keys]] = {"mouse": Mouse, "keyboard": Keys, "touch": Finger}


def point_of(page: Page, piece: str) -> Point:
    """Give a point where the piece can be pressed; when the game is over there is none."""
    try:
        spot: Point | bool = until(page, "heard.point(arg) || heard.isOver()", piece, SOON)
    except PlaywrightTimeout as problem:
        raise Unreachable(f"{piece} cannot be pressed: it is not drawn, out of sight or covered") from problem
    if isinstance(spot, bool):
        raise Unreachable(f"{piece} cannot be pressed: the game is over")
    return spot


def ghost_of(page: Page) -> tuple[int, int, int] | None:
    """Give row, column and turn of the tile that is being laid, as the rules count them; None while it is nowhere."""
    board(page).wait_for(timeout=SOON)
    found: list[int] | None = page.evaluate(GHOST)
    return (found[0], found[1], found[2]) if found else None


GHOST = "document.querySelector('[data-ghost]')?.dataset.ghost.split(',').map(Number) ?? null"


class Person:
    """Plays a table to its end, choosing among all that is legal."""

    def __init__(self, page: Page, way: str, seed: str = "") -> None:
        self.page = page
        self.hands: Hands = WAYS[way](page)
        self.rng = Random(f"{way} {seed}")
        self.played = 0

    # --- waiting -----------------------------------------------------------------------------------------------------

    def wait(self) -> None:
        """Wait until something can be done, the game is over, or another person is awaited."""
        until(self.page, "heard.isReady() || heard.isOver() || heard.isOthers()")

    def now(self) -> Json:
        """Give what the page knows now: whether something can be done, and what."""
        return self.page.evaluate("() => heard.now()")

    # --- acting ------------------------------------------------------------------------------------------------------

    def play_to_the_end(self, most: int = 1000) -> None:
        for _ in range(most):
            if self.play_once():
                return
        raise AssertionError(f"the game does not end after {most} actions")

    def play_once(self) -> bool:
        """Wait for the own turn and act; say whether the game was over instead."""
        now = until(self.page, "(heard.isReady() || heard.isOver()) && heard.now()")
        if now["isOver"]:
            return True
        self._act_in_time(now)
        return False

    def act(self) -> None:
        """Choose an action and do it."""
        self._act(self.now())

    def _act(self, now: Json) -> None:
        if paths := now["paths"]:
            self.do(self.rng.choice(paths), paths)

    def _act_in_time(self, now: Json) -> None:
        """Where all act at once, somebody else may end the game, or take what was wanted, before it is pressed."""
        try:
            self._act(now)
        except (Unreachable, PlaywrightTimeout):
            if not self.page.evaluate(OTHERS_ACTED, now["number"]):
                raise

    def paths(self) -> list[Json]:
        """All that is legal now, as the server told the page."""
        found: list[Json] = self.now()["paths"]
        return found

    def do(self, path: Json, paths: list[Json]) -> None:
        """Do it, and wait until it has been sent."""
        before = self.page.evaluate("() => heard.plays")
        self.choose(path, paths)
        try:
            until(self.page, "heard.plays > arg || heard.isOver()", before, SOON)
        except PlaywrightTimeout as problem:
            raise Unreachable(f"{path['action']} was pressed and nothing was sent") from problem
        self.played += 1

    def choose(self, path: Json, paths: list[Json]) -> None:
        """Pick one thing after another until nothing else can be meant; a round's end has been read before."""
        self.page.evaluate("() => heard.goOn()")
        picks: list[str] = []
        turn = 0
        for pick in path["picks"]:
            picks.append(pick)
            if pick.startswith("turn."):
                turn = int(pick.removeprefix("turn."))
                continue
            plays = sum(other["picks"][: len(picks)] == picks for other in paths) == 1
            self._pick(pick, turn, plays)
            if plays:
                return
            turn = 0

    def _pick(self, pick: str, turn: int, plays: bool) -> None:
        name = self.page.evaluate(BUTTON, pick)
        if name is not None:
            self._press_button(name)
        elif square := SQUARE.fullmatch(pick):
            self._lay(square["zone"], int(square["row"]), int(square["column"]), turn)
        else:
            if turn:
                self._turn(pick, turn)
            self.hands.take(pick, plays)

    def _press_button(self, name: str) -> None:
        button = status(self.page).get_by_role("button", name=name, exact=True)
        more = status(self.page).get_by_label(said("More actions"))
        # A round's end may come before the button does.
        until(self.page, "(heard.goOn(), document.querySelector('.prompt .buttons .button'))", patience=SOON)
        button.or_(more).first.wait_for(timeout=SOON)
        if not button.count():
            self.hands.press(more)
        self.hands.press(button)

    def _turn(self, piece: str, turn: int) -> None:
        """Turn a single tile before it is picked: each press turns it by the least that is offered."""
        name = self.page.evaluate("(id) => { const p = heard.piece(id); return p.name || p.text; }", piece)
        self.hands.press(self.page.get_by_role("button", name=whole("Turn {tile}", tile=name), exact=True))

    def _lay(self, zone: str, row: int, column: int, turn: int) -> None:
        """Aim, turn until the tile lies as it shall, and lay it."""
        rows, columns = self._extent(turn)
        spot: Point = self.page.evaluate(MIDDLE, [zone, row, column, rows, columns])
        self.hands.aim(spot, (row, column))
        for _ in range(TURNS):
            ghost = ghost_of(self.page)
            if ghost and ghost[2] == turn:
                break
            self.hands.turn()
            if ghost_of(self.page) is None:
                self.hands.aim(spot, (row, column))
        self.hands.lay(spot)

    def _extent(self, turn: int) -> tuple[int, int]:
        rows, columns = self.page.evaluate("() => heard.extent()")
        return (columns, rows) if turn in (90, 270) else (rows, columns)


OTHERS_ACTED = "(before) => heard.number > before && (heard.begins !== null || heard.isOver())"
BUTTON = "(id) => heard.scene.buttons.find((button) => button.id === id)?.name ?? null"
MIDDLE = "([zone, row, column, rows, columns]) => heard.middle(zone, row, column, rows, columns)"
