"""The one compiler decorator, the binding of generic code to a game, records, and sets of bits.

Everything that touches the compiler lives here, in `compiling`, `emitting`, `turns` and `cache`. Rules and generic code
say `@native` and know nothing else of it. A module of native code can be loaded in three modes from the same source:

- `compiled`: by Numba, without the GIL, cached on disk;
- `checked`: the same with bounds checks, in a cache of its own;
- `interpreted`: plain Python, for the debugger, coverage and the truth.

`FAIRDEAL_MODE` chooses what a module is when it is simply imported; `load` gives any mode beside it.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import sys
import threading
import types
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, overload

from fairdeal.engine import cache, compiling
from fairdeal.errors import FairdealError

MODES = ("compiled", "checked", "interpreted")
DEFAULT_MODE = os.environ.get("FAIRDEAL_MODE", "compiled")
if DEFAULT_MODE not in MODES:
    raise FairdealError(f"FAIRDEAL_MODE is {DEFAULT_MODE!r}; it may be {', '.join(MODES[:-1])} or {MODES[-1]}.")

MOST_SEATS = 8
DEALER = MOST_SEATS  # the bit of chance in `actors`, one above the last possible seat
NOBODY = -1
UNKNOWN = -1
SPECTATOR = -2

F = TypeVar("F", bound=Callable[..., Any])

# --- native code -----------------------------------------------------------------------------------------------------


def native(function: F) -> F:
    """Make a function native: compiled, checked or left alone, as its module was loaded."""
    home = function.__globals__
    mode = mode_of(home)
    if mode == "interpreted":
        function.__dict__["native"] = True
        return function
    # Numba names the cache file after the qualified name, and by itself notices edits of the function's own file only.
    function.__qualname__ += f"@{cache.fingerprint(home, mode)}"
    plain = functools.cache(partial(_interpreted, function))
    made: Any = compiling.compiled(function, plain, is_checked=mode == "checked")
    return cast(F, made)


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function in plain Python."""
    home = function.__globals__
    bound = home.get("__bound__")
    module = load(cache.plain_name(home["__name__"]), "interpreted", bound and in_mode(bound, "interpreted"))
    plain: Callable[..., Any] = vars(module)[function.__name__]
    return plain


def is_native(value: object) -> bool:
    """Tell whether a value is a function made by `native`, which exists once per mode."""
    return hasattr(value, "py_func") or (isinstance(value, types.FunctionType) and "native" in vars(value))


def mode_of(module: Any) -> str:
    """Tell in which mode a module, or one with these globals, was loaded."""
    home = module if isinstance(module, dict) else vars(module)
    return str(home.get("__mode__", DEFAULT_MODE))


# --- modules in a mode, and bound to a game --------------------------------------------------------------------------

_loaded: dict[tuple[str, str, str], types.ModuleType] = {}
_loading = threading.RLock()  # code is loaded beside a game that is being played


def load(name: str, mode: str = DEFAULT_MODE, rules: types.ModuleType | None = None) -> types.ModuleType:
    """Give module `name` as native code of one mode, its global `rules` bound to a game's rules.

    The result is a module of its own beside the imported one, made once per mode and game; whatever native code it
    imports is of the same mode.
    """
    if rules is None and mode == DEFAULT_MODE:
        return importlib.import_module(name)
    key = (name, mode, rules.__name__ if rules else "")
    with _loading:
        if key not in _loaded:
            _loaded[key] = _execute(name, mode, rules)
        return _loaded[key]


def name_of(module: Any) -> str:
    """Give the name by which a module is imported, whatever its mode."""
    return cache.plain_name(module.__name__)


def in_mode(module: Any, mode: str) -> Any:
    """Give the same module in another mode, and with it what it is bound to, or what lies in its layers."""
    if "__layers__" in vars(module):
        return layered(*(in_mode(layer, mode) for layer in vars(module)["__layers__"]))
    bound = vars(module).get("__bound__")
    return load(name_of(module), mode, bound and in_mode(bound, mode))


def layered(*modules: Any) -> types.ModuleType:
    """Lay modules of one mode over each other: one that has the names of all, of the last that has it.

    So what follows from a game's own rules, those rules, what can be known of hidden cards and what is known beyond are
    written apart and bound together.
    """
    modules = tuple(layer for module in modules for layer in vars(module).get("__layers__", (module,)))
    name = "+".join(map(name_of, modules))
    mode = mode_of(modules[0])
    key = (name, mode, "")
    with _loading:
        if key not in _loaded:
            layers = _loaded[key] = types.ModuleType(f"{name}[{mode}]")
            for module in modules:
                vars(layers).update({name: value for name, value in vars(module).items() if not name.startswith("__")})
            vars(layers).update(__mode__=mode, __layers__=modules)
        return _loaded[key]


