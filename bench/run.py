"""Run the benches: `python -m bench.run [--quick] [--json FILE] [name ...]`."""

from __future__ import annotations

import argparse
import functools
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

import oh_hell
from bench import contestants, first_move, learn, scenes, search, server
from bench.contestants import OH_HELL_DECISIONS, Playouts, Positions, Spiel
from bench.measure import Result, Series, Verdict, alternate, number, rate, ratio, show, write_lines
from bench.server.sides import Failed, Plan, has_boardgame
from fairdeal import games
from fairdeal.contract.game import Setting
from fairdeal.engine.kernel import DEFAULT_MODE


@dataclass(frozen=True)
class Size:
    """How much to do: work per round is multiplied by `work`, and each contestant has `repeats` rounds."""

    work: float
    repeats: int

    def of(self, amount: int) -> int:
        return max(1, int(amount * self.work))


FULL = Size(1.0, 9)
QUICK = Size(0.1, 5)
START_REPEATS = 5  # each is a process of its own

Bench = Callable[[Size], Result]


class Skipped(Exception):
    """A bench cannot run here; the text says why."""


def bench_oh_hell(size: Size) -> Result:
    """Whole games of Oh Hell, deal and legal lists included, beside OpenSpiel's C++."""
    result = Result("oh_hell", "5 seats, 10 tricks, random play, one thread, CPU time")
    if not has_spiel():
        raise Skipped("OpenSpiel is not installed; it is in the extra `bench`.")
    ours = Playouts(oh_hell.GAME.setting(5), size.of(20_000))
    theirs = Spiel(contestants.SPIEL_OH_HELL, 5)
    whole, rolled = size.of(2_500), size.of(4_000)

    def spiel_games() -> float:
        theirs.play(whole)
        return whole * OH_HELL_DECISIONS

    def spiel_rollouts() -> float:
        theirs.roll_out(rolled)
        return rolled * OH_HELL_DECISIONS

    result.series = alternate(
        {
            "Fairdeal, whole games": lambda: rate(ours.play),
            "OpenSpiel, whole games": lambda: rate(spiel_games),
            "OpenSpiel, rollouts after the deal": lambda: rate(spiel_rollouts),
        },
        "decisions/s",
        size.repeats,
    )
    fair, whole_games, rollouts = result.series
    result.verdicts = [Verdict("Fairdeal : OpenSpiel", ratio(fair, whole_games), 6.0)]
    result.notes = [
        "The goal is 10. OpenSpiel's whole games are pyspiel.evaluate_bots with uniform random bots, a loop in C++.",
        f"Its leanest loop, the rollouts of its tree search, is spared the deal; ours with the deal is still "
        f"{number(ratio(fair, rollouts))} times as fast.",
    ]
    return result


def bench_caster(size: Size) -> Result:
    """Whole rounds of CASTER."""
    play = Playouts(games.find("caster").setting(5, {"rounds": 1}), size.of(20_000)).play
    result = Result("caster", "5 seats, 1 round, random play, one thread, CPU time")
    result.series = alternate({"Fairdeal": lambda: rate(play)}, "decisions/s", size.repeats)
    result.verdicts = [Verdict("decisions/s", result.series[0].median, 10e6)]
    return result


def bench_others(size: Size) -> Result:
    """Whole games of the games that have no bench of their own."""
    result = Result("others", "4 seats, default options, random play, one thread, CPU time")
    for name in (name for name in games.NAMES if name not in BENCHES):
        play = Playouts(games.find(name).setting(4), size.of(5_000)).play
        result.series += alternate({name: functools.partial(rate, play)}, "actions/s", size.repeats)
        result.verdicts.append(Verdict(f"{name}, actions/s", result.series[-1].median, 3e6))
    return result


def bench_coast(size: Size) -> Result:
    """Whole games of Craft My Coast; cards laid are counted, not draws."""
    setting = games.find("coast").setting(4)
    result = Result("coast", "4 seats, random play in real time, one thread, CPU time")
    playouts = Playouts(setting, size.of(1_000))
    share = placements_per_action(setting)
    result.series = alternate({"Fairdeal": lambda: rate(lambda: playouts.play() * share)}, "placements/s", size.repeats)
    result.verdicts = [Verdict("placements/s", result.series[0].median, 50_000)]
    return result


