"""Two variants over the same deals, and many on a grid: what differs is found, what does not is said to be alike."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fairdeal import games
from fairdeal.cli import run
from fairdeal.errors import Refused
from fairdeal.lab.report import plan as plans
from fairdeal.lab.report.comparing import ALIKE, LESS, MORE, compare, difference, judge, whenever
from fairdeal.lab.report.runs import opened
from fairdeal.lab.report.sample import Sample
from fairdeal.lab.report.sweeping import Cell, best_of, read_goal
from fairdeal.lab.report.variants import Variant, measures, read_values, with_number
from fairdeal.lab.simulate import Average
from tests.conformance import soak_page
from tests.lab.report.planted import PLAN, sampled, so_far
from tests.lab.report.test_page import Reader

CASTER = games.find("caster")
FIRST = measures(PLAN)["first"]


def no_data(path: str) -> dict[str, object]:
    raise AssertionError(path)


# --- variants --------------------------------------------------------------------------------------------------------


def test_a_variant_changes_options_seats_bots_and_numbers_of_the_data_file() -> None:
    variant = Variant(CASTER, "easy")
    for change in ("option=rounds=3", "seats=5", "limit=2", "bots=random"):
        variant.change(change, no_data)
    plan = variant.plan("0")
    assert (plan.seats, plan.options, plan.bots) == (5, {"rounds": 3}, ("random",))
    limits = {row["count"]: row["limit"] for row in plan.setting.document["seats"]}
    own = {row["count"]: row["limit"] for row in CASTER.own_data["seats"]}
    assert limits == {**own, 5: 2}


def test_a_number_of_the_data_file_may_be_called_like_an_option_that_nobody_chooses() -> None:
    variant = Variant(games.find("battle"), "random")
    variant.change("cards=12", no_data)
    assert len(variant.plan("0").setting.options["cards"]) == 12


@pytest.mark.parametrize("change", ["rounds", "=3", "rounds=", "seats=many", "limit=x", ""])
def test_what_is_no_change_is_refused(change: str) -> None:
    with pytest.raises(Refused):
        Variant(CASTER, "random").change(change, no_data)


def test_a_number_that_no_data_file_has_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="CASTER has no option 'luck' and no such number"):
        with_number(CASTER, CASTER.own_data, 4, "luck", 1)


@pytest.mark.parametrize("text", ["limit=", "limit", "limit=6..2", "limit=,", "=1", "limit=1..1000", "limit=1,1"])
def test_a_range_without_values_or_with_too_many_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_values(text)


# --- comparing -------------------------------------------------------------------------------------------------------


def test_what_differs_by_the_margin_is_more_or_less_and_what_does_not_is_alike() -> None:
    fair, uneven = sampled(1500, 1, 0.5), sampled(1500, 2, 0.62)
    assert judge(FIRST, fair, uneven, 0.05) == MORE
    assert judge(FIRST, uneven, fair, 0.05) == LESS
    assert judge(FIRST, fair, sampled(1500, 3, 0.5), 0.1) == ALIKE
    assert judge(FIRST, sampled(20, 1), sampled(20, 3), 0.01) is None


def test_variants_that_never_differ_are_not_apart() -> None:
    sample = sampled(300, 5, 0.6, 0.3)
    found = difference(FIRST, sample, sample)
    assert (found.more.mean, found.a) == (0, found.b)


MARGIN = 0.08
PARTS, DEALS = 40, 60


@functools.cache
def compared(seed: int, more: float) -> tuple[str | None, Average]:
    """Look after each part at variants that are so far apart, and give what is said when a comparison stops."""
    a, b = sampled(PARTS * DEALS, seed, 0.5), sampled(PARTS * DEALS, 50_000 + seed, 0.5 + more)
    for parts in range(1, PARTS + 1):
        looked_at = so_far(a, parts * DEALS), so_far(b, parts * DEALS)
        if verdict := judge(FIRST, *looked_at, MARGIN):
            return verdict, difference(FIRST, *looked_at).more
    return None, difference(FIRST, a, b).more


def holding(more: float, comparisons: int) -> int:
    """In how many comparisons the interval holds the truth."""
    found = [compared(seed, more)[1] for seed in range(comparisons)]
    return sum((each.low or 0) <= more <= (each.high or 0) for each in found)


def saying(verdicts: set[str | None], more: float, comparisons: int) -> int:
    """In how many comparisons one of these is said."""
    return sum(compared(seed, more)[0] in verdicts for seed in range(comparisons))


def noted(what: str, count: Callable[[float, int], int], more: float, comparisons: int) -> int:
    began = time.perf_counter()
    found = count(more, comparisons)
    soak_page.note(f"Comparisons: {what}", found, f"of {comparisons:,} comparisons", time.perf_counter() - began)
    return found


def test_intervals_hold_the_truth_whenever_it_stops() -> None:
    assert holding(0.04, 40) >= 36


@pytest.mark.soak
@pytest.mark.parametrize("more", [0.0, 0.04, MARGIN])
def test_intervals_hold_the_truth_in_935_of_1000_comparisons_whenever_they_stop(more: float) -> None:
    assert noted(f"{more:.0%} apart, the interval holds it", holding, more, 2000) >= 0.935 * 2000


@pytest.mark.soak
def test_verdicts_are_wrong_in_few_comparisons() -> None:
    apart = functools.partial(saying, {MORE, LESS})
    other = functools.partial(saying, {LESS, ALIKE})
    # The test's 5 %, and what its approximation adds.
    assert noted("alike, told apart", apart, 0.0, 2000) <= 0.07 * 2000
    assert noted("apart by the margin, called alike or the other way round", other, MARGIN, 2000) <= 0.07 * 2000


def test_an_interval_that_holds_at_any_time_is_wider_than_one_for_a_fixed_time() -> None:
    values: list[float] = np.random.default_rng(0).normal(0, 1, 1000).tolist()
    found = whenever(values, 0.0)
    assert found.low is not None
    assert found.high is not None
    assert 1.3 < (found.high - found.low) / (2 * 1.96 / 1000**0.5) < 1.8
    assert whenever([1.0], 0.0) == Average(1.0, None, None)


def test_variants_play_the_same_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 32)
    both = []
    for change in ("rounds=1", "rounds=2"):
        variant = Variant(CASTER, "random", 3)
        variant.change(change, no_data)
        both.append(variant.plan("deals"))
    with opened(tmp_path / "a", both[0]) as a, opened(tmp_path / "b", both[1]) as b:
        found = compare(a, b, 4, "decisions")
    assert found is not None
    assert found.verdict == MORE
    assert found.difference.more.mean == 45
    assert found.a.games == 64
    events = [[event.action for event in plan.sitting(0).events if event.seat is None] for plan in both]
    assert events[0] == events[1][: len(events[0])]


# --- sweeping --------------------------------------------------------------------------------------------------------


def cell(name: str, first: float, minutes: float, reach: float = 0.01) -> Cell:
    values = {"first": Average(first, first - reach, first + reach)}
    values["minutes"] = Average(minutes, minutes - reach, minutes + reach)
    return Cell((name,), Sample(PLAN, sampled(1, 0).columns), values)


def test_of_variants_that_may_be_best_by_one_goal_the_next_decides() -> None:
    known = measures(PLAN)
    cells = [cell("uneven", 0.6, 1), cell("fair", 0.505, 9), cell("short", 0.495, 3), cell("long", 0.5, 12)]
    best = best_of(cells, [read_goal(known, "first"), read_goal(known, "minutes=less")])
    assert [each.place for each in best] == [("short",)]
    assert best_of(cells, [read_goal(known, "minutes=10")])[0].place == ("fair",)
    assert best_of(cells, [read_goal(known, "first=60%")])[0].place == ("uneven",)
    assert best_of(cells, [read_goal(known, "minutes=more")])[0].place == ("long",)


@pytest.mark.parametrize("text", ["luck", "minutes", "minutes=5%", "first=0.5", "minutes=many"])
def test_what_is_no_goal_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_goal(measures(PLAN), text)


# --- at the command line ---------------------------------------------------------------------------------------------


def test_a_comparison_is_a_sentence_a_table_a_page_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 64)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    command = ["compare", "battle", "--a", "match=1", "--b", "match=2", "--by", "decisions", "--jobs", "1"]
    assert run([*command, "-o", "two.html", "--bots", "random"]) == 0
    out = capsys.readouterr().out
    assert "decisions: surely more with B than with A, by 1" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "B more than A" in Reader((tmp_path / "two.html").read_text()).texts
    assert run([*command, "--bots", "random", "--run", "two.run", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["a"]["options"], found["b"]["options"]) == ("more", {"match": 1}, {"match": 2})
    assert found["measures"]["decisions"]["more"]["low"] > 14


def test_a_sweep_is_a_grid_a_heat_map_and_the_best(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "NATIVE_DEALS", 32)
    monkeypatch.chdir(tmp_path)
    command = ["sweep", "caster", "--vary", "limit=3..4", "--vary", "rounds=1,2", "--bots", "random", "--jobs", "1"]
    command += ["--games", "64", "--by", "decisions=less", "-o", "grid.html"]
    assert run([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["cells"]) == [f"limit={limit} rounds={rounds}" for limit in (3, 4) for rounds in (1, 2)]
    assert found["best"] == ["limit=3 rounds=1", "limit=4 rounds=1"]
    assert (tmp_path / "grid.html").read_text().count('class="heat"') == 4
    assert (tmp_path / "grid.run" / "limit=3 rounds=2" / "manifest.json").is_file()
    assert run(command) == 0
    assert "The best is limit=3 rounds=1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("compare", "caster"), "Both variants are the same"),
        (("compare", "caster", "--a", "rounds=1", "--b", "luck=1"), "CASTER has no option 'luck'"),
        (("compare", "caster", "--a", "rounds=1", "--by", "luck"), "There is no measure 'luck'; there are first"),
        (("compare", "caster", "--a", "rounds=1", "--margin", "0"), "--margin is a number above 0"),
        (("compare", "caster", "--b", "data=none.toml"), "none.toml cannot be read"),
        (("compare", "caster", "--a", "rounds=99"), "rounds"),
        (("sweep", "caster"), "A sweep needs at least one --vary"),
        (("sweep", "caster", "--vary", "limit="), "'limit=' has no values."),
        (("sweep", "caster", "--vary", "limit=2..6", "--by", "luck"), "There is no measure 'luck'"),
        (("sweep", "caster", "--vary", "limit=1..50", "--vary", "rounds=1..9"), "more than 100 variants"),
        (("sweep", "caster", "--vary", "rounds=1", "--vary", "rounds=2"), "has the same twice"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
