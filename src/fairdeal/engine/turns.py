"""Two threads that take turns: one leads and the other works, and whoever waits looks for a while before it sleeps.

To wake a thread that sleeps costs more than a step of a thousand tables on some machines, and a thread that looks is
there at once. Whose turn it is stands in one word, which also says that the other one has stopped looking: so nobody
falls asleep without being woken. Sleeping itself is Python's.
"""

from __future__ import annotations

import platform
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic, overload

from fairdeal.engine.kernel import native

LEADER, WORKER = range(2)  # whose turn it is
ASLEEP = 2  # is added when the other one no longer looks

LOOKS = 2000  # before a thread sleeps: some 50 microseconds

PAUSE = "llvm.x86.sse2.pause"


@native
def pass_turn(turns: Any, place: int, to: int) -> bool:
    """Let the other one go on, and tell whether it sleeps, so that it must be woken."""
    return bool(exchange(turns, place, to) >= ASLEEP)


@native
def has_turn(turns: Any, place: int, who: int) -> bool:
    """Wait for the turn for a while; if it has not come by then, whoever passes it is told that this one sleeps."""
    for _ in range(LOOKS):
        if look_at(turns, place) % ASLEEP == who:
            return True
        nap()
    other = LEADER + WORKER - who
    replace(turns, place, other, other + ASLEEP)
    return bool(look_at(turns, place) % ASLEEP == who)


# --- words that two threads write ------------------------------------------------------------------------------------


def look_at(words: Any, place: int) -> int:
    """Read a word that another thread writes."""
    return int(words[place])


def exchange(words: Any, place: int, number: int) -> int:
    """Write a word, and give what was there."""
    before = int(words[place])
    words[place] = number
    return before


def replace(words: Any, place: int, expected: int, number: int) -> None:
    """Write a word if it is what is expected."""
    if words[place] == expected:
        words[place] = number


def nap() -> None:
    """Give way for a moment while waiting."""


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
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = _word(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("xchg", word, arguments[2], "seq_cst")

    return numba.types.int64(words, numba.types.int64, numba.types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _replace(typingctx: Any, words: Any, place: Any, expected: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = _word(context, builder, signature.args[0], *arguments[:2])
        builder.cmpxchg(word, arguments[2], arguments[3], "seq_cst")
        return context.get_dummy_value()

    return numba.types.void(words, *[numba.types.int64] * 3), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _nap(typingctx: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if platform.machine() in ("x86_64", "AMD64"):
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, PAUSE), [])
        return context.get_dummy_value()

    return numba.types.void(), codegen


@overload(look_at, strict=False)  # type: ignore[untyped-decorator]
def _look_at_(words: Any, place: Any) -> Any:
    return lambda words, place: _look_at(words, place)


@overload(exchange, strict=False)  # type: ignore[untyped-decorator]
def _exchange_(words: Any, place: Any, number: Any) -> Any:
    return lambda words, place, number: _exchange(words, place, number)


@overload(replace, strict=False)  # type: ignore[untyped-decorator]
def _replace_(words: Any, place: Any, expected: Any, number: Any) -> Any:
    return lambda words, place, expected, number: _replace(words, place, expected, number)


@overload(nap, strict=False)  # type: ignore[untyped-decorator]
def _nap_() -> Any:
    return lambda: _nap()