def placements_per_action(setting: Setting, sample: int = 100) -> float:
    """Count, in a sample of games, how many of the seats' actions lay a card; the cities lie from the start."""
    rules: Any = setting.game.rules
    playouts = Playouts(setting, sample)
    placed = actions = 0
    for game in range(sample):
        actions += playouts.play_one(game)
        placed += int((playouts.state.place[: setting.seats, rules.CITIES :] >= 0).sum())
    return placed / actions


def bench_resample(size: Size) -> Result:
    """Worlds sampled from views with shown lacks, and what part of a search's iteration that is."""
    result = Result(
        "resample", "5 seats, middle of the round, at least two hands with shown lacks, one thread, CPU time"
    )
    for setting, actions in ((games.find("caster").setting(5), 37), (oh_hell.GAME.setting(5), 30)):
        title = setting.game.title
        positions = Positions(setting, actions, 30)
        worlds = size.of(3_000)
        series = sampled(title, positions, worlds, size.repeats)
        result.series += series
        share = ratio(series[1], series[0])  # of the two rates, so of the times the other way round
        result.verdicts.append(Verdict(f"{title}: part of an iteration that is sampling", share, 0.5, at_least=False))
    result.notes = [
        "An iteration here is a world and a random playout to the round's end; a search's tree comes on top."
    ]
    return result


def sampled(title: str, positions: Positions, worlds: int, repeats: int) -> list[Series]:
    def sample() -> float:
        return rate(lambda: positions.sample(worlds))

    def sample_and_play() -> float:
        return rate(lambda: positions.sample_and_play(worlds))

    both = alternate({f"{title}: worlds": sample, f"{title}: worlds played out": sample_and_play}, "worlds/s", repeats)
    plans = alternate({f"{title}: views counted": lambda: rate(positions.plan_all)}, "plans/s", repeats)
    return [*both, *plans]


def has_spiel() -> bool:
    return importlib.util.find_spec("pyspiel") is not None


def bench_search(size: Size) -> Result:
    """Iterations of the search a second, beside OpenSpiel's."""
    return search.bench(size.of(4), size.of(50), size.repeats, has_spiel())


def bench_search_duel(size: Size) -> Result:
    """Who plays better at as many iterations."""
    if not has_spiel():
        raise Skipped("OpenSpiel is not installed; it is in the extra `bench`.")
    return search.bench_duel(size.of(60))


def bench_threads(size: Size) -> Result:
    """The same games on one thread and on all cores; by the clock on the wall."""
    threads = os.cpu_count() or 1
    if threads == 1:
        raise Skipped("This machine has one core.")
    setting = games.find("caster").setting(5, {"rounds": 1})
    players = [Playouts(setting, size.of(20_000), seed) for seed in range(threads)]
    result = Result("threads", f"caster, 5 seats, 1 round; {threads} cores, wall time")
    with ThreadPoolExecutor(threads) as pool:

        def together() -> float:
            return sum(pool.map(Playouts.play, players))

        result.series = alternate(
            {
                "one thread": lambda: rate(players[0].play, time.perf_counter),
                f"{threads} threads": lambda: rate(together, time.perf_counter),
                "one thread, per CPU second": lambda: rate(players[0].play),
                f"{threads} threads, per CPU second": lambda: rate(together),
            },
            "decisions/s",
            size.repeats,
        )
    one, many, one_cpu, many_cpu = result.series
    result.verdicts = [Verdict(f"{threads} threads : one", ratio(many, one), 1.5)]
    result.notes = [
        f"By CPU time, which other programs do not disturb, {threads} free cores would give "
        f"{number(threads * ratio(many_cpu, one_cpu))} times."
    ]
    return result


def bench_learn(size: Size) -> Result:
    """Steps of a learner's tables, beside OpenSpiel's."""
    return learn.bench(max(64, size.of(learn.TABLES)), size.of(100), size.of(2_000), size.repeats, has_spiel())