def forget(package: str) -> None:
    """Forget a package and all that was made of it, so that it is read anew; what somebody still holds stays."""
    with _loading:
        for key in [key for key in _loaded if any(_is_of(name, package) for name in (key[0], key[2]))]:
            del _loaded[key]
        # Native code that somebody still holds may be loaded later, by the name of its module.
        for name in [name for name in sys.modules if _is_of(name, package) and "[" not in name]:
            del sys.modules[name]


def _is_of(name: str, package: str) -> bool:
    """Tell whether a module, or several laid over each other, in a mode or bound, is of a package."""
    return any(part == package or part.startswith(f"{package}.") for part in re.split(r"[+\[\],]", name))


rules: Any = None  # generic modules import these names; binding them to a game puts the game's own in their place
REAL_TIME: bool = False
masked: Any = None  # the rules' `view`: Numba takes a call of `rules.view` for one of NumPy's own
HAS = "HAS_"  # a constant that begins like this tells whether the rules have the function it ends with
CONSTANTS = "constants"  # a generic module's function that gives other constants of the rules it is bound to, by name


def bind(name: str, rules: types.ModuleType) -> types.ModuleType:
    """Bind the generic module `name` to a game's rules, in the mode of those rules."""
    return load(name, mode_of(rules), rules)


def _execute(name: str, mode: str, rules: types.ModuleType | None) -> types.ModuleType:
    original = importlib.import_module(name)
    path = original.__file__ or ""
    binding = f"{name_of(rules)}," if rules else ""
    module = types.ModuleType(f"{name}[{binding}{mode}]")
    home = vars(module)
    home.update(__file__=path, __package__=original.__package__, __mode__=mode)
    if rules:
        home.update(__bound__=rules)
    sys.modules[module.__name__] = module  # cached code finds its module by this name
    exec(compile(Path(path).read_bytes(), path, "exec"), home)
    if rules:
        home.update(rules=rules, REAL_TIME=vars(rules).get("REAL_TIME", False), masked=vars(rules).get("view"))
        home.update({key: key.removeprefix(HAS).lower() in vars(rules) for key in home if key.startswith(HAS)})
        home.update(home[CONSTANTS](rules) if CONSTANTS in home else {})
    for key, value in list(home.items()):
        home[key] = _in_mode(value, module, mode, rules)
    return module


def _in_mode(value: Any, user: types.ModuleType, mode: str, rules: types.ModuleType | None) -> Any:
    """Give what a module has imported in the module's own mode, if it is native code; what it has loaded stays."""
    if isinstance(value, types.ModuleType) and value.__name__ == name_of(value) and _has_native_code(value):
        return in_mode(value, mode)
    origin = str(getattr(value, "__module__", ""))
    if is_native(value) and origin != user.__name__ and origin == cache.plain_name(origin):
        return getattr(load(origin, mode, rules if _is_generic(origin) else None), value.__name__)
    return value


def _has_native_code(module: types.ModuleType) -> bool:
    return any(map(is_native, list(vars(module).values())))  # a copy: other threads may be importing


def _is_generic(name: str) -> bool:
    """Tell whether a module has to be bound to rules: it imports the placeholder."""
    return vars(importlib.import_module(name)).get("rules", name) is None


# --- records ---------------------------------------------------------------------------------------------------------


class Record(np.record):  # type: ignore[misc]
    """A record whose fields read as Python's own numbers, so that small fields do not overflow in plain Python either.

    Storing a number that is too large for its field raises OverflowError.
    """

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if isinstance(value, np.ndarray):
            return value.view(_Field)
        return value.item() if isinstance(value, np.number) else value


class _Field(np.ndarray[Any, Any]):
    def __getitem__(self, place: Any) -> Any:
        value = super().__getitem__(place)
        return value.item() if isinstance(value, np.number) else value


_TAKEN_NAMES = frozenset(dir(Record))


def record(**fields: Any) -> np.dtype[Any]:
    """Make a record type without padding: `record(turn="i1", hand=("i2", (5, 5)), options=OPTIONS)`.

    Fields are signed (small unsigned numbers wrap silently in compiled code) and their names must not hide anything of
    NumPy's own records.
    """
    parts = []
    for name, kind in fields.items():
        dtype = np.dtype(kind)
        if name in _TAKEN_NAMES:
            raise ValueError(f"A field cannot be named {name!r}: NumPy's records use that name.")
        if dtype.base.names is None and dtype.base.kind not in "if":
            raise ValueError(f"Field {name!r} is {dtype.base}; fields are signed integers, floats or records.")
        parts.append((name, dtype.base, dtype.shape))
    return np.dtype((Record, parts))


def blank(dtype: np.dtype[Any], count: int = 1) -> Any:
    """Make `count` zeroed records; take one as `blank(STATE)[0]`."""
    return np.zeros(count, dtype)


