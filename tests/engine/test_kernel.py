"""The compiler's cache, the binding of generic code, records and sets of bits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal import games
from fairdeal.engine import kernel

runs_once = pytest.mark.skipif(kernel.DEFAULT_MODE != "compiled", reason="tests of the cache choose their own modes")

# --- a scratch package: two games with equal records, a helper, and generic code -------------------------------------

RULES = """
from typing import Any
from fairdeal.engine.kernel import native, record
from .helper import doubled
STATE = record(seats="i1", total="i4")
REAL_TIME = False
BONUS = {bonus}

@native
def score(s: Any) -> int:
    return doubled(s.total) + BONUS
"""
FILES = {
    "__init__.py": "",
    "helper.py": """
        from fairdeal.engine.kernel import native

        @native
        def doubled(number: int) -> int:
            return 2 * number
        """,
    "one.py": RULES.format(bonus=1),
    "two.py": RULES.format(bonus=1000),
    "generic.py": """
        from typing import Any
        from fairdeal.engine.kernel import native, rules

        @native
        def thrice(s: Any) -> int:
            return 3 * rules.score(s)
        """,
}
ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
from fairdeal.engine import cache, kernel
answers, hits, misses = {}, 0, 0
for name in ("one", "two"):
    rules = kernel.load(f"scratch.{name}", kernel.DEFAULT_MODE)
    generic = kernel.bind("scratch.generic", rules)
    s = kernel.blank(rules.STATE)[0]
    s.total = 10
    answers[name] = [int(rules.score(s)), int(generic.thrice(s))]
    for function in (rules.score, generic.thrice):
        if hasattr(function, "stats"):
            hits += sum(function.stats.cache_hits.values())
            misses += sum(function.stats.cache_misses.values())
swept = cache.sweep() if "sweep" in sys.argv else 0
print(json.dumps({"answers": answers, "hits": hits, "misses": misses, "swept": swept}))
"""


Asked = dict[str, Any]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Asked]:
    """The scratch package, and what the first process said that used it, which compiled it."""
    folder = tmp_path_factory.mktemp("first") / "scratch"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(textwrap.dedent(text), "utf-8")
    return folder, ask(folder)


@pytest.fixture
def scratch(compiled: tuple[Path, Asked], tmp_path: Path) -> Path:
    """The same elsewhere, with its compiled code."""
    return Path(shutil.copytree(compiled[0], tmp_path / "scratch"))


