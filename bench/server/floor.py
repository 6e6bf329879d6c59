"""What a move costs a server of which parts are left out: `python -m bench.server.floor [--tables N] [--repeats N]`.

Each stage leaves out what those before it do, and more: scenes and words, then the rules, then the store. There are as
many bytes and messages in each, so what is left at last is what a move costs before any game is played.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from typing import Any

from rich.console import Console

from bench.measure import Result, Series, show
from bench.server.load import allow_files
from bench.server.seats import SEATS
from bench.server.sides import Measured, Plan, command, measure_at, port_of, running
from fairdeal.cli import main as fairdeal
from fairdeal.play import events as ev
from fairdeal.play.commands import moves
from fairdeal.play.sitting import text_of
from fairdeal.play.traces import Recent
from fairdeal.server.broadcast import Broadcast
from fairdeal.server.mailbox import Mailbox, _Done

FILLER = b'"lines":["%b"]' % (b"x" * 6300)  # about what the message of an event has
ANY = "play B1"  # what whoever is next may do where there are no rules


def tell_filler(broadcast: Any, recent: Recent, at: int, is_last: bool) -> None:
    """Tell everybody of an event as many bytes as usual, and who is next what may be done."""
    broadcast.moves += 1
    table = broadcast._ledger.table
    begin = b'{"type":"event","number":%d,%b' % (recent.entry.number, FILLER)
    for connection in broadcast._presence.connections:
        paths = b",".join([b'{"action":"%b"}' % text.encode() for text in actions_of(table, connection.viewer)])
        connection.send(b'%b,"paths":[%b]}' % (begin, paths) if paths else begin + b"}")


def actions_of(table: Any, seat: int) -> list[str]:
    """List what a seat may do: by the rules, or in turn."""
    if "next" in vars(table):
        return [ANY] if seat == table.next else []
    return [text_of(table.game.words, action) for action in table.legal(seat)] if seat >= 0 else []


def play_without_rules(table: Any, seat: int, actions: Any, id: str, chosen_at: int, now: Any, by: str = "") -> int:
    """Write down what was asked for, whatever it is; then it is the next seat's turn."""
    table.number += 1
    table.next = (seat + 1) % SEATS
    entry = ev.Entry(table.number, now.at, now.time, ev.Played(seat, actions[0], id))
    table._fresh.append(Recent(entry, None))
    return int(table.number)


def tell_unstored(mailbox: Any, done: _Done) -> None:
    mailbox._ledger.note_stored(mailbox._ledger.row)
    mailbox._tell(done)
    mailbox._finish(done.result, done.error, done.asker)


def save_but_moves(mailbox: Any, done: _Done) -> None:
    """Store what makes a game begin, and no move."""
    (tell_unstored if "next" in vars(mailbox._ledger.table) else STORED)(mailbox, done)


STORED = Mailbox._save
STAGES: dict[str, tuple[tuple[Any, str, Any], ...]] = {
    "all of it": (),
    "without scenes and words": ((Broadcast, "_tell_event", tell_filler),),
    "and without rules": ((moves, "play", play_without_rules),),
    "and without a store": ((Mailbox, "_save", save_but_moves),),
}


def leave_out(stage: str) -> None:
    """Let this process do no more than a stage does."""
    for name, parts in STAGES.items():
        for owner, attribute, less in parts:
            setattr(owner, attribute, less)
        if name == stage:
            return


def measure(stage: str, plan: Plan) -> Measured:
    """Let a server of a stage play."""
    allow_files(SEATS * plan.tables + 200)
    with tempfile.TemporaryDirectory() as folder:
        arguments = [sys.executable, "-m", "bench.server.floor", "--stage", stage, *command("fairdeal", folder)[0][3:]]
        with running(arguments, {}) as server:
            return measure_at("fairdeal", server, port_of(server), plan)


def compare(plan: Plan, repeats: int) -> Result:
    """Let all stages play, in turns."""
    found: dict[str, list[Measured]] = {stage: [] for stage in STAGES}
    for _ in range(repeats):
        for stage, runs in found.items():
            runs.append(measure(stage, plan))
    result = Result("floor", f"caster, {plan.tables} tables of {SEATS}, each as fast as answers come")
    for stage, runs in found.items():
        result.series.append(Series(stage, "CPU µs/move", tuple(1e6 / run.moves_per_cpu_second for run in runs)))
    sent = {stage: statistics.median(run.bytes_per_move for run in runs) for stage, runs in found.items()}
    result.notes.append("Bytes a move: " + ", ".join(f"{stage} {size:,.0f}" for stage, size in sent.items()) + ".")
    return result


def main() -> None:
    if sys.argv[1:2] == ["--stage"]:
        leave_out(sys.argv[2])
        sys.argv[1:3] = []
        fairdeal()
    parser = argparse.ArgumentParser(prog="python -m bench.server.floor", description="Measure parts of a move.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--warm-up", type=float, default=6.0)
    parser.add_argument("--repeats", type=int, default=2)
    asked = parser.parse_args()
    show(Console(), compare(Plan(asked.tables, asked.seconds, 0.0, asked.warm_up), asked.repeats))


if __name__ == "__main__":
    main()
