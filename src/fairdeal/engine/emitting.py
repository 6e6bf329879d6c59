"""Code that writes observations: the rows of `fairdeal.engine.observed`, one after another without a branch between.

A loop over the table took three times as long as all the rest of a step, for each number of it is looked up and told
apart from five other kinds. Here the table is known when native code is compiled, so that nothing but loads and stores
is left. `plain` is the same in Python; laws compare the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from fairdeal.engine.kernel import number_at
from fairdeal.engine.observed import (
    AT,
    COUNT,
    IS_HIDDEN,
    KIND,
    LEAST,
    NUMBER,
    ONE_OF,
    PLACE,
    SEAT,
    SEATS_SET,
    SECOND,
    SET,
    SIZE,
    STEP,
    STRIDE,
    WIDTH,
)

MOST_UNROLLED = 8  # numbers of a row; more are written in a loop
Write = Callable[[Any, int, Any], None]

BYTE, WORD, LONG = ir.IntType(8), ir.IntType(16), ir.IntType(64)


def writer(table: Any, length: int, *, is_plain: bool) -> Write:
    """Make a function that writes rows of an observation, of so many bytes, for a view and its seat."""
    return plain(table) if is_plain else emitted(table, length)


# --- in plain Python -------------------------------------------------------------------------------------------------


def plain(table: Any) -> Write:
    """Make the function in Python."""
    rows = table.tolist()

    def write(v: Any, seat: int, out: Any) -> None:
        for row in rows:
            end = row[PLACE] + row[COUNT] * row[SIZE]
            out[row[PLACE] : end] = 0
            if not row[STRIDE] or row[STEP] < v.seats:
                _write_row(v, seat, row, out)

    return write


def _write_row(v: Any, seat: int, row: list[int], out: Any) -> None:
    at = row[AT] + (seat + row[STEP]) % v.seats * row[STRIDE] if row[STRIDE] else row[AT]
    for number in range(row[COUNT]):
        found = number_at(v, at + number * row[WIDTH], row[WIDTH])
        first = row[PLACE] + number * row[SIZE]
        out[first : first + row[SIZE]] = _places(row, found, seat, int(v.seats))


def _places(row: list[int], number: int, seat: int, seats: int) -> list[int]:
    """Give the places of a number."""
    places, kind = [0] * row[SIZE], row[KIND]
    if kind == SET:
        bits = row[SIZE] - row[IS_HIDDEN]
        places[:bits] = [max(0, number) >> bit & 1 for bit in range(bits)]
        if row[IS_HIDDEN]:
            places[bits] = int(number < 0)
    elif kind == SEATS_SET:
        places[:seats] = [number >> (seat + step) % seats & 1 for step in range(seats)]
    elif kind == NUMBER:
        places = [number - row[LEAST] >> 8 * place & 255 for place in reversed(range(row[SIZE]))]
    elif kind == SEAT and number >= 0:
        places[(number - seat) % seats] = 1
    elif kind == ONE_OF and number >= row[LEAST]:
        places[number - row[LEAST]] = 1
    elif kind not in (SEAT, ONE_OF) and number >= 0:
        places[number // row[SECOND]] = 1
        places[row[SIZE] - row[SECOND] + number % row[SECOND]] = 1
    return places


# --- for native code -------------------------------------------------------------------------------------------------


def emitted(table: Any, length: int) -> Write:
    """Make the function for native code."""

    @intrinsic  # type: ignore[untyped-decorator]
    def write(typingctx: Any, v: Any, seat: Any, out: Any) -> Any:
        if out.dtype != numba.types.uint8 or out.layout != "C":
            raise numba.TypingError("an observation is written into bytes that lie one behind the other")

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            record, seat, array = arguments
            data = context.make_array(signature.args[2])(context, builder, array).data
            emitter = Emitter(builder, record, seat, data, length, table)
            for row in table.tolist():
                emitter.row(row)
            return context.get_dummy_value()

        return numba.types.void(v, numba.types.int64, out), codegen

    made: Write = write
    return made


def long(number: int) -> Any:
    return ir.Constant(LONG, number)


class Emitter:
    """Emits code for rows of the table, in their order: a wide store may reach into what is written after it."""

    def __init__(self, builder: Any, record: Any, seat: Any, data: Any, length: int, table: Any) -> None:
        self.b = builder
        self.record = builder.bitcast(record, BYTE.as_pointer())
        self.data = builder.bitcast(data, BYTE.as_pointer())
        self.seat = seat
        self.length = length
        self.seats = builder.sext(builder.load(self.record), LONG)  # the first field of every state
        most = max([int(row[SIZE]) for row in table if row[KIND] == SEATS_SET], default=0)
        steps = {int(step) for step in table[:, STEP]} | set(range(most))
        self.others = {step: self._around(builder.add(seat, long(step))) for step in sorted(steps)}

    def _around(self, seat: Any) -> Any:
        """Give a seat that was counted past the last or the first one."""
        b = self.b
        past, before = b.sub(seat, self.seats), b.add(seat, self.seats)
        lower = b.select(b.icmp_signed("<", seat, long(0)), before, seat)
        return b.select(b.icmp_signed(">=", seat, self.seats), past, lower)

    def row(self, row: list[int]) -> None:
        """Write the numbers of a row; zeros if there is no such seat."""
        if not row[STRIDE]:
            self._numbers(row, long(row[AT]))
            return
        at = self.b.add(long(row[AT]), self.b.mul(self.others[row[STEP]], long(row[STRIDE])))
        if row[STEP] <= 0:
            self._numbers(row, at)
            return
        with self.b.if_else(self.b.icmp_signed(">", self.seats, long(row[STEP]))) as (there, beyond):
            with there:
                self._numbers(row, at)
            with beyond:
                self._clear(long(row[PLACE]), row[COUNT] * row[SIZE])

    def _numbers(self, row: list[int], at: Any) -> None:
        if row[COUNT] <= MOST_UNROLLED:
            for number in range(row[COUNT]):
                place = long(row[PLACE] + number * row[SIZE])
                self._number(row, self.b.add(at, long(number * row[WIDTH])), place)
            return
        with cgutils.for_range(self.b, long(row[COUNT])) as loop:
            place = self.b.add(long(row[PLACE]), self.b.mul(loop.index, long(row[SIZE])))
            self._number(row, self.b.add(at, self.b.mul(loop.index, long(row[WIDTH]))), place)

    def _number(self, row: list[int], at: Any, place: Any) -> None:
        kind = ir.IntType(8 * row[WIDTH])
        source = self.b.bitcast(self.b.gep(self.record, [at]), kind.as_pointer())
        number = self.b.load(source, align=1)
        number = number if row[WIDTH] == 8 else self.b.sext(number, LONG)
        if row[KIND] == SET:
            self._set(row, number, place)
        elif row[KIND] == SEATS_SET:
            self._seats_set(row, number, place)
        elif row[KIND] == NUMBER:
            self._bytes(row, number, place)
        else:
            self._one_of(row, number, place)

    def _clear(self, place: Any, size: int) -> None:
        cgutils.memset(self.b, self.b.gep(self.data, [place]), long(size), 0)

    def _store(self, value: Any, place: Any, more: int = 0) -> None:
        there = self.b.gep(self.data, [self.b.add(place, long(more))])
        self.b.store(value, self.b.bitcast(there, value.type.as_pointer()), align=1)

    def _set(self, row: list[int], number: Any, place: Any) -> None:
        bits = row[SIZE] - row[IS_HIDDEN]
        unknown = self.b.ashr(number, long(63))
        members = self.b.and_(number, self.b.not_(unknown)) if row[IS_HIDDEN] else number
        for start in range(0, bits, 16):
            self._spread(row, self.b.lshr(members, long(start)), place, start, min(16, bits - start))
        if row[IS_HIDDEN]:
            self._store(self.b.and_(self.b.trunc(unknown, BYTE), ir.Constant(BYTE, 1)), place, bits)

    def _spread(self, row: list[int], members: Any, place: Any, start: int, count: int) -> None:
        """Write up to sixteen members at once, if zeros behind them do no harm: what comes there is written after."""
        wide = 8 if count <= 8 else 16
        if row[PLACE] + row[COUNT] * row[SIZE] + wide > self.length:
            for member in range(count):
                one = self.b.and_(self.b.trunc(self.b.lshr(members, long(member)), BYTE), ir.Constant(BYTE, 1))
                self._store(one, place, start + member)
            return
        part = ir.IntType(wide)
        kind = ir.VectorType(part, wide)
        masks = ir.Constant(kind, [1 << member if member < count else 0 for member in range(wide)])
        lone = self.b.insert_element(ir.Constant(kind, ir.Undefined), self.b.trunc(members, part), ir.Constant(WORD, 0))
        order = ir.Constant(ir.VectorType(ir.IntType(32), wide), [0] * wide)
        all_alike = self.b.shuffle_vector(lone, ir.Constant(kind, ir.Undefined), order)
        found = self.b.icmp_unsigned("!=", self.b.and_(all_alike, masks), ir.Constant(kind, [0] * wide))
        self._store(self.b.zext(found, ir.VectorType(BYTE, wide)), place, start)

    def _seats_set(self, row: list[int], number: Any, place: Any) -> None:
        for step in range(row[SIZE]):
            is_there = self.b.zext(self.b.icmp_signed(">", self.seats, long(step)), LONG)
            bit = self.b.and_(self.b.lshr(number, self.others[step]), is_there)
            self._store(self.b.trunc(bit, BYTE), place, step)

    def _bytes(self, row: list[int], number: Any, place: Any) -> None:
        raised = self.b.sub(number, long(row[LEAST]))
        for byte in range(row[SIZE]):
            shifted = self.b.lshr(raised, long(8 * (row[SIZE] - 1 - byte)))
            self._store(self.b.trunc(shifted, BYTE), place, byte)

    def _one_of(self, row: list[int], number: Any, place: Any) -> None:
        """Write a one among zeros; nowhere, if the number is none of these things."""
        self._clear(place, row[SIZE])
        if row[KIND] == ONE_OF:
            self._one(self.b.sub(number, long(row[LEAST])), row[SIZE], place, 0)
        elif row[KIND] == SEAT:
            relative = self._around(self.b.sub(number, self.seat))
            nobody = self.b.icmp_signed("<", number, long(0))
            self._one(self.b.select(nobody, long(-1), relative), row[SIZE], place, 0)
        else:
            first, second = row[SIZE] - row[SECOND], row[SECOND]
            is_none = self.b.icmp_signed("<", number, long(0))
            for thing, size, start in ((self.b.udiv, first, 0), (self.b.urem, second, first)):
                found = thing(number, long(second))
                self._one(self.b.select(is_none, long(-1), found), size, place, start)

    def _one(self, which: Any, size: int, place: Any, start: int) -> None:
        is_one = self.b.icmp_unsigned("<", which, long(size))
        there = self.b.add(place, self.b.select(is_one, which, long(0)))
        self._store(self.b.zext(is_one, BYTE), there, start)
