"""What the client may cost: bytes, time until a table can be used, time until a press is seen, no jumping layout.

Times are reported and not judged: a busy machine takes ten times as long. `motion.py` measures them with care.
"""

from __future__ import annotations

import gzip
import statistics
from collections.abc import Callable

from playwright.sync_api import Browser

from tests.browser.browsing import BUILT, DRAWN, Looks, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import Person

Record = Callable[[str, object], None]

SCRIPT = 200_000  # bytes, gzip
TYPE = 60_000  # bytes
JAPANESE = "m-plus"  # which only Japanese readers fetch; test_japanese has its budget
SHIFT = 0.02


def test_all_script_together_is_within_its_budget(record_property: Record) -> None:
    scripts = [file.read_bytes() for file in sorted(BUILT.rglob("*.js"))]
    size = sum(len(gzip.compress(script, mtime=0)) for script in scripts)
    record_property("script, gzip", f"{size / 1000:.1f} kB")
    assert 0 < size < SCRIPT


def test_both_typefaces_are_preloaded_and_within_their_budget(record_property: Record) -> None:
    faces = sorted(face for face in BUILT.rglob("*.woff2") if not face.name.startswith(JAPANESE))
    size = sum(face.stat().st_size for face in faces)
    record_property("typefaces", f"{size / 1000:.1f} kB")
    assert len(faces) == 2
    assert size < TYPE
    page = (BUILT / "index.html").read_text("utf-8")
    assert all(face.name in page for face in faces)


USABLE_AT = "() => heard.isReady() && heard.point(heard.scene.paths[0].picks[0]) && performance.now()"


def test_a_table_can_be_used_after_a_reload(browser: Browser, address: str, record_property: Record) -> None:
    with window(browser, address, DRAWN, SHORT) as page:
        play(page, "caster")
        Person(page, "mouse").wait()
        page.goto(page.url)
        took = page.wait_for_function(USABLE_AT).json_value()
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
        record_property("first paint after", f"{painted:.0f} ms")
        record_property("table usable after", f"{took:.0f} ms (aim: 2000)")


def test_nothing_jumps_while_cards_move(browser: Browser, address: str, record_property: Record) -> None:
    with window(browser, address, Looks(motion="fast", pictures=True), SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "moving")
        person.wait()
        page.wait_for_function("() => document.querySelector('[data-piece]')")
        before = page.evaluate("heard.shift")
        for _ in range(5):
            person.wait()
            person.act()
        person.wait()
        shift = page.evaluate("heard.shift") - before
        presses = page.evaluate("heard.feedback") or [{"seen": 16, "script": 0}]
        seen, script = ([press[part] for press in presses] for part in ("seen", "script"))
        record_property("press seen after", f"{statistics.median(seen):.0f} ms (most {max(seen):.0f} ms; aim: 50)")
        record_property("of that our script", f"{statistics.median(script):.1f} ms (most {max(script):.1f} ms)")
        record_property("layout shift while cards move", f"{shift:.4f}")
        assert shift < SHIFT
