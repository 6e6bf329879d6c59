"""Measuring a page by its boxes, at any size, in any theme."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.browsing import HERE, wait_for_rest
from tests.browser.playing import until

Size = tuple[int, int]

# The fourth is a desk of 1440 by 900 at a zoom of 200 %.
SIZES: tuple[Size, ...] = ((360, 640), (390, 844), (844, 390), (720, 450), (1024, 600), (1440, 900), (1920, 1080))
THEMES = ("light", "dark")
JUMP = 0.01  # of layout shift between two own turns; browsers call ten times as much good

LOOK = "([inside, isTable, isPlaying]) => (isPlaying && heard.isOver() ? null : boxes(inside, isTable))"


@dataclass
class Boxes:
    """What was found wrong with a page, each trouble with the first moment, size and theme that show it."""

    page: Page
    sizes: tuple[Size, ...] = SIZES
    themes: tuple[str, ...] = THEMES
    troubles: dict[str, str] = field(default_factory=dict)
    measured: int = 0

    def measure(self, moment: str, inside: str = "#app", is_table: bool = False, is_playing: bool = False) -> None:
        """Measure all that stands in the elements of a selector, at every size and in every theme.

        Where a game must go on meanwhile, its end is no picture of that moment.
        """
        for at, size in enumerate(self.sizes):
            for theme in self.themes if len(self.themes) < 2 or at % 2 == 0 else reversed(self.themes):
                self.show(size, theme)
                self.look(moment, inside, is_table, is_playing)

    def show(self, size: Size, theme: str) -> None:
        self.size, self.theme = size, theme
        self.page.mouse.move(0, 0)  # where it rests on a card, that is told about
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        self.rest()

    def rest(self) -> None:
        """Wait until the page is drawn: two frames, all pictures, no animation."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        until(self.page, "[...document.images].every((image) => image.complete)")
        wait_for_rest(self.page)

    def look(self, moment: str, inside: str, is_table: bool, is_playing: bool = False) -> None:
        """Measure the page as it is now."""
        self.page.evaluate((HERE / "boxes.js").read_text("utf-8"))
        found = self.page.evaluate(LOOK, [inside, is_table, is_playing])
        assert found is not None, "the game is over"
        self.measured += 1
        for trouble in found:
            self.note(trouble, moment)

    def look_when(self, condition: str, moment: str, inside: str) -> bool:
        """Measure a table as soon as a condition says "now"; False if it says something else first."""
        self.page.mouse.move(0, 0)
        self.page.evaluate((HERE / "boxes.js").read_text("utf-8"))
        look = f"{{ const when = {condition}; return when === 'now' ? boxes(arg, true) : when; }}"
        found = until(self.page, look, inside)
        if isinstance(found, str):
            return False
        self.measured += 1
        for trouble in found:
            self.note(trouble, moment)
        return True

    def note(self, trouble: str, moment: str) -> None:
        self.troubles.setdefault(trouble, f"{moment}, {self.size[0]}x{self.size[1]} {self.theme}")

    def check(self) -> None:
        assert self.measured
        assert not self.troubles, "\n" + "\n".join(f"{where}: {trouble}" for trouble, where in self.troubles.items())
