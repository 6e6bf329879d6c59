"""Nobody gets stuck: leavers, rematches, invitations and challenges, as those who are there see them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal.play import check, records
from tests.browser.browsing import PHONE, Looks, check_accessible
from tests.browser.company import invite, people, sit_together
from tests.browser.opening import play, wait_for_game
from tests.browser.playing import Person, until
from tests.browser.wording import said, told

AWAY = re.compile(said("{name} has been away for {time}.", name="Cleo", time=r"\d:\d\d"))


# Notes what is said of leavers from now on: from when on all may decide is said for some seconds only.
NOTE = """() => {
  window.saidOfLeavers = "";
  const note = () => document.querySelectorAll("[data-away]").forEach((node) => (saidOfLeavers += node.textContent));
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def strip(page: Page, seat: int) -> Locator:
    """What is said of a leaver."""
    return page.locator(f"[data-away='{seat}']")


def decide(page: Page, seat: int, what: str) -> None:
    """Choose what becomes of a leaver's seat, as soon as that may be chosen."""
    if not page.get_by_role("dialog").is_visible():
        strip(page, seat).get_by_role("button", name=said("Decide")).click()
    page.get_by_role("dialog").get_by_role("button", name=said(what)).click()


def leave(page: Page) -> str:
    """Go away from the table; give its address."""
    link = page.url
    page.goto("/about")
    return link


def test_a_leaver_is_named_replaced_by_the_host_and_takes_the_seat_back(browser: Browser, address: str) -> None:
    phone = Looks(size=PHONE, touch=True)
    with people(browser, address, Looks(), phone, names=("Anna", "Ben", "Cleo")) as (anna, ben, cleo):
        sit_together([anna, ben, cleo])
        ben.evaluate(NOTE)
        link = leave(cleo)
        for page in (anna, ben):
            expect(strip(page, 2)).to_contain_text(AWAY)
        until(ben, "saidOfLeavers.includes(arg)", said("You may decide together in"))
        strip(anna, 2).get_by_role("button", name=said("Decide")).click()
        expect(anna.get_by_text(said("You are the host: what you choose is done at once."))).to_be_visible()
        check_accessible(anna)
        anna.get_by_label(said("How well it plays")).select_option("random")
        decide(anna, 2, "Seat a bot")
        for page in (anna, ben):
            expect(strip(page, 2)).to_contain_text(said("; a bot plays on."))
        assert anna.evaluate("heard.chairs[2].level") == "random"
        cleo.goto(link)
        for page in (anna, ben):
            expect(strip(page, 2)).to_have_count(0)
        cleo.wait_for_function("() => heard.chairs[2]?.here && !heard.chairs[2].level")


def test_without_the_host_a_majority_ends_the_game_and_it_is_marked_everywhere(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    with people(browser, address, names=("Anna", "Ben", "Cleo")) as (anna, ben, cleo):
        table = sit_together([anna, ben, cleo]).rsplit("/", 1)[-1]
        leave(anna)
        decide(ben, 0, "Wait on")
        strip(cleo, 0).get_by_role("button", name=said("Decide")).click()
        expect(cleo.get_by_role("dialog")).to_contain_text(said("{name} wants to wait.", name="Ben"))
        decide(cleo, 0, "End the game")
        expect(ben.get_by_role("dialog")).to_contain_text(said("{name} wants to end the game.", name="Cleo"))
        decide(ben, 0, "End the game")
        ended = told("{player} was away, so the game was ended early. Nobody has won.").format(player="Anna")
        for page in (ben, cleo):
            expect(page.get_by_role("dialog", name=said("Ended early"))).to_contain_text(ended)
        with ben.expect_download() as record:
            ben.get_by_role("link", name=said("Record")).click()
        record.value.save_as(tmp_path / "record.jsonl")
        text = (tmp_path / "record.jsonl").read_bytes()
        assert records.is_ended_early(text)
        assert check.check(records.read(text), check.part_of(text)).exit_code == 0
        ben.get_by_role("link", name=said("Replay")).click()
        expect(ben.get_by_text(said("Ended early: "))).to_contain_text(ended)
        anna.goto(f"/t/{table}")
        expect(anna.get_by_role("dialog", name=said("Ended early"))).to_be_visible()
        anna.goto("/")
        expect(anna.get_by_text(said("ended early")).first).to_be_visible()


# --- rematch, invitations, challenges --------------------------------------------------------------------------------


def end_without(hosts: Page, leaver: Page, seat: int) -> None:
    """End a game early, as the quickest way to an end, and let the leaver come back to it."""
    link = leave(leaver)
    decide(hosts, seat, "End the game")
    leaver.goto(link)
    expect(leaver.get_by_role("dialog", name=said("Ended early"))).to_be_visible()


def offer(page: Page) -> Locator:
    """The rematch that is offered, as somebody sees it."""
    return page.get_by_role("region", name=said("Rematch"))


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=said(button)).click()


def test_a_rematch_is_offered_cancelled_joined_and_seats_everybody_who_agrees(browser: Browser, address: str) -> None:
    phone = Looks(size=PHONE, touch=True)
    with people(browser, address, Looks(), phone, names=("Anna", "Ben", "Cleo")) as (anna, ben, cleo):
        sit_together([anna, ben, cleo])
        end_without(anna, cleo, 2)
        press(ben, "Rematch")
        expect(offer(ben)).to_contain_text(said("You want a rematch."))
        for page in (anna, cleo):
            expect(offer(page)).to_contain_text(said("{name} wants a rematch.", name="Ben"))
        press(ben, "Cancel")
        expect(offer(anna)).to_have_count(0)
        # Whoever offers one at the same time joins that one: both end at one table.
        press(ben, "Rematch")
        anna.get_by_role("button", name=re.compile(f"{said('Rematch')}|{said('Join')}")).click()
        expect(offer(ben)).to_contain_text(said("{names} joins.", names="Anna"))
        expect(offer(ben)).to_contain_text(said("Waiting for {names}.", names="Cleo"))
        check_accessible(anna)
        before = cleo.url
        press(cleo, "No thanks")
        for page in (anna, ben):
            page.wait_for_function("(old) => location.href !== old && location.pathname.startsWith('/t/')", arg=before)
            expect(page.get_by_text(said("(you)"))).to_be_visible()
        assert anna.url == ben.url
        assert anna.evaluate("heard.chairs.map((chair) => chair.name ?? '')") == ["Anna", "Ben", ""]
        expect(cleo.get_by_role("link", name=said("To the rematch"))).to_be_visible()
        cleo.get_by_role("link", name=said("To the rematch")).click()
        cleo.get_by_role("button", name=said("Sit here")).click()
        for page in (anna, ben, cleo):
            wait_for_game(page)


def test_an_invitation_shows_who_came_and_can_be_cancelled_or_left(browser: Browser, address: str) -> None:
    with people(browser, address, names=("Anna", "Ben", "Cleo")) as (anna, ben, cleo):
        link = invite(anna)
        expect(anna.get_by_text(said("Nobody has come by the link yet."))).to_be_visible()
        ben.goto(link)
        expect(anna.get_by_text(said("One more is looking at the invitation."))).to_be_visible()
        ben.get_by_role("button", name=said("Sit here")).first.click()
        expect(anna.get_by_text(said("One other player has come."))).to_be_visible()
        expect(ben.get_by_role("button", name=said("Cancel the table"))).to_have_count(0)
        press(ben, "Leave")
        ben.wait_for_url("**/")
        expect(anna.get_by_text(said("Nobody has come by the link yet."))).to_be_visible()
        ben.goto(link)
        ben.get_by_role("button", name=said("Sit here")).first.click()
        expect(ben.get_by_role("button", name=said("Leave"))).to_be_visible()
        press(anna, "Cancel the table")
        cancelled = told("{player} has cancelled this table.").format(player="Anna")
        cleo.goto(link)
        for page in (anna, ben, cleo):
            expect(page.get_by_role("heading", name=said("This table is closed"))).to_be_visible()
            expect(page.get_by_role("main")).to_contain_text(cancelled)
            expect(page.get_by_role("button", name=said("Sit here"))).to_have_count(0)


def test_a_challenge_says_whether_it_is_taken_and_how_it_ended_and_can_be_cancelled_before(
    browser: Browser, address: str
) -> None:
    with people(browser, address, names=("Anna", "Ben", "Cleo")) as (anna, ben, cleo):
        play(anna, "battle")
        Person(anna, "mouse", "challenge").play_to_the_end()
        panel = anna.get_by_role("region", name=said("Challenge a friend"))
        press(anna, "Challenge a friend")
        expect(panel).to_contain_text(said("Nobody has taken your challenge yet."))
        expect(panel).to_contain_text(said("you will both see the result here"))
        link = anna.get_by_test_id("dare").inner_text()
        press(anna, "Cancel the challenge")
        expect(panel).to_have_count(0)
        cleo.goto(link)
        expect(cleo.get_by_role("heading", name=said("This table is closed"))).to_be_visible()
        press(anna, "Challenge a friend")
        ben.goto(anna.get_by_test_id("dare").inner_text())
        ben.get_by_role("button", name=said("Sit here")).click()
        expect(panel).to_contain_text(said("{name} has taken your challenge", name="Ben"))
        expect(panel.get_by_role("button", name=said("Cancel the challenge"))).to_have_count(0)
        anna.reload()
        expect(panel).to_contain_text(said("{name} has taken your challenge", name="Ben"))
        Person(ben, "mouse", "challenged").play_to_the_end()
        expect(panel).to_contain_text(said("{name} came to", name="Ben"))
        expect(ben.get_by_role("link", name=said("The game this deal comes from"))).to_be_visible()


# --- talk ------------------------------------------------------------------------------------------------------------


def test_unread_talk_is_marked_on_a_phone_until_it_is_read(browser: Browser, address: str) -> None:
    phone = Looks(size=PHONE, touch=True)
    with people(browser, address, Looks(), phone, names=("Anna", "Ben", "Cleo")) as (anna, ben, cleo):
        sit_together([anna, ben, cleo])
        marked = ben.get_by_role("button", name=said("unread"))
        expect(marked).to_have_count(0)
        anna.get_by_role("tab", name=said("Talk")).click()
        for text in ("Hello there", "Are you awake?"):
            anna.get_by_label(said("Say something")).fill(text)
            anna.get_by_label(said("Say something")).press("Enter")
        expect(ben.get_by_role("button", name=said("{count} unread", count=2))).to_contain_text("2")
        expect(anna.get_by_role("tab", name=said("unread"))).to_have_count(0)
        expect(cleo.get_by_role("tab", name=said("{count} unread", count=2))).to_be_visible()
        check_accessible(ben)
        marked.click()
        expect(ben.get_by_role("log")).to_contain_text("Are you awake?")
        expect(marked).to_have_count(0)
        ben.get_by_role("complementary").get_by_role("button", name=said("Close")).click()
        expect(marked).to_have_count(0)
