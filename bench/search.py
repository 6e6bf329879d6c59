"""The searcher beside OpenSpiel's: iterations a second, and who plays better with as many of them."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import oh_hell
from bench import spiel_search
from bench.contestants import SPIEL_OH_HELL
from bench.measure import Result, Series, Verdict, alternate, rate, ratio
from fairdeal import games
from fairdeal.bots.searcher import Search
from fairdeal.contract.game import Setting, list_legal, members, new_view, points_of, shares_of
from fairdeal.contract.rules import State
from fairdeal.engine.chance import below, numbered
from fairdeal.engine.kernel import DEALER
from oh_hell import rules as oh_hell_rules

ITERATIONS = 1_000  # a move
SEATS = 5
SPIEL_C = 2.0  # of 2, 5, 10 and 30 the one that did best against ours; a game brings up to 20 points
MOST_CRASHES = 5


class Crashed(Exception):
    """OpenSpiel's process died."""


# --- the same position on both sides ---------------------------------------------------------------------------------


def to_spiel(action: int) -> int:
    """OpenSpiel counts cards rank by rank, suits in our order, and bids as we do."""
    cards = oh_hell_rules
    return action if action >= cards.BID else action % cards.RANKS * cards.KINDS + action // cards.RANKS


def from_spiel(action: int) -> int:
    cards = oh_hell_rules
    return action if action >= cards.BID else action % cards.KINDS * cards.RANKS + action // cards.KINDS


class Both:
    """A game of Oh Hell, as our state and as OpenSpiel's history."""

    def __init__(self, seed: str, number: int) -> None:
        self.game = oh_hell.GAME
        self.s = self.game.setting(SEATS).new_state()
        self.rng = numbered(seed, number)
        self.history = [int(self.s.options.tricks)]
        outcome = np.zeros(self.game.rules.MOST_OUTCOME, np.int16)
        while members(self.game.rules.actors(self.s)) == [DEALER]:
            drawn = outcome[: self.game.rules.draw(self.s, self.rng, outcome)]
            is_deal = len(drawn) > 1
            self.history += [to_spiel(int(part)) if is_deal else int(part) for part in drawn]
            self.game.rules.deal(self.s, drawn)

    @property
    def seat(self) -> int:
        """Who acts; -1 at the end."""
        return next(iter(members(self.game.rules.actors(self.s))), -1)

    @property
    def legal(self) -> list[int]:
        return list_legal(self.game.rules, self.s, self.seat)

    def play(self, action: int) -> None:
        self.history.append(to_spiel(action))
        self.game.rules.play(self.s, self.seat, action)

    def view(self) -> State:
        return new_view(self.game, self.s, self.seat)


Position = tuple[State, int, list[int]]
"""A view, its seat, and OpenSpiel's history."""


def play_decisions(count: int) -> list[Position]:
    """List all decisions of random games where a card is to be played and there is a choice."""
    found: list[Position] = []
    for game in range(count):
        both = Both("search", game)
        while both.seat >= 0:
            legal = both.legal
            if legal[0] < oh_hell_rules.BID and len(legal) > 1:
                found.append((both.view(), both.seat, list(both.history)))
            both.play(legal[below(both.rng, len(legal))])
    return found


