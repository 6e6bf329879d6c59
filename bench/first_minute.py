"""How long a fresh clone takes until somebody plays: to the page, to the first answer of bots, to compiled games.

Run it with `python -m bench.first_minute`. It clones this repository into an empty folder and does what a new user
does, `make play`, with whatever pip and npm have in their caches. Nothing may have the port.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.start import is_healthy
from fairdeal.client import Client

ROOT = Path(__file__).resolve().parents[1]
PORT = 8198
PATIENCE = 900  # seconds that even a busy machine does not take


@contextlib.contextmanager
def playing(folder: Path) -> Iterator[None]:
    """Let `make play` run in a fresh clone."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {**os.environ, "BROWSER": "true", "XDG_DATA_HOME": str(folder / "data")}
    command = ["make", "play", f"ARGS=--port {PORT}"]
    process = subprocess.Popen(command, cwd=clone, env=environment, start_new_session=True)
    try:
        yield
        assert process.poll() is None, "make play ended"
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait()


async def answered(client: Client) -> str:
    """Play a card against three bots, wait until all of them have answered, and give the name of the table."""
    await client.name("Anna")
    name = await client.open("caster", seats=4, bots={1: "medium", 2: "medium", 3: "medium"})
    async with await client.sit(name) as table:
        await table.play((await table.turn())[0])
        await table.turn()
    return name


async def prepared(client: Client) -> bool:
    found = json.loads(await client.request("GET", "/api/prepared"))
    return all(game["done"] == game["of"] for game in found)


async def measure(began: float) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(is_healthy, PORT):
            await asyncio.sleep(0.05)
        tell(began, "the page is there")
        client = Client(f"http://127.0.0.1:{PORT}")
        await answered(client)
        tell(began, "three bots have answered the first card")
        while not await prepared(client):
            await asyncio.sleep(0.2)
        tell(began, "all games are compiled")


def tell(began: float, what: str) -> None:
    print(f"{time.perf_counter() - began:6.1f} s: {what}", flush=True)


def megabytes(folder: Path) -> float:
    """What all files of a folder take, each counted once."""
    files = {file.stat().st_ino: file.stat().st_size for file in folder.rglob("*") if file.is_file()}
    return sum(files.values()) / 1e6


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        with playing(Path(folder)):
            asyncio.run(measure(time.perf_counter()))
        for part in (".venv", "web/node_modules"):
            print(f"{megabytes(Path(folder) / 'clone' / part):6.0f} MB: {part}")


if __name__ == "__main__":
    main()
