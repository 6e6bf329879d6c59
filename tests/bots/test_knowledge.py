"""What a game's knowledge does for the search: policies, horizons, exact endgames and likely worlds.

Of a small game in plain Python: compiling its search would take half a minute, and of each game of the house
`test_searcher` compares what is compiled with what is not, knowledge and all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from fairdeal import games
from fairdeal.bots.scratch import new_scratch
from fairdeal.bots.searcher import Search, bound, own_modules
from fairdeal.contract.game import Game, Setting, list_legal, members, new_view, points_of, shares_of
from fairdeal.contract.levels import KNOWLEDGE, PLAYERS
from fairdeal.contract.rules import State
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, NOBODY
from fairdeal.laws.walks import clone, positions
from oh_hell import GAME
from tests.bots import knowing

KNOWING = "tests.bots.knowing"
OH_HELL = GAME.in_mode("interpreted")


def bidding(number: int) -> State:
    """Three seats with three cards each; seat 0 bids last."""
    setting = OH_HELL.setting(3, {"tricks": 3})
    return next(s for s in positions(setting, f"bidding {number}") if s.turn == s.dealer >= 0 > s.bids[s.dealer])


def only(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_a_policy_plays_below_the_tree() -> None:
    s = bidding(0)
    seat, search = int(s.turn), Search(OH_HELL, knowledge=KNOWING)
    view = new_view(OH_HELL, s, seat)
    ordered = search.judge(view, seat, numbered("policy", 0), 30, knowledge=only("policy"))
    uniform = search.judge(view, seat, numbered("policy", 0), 30, knowledge=only())
    assert ordered != uniform


def test_without_any_knowledge_it_is_the_search_of_a_game_that_has_none() -> None:
    s = bidding(1)
    seat = int(s.turn)
    view = new_view(OH_HELL, s, seat)
    plain, unknowing = Search(OH_HELL), Search(OH_HELL, knowledge=KNOWING)
    assert plain.native is not unknowing.native
    assert plain.knowledge == only()
    assert unknowing.knowledge == only("policy", "horizon", "endgame", "inference")
    found = [search.judge(view, seat, numbered("plain", 0), 50, knowledge=only()) for search in (plain, unknowing)]
    assert found[0] == found[1]


def test_at_the_horizon_the_outlook_counts() -> None:
    s = bidding(2)
    seat, search = int(s.turn), Search(OH_HELL, knowledge=KNOWING)
    found = search.judge(new_view(OH_HELL, s, seat), seat, numbered("far", 0), 20, knowledge=only("horizon"))
    assert {estimate.share for estimate in found.estimates} == {float(seat == s.seats - 1)}
    if seat == s.seats - 1:
        assert {estimate.points for estimate in found.estimates} <= {0.0, 1.0, 2.0, 3.0}


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_names_its_knowledge(name: str) -> None:
    game = games.find(name)
    for level in game.levels:
        assert level.knowledge <= {*KNOWLEDGE, *PLAYERS}
    for beside in ("knowledge", "yardsticks"):
        assert [kernel.name_of(module) for module in own_modules(game, beside)] == [f"fairdeal.games.{name}.{beside}"]


# --- exact endgames --------------------------------------------------------------------------------------------------


def worths_of(game: Game, s: State) -> list[float]:
    shares, points = shares_of(game, s), points_of(game, s)
    judging = game.generic("fairdeal.bots.judging")
    margins = [points[seat] - max(points[:seat] + points[seat + 1 :]) for seat in range(s.seats)]
    return [float(judging.reward(share, float(margin))) for share, margin in zip(shares, margins, strict=True)]


def best_line(game: Game, s: State, choose: Callable[[int, list[list[float]]], list[float]]) -> list[float]:
    """Try everything: what the end is worth to each seat if whoever chooses, chooses by this."""
    actors = members(int(game.rules.actors(s)))
    if not actors:
        return worths_of(game, s)
    below = []
    for action in list_legal(game.rules, s, actors[0]):
        after = clone(s)
        game.rules.play(after, actors[0], action)
        below.append(best_line(game, after, choose))
    return choose(actors[0], below)


def late(setting: Setting, number: int) -> State:
    """The last moment of a random game with two cards in the hand of whoever leads."""
    rules = setting.game.rules
    for s in reversed(positions(setting, f"late {number}")):
        if rules.actors(s) and s.laid == 0 and s.bids[s.turn] >= 0 and s.held[s.turn] == 2:
            return s
    raise AssertionError("there is always such a moment")


def solved(game: Game, s: State, victim: int = NOBODY) -> list[float]:
    native, knowledge = bound(game, KNOWING)
    scratch = new_scratch(game, knowledge)
    kernel.bind("fairdeal.bots.endgame", native.__bound__).solve_against(s, victim, 1 << 40, scratch)
    return [float(n) for n in scratch.rewards[: s.seats]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_solver_finds_what_trying_everything_finds(seats: int) -> None:
    """Two lines may be worth the same to who chooses and not to others, so only that seat's reward is compared."""
    setting = Setting(OH_HELL, seats, {"tricks": 4})
    for number in range(4):
        s = late(setting, number)
        who = int(s.turn)
        exact = best_line(OH_HELL, s, lambda seat, below: max(below, key=lambda worths: worths[seat]))
        assert solved(OH_HELL, s)[who] == pytest.approx(exact[who])
        if seats == 2:
            assert sum(solved(OH_HELL, s)) == pytest.approx(1.0)


