"""Steps per second of learners' environments, ours and others', each in an environment of its own, in one run.

    python -m bench.environments.compare --folder /somewhere --page bench/environments/README.md

Whatever is not in the folder yet is installed there by pip. All processes share one core and take turns, round by
round; what counts is CPU time. A contestant whose library cannot be installed is named and left out.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPPERS = Path(__file__).with_name("steppers.py")
OURS = "fairdeal caster float32"
LIBRARIES = {
    "open_spiel": ["open_spiel==2.0.2"],
    "pgx": ["pgx==2.6.0", "setuptools<80"],
    "rlcard": ["rlcard==1.2.0", "setuptools<80"],
    "pettingzoo": ["pettingzoo==1.27.0", "rlcard==1.2.0", "pygame", "setuptools<80"],
}
CONTESTANTS = {
    "fairdeal caster uint8": ("Fairdeal, CASTER for 4, 4,096 tables, bytes", "the same"),
    "fairdeal caster float32": ("Fairdeal, CASTER for 4, 4,096 tables, floats", "a choice of one seat at one table"),
    "fairdeal battle uint8": ("Fairdeal, 3x3 CCG Battle for 2, 4,096 tables, bytes", "the same"),
    "fairdeal caster aec": ("Fairdeal, CASTER for 4, one table by PettingZoo", "one turn of an agent: `last`, `step`"),
    "open_spiel oh_hell": (
        "OpenSpiel, Oh Hell for 4, from Python",
        "a decision, its tensor made; chance is a part of it",
    ),
    "open_spiel leduc": ("OpenSpiel, Leduc poker for 2, from Python", "the same"),
    "pgx leduc": (
        "Pgx, Leduc poker for 2, 4,096 tables",
        "a decision at one table of a compiled batch, chance included",
    ),
    "pgx sparrow_mahjong": ("Pgx, Sparrow Mahjong for 3, 4,096 tables", "the same"),
    "rlcard uno": ("RLCard, UNO for 2", "a decision, the next state extracted"),
    "rlcard leduc": ("RLCard, Leduc poker for 2", "the same"),
    "pettingzoo texas": ("PettingZoo, Limit Texas Hold'em for 2 (RLCard's)", "one turn of an agent: `last`, `step`"),
    "pettingzoo leduc": ("PettingZoo, Leduc poker for 2 (RLCard's)", "the same"),
}


@dataclass
class Contestant:
    """A process that steps one environment, and what it reached round by round."""

    name: str
    process: subprocess.Popen[str]
    rates: list[float] = field(default_factory=list)

    def round(self, seconds: float) -> bool:
        """Let it step for a while; tell whether it could."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{self.name} {seconds}\n")
            self.process.stdin.flush()
            found = json.loads(self.process.stdout.readline())
        except (BrokenPipeError, ValueError):
            return False
        self.rates.append(found["steps"] / found["seconds"])
        return True


def interpreter(library: str, folder: Path) -> Path:
    """Give a Python that has a library, installed into the folder if it is not there."""
    if library == "fairdeal":
        return Path(sys.executable)
    place = folder / library
    python, stamp = place / "bin" / "python", place / ".installed"
    wanted = " ".join(LIBRARIES[library])
    if not stamp.is_file() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *LIBRARIES[library]], check=True)
        stamp.write_text(wanted)
    return python


def start(name: str, folder: Path) -> Contestant:
    """Start a contestant on the one core that this process has."""
    python = interpreter(name.partition(" ")[0], folder)
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    xla = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu", "PYTHONWARNINGS": "ignore"}
    process = subprocess.Popen(
        [python, STEPPERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **one, **xla}
    )
    return Contestant(name, process)


def measure(names: list[str], folder: Path, rounds: int, seconds: float) -> list[Contestant]:
    """Let all take turns; leave out those that cannot."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    there = [start(name, folder) for name in names]
    for number in range(rounds + 1):
        for contestant in list(there):
            if not contestant.round(seconds if number else 0.0):
                print(f"{contestant.name} could not be stepped.", file=sys.stderr)
                there.remove(contestant)
            elif number == 0:
                contestant.rates.clear()  # it was set up, and that does not count
        print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
    for contestant in there:
        contestant.process.terminate()
    return there


def rate_text(rate: float) -> str:
    """Print a rate in two or three digits."""
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.1f} k" if rate >= 1e3 else f"{rate:.0f}"


def rows(found: list[Contestant]) -> list[str]:
    """Print a line of the table for each."""
    ours = {each.name: each.rates for each in found}[OURS]
    lines = []
    for each in found:
        title, step = CONTESTANTS[each.name]
        ratio = statistics.median(mine / theirs for mine, theirs in zip(ours, each.rates, strict=True))
        spread = f"{rate_text(min(each.rates))} to {rate_text(max(each.rates))}"
        median = rate_text(statistics.median(each.rates))
        lines.append(f"| {title} | {median} | {spread} | {ratio:.3g} | {step} |")
    return lines


BEGIN, END = "<!-- table -->", "<!-- end of table -->"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="which of them; all if left out")
    parser.add_argument("--folder", type=Path, default=ROOT / ".bench", help="of the environments")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="of CPU time for each round")
    parser.add_argument("--page", type=Path, help="a page whose table is printed anew")
    given = parser.parse_args()
    found = measure([*dict.fromkeys([OURS, *(given.names or CONTESTANTS)])], given.folder, given.rounds, given.seconds)
    head = [
        "| environment | steps/s, median | spread | ours with floats : it | a step is |",
        "|---|---:|---:|---:|---|",
    ]
    table = "\n".join([*head, *rows(found)])
    print(table)
    if given.page:
        before, _, rest = given.page.read_text("utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        given.page.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
