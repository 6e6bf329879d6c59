"""A report as people get it: a page that needs nothing else, a summary of 80 columns, JSON, and games to look at."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.cli import run
from fairdeal.lab.report.page import page
from fairdeal.lab.report.plan import new_plan
from fairdeal.lab.report.runs import opened, play
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sections import new_report
from fairdeal.language import languages
from tests.lab.report.planted import sampled

VOID = {"meta"}


class Reader(HTMLParser):
    """Reads a page, and sees that what is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.targets.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style" and data.strip():
            self.texts.append(data.strip())


def page_of(game: str, seats: int, folder: Path, language: str = "en") -> str:
    plan = new_plan(games.find(game), ("random",), seats, {}, None, "page")
    with opened(folder, plan) as there:
        found = play(there, 1)
    assert found is not None
    return page(new_report(Sample(plan, found.columns)), plan.setting.catalogue(language=language), "my games")


def test_a_page_needs_nothing_but_itself_and_its_links_lead_to_its_games(tmp_path: Path) -> None:
    text = page_of("caster", 4, tmp_path)
    read = Reader(text)
    assert "http" not in text
    assert "<script" not in text
    assert len(set(read.ids)) == len(read.ids)
    assert {target.removeprefix("#") for target in read.targets} <= set(read.ids)
    assert [each for each in read.ids if not each.startswith("game-")] == [
        *(
            "order",
            "rounds",
            "seats",
            "length",
            "choices",
            "points",
            "lead",
            "luck",
            "cards",
            "offers",
            "measures",
            "games",
        ),
    ]
    assert any(text.startswith("fairdeal replay 'my games' --game-number ") for text in read.texts)
    assert "prefers-color-scheme: dark" in text


def test_a_game_in_real_time_has_no_order_of_play_and_one_for_a_single_seat_no_lead(tmp_path: Path) -> None:
    timed = Reader(page_of("coast", 2, tmp_path / "two")).ids
    alone = Reader(page_of("coast", 1, tmp_path / "one")).ids
    assert "order" not in timed
    assert {"seats", "lead", "luck"} <= set(timed)
    assert {"seats", "lead", "luck"}.isdisjoint(alone)
    assert {"length", "choices", "points", "measures"} <= set(alone)


def test_nothing_of_a_page_is_said_in_english_in_another_language(tmp_path: Path) -> None:
    texts = Reader(page_of("traders", 3, tmp_path, languages.PSEUDO)).texts
    names = set(games.find("traders").own_labels.values())  # of the data file, so in no catalogue
    spoken = [text for text in texts if not text.startswith("fairdeal replay") and text not in names]
    english = [text for text in spoken if re.search("[A-Za-z]{3}", text) and not re.search(r"[^\x00-\x7f]", text)]
    assert english == []


def test_a_name_of_a_user_cannot_become_a_part_of_the_page() -> None:
    report = new_report(sampled(20, 0))
    catalogue = report.sample.plan.setting.catalogue()
    assert "<b>" not in page(report, catalogue, "<b>run</b>")


# --- at the command line ---------------------------------------------------------------------------------------------

QUICK = ("report", "caster", "--seats", "3", "--option", "rounds=1", "--bots", "random", "--jobs", "1")


def test_a_summary_fits_80_columns_and_names_the_games_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    assert run([*QUICK, "--games", "1000", "-o", "caster.html"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "1024 games of 512 deals, played by random, seed 0." in out
    assert "Whoever has the first turn wins" in out
    assert "fairdeal replay caster.run --game-number" in out
    assert Reader((tmp_path / "caster.html").read_text()).ids
    number = re.findall(r"Game (\d+): the most lopsided, points ([\d, ]+)", out)[0]
    assert run(["replay", "caster.run", "--game-number", number[0]]) == 0
    told = capsys.readouterr().out
    assert all(re.search(rf"\b{points}\b", told) for points in number[1].split(", "))


def test_json_has_every_number_with_its_interval_and_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*QUICK, "--games", "1", "--json", "--run", str(tmp_path / "run")]
    assert run(command) == 0
    first = capsys.readouterr().out
    found = json.loads(first)
    wins = [found["sections"]["order"][f"wins_{place}"] for place in (1, 2, 3)]
    assert sum(share["mean"] for share in wins) == pytest.approx(1)
    assert all(share["low"] < share["mean"] < share["high"] for share in wins)
    assert (found["games"], found["deals"], found["seats"]) == (1024, 512, 3)
    assert run(command) == 0
    assert capsys.readouterr().out == first


def test_precision_ends_a_run_where_the_widest_interval_is_narrow_enough(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run([*QUICK, "--precision", "2%", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    wins = [found["sections"]["order"][f"wins_{place}"] for place in (1, 2, 3)]
    assert max(share["high"] - share["low"] for share in wins) / 2 <= 0.02
    assert found["games"] > 1024


def test_different_bots_change_seats_and_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("report", "battle", "--bots", "random,easy", "--games", "40", "--jobs", "1", "--json")
    assert run(command) == 0
    found = json.loads(capsys.readouterr().out)
    weak, strong = (found["sections"]["bots"][f"wins_{bot}"]["mean"] for bot in (1, 2))
    assert weak + strong == pytest.approx(1)
    assert strong > weak
    assert "luck" not in found["sections"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--precision", "1"), "--precision is a part of all games in percent, from 0.01% to 50%, such as 1%"),
        (("--precision", "none%"), "--precision is a part of all games in percent"),
        (("--precision", "0%"), "--precision is a part of all games in percent"),
        (("--precision", "1%", "--games", "5"), "Either --games or --precision says when it is enough."),
        (("--games", "0"), "--games is from 1 to 100000000, not 0."),
        (("--jobs", "0"), "--jobs is from 1 to 256, not 0."),
        (("--bots", "best"), "There is no bot 'best'"),
        (("--bots", ""), "There is no bot ''"),
        (("--seats", "9"), "CASTER is played by 3 to 5 seats, not 9."),
        (("--run", "/dev/null/run"), "/dev/null/run cannot be written: Not a directory."),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", "caster", *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_folder_without_a_run_cannot_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(tmp_path)]) == 2
    assert "is no folder of a run." in capsys.readouterr().err
