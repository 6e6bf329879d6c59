"""A game that begins in plain Python and goes on in compiled code, as it does on a machine that is new to it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from fairdeal import games
from fairdeal.engine.kernel import DEFAULT_MODE
from tests.breadth import mostly_soaked

pytestmark = pytest.mark.skipif(DEFAULT_MODE != "compiled", reason="nothing goes over then")

# Each game in a process of its own, in which no code is loaded yet.
PLAY = """
import hashlib
import json
import sys
from fairdeal import games
from fairdeal.engine import compiling
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import SPECTATOR
from fairdeal.play.records import line
from fairdeal.play.sitting import Sitting
from fairdeal.server.artist import Artist

MOST = 80  # events
game = games.find(sys.argv[1])
look = compiling.WholeFunction._compile_for_args


def stay_plain(self, *args, **kws):
    return self._plain()


def is_compiled():
    return bool(game.generic("fairdeal.engine.acting").snapshot.signatures)


def play(go_over_at):
    compiling.WholeFunction._compile_for_args = stay_plain
    setting = game.setting(game.seat_counts[-1])
    sitting, artist, rng = Sitting(setting, keep_legal=True), Artist(setting, {}), numbered("over", 1)
    seen, was_plain = hashlib.sha256(), not is_compiled()
    while not sitting.is_over and len(sitting.events) < MOST:
        if len(sitting.events) == go_over_at:
            compiling.WholeFunction._compile_for_args = look
        sitting.random_step(rng)
        snapshot = sitting.snapshot
        drawn = [artist.public(snapshot.view(SPECTATOR))]
        drawn += [artist.own(snapshot.view(seat), seat, snapshot.legal[seat]) for seat in range(setting.seats)]
        for viewer in (SPECTATOR, *range(setting.seats)):
            seen.update(snapshot.view(viewer).as_bytes + sitting.told(viewer).tobytes())
        for part in drawn:
            seen.update(bytes(part))
    return {
        "record": line(sitting), "seen": seen.hexdigest(), "was_plain": was_plain, "is_compiled": is_compiled(),
    }


print(json.dumps([play(None), play(8), play(0)]))
"""


@pytest.fixture(params=mostly_soaked(games.NAMES, "caster", "coast"), scope="module")
def ways(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """The same game in plain Python, going over in the middle, and compiled."""
    run = subprocess.run([sys.executable, "-c", PLAY, request.param], capture_output=True, text=True, check=True)
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


def test_it_has_the_same_record_views_and_scenes_as_one_that_is_compiled_or_plain(ways: list[dict[str, Any]]) -> None:
    assert [(way["was_plain"], way["is_compiled"]) for way in ways] == [(True, False), (True, True), (False, True)]
    assert len({way["record"] for way in ways}) == 1
    assert len({way["seen"] for way in ways}) == 1
