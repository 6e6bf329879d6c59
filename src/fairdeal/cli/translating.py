"""The command for translators: what a language lacks, and what is wrong with its texts."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App

from fairdeal.cli.app import app, game_examples
from fairdeal.cli.speaking import known, language
from fairdeal.errors import BadData, BadOption
from fairdeal.language import languages
from fairdeal.language.messages import say

translate_app = App(name="translate", help="Look after the languages.", help_format="plaintext")
app.command(translate_app)

PACKAGE = Path(__file__).resolve().parents[1]
CHECKOUT = PACKAGE.parents[1]


@translate_app.command(name="check", help_epilogue=game_examples("translate check ja", "--lang ja translate check ja"))
def check_language(code: str, /) -> None:
    """List what a language lacks or says wrongly: keys, gaps, plural forms, texts too long for their place, paragraphs.

    A text may be half as wide as the English one again, and 8 columns more, with wide letters counted twice.

    Parameters
    ----------
    code
        The language, such as ja.
    """
    from fairdeal import games
    from fairdeal.language.checking import faults_of_client, faults_of_voice
    from fairdeal.language.voice import HOUSE

    found, spoken = known(code), language.get()
    if found in (languages.DEFAULT, languages.PSEUDO):
        raise BadOption(say("translate.english"))
    voices = [HOUSE, *(game.voice for game in games.all_games())]
    wrong = [fault for voice in voices for fault in faults_of_voice(voice, found, _named(voice.folder))]
    words = client_words()
    wrong += faults_of_client(words, found, _named(words))
    for fault in wrong:
        print(HOUSE.said(fault, spoken))
    name = HOUSE.said(say("language.name"), found)
    if wrong:
        raise BadData(say("translate.faults", language=name, count=len(wrong)))
    print(HOUSE.said(say("translate.whole", language=name), spoken))
    if languages.is_unfinished(found):
        print(HOUSE.said(say("translate.unfinished"), spoken))


def client_words() -> Path:
    """Find the client's texts: those that are edited in a checkout, else those that it was built with."""
    edited = CHECKOUT / "web" / "words"
    return edited if edited.is_dir() else PACKAGE / "web" / "words"


def _named(folder: Path) -> str:
    """Name a folder as somebody in a checkout does."""
    return str(folder.relative_to(CHECKOUT)) if folder.is_relative_to(CHECKOUT) else str(folder)
