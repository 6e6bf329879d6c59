"""Two threads that take turns: one leads and the other works, and whoever waits looks for a while before it sleeps.

To wake a thread that sleeps costs more than a step of a thousand tables on some machines, and a thread that looks is
there at once. Whose turn it is stands in one word, which also says that the other one has stopped looking: so nobody
falls asleep without being woken. Sleeping itself is Python's.
"""

from __future__ import annotations

import os
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic, overload

from fairdeal.engine.kernel import native

# Whose turn it is: the leader's, or the worker's, who has taken it up or not yet.
LEADER, WORKER, AT_WORK = range(3)
ASLEEP = 4  # is added when whoever waits no longer looks

LOOKS = 500  # before a thread sleeps: some 200 microseconds where nobody else needs its core

YIELD = "sched_yield"  # of the system's library


@native
def give(turns: Any, place: int) -> bool:
    """Give the worker a turn, and tell whether it sleeps, so that it must be woken."""
    return bool(exchange(turns, place, WORKER) >= ASLEEP)


@native
def take_up(turns: Any, place: int) -> bool:
    """Take up a turn that comes within a while; if none does, whoever gives the next is told that the worker sleeps."""
    while True:
        for _ in range(LOOKS):
            if look_at(turns, place) == WORKER and replace(turns, place, WORKER, AT_WORK):
                return True
            give_way()
        if replace(turns, place, LEADER, LEADER + ASLEEP):
            return False


@native
def give_back(turns: Any, place: int) -> bool:
    """Give the turn back, and tell whether the leader sleeps, so that it must be woken."""
    return bool(exchange(turns, place, LEADER) >= ASLEEP)


@native
def take_back(turns: Any, place: int) -> bool:
    """Take back a turn, at once if it was not taken up; if it does not come back for a while, the leader sleeps."""
    if replace(turns, place, WORKER, LEADER):
        return True
    for _ in range(LOOKS):
        if look_at(turns, place) % ASLEEP == LEADER:
            return True
        give_way()
    return not replace(turns, place, AT_WORK, AT_WORK + ASLEEP)


# --- words that two threads write ------------------------------------------------------------------------------------


def look_at(words: Any, place: int) -> int:
    """Read a word that another thread writes."""
    return int(words[place])


def exchange(words: Any, place: int, number: int) -> int:
    """Write a word, and give what was there."""
    before = int(words[place])
    words[place] = number
    return before


def add(words: Any, place: int, number: int) -> int:
    """Add to a word, and give what was there."""
    before = int(words[place])
    words[place] += number
    return before


def replace(words: Any, place: int, expected: int, number: int) -> bool:
    """Write a word if it is what is expected; tell whether it was."""
    if words[place] != expected:
        return False
    words[place] = number
    return True


def give_way() -> None:
    """Let another thread have the core, if one needs it: it may be the very one that is waited for."""


def _word(context: Any, builder: Any, kind: Any, words: Any, place: Any) -> Any:
    data = context.make_array(kind)(context, builder, words).data
    return builder.gep(data, [place])


@intrinsic  # type: ignore[untyped-decorator]
def _look_at(typingctx: Any, words: Any, place: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_word(context, builder, signature.args[0], *arguments), "acquire", 8)

    return numba.types.int64(words, numba.types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _exchange(typingctx: Any, words: Any, place: Any, number: Any) -> Any:
    return numba.types.int64(words, numba.types.int64, numba.types.int64), _atomic("xchg")


@intrinsic  # type: ignore[untyped-decorator]
def _add(typingctx: Any, words: Any, place: Any, number: Any) -> Any:
    return numba.types.int64(words, numba.types.int64, numba.types.int64), _atomic("add")


def _atomic(operation: str) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = _word(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw(operation, word, arguments[2], "seq_cst")

    return codegen


@intrinsic  # type: ignore[untyped-decorator]
def _replace(typingctx: Any, words: Any, place: Any, expected: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = _word(context, builder, signature.args[0], *arguments[:2])
        return builder.extract_value(builder.cmpxchg(word, arguments[2], arguments[3], "seq_cst"), 1)

    return numba.types.boolean(words, *[numba.types.int64] * 3), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _give_way(typingctx: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if os.name == "posix":
            kind = ir.FunctionType(ir.IntType(32), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, YIELD), [])
        return context.get_dummy_value()

    return numba.types.void(), codegen


@overload(look_at, strict=False)  # type: ignore[untyped-decorator]
def _look_at_(words: Any, place: Any) -> Any:
    return lambda words, place: _look_at(words, place)


@overload(exchange, strict=False)  # type: ignore[untyped-decorator]
def _exchange_(words: Any, place: Any, number: Any) -> Any:
    return lambda words, place, number: _exchange(words, place, number)


@overload(add, strict=False)  # type: ignore[untyped-decorator]
def _add_(words: Any, place: Any, number: Any) -> Any:
    return lambda words, place, number: _add(words, place, number)


@overload(replace, strict=False)  # type: ignore[untyped-decorator]
def _replace_(words: Any, place: Any, expected: Any, number: Any) -> Any:
    return lambda words, place, expected, number: _replace(words, place, expected, number)


@overload(give_way, strict=False)  # type: ignore[untyped-decorator]
def _give_way_() -> Any:
    return lambda: _give_way()
