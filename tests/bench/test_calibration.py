"""A game of known truth: a walk of single steps between 0 and 8, won at 8; from a place p it is won p times in 8."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.calibration import (
    PAGE,
    Calibration,
    Row,
    Rows,
    Sample,
    at_moment,
    bins,
    by_chance,
    judge,
    moment_by,
    printed,
    read,
    resampled,
    slope_by_both,
    slope_by_play,
    slope_by_policy,
    won_by,
)
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import FairdealError

END, BEGIN = 8, 3
SURE = 4.0  # standard errors


def walk(place: int, rng: np.random.Generator) -> list[int]:
    places = [place]
    while 0 < places[-1] < END:
        places.append(places[-1] + int(rng.choice((-1, 1))))
    return places


def walked(count: int, by_own_length: bool = False) -> Sample:
    """Walk, take a moment, walk on from there twice; the play-outs are said to make twice too much of a lead."""
    rows: list[tuple[Numbers, ...]] = []
    rng, before = np.random.default_rng(1), 15
    while len(rows) < count:
        places = walk(BEGIN, rng)
        moment = moment_by(len(places) if by_own_length else before, numbered("walk", int(rng.integers(1 << 30)))) - 1
        if moment >= len(places) - 1:
            continue
        before, place = len(places), places[moment]
        ends = [places[-1], *(walk(place, rng)[-1] for _ in range(2))]
        won = np.array([[end / END, 1 - end / END] for end in ends])
        truth = np.array([place / END, 1 - place / END])
        rows.append((won[0], won[1:], 0.5 + 2 * (truth - 0.5)))
    return Sample(*(np.array(column) for column in zip(*rows, strict=True)))


def is_close(sample: Sample, fit: object, truth: float) -> bool:
    error = np.std([fit(each)[0] for each in resampled(sample, np.random.default_rng(2))])  # type: ignore[operator]
    return bool(abs(fit(sample)[0] - truth) < SURE * error)  # type: ignore[operator]


def test_slopes_are_those_of_the_truth() -> None:
    sample = walked(1000)
    assert is_close(sample, slope_by_play, 1.0)
    assert is_close(sample, slope_by_both, 1.0)
    assert is_close(sample, slope_by_policy, 0.5)
    assert not any(each.is_off for each in bins(sample))


def test_moments_drawn_by_a_games_own_length_would_mislead() -> None:
    """Who is ahead wins soon, and short walks have fewer moments: the lead seems to be worth more than it is."""
    sample = walked(1000, by_own_length=True)
    assert not is_close(sample, slope_by_both, 1.0)


def write(sample: Sample, path: Path) -> None:
    """Write a file of games as `play` does."""
    rows = []
    for outcome, tries, policy in zip(sample.outcome, sample.tries, sample.policy, strict=True):
        won = tuple(won_by(shares) for shares in (outcome, *tries))
        rows.append(Row(1, 2, won, tuple(round(1000 * share) for share in policy)))
    path.write_text("\n".join(["# walks of chance, played on 2 times", *(row.text for row in rows)]))


def test_a_file_of_games_is_read_and_judged_in_words(tmp_path: Path) -> None:
    sample, path = walked(400), tmp_path / "walks.txt"
    write(sample, path)
    assert np.array_equal(read(path).outcome, sample.outcome)
    assert np.array_equal(read(path).tries, sample.tries)
    assert np.allclose(read(path).policy, sample.policy, atol=0.001)
    text = judge(path)
    assert "walks: 400 games, each played on 2 times" in text
    assert text.count("slope") == 3


def test_what_happened_and_what_was_played_on_may_change_places() -> None:
    """Where they are alike nothing is remarkable; where what happened is another game, it is."""
    sample, rng = walked(400), np.random.default_rng(3)
    assert by_chance(sample, rng) > 0.01
    assert by_chance(Sample(sample.outcome[::-1], sample.tries, sample.policy), rng) < 0.01


@pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="once is enough")
def test_the_table_of_the_page_is_that_of_the_games() -> None:
    page = PAGE.read_text("utf-8")
    assert printed(page) == page, "run `python -m bench.calibration table`"


@pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="bots are compiled")
def test_a_file_of_games_goes_on_where_it_ended_unless_the_players_are_others(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    Calibration("battle", 2, "random", 2).play(2, path)
    first = path.read_text()
    Calibration("battle", 2, "random", 2).play(3, path)
    assert path.read_text().startswith(first)
    rows = Rows.read(path).rows
    assert len(rows) == 3
    assert all(0 < row.moment < row.events for row in rows)
    with pytest.raises(FairdealError, match="of others: battle by 2 seats of random"):
        Calibration("battle", 2, "random", 2, ["random", "easy"]).play(4, path)
    last = rows[-1]
    path.write_text(first + last._replace(policy=last.policy[::-1]).text + "\n")
    with pytest.raises(FairdealError, match="other rules, bots or play-outs"):
        Calibration("battle", 2, "random", 2).play(4, path)


@pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="bots are compiled")
def test_a_game_that_is_played_again_up_to_a_moment_goes_on_alike() -> None:
    """With the same chance the same game follows: nothing of it is lost, what bots were told included."""
    calibration = Calibration("cryptruck", 3, "easy", 1)
    first = calibration.reaching(30, 0)
    again = at_moment(first, first.events)
    for sitting in (first, again):
        calibration.level.play(sitting, "on")
    assert first.events == again.events
