"""The wheel that is built here plays in a new environment, which holds nothing else of this checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from fairdeal import __version__, games

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120.0  # seconds


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with what this environment has, so that nothing is downloaded."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel, which borrows the libraries, and not the editable package, of this one."""
    home = tmp_path_factory.mktemp("home")
    venv.create(home, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)}))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install"]
    subprocess.run(
        [*pip, "--quiet", "--no-index", "--no-deps", "--ignore-installed", wheel], timeout=PATIENCE, check=True
    )
    return home


def environment(home: Path) -> dict[str, str]:
    """Plain Python, because native code would be compiled anew; and nothing that leads back to the checkout."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "FAIRDEAL_MODE": "interpreted"}


def ran(home: Path, program: str, *arguments: str, stdin: str = "") -> str:
    """Run a program of the new environment, and give what it printed."""
    done = subprocess.run(
        [home / "bin" / program, *arguments],
        cwd=home,
        env=environment(home),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_with_its_pages_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"fairdeal", f"fairdeal-{__version__}.dist-info"}
    assert f"fairdeal-{__version__}.dist-info/licenses/LICENSE" in names
    assert {"fairdeal/py.typed", "fairdeal/web/index.html"} <= set(names)
    assert [name for name in names if re.fullmatch(r"fairdeal/web/assets/.*\.js", name)]
    assert {f"fairdeal/games/{name}/rulebook.md" for name in games.NAMES} <= set(names)
    assert {f"fairdeal/games/{name}/foresight.npz" for name in ("cryptruck", "traders")} <= set(names)
    assert not [name for name in names if re.search(r"__pycache__|\.py[co]$|\.nb[ci]$|test_", name)]


def test_the_program_comes_from_the_wheel(home: Path) -> None:
    assert Path(ran(home, "python", "-c", "import fairdeal; print(fairdeal.__file__)")).is_relative_to(home)
    assert ran(home, "fairdeal", "--version").strip() == __version__


def test_a_game_is_played_in_the_terminal(home: Path) -> None:
    options = ["--option", "rounds=1", "--against", "random", "--seed", "5", "--beat", "0"]
    shown = ran(home, "fairdeal", "play", "caster", *options, stdin="a\n" * 15)
    assert "wins" in shown


def test_games_are_simulated_and_their_records_verified(home: Path) -> None:
    ran(
        home, "fairdeal", "simulate", "battle", "--seats", "2", "--games", "2", "--seed", "1", "--records", "some.jsonl"
    )
    assert ran(home, "fairdeal", "replay", "some.jsonl", "--check").startswith("some.jsonl: 2 games and ")


def test_a_game_of_ones_own_is_written_checked_simulated_and_recorded(home: Path) -> None:
    assert "check-game" in ran(home, "fairdeal", "new", "red_seven", "--like", "grid")
    assert ran(home, "fairdeal", "check-game", "red_seven", "--quick").startswith("red_seven obeys all laws.")
    simulate = ["simulate", "red_seven", "--games", "2", "--records", "own.jsonl", "--from", "red_seven"]
    ran(home, "fairdeal", *simulate)
    assert "2 games" in ran(home, "fairdeal", "replay", "own.jsonl", "--check", "--from", "red_seven")


def test_the_pages_are_served(home: Path) -> None:
    program, store = str(home / "bin" / "fairdeal"), str(home / "store.sqlite")
    serve = [program, "serve", "--port", "0", "--workers", "1", "--store", store]
    with subprocess.Popen(serve, cwd=home, env=environment(home), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://[\d.:]+", line)))
            script = re.search(r'src="(/assets/[^"]+\.js)"', read(address))
            assert script
            assert read(address + script[1])
            assert games.NAMES[0] in read(f"{address}/api/games")
        finally:
            server.terminate()
    assert server.returncode == 0


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read(), "utf-8")
