"""The searcher: legal, repeatable, blind to what its seat cannot see, bounded, and of sound judgement."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator

import numpy as np
import pytest

import oh_hell as example
from fairdeal import games
from fairdeal.bots import searcher
from fairdeal.bots.scratch import ARMS
from fairdeal.bots.searcher import NOTHING_TOLD, Judgement, Search
from fairdeal.contract.game import Game, Setting, list_legal, members, new_view, shares_of
from fairdeal.contract.rules import State
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER, DEFAULT_MODE, MOST_SEATS
from fairdeal.errors import Refused
from fairdeal.laws.moment import Moment
from fairdeal.laws.walks import clone, draw_outcome, positions, view_of
from fairdeal.laws.worlds import worlds_of
from tests.breadth import mostly_soaked
from tests.conformance import soak_page
from tests.conformance.subjects import SUBJECTS, Subject

INTERPRETED = DEFAULT_MODE == "interpreted"
ITERATIONS = 2 if INTERPRETED else 200
# The search of the example from outside would have to be compiled first: a soak does so.
EACH = mostly_soaked(SUBJECTS.values(), *(SUBJECTS[name] for name in games.NAMES))
OH_HELL = example.GAME.in_mode("interpreted")
SHORT = (3, {"rounds": 1, "passing": False})
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too slow when interpreted")


def moments(setting: Setting, seed: str) -> list[Moment]:
    """The positions of a random game where a seat may act."""
    found = [Moment(setting, s, seed, number) for number, s in enumerate(positions(setting, seed))]
    return [moment for moment in found if moment.acting]


def some_moments(setting: Setting, seed: str) -> list[Moment]:
    acting = moments(setting, seed)
    return acting[:2] + acting[len(acting) // 2 :: max(1, len(acting) // 4)]


# --- never illegal ---------------------------------------------------------------------------------------------------


def choices(subject: Subject, seed: str) -> Iterator[tuple[Moment, int]]:
    """Every choice that a seat has, in one random game after another, over all settings."""
    for number in itertools.count():
        setting = subject.setting(subject.plays[number % len(subject.plays)])
        for moment in moments(setting, f"{seed} {number}"):
            yield from ((moment, seat) for seat in moment.acting if len(moment.legal(seat)) > 1)


def check_legal(subject: Subject, count: int, iterations: int, every: int = 1) -> None:
    """Search one in so many choices, with all that the game knows; nothing was told, so nothing is inferred."""
    search = Search(subject.game)
    for moment, seat in itertools.islice(choices(subject, "legal"), 0, count * every, every):
        judgement = search.judge(moment.view(seat), seat, moment.rng("search"), iterations)
        assert [found.action for found in judgement.estimates] == moment.legal(seat)
        assert judgement.best in moment.legal(seat)
        assert judgement.iterations == iterations


@compiled_only
@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_it_never_finds_an_illegal_action(subject: Subject) -> None:
    check_legal(subject, 100, 32)


@compiled_only
@pytest.mark.soak
@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_soak_it_never_finds_an_illegal_action(subject: Subject) -> None:
    began = time.perf_counter()
    check_legal(subject, 10_000, 32)
    soak_page.note(f"searches: {subject.game.name}", 10_000, "positions", time.perf_counter() - began)


@compiled_only
@pytest.mark.soak
@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_soak_it_never_finds_an_illegal_action_however_long_it_thinks(subject: Subject) -> None:
    began, budget = time.perf_counter(), subject.game.levels[-1].iterations
    check_legal(subject, 50, budget, every=37)
    seconds = time.perf_counter() - began
    soak_page.note(f"searches: {subject.game.name}, {budget:,} iterations", 50, "positions", seconds)


@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_a_seat_that_may_not_act_is_refused(subject: Subject) -> None:
    s = subject.setting(subject.plays[0]).new_state()
    with pytest.raises(Refused, match=r"^Seat 1 has nothing to do now\.$"):
        Search(subject.game).judge(view_of(subject.game, s, 0), 0, numbered(0, 0), 1)


# --- the view, the budget and the seed decide, and nothing else ------------------------------------------------------


@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_it_finds_the_same_again_whatever_it_did_before(subject: Subject) -> None:
    setting = subject.setting(subject.plays[1])
    search, other = Search(setting.game), Search(setting.game)
    for m in some_moments(setting, "again"):
        seat = m.acting[-1]
        other.judge(m.view(seat), seat, m.rng("other"), 3 * ITERATIONS)
        found = [one.judge(m.view(seat), seat, m.rng("search"), ITERATIONS) for one in (search, search, other)]
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_it_depends_on_the_view_alone(subject: Subject) -> None:
    setting = subject.setting(subject.plays[1])
    search = Search(setting.game)
    for m in some_moments(setting, "view"):
        seat = m.acting[0]
        views = [m.view(seat), *(view_of(m.game, world, seat) for world in worlds_of(m, seat, 2))]
        before = views[0].tobytes()
        first, *others = [search.judge(view, seat, m.rng("search"), ITERATIONS) for view in views]
        assert all(found == first for found in others)
        assert views[0].tobytes() == before


@compiled_only
@pytest.mark.parametrize("subject", EACH, ids=lambda subject: subject.name)
def test_interpreted_and_compiled_searches_agree(subject: Subject) -> None:
    setting = subject.setting(subject.plays[0])
    late = [moment for moment in moments(setting, "modes") if len(moment.legal(moment.acting[0])) > 1][-3:]
    plain = setting.game.in_mode("interpreted")
    searches = [Search(setting.game), Search(plain)]
    for m in late:
        seat = m.acting[0]
        compiled, interpreted = [one.judge(m.view(seat), seat, m.rng("search"), 20) for one in searches]
        assert compiled == interpreted


def test_another_seed_finds_something_else() -> None:
    m = some_moments(SUBJECTS["caster"].setting(SHORT), "seeds")[0]
    seat = m.acting[0]
    search = Search(m.game)
    found = [search.judge(m.view(seat), seat, numbered("seeds", number), ITERATIONS) for number in range(2)]
    assert found[0] != found[1]


# --- threads and time ------------------------------------------------------------------------------------------------


def test_threads_share_the_iterations_and_add_up_what_they_find() -> None:
    m = some_moments(SUBJECTS["caster"].setting(SHORT), "threads")[0]
    seat, iterations = m.acting[0], 2 * ITERATIONS + 1
    two, one = Search(m.game, threads=2), Search(m.game)
    plain: frozenset[str] = frozenset()
    found = [two.judge(m.view(seat), seat, m.rng("search"), iterations, knowledge=plain) for _ in range(2)]
    assert found[0] == found[1]
    rngs = np.empty((2, 4), np.uint64)
    one.native.split(m.rng("search"), rngs)
    legal = m.legal(seat)
    parts = [
        one._run(m.view(seat), seat, NOTHING_TOLD, share, math.inf, rng, 0, len(legal))
        for share, rng in zip((ITERATIONS + 1, ITERATIONS), rngs, strict=True)
    ]
    assert found[0] == searcher._judgement(legal, parts)


def test_a_budget_of_time_is_kept() -> None:
    m = some_moments(SUBJECTS["caster"].setting(SHORT), "time")[0]
    seat, search = m.acting[0], Search(m.game, threads=2)
    search.judge(m.view(seat), seat, m.rng("search"), 1)
    began = time.perf_counter()
    judgement = search.judge(m.view(seat), seat, m.rng("search"), milliseconds=30)
    assert 0.02 < time.perf_counter() - began < (10.0 if INTERPRETED else 1.0)
    assert judgement.iterations >= 2 * searcher.FIRST_PORTION


def test_of_two_budgets_the_first_to_end_counts() -> None:
    m = some_moments(SUBJECTS["caster"].setting(SHORT), "both")[0]
    seat, search = m.acting[0], Search(m.game)
    assert search.judge(m.view(seat), seat, m.rng("search"), 20, milliseconds=1e6).iterations == 20
    with pytest.raises(ValueError, match="needs a budget"):
        search.judge(m.view(seat), seat, m.rng("search"))


# --- memory ----------------------------------------------------------------------------------------------------------


def test_memory_stays_bounded_in_a_long_game() -> None:
    setting = SUBJECTS["cryptruck"].setting((2, {"rounds": 2}))
    search, sizes = Search(setting.game), set()
    for m in moments(setting, "long")[:: 10 if INTERPRETED else 1]:
        for seat in m.acting:
            search.judge(m.view(seat), seat, m.rng("search"), ITERATIONS)
            sizes.add(len(search._arms[0]))
            assert search._scratches[0].counts[ARMS] <= ITERATIONS
    assert len(sizes) == 1


def test_a_full_tree_goes_on_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "MOST_ARMS", 16)
    m = some_moments(SUBJECTS["caster"].setting(SHORT), "full")[0]
    seat, iterations = m.acting[0], 40 if INTERPRETED else 2000
    search = Search(m.game)
    judgement = search.judge(m.view(seat), seat, m.rng("search"), iterations)
    assert search._scratches[0].counts[ARMS] == 16
    assert len(search._arms[0]) == 32
    assert judgement.iterations == iterations
    assert int(search._arms[0]["visits"].max()) == max(found.visits for found in judgement.estimates)


# --- seats that choose at once ---------------------------------------------------------------------------------------


def knowledge_after(m: Moment, viewer: int, seat: int, action: int) -> list[int]:
    """What a search lets each seat know after an action."""
    knows = np.zeros(MOST_SEATS, np.uint64)
    searcher.bound(m.game)[0].tell(m.s, viewer, seat, action, knows)
    return [int(known) for known in knows]


SIMULTANEOUS = {"caster": (4, {"passing": True}), "traders": (3, {}), "coast": (3, {})}


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_a_sealed_choice_is_known_to_nobody_else(name: str) -> None:
    """Others choose by what they know, so their statistics are the same whatever was sealed."""
    setting = SUBJECTS[name].setting(SIMULTANEOUS[name])
    m = next(moment for moment in moments(setting, "sealed") if len(moment.acting) > 1)
    for viewer, seat in itertools.product(m.acting[:2], repeat=2):
        after = [knowledge_after(m, viewer, seat, action) for action in m.legal(seat)]
        for other in m.seats:
            known = {knows[other] for knows in after}
            assert len(known) == (len(after) if other == seat == viewer else 1)


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_what_another_seat_has_sealed_changes_nothing(name: str) -> None:
    setting = SUBJECTS[name].setting(SIMULTANEOUS[name])
    m = next(moment for moment in moments(setting, "blind") if len(moment.acting) > 2)
    first, second = m.acting[0], m.acting[-1]
    search = Search(m.game)
    for chooser, sealed in ((first, second), (second, first)):
        found = []
        for action in (m.legal(sealed)[0], m.legal(sealed)[-1]):
            s = clone(m.s)
            m.rules.play(s, sealed, action)
            found.append(search.judge(view_of(m.game, s, chooser), chooser, m.rng("search"), ITERATIONS))
        assert found[0] == found[1]


# --- judgement -------------------------------------------------------------------------------------------------------


def oh_hell(dealt: str, *played: str) -> State:
    """Deal to three seats, two cards each, one at a time, the last one turned up; seat 1 begins."""
    s = OH_HELL.setting(3, {"tricks": 2}).new_state()
    rules, words = OH_HELL.rules, OH_HELL.words
    rules.deal(s, words.outcome(s, "start 0"))
    rules.deal(s, words.outcome(s, f"deal {dealt}"))
    for text in played:
        rules.play(s, members(rules.actors(s))[0], words.action(text))
    return s


def look(search: Search, s: State, seat: int, iterations: int) -> Judgement:
    return search.judge(new_view(search.game, s, seat), seat, numbered("look", 0), iterations)


def test_a_sure_trick_is_kept_for_the_end() -> None:
    """Seat 0 bid one trick and holds the ace of trumps: the small club first, and the bid is met whatever comes."""
    s = oh_hell("SA DK D3 C2 H9 H4 S5", "bid 0", "bid 0", "bid 1", "play DK", "play D3")
    judgement = look(Search(OH_HELL), s, 0, 30)
    assert OH_HELL.words.text(judgement.best) == "play C2"
    small, ace = judgement.estimates
    assert small.share == 1.0
    assert small.share_error == 0.0
    assert ace.share < small.share


def exact(game: Game, s: State, seat: int) -> float:
    """Solve a small game of two seats without secrets or chance: the seat's share."""
    actors = members(game.rules.actors(s))
    if not actors:
        return shares_of(game, s)[seat]
    return (max if actors[0] == seat else min)(values_of(game, s, seat).values())


