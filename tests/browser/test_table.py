"""What happens at a table besides the game: company, broken connections, second thoughts."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import DESK, PATIENCE, PHONE, Looks, Tables, wait_for_rest, window
from tests.browser.opening import SHORT, card_of, play
from tests.browser.playing import SOON, Person, point_of, status, until
from tests.browser.test_games import check_the_end
from tests.browser.wire import wire_to
from tests.browser.wording import said, whole
from tests.server.serverproc import ServerProcess

MOST = 400  # turns of anybody
CUT = (r"WebSocket connection to .* failed", r"net::ERR_")  # what a browser itself says of a cut wire


def play_together(people: Sequence[Person], turns: int) -> None:
    """Whoever is awaited acts, until each has had some turns."""
    while any(person.played < turns for person in people):
        for person in people:
            person.wait()
            if person.now()["isReady"]:
                person.act()


def test_two_browsers_play_each_other_by_the_invite_link(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as host, window(browser, address) as friend:
        host.goto("/")
        card_of(host, "caster").get_by_role("button", name=said("Invite friends")).click()
        expect(host.get_by_text(said("(you)"))).to_be_visible()
        host.get_by_label(said("Bots play")).select_option("random")
        host.get_by_role("button", name=said("Add bot")).last.click()
        friend.goto(host.get_by_label(said("Invite with this link")).input_value())
        friend.get_by_role("button", name=said("Sit here")).click()
        play_together([Person(host, "mouse", "host"), Person(friend, "mouse", "friend")], turns=3)
        for one, other in ((host, friend), (friend, host)):
            until(other, "heard.number >= arg", one.evaluate("heard.number"))
        assert host.evaluate("heard.you") != friend.evaluate("heard.you")


def check_drawn(page: Page) -> None:
    """All that is drawn is in the scene, and the whole hand is drawn."""
    page.wait_for_function("() => heard.scene && document.querySelector('[data-piece]') && !heard.wrong().length")


def test_a_reload_in_the_middle_of_a_motion_shows_the_table_as_it_is(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(motion="slow"), SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "reload")
        for _ in range(3):
            person.wait()
            number = person.now()["number"]
            person.act()
            until(page, "document.getAnimations().length > 0 || heard.number > arg + 1", number)
            page.reload()
            check_drawn(page)
        assert person.played == 3


def test_a_cut_connection_is_said_and_mended_and_the_game_goes_on(browser: Browser, server: ServerProcess) -> None:
    with wire_to(server.port) as wire, window(browser, wire.address, tables=SHORT, allowed=CUT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "cut")
        person.wait()
        person.act()
        wire.cut()
        expect(status(page)).to_contain_text(said("Reconnecting"))
        wire.mend()
        expect(status(page)).not_to_contain_text(said("Reconnecting"), timeout=PATIENCE)
        check_drawn(page)
        assert not person.play_once()
        assert not person.play_once()


def test_what_is_played_while_the_wire_is_cut_is_done_once_it_is_mended(
    browser: Browser, server: ServerProcess
) -> None:
    with wire_to(server.port) as wire, window(browser, wire.address, tables=SHORT, allowed=CUT) as page:
        play(page, "battle")
        person = Person(page, "mouse", "cut")
        person.wait()
        wire.cut()
        expect(status(page)).to_contain_text(said("Reconnecting"))
        paths = person.paths()
        person.choose(paths[0], paths)
        assert page.evaluate("heard.plays") == 0
        wire.mend()
        until(page, "heard.plays === 1")
        assert not person.play_once()


SINK = "(id) => { heard.nodes(id)[0].style.pointerEvents = 'none'; }"  # the click goes to what lies below
REDRAW = "(id) => { const [node] = heard.nodes(id); node.parentElement.append(node); }"
PASSING = """(id) => {
  const flying = heard.nodes(id)[0].cloneNode(true);
  flying.classList.add("leaving");
  heard.nodes(id)[0].parentElement.append(flying);
}"""


def test_a_press_counts_though_the_table_is_drawn_anew_or_a_card_flies_past(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "pressed")
        for what in (REDRAW, SINK, PASSING):
            person.wait()
            until(page, "heard.isShown()")
            before, number, card = page.evaluate("heard.plays"), person.now()["number"], person.paths()[0]["picks"][0]
            page.mouse.move(0, 0)  # a card under the pointer may cover this one
            spot = point_of(page, card)
            page.mouse.move(spot["x"], spot["y"])
            if what == PASSING:
                page.evaluate(what, card)
            page.mouse.down()
            if what != PASSING:
                page.evaluate(what, card)
            page.mouse.up()
            until(page, "heard.plays > arg", before, SOON)
            until(page, "heard.number > arg", number)  # until then the card seems to be there


def illegal_card(page: Page) -> str | None:
    found: str | None = page.evaluate("""() => {
      const open = new Set(heard.scene.paths.map((path) => path.picks[0]));
      const hand = heard.scene.zones.find((zone) => zone.seat === heard.you && zone.shape === "fan");
      return hand.pieces.find((piece) => !open.has(piece.id))?.id ?? null;
    }""")
    return found


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.soak), PHONE])
def test_a_card_that_may_not_be_played_says_why_and_opens_the_rule(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    with window(browser, address, Looks(size=size), SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "why")
        for _ in range(MOST):
            person.wait()
            if card := illegal_card(page):
                break
            person.act()
        before = page.evaluate("heard.plays")
        person.hands.take(str(card), plays=False)
        cited = (
            page.get_by_role("status")
            .get_by_role("button", name=re.compile(said("Rulebook, §{section}", section=r"\d+")))
            .first
        )
        number = re.sub(r"\D", "", cited.inner_text())
        cited.click()
        book = page.get_by_role("complementary", name=said("Rulebook"))
        expect(
            book.get_by_role("link", name=whole("Link to §{section}", section=number), exact=True)
        ).to_be_in_viewport()
        assert page.evaluate("heard.plays") == before


SQUARES = "heard.scene.zones.find((zone) => zone.seat === heard.you && zone.shape === 'region').pieces?.length ?? 0"


def test_what_taught_nobody_anything_can_be_taken_back(browser: Browser, address: str) -> None:
    alone = {"coast": Tables(seats=1, options=SHORT["coast"].options)}
    with window(browser, address, tables=alone) as page:
        play(page, "coast")
        person = Person(page, "mouse", "undo")
        before = 0
        while not page.evaluate("heard.undo"):
            before = page.evaluate(SQUARES)
            person.act()
            person.wait()
        assert page.evaluate(SQUARES) != before
        status(page).get_by_role("button", name=said("Undo")).click()
        page.wait_for_function(f"(before) => ({SQUARES}) === before", arg=before)
        check_drawn(page)


def test_the_past_can_be_looked_at_while_the_game_runs(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        person = Person(page, "mouse", "past")
        for _ in range(3):
            person.wait()
            person.act()
        person.wait()
        page.mouse.move(1, 1)  # away from the cards: Escape would close what is told of one first
        past = page.get_by_text(said("You are in the past"))
        page.keyboard.press("Alt+ArrowLeft")
        first = past.inner_text()
        page.keyboard.press("Alt+ArrowLeft")
        expect(past).not_to_have_text(first)
        page.keyboard.press("Escape")
        expect(past).not_to_be_visible()
        person.act()


def test_the_rulebook_opens_beside_the_table(browser: Browser, address: str) -> None:
    with window(browser, address, tables=SHORT) as page:
        play(page, "caster")
        page.get_by_role("button", name=said("Menu")).click()
        page.get_by_role("button", name=said("Rulebook")).click()
        book = page.get_by_role("complementary", name=said("Rulebook"))
        expect(book.get_by_role("heading", name=said("Rules of {game}", game="CASTER"))).to_be_visible()
        expect(book.get_by_role("link", name=whole("Link to §{section}", section=1), exact=True)).to_be_visible()
        book.get_by_role("button", name=said("Close the rulebook")).click()
        expect(book).not_to_be_visible()


def test_the_first_game_is_taught_until_that_is_not_wanted(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(tips=True), SHORT) as page:
        play(page, "caster")
        page.get_by_role("dialog").get_by_role("button", name=said("Skip")).click()
        person = Person(page, "mouse", "taught")
        person.wait()
        tip = page.get_by_role("note")
        expect(tip).to_contain_text(said("Click a card with a bright edge"))
        expect(tip.get_by_role("button", name=re.compile(said("Rulebook, §{section}", section=r"\d+")))).to_be_visible()
        tip.get_by_role("button", name=said("No more tips")).click()
        expect(tip).not_to_be_visible()
        page.reload()
        person.wait()
        person.act()
        expect(tip).not_to_be_visible()


def test_the_table_in_words_can_be_played_by_its_buttons(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(plain=True), SHORT) as page:
        play(page, "cryptruck")
        for heading in ("Status", "Your hand", "Table", "Actions", "Log"):
            expect(page.get_by_role("heading", name=whole(heading), exact=True)).to_have_count(1)
        for _ in range(MOST):
            now = until(page, "(heard.isReady() || heard.isOver()) && heard.now()")
            if now["isOver"]:
                break
            page.get_by_label(said("Type an action")).fill(now["paths"][0]["action"])
            page.get_by_role("button", name=said("Do it")).click()
            until(page, "!document.querySelector(`[aria-label='${arg}']`).value", whole("Type an action"))
        check_the_end(page)
        page.get_by_role("dialog").get_by_role("link", name=said("Replay")).click()
        expect(page.get_by_role("heading", name=whole("Table"), exact=True)).to_be_visible()


FOILS = "() => document.querySelectorAll('.foil').length"
GLITTERING = """() => document.getAnimations().filter(
  (one) => one.playState === "running" && one.effect.target.closest(".foil")).length"""
ALL_GLITTER = f"() => ({GLITTERING})() === ({FOILS})()"
RARE = "() => heard.scene.zones.find((zone) => zone.id === 'grid').pieces.filter((piece) => piece.foil).length"
# Where the light lies on the first foil, and by how much the pointer has pushed it, in so many painted frames.
GLEAMS = """(count) => new Promise((resolve) => {
  const style = getComputedStyle(document.querySelector(".foil i"));
  const seen = [];
  const look = () => {
    seen.push([style.transform, style.translate]);
    if (seen.length < count) requestAnimationFrame(look); else resolve(seen);
  };
  requestAnimationFrame(look);
})"""
WATCHED = 12  # frames


def gleams(page: Page, right: float) -> tuple[set[str], str]:
    """Hold the pointer so far to the right on the first foil: give where its light lay, and how far it was pushed."""
    box = page.locator(".piece:has(.foil)").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + right * box["width"], box["y"] + box["height"] / 2)
    wait_for_rest(page)
    seen = page.evaluate(GLEAMS, WATCHED)
    return {place for place, _ in seen}, seen[-1][1]


def test_foil_glitters_unless_the_system_asks_for_stillness(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(motion="normal"), SHORT) as page:
        for _ in range(3):  # eight of twenty cards are rare, so hardly ever none in nine cells
            play(page, "battle")
            Person(page, "mouse").wait()
            check_drawn(page)
            rare = page.evaluate(RARE)
            if rare:
                break
        assert page.evaluate(FOILS) >= rare > 0
        page.wait_for_function(ALL_GLITTER)
        (wandering, left), (_, right) = gleams(page, 0.1), gleams(page, 0.9)
        assert len(wandering) > 1  # by itself
        assert left != right  # with the pointer
        page.emulate_media(reduced_motion="reduce")
        page.wait_for_function("() => document.querySelectorAll('.foil:not(.still)').length === 0")
        page.wait_for_function(f"() => ({GLITTERING})() === 0")
        assert page.evaluate(FOILS) >= rare
        (still, left), (also_still, right) = gleams(page, 0.1), gleams(page, 0.9)
        assert len(still | also_still) == 1
        assert left == right
