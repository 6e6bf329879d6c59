"""*Check this deal*: the page computes a finished game's promises and draws itself, and says what that proves."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Route, expect

from fairdeal.play import check, records
from tests.browser.browsing import DESK, HERE, PHONE, SYSTEM, Looks, check_both_themes, window
from tests.browser.finished import finished_table, play_its_deal_again
from tests.browser.opening import SHORT, play, play_now
from tests.browser.playing import Person
from tests.browser.test_fair import OTHER_PROMISE, alert, downloaded, people
from tests.browser.wording import said, told

Json = Any
Lie = Callable[[Json], None]

GAMES = json.loads((HERE.parents[1] / "tests" / "vectors" / "fair_deal.json").read_text("utf-8"))["games"]
CASTER, LATE, _, COPIED, _, BOTS = (game["record"] for game in GAMES)
MOVING = """() => {
  const settings = JSON.parse(localStorage.getItem("fairdeal.settings"));
  localStorage.setItem("fairdeal.settings", JSON.stringify({ ...settings, motion: "normal" }));
}"""
ONLY_ERROR = ("40[349]",)  # what the console says of a request that was refused


def verdict(page: Page) -> Locator:
    """What the live region says."""
    return page.get_by_role("status")


def lie(page: Page, change: Lie) -> None:
    """From now on the server tells of each game's record something else."""

    def answer(route: Route) -> None:
        response = route.fetch()
        record = response.json()
        change(record)
        route.fulfill(response=response, body=json.dumps(record))

    page.unroute_all()
    page.route("**/api/tables/*/record", answer)


def serve(page: Page, record: Json) -> None:
    """Let the server hand out this record."""
    page.unroute_all()
    page.route("**/api/tables/*/record", lambda route: route.fulfill(json=record))


def change_a_draw(record: Json) -> None:
    draws = record["fair"]["draws"]
    n, number = draws[-1][5]
    draws[-1][5] = [n, (number + 1) % n]


def change_a_nonce(record: Json) -> None:
    record["fair"]["seats"][0]["nonce"] = "5e" * 32


def change_the_secret(record: Json) -> None:
    record["fair"]["secret"] = "5e" * 32


def leave_a_deal_out(record: Json) -> None:
    record["fair"]["draws"].pop(0)


def swap_an_option(record: Json) -> None:
    record["options"]["match"] = record["fair"]["terms"]["options"]["match"] = 2


def tell_of_no_promise(record: Json) -> None:
    del record["fair"]


LIES: dict[str, tuple[Lie, str]] = {
    "a changed draw": (change_a_draw, "The secret and the people's numbers give"),
    "a changed nonce": (change_a_nonce, "is not the one that it had promised."),
    "a changed secret": (change_the_secret, "is not the one that it had promised."),
    "a missing deal": (leave_a_deal_out, "The secret and the people's numbers give"),
    "swapped options": (swap_an_option, "is not the one that it had promised."),
    "no promises": (tell_of_no_promise, "Your browser wrote down what was promised for this game"),
}


def test_a_deal_is_checked_from_the_end_of_a_game_by_clicking(browser: Browser, address: str, tmp_path: Path) -> None:
    with people(browser, address, SYSTEM) as (page,):
        play_now(page, "battle")
        Person(page, "mouse", "check").play_to_the_end()
        page.get_by_role("dialog").get_by_role("link", name=said("Check this deal")).click()
        expect(verdict(page)).to_contain_text(said("Nobody chose these draws"))
        expect(verdict(page)).to_contain_text(said("your own number is in each of them"))
        table = page.url.rpartition("/")[2]
        record, _ = check_downloads(page, tmp_path)
        check_lists(page, record)
        check_deals(page, record)
        check_both_themes(page)
        check_sizes(page)
        check_the_way_from_the_replay(page, table)
        for change, says in LIES.values():
            lie(page, change)
            page.reload()
            expect(verdict(page)).to_contain_text(said("Something is wrong"))
            expect(verdict(page)).to_contain_text(said(says))
            expect(page.get_by_text(said("Nobody chose these draws"))).to_have_count(0)
        check_a_wrong_draw(page, record)


def check_downloads(page: Page, folder: Path) -> tuple[Json, Json]:
    """The record and the receipt that the page hands out prove the game on one's own machine, its draws included."""
    section = page.get_by_role("region", name=said("On your own machine"))
    expect(section.locator("code").first).to_have_text("fairdeal check")
    text = downloaded(page, section.get_by_role("link", name=said("Record")))
    kept = downloaded(page, section.get_by_role("button", name=said("Receipt")))
    found = check.check(records.read(text), check.part_of(text), check.read_receipt(kept))
    assert (found.exit_code, found.has_receipt) == (0, True)
    assert any("the rules ask for" in line for line in found.lines())
    return json.loads(text), json.loads(kept)


def check_lists(page: Page, record: Json) -> None:
    draws = [draw for deal in record["fair"]["draws"] for draw in deal]
    proved, not_proved = (
        page.get_by_role("region", name=said(name)) for name in ("What is proved", "What is not proved")
    )
    expect(proved).to_contain_text(
        said("All {count} draws of {deals} deals", count=len(draws), deals=len(record["fair"]["draws"]))
    )
    expect(proved).to_contain_text(said("so nobody could choose them, not even the server"))
    expect(not_proved).to_contain_text(said("That the rules ask for these draws"))
    expect(not_proved).to_contain_text("fairdeal check")
    expect(not_proved).to_contain_text(said("it came from the server, too"))
    promises = page.get_by_role("region", name=said("Terms and promises"))
    expect(promises.get_by_role("listitem")).to_have_count(5)  # terms, secret, one person, the call, the receipt


