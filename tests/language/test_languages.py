"""Languages: which there are, which somebody gets, and the one that nobody speaks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.language import languages, pseudo
from fairdeal.language.messages import say
from fairdeal.language.plurals import category_in
from fairdeal.language.voice import HOUSE, Voice


def test_english_is_there_and_the_pseudo_language_is_not_listed() -> None:
    assert languages.known()[0] == "en"
    assert languages.PSEUDO not in languages.known()


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("fr-FR,fr;q=0.9,en-XA;q=0.5", "en-XA"),
        ("en;q=0.5, en-xa", "en-XA"),
        ("en-XA;q=0, en;q=0.1", "en"),
        ("en-XA;q=much, *", "en"),
        (",,;q=1;=", "en"),
        ("x" * 5000 + ",en-XA", "en"),
    ],
)
def test_a_header_gets_the_first_language_that_there_is(header: str, language: str) -> None:
    assert languages.negotiated(header) == language


def test_a_wish_comes_from_a_tag_or_an_environment() -> None:
    assert languages.wished("en_XA.UTF-8") == "en-XA"
    assert languages.wished("en-XA-private") == "en-XA"
    assert languages.wished("C.UTF-8") is None
    assert languages.wished("") is None


def test_an_unfinished_language_is_given_to_whoever_names_it_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code, text in (("en", ""), ("de", "unfinished = true"), ("pl", "unfinished = false")):
        (tmp_path / f"{code}.toml").write_text(text, "utf-8")
    monkeypatch.setattr(languages, "HERE", tmp_path)
    for listed in (languages.known, languages.offered):
        listed.cache_clear()
    try:
        assert languages.known() == ("en", "de", "pl")
        assert languages.offered() == ("en", "pl")
        assert languages.wished("de-AT") == "de"
        assert languages.negotiated("de, pl;q=0.5") == "pl"
        assert Voice(tmp_path).own("de") == {}
    finally:
        for listed in (languages.known, languages.offered):
            listed.cache_clear()


def test_names_of_data_files_are_translated_and_those_of_others_stay() -> None:
    caster = games.find("caster").voice.templates("ja")
    assert (caster.named("red"), caster.named("red, blue"), caster.named("red, crimson")) == (
        "赤",
        "赤、青",
        "red, crimson",
    )
    assert games.find("caster").voice.templates("en").named("red") == "red"


def test_the_import_alone_does_not_load_babel() -> None:
    script = "import fairdeal, fairdeal.errors, sys; print('babel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_the_pseudo_language_counts_as_english_does() -> None:
    assert [category_in("en-XA")(number) for number in (0, 1, 2)] == ["other", "one", "other"]


def test_a_text_of_the_pseudo_language_is_accented_bracketed_and_a_third_longer() -> None:
    text = "You took the last trick and begin the next round"
    said = str(pseudo.template(text))
    assert said[0] + said[-1] == "[]"
    assert not re.search("[A-Za-z]", said)
    assert 1.25 < (len(said) - 2) / len(text) < 1.45


def test_gaps_braces_and_paragraphs_stay_as_they_are() -> None:
    assert pseudo.template("{seat}: {{{card}}} (§7)") == "{seat}: {{{card}}} (§7)"
    assert pseudo.template("by {seat} {{x}}") == "[ƀƀý {seat} {{ẋ}}]"


def test_code_and_links_of_a_rulebook_stay_as_they_are() -> None:
    text = "- See [the page](https://cards.example/a), `play\nR7`.\n```\nas it is\n```\n"
    said = "- [Šééé [ţĥéé þååĝé](https://cards.example/a), `play\nR7`.]\n```\nas it is\n```\n"
    assert pseudo.markdown(text) == said


def test_all_is_said_in_the_pseudo_language_too() -> None:
    assert HOUSE.said(say("seat", number=3), languages.PSEUDO) == "[Šééåţ 3]"
