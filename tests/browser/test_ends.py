"""The end of a round and of a game, as players and onlookers see it; and what onlookers see of a trick."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fairdeal.games.caster import words
from fairdeal.language.languages import DEFAULT
from tests.browser.browsing import HERE, Looks, Tables, check_accessible, window
from tests.browser.opening import SHORT, play
from tests.browser.playing import Person, until
from tests.browser.reading import Reader
from tests.browser.wording import said, speaking, told, whole
from tests.games.caster.tricks import holding, play_trick, setting
from tests.server.serverproc import ServerProcess

ROUNDS = {"cryptruck": Tables(seats=3, options={"rounds": 3})}
OVER = "document.querySelector('dialog[open]') ? 'over' : document.querySelector('[data-sums]') ? 'sums' : ''"
# The middle of each card of the trick, and of the place from which its seat plays, by seat.
LIES = """() => Object.fromEntries(heard.scene.zones.find((zone) => zone.role === 'trick').pieces.map((piece) => {
  const box = document.querySelector(`[data-zone="trick"][data-piece="${piece.id}"]`).getBoundingClientRect();
  return [piece.seat, [box.x + box.width / 2, box.y + box.height / 2]];
}))"""
SITS = """() => Object.fromEntries([...document.querySelectorAll('[data-seat]')].map((node) => {
  const box = node.getBoundingClientRect();
  return [Number(node.dataset.seat), [box.x + box.width / 2, box.y + box.height / 2]];
}))"""


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog", name=said("The round is over"))


def top(page: Page) -> Locator:
    return page.locator("header .status")


def play_to(page: Page, person: Person, what: str) -> None:
    """Play until a round's end, or that of the game, is shown."""
    while (now := until(page, f"{OVER} || (heard.isShown() && 'turn')")) != what:
        if now == "turn":
            person.play_once()
        else:
            assert (now, what) == ("sums", "over"), f"{now} came first"
            page.keyboard.press("Enter")
            expect(sheet(page)).to_have_count(0)


@pytest.fixture(scope="module")
def played(browser: Browser, server: ServerProcess) -> Iterator[Page]:
    """A game of three rounds, at the end of the first."""
    with window(browser, server.address, Looks(), ROUNDS) as page:
        play(page, "cryptruck")
        play_to(page, Person(page, "mouse", "ends"), "sums")
        yield page


def test_a_rounds_end_tells_it_by_seat_and_source_and_all_of_the_page_belongs_to_it(played: Page) -> None:
    table = sheet(played).get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + ROUNDS["cryptruck"].seats)
    heads = table.get_by_role("columnheader").all_inner_texts()
    assert heads[-2:] == [whole("this round"), whole("total")]
    assert len(heads) > 2, "a column for each source"
    expect(sheet(played).get_by_text(re.compile(rf"{told('leads')}|{told('lead')}"))).to_be_visible()
    expect(table.locator("caption")).to_have_text(re.compile("1"))
    assert top(played).inner_text() == table.locator("caption").inner_text(), "the top bar speaks of that round"
    check_accessible(played)


@pytest.mark.parametrize("key", ["Escape", "Space"])
def test_escape_and_space_continue_as_enter_does(played: Page, key: str) -> None:
    person = Person(played, "mouse", f"ends {key}")
    play_to(played, person, "sums")
    before, plays = top(played).inner_text(), played.evaluate("heard.plays")
    played.keyboard.press(key)
    expect(sheet(played)).to_have_count(0)
    expect(top(played)).not_to_have_text(before)
    assert played.evaluate("heard.plays") == plays


def test_the_end_says_who_won_once_then_each_round_and_what_can_be_done_next(played: Page) -> None:
    play_to(played, Person(played, "mouse", "last"), "over")
    check_the_end(played)
    end = played.get_by_role("dialog")
    rounds = end.get_by_role("table", name=said("Points by round"))
    expect(rounds.get_by_role("columnheader")).to_have_text(["1", "2", "3", whole("total")])
    expect(rounds.get_by_role("row")).to_have_count(1 + ROUNDS["cryptruck"].seats)
    check_accessible(played)
    played.context.grant_permissions(["clipboard-read", "clipboard-write"])
    end.get_by_role("button", name=said("Share")).click()
    expect(end.get_by_role("button", name=said("Link copied"))).to_be_visible()
    table = played.url.rpartition("/")[2]
    assert played.evaluate("navigator.clipboard.readText()").endswith(f"/replay/{table}")


def test_whose_clock_runs_reads_a_rounds_end_beside_the_game(browser: Browser, address: str) -> None:
    hasty = {"cryptruck": Tables(2, options={"rounds": 2}, clock={"kind": "move", "seconds": 600})}
    with window(browser, address, Looks(), hasty) as page:
        play(page, "cryptruck")
        person = Person(page, "mouse", "clock")
        play_to(page, person, "sums")
        until(page, "heard.isShown()")
        expect(sheet(page)).to_contain_text(said("You: "))
        expect(sheet(page).get_by_role("table")).to_have_count(0)
        expect(page.locator(".head.own .clock")).to_be_visible()
        assert not person.play_once()
        sheet(page).get_by_role("button", name=said("Continue")).click()
        expect(sheet(page)).to_have_count(0)


