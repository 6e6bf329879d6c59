"""The fair deal in a browser: what people see of it, what a page sends, and what it never sends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal.language.languages import DEFAULT
from fairdeal.play.fairness import Receipt, code_of, read_part
from tests.browser.browsing import HERE, SYSTEM, Looks, Tables, check_both_themes, window
from tests.browser.finished import finished_table, play_its_deal_again
from tests.browser.opening import card_of, open_for_friends, play_now, wait_for_game
from tests.browser.playing import Person, until
from tests.browser.wording import said, speaking, told
from tests.server.serverproc import ServerProcess

Json = Any

LIAR = HERE / "liar.js"
TABLES = {"traders": Tables(2), "battle": Tables(2)}
CODE = re.compile(r"^\s*[A-Z]{4}\s*[A-Z]{4}\s*[A-Z]{4}\s*$")

BLOCKED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } });"
)
# What a dishonest server says; a script of the page's own server could say the same.
OTHER_PROMISE = "() => { lie = (said) => (said.table && (said.table.commitment = 'ee'.repeat(32)), said); }"
OTHER_CALL = "() => { lie = (said) => (said.table && (said.table.chairs[1].commitment = 'ee'.repeat(32)), said); }"
FALSE_SILENCE = "() => { lie = (said) => (said.table?.voids?.forEach((its) => (its.silent = [0])), said); }"
OTHER_CARDS = "() => { lie = (said) => (said.terms && (said.terms.data = { numbers: [1] }), said); }"
HOLD = """(name) => new Promise((held) => {
  navigator.locks.request(name, () => new Promise((free) => held(window.free = free)));
})"""
NO_TERMS = "lie = (said) => (delete said.terms, said);"


@contextmanager
def people(browser: Browser, address: str, *looks: Looks) -> Iterator[list[Page]]:
    """Windows of different people, where a server can be made to lie and messages to be lost."""
    with ExitStack() as stack:
        pages = [stack.enter_context(window(browser, address, its, TABLES)) for its in looks]
        for page in pages:
            page.context.add_init_script(path=LIAR)
        yield pages


def invite(page: Page) -> str:
    """Open a table for friends and sit down at it."""
    open_for_friends(page, "traders")
    expect(page.get_by_text(said("(you)"))).to_be_visible()
    until(page, "sent.of('commit').length && heard.chairs[0].commitment")
    return page.url


def sit(page: Page, link: str, name: str = "Bob") -> None:
    page.goto(link)
    page.get_by_label(said("Your name")).fill(name)
    page.get_by_role("button", name=said("Sit here")).click()
    expect(page.get_by_text(said("(you)")).or_(page.get_by_role("region", name=said("Status")))).to_be_visible()


def lose(page: Page, types: str) -> None:
    """From now on messages of these types do not reach the server."""
    page.evaluate("(types) => sessionStorage.setItem('lost', types)", types)


def start_playing(*pages: Page) -> None:
    for page in pages:
        wait_for_game(page)


def code_in(place: Locator) -> str:
    """Give the code that is to be compared aloud."""
    shown = place.get_by_test_id("code").locator("strong")
    expect(shown).to_have_text(CODE)
    return shown.inner_text().replace("\n", " ").strip()


def menu_code(page: Page) -> str:
    page.get_by_role("button", name=said("Menu")).click()
    code = code_in(page.get_by_role("dialog"))
    page.keyboard.press("Escape")
    return code


def sent(page: Page, type_: str) -> list[Json]:
    found: list[Json] = page.evaluate("(type) => sent.of(type)", type_)
    return found


def pinned(page: Page) -> Json:
    """What the browser has written down of the table."""
    return page.evaluate("() => JSON.parse(localStorage.getItem(`fairdeal.fair.${location.pathname.split('/')[2]}`))")


def downloaded(page: Page, button: Locator) -> bytes:
    with page.expect_download() as waiting:
        button.click()
    return Path(waiting.value.path()).read_bytes()


def alert(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text=said("The server contradicts itself"))


@pytest.fixture(scope="module")
def begun(browser: Browser, server: ServerProcess) -> Iterator[list[Page]]:
    """Two people at a table whose game has begun."""
    with people(browser, server.address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        expect(anna.get_by_text(said("nobody can choose them"))).to_be_visible()
        sit(bob, link)
        start_playing(anna, bob)
        yield [anna, bob]


def test_two_people_see_the_same_code(begun: list[Page]) -> None:
    anna, bob = begun
    assert menu_code(anna) == menu_code(bob)
    for page in begun:
        assert [len(sent(page, kind)) for kind in ("commit", "reveal")] == [1, 1]
        assert not pinned(page)["evidence"]


def test_when_a_number_leaves_the_browser_its_call_is_written_down(begun: list[Page]) -> None:
    for page in begun:
        (start,) = json.loads(page.evaluate("sent.kept"))["starts"]
        assert start["call"]["call"] == pinned(page)["starts"][0]["call"]["call"]
        assert [own["nonce"] for own in start["own"]] == [sent(page, "reveal")[0]["nonce"]]


def test_who_opens_a_table_holds_the_server_to_what_was_asked_for(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM) as (anna,):
        anna.goto("/")
        anna.evaluate(OTHER_CARDS)
        card_of(anna, "traders").get_by_role("button", name=said("Invite friends")).click()
        expect(alert(anna)).to_contain_text(said("You asked for {name} {asked}", name="data", asked="null"))
        assert not sent(anna, "commit")
        assert pinned(anna)["asked"] == {"game": "traders", "seats": 2, "options": {}, "data": None}


def test_a_sealed_game_is_not_shown_to_an_outsider_who_is_told_why(browser: Browser, address: str) -> None:
    table = finished_table(address, "battle")
    play_its_deal_again(address, table)
    with people(browser, address, SYSTEM) as (page,):
        page.goto(f"/t/{table}")
        expect(page.get_by_role("heading", name=told("sealed until that game is over"))).to_be_visible()
        assert page.evaluate("heard.scene") is None


def test_the_receipt_of_a_finished_game_is_that_of_its_record(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM) as (anna,):
        play_now(anna, "battle")
        code = menu_code(anna)
        Person(anna, "mouse", "receipt").play_to_the_end()
        end = anna.get_by_role("dialog")
        expect(end.get_by_role("heading", name=said("The deal can be checked"))).to_be_visible()
        assert code_in(end) == code
        expect(end.get_by_text(said("What all had promised stayed as it was"))).to_be_visible()
        written = downloaded(anna, end.get_by_role("button", name=said("Receipt")))
        record = downloaded(anna, end.get_by_role("link", name=said("Record")))
        receipt = msgspec.json.decode(written, type=Receipt)
        part = read_part(json.loads(record)["fair"])
        assert bytes.fromhex(receipt.call) == part.call
        assert code_of(part.call) == code
        assert receipt.terms == part.terms
        assert receipt.nonce == part.seats[receipt.seat].nonce
        assert not receipt.evidence
        check_copy(anna, code)


def check_copy(page: Page, code: str) -> None:
    """A deal that is played again has the code of the first time, and nobody promises anything for it."""
    before = page.url
    page.get_by_role("button", name=said("Play this deal again")).click()
    page.wait_for_url(lambda url: url != before)
    start_playing(page)
    assert menu_code(page) == code
    assert len(sent(page, "commit")) == 1
    assert not pinned(page)["evidence"]


def test_a_silent_seat_is_named_and_nothing_is_promised_before_consent(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        bob.goto(link)
        lose(bob, "reveal")
        sit(bob, link, "Silent Bob")
        code = code_in(anna.locator("main"))
        failed = anna.get_by_role("region", name=said("A start that failed"))
        expect(failed).to_contain_text(
            said("At start {start} {names} did not answer.", start=1, names="Silent Bob"), timeout=30_000
        )
        expect(failed).to_contain_text(said("If {count} more starts fail, the table closes.", count=2))
        expect(failed.get_by_role("button", name=said("Deal again"))).to_be_visible()
        check_both_themes(anna)
        assert len(sent(anna, "commit")) == 1
        lose(bob, "")
        expect(bob.get_by_role("region", name=said("A start that failed"))).to_contain_text(
            said("Your browser did send its number")
        )
        bob.get_by_role("button", name=said("Sit here")).click()
        for page in (bob, anna):
            page.get_by_role("button", name=said("Deal again")).click()
        start_playing(anna, bob)
        assert menu_code(anna) == menu_code(bob) != code
        first, second = sent(anna, "reveal")
        assert (first["start"], second["start"]) == (1, 2)
        assert first["nonce"] != second["nonce"]


def test_a_reload_while_nonces_are_opened_changes_nothing(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        bob.goto(link)
        lose(bob, "reveal")
        sit(bob, link)
        code = code_in(anna.locator("main"))
        until(anna, "sent.of('reveal').length")
        before = sent(anna, "reveal")
        anna.reload()
        assert code_in(anna.locator("main")) == code
        until(anna, "sent.of('reveal').length")
        assert sent(anna, "reveal") == before
        lose(bob, "")
        bob.reload()
        start_playing(anna, bob)
        assert menu_code(anna) == menu_code(bob) == code


def test_while_another_tab_writes_down_what_is_promised_nothing_is_opened(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        tab = anna.context.new_page()
        tab.goto("/settings")
        tab.evaluate(HOLD, f"fairdeal.fair.{link.rpartition('/')[2]}")
        sit(bob, link)
        until(bob, "sent.of('reveal').length")
        bob.reload()
        until(bob, "sent.of('reveal').length")
        until(anna, "heard.phase === 'called'")
        assert sent(anna, "reveal") == []
        tab.evaluate("free()")
        start_playing(anna, bob)
        assert menu_code(anna) == menu_code(bob)


def test_two_tabs_of_one_person_take_part_once(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        tab = anna.context.new_page()
        tab.goto(link)
        expect(tab.get_by_text(said("(you)"))).to_be_visible()
        sit(bob, link)
        start_playing(anna, bob, tab)
        assert menu_code(anna) == menu_code(tab) == menu_code(bob)
        opened = {message["nonce"] for page in (anna, tab) for message in sent(page, "reveal")}
        assert len(opened) == 1
        assert not pinned(anna)["evidence"]
        expect(alert(tab)).to_have_count(0)


def test_without_a_store_the_page_says_that_there_will_be_no_proof(browser: Browser, address: str) -> None:
    """Nor does it keep which language was chosen."""
    with speaking.only(DEFAULT), people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        anna.context.add_init_script(BLOCKED)
        link = invite(bob)
        anna.goto(link)
        expect(anna.get_by_text(said("There will be no proof of this deal"))).to_be_visible()
        check_both_themes(anna)
        sit(anna, link)
        start_playing(anna, bob)
        anna.keyboard.press("Escape")  # what was shown before is not kept either, so the goal is shown again
        assert menu_code(anna) == menu_code(bob)


def test_another_promise_for_the_same_start_is_shown_and_nothing_is_opened(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        anna.evaluate(OTHER_PROMISE)
        sit(bob, link)
        expect(alert(anna)).to_contain_text(said("For start {start} the server had promised", start=1))
        until(anna, "heard.phase === 'called'")
        check_both_themes(anna)
        evidence = json.loads(downloaded(anna, alert(anna).get_by_role("button", name=said("Download the evidence"))))
        assert "ee" * 32 in evidence["evidence"][0]
        anna.reload()
        expect(alert(anna)).to_be_visible()
        until(anna, "heard.phase === 'called'")
        until(bob, "sent.of('reveal').length")
        assert sent(anna, "reveal") == []


def test_another_call_during_the_game_is_shown(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        sit(bob, invite(anna))
        start_playing(anna, bob)
        anna.evaluate(OTHER_CALL)
        bob.get_by_role("button", name=said("Menu")).click()
        bob.get_by_role("button", name=said("Ask for a pause")).click()
        expect(alert(anna)).to_contain_text(said("For start {start} the server called the table with", start=1))
        check_both_themes(anna)
        receipt = downloaded(anna, alert(anna).get_by_role("button", name=said("Download the evidence")))
        assert len(msgspec.json.decode(receipt, type=Receipt).evidence) == 1
        alert(anna).get_by_role("button", name=said("Close")).click()
        expect(alert(anna)).to_have_count(0)
        anna.get_by_role("button", name=said("Menu")).click()
        expect(alert(anna)).to_be_visible()


def test_a_false_silence_is_called_one(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM, SYSTEM) as (anna, bob):
        link = invite(anna)
        anna.evaluate(FALSE_SILENCE)
        bob.goto(link)
        lose(bob, "reveal")
        sit(bob, link)
        expect(alert(anna)).to_contain_text(
            said("The server says that you did not answer at start {start}. You did.", start=1), timeout=30_000
        )
        expect(anna.get_by_role("button", name=said("Deal again"))).to_have_count(0)


def test_a_table_of_version_1_gets_no_promise(browser: Browser, address: str) -> None:
    with people(browser, address, SYSTEM) as (anna,):
        anna.context.add_init_script(NO_TERMS)
        anna.goto("/")
        card_of(anna, "traders").get_by_role("button", name=said("Invite friends")).click()
        expect(anna.get_by_role("alert")).to_contain_text(said("where the server can choose the cards"))
        expect(anna.get_by_text(said("(you)"))).to_be_visible()
        assert sent(anna, "commit") == []
