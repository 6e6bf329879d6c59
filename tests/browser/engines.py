"""Firefox and WebKit as Debian ships them, by what such browsers speak: WebDriver BiDi, and WebDriver.

Each gives as much of a page as a `Person` needs who plays by mouse: `evaluate`, and a mouse.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from fairdeal.contract.game import Game
from tests.browser.browsing import HERE, Looks, Tables, kept_by
from tests.browser.playing import GHOST, MIDDLE, SOON, TURNS, Mouse, Person, Unreachable, until
from tests.browser.wording import said, whole
from tools.engines import free_port

Json = Any
Actions = list[dict[str, Any]]

DESK = (1280, 900)
STARTS = 60.0  # seconds in which a browser must have started
REST = 300  # ms
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.*/MiniBrowser"

# What is asked may be an expression, a function, or either of them that promises something.
ASKED = """const asked = ({asked}); const given = typeof asked === "function" ? asked({arg}) : asked;"""


class Engine(Protocol):
    """A browser with one page."""

    def go(self, address: str) -> None: ...

    def ask(self, text: str) -> str:
        """Run a function's body, and give the text that it comes to."""
        ...

    def point(self, actions: Actions) -> None:
        """Let the mouse do something."""
        ...


# --- Firefox ---------------------------------------------------------------------------------------------------------