def test_against_one_seat_all_others_play_for_its_worst() -> None:
    setting = OH_HELL.setting(3, {"tricks": 4})
    for number in range(4):
        s = late(setting, number)
        for victim in range(3):

            def choose(seat: int, below: list[list[float]], victim: int = victim) -> list[float]:
                return (max if seat == victim else min)(below, key=lambda worths: worths[victim])

            assert solved(OH_HELL, s, victim)[victim] == pytest.approx(best_line(OH_HELL, s, choose)[victim])


def test_an_endgame_is_judged_exactly_where_all_is_known() -> None:
    setting = OH_HELL.setting(3, {"tricks": 4})
    search = Search(OH_HELL, knowledge=KNOWING)
    s = late(setting, 1)
    seat = int(s.turn)
    view = new_view(OH_HELL, s, seat)
    solving = search.judge(view, seat, numbered("exact", 0), 40, knowledge=only("endgame"))
    playing = search.judge(view, seat, numbered("exact", 0), 40, knowledge=only())
    assert solving != playing
    assert solving.iterations == playing.iterations == 40


# --- likely worlds ---------------------------------------------------------------------------------------------------


def favourite_shares(knowledge: frozenset[str]) -> float:
    """How often the seat that has bid holds its favourite card in the worlds of a search."""
    setting = OH_HELL.setting(3, {"tricks": 3})
    s = next(
        s
        for number in range(100)
        for s in positions(setting, f"likely {number}")
        if s.turn != DEALER
        and sum(bid >= 0 for bid in s.bids[:3]) == 1
        and not s.hand[s.turn] >> knowing.FAVOURITE & 1
        and s.turned != knowing.FAVOURITE
    )
    seat = int(s.turn)
    bidder = next(other for other in range(3) if s.bids[other] >= 0)
    view, told = new_view(OH_HELL, s, seat), np.array([[bidder, 60]], np.int32)
    native, has = bound(OH_HELL, KNOWING)
    scratch = new_scratch(OH_HELL, has)
    scratch.uses[:] = [name in knowledge for name in KNOWLEDGE]
    native.begin(view, seat, 1, scratch)
    rng, held, worlds = numbered("worlds", 0), 0, 100
    native.weigh_worlds(view, seat, 200, told, rng, scratch)
    for _ in range(worlds):
        native.next_world(view, seat, scratch, rng)
        held += int(scratch.world.hand[bidder]) >> knowing.FAVOURITE & 1
    return held / worlds


def test_worlds_that_explain_what_was_told_are_drawn_more_often() -> None:
    assert favourite_shares(only("inference")) == 1.0
    assert 0.0 < favourite_shares(only()) < 0.3


def test_a_world_is_drawn_in_proportion_to_its_weight() -> None:
    native, has = bound(OH_HELL, KNOWING)
    scratch = new_scratch(OH_HELL, has)
    scratch.counts[3] = 4
    scratch.weights[:4] = np.cumsum([1.0, 0.0, 2.0, 5.0])
    rng = numbered("proportion", 0)
    drawn = np.bincount([native.likely_world(scratch, rng) for _ in range(4000)], minlength=4) / 4000
    assert drawn == pytest.approx([0.125, 0.0, 0.25, 0.625], abs=0.03)
    assert drawn[1] == 0.0
