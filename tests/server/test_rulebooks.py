"""Rulebooks and own decks as a browser gets them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.errors import BadData
from fairdeal.server import decks
from fairdeal.server.documents import DeckFile
from fairdeal.server.games import games_document
from fairdeal.server.rulebooks import html_of, linked, marked, rulebook_of, sections
from tests.server.test_app import Running

REMARK = re.compile(r"\((ruling|reconstructed)\b", re.IGNORECASE)
ALLOWED = {"a", "code", "div", "em", "li", "ol", "p", "pre", "span", "strong", "ul"} | {
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
}
ALL = pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)

HEADER = "name,TL,T,TR,L,R,BL,B,BR,other\n"
TWENTY = HEADER + "".join(f"Card {n},{n % 10},,,,,,,,\n" for n in range(20))


class Elements(HTMLParser):
    """Collects what a browser would make of a text, and checks that it is well nested."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("rulebooks") / "store.sqlite")
    yield server
    server.stop()


# --- rulebooks -------------------------------------------------------------------------------------------------------


@ALL
def test_every_section_is_there_once_and_in_order(game: Game) -> None:
    ids = [section.id for section in rulebook_of(game).sections]
    numbers = [int(id) for id in ids if id.isdecimal()]
    assert len(ids) == len(set(ids))
    assert numbers == [int(n) for n in re.findall(r"^\*\*§(\d+)\*\*", game.rulebook(), re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert rulebook_of(game).sections[0].title == game.title


@ALL
def test_every_ruling_is_marked_and_every_mention_leads_somewhere(game: Game) -> None:
    document = rulebook_of(game)
    html = "".join(section.html for section in document.sections)
    assert len(re.findall(r'<span class="(?:ruling|reconstructed)">', html)) == len(REMARK.findall(game.rulebook()))
    assert set(re.findall(r'href="#([^"]*)"', html)) <= {section.id for section in document.sections}


@ALL
def test_sections_are_plain_html_without_styles_or_scripts(game: Game) -> None:
    for section in rulebook_of(game).sections:
        elements = Elements(section.html)
        assert elements.names <= ALLOWED
        assert elements.attributes <= {"href", "class", "tabindex", "role", "aria-label"}


@ALL
def test_no_word_is_lost(game: Game) -> None:
    document = rulebook_of(game)
    shown = " ".join(f"{section.title} {Elements(section.html).text}" for section in document.sections)
    for word in re.findall(r"[A-Za-z]{4,}", game.rulebook()):
        assert word in shown


@ALL
def test_the_lessons_of_a_first_game_are_short_and_cite_the_rules(game: Game) -> None:
    lessons = rulebook_of(game).lessons
    assert len(lessons) >= 4
    for lesson in lessons:
        assert len(lesson.text) <= 140  # three lines on a phone
        assert re.search(r"§\d", lesson.text)


def test_html_in_a_rulebook_is_shown_and_not_obeyed() -> None:
    html = html_of("A <script>alert(1)</script> and [a link](javascript:alert(1)) and <b onclick=x>bold</b>.")
    assert Elements(html).names == {"p"}
    assert "&lt;script&gt;" in html


def test_a_remark_is_wrapped_from_bracket_to_bracket() -> None:
    wrapped = '<span class="reconstructed">(reconstructed)</span>'
    assert marked("The names are (reconstructed): lost.") == f"The names are {wrapped}: lost."
    assert marked("(Ruling: with <code>a(b)</code>)") == '<span class="ruling">(Ruling: with <code>a(b)</code>)</span>'
    assert marked("(ruling: never closed") == '<span class="ruling">(ruling: never closed</span>'
    assert marked("<em>(ruling: cut</em> off)") == "<em>(ruling: cut</em> off)"
    assert linked("§1 to §5") == '<a href="#1">§1</a> to <a href="#5">§5</a>'


def test_a_heading_in_a_drawing_is_none() -> None:
    assert [part.id for part in sections("# Snap\n\n```\n# no heading\n**§9** no section\n```\n")] == ["top"]


def test_the_rulebook_comes_by_http(running: Running) -> None:
    guest = running.guest()
    answer = guest.get("/api/games/caster/rulebook.json")
    assert answer.status == 200
    assert answer.json["title"] == "CASTER"
    assert any(section["id"] == "8" for section in answer.json["sections"])
    assert guest.get("/api/games/none/rulebook.json").status == 404


# --- what a form needs -----------------------------------------------------------------------------------------------


def test_options_say_how_they_are_asked_for() -> None:
    options = {(game.name, option.name): option for game in games_document().games for option in game.options}
    rounds, passing = options["caster", "rounds"], options["caster", "passing"]
    assert (rounds.kind, rounds.low, rounds.default) == ("whole", 1, 3)
    assert passing.kind == "flag"
    assert (options["coast", "end_on"].kind, options["coast", "end_on"].choices) == ("choice", ("draw", "place"))
    assert options["traders", "abilities"].kind == "other"
    assert [game.name for game in games_document().games if game.own_deck] == ["battle"]


# --- own decks -------------------------------------------------------------------------------------------------------


def test_a_deck_of_ones_own_is_judged_and_can_be_played(running: Running) -> None:
    guest = running.guest("Ada")
    answer = guest.post("/api/games/battle/deck", {"name": "My cards.csv", "text": TWENTY})
    assert answer.status == 200, answer.body
    assert answer.json["reason"] == ""
    assert len(answer.json["lines"]) == 21
    assert answer.json["options"]["deck"]["name"] == "My cards"
    opened = guest.post("/api/tables", {"game": "battle", "seats": 2, "options": answer.json["options"]})
    assert opened.status == 201, opened.body


def test_cards_that_make_no_deck_are_told_apart(running: Running) -> None:
    text = HEADER + "Dragon,1/2,,,,,,,,\nSprite,3,,,,,,,,\n"
    answer = running.guest().post("/api/games/battle/deck", {"name": "few.csv", "text": text})
    assert answer.status == 200
    assert "exactly 20 cards" in answer.json["reason"]
    assert "two numbers" in answer.json["lines"][0]
    assert answer.json["options"] == {}


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("cards.csv", "nonsense", "cards.csv: The first line"),
        ("cards.json", "{", "cards.json: The file is not JSON"),
        ("cards.txt", "", "named .csv or .json, and cards is not"),
        ("../../cards.json", "{}", "cards.json: The file is no list"),
        ("cards.json", "[" * 100_000, "cards.json: The file is"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_without_a_word_on_our_folders(
    name: str, text: str, sentence: str, running: Running
) -> None:
    answer = running.guest().post("/api/games/battle/deck", {"name": name, "text": text})
    assert answer.status == 400
    assert sentence in answer.reason
    assert "/" not in answer.reason.replace(name, "")


def test_a_game_with_cards_of_its_own_takes_no_deck(running: Running) -> None:
    answer = running.guest().post("/api/games/caster/deck", {"name": "own.csv", "text": TWENTY})
    assert (answer.status, answer.reason) == (400, "CASTER is played with its own cards.")
    with pytest.raises(BadData):
        decks.judged(games.find("caster"), DeckFile("own.csv", TWENTY))
