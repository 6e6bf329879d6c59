"""Progress bars: for a person who waits, and for nobody else."""

from __future__ import annotations

import io
import sys

import pytest

from fairdeal.terminal import progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("patience", "is_shown"), [(-1.0, True), (60.0, False)])
def test_a_bar_is_shown_to_a_terminal_after_a_while(
    patience: float, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress_bar("Playing") as show:
        show(1, 4)
        show(4, 4)
    assert ("Playing" in screen.getvalue()) is is_shown


def test_no_bar_without_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    with progress.progress_bar("Playing") as show:
        show(1, 4)
    assert capsys.readouterr().err == ""


def test_lines_tell_how_long_it_takes_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 3.0, 10.0, 12.0])
    monkeypatch.setattr("fairdeal.terminal.progress.time.monotonic", lambda: next(times))
    with progress.progress_bar("Playing", lambda done, total, left: f"{done} of {total}, {left} s") as show:
        for done in (1, 2, 3):
            show(done, 4)
    assert capsys.readouterr().err == "2 of 4, 10 s\n"
