"""The lab in a browser: pick a game, start, see it become sure, stop, look at a game, keep the report."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browsing import PHONE, Looks, check_both_themes, window
from tests.browser.wording import said, told
from tests.server.serverproc import ServerProcess, serving


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a lab that gives way to nobody, for tests run on busy machines."""
    folder = tmp_path_factory.mktemp("lab")
    flags = ("--lab", "--lab-folder", str(folder / "lab"), "--lab-nice", "0")
    with serving(folder, flags=flags) as server:
        yield server
        assert not server.failures()


PLAYED = 240_000  # ms: whole processes are started


def test_an_experiment_is_started_watched_stopped_looked_at_and_kept(browser: Browser, lab: ServerProcess) -> None:
    with window(browser, lab.address, Looks(theme="system", size=PHONE)) as page:
        page.goto("/lab")
        page.get_by_role("radio", name="3x3 CCG Battle").check(force=True)
        page.locator("input[type=radio][value=random]").check(force=True)
        page.get_by_role("radio", name=said("To 1 %")).check(force=True)
        check_both_themes(page)
        page.get_by_role("button", name=said("Start")).press("Enter")
        expect(page).to_have_url(re.compile(r"/lab/battle-\w+$"))
        link = page.url
        expect(page.get_by_role("img", name=said("how sure it is by now")).first).to_be_visible(timeout=PLAYED)
        page.get_by_role("button", name=said("Stop")).click()
        expect(page.get_by_role("status").filter(has_text=said("stopped"))).to_be_visible(timeout=PLAYED)
        expect(page.get_by_role("button", name=said("Go on"))).to_be_visible()
        check_both_themes(page)
        with page.expect_download() as kept:
            page.get_by_role("link", name=said("Download the report")).click()
        assert kept.value.suggested_filename.endswith(".html")
        page.get_by_role("link", name=told("longest")).click()
        expect(page.get_by_role("slider", name=said("Moment"))).to_be_visible(timeout=PLAYED)
        expect(page).to_have_url(re.compile(r"/lab/battle-\w+/run/\d+#n=\d+"))
        assert int(page.get_by_role("slider", name=said("Moment")).input_value()) > 0
        page.goto(link)
        expect(page.get_by_role("heading", name=said("Keep and share"))).to_be_visible()


def test_each_player_can_be_another_bot(browser: Browser, lab: ServerProcess) -> None:
    with window(browser, lab.address, Looks(theme="system", size=PHONE)) as page:
        page.goto("/lab")
        page.get_by_role("radio", name="3x3 CCG Battle").check(force=True)
        page.get_by_role("switch", name=said("Another bot for each player")).click()
        players = page.get_by_role("group", name=said("Who plays?")).get_by_role("combobox")
        expect(players).to_have_count(2)
        players.nth(1).select_option("medium")
        check_both_themes(page)
        with page.expect_request(lambda request: request.method == "POST") as asked:
            page.get_by_role("button", name=said("Start")).press("Enter")
        assert (asked.value.post_data_json or {})["bots"] == ["easy", "medium"]
        expect(page).to_have_url(re.compile(r"/lab/battle-\w+$"))
        page.get_by_role("button", name=said("Stop")).click()
        expect(page.get_by_role("status").filter(has_text=said("stopped"))).to_be_visible(timeout=PLAYED)
