"""What a browser does for a press until it is seen, by the CPU time of its threads: whatever else the machine does, it
spoils these figures little."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

Event = dict[str, Any]

CATEGORIES = ["devtools.timeline", "cc", "viz", "toplevel"]
PAGE, LAYERS = "CrRendererMain", "Compositor"  # the names of Chromium's threads
LEAST = 2.0  # ms: a frame that is drawn for less shows nothing new

DOWN = ("pointerdown", "mousedown")
RELEASE = ("pointerup", "mouseup", "click")


@dataclass(frozen=True)
class Cost:
    """Milliseconds of CPU time from the first of some events to the end of the frame that shows them."""

    script: float
    """What the page's own functions took."""
    page: float
    """Style, layout, and lists of what is to be painted."""
    layers: float
    paint: float
    """Cards painted anew: a graphics card does that, and the next, in nearly no time."""
    draw: float

    @property
    def all(self) -> float:
        return self.script + self.page + self.layers + self.paint + self.draw


class Tracer:
    """Writes down what all threads of a browser do."""

    def __init__(self, browser: Browser) -> None:
        self._devtools = browser.new_browser_cdp_session()
        self._told: list[Event] = []
        self._is_complete = False
        self._devtools.on("Tracing.dataCollected", lambda part: self._told.extend(part["value"]))
        self._devtools.on("Tracing.tracingComplete", lambda _: self._complete())

    def _complete(self) -> None:
        self._is_complete = True

    def trace(self, page: Page, act: Callable[[], None]) -> Trace:
        self._told, self._is_complete = [], False
        config = {"includedCategories": CATEGORIES}
        self._devtools.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})
        act()
        self._devtools.send("Tracing.end")
        while not self._is_complete:
            page.wait_for_timeout(20)
        return Trace(self._told)


class Trace:
    """What was done meanwhile."""

    def __init__(self, told: list[Event]) -> None:
        names = {(one["pid"], one["tid"]): one["args"]["name"] for one in told if one["name"] == "thread_name"}
        done = [one | {"thread": names.get((one["pid"], one["tid"]), "")} for one in told if one["ph"] == "X"]
        self._done = sorted(done, key=lambda one: float(one["ts"]))

    def cost(self, types: Iterable[str]) -> Cost | None:
        """Give what events of these types cost; None where nothing was drawn for them."""
        dispatched = [one for one in self._named("EventDispatch") if one["args"]["data"]["type"] in types]
        if not dispatched:
            return None
        start = float(dispatched[0]["ts"])
        frame = _first(self._named("ProxyMain::BeginMainFrame"), float(dispatched[-1]["ts"]))
        drawn = frame and _first(self._drawn(), _end(frame))
        if not drawn:
            return None
        inside = [one for one in self._done if _end(one) > start and one["ts"] < _end(drawn)]
        tasks = [one for one in inside if one["name"] == "ThreadControllerImpl::RunTask"]
        script = _spent(dispatched)
        return Cost(
            script=script,
            page=_spent(one for one in tasks if one["thread"] == PAGE and one["ts"] <= _end(frame)) - script,
            layers=_spent(one for one in tasks if one["thread"] == LAYERS),
            paint=_spent(one for one in inside if one["name"] == "RasterTask"),
            draw=_spent([drawn]),
        )

    def _named(self, name: str) -> list[Event]:
        return [one for one in self._done if one["name"] == name]

    def _drawn(self) -> list[Event]:
        return [one for one in self._named("Display::DrawAndSwap") if _spent([one]) >= LEAST]


def _first(events: Iterable[Event], since: float) -> Event | None:
    return next((one for one in events if one["ts"] >= since), None)


def _end(event: Event | None) -> float:
    return float(event["ts"] + event["dur"]) if event else 0.0


def _spent(events: Iterable[Event]) -> float:
    return sum(float(one.get("tdur", 0)) for one in events) / 1000