class Firefox:
    """One page of Firefox, by WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count()
        self._do("session.new", capabilities={})
        self._page = self._do("browsingContext.getTree")["contexts"][0]["context"]
        size = dict(zip(("width", "height"), DESK, strict=True))
        self._do("browsingContext.setViewport", context=self._page, viewport=size)

    def _do(self, method: str, **params: Json) -> Json:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != number:
            pass  # events that nobody asked for
        assert answer["type"] == "success", answer
        return answer["result"]

    def go(self, address: str) -> None:
        self._do("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def ask(self, text: str) -> str:
        asked = f"async () => {{ {text} }}"
        target = {"context": self._page}
        given = self._do("script.callFunction", functionDeclaration=asked, awaitPromise=True, target=target)
        assert given["type"] == "success", given
        return str(given["result"]["value"])

    def point(self, actions: Actions) -> None:
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self._do("input.performActions", context=self._page, actions=[mouse])

    def close(self) -> None:
        self._do("browser.close")


def firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def open_firefox(folder: Path) -> Iterator[Engine]:
    port, path = free_port(), firefox()
    assert path is not None
    arguments = [path, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", str(port)]
    with running(arguments, folder / "log"), ExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/session"
        page = Firefox(soon(lambda: stack.enter_context(connect(address, max_size=None, open_timeout=STARTS))))
        stack.callback(page.close)
        yield page


# --- WebKit ----------------------------------------------------------------------------------------------------------


class WebKit:
    """One page of WebKit, by WebDriver."""

    def __init__(self, address: str, binary: str) -> None:
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._address = f"{address}/session"
        self._address += "/" + _posted(self._address, wanted)["sessionId"]
        size = dict(zip(("width", "height"), DESK, strict=True))
        _posted(f"{self._address}/window/rect", size)
        _posted(f"{self._address}/timeouts", {"script": 1000 * SOON})

    def go(self, address: str) -> None:
        _posted(f"{self._address}/url", {"url": address})

    def ask(self, text: str) -> str:
        script = f"const done = arguments[0]; (async () => {{ {text} }})().then(done, (error) => done(`!${{error}}`));"
        given = str(_posted(f"{self._address}/execute/async", {"script": script, "args": []}))
        assert not given.startswith("!"), given
        return given

    def point(self, actions: Actions) -> None:
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        _posted(f"{self._address}/actions", {"actions": [mouse]})

    def close(self) -> None:
        urllib.request.urlopen(urllib.request.Request(self._address, method="DELETE"))


def _posted(address: str, what: Json) -> Json:
    sent = urllib.request.Request(address, json.dumps(what).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(sent) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(error.read().decode()) from error


def webkit() -> str | None:
    """Give the small browser that comes with WebKit, if its driver and a screen can be had, too."""
    found = sorted(Path("/").glob(MINI_BROWSER[1:]))
    return str(found[-1]) if found and shutil.which("WebKitWebDriver") and shutil.which("Xvfb") else None


@contextmanager
def open_webkit(folder: Path) -> Iterator[Engine]:
    path, port = webkit(), free_port()
    assert path is not None
    with ExitStack() as stack:
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        stack.enter_context(running(screen, folder / "screen"))
        number = soon(lambda: re.fullmatch(r"(\d+)\n", (folder / "screen").read_text())[1])  # type: ignore[index]
        # As root there is no sandbox to be had.
        inside = {"DISPLAY": f":{number}", "HOME": str(folder), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        stack.enter_context(running(["WebKitWebDriver", f"--port={port}"], folder / "log", inside))
        page = soon(lambda: WebKit(f"http://127.0.0.1:{port}", path))
        stack.callback(page.close)
        yield page


ENGINES: dict[str, tuple[Callable[[], str | None], Callable[[Path], Any]]] = {
    "firefox": (firefox, open_firefox),
    "webkit": (webkit, open_webkit),
}


# --- what both need --------------------------------------------------------------------------------------------------


@contextmanager
def running(arguments: list[str], log: Path, more: dict[str, str] | None = None) -> Iterator[None]:
    """Run a program, and end it in the end."""
    with log.open("wb") as said:
        process = subprocess.Popen(arguments, stdout=said, stderr=subprocess.STDOUT, env={**os.environ, **(more or {})})
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def soon(make: Callable[[], Any]) -> Any:
    """Give something as soon as it can be had."""
    end = time.monotonic() + STARTS
    while True:
        try:
            return make()
        except (OSError, TypeError, AssertionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


class MousePointer:
    """The mouse of a page, as Playwright has one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def move(self, x: float, y: float) -> None:
        self._engine.point([_move(x, y)])

    def click(self, x: float, y: float) -> None:
        self._engine.point([_move(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])


def _move(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": int(x), "y": int(y)}


class EnginePage:
    """As much of a page as a person needs who plays by mouse."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.mouse = MousePointer(engine)

    def evaluate(self, asked: str, arg: Json = None) -> Json:
        text = ASKED.format(asked=asked, arg=json.dumps(arg))
        return json.loads(self.engine.ask(f"{text} return JSON.stringify((await given) ?? null);"))

    def play_now(self, address: str, game: Game, wanted: Tables) -> None:
        """Come for the first time, hear all that the page is told, and begin a game."""
        self.engine.go(f"{address}/about")
        self.evaluate("() => {" + kept_by(Looks(motion="fast"), {game.name: wanted}) + "}")
        self.engine.go(address)
        self.evaluate(TROUBLES)
        self.evaluate((HERE / "ear.js").read_text("utf-8").strip().removesuffix(";"))
        self.evaluate(f"(names) => heard.until(() => ({PRESS_NOW})(names), {SOON})", [game.title, said("Play now")])
        self.until("heard.phase === 'playing' && heard.scene")

    def until(self, condition: str) -> Json:
        """Give what a condition gives as soon as that is something."""
        return until(cast(Page, self), condition)


TROUBLES = """() => {
  window.troubles = [];
  addEventListener("error", (event) => troubles.push(event.message));
  addEventListener("unhandledrejection", (event) => troubles.push(String(event.reason)));
}"""
PRESS_NOW = """([title, now]) => {
  const reads = (node, text) => node?.textContent.trim() === text;
  const card = [...document.querySelectorAll("article")].find((one) => reads(one.querySelector("h3"), title));
  const button = [...(card?.querySelectorAll("button") ?? [])].find((one) => reads(one, now));
  button?.click();
  return Boolean(button);
}"""
MIDDLE_OF = """(name) => {
  heard.goOn();
  const named = (one) => (one.getAttribute("aria-label") || one.textContent).trim();
  const node = [...document.querySelectorAll("button, summary")].find((one) => named(one) === name);
  if (!node || node.getAttribute("aria-disabled") === "true") return null;
  const box = node.getBoundingClientRect();
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return node.contains(document.elementFromPoint(spot.x, spot.y)) ? spot : null;
}"""
# What is still drawn of the moment before may be gone, or elsewhere, when it is pressed.
STEADY = """(find) => {
  let [at, since] = ["", 0];
  return () => {
    const spot = find();
    if (!spot || spot === true) return spot;
    if (at !== `${spot.x} ${spot.y}`) [at, since] = [`${spot.x} ${spot.y}`, performance.now()];
    return performance.now() - since > REST && spot;
  };
}"""


def steady(page: Page, find: str, arg: str) -> Json:
    """Give where something is that stays there for a while, as people need to press it."""
    looked = f"({STEADY})(() => {find})".replace("REST", str(REST))
    found = page.evaluate(f"(arg) => heard.until({looked}, {SOON})", arg)
    if not isinstance(found, dict):
        raise Unreachable(f"{arg} cannot be pressed")
    return found


class PatientMouse(Mouse):
    """Presses what has come to rest."""

    def take(self, piece: str, plays: bool) -> None:
        self.page.mouse.move(0, 0)
        spot = steady(self.page, "heard.point(arg) || heard.isOver()", piece)
        self.page.mouse.click(spot["x"], spot["y"])


class Stranger(Person):
    """A person at another browser, who presses what is seen by its place."""

    def __init__(self, page: EnginePage, seed: str) -> None:
        self.page = cast(Page, page)  # all of it that a mouse needs
        self.hands = PatientMouse(self.page)
        self.rng = Random(seed)
        self.played = 0

    def _press_button(self, name: str) -> None:
        spot = steady(self.page, f"({MIDDLE_OF})(arg)", name)
        self.page.mouse.click(spot["x"], spot["y"])

    def _turn(self, piece: str, turn: int) -> None:
        name = self.page.evaluate("(id) => { const p = heard.piece(id); return p.name || p.text; }", piece)
        self._press_button(whole("Turn {tile}", tile=name))

    def _lay(self, zone: str, row: int, column: int, turn: int) -> None:
        spot = self.page.evaluate(MIDDLE, [zone, row, column, *self._extent(turn)])
        for _ in range(TURNS):
            self.page.mouse.move(spot["x"], spot["y"])
            if until(self.page, GHOST)[2] == turn:
                break
            self._press_button(f"↻ {said('Turn')}")
        self.page.mouse.click(spot["x"], spot["y"])
