"""A server starts as fast on many unfinished games as on none."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench import start
from fairdeal.server.examining import check
from tests.conformance import soak_page
from tools.engines import free_port

MOST_SECONDS = 3.0  # of the CPU: those of the clock are more on a busy machine
MOST_MEGABYTES = 300


def test_the_store_that_is_measured_is_good_and_a_tenth_of_it_is_due(tmp_path: Path) -> None:
    start.fill(tmp_path / "store.sqlite", 20)
    assert check(str(tmp_path / "store.sqlite"), lambda done, of: None).is_good

    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as connection:
        assert connection.execute("select count(*) from tables where due <= 1000").fetchone() == (2,)


@pytest.mark.soak
def test_soak_a_start_on_10_000_unfinished_games(tmp_path: Path) -> None:
    start.fill(tmp_path / "store.sqlite", start.TABLES)
    seconds, worked, at_first, later = start.measure(tmp_path / "store.sqlite", free_port())
    print(f"ready in {seconds:.1f} s, {worked:.1f} s of the CPU, {at_first:.0f} MB, {later:.0f} MB later")
    assert worked <= MOST_SECONDS
    assert later <= MOST_MEGABYTES
    what = f"start on {start.TABLES:,} unfinished games"
    soak_page.note(f"{what}: until it is ready", round(1000 * worked), "ms of the CPU", seconds)
    soak_page.note(f"{what}: memory half a minute later", round(later), "MB", seconds + 30)
