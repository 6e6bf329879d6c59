"""How smoothly cards move, and how soon a press is seen: `python -m tests.browser.motion`, on a machine that is quiet.

In a replay the cards of CASTER are dealt to five people; the frames in which nearly all of them move are counted.
They are measured again on a processor that is four times as slow. Presses are those of a person who plays a game: when
they are seen, by the browser's own clock of events, and what they cost until then. What else the machine does spoils
times that pass, but not CPU time.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.browsing import Looks, Tables, launch, wait_for_rest, window
from tests.browser.finished import finished_table
from tests.browser.opening import play_now
from tests.browser.playing import Person, point_of, until
from tests.browser.tracing import DOWN, RELEASE, Tracer
from tests.browser.wording import said
from tests.server.serverproc import serving

CARDS = 60
TURNS = 8  # deals
PRESSED = 8
WARM = 3  # presses before them: what is run for the first time is slow
HELD = 120  # ms between a press and its release, as fingers do
PARTS = ("script", "page", "layers", "paint", "draw")
DEAL = 2  # events: who leads, and the cards
SLOWER = (1, 4)
FULL = Tables(5, options={"rounds": 1})
SMALL = Tables(3, options={"rounds": 1})

# Times of the frames in which so many cards moved, from the first such frame to the last.
FRAMES = """(least) => new Promise((resolve) => {
  const moves = () => document.getAnimations().filter((one) => one.transitionProperty === "transform").length;
  const times = [];
  const end = performance.now() + 5000;
  const frame = (now) => {
    const many = moves();
    if (many >= least) times.push([now, many]);
    if ((times.length && many < least) || now > end) resolve(times);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""

PRESSES = """() => new PerformanceObserver((list) => {
  window.presses ??= [];
  for (const { name, duration } of list.getEntries()) presses.push([name, duration]);
}).observe({ type: "event", durationThreshold: 16 })"""


class Thread:
    """The CPU time of the page's own thread, which may be made slower than it is."""

    PARTS = ("Task", "Script", "RecalcStyle", "Layout")

    def __init__(self, page: Page, slower: int) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self._before = self._now()

    def _now(self) -> list[float]:
        found = {one["name"]: one["value"] for one in self._devtools.send("Performance.getMetrics")["metrics"]}
        return [1000 * found[f"{part}Duration"] for part in self.PARTS]

    def each(self, times: int) -> str:
        """Give what each of so many times took."""
        spent = [(now - before) / times for now, before in zip(self._now(), self._before, strict=True)]
        return "{:.0f} ms of CPU time each: script {:.0f}, style {:.0f}, layout {:.0f}".format(*spent)


def spread(values: Sequence[float], unit: str) -> str:
    return f"{statistics.median(values):.1f} {unit} ({min(values):.1f} to {max(values):.1f})" if values else "-"


def measure_motion(browser: Browser, address: str, table: str, slower: int) -> None:
    with window(browser, address, Looks(motion="slow", pictures=True)) as page:
        page.goto(f"/replay/{table}")
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
        deal(page)  # what is seen has been fetched before anything is measured
        thread = Thread(page, slower)
        turns = [deal(page) for _ in range(TURNS)]
        spent = thread.each(TURNS)
    gaps = [after[0] - before[0] for turn in turns for before, after in pairwise(turn)]
    rates = [1000 * (len(turn) - 1) / (turn[-1][0] - turn[0][0]) for turn in turns if len(turn) > 1]
    late = sum(round(gap * 60 / 1000) - 1 for gap in gaps if gap > 25)
    most = max((many for turn in turns for _, many in turn), default=0)
    print(f"{most} cards move, {slower} times slower: {spread(rates, 'frames a second')}")
    print(f"  {late} of {late + len(gaps)} frames dropped in {len(rates)} of {TURNS} deals; {spent}")


def deal(page: Page) -> list[Any]:
    """Go back to the empty table, let the cards be dealt, and give the times of the frames in which they moved."""
    page.get_by_role("slider", name=said("Moment")).press("Home")
    wait_for_rest(page)
    page.evaluate(f"() => {{ window.dealt = ({FRAMES})({CARDS}); }}")
    for _ in range(DEAL):
        page.get_by_role("button", name=said("One event on")).click()
    times: list[Any] = page.evaluate("() => window.dealt")
    wait_for_rest(page)
    return times


def measure_presses(browser: Browser, address: str, is_hurried: bool) -> None:
    """A press and its release, by a pointer that lies on a card, or as soon as the server offers it."""
    with window(browser, address, Looks(motion="normal", pictures=True), {"caster": SMALL}) as page:
        play_now(page, "caster")
        person, tracer = Person(page, "mouse", "presses"), Tracer(browser)
        for _ in range(WARM):
            press_once(person, is_hurried)()
        page.evaluate(PRESSES)
        traces = [tracer.trace(page, press_once(person, is_hurried)) for _ in range(PRESSED)]
        seen: list[tuple[str, float]] = page.evaluate("() => window.presses ?? []")
    print("A press as soon as it can be" if is_hurried else "A press once all lies still")
    for name, types in (("pointerdown", DOWN), ("click", RELEASE)):
        costs = [cost for trace in traces if (cost := trace.cost(types))]
        late = [ms for event, ms in seen if event == name]
        print(f"  {name}: {len(late)} of {PRESSED} later than in the next frame, after {spread(late, 'ms')};", end=" ")
        print(f"{spread([cost.all for cost in costs], 'ms')} of CPU time: ", end="")
        print(", ".join(f"{part} {statistics.median(getattr(cost, part) for cost in costs):.1f}" for part in PARTS))


def press_once(person: Person, is_hurried: bool) -> Callable[[], None]:
    """Choose a card of the hand, and give how to press it."""
    page = person.page
    until(page, "heard.isReady()" if is_hurried else "heard.isShown() && heard.isStill()")
    [card] = person.rng.choice(person.paths())["picks"]
    page.mouse.move(0, 0)
    spot = point_of(page, card)
    page.mouse.move(spot["x"], spot["y"])
    if not is_hurried:
        wait_for_rest(page)

    def press() -> None:
        page.mouse.down()
        page.wait_for_timeout(HELD)
        page.mouse.up()
        page.wait_for_timeout(HELD)

    return press


def main() -> None:
    with tempfile.TemporaryDirectory() as store, serving(Path(store)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        table = finished_table(server.address, "caster", FULL)
        for slower in SLOWER:
            measure_motion(browser, server.address, table, slower)
        for is_hurried in (False, True):
            measure_presses(browser, server.address, is_hurried)
        browser.close()


if __name__ == "__main__":
    main()