def values_of(game: Game, s: State, seat: int) -> dict[int, float]:
    actor, values = members(game.rules.actors(s))[0], {}
    for action in list_legal(game.rules, s, actor):
        after = clone(s)
        game.rules.play(after, actor, action)
        values[action] = exact(game, after, seat)
    return values


@compiled_only
def test_small_endgames_of_battle_are_solved() -> None:
    game = games.find("battle")
    search, solved = Search(game), 0
    for number in range(24):
        last = [m for m in moments(game.setting(2), f"endgame {number}") if m.s.left == 0][-4:-2]
        for m in last:
            seat = m.acting[0]
            values = values_of(game, m.s, seat)
            if min(values.values()) < max(values.values()):
                assert values[look(search, m.s, seat, 1000).best] == max(values.values())
                solved += 1
    assert solved >= 12


def test_estimates_are_means_with_errors() -> None:
    setting = SUBJECTS["caster"].setting(SHORT)
    m = some_moments(setting, "means")[0]
    seat, iterations = m.acting[0], 60 if INTERPRETED else 3000
    judgement = look(Search(setting.game), m.s, seat, iterations)
    assert sum(found.visits for found in judgement.estimates) == iterations
    for found in judgement.estimates:
        assert 0.0 <= found.share <= 1.0
        # A share is at most spread as a coin's toss; ties make it less.
        assert found.share_error <= 0.5 / math.sqrt(found.visits - 1) + 1e-9 or found.visits < 2
    best = max(judgement.estimates, key=lambda found: found.visits)
    assert judgement.best == best.action


