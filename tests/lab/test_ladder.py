"""Ladders: results are kept deal by deal, count as long as the levels are the same, and make the page."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fairdeal import games
from fairdeal.cli import run
from fairdeal.contract.game import Game
from fairdeal.contract.levels import Level
from fairdeal.errors import FairdealError
from fairdeal.lab import ladder as lab
from fairdeal.lab import ratings
from fairdeal.lab.ladder import (
    Encounter,
    Ladder,
    append,
    climb,
    forget,
    gather,
    level_text,
    new_ladder,
    rank,
    read,
)
from fairdeal.lab.ladder_page import row, write_page
from fairdeal.lab.picture import picture, ticks_of
from fairdeal.lab.simulate import Average

# Levels without any search: what is tested is the ladder, not who climbs it.
LEVELS = tuple(Level(name, 0, frozenset()) for name in ("random", "easy", "hard"))
CASTER = dataclasses.replace(games.find("caster"), levels=LEVELS)


@pytest.fixture
def caster(monkeypatch: pytest.MonkeyPatch) -> Ladder:
    monkeypatch.setattr(games, "find", lambda name: CASTER)
    monkeypatch.setattr(games, "all_games", lambda: [CASTER])
    monkeypatch.setattr(ratings, "REPEATS", 50)
    monkeypatch.setattr(lab, "yardsticks", lambda game: ())
    return new_ladder(CASTER, None, {"rounds": 1})


def result(bots: tuple[str, str], there: float, deals: int, ladder: Ladder) -> Encounter:
    """Make up a result of some deals, the first bot alone winning that share."""
    numbers = tuple(range(deals))
    back = (1 - there) / 2
    return Encounter(
        game=ladder.game.name,
        rules_version=ladder.game.rules_version,
        seats=ladder.seats,
        options=ladder.options,
        bots=bots,
        levels=("0", "0"),
        code="c0de",
        seed="0",
        deals=numbers,
        there=tuple(there for _ in numbers),
        back=tuple(back for _ in numbers),
        times=({-40: 5 * deals}, {-80: 5 * deals}),
    )


def deals_of(path: Path) -> dict[tuple[str, str], list[int]]:
    """List the deals that each pair has in a file."""
    found: dict[tuple[str, str], list[int]] = {}
    for each in read(path):
        found.setdefault(each.bots, []).extend(each.deals)
    return found


# --- playing and keeping ---------------------------------------------------------------------------------------------


def test_neighbours_play_most_and_everybody_plays(caster: Ladder, tmp_path: Path) -> None:
    path = tmp_path / "bots" / "caster.jsonl"
    heard: list[tuple[int, int, str]] = []
    assert not climb(caster, path, 24, progress=lambda done, total, word: heard.append((done, total, word)))
    assert deals_of(path) == {
        ("easy", "random"): [0, 1, 2, 3],
        ("hard", "easy"): [0, 1, 2, 3],
        ("hard", "random"): [0],
    }
    assert [done for done, *_ in heard] == list(range(1, 10))
    assert {total for _, total, _ in heard} == {9}
    assert len(path.read_text("utf-8").splitlines()) == 3  # gathered


def test_one_pair_can_play_alone_and_plays_the_deals_it_would_have_played(caster: Ladder, tmp_path: Path) -> None:
    path, whole = tmp_path / "caster.jsonl", tmp_path / "whole.jsonl"
    climb(caster, path, 12, only=("hard", "easy"))
    climb(caster, whole, 12)
    [alone] = read(path)
    assert alone.there == next(each.there for each in read(whole) if each.bots == alone.bots == ("hard", "easy"))


def test_what_was_kept_counts_and_the_rest_is_added(caster: Ladder, tmp_path: Path) -> None:
    path, whole = tmp_path / "caster.jsonl", tmp_path / "whole.jsonl"
    climb(caster, path, 6)
    before = read(path)
    climb(caster, path, 12)
    climb(caster, whole, 12)
    assert deals_of(path) == deals_of(whole)
    shares = [{each.bots: each.there for each in read(file)} for file in (path, whole)]
    assert shares[0] == shares[1]
    assert all(any(each.there[0] == old.there[0] for each in read(path) if each.bots == old.bots) for old in before)
    climb(caster, path, 12)
    assert deals_of(path) == deals_of(whole)


def test_an_interrupted_ladder_keeps_what_it_had(caster: Ladder, tmp_path: Path) -> None:
    def interrupt(done: int, total: int, word: str) -> None:
        if done == 4:
            raise KeyboardInterrupt

    path = tmp_path / "caster.jsonl"
    assert climb(caster, path, 24, progress=interrupt)
    assert sum(map(len, deals_of(path).values())) == 4
    assert not climb(caster, path, 24)
    assert sum(map(len, deals_of(path).values())) == 9


def test_time_ends_a_ladder(caster: Ladder, tmp_path: Path) -> None:
    path = tmp_path / "caster.jsonl"
    assert not climb(caster, path, 10_000, minutes=1e-9)
    assert read(path) == []


def test_no_deal_counts_twice(caster: Ladder, tmp_path: Path) -> None:
    path = tmp_path / "caster.jsonl"
    append(path, result(("easy", "random"), 0.5, 3, caster))
    append(path, result(("easy", "random"), 0.5, 5, caster))
    assert deals_of(path) == {("easy", "random"): [0, 1, 2, 3, 4]}
    gather(path)
    assert deals_of(path) == {("easy", "random"): [0, 1, 2, 3, 4]}
    assert len(path.read_text("utf-8").splitlines()) == 1


def test_a_line_that_is_no_result_is_named(tmp_path: Path) -> None:
    path = tmp_path / "caster.jsonl"
    path.write_text('{"game": "caster"}\n', "utf-8")
    with pytest.raises(FairdealError, match=r"caster\.jsonl, line 1 is no result of a ladder; remove that line\.$"):
        read(path)


def test_results_of_other_levels_rules_or_seats_do_not_count(caster: Ladder) -> None:
    own = result(("easy", "random"), 0.5, 3, caster)
    assert caster.counts(own)
    assert not caster.counts(dataclasses.replace(own, levels=("300", "0")))
    assert not caster.counts(dataclasses.replace(own, rules_version=99))
    assert not caster.counts(dataclasses.replace(own, seats=4))
    assert not caster.counts(dataclasses.replace(own, options={}))
    assert not caster.counts(dataclasses.replace(own, bots=("grim", "random")))


def test_what_is_forgotten_is_one_ladder(caster: Ladder, tmp_path: Path) -> None:
    path = tmp_path / "caster.jsonl"
    own = result(("easy", "random"), 0.5, 3, caster)
    other = dataclasses.replace(own, seats=4)
    append(path, own)
    append(path, other)
    forget(path, caster)
    assert read(path) == [other]


def test_yardsticks_stand_between_the_levels_and_are_measured_by() -> None:
    ladder = new_ladder(games.find("battle"), None, {})
    assert [level.name for level in ladder.levels] == [
        "random",
        "easy",
        "beginner",
        "greedy",
        "medium",
        "hard",
        "expert",
    ]
    assert [ladder.names(pair) for pair in ladder.neighbours] == [
        ("easy", "random"),
        ("medium", "easy"),
        ("hard", "medium"),
        ("expert", "hard"),
        ("beginner", "easy"),
        ("medium", "greedy"),
        ("hard", "greedy"),
    ]
    assert sorted(ladder.pairs) == [(high, low) for high in range(7) for low in range(high)]


def test_the_page_has_the_leads_that_levels_are_held_to(tmp_path: Path) -> None:
    ladder = new_ladder(games.find("battle"), None, {})
    texts = {level.name: level_text(level) for level in ladder.levels}
    bots = ("hard", "greedy")
    played = result(bots, 0.75, 40, ladder)
    played = dataclasses.replace(played, levels=(texts["hard"], texts["greedy"]), back=(0.25,) * 40)
    tied = dataclasses.replace(played, bots=("greedy", "random"), levels=(texts["greedy"], texts["random"]))
    for each in (played, tied):
        append(tmp_path / "bots" / "battle.jsonl", each)
    page = write_page(tmp_path / "bots").read_text("utf-8")
    assert "| hard | greedy | +50.0 % |" in page
    assert "| lead of | on | lead | 95 % | deals |" in page


def test_without_a_word_on_it_nothing_is_written_into_the_docs(
    caster: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    docs = Path(__file__).parents[2] / "docs"
    before = {path: path.stat().st_mtime_ns for path in docs.rglob("*")}
    assert run(["ladder", "caster", "--option", "rounds=1", "--jobs", "1", "--games", "6", "--page"]) == 0
    assert {path: path.stat().st_mtime_ns for path in docs.rglob("*")} == before
    assert sorted(path.name for path in (tmp_path / "fairdeal").iterdir()) == ["bots", "bots.md"]


def test_options_at_their_defaults_make_the_same_ladder() -> None:
    game = games.find("caster")
    assert new_ladder(game, 3, {"rounds": 3}) == new_ladder(game, None, {})
    solo = next(game for game in games.all_games() if 1 in game.seat_counts)
    assert new_ladder(solo, None, {}).seats == 2
    with pytest.raises(FairdealError, match="A ladder needs at least two seats"):
        new_ladder(solo, 1, {})


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_the_source_that_plays_is_known(game: Game) -> None:
    assert len(lab.code_of(game)) == 8


# --- ratings and the page --------------------------------------------------------------------------------------------


def test_ratings_rise_with_the_victories(caster: Ladder) -> None:
    results = [result(("easy", "random"), 0.7, 50, caster), result(("hard", "easy"), 0.6, 50, caster)]
    ranking = rank(caster, [*results, dataclasses.replace(results[0], seats=4)])
    random, easy, hard = ranking.rungs
    assert random.rating == Average(0.0, None, None)
    assert random.wins is None
    assert easy.rating is not None
    assert hard.rating is not None
    assert 0 < easy.rating.mean < hard.rating.mean
    assert easy.wins is not None
    assert easy.wins.mean == pytest.approx(0.7)
    assert (easy.deals, ranking.games, ranking.codes) == (50, 600, 1)
    assert row(caster, easy)[3:8] == ["70.0 %", "68.1 to 71.9", "+55.0 %", "52.2 to 57.8", "50"]
    assert row(caster, random)[-3:] == ["0.98 ms", "0.98 ms", "none"]


@pytest.mark.parametrize(
    ("name", "seats", "search"),
    [
        ("traders", 2, "60,000 iterations; endgame, foresight, policy"),
        ("traders", 3, "40,000 iterations; endgame, foresight, policy"),
        ("traders", 4, "20,000 iterations; endgame, policy"),
        ("cryptruck", 2, "60,000 iterations; endgame, horizon, intuition, policy"),
        ("cryptruck", 4, "20,000 iterations; endgame, horizon, policy"),
    ],
)
def test_a_level_is_printed_as_it_plays_at_the_table(name: str, seats: int, search: str) -> None:
    ladder = new_ladder(games.find(name), seats, {})
    [master] = [rung for rung in rank(ladder, []).rungs if rung.level.name == "master"]
    assert row(ladder, master)[-1] == search


def test_a_level_without_results_has_no_rating(caster: Ladder) -> None:
    ranking = rank(caster, [result(("easy", "random"), 0.7, 50, caster)])
    assert ranking.rungs[1].rating is not None
    assert ranking.rungs[2].rating is None
    assert row(caster, ranking.rungs[2])[1:8] == ["-"] * 7
    assert all(rung.rating is None for rung in rank(caster, []).rungs)
    lonely = rank(caster, [result(("hard", "easy"), 0.7, 50, caster)])
    assert all(rung.rating is None for rung in lonely.rungs[1:])


def test_the_page_is_printed_from_the_results(
    caster: Ladder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bots"
    results = [result(("easy", "random"), 0.7, 50, caster), result(("hard", "easy"), 0.6, 50, caster)]
    for each in results:
        append(folder / "caster.jsonl", each)
    assert run(["ladder", "--page", "--results", str(folder)]) == 0
    assert "bots.md is written anew." in capsys.readouterr().out
    page = (tmp_path / "bots.md").read_text("utf-8")
    assert "## CASTER, 3 seats, rounds=1" in page
    assert "![Ratings of the levels](bots/caster-3-rounds-1.svg)" in page
    assert "| easy |" in page
    assert "600 games; even strength wins 33.3 %." in page
    ElementTree.fromstring((folder / "caster-3-rounds-1.svg").read_text("utf-8"))
    append(folder / "caster.jsonl", dataclasses.replace(results[0], code="new", deals=tuple(range(50, 100))))
    assert "They were played by 2 versions of the source." in write_page(folder).read_text("utf-8")


def test_the_command_plays_shows_and_refuses(
    caster: Ladder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["ladder", "caster", "--option", "rounds=1", "--jobs", "1", "--results", str(tmp_path)]
    assert run([*arguments, "--games", "6"]) == 0
    shown = capsys.readouterr().out
    assert "CASTER, 3 seats, rounds=1: 18 games; even is 33.3 %." in shown
    assert "hard" in shown
    lines = [json.loads(line) for line in (tmp_path / "caster.jsonl").read_text("utf-8").splitlines()]
    assert [line["deals"] for line in lines] == [[0], [0], [0]]
    assert run([*arguments, "--games", "6", "--fresh"]) == 0
    capsys.readouterr()
    for wrong, sentence in (
        (["ladder"], "Name a game to play for, or print the page of all with --page."),
        (["ladder", "caster", "--minutes", "0"], "--minutes is a number above 0, not 0.0."),
        ([*arguments, "--only", "hard,grim"], "hard and grim are no two of random, easy, hard."),
        (["ladder", "--page", "--results", str(tmp_path / "none")], "holds no results that count"),
    ):
        assert run(wrong) == 2
        assert sentence in capsys.readouterr().err
    assert run(["ladder", "--help"]) == 0
    assert "Examples:\n  fairdeal ladder" in capsys.readouterr().out


def test_the_picture_has_a_dot_for_each_level_and_escapes_names() -> None:
    rows = [("a < b", Average(400.0, 300.0, 520.0)), ("random", Average(0.0, None, None))]
    drawing = ElementTree.fromstring(picture("A & B", rows))
    kinds = [element.tag.rpartition("}")[2] for element in drawing.iter()]
    assert kinds.count("circle") == 2
    assert [element.get("class") for element in drawing.iter()].count("reach") == 1
    assert "a < b" in [element.text for element in drawing.iter()]


@pytest.mark.parametrize(
    ("values", "ticks"), [([0, 70], [0, 50, 100]), ([-30, 900], [-200, 0, 200, 400, 600, 800, 1000])]
)
def test_ticks_are_round_and_reach_around_all_values(values: list[float], ticks: list[int]) -> None:
    assert ticks_of(values) == ticks


def test_any_bot_can_be_rated_beside_the_levels() -> None:
    own = new_ladder(games.find("battle"), None, {}, others=["hard:5", "cmd:./greta", "hard"])
    names = [level.name for level in own.levels]
    assert names[-3:] == ["expert", "hard:5", "cmd:./greta"]
    assert names.count("hard") == 1, "a level plays anyway"
    assert ("cmd:./greta", "random") in map(own.names, own.pairs)
    assert own.neighbours == new_ladder(games.find("battle"), None, {}).neighbours
