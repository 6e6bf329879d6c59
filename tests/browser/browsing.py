"""Chromium, its windows, and what must never happen in one: an error, a breach of policy, a request to strangers."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, WebError, expect

from fairdeal.language.languages import DEFAULT
from tests.browser.wording import names, speaking

HERE = Path(__file__).resolve().parent
AXE = HERE.parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BUILT = HERE.parents[1] / "src" / "fairdeal" / "web"

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# What a window of Chromium would begin besides its page: toolbars that are pages themselves, a renderer to spare. They
# cost as much as the page. Only the last such flag counts, so it holds what Playwright would turn off as well.
UNWANTED = (
    *("InitialWebUI", "PreloadTopChromeWebUI", "SpareRendererForSitePerProcess", "WebUIOmniboxAimPopup"),
    *("WebUIOmniboxFullPopup", "WebUIOmniboxPopup", "WebUIReloadButton", "WebUIToolbar"),
    *("AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning"),
)
FLAGS = (
    f"--disable-features={','.join(UNWANTED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # nothing is drawn by one anyway: a process less for each browser
    "--num-raster-threads=1",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
    "--js-flags=--single-threaded",  # the other cores have tests of their own
)

PHONE = (360, 740)
LANDSCAPE = (740, 360)
TABLET = (768, 1024)
DESK = (1440, 900)

PATIENCE = 120_000  # ms for anything that a test waits for; far beyond what it takes, also on a busy machine
expect.set_options(timeout=PATIENCE)


def chromium_path() -> str:
    """Give the browser that is installed, or the one that FAIRDEAL_CHROMIUM names."""
    found = [os.environ.get("FAIRDEAL_CHROMIUM"), *(shutil.which(name) for name in NAMES)]
    for path in found:
        if path:
            return path
    raise AssertionError("The tests in a browser need Chromium: run `make chromium`, or name one in FAIRDEAL_CHROMIUM.")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))


@dataclass
class Guard:
    """Writes down everything that must not happen in a window."""

    address: str
    allowed: tuple[str, ...] = ()
    troubles: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._hear)
        context.on("weberror", self._fail)
        context.on("request", self._ask)

    def _hear(self, message: ConsoleMessage) -> None:
        text = f"{message.text} ({message.location.get('url', '')})"
        if message.type == "error" and not any(re.search(known, text) for known in self.allowed):
            self.troubles.append(f"console: {text}")

    def _fail(self, error: WebError) -> None:
        self.troubles.append(f"page: {error.error}")

    def _ask(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme in ("http", "https", "ws", "wss") and url.netloc != urlsplit(self.address).netloc:
            self.troubles.append(f"request to another host: {request.url}")

    def check(self) -> None:
        assert not self.troubles, "\n".join(self.troubles)


@dataclass(frozen=True)
class Looks:
    """How a person has set up the browser."""

    size: tuple[int, int] = DESK
    theme: str = "light"
    motion: str = "off"
    touch: bool = False
    plain: bool = False
    tips: bool = False
    pictures: bool = False
    """Whether cards have their pictures, which cost a sixth of a window; else each is the icon of the page."""

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "language": "" if speaking.language == DEFAULT else speaking.language,
            "theme": self.theme,
            "motion": self.motion,
            "sound": False,
            "plain": self.plain,
            "tips": self.tips,
        }


USUAL = Looks()
SYSTEM = Looks(theme="system")
DRAWN = Looks(theme="system", pictures=True)


@dataclass(frozen=True)
class Tables:
    """What the front page remembers of the last table of a game: how many seats, which bots, options and clock."""

    seats: int
    level: str = "random"
    options: dict[str, Any] = field(default_factory=dict)
    clock: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Visitor:
    """Whose window it is, and what the front page remembers there."""

    name: str
    tables: dict[str, Tables]


VISITORS: WeakKeyDictionary[BrowserContext, Visitor] = WeakKeyDictionary()


@contextmanager
def window(
    browser: Browser,
    address: str,
    looks: Looks = USUAL,
    tables: dict[str, Tables] | None = None,
    allowed: tuple[str, ...] = (),
    name: str = "",
) -> Iterator[Page]:
    """Open a window of a new visitor, and check afterwards that nothing went wrong in it."""
    guard = Guard(address, allowed)
    width, height = looks.size
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, has_touch=looks.touch, is_mobile=looks.touch
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(path=HERE / "ear.js")
    if not looks.pictures:
        context.add_init_script(path=HERE / "blind.js")
    context.add_init_script(kept_by(looks, tables or {}, name))
    if speaking.language != DEFAULT:
        context.add_init_script(_refuse_english())
    guard.watch(context)
    VISITORS[context] = Visitor(name, tables or {})
    page = context.new_page()
    try:
        yield page
        guard.check()
    except BaseException:
        _keep_picture(page)
        raise
    finally:
        context.close()


def _keep_picture(page: Page) -> None:
    """What a failed test looked like, in the folder that FAIRDEAL_SHOTS names."""
    folder = os.environ.get("FAIRDEAL_SHOTS")
    if folder and not page.is_closed():
        name = os.environ.get("PYTEST_CURRENT_TEST", "failed").split("::")[-1].split(" ")[0]
        page.screenshot(path=Path(folder) / f"failed-{re.sub(r'[^A-Za-z0-9]+', '-', name)}.png")


def kept_by(looks: Looks, tables: dict[str, Tables], name: str = "") -> str:
    kept = {"settings": json.dumps(looks.settings)}
    kept |= {f"table.{game}": json.dumps(asdict(table)) for game, table in tables.items()}
    return keeping(kept | ({"name": name} if name else {}))


def keeping(kept: dict[str, str]) -> str:
    """Write what a browser keeps, unless the page has written something newer."""
    return f"""
      if (location.protocol === "http:") for (const [name, text] of Object.entries({json.dumps(kept)})) {{
        if (localStorage.getItem(`fairdeal.${{name}}`) === null) localStorage.setItem(`fairdeal.${{name}}`, text);
      }}
    """


def _refuse_english() -> str:
    return (HERE / "english.js").read_text("utf-8").replace("NAMES", json.dumps(names()), 1)


def wait_for_rest(page: Page) -> None:
    """Wait until nothing moves or fades that will ever stop."""
    assert page.evaluate(f"() => heard.until(heard.isStill, {PATIENCE})"), "something never comes to rest"


# --- accessibility ---------------------------------------------------------------------------------------------------


EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS: dict[str, Any] = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}


def grave_issues(page: Page, options: dict[str, Any]) -> list[str]:
    """Give what axe finds serious or critical on the page once nothing fades in any more."""
    wait_for_rest(page)
    assert AXE.is_file(), "axe-core is not there: run `npm ci` in web/."
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{issue['id']}: {issue['help']}: {node['target']} {node['failureSummary']}"
        for issue in found["violations"]
        if issue["impact"] in ("serious", "critical")
        for node in issue["nodes"]
    ]


def check_accessible(page: Page, options: dict[str, Any] = EVERYTHING) -> None:
    issues = grave_issues(page, options)
    assert not issues, f"{page.url}\n" + "\n".join(issues)


def check_both_themes(page: Page) -> None:
    """Check a page that follows the system's theme: all of it in light, and the colours again in dark."""
    for theme, options in (("light", EVERYTHING), ("dark", COLOURS)):
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        check_theme(page, theme)
        check_accessible(page, options)


def check_theme(page: Page, theme: str) -> None:
    """The page is as dark or as light as it was asked to be."""
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    colours = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    red, green, blue = (int(part) for part in re.findall(r"\d+", colours)[:3])
    assert (red + green + blue > 3 * 128) == (theme == "light")
