"""`fairdeal translate check`: what a language lacks, and that those which are offered lack nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fairdeal.cli import run, translating
from fairdeal.language import languages
from fairdeal.language.checking import faults, faults_of_client, faults_of_voice
from fairdeal.language.messages import Template
from fairdeal.language.voice import HOUSE, Voice

ENGLISH: dict[str, Template] = {
    "hand": "Hand",
    "cards": {"one": "{count} card", "other": "{count} cards"},
    "play": {"other": "{seat} plays {card}.", "you": "You play {card}."},
}
GOOD: dict[str, Template] = {
    "hand": "手札",
    "cards": "{count}枚",
    "play": {"other": "{seat}が{card}を出しました。", "you": "{card}を出しました。"},
}


def found(translated: dict[str, Template]) -> list[str]:
    return [HOUSE.said(fault, "en") for fault in faults(ENGLISH, translated, "ja", "ja.toml")]


@pytest.mark.parametrize("code", languages.offered()[1:])
def test_a_language_that_is_offered_is_whole(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["translate", "check", code]) == 0, capsys.readouterr().out
    name = HOUSE.own(code)["language.name"]
    assert capsys.readouterr().out == f"{name} is whole.\n"


def test_a_good_translation_has_no_faults_and_may_name_what_data_files_name() -> None:
    assert found(GOOD | {"name.red": "赤"}) == []


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("hund", "犬", "hund is said by nobody."),
        ("cards", "枚", "cards lacks the gap {count}."),
        ("hand", "手札{card}", "hand has the gap {card}, which nothing fills."),
        ("cards", {"one": "{count}", "other": "{count}"}, "cards has the form one; this language has other, you."),
        ("hand", "てふだのカード", None),
        ("hand", "てふだのカード！", "hand is 16 columns wide, and its place has 14."),
    ],
)
def test_what_is_wrong_with_a_text_is_said_in_a_sentence(key: str, text: Template, sentence: str | None) -> None:
    assert found(GOOD | {key: text}) == ([] if sentence is None else [f"ja.toml: {sentence}"])


def test_what_is_missing_is_listed_and_so_is_a_file() -> None:
    assert found({key: text for key, text in GOOD.items() if key != "hand"}) == ["ja.toml: hand is missing."]
    assert found({}) == ["ja.toml is missing."]


def test_paragraphs_of_rulebooks_are_compared(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('hand = "Hand"', "utf-8")
    (tmp_path / "ja.toml").write_text('hand = "手札"', "utf-8")
    (tmp_path / "rulebook.md").write_text("# Snap\n\n**§1** Deal.\n\n**§2** Play.\n", "utf-8")

    def said() -> list[str]:
        return [HOUSE.said(fault, "en") for fault in faults_of_voice(Voice(tmp_path), "ja", "snap")]

    assert said() == ["snap/rulebook.ja.md is missing."]
    (tmp_path / "rulebook.ja.md").write_text("# Snap\n\n**§1** 配る。\n\n**§3** 出す。\n", "utf-8")
    assert said() == ["snap/rulebook.ja.md: §2 is missing.", "snap/rulebook.ja.md: §3 is not in the English one."]


def test_the_clients_texts_are_compared_too(tmp_path: Path) -> None:
    (tmp_path / "en.json").write_text(json.dumps(ENGLISH), "utf-8")
    (tmp_path / "ja.json").write_text(json.dumps(GOOD | {"hand": "手札{x}"}), "utf-8")
    said = [HOUSE.said(fault, "en") for fault in faults_of_client(tmp_path, "ja", "words")]
    assert said == ["words/ja.json: hand has the gap {x}, which nothing fills."]


def test_faults_are_counted_and_the_code_is_that_of_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "en.json").write_text(json.dumps(ENGLISH), "utf-8")
    monkeypatch.setattr(translating, "client_words", lambda: tmp_path)
    assert run(["translate", "check", "ja"]) == 2
    shown = capsys.readouterr()
    assert shown.out == f"{tmp_path}/ja.json is missing.\n"
    assert shown.err == "日本語 is not whole: 1 fault.\n"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("tlh", "There is no language 'tlh'; there are en, ja.\n"),
        ("en", "English is what every other language is compared with; name another one.\n"),
        ("en-XA", "English is what every other language is compared with; name another one.\n"),
    ],
)
def test_a_language_that_cannot_be_checked_is_refused(
    code: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["translate", "check", code]) == 2
    assert capsys.readouterr().err == sentence


def test_help_tells_the_bound_and_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["translate", "check", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "8 columns more" in shown
    assert "fairdeal translate check ja" in shown


def test_the_short_option_speaks_a_language_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--lang", "ja"], ["--lang=ja"], ["--language", "ja"]):
        assert run([*arguments, "translate", "check", "ja"]) == 0
        assert capsys.readouterr().out == "日本語は完全です。\n"