def test_what_was_tried_less_than_twice_has_no_error() -> None:
    m = some_moments(SUBJECTS["caster"].setting(SHORT), "few")[0]
    seat = m.acting[0]
    judgement = look(Search(m.game), m.s, seat, 2)
    assert {found.visits for found in judgement.estimates} == {0, 1}
    assert all(found.share_error == found.points_error == math.inf for found in judgement.estimates)


# --- what it wants ---------------------------------------------------------------------------------------------------


def worth(share: float, margin: float) -> float:
    return float(OH_HELL.generic("fairdeal.bots.judging").reward(share, margin))


def test_rewards_are_between_nothing_and_one_and_rise_with_share_and_margin() -> None:
    margins = (-1000.0, -3.0, 0.0, 1.0, 1000.0)
    for share in (0.0, 0.5, 1.0):
        worths = [worth(share, margin) for margin in margins]
        assert worths == sorted(set(worths))
        assert worths[0] >= 0.0
        assert worths[-1] <= 1.0
    assert worth(0.5, -1000.0) > worth(0.0, 0.0)
    assert worth(1.0, 0.0) > worth(0.5, 1000.0)


def test_a_won_game_is_not_thrown_for_points() -> None:
    narrow = worth(1.0, 1.0)
    risky = 0.97 * worth(1.0, 100.0) + 0.03 * worth(0.0, -1.0)
    assert narrow > risky


