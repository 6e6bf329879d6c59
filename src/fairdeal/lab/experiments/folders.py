"""The folder of an experiment: its wish, what is known of it, its pages, its games; and who can play in one."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fairdeal.lab.experiments.documents import LabWish

WISH = "wish.json"
_decode_wish = msgspec.json.Decoder(LabWish).decode


def read_wish(folder: Path) -> LabWish:
    return _decode_wish((folder / WISH).read_bytes())


def findings_path(folder: Path, language: str) -> Path:
    return folder / f"findings.{language}.json"


def page_path(folder: Path, language: str) -> Path:
    return folder / f"report.{language}.html"


def record_path(folder: Path, of: str, number: int) -> Path:
    """Where a game, counted from 1, is written down that somebody wanted to see."""
    return folder / f"{of}-{number}.jsonl"
