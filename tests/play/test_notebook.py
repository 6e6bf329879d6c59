"""What a client keeps is kept whole, for one at a time, and for its owner alone."""

from __future__ import annotations

import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from fairdeal.errors import NotKept
from fairdeal.play.notebook import Folder, Notebook


def keep(notebook: Notebook, table: str, sentence: str) -> None:
    with notebook.page(table) as kept:
        kept.evidence.append(sentence)


def read(notebook: Notebook, table: str) -> list[str]:
    with notebook.page(table) as kept:
        return kept.evidence


def test_a_page_is_kept_for_each_table(tmp_path: Path) -> None:
    for notebook in (Notebook(), Folder(tmp_path / "kept")):
        keep(notebook, "one", "first")
        keep(notebook, "one", "second")
        assert read(notebook, "one") == ["first", "second"]
        assert read(notebook, "two") == []


def test_a_folder_outlives_its_notebook(tmp_path: Path) -> None:
    keep(Folder(tmp_path), "one", "first")
    assert read(Folder(tmp_path), "one") == ["first"]


def test_a_block_that_fails_keeps_nothing(tmp_path: Path) -> None:
    for notebook in (Notebook(), Folder(tmp_path)):
        with pytest.raises(TypeError):
            keep_half(notebook)
        assert read(notebook, "one") == []


def keep_half(notebook: Notebook) -> None:
    with notebook.page("one") as kept:
        kept.evidence.append("half")
        raise TypeError


def test_only_the_owner_reads_nonces(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    keep(Folder(folder), "one", "first")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())]
    assert all(mode & 0o077 == 0 for mode in modes)


@pytest.mark.parametrize("name", ["", "../one", "a/b", "one\n", "x" * 65, "."])
def test_a_server_names_no_file_outside(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotKept, match="no id of a table"):
        keep(Folder(tmp_path), name, "first")


@pytest.mark.parametrize("text", [b"", b"{", b'{"table": 1}'])
def test_a_damaged_page_is_not_taken_for_an_empty_one(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "one.json").write_bytes(text)
    with pytest.raises(NotKept, match="cannot be read"):
        read(Folder(tmp_path), "one")
    assert (tmp_path / "one.json").read_bytes() == text


def test_what_cannot_be_written_is_told_and_the_old_page_stays(tmp_path: Path) -> None:
    keep(Folder(tmp_path), "one", "first")
    (tmp_path / "one.new").mkdir()
    with pytest.raises(NotKept, match="Nothing can be kept"):
        keep(Folder(tmp_path), "one", "second")
    assert read(Folder(tmp_path), "one") == ["first"]


def test_a_page_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    replace = Path.replace

    def rename(path: Path, target: Path) -> Path:
        done.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", lambda handle: done.append("fsync"))
    monkeypatch.setattr(Path, "replace", rename)
    keep(Folder(tmp_path), "one", "first")
    assert done == ["fsync", "rename", "fsync"]


def test_two_processes_take_turns(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=keep_many, args=(tmp_path, name)) for name in ("a", "b")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(read(Folder(tmp_path), "one")) == 100


def keep_many(folder: Path, name: str) -> None:
    for number in range(50):
        keep(Folder(folder), "one", f"{name} {number}")
