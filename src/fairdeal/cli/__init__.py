"""The command line, a file a topic. Whatever is slow to import is imported by the command that needs it."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

from cyclopts import CycloptsError, UnusedCliTokensError

from fairdeal.cli import (
    authoring,
    bots,
    data,
    games,
    learning,
    playing,
    press,
    recorded,
    reports,
    reviewing,
    serve,
    simulations,
    store,
    translating,
    upkeep,
    variants,
)
from fairdeal.cli.app import BAD_INPUT, INTERRUPTED, app
from fairdeal.cli.outside import without_folders
from fairdeal.cli.speaking import language, without_language
from fairdeal.errors import FairdealError

TOPICS = (
    games,
    data,
    playing,
    bots,
    authoring,
    press,
    recorded,
    reviewing,
    simulations,
    reports,
    variants,
    learning,
    serve,
    store,
    translating,
    upkeep,
)  # importing them adds their commands
NOBODY_READS = 1  # as rich has it


def main() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _insist_on_interrupt
    code = run(sys.argv[1:])
    if _interrupted.is_set():
        _leave(code)
    sys.exit(code)


def _leave(code: int) -> NoReturn:
    """Leave at once: tearing down a compiler that was interrupted as it loaded ends the process by a signal."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(code)


_interrupted = threading.Event()


def _interrupt(number: int, frame: FrameType | None) -> None:
    _interrupted.set()
    raise KeyboardInterrupt


def _insist_on_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """Repeat a Ctrl-C that got lost: the compiler's callbacks swallow what is raised in them.

    What it leaves half made complains when it is thrown away, and nobody needs to hear that.
    """
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(0.05, _thread.interrupt_main).start()
    elif not _interrupted.is_set():
        sys.__unraisablehook__(lost)


def run(arguments: Sequence[str]) -> int:
    """Run a command; return its exit code. Whatever a user can cause is one sentence on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # no odd byte, and no narrow terminal, stops a game
    try:
        code = int(app(without_folders(without_language(arguments)), exit_on_error=False, print_error=False) or 0)
        sys.stdout.flush()
        return code
    except UnusedCliTokensError as error:
        return _refuse(f"This command takes nothing like {' '.join(error.unused_tokens or ())}. See fairdeal --help.")
    except CycloptsError as error:
        return _refuse(f"{' '.join(str(error).split())} See fairdeal --help.")
    except FairdealError as error:
        return _refuse(error.said(language.get()))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or the interpreter would complain once more at its exit
        return NOBODY_READS


def _refuse(sentence: str) -> int:
    print(" ".join(sentence.split()), file=sys.stderr)
    return BAD_INPUT