def ask(scratch: Path, *arguments: str, mode: str = "compiled") -> Asked:
    """Run the scratch package in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", ASK, str(scratch.parent), *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "FAIRDEAL_MODE": mode, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    answer: Asked = json.loads(run.stdout)
    return answer


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def cached(scratch: Path) -> set[str]:
    return {file.name for file in (scratch / "__pycache__").glob("*.nb?")}


USUAL = {"one": [21, 63], "two": [1020, 3060]}


@runs_once
def test_a_second_process_finds_everything_compiled_wherever_it_lies_and_equal_records_do_not_collide(
    compiled: tuple[Path, Asked], scratch: Path
) -> None:
    first, second = compiled[1], ask(scratch)
    assert first["answers"] == second["answers"] == USUAL
    assert (first["hits"], first["misses"]) == (0, 4)
    assert (second["hits"], second["misses"]) == (4, 0)


@runs_once
def test_an_edit_of_a_helper_recompiles_its_callers_and_an_undone_one_does_not(scratch: Path) -> None:
    edit(scratch / "helper.py", "2 * number", "4 * number")
    edited = ask(scratch)
    assert edited["answers"] == {"one": [41, 123], "two": [1040, 3120]}
    assert edited["hits"] == 0
    edit(scratch / "helper.py", "4 * number", "2 * number")
    undone = ask(scratch)
    assert undone["answers"] == USUAL
    assert (undone["hits"], undone["misses"]) == (4, 0)


@runs_once
def test_an_edit_of_one_games_rules_recompiles_what_is_bound_to_it(scratch: Path) -> None:
    edit(scratch / "one.py", "BONUS = 1", "BONUS = 5")
    edited = ask(scratch)
    assert edited["answers"] == {"one": [25, 75], "two": [1020, 3060]}
    assert (edited["hits"], edited["misses"]) == (2, 2)


@runs_once
def test_the_modes_agree_and_have_caches_of_their_own(compiled: tuple[Path, Asked], scratch: Path) -> None:
    files = cached(scratch)
    checked = ask(scratch, mode="checked")
    interpreted = ask(scratch, mode="interpreted")
    assert compiled[1]["answers"] == checked["answers"] == interpreted["answers"] == USUAL
    assert checked["hits"] == 0
    assert files < cached(scratch)


@runs_once
def test_a_sweep_deletes_what_is_stale_and_nothing_else(scratch: Path) -> None:
    fresh = cached(scratch)
    edit(scratch / "helper.py", "2 * number", "4 * number")
    ask(scratch)
    stale = cached(scratch)
    assert fresh < stale
    edit(scratch / "helper.py", "4 * number", "2 * number")
    assert ask(scratch, "sweep")["swept"] >= len(stale - fresh)
    assert cached(scratch) == fresh
    assert ask(scratch)["hits"] == 4


def test_an_unknown_mode_is_refused_in_a_sentence() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "fairdeal", "games"],
        capture_output=True,
        text=True,
        env={**os.environ, "FAIRDEAL_MODE": "fast"},
    )
    assert run.returncode == 2
    assert run.stderr == "FAIRDEAL_MODE is 'fast'; it may be compiled, checked or interpreted.\n"


# --- records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["round", "size", "take", "sum", "copy", "dtype", "min", "all"])
def test_a_field_that_would_hide_something_of_numpy_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"cannot be named '{name}'"):
        kernel.record(**{name: "i1"})


@pytest.mark.parametrize("kind", ["u1", "u8", "?", "S3", "U3", "c8", ("u2", 4)])
def test_fields_are_signed_numbers(kind: Any) -> None:
    with pytest.raises(ValueError, match="fields are signed integers, floats or records"):
        kernel.record(field=kind)


def test_a_record_has_no_padding() -> None:
    inner = kernel.record(a="i1", b="i8")
    assert kernel.record(x="i1", inner=inner, y=("i2", (2, 3)), z="f8").itemsize == 1 + 9 + 12 + 8


def test_small_fields_read_as_whole_numbers_that_do_not_overflow() -> None:
    s = kernel.blank(kernel.record(a="i1", row=("i1", 3), grid=("i1", (2, 2))))[0]
    s.a = 100
    s.row[:] = 100
    s.grid[:] = 100
    assert s.a + s.a == s.row[0] + s.row[2] == s.grid[1, 1] + s.grid[0][1] == 200
    assert 1 << s.a == 2**100
    with pytest.raises(OverflowError):
        s.a = 128


INNER = kernel.record(x="i2", many=("i4", 5))
OUTER = kernel.record(seats="i1", inner=INNER, grid=("i2", (3, 2)), weight="f8")


def some_record(byte: int) -> Any:
    return np.frombuffer(bytes([byte]) * OUTER.itemsize, OUTER).copy()[0]


@kernel.native
def copy_it(source: Any, out: Any) -> None:
    kernel.copy(source, out)


@kernel.native
def lowest_of(bits: int) -> int:
    return kernel.lowest(bits)


@kernel.native
def size(bits: int) -> int:
    return kernel.size_of(bits)


def test_a_copy_is_the_same_in_every_byte_and_stands_alone() -> None:
    for copy in (kernel.copy, copy_it):
        source, out = some_record(0x55), some_record(0x2A)
        copy(source, out)
        assert out.tobytes() == source.tobytes()
        source.grid[1, 1] = 7
        assert out.grid[1, 1] == 0x5555


@given(bits=st.integers(1, 2**62))
def test_sets_of_bits_are_the_same_in_every_mode(bits: int) -> None:
    members = [place for place in range(63) if bits >> place & 1]
    assert kernel.lowest(bits) == lowest_of(bits) == members[0]
    assert kernel.size_of(bits) == size(bits) == len(members)


def test_the_empty_set_has_no_members() -> None:
    assert kernel.size_of(0) == size(0) == 0


def test_spans_lie_end_to_end() -> None:
    assert kernel.spans(3, 1, 0, 2) == (0, 3, 4, 4, 6)
    assert kernel.spans() == (0,)


# --- layers ----------------------------------------------------------------------------------------------------------


def module(name: str, mode: str = "interpreted", **names: Any) -> types.ModuleType:
    made = types.ModuleType(f"{name}[{mode}]")
    vars(made).update(__mode__=mode, **names)
    return made


def test_layers_have_the_names_of_all_and_the_last_one_hides_the_others() -> None:
    rules = module("layered.rules", points=1, legal=2)
    worlds = module("layered.worlds", points=3, plan=4)
    layers = kernel.layered(rules, worlds)
    assert (layers.legal, layers.plan, layers.points) == (2, 4, 3)
    assert (rules.points, worlds.points) == (1, 3)
    assert kernel.name_of(layers) == "layered.rules+layered.worlds"


def test_layers_are_made_once_a_mode_and_are_of_the_mode_of_their_modules() -> None:
    made = {}
    for mode in ("interpreted", "checked"):
        modules = module("modes.rules", mode, legal=mode), module("modes.worlds", mode)
        made[mode] = kernel.layered(*modules)
        assert kernel.layered(*modules) is made[mode]
        assert kernel.mode_of(made[mode]) == made[mode].legal == mode
    assert made["interpreted"] is not made["checked"]


def test_generic_code_is_bound_to_layers_as_to_rules() -> None:
    game = games.find("caster").in_mode("interpreted")
    layers = kernel.layered(game.rules, game.worlds)
    playouts = kernel.bind("fairdeal.engine.playouts", layers)
    assert vars(playouts)["rules"] is layers
    assert vars(layers)["resample"] is vars(game.worlds)["resample"]
    assert vars(layers)["play"] is vars(game.rules)["play"]


def test_of_a_forgotten_package_stays_what_native_code_finds_its_module_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever still holds its code may load more of it from the cache, by the name of the module in its mode."""
    folder = tmp_path / "held_game"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.py").write_text("LEGAL = 1\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    held = kernel.load("held_game.rules", "interpreted")
    kernel.forget("held_game")
    assert "held_game.rules" not in sys.modules
    assert sys.modules[held.__name__] is held
    (folder / "rules.py").write_text("LEGAL = 22\n", "utf-8")
    assert (held.LEGAL, kernel.load("held_game.rules", "interpreted").LEGAL) == (1, 22)
    kernel.forget("held_game")
