"""What docs/serving.md tells operators to copy is accepted by the programs that it is for."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import cluster
from tools.engines import found_program

PAGE = Path(cluster.__file__).parents[1] / "docs" / "serving.md"
PROGRAM = "/opt/fairdeal/.venv/bin/fairdeal"


def blocks(beginning: str) -> list[str]:
    """Give the blocks of the page that begin so."""
    return [
        block for block in re.findall(r"```\n(.*?)```", PAGE.read_text("utf-8"), re.S) if block.startswith(beginning)
    ]


def test_systemd_understands_every_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd here")
    units = blocks("[Unit]")
    assert len(units) == 3
    for number, unit in enumerate(units):
        assert PROGRAM in unit
        name = tmp_path / (f"fairdeal{number}@8001.service" if "%i" in unit else f"fairdeal{number}.service")
        name.write_text(unit.replace(PROGRAM, "/bin/true"))
        done = subprocess.run([analyze, "verify", str(name)], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), unit


def test_haproxy_understands_its_settings(tmp_path: Path) -> None:
    program = found_program("haproxy")
    if program is None:
        pytest.skip("there is no HAProxy here: see `make haproxy`")
    (shown,) = blocks("defaults")
    certificate = " ssl crt /etc/haproxy/cards.example.pem"
    assert certificate in shown
    plain, (resolvers,) = shown.replace(certificate, ""), blocks("resolvers")
    (template,) = re.findall(r"`(server-template [^`]*)`", PAGE.read_text("utf-8"))
    found = re.sub(r"    server one .*", f"    {template}\n", plain, flags=re.S)
    assert template in found
    for text in (plain, resolvers + found, cluster.settings(8123, [8001, 8002])):
        (file := tmp_path / "haproxy.cfg").write_text(text)
        done = subprocess.run([program, "-c", "-f", str(file)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