class SpielSearch:
    """OpenSpiel's search in a process of its own."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.crashes = 0

    def ask(self, histories: Sequence[list[int]], iterations: int, seed: int, c: float = SPIEL_C) -> dict[str, Any]:
        """Search all positions; raise Crashed."""
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"histories": histories, "iterations": iterations, "seed": seed, "c": c}
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError) as error:
            self.close()
            self.crashes += 1
            raise Crashed("OpenSpiel's search crashed.") from error
        return answer

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", spiel_search.__name__, SPIEL_OH_HELL]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdin=pipe, stdout=pipe, text=True)
        return self._process

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


# --- speed -----------------------------------------------------------------------------------------------------------


def search_all(search: Search, positions: Sequence[Position]) -> int:
    """Search every position; return how many iterations that were."""
    rng = numbered("search", 0)
    plain: frozenset[str] = frozenset()  # uniform rollouts, as the peer has
    return sum(search.judge(view, seat, rng, ITERATIONS, knowledge=plain).iterations for view, seat, _ in positions)


def opening(setting: Setting, number: int) -> tuple[State, int]:
    """Deal, and give what the first seat to act sees."""
    rules: Any = setting.game.rules
    s, rng = setting.new_state(), numbered("opening", number)
    outcome = np.zeros(rules.MOST_OUTCOME, np.int16)
    while members(rules.actors(s)) == [DEALER]:
        rules.deal(s, outcome[: rules.draw(s, rng, outcome)])
    seat = members(rules.actors(s))[0]
    return new_view(setting.game, s, seat), seat


def openings_searched(setting: Setting, count: int) -> Callable[[], int]:
    search = Search(setting.game)
    found: list[Position] = [(*opening(setting, number), []) for number in range(count)]
    return lambda: search_all(search, found)


def bench(random_games: int, openings: int, repeats: int, has_spiel: bool) -> Result:
    """Iterations a second of one core, a fresh world and a uniform rollout each."""
    result = Result("search", f"{ITERATIONS:,} iterations a move, uniform rollouts, one thread, CPU time")
    caster = openings_searched(games.find("caster").setting(5, {"rounds": 1}), openings)
    result.series = alternate({"CASTER, 5 seats, 1 round, opening": lambda: rate(caster)}, "iterations/s", repeats)
    result.verdicts = [Verdict("CASTER, iterations/s", result.series[0].median, 100_000)]
    if has_spiel:
        add_oh_hell(result, play_decisions(random_games), repeats)
    return result


def add_oh_hell(result: Result, positions: list[Position], repeats: int) -> None:
    ours, spiel = Search(oh_hell.GAME), SpielSearch()
    histories = [history for _, _, history in positions]

    def theirs() -> float:
        return ITERATIONS * len(histories) / float(spiel.ask(histories, ITERATIONS, 1)["seconds"])

    try:
        series = alternate(
            {"Oh Hell, Fairdeal": lambda: rate(lambda: search_all(ours, positions)), "Oh Hell, OpenSpiel": theirs},
            "iterations/s",
            repeats,
        )
    except Crashed as reason:
        result.notes.append(str(reason))
        return
    finally:
        spiel.close()
    result.series += series
    result.verdicts.append(Verdict("Fairdeal : OpenSpiel", ratio(*series), 4.0))
    result.notes.append(
        f"The goal is 10. Oh Hell with 5 seats and 10 tricks: the same {len(positions)} decisions of random games on "
        "both sides, each with more than one legal card."
    )


# --- strength --------------------------------------------------------------------------------------------------------


def duel(deals: int, iterations: int, c: float = SPIEL_C) -> tuple[list[float], list[float], int]:
    """Play each deal twice, every other seat ours and then the rest.

    Give per deal our seats' share of the two victories and by how many points a game they are ahead; and how many deals
    were left out because OpenSpiel crashed.
    """
    search, spiel = Search(oh_hell.GAME), SpielSearch()
    shares, points = [], []
    try:
        for deal in range(deals):
            try:
                games = [duel_game(search, spiel, deal, first, iterations, c) for first in (0, 1)]
            except Crashed:
                if spiel.crashes > MOST_CRASHES:
                    break
                continue
            shares.append(statistics.mean(share for share, _ in games))
            points.append(statistics.mean(ahead for _, ahead in games))
    finally:
        spiel.close()
    return shares, points, spiel.crashes


def duel_game(
    search: Search, spiel: SpielSearch, deal: int, first: int, iterations: int, c: float
) -> tuple[float, float]:
    both, thoughts = Both("duel", deal), numbered("duel thoughts", deal)
    while both.seat >= 0:
        legal = both.legal
        if len(legal) == 1:
            both.play(legal[0])
        elif (both.seat + deal) % 2 == first:
            both.play(search.judge(both.view(), both.seat, thoughts, iterations).best)
        else:
            seed = 1_000 * deal + len(both.history)
            both.play(from_spiel(spiel.ask([both.history], iterations, seed, c)["actions"][0]))
    ours = [seat for seat in range(SEATS) if (seat + deal) % 2 == first]
    theirs = [seat for seat in range(SEATS) if seat not in ours]
    shares, points = shares_of(both.game, both.s), points_of(both.game, both.s)
    ahead = statistics.mean(points[seat] for seat in ours) - statistics.mean(points[seat] for seat in theirs)
    return sum(shares[seat] for seat in ours), ahead


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and how far the truth may be from it, 19 times in 20."""
    if len(values) < 2:
        return statistics.mean(values), math.inf
    return statistics.mean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def bench_duel(deals: int) -> Result:
    """Oh Hell against OpenSpiel's search at as many iterations."""
    result = Result("search_duel", f"Oh Hell, 5 seats, 10 tricks, {ITERATIONS:,} iterations a move on both sides")
    shares, points, crashes = duel(deals, ITERATIONS)
    if not shares:
        result.notes.append("OpenSpiel's search crashed in every game.")
        return result
    (share, error), (ahead, ahead_error) = interval(shares), interval(points)
    result.series = [
        Series("our seats' share of a deal's two victories", "0 to 1", tuple(shares)),
        Series("points a game ahead", "points", tuple(points)),
    ]
    result.verdicts = [Verdict("mean share, as much as its interval allows", share + error, 0.5)]
    result.notes = [
        f"Share {share:.3f} ± {error:.3f}, points ahead {ahead:+.2f} ± {ahead_error:.2f} (95 %); {len(shares)} deals, "
        f"each played twice with seats changed; {crashes} left out because OpenSpiel crashed.",
        "OpenSpiel maximises points; Fairdeal the share of the victory, and points only where that is equal.",
        "OpenSpiel's sampler ignores suits that players have shown not to hold, so some of its worlds are impossible; "
        "its tree knows the opponents' hands of the worlds it tries. bench/README.md has figures.",
    ]
    return result