def test_a_lost_game_is_not_given_up() -> None:
    assert worth(0.0, -2.0) > worth(0.0, -20.0)
    assert 0.03 * worth(1.0, 0.0) + 0.97 * worth(0.0, -1000.0) > worth(0.0, -1.0)


@compiled_only
@pytest.mark.parametrize("lead", [-500, 500], ids=["lost", "won"])
def test_in_a_decided_game_it_plays_for_points(lead: int) -> None:
    """Everybody's share is settled, so only points are left: they must be better than of an action at random."""
    setting = SUBJECTS["caster"].setting(SHORT)
    search, gained = Search(setting.game), []
    for number in range(12):
        m = moments(setting, f"decided {number}")[24]
        s, seat = clone(m.s), m.acting[0]
        s.total[seat] += lead
        judgement = look(search, s, seat, 1000)
        assert {found.share for found in judgement.estimates} == {float(lead > 0)}
        points = {found.action: found.points for found in judgement.estimates}
        gained.append(points[judgement.best] - sum(points.values()) / len(points))
    assert min(gained) > -0.5
    assert sum(gained) > 3.0


# --- strength --------------------------------------------------------------------------------------------------------


def searchers_share(setting: Setting, search: Search, seat: int, number: int, iterations: int) -> float:
    """Play a game of a searcher against random seats."""
    game, s, rng = setting.game, setting.new_state(), numbered("duel", number)
    while actors := members(int(game.rules.actors(s))):
        who = actors[0]
        if who == DEALER:
            game.rules.deal(s, draw_outcome(game, s, rng))
            continue
        legal = list_legal(game.rules, s, who)
        action = legal[below(rng, len(legal))]
        if who == seat:
            action = search.judge(view_of(game, s, seat), seat, rng, iterations).best
        game.rules.play(s, who, action)
    return shares_of(game, s)[seat]


@compiled_only
def test_it_beats_random_seats() -> None:
    """Random play would win 20 of 60 games, and 36 about one time in 48,000; the search wins three in four."""
    setting = SUBJECTS["caster"].setting(SHORT)
    search = Search(setting.game)
    won = sum(searchers_share(setting, search, number % 3, number, 600) for number in range(60))
    assert won >= 36
