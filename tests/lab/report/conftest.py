"""Most reports of these tests leave out what takes longest to compile; tests of just that ask for it."""

from __future__ import annotations

import pytest

from fairdeal.lab.report import offers
from fairdeal.lab.report import plan as plans


@pytest.fixture(autouse=True)
def no_closer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "NATIVE_PROBES", 0)
    monkeypatch.setattr(plans, "BOT_PROBES", 0)
    monkeypatch.setattr(offers, "tried_games", lambda folder, plan, jobs, on: None)
