"""The first minute: which game, what it is about, and what matters before the first choice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal import games
from fairdeal.language.languages import PSEUDO
from tests.breadth import mostly_soaked
from tests.browser.browsing import DESK, PHONE, Looks, Tables, check_accessible, check_both_themes, window
from tests.browser.opening import card_of, open_against_bots
from tests.browser.playing import Person
from tests.browser.test_games import GAMES
from tests.browser.wording import said, speaking, told, whole
from tests.server.serverproc import ServerProcess

TAUGHT = Looks(tips=True)
USUAL = {game.name: Tables(game.best_seats) for game in games.all_games()}


def captions(game: str, seats: int) -> list[str]:
    setting = games.find(game).setting(seats)
    return [setting.catalogue(0, language=speaking.language).value(picture.caption) for picture in setting.opening()]


def sit_down(page: Page, game: str) -> Locator:
    """Come to a table, and give the dialog that comes before the first choice."""
    open_against_bots(page, game)
    dialog = page.get_by_role("dialog", name=said("How to play {game}", game=games.find(game).title))
    dialog.get_by_role("button", name=said("Next")).wait_for()
    return dialog


def expect_shown(page: Page, *shown: str) -> None:
    """The browser keeps of which games it has shown the goal, as soon as the dialog has closed."""
    kept = "JSON.stringify(JSON.parse(localStorage.getItem('fairdeal.goals') ?? '[]'))"
    page.wait_for_function(f"(shown) => {kept} === JSON.stringify(shown)", arg=list(shown))


# --- the goal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", mostly_soaked(GAMES, "traders"))
def test_a_first_game_opens_with_what_it_is_about_and_a_second_does_not(
    browser: Browser, address: str, game: str
) -> None:
    with window(browser, address, TAUGHT, USUAL) as page:
        dialog = sit_down(page, game)
        for caption in captions(game, games.find(game).best_seats):
            expect(dialog.get_by_role("heading", level=3)).to_have_text(caption)
            picture = dialog.get_by_role("img")
            expect(picture).to_have_attribute("aria-label", re.compile(r"\S.*: "))
            expect(picture.locator("[data-piece], .head").first).to_be_visible()
            dialog.get_by_role(
                "button", name=re.compile(f"^({re.escape(whole('Next'))}|{re.escape(whole('Play'))})$")
            ).click()
        expect(dialog).not_to_be_visible()
        expect_shown(page, game)
        page.reload()
        page.wait_for_selector("[data-piece]")
        expect(dialog).not_to_be_visible()


@pytest.mark.parametrize("end", mostly_soaked(["Skip", "Close", "Escape"], "Close", "Escape"))
def test_it_can_be_left_at_once(browser: Browser, address: str, end: str) -> None:
    with window(browser, address, TAUGHT, USUAL) as page:
        dialog = sit_down(page, "battle")
        if end == "Escape":
            page.keyboard.press("Escape")
        else:
            dialog.get_by_role("button", name=said(end)).click()
        expect(dialog).not_to_be_visible()
        expect_shown(page, "battle")


def test_it_is_behind_a_button_that_says_so_and_leads_to_the_rulebook(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(), {"caster": Tables(4)}) as page:
        page.goto("/")
        card_of(page, "caster").get_by_role("button", name=said("Play now")).click()
        page.get_by_role("button", name=whole("How to play"), exact=True).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(said("Picture {number} of {count}", number=1, count=3))).to_be_visible()
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        expect(dialog.get_by_role("heading", level=3)).to_have_text(captions("caster", 4)[2])
        page.keyboard.press("ArrowLeft")
        expect(dialog.get_by_text(said("Picture {number} of {count}", number=2, count=3))).to_be_visible()
        page.keyboard.press("ArrowRight")
        dialog.get_by_role("button", name=said("Rulebook")).click()
        expect(dialog).not_to_be_visible()
        expect(page.get_by_role("complementary", name=said("Rulebook"))).to_be_visible()


def test_on_a_phone_it_is_in_the_menu_and_needs_no_scrolling(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(size=PHONE, tips=True, touch=True), USUAL) as page:
        dialog = sit_down(page, "traders")
        for name in ("Next", "Next", "Play"):
            # Words that are a third longer may need more room than a small phone has; then the sheet scrolls.
            assert speaking.language == PSEUDO or dialog.evaluate("(one) => one.scrollHeight <= one.clientHeight")
            assert dialog.evaluate("(element) => element.scrollWidth <= element.clientWidth")
            dialog.get_by_role("button", name=whole(name)).tap()
        tip = page.get_by_role("note")
        tip.get_by_role("button", name=said("Next tip")).tap()
        tip.get_by_role("button", name=said("Got it")).tap()
        page.get_by_role("button", name=said("Menu")).tap()
        page.get_by_role("button", name=said("How to play")).tap()
        expect(dialog.get_by_text(said("Picture {number} of {count}", number=1, count=3))).to_be_visible()


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.soak)]
)
def test_it_is_accessible(browser: Browser, address: str, size: tuple[int, int]) -> None:
    with window(browser, address, Looks(size=size, theme="system", tips=True), USUAL) as page:
        dialog = sit_down(page, "cryptruck")
        check_both_themes(page)
        dialog.get_by_role("button", name=said("Next")).click()
        check_accessible(page)


COUNTER = "dialog [data-counter='0/seat0.tricks']"
# Notes what a counter shows below a caption, each text once: a busy machine may look when all has been shown.
NOTE = """([counter, caption]) => {
  window.noted = [];
  const note = () => {
    if (document.querySelector("dialog h3")?.textContent !== caption) return;
    const text = document.querySelector(counter)?.textContent;
    if (text && text !== noted.at(-1)) noted.push(text);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_its_scenes_follow_each_other_and_who_wants_stillness_sees_the_last(browser: Browser, address: str) -> None:
    for motion, at_once in (("normal", False), ("off", True)):
        with window(browser, address, Looks(tips=True, motion=motion), {"caster": Tables(4)}) as page:
            dialog = sit_down(page, "caster")
            page.evaluate(NOTE, [COUNTER, captions("caster", 4)[2]])
            for _ in range(2):
                dialog.get_by_role("button", name=said("Next")).click()
            expect(page.locator(COUNTER)).to_contain_text("5/4")
            assert (len(page.evaluate("noted")) == 1) == at_once


def test_in_words_it_is_told_in_words(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(tips=True, plain=True), {"caster": Tables(4)}) as page:
        dialog = sit_down(page, "caster")
        expect(dialog.get_by_text(told("Score cards")).filter(has_text=re.compile("9.*7.*6")).first).to_be_visible()
        expect(dialog.get_by_role("img")).to_have_count(0)


# --- lessons ---------------------------------------------------------------------------------------------------------


SECTION = re.compile(r"§\d+")


def test_a_lesson_comes_before_the_choice_with_how_it_is_done(browser: Browser, address: str) -> None:
    with window(browser, address, TAUGHT, {"caster": Tables(3)}) as page:
        sit_down(page, "caster").get_by_role("button", name=said("Skip")).click()
        page.wait_for_function("() => heard.isReady()")
        tip = page.get_by_role("note")
        expect(tip).to_contain_text(said("Click a card with a bright edge, or drag it onto the table."))
        expect(tip.get_by_role("button", name=SECTION).first).to_be_visible()


def test_on_a_phone_tips_come_one_by_one_over_the_bar_until_they_are_read(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(size=PHONE, tips=True, touch=True), {"caster": Tables(3)}) as page:
        sit_down(page, "caster").get_by_role("button", name=said("Skip")).click()
        tip, menu = page.get_by_role("note"), page.get_by_role("button", name=said("Menu"))
        expect(tip).to_contain_text(said("Tap a card with a bright edge, and again to play it."))
        expect(menu).not_to_be_visible()
        tip.get_by_role("button", name=said("Next tip")).tap()
        expect(tip.get_by_role("button", name=SECTION).first).to_be_visible()
        tip.get_by_role("button", name=said("Got it")).tap()
        expect(tip).not_to_be_visible()
        expect(menu).to_be_visible()


def test_on_a_phone_what_was_not_read_comes_before_the_next_choice(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(size=PHONE, tips=True, touch=True), {"caster": Tables(3)}) as page:
        sit_down(page, "caster").get_by_role("button", name=said("Skip")).click()
        tip, person = page.get_by_role("note"), Person(page, "touch", "unread")
        person.wait()
        expect(tip).to_contain_text(said("Tap a card with a bright edge"))
        person.act()
        person.wait()
        expect(tip.get_by_role("button", name=SECTION).first).to_be_visible()
        expect(tip).not_to_contain_text(said("Tap a card with a bright edge"))


def test_who_plays_by_keys_is_told_about_keys(browser: Browser, address: str) -> None:
    with window(browser, address, TAUGHT, {"battle": Tables(2)}) as page:
        page.goto("/")
        card_of(page, "battle").get_by_role("button", name=said("Play now")).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog").get_by_role("button", name=said("Next"))).to_be_visible()
        # Told beneath the opening, where no key was pressed at this table yet.
        expect(page.locator("[role=note]")).to_contain_text(said("Enter chooses one, then the second"))


def test_the_table_in_words_has_lessons_too(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(tips=True, plain=True), {"cryptruck": Tables(2)}) as page:
        sit_down(page, "cryptruck").get_by_role("button", name=said("Skip")).click()
        page.wait_for_function("() => heard.isReady()")
        expect(page.get_by_text(said("Choose under Actions, or type the action there."))).to_be_visible()
        expect(page.get_by_text(re.compile(f"{re.escape(said('Tip: '))}.*§"))).to_be_visible()


def test_a_lesson_is_told_once_and_the_next_choice_has_another(browser: Browser, address: str) -> None:
    with window(browser, address, TAUGHT, {"caster": Tables(3)}) as page:
        sit_down(page, "caster").get_by_role("button", name=said("Skip")).click()
        tip, person = page.get_by_role("note"), Person(page, "mouse", "lessons")
        person.wait()
        expect(tip).to_contain_text(said("Click a card with a bright edge"))
        first = tip.inner_text()
        person.act()
        person.wait()
        expect(tip).not_to_contain_text(said("Click a card with a bright edge"))
        expect(tip).to_contain_text("§")
        assert tip.inner_text() not in first


# --- home ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def home(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    with window(browser, server.address) as page:
        page.goto("/")
        yield page


def test_home_says_which_game_to_begin_with_and_what_each_is_like(home: Page) -> None:
    first = home.get_by_role("article").first
    expect(first.get_by_text(said("Begin with this one"))).to_be_visible()
    expect(home.get_by_text(said("Begin with this one"))).to_have_count(1)
    for game in games.all_games():
        card, facts = card_of(home, game.name), game.facts
        assert facts is not None
        about = card.get_by_role("list", name=said("About {game}", game=game.title))
        expect(about).to_contain_text(game.said(game.kind, speaking.language))
        expect(about).to_contain_text(said("{count} minutes", count=facts.minutes))
        expect(about).to_contain_text(str(facts.age))
        expect(about).to_contain_text(said("learnt "))
        expect(card.get_by_label(said("Players"))).to_have_value(str(facts.best_seats))


def test_home_describes_bots_in_the_words_of_their_game(home: Page) -> None:
    for game in games.all_games():
        card = card_of(home, game.name)
        for level in (game.levels[0], game.levels[-1]):
            card.get_by_label(said("Bots")).select_option(level.name)
            words = f"{game.said(level.label, speaking.language)}: {game.said(level.meaning, speaking.language)}"
            expect(card.get_by_label(said("Bots"))).to_have_accessible_description(words)


def test_front_page_and_table_show_how_far_the_compiling_is(browser: Browser, address: str) -> None:
    half = [{"game": "caster", "done": 3, "of": 7}, {"game": "battle", "done": 7, "of": 7}]
    with window(browser, address, tables={"caster": Tables(3)}) as page:
        page.route("**/api/prepared", lambda route: route.fulfill(json=half))
        page.goto("/")
        expect(page.get_by_text(said("{done} of {of} parts are done", done=10, of=14))).to_be_visible()
        card_of(page, "caster").get_by_role("button", name=said("Play now")).click()
        words = said("{title} is still being compiled: {done} of {of}", title="CASTER", done=3, of=7)
        one = page.get_by_text(words)
        expect(one).to_be_visible()
        page.set_viewport_size({"width": 360, "height": 640})  # the cards need the room of the words
        expect(one).to_be_hidden()
        expect(page.get_by_role("progressbar", name=words)).to_be_visible()
        half[0]["done"] = 7
        expect(one).to_have_count(0)


def test_home_shows_what_a_game_is_about_with_the_seats_and_options_chosen(browser: Browser, address: str) -> None:
    tables = {"caster": Tables(5, options={"rounds": 1})}
    with window(browser, address, tables=tables) as page:
        page.goto("/")
        card_of(page, "caster").get_by_role("button", name=said("How to play")).click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("heading", level=3)).to_contain_text(told("after one round"))
        for _ in range(2):
            dialog.get_by_role("button", name=said("Next")).click()
        expect(dialog.get_by_role("heading", level=3)).to_contain_text(told("more than"))
        dialog.get_by_role("button", name=said("Rulebook")).click()
        expect(page).to_have_url(re.compile("/rules/caster$"))
