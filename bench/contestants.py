"""Who is measured: random play of our games, sampling of worlds, and OpenSpiel."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from fairdeal.contract.game import Setting, list_legal, members, new_view
from fairdeal.contract.rules import Numbers
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, MOST_SEATS, blank

SPIEL_OH_HELL = "oh_hell(players=5,num_tricks_fixed=10)"
OH_HELL_DECISIONS = 55  # five bids and fifty cards


class Playouts:
    """Random games of one setting, played natively by one thread; buffers and generators are made beforehand."""

    def __init__(self, setting: Setting, games: int, seed: int = 0) -> None:
        rules = setting.game.rules
        self._native: Any = setting.game.generic("fairdeal.engine.playouts")
        self.start = setting.new_state()
        self.state = blank(rules.STATE)[0]
        self.rngs = np.array([numbered(seed, number) for number in range(games)])
        self._clock = np.zeros(2, np.int64)
        self._legal = np.zeros(rules.MOST_LEGAL, np.int32)
        self._outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
        self._points = np.zeros((games, MOST_SEATS), np.int64)
        self._shares = np.zeros((games, MOST_SEATS), np.float64)
        self._actions = np.zeros(games, np.int64)

    def play(self) -> int:
        """Play all games, others than the last time; return how many actions the seats took."""
        self._play(self.rngs)
        return int(self._actions.sum())

    def play_one(self, number: int) -> int:
        """Play one game, whose end is then in `state`; return how many actions the seats took."""
        self._play(self.rngs[number : number + 1])
        return int(self._actions[0])

    def _play(self, rngs: Numbers) -> None:
        self._native.play_games(
            self.start,
            rngs,
            self.state,
            self._clock,
            self._legal,
            self._outcome,
            self._points,
            self._shares,
            self._actions,
        )


class Spiel:
    """Random games of OpenSpiel, in its own loop."""

    def __init__(self, name: str, players: int) -> None:
        import pyspiel

        self._spiel = pyspiel
        self._game = pyspiel.load_game(name)
        self._bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(players)]
        self._seed = 0

    def play(self, games: int) -> None:
        """Play whole games by `evaluate_bots`, the deal included."""
        for _ in range(games):
            self._seed += 1
            self._spiel.evaluate_bots(self._game.new_initial_state(), self._bots, self._seed)

    def roll_out(self, games: int) -> None:
        """Play games from one deal by the rollouts of its tree search, its leanest loop: no deal, no bots."""
        self._seed += 1
        evaluator = self._spiel.RandomRolloutEvaluator(games, self._seed)
        bot = self._spiel.MCTSBot(self._game, evaluator, 1.0, 1, 1, False, self._seed, False)
        bot.mcts_search(self._dealt)

    @functools.cached_property
    def _dealt(self) -> Any:
        state = self._game.new_initial_state()
        rng = numbered("spiel", 0)
        while state.is_chance_node():
            outcomes = state.legal_actions()
            state.apply_action(outcomes[int(rng[0]) % len(outcomes)])
            rng = numbered("spiel", state.move_number())
        return state


class Positions:
    """Positions in the middle of random games where hands have shown what they lack, seen by the seat to act."""

    def __init__(self, setting: Setting, actions: int, count: int) -> None:
        self._native: Any = setting.game.generic("bench.loops")
        self._rules: Any = setting.game.rules
        self._worlds: Any = setting.game.worlds
        self._legal = np.zeros(self._rules.MOST_LEGAL, np.int32)
        self._points = np.zeros(MOST_SEATS, np.int64)
        self._world = blank(self._rules.STATE)[0]
        self._rng = numbered("worlds", 0)
        self._views: list[tuple[Any, int, Any]] = []
        seed = 0
        while len(self._views) < count:
            s = after(setting, actions, seed)
            seed += 1
            if sum(1 for lacks in s.lacks[: s.seats] if lacks) >= 2:
                self._views.append(self._plan(setting, s))

    def _plan(self, setting: Setting, s: Any) -> tuple[Any, int, Any]:
        [seat] = members(self._rules.actors(s))
        view = new_view(setting.game, s, seat)
        plan = blank(self._worlds.PLAN)[0]
        self._worlds.plan(view, seat, plan)
        return view, seat, plan

    def plan_all(self) -> int:
        """Count anew for every view; return how many there are."""
        for view, seat, plan in self._views:
            self._worlds.plan(view, seat, plan)
        return len(self._views)

    def sample(self, worlds: int) -> int:
        """Sample so many worlds of every view; return how many in all."""
        for view, seat, plan in self._views:
            self._native.sample(view, seat, plan, self._rng, self._world, worlds)
        return worlds * len(self._views)

    def sample_and_play(self, worlds: int) -> int:
        """Sample so many worlds of every view and play them on; return how many in all."""
        for view, seat, plan in self._views:
            self._native.sample_and_play(view, seat, plan, self._rng, self._world, self._legal, self._points, worlds)
        return worlds * len(self._views)


def after(setting: Setting, actions: int, seed: int) -> Any:
    """Give the state of a random game after so many actions of its seats."""
    rules: Any = setting.game.rules
    s = setting.new_state()
    rng = numbered("positions", seed)
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    done = 0
    while done < actions:
        [who] = members(rules.actors(s))
        if who == DEALER:
            rules.deal(s, outcome[: rules.draw(s, rng, outcome)])
            continue
        legal = list_legal(rules, s, who)
        rules.play(s, who, legal[int(numbered(seed, done)[0]) % len(legal)])
        done += 1
    return s