def spans(*lengths: int) -> tuple[int, ...]:
    """Lay ranges of action numbers end to end: the start of each, then the end of all.

    >>> PLAY, GIVE, PASS, ACTIONS = spans(75, 75, 1)
    >>> PLAY, GIVE, PASS, ACTIONS
    (0, 75, 150, 151)
    """
    starts = [0]
    for length in lengths:
        starts.append(starts[-1] + length)
    return tuple(starts)


def copy(source: Any, out: Any) -> None:
    """Copy a whole record into another of the same type."""
    for name in source.dtype.names:
        out[name] = source[name]


@intrinsic  # type: ignore[untyped-decorator]
def _copy_bytes(typingctx: Any, source: Any, out: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(numba.types.intp, signature.args[0].size)
        numba.core.cgutils.raw_memcpy(builder, arguments[1], arguments[0], size, 1)
        return context.get_dummy_value()

    return numba.types.void(source, out), codegen


@overload(copy, strict=False)  # type: ignore[untyped-decorator]
def _copy(source: Any, out: Any) -> Any:
    if source != out:
        raise numba.TypingError("copy() needs two records of the same type")
    return lambda source, out: _copy_bytes(source, out)


# --- parts of a record by their place --------------------------------------------------------------------------------


def fill(out: Any, start: int, end: int) -> None:
    """Make UNKNOWN of all numbers that lie in these bytes of a record; as bits it is all ones, in every width."""
    out.setfield(UNKNOWN, np.dtype(("i1", int(end - start))), int(start))


def number_at(s: Any, start: int, width: int) -> int:
    """Read the number of so many bytes that begins there in a record."""
    return int(s.getfield(np.dtype(f"i{width}"), int(start)))


def put_number(out: Any, start: int, width: int, number: int) -> None:
    """Write a number of so many bytes that begins there in a record."""
    out.setfield(int(number), np.dtype(f"i{width}"), int(start))


@intrinsic  # type: ignore[untyped-decorator]
def _fill_bytes(typingctx: Any, out: Any, start: Any, end: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        out, start, end = arguments
        size = builder.sub(end, start)
        numba.core.cgutils.memset(builder, _pointer(builder, out, start, 8), size, 0xFF)
        return context.get_dummy_value()

    return numba.types.void(out, numba.types.int64, numba.types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _load(typingctx: Any, s: Any, start: Any, kind: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = signature.args[2].bitwidth
        found = builder.load(_pointer(builder, arguments[0], arguments[1], bits), align=1)
        return found if bits == 64 else builder.sext(found, ir.IntType(64))

    return numba.types.int64(s, numba.types.int64, kind), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _store(typingctx: Any, out: Any, start: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        out, start, number = arguments
        builder.store(number, _pointer(builder, out, start, signature.args[2].bitwidth), align=1)
        return context.get_dummy_value()

    return numba.types.void(out, numba.types.int64, number), codegen


def _pointer(builder: Any, record: Any, start: Any, bits: int) -> Any:
    there = builder.gep(builder.bitcast(record, ir.IntType(8).as_pointer()), [start])
    return builder.bitcast(there, ir.IntType(bits).as_pointer())


@overload(fill, strict=False)  # type: ignore[untyped-decorator]
def _fill(out: Any, start: Any, end: Any) -> Any:
    return lambda out, start, end: _fill_bytes(out, start, end)


@overload(number_at, strict=False)  # type: ignore[untyped-decorator]
def _number_at(s: Any, start: Any, width: Any) -> Any:
    def read(s: Any, start: Any, width: Any) -> Any:
        if width == 1:
            return _load(s, start, np.int8(0))
        if width == 2:
            return _load(s, start, np.int16(0))
        return _load(s, start, np.int32(0)) if width == 4 else _load(s, start, np.int64(0))

    return read


@overload(put_number, strict=False)  # type: ignore[untyped-decorator]
def _put_number(out: Any, start: Any, width: Any, number: Any) -> Any:
    def write(out: Any, start: Any, width: Any, number: Any) -> None:
        if width == 1:
            _store(out, start, np.int8(number))
        elif width == 2:
            _store(out, start, np.int16(number))
        elif width == 4:
            _store(out, start, np.int32(number))
        else:
            _store(out, start, np.int64(number))

    return write


# --- sets of small numbers as bits -----------------------------------------------------------------------------------


def lowest(bits: int) -> int:
    """Give the lowest member of a set that is not empty.

    >>> lowest(0b10100)
    2
    """
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def size_of(bits: int) -> int:
    """Count the members of a set.

    >>> size_of(0b10100)
    2
    """
    return int(bits).bit_count()


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(numba.types.boolean, True))

    return numba.types.int64(numba.types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]
def _population(typingctx: Any, bits: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.int64), codegen


@overload(lowest, strict=False)  # type: ignore[untyped-decorator]
def _lowest(bits: Any) -> Any:
    return lambda bits: _trailing_zeros(bits)


@overload(size_of, strict=False)  # type: ignore[untyped-decorator]
def _size_of(bits: Any) -> Any:
    return lambda bits: _population(bits)
