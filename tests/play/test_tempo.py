"""Real time among bots: each keeps its own pace, people and games without one the rules' tempo."""

from __future__ import annotations

import functools

from fairdeal import games
from fairdeal.engine.chance import Rng, numbered
from fairdeal.engine.kernel import DEALER
from fairdeal.play.sitting import Sitting
from fairdeal.play.tempo import Tempo

HARD = 3


def begun(seats: int, **options: int) -> Sitting:
    """A coast on which all have arranged their cities, and nobody has drawn."""
    sitting, rng = Sitting(games.find("coast").setting(seats, options)), numbered("begun", 0)
    while not any(event.action == "begin" for event in sitting.events):
        sitting.random_step(rng)
    return sitting


def generators(seed: str) -> functools._lru_cache_wrapper[Rng]:
    return functools.cache(lambda who: numbered(seed, who))


def test_a_slow_bot_acts_less_often_than_a_quick_one() -> None:
    sitting, rng = begun(2), numbered("acts", 0)
    tempo, rng_of, acts = Tempo(sitting, {0: 0, 1: 4}), generators("slow"), [0, 0]
    while not sitting.is_over:
        who, at = tempo.next_actor(rng_of)
        acts[who] += 1
        sitting.play_at_random(who, rng, at)
    assert acts[1] > acts[0] > 0


def test_time_does_not_run_backwards_and_an_act_comes_at_its_moment() -> None:
    sitting, rng = begun(3), numbered("acts", 1)
    tempo, rng_of = Tempo(sitting, dict.fromkeys(range(3), HARD)), generators("forward")
    now = sitting.now
    for _ in range(12):
        who, at = tempo.next_actor(rng_of)
        assert at >= now
        sitting.play_at_random(who, rng, at)
        now = at


def test_at_the_time_limit_the_dealer_comes_first() -> None:
    sitting = begun(2, time_limit=1)
    tempo, rng_of, rng = Tempo(sitting, {0: 0, 1: 0}), generators("limit"), numbered("acts", 2)
    while (found := tempo.next_actor(rng_of))[0] != DEALER:
        sitting.play_at_random(found[0], rng, found[1])
    assert found[1] == sitting.dealers_time


def test_where_no_bot_may_act_the_rules_tempo_counts() -> None:
    sitting = begun(2)
    who, at = Tempo(sitting, {}).next_actor(lambda who: numbered("rules", 0))
    assert (who, at) == sitting.next_actor(numbered("rules", 0))


def test_a_game_with_turns_needs_no_pace() -> None:
    sitting, rng = Sitting(games.find("battle").setting(2)), numbered("turns", 0)
    tempo = Tempo(sitting, {0: HARD, 1: HARD})
    for _ in range(4):
        assert tempo.next_actor(lambda who: rng)[0] == sitting.actors[0]
        sitting.random_step(rng)
