"""How Numba compiles native code: whole where Python calls it, and as a part of its callers where native code does.

By itself Numba compiles each function for its own sake: it links all that the function calls into it, optimises that,
emits it, wraps it for Python and writes it to the cache. Then it does the same for the caller, with all of it once more
inside, and so on upwards. Here a function that native code calls is only translated, once for all widths of its whole
numbers, and waits; the rest is done once, for what Python calls. That is a quarter of the work.

A process can also leave the compiling to others (`left_to_others`). Then code that is not in the cache yet runs in
plain Python, and as soon as it is there it is loaded.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numba
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from fairdeal.errors import BrokenGame
from fairdeal.language.messages import say

LOOK_EVERY = 0.2  # seconds between two looks into the cache for code that was not there
PREFACES = ("Failed in ", "- Resolution failure", ">>>")  # lines of the compiler that say nothing yet
PLACE = re.compile(r'File "(.+)", line (\d+):\n\s*def (\w+)')
ADDRESS = re.compile(" at 0x[0-9a-f]+")

Function = Callable[..., Any]

_is_left_to_others = False


class Awaited(Exception):
    """Another process compiles this code."""


@contextlib.contextmanager
def left_to_others() -> Iterator[None]:
    """Compile nothing in this process meanwhile: what is not in the cache yet runs in plain Python until it is."""
    global _is_left_to_others
    before, _is_left_to_others = _is_left_to_others, True
    try:
        yield
    finally:
        _is_left_to_others = before


def is_awaited(function: Function) -> bool:
    """Tell whether a native function runs in plain Python because another process has not compiled it yet."""
    return isinstance(function, WholeFunction) and function.is_awaited


def compiled(function: Function, plain: Callable[[], Function], *, is_checked: bool) -> Function:
    """Make a native function that is compiled when it is first called; `plain` gives the same in plain Python."""
    # Without its memory manager (`_nrt`) Numba counts no references to arrays, which costs an atomic operation whenever
    # one is handed on. Native code allocates nothing; docs/decisions has the figures.
    options = {"nopython": True, "_nrt": False, "error_model": "numpy", "boundscheck": is_checked}
    whole = WholeFunction(function, Part(function, options), plain, options)
    whole.enable_caching()
    return whole


# --- functions -------------------------------------------------------------------------------------------------------


class Part(CPUDispatcher):
    """A native function as native code calls it: not for Python, not optimised by itself and not in the cache."""

    def __init__(self, function: Function, options: dict[str, Any]) -> None:
        options = options | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=PartCompiler)

    def get_call_template(self, args: Iterable[Any], kws: dict[str, Any]) -> Any:
        """Type a call; one translation does for constants and for signed numbers of all widths."""
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})


def widened(kind: Any) -> Any:
    """Give the type that stands for this one as an argument of native code."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) and kind.signed else kind


class WholeFunction(CPUDispatcher):
    """A native function as Python calls it: optimised with all that it calls, emitted, and cached on disk."""

    def __init__(self, function: Function, part: Part, plain: Callable[[], Function], options: dict[str, Any]) -> None:
        options = options | {"nogil": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=WholeCompiler)
        self._part = part
        self._plain = plain
        self._look_at = 0.0

    def get_call_template(self, args: Iterable[Any], kws: dict[str, Any]) -> Any:
        """Type a call by native code, which gets the part."""
        return self._part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Give what native code calls."""
        return self._part.get_overload(sig)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Give what Python is to call with arguments of these types, for which no code is loaded."""
        if _is_left_to_others and time.monotonic() < self._look_at:
            return self._plain()
        try:
            return super()._compile_for_args(*args, **kws)
        except Awaited:
            self._look_at = time.monotonic() + LOOK_EVERY
            return self._plain()
        except NumbaError as error:
            raise refusal_of(error) from error

    @property
    def plain(self) -> Function:
        """The same in plain Python."""
        return self._plain()

    @property
    def is_awaited(self) -> bool:
        return _is_left_to_others and not self.overloads and not Path(self._cache._cache_file._index_path).is_file()


def refusal_of(error: NumbaError) -> BrokenGame:
    """Say in one sentence what the compiler does not take, and where; it says that in many lines."""
    told = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = ADDRESS.sub("", next((line for line in told if not line.startswith(PREFACES)), told[0])).rstrip(".:")
    places = [place for place in PLACE.findall(str(error)) if "numba/" not in place[0]]
    file, line, function = places[0] if places else ("?", "?", "?")
    return BrokenGame(say("outside.not_compiled", function=function, file=Path(file).name, line=line, reason=reason))


# --- compilers -------------------------------------------------------------------------------------------------------


class PartLibrary(JITCodeLibrary):
    """Code that waits to be linked into other code."""

    def finalize(self) -> None:
        self._finalized = True


class WholeLibrary(JITCodeLibrary):
    """Code that is optimised together with all the parts it depends on."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        self._linking_libraries = all_of(self._linking_libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise twice: parts that were inlined in the first round show more in a second."""
        super()._optimize_final_module()
        super()._optimize_final_module()


def all_of(libraries: Iterable[Any]) -> list[Any]:
    """List libraries and, through parts, those they depend on, each once."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            waiting += library._linking_libraries if isinstance(library, PartLibrary) else []
    return list(found)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Translates a part, and makes it known to the code that calls it."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        name, module = lowered.fndesc.qualname, lowered.fndesc.lookup_module()
        handle = _dynfunc.make_function(module, name, "", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(handle, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=handle)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    """Translates what Python calls, and compiles it with all its parts."""

    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class PartCompiler(CompilerBase):
    """Translates."""

    def define_pipelines(self) -> list[Any]:
        return [pipeline_with(PartLowering, self.state)]


class WholeCompiler(CompilerBase):
    """Compiles, unless that is left to others; Numba has looked into the cache before."""

    def define_pipelines(self) -> list[Any]:
        if _is_left_to_others:
            raise Awaited
        return [pipeline_with(WholeLowering, self.state)]


def pipeline_with(lowering: type[NativeLowering], state: Any) -> Any:
    """Give Numba's own pipeline with another way to translate."""
    pipeline = DefaultPassBuilder.define_nopython_pipeline(state)
    pipeline.add_pass_after(lowering, NativeLowering)
    pipeline.passes = [step for step in pipeline.passes if step[0] is not NativeLowering]
    pipeline.finalize()
    return pipeline
