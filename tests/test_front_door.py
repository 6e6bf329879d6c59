"""`import fairdeal as fd`: everything most programs need, and nothing loaded before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import fairdeal as fd
from fairdeal.contract.game import Setting
from fairdeal.play.check import check_file
from fairdeal.play.sitting import Sitting


def test_every_name_is_there() -> None:
    for name in fd.__all__:
        assert getattr(fd, name) is not None
        assert name in dir(fd)


def test_names_are_those_of_their_rooms() -> None:
    assert (fd.Sitting, fd.Setting, fd.check) == (Sitting, Setting, check_file)


def test_another_name_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'fairdeal' has no attribute 'deal_me_in'"):
        fd.deal_me_in  # noqa: B018


@pytest.mark.parametrize("library", ["numba", "numpy", "websockets", "msgspec"])
def test_the_import_alone_loads_no_library(library: str) -> None:
    asked = f"import sys, fairdeal as fd; print({library!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True).stdout == "False\n"