def check_the_end(page: Page) -> None:
    """The title tells the own place, whoever won has a celebration, and the next steps stand in their order."""
    end = page.get_by_role("dialog")
    result = page.evaluate("heard.result")
    own, count = page.evaluate("heard.you"), len(result["scores"])
    title = end.get_by_role("heading", level=2).first.inner_text()
    has_won = own in result["winners"]
    if not has_won:
        before = sum(
            score > result["scores"][own] or seat in result["winners"] for seat, score in enumerate(result["scores"])
        )
        places = [whole(place, place=before + 1) for place in ("{place}st", "{place}nd", "{place}rd", "{place}th")]
        assert title in [whole("You came {place} of {count}", place=place, count=count) for place in places]
        expect(end.locator(".why")).to_have_text(result["lines"][0])
    elif len(result["winners"]) == 1:
        assert title == whole("You won")
        if result["plain"]:
            expect(end.get_by_text(result["lines"][0])).to_have_count(0)
        else:
            expect(end.locator(".why")).to_have_text(result["lines"][0])
    expect(end.locator("[data-celebrates]")).to_have_count(int(has_won))
    if has_won:
        expect(end.locator("[data-celebrates]")).to_have_attribute("data-celebrates", "still")  # motion is off
    steps = [whole(text) for text in ("Rematch", "Review", "Replay", "Challenge a friend", "Play this deal again")]
    buttons = end.locator(".next .button")
    for at, step in enumerate(steps):
        expect(buttons.nth(at)).to_have_text(step)


def test_whoever_wins_is_told_so_and_celebrated(browser: Browser, address: str) -> None:
    """The battle is played by its words: greedy play beats random bots soon."""
    with speaking.only(DEFAULT), window(browser, address, Looks(plain=True), SHORT) as page:
        for _ in range(6):
            play(page, "battle")
            Reader(page, "battle").play_to_the_end()
            page.get_by_role("dialog").wait_for()
            check_the_end(page)
            if page.locator("[data-celebrates]").count():
                return
        raise AssertionError("six games were lost")


# --- ties ------------------------------------------------------------------------------------------------------------

TIED = ([30, 30, 10], [9, 12, 3])  # points in all, and in the last round
TELL = """(result) => (window.lie = (message) =>
  message.table ? { ...message, table: { ...message.table, result } } : message)"""


def tied_game() -> dict[str, Any]:
    """How a game of CASTER ended in which two seats had the most points, as the server tells it."""
    s = holding(["R5", "R1", "R3"])
    play_trick(s, "R5 R1 R3")
    s.total[:3], s.latest[:3] = TIED
    catalogue = setting(3).catalogue(language=speaking.language)
    lines = [catalogue.render(message) for message in words.result(s)]
    return {"scores": TIED[0], "winners": [1], "lines": lines, "marks": [[] for _ in lines], "plain": False}


def test_what_decided_a_tie_is_said_first(browser: Browser, address: str, finished: str) -> None:
    with window(browser, address) as page:
        page.context.add_init_script(path=HERE / "liar.js")
        page.context.add_init_script(f"({TELL})({json.dumps(tied_game())})")
        page.goto(f"/t/{finished}")
        why = page.get_by_role("dialog").locator(".why")
        expect(why).to_contain_text(told("points in the last round were more"))
        expect(why).to_contain_text("30")
        expect(why).to_contain_text("12")
        places = page.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
        assert [re.findall(r"\d+", text)[0] for text in places[:3]] == ["1", "2", "3"], "who lost by it is second"


# --- onlookers -------------------------------------------------------------------------------------------------------


def test_for_onlookers_each_card_lies_at_its_seat_and_the_end_names_who_won(browser: Browser, address: str) -> None:
    with window(browser, address, Looks(), SHORT) as page, window(browser, address, Looks()) as onlooker:
        play(page, "caster")
        person = Person(page, "mouse", "watched")
        onlooker.goto(page.url)
        until(onlooker, "heard.phase === 'playing' && heard.scene")
        person.wait()
        while page.evaluate("!heard.scene.zones.find((zone) => zone.role === 'trick').pieces?.length"):
            person.play_once()
            person.wait()
        until(
            onlooker,
            "heard.number === arg && heard.scene.zones.find((zone) => zone.role === 'trick').pieces"
            '.every((piece) => document.querySelector(`[data-zone="trick"][data-piece="${piece.id}"]`))',
            page.evaluate("heard.number"),
        )
        assert onlooker.evaluate("heard.you") is None
        lies, sits = onlooker.evaluate(LIES), onlooker.evaluate(SITS)
        assert lies
        for seat, (x, y) in lies.items():
            nearest = min(sits, key=lambda other: (sits[other][0] - x) ** 2 + (sits[other][1] - y) ** 2)
            assert nearest == seat, f"the card of seat {seat} lies at seat {nearest}"
        person.play_to_the_end()
        end = onlooker.get_by_role("dialog")
        winners = until(onlooker, "heard.result?.winners.map((seat) => heard.chairs[seat].name)")
        for name in winners:
            expect(end.get_by_role("heading", level=2).first).to_contain_text(name)
        expect(end.get_by_role("button", name=said("Rematch"))).to_have_count(0)
        expect(end.get_by_role("link", name=said("Review"))).to_be_visible()
        expect(end.locator("[data-celebrates]")).to_have_count(0)