def check_deals(page: Page, record: Json) -> None:
    """Each deal opens by keyboard and shows its draws, each with a tick."""
    deals = page.get_by_role("region", name=said("Every draw, deal by deal")).locator("details")
    expect(deals).to_have_count(len(record["fair"]["draws"]))
    last = deals.last
    expect(last.locator(".name")).to_contain_text(said("Deal {number}", number=len(record["fair"]["draws"]) - 1))
    last.locator("summary").press("Enter")
    rows = last.get_by_role("row")
    listed = record["fair"]["draws"][-1]
    expect(rows).to_have_count(len(listed) + 1)
    shown = [row.get_by_role("cell").all_inner_texts()[:3] for row in rows.all()[1:]]
    assert shown == [[str(number), str(n), str(drawn)] for number, (n, drawn) in enumerate(listed, 1)]
    expect(last.locator("tbody svg.fits")).to_have_count(len(listed))
    expect(last).to_contain_text(record["events"][1]["action"])


def check_sizes(page: Page) -> None:
    """Nothing is wider than a phone."""
    for width, height in ((360, 640), (844, 390), DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def check_the_way_from_the_replay(page: Page, table: str) -> None:
    page.get_by_role("link", name=said("To the replay")).click()
    expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible()
    page.get_by_role("link", name=said("Check this deal")).click()
    expect(verdict(page)).to_contain_text(said("Nobody chose these draws"))
    assert page.url.endswith(f"/check/{table}")


def check_a_wrong_draw(page: Page, record: Json) -> None:
    """Of a false draw its place is marked, with those before it ticked and none after it."""
    lie(page, change_a_draw)
    page.reload()
    expect(verdict(page)).to_contain_text(said("Something is wrong"))
    last = page.locator("details").last
    last.locator("summary").click()
    expect(last.locator("tbody svg.fits")).to_have_count(5)
    expect(last.locator("tbody tr.wrong")).to_have_count(1)
    check_both_themes(page)


def test_what_cannot_be_proved_is_not_called_proved(browser: Browser, address: str) -> None:
    table = finished_table(address, "coast", SHORT["coast"])
    with window(browser, address, SYSTEM, allowed=ONLY_ERROR) as page:
        # Somebody who did not play has no receipt.
        page.goto(f"/check/{table}")
        expect(verdict(page)).to_contain_text(said("It all fits, by the record's own word"))
        expect(page.get_by_text(said("this browser has no receipt of this game"))).to_be_visible()
        for record, title, more in others():
            serve(page, record)
            page.goto(f"/check/{record.get('fair', {}).get('terms', {}).get('table', 'old')}")
            expect(verdict(page)).to_contain_text(said(title))
            expect(page.locator("main")).to_contain_text(more)
            expect(page.get_by_text(said("Nobody chose these draws"))).to_have_count(0)
        page.unroute_all()
        play_its_deal_again(address, table)
        page.goto(f"/check/{table}")
        expect(verdict(page)).to_contain_text(said("There is nothing to check"))
        expect(verdict(page)).to_contain_text(told("sealed until that game is over"))
        play_now(page, "battle")
        page.goto(page.url.replace("/t/", "/check/"))
        expect(verdict(page)).to_contain_text(said("There is nothing to check"))
        expect(verdict(page)).to_contain_text(told("it is there when the game is over"))
        check_both_themes(page)


def others() -> list[tuple[Json, str, str]]:
    """Records with something special about them, the verdict, and words of the reason."""
    undrawn, first = copy.deepcopy(CASTER), copy.deepcopy(CASTER)
    del undrawn["fair"]["draws"]
    del first["fair"]["version"]
    return [
        (LATE, "It all fits, by the record's own word", said("so it could be the best of {deals} deals.", deals=3)),
        (
            COPIED,
            "It is the deal of the first time",
            said("Whoever played at table {table} could know", table="abc123"),
        ),
        (BOTS, "It all fits, but only the server mixed", said("No person had a part in this deal")),
        (undrawn, "The promises fit; no draw is listed", said("because the record lists no draws")),
        (first, "This deal cannot be proved", said("where the server can choose the cards")),
        ({"events": CASTER["events"]}, "There is nothing to check", said("dealt without a promise of anybody")),
    ]


def test_draws_are_ticked_one_after_another_and_a_liar_at_the_table_is_remembered(
    browser: Browser, address: str
) -> None:
    with people(browser, address, Looks(PHONE, "dark", touch=True)) as (page,):
        play(page, "battle")
        table = page.url.rpartition("/")[2]
        Person(page, "touch", "liar").play_to_the_end()
        page.context.add_init_script(f"({OTHER_PROMISE})()")
        page.evaluate(MOVING)
        page.reload()
        expect(alert(page).first).to_be_visible()
        counted = """(table) => new Promise((done) => {
          const seen = new Set();
          new MutationObserver(() => {
            const bar = document.querySelector("progress");
            if (bar) seen.add(bar.value); else if (seen.size) done(seen.size);
          }).observe(document.body, { subtree: true, childList: true, attributes: true });
          const link = document.createElement("a");
          link.href = `/check/${table}`;
          document.body.append(link);
          link.click();
        })"""
        assert page.evaluate(counted, table) > 0
        expect(verdict(page)).to_contain_text(said("Something is wrong"))
        expect(verdict(page)).to_contain_text(said("your browser found that the server contradicted itself"))
        # Another browser of nobody in particular sees the draws fall into place.
        page.evaluate("(table) => localStorage.removeItem(`fairdeal.fair.${table}`)", table)
        page.goto("/about")
        assert page.evaluate(counted, table) > 5
        expect(verdict(page)).to_contain_text(said("It all fits, by the record's own word"))
