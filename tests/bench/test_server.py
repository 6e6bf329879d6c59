"""The load generator plays at both servers, and counts what it sees."""

from __future__ import annotations

import pytest

from bench.server import bench_duel, bench_pace
from bench.server.frames import TEXT, frame, span
from bench.server.sides import Plan, has_boardgame, measure
from fairdeal.engine.kernel import DEFAULT_MODE

TINY = Plan(tables=2, seconds=1.0, interval=0.1, warm_up=0.2)

pytestmark = pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="what is measured is compiled")


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535])
def test_a_frame_is_found_in_what_has_come(size: int) -> None:
    masked = frame(bytes(size))
    head = bytes((0x80 | TEXT, masked[1] & 0x7F)) + masked[2 : len(masked) - size - 4]
    data = b"before" + head + bytes(size)
    assert span(data, 6) == (len(data) - size, len(data))
    assert span(data[:-1], 6) is None


@pytest.mark.soak
@pytest.mark.parametrize(
    "side",
    [
        "fairdeal",
        pytest.param(
            "boardgameio", marks=pytest.mark.skipif(not has_boardgame(), reason="boardgame.io is not installed")
        ),
    ],
)
def test_two_tables_play_a_few_moves(side: str) -> None:
    run = measure(side, TINY)
    assert run.found.moves >= 5
    assert 0 < run.found.p50 <= run.found.p99 <= run.found.longest < 5
    assert run.found.received > run.found.moves * 4 * 100
    assert run.cpu > 0


@pytest.mark.soak
def test_a_result_has_its_targets() -> None:
    result = bench_pace(TINY)
    assert [verdict.target for verdict in result.verdicts] == [0.05, 100_000]


@pytest.mark.skipif(not has_boardgame(), reason="boardgame.io is not installed")
def test_a_duel_gives_the_ratio() -> None:
    result = bench_duel(TINY, 1)
    assert result.verdicts[0].target == 2
    assert "Ratios from" in result.notes[0]
