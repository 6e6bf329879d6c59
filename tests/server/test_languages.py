"""One server, several languages: every connection and every request in its own."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairdeal import games
from fairdeal.language import languages
from fairdeal.server.documents import OpenTable
from fairdeal.server.hub import Hub
from fairdeal.server.rulebooks import rulebook_of
from fairdeal.server.words import ClientWords
from tests.server.people import Person, finish, house, on_turn, seated
from tests.server.test_app import Running

PSEUDO = "en-XA"
Play = Callable[[Hub], Awaitable[None]]


@pytest.fixture
def at_home(tmp_path: Path) -> Callable[[Play], None]:
    """Run something at a hub."""

    def run(play: Play) -> None:
        async def main() -> None:
            async with house(tmp_path) as hub:
                await play(hub)

        asyncio.run(main())

    return run


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    server = Running(tmp_path_factory.mktemp("languages") / "store.sqlite")
    yield server
    server.stop()


def is_pseudo(sentence: str) -> bool:
    return sentence[0] + sentence[-1] == "[]"


def texts_of(message: Any, *names: str) -> list[str]:
    """List all texts under these names, however deep."""
    if isinstance(message, dict):
        own = [text for name in names if isinstance(text := message.get(name), str) and text]
        return own + [text for part in message.values() for text in texts_of(part, *names)]
    return [text for part in message for text in texts_of(part, *names)] if isinstance(message, list) else []


# --- at a table ------------------------------------------------------------------------------------------------------


def test_two_people_at_one_table_read_the_same_game_in_two_languages(at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"})
        table, (anna, ben) = await seated(hub, request, "Anna", "Ben", languages=("en", PSEUDO))
        assert [person.of_type("welcome")[0]["language"] for person in (anna, ben)] == ["en", PSEUDO]
        await finish([anna, ben])
        pairs = list(zip(anna.of_type("event"), ben.of_type("event"), strict=True))
        assert len(pairs) > 45
        for english, pseudo in pairs:
            assert english["number"] == pseudo["number"]
            assert len(english["lines"]) == len(pseudo["lines"])
            assert not any(map(is_pseudo, english["lines"]))
            assert all(map(is_pseudo, pseudo["lines"]))
            assert not is_pseudo(english["public"]["prompt"])
            assert is_pseudo(pseudo["public"]["prompt"])
        ends = [one.of_type("table")[-1]["table"]["result"]["lines"] for one in (anna, ben)]
        assert [any("[" in line for line in ends[0]), all("[" in line for line in ends[1])] == [False, True]
        cleo = Person("Cleo")
        await cleo.enter(hub, table, language=PSEUDO)
        assert all(is_pseudo(line["text"]) for line in cleo.of_type("welcome")[0]["story"])
        moment = await hub.moment(table, None, pairs[-1][0]["number"], None, PSEUDO)
        assert all(map(is_pseudo, moment.lines))
        assert not any(map(is_pseudo, (await hub.moment(table, None, moment.number, None)).lines))
        assert all("[" in line for line in (await hub.replay(table, None, PSEUDO)).result["lines"])

    at_home(play)


def test_refusals_answers_and_notes_are_in_the_language_of_their_reader(at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, hints=True)
        _, people = await seated(hub, request, "Anna", "Ben", languages=("en", PSEUDO))
        anna, ben = people
        told = [await person.say("why", action="play R99") for person in people]
        assert [is_pseudo(answer["reason"]) for answer in told] == [False, True]
        waiting = next(person for person in people if person is not on_turn(people))
        refused = await waiting.say("play", number=waiting.table.number, actions=["play R0"])
        assert is_pseudo(refused["reason"]) == (waiting is ben)
        await anna.say("request", what="pause")
        await ben.say("decline")
        said = [person.last_change()["text"] for person in people]
        assert said[0] == "Ben declined the request of Anna for a pause."
        assert is_pseudo(said[1])

    at_home(play)


def test_sentences_mark_the_cards_and_paragraphs_that_they_name(at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable("caster", 3, {"rounds": 1}, bots={2: "easy"}, hints=True)
        table, people = await seated(hub, request, "Änna 🃏", "Ben", languages=("en", PSEUDO))
        for person in people:
            told = await person.say("why", action="play R0")
            check_marks(told["reason"], told.get("marks", []))
            refused = await person.say("play", number=person.table.number, actions=["play R14"])
            check_marks(refused["reason"], refused.get("marks", []))
        await finish(people)
        for person in people:
            for event in person.of_type("event"):
                marks = event.get("marks", [[]] * len(event["lines"]))
                for line, its in zip(event["lines"], marks, strict=True):
                    check_marks(line, its)
                if event.get("told"):
                    card = event["told"].split()[1]
                    at = event["lines"][0].index(card)
                    assert marks[0][0] == {"at": at, "length": len(card), "piece": card, "suit": card[0]}
            result = person.of_type("table")[-1]["table"]["result"]
            for line, its in zip(result["lines"], result["marks"] or [[]] * len(result["lines"]), strict=True):
                check_marks(line, its)
        cleo = Person("Cleo")
        await cleo.enter(hub, table)
        for line in cleo.of_type("welcome")[0]["story"]:
            check_marks(line["text"], line.get("marks", []))
        moment = await hub.moment(table, None, people[0].of_type("event")[-1]["number"], None)
        for line, its in zip(moment.lines, msgspec.to_builtins(moment.marks), strict=True):
            check_marks(line, its)

    at_home(play)


def check_marks(text: str, marks: list[dict[str, Any]]) -> None:
    """Every card and every § of a sentence is marked where it stands."""
    found = [text[mark["at"] : mark["at"] + mark["length"]] for mark in marks]
    assert found == re.findall(r"\b[RBYEG]1?[0-9]\b|§[0-9]+", text)
    for mark, named in zip(marks, found, strict=True):
        assert mark.get("piece", "") == ("" if named[0] == "§" else named)
        assert mark.get("section", "") == (named[1:] if named[0] == "§" else "")


def test_whoever_says_hello_again_may_change_the_language(at_home: Callable[[Play], None]) -> None:
    async def play(hub: Hub) -> None:
        request = OpenTable("caster", 3, {"rounds": 1}, bots={1: "easy", 2: "easy"})
        _, [anna] = await seated(hub, request, "Anna")
        for wish, spoken in ((PSEUDO, PSEUDO), ("tlh", PSEUDO), ("en-GB", "en"), ("", "en")):
            welcome = await hello(anna, wish)
            assert welcome["language"] == spoken
            assert is_pseudo(welcome["public"]["prompt"]) == (spoken == PSEUDO)

    at_home(play)


async def hello(person: Person, language: str) -> dict[str, Any]:
    assert person.connection is not None
    await person.connection.receive(json.dumps({"type": "hello", "language": language}))
    return person.of_type("welcome")[-1]


# --- over HTTP -------------------------------------------------------------------------------------------------------


def test_a_request_is_answered_in_the_language_that_it_asks_for(running: Running) -> None:
    english, pseudo = (running.guest().get("/api/tables/none", Accept_Language=wish) for wish in ("fr, en", PSEUDO))
    assert english.reason == "There is no table 'none'."
    assert is_pseudo(pseudo.reason)
    assert (pseudo.headers["content-language"], pseudo.headers["vary"]) == (PSEUDO, "Accept-Language")
    assert is_pseudo(running.guest().get("/nothing", Accept_Language=PSEUDO).reason)
    assert is_pseudo(running.guest().get("/api/games/none/rulebook", Accept_Language=PSEUDO).reason)


def test_games_are_described_in_the_language_that_is_asked_for(running: Running) -> None:
    found = running.guest().get("/api/games", Accept_Language=PSEUDO).json
    texts = texts_of(found, "summary", "meaning", "label", "allowed")
    assert len(texts) > 60
    assert all(map(is_pseudo, texts))
    assert not any(map(is_pseudo, texts_of(running.guest().get("/api/games").json, "summary", "meaning", "label")))


def test_a_rulebook_is_read_in_the_language_that_is_asked_for(running: Running) -> None:
    for game in games.all_games():
        path = f"/api/games/{game.name}/rulebook"
        assert running.guest().get(path, Accept_Language=PSEUDO).body.decode() == game.rulebook(PSEUDO)
        english, pseudo = (running.guest().get(f"{path}.json", Accept_Language=wish).json for wish in ("en", PSEUDO))
        assert len(english["sections"]) == len(pseudo["sections"])
        for one, other in zip(english["sections"], pseudo["sections"], strict=True):
            for part in ('class="ruling"', 'class="reconstructed"', "<table>", 'href="#'):
                assert one["html"].count(part) == other["html"].count(part)
        words = re.sub(
            r"<code>.*?</code>|<[^>]+>|&\w+;", "", "".join(part["html"] for part in pseudo["sections"]), flags=re.S
        )
        assert not re.search("[A-Za-z]{2,}", words)
        assert all(is_pseudo(lesson["text"]) for lesson in pseudo["lessons"])


@pytest.mark.parametrize("code", languages.offered()[1:])
def test_a_translated_rulebook_marks_as_much_as_the_english_one(code: str) -> None:
    for game in games.all_games():
        pairs = zip(rulebook_of(game).sections, rulebook_of(game, code).sections, strict=True)
        for one, other in pairs:
            assert (one.id.isdecimal(), other.id.isdecimal()) in ((True, True), (False, False)), one.id
            for part in ('class="ruling"', 'class="reconstructed"', "<table>", "<li>", "<td>", "<pre>"):
                assert one.html.count(part) == other.html.count(part), f"{game.name} {one.id}: {part}"
            assert set(re.findall(r'href="#\d+"', one.html)) == set(re.findall(r'href="#\d+"', other.html)), one.id


def test_a_deck_is_judged_in_the_language_that_is_asked_for(running: Running) -> None:
    file = {"name": "mine.csv", "text": "name,TL,T,TR,L,R,BL,B,BR,other\nElf,2/3,,,,,,,,\n"}
    found = running.guest().post("/api/games/battle/deck", file, Accept_Language=PSEUDO).json
    assert all(map(is_pseudo, [*found["lines"], found["reason"]]))
    refused = running.guest().post("/api/games/battle/deck", {"name": "a.csv", "text": "x"}, Accept_Language=PSEUDO)
    assert is_pseudo(refused.reason) or refused.reason.startswith("a.csv: [")


def test_the_languages_are_listed_by_their_own_names(running: Running) -> None:
    listed = [{"code": "en", "name": "English"}, {"code": "ja", "name": "日本語"}]
    assert running.guest().get("/api/languages").json == listed


def test_a_socket_that_cannot_be_served_says_so_in_its_language(running: Running) -> None:
    guest = running.guest()
    for socket in (guest.socket("none", **{"Accept-Language": PSEUDO}), guest.socket("none", language=PSEUDO)):
        with socket, pytest.raises(Exception, match="4004"):
            socket.recv(timeout=60)
        assert is_pseudo(socket.close_reason or "")


# --- the texts of the browser client ---------------------------------------------------------------------------------


def test_words_are_those_of_a_file_or_english_or_made(tmp_path: Path) -> None:
    english = {"home.open": "Open a table", "seats": {"one": "{count} seat", "other": "{count} seats"}}
    (tmp_path / "en.json").write_text(json.dumps(english), "utf-8")
    (tmp_path / "de.json").write_text(json.dumps({"home.open": "Tisch eröffnen"}), "utf-8")
    words = ClientWords(tmp_path)
    assert json.loads(words.of("en") or b"") == english
    assert json.loads(words.of("de") or b"") == {**english, "home.open": "Tisch eröffnen"}
    made = json.loads(words.of(PSEUDO) or b"")
    assert made["home.open"] == "[Ööþéñ å ţååƀļéé]"
    assert made["seats"] == {"one": "[{count} šééåţ]", "other": "[{count} šééååţš]"}
    assert ClientWords(tmp_path / "nowhere").of("en") is None