def bench_start(size: Size) -> Result:
    """From the start of the process to the first move, with a warm cache."""
    result = Result("start", "caster, 5 seats: import, table, deal, one move; warm cache")
    seconds_to_first_move()  # warms the cache
    waited, worked = zip(*(seconds_to_first_move() for _ in range(START_REPEATS)), strict=True)
    result.series = [Series("wall time", "s", waited), Series("CPU time, to the program's end", "s", worked)]
    result.verdicts = [Verdict("seconds", result.series[0].median, 3.0, at_least=False)]
    return result


def seconds_to_first_move() -> tuple[float, float]:
    """Start a process; give the seconds until its first move, and the CPU seconds that it took in all."""
    command = [sys.executable, "-m", first_move.__name__, "caster", "5"]
    before, began = os.times(), time.perf_counter()
    with subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        move = process.stdout.readline()
        waited = time.perf_counter() - began
    if not move:
        raise Skipped("the program that makes the first move failed.")
    after = os.times()
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    return waited, worked


def bench_scenes(size: Size) -> Result:
    """What a table costs that is drawn for all its viewers."""
    return scenes.bench(size.repeats)


def bench_server(size: Size) -> Result:
    """A thousand tables at the pace of people, over real sockets."""
    plan = Plan(max(2, size.of(1_000)), max(1.0, min(20.0, 100 * size.work)), server.PACE, max(0.1, 3 * size.work))
    return server.bench_pace(plan)


def bench_boardgameio(size: Size) -> Result:
    """Both servers as fast as they can, in turns."""
    if not has_boardgame():
        raise Skipped("boardgame.io is not installed; run npm ci in bench/boardgameio.")
    # A few tables would play faster than a socket may send.
    pace = 0.05 if size.of(1_000) < 50 else 0.0
    plan = Plan(
        max(2, min(200, size.of(2_000))), max(1.0, min(6.0, 50 * size.work)), pace, max(0.1, min(3.0, 30 * size.work))
    )
    return server.bench_duel(plan, max(1, size.repeats // 2))


BENCHES: dict[str, Bench] = {
    "oh_hell": bench_oh_hell,
    "caster": bench_caster,
    "coast": bench_coast,
    "others": bench_others,
    "resample": bench_resample,
    "search": bench_search,
    "search_duel": bench_search_duel,
    "threads": bench_threads,
    "learn": bench_learn,
    "scenes": bench_scenes,
    "start": bench_start,
    "server": bench_server,
    "boardgameio": bench_boardgameio,
}


def main(names: list[str] | None = None, quick: bool = False, json: Path | None = None) -> int:
    """Run the benches of these names, or all; 0 when they ran, whatever they found, 2 when there is no such bench."""
    console = Console()
    unknown = [name for name in names or [] if name not in BENCHES]
    if unknown:
        console.print(f"There is no bench {', '.join(unknown)}; there are {', '.join(BENCHES)}.")
        return 2
    if json is not None:
        json.open("a").close()  # so that a file that cannot be written is noticed before the work
    console.print(machine(), highlight=False)
    for name in names or BENCHES:
        try:
            result = BENCHES[name](QUICK if quick else FULL)
        except (Skipped, Failed) as reason:
            console.print(f"{name} is left out: {reason}\n", highlight=False)
            continue
        show(console, result)
        if json is not None:
            write_lines(json, result)
    return 0


def machine() -> str:
    """Say what the machine is doing besides: CPU time hides most of it, wall time nothing."""
    load = f", load {os.getloadavg()[0]:.1f} before the start" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores{load}; {DEFAULT_MODE} rules.\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.run", description="Measure how fast Fairdeal is.")
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of {', '.join(BENCHES)}; all if none is named")
    parser.add_argument("--quick", action="store_true", help="less work, for a first look")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="append the results to a file, a JSON document per line"
    )
    arguments = parser.parse_args()
    sys.exit(main(arguments.names, arguments.quick, arguments.json))
