"""A user's own cards: §1 to §5."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fairdeal.errors import BadData, BadOption
from fairdeal.games.battle import GAME, deck
from fairdeal.games.battle.deck import PLACE_NAMES, Printed, Unusable
from fairdeal.laws.subject import changed
from tests.games.battle.grids import card

HEADER = ",".join(deck.COLUMNS)


def edge(value: Any) -> tuple[int | None, list[str]]:
    """What a card has on its top left corner, and what is greyed, if that is all it has but a 0 on its top."""
    found = deck.read_card({"name": "Dragon", "edges": {"TL": value, "T": 0}})
    return found["edges"].get("TL"), found["ignored"]


def text_of(verdict: deck.CardVerdict) -> str:
    return deck.VOICE.said(verdict.message, "en")


def reason(value: Any) -> str:
    return text_of(deck.judge(7, {"name": "Dragon", "edges": {"TL": value, "T": 0}}))


def test_1_a_card_has_up_to_one_number_on_each_of_eight_places_and_others_elsewhere() -> None:
    edges = {place: number for number, place in enumerate(PLACE_NAMES)}
    found = deck.read_card({"name": "Dragon", "edges": edges, "other": [9, "10", 3000]})
    assert found == {"name": "Dragon", "edges": edges, "other": [9, 10], "ignored": ["3000"]}


@pytest.mark.parametrize("number", range(11))
def test_2_whole_numbers_from_0_to_10_count(number: int) -> None:
    assert edge(number) == (number, [])
    assert edge(str(number)) == (number, [])


@pytest.mark.parametrize("text", ["3000", "-1", "11", "−4", "1,000", "9" * 30])
def test_2_all_other_numbers_are_greyed(text: str) -> None:
    assert edge(text) == (None, [text.replace("−", "-")])


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("3 1/2", 3),
        ("10 1/2", 10),
        ("2.5", 2),
        (2.5, 2),
        (".5", 0),
        ("fraction 1/2", 0),
        ("Fraction 7/2", 3),
        ("fraction 3 1/2", 3),
        ("½", 0),
        ("3½", 3),
        ("3 ½", 3),
        (" 7 ", 7),
    ],
)
def test_3_fractions_and_decimals_are_rounded_down_first(value: Any, number: int) -> None:
    assert edge(value) == (number, [])


@pytest.mark.parametrize(("value", "text"), [("11 1/2", "11 1/2"), ("fraction 25/2", "fraction 25/2"), (-0.5, "-0.5")])
def test_3_and_then_judged(value: Any, text: str) -> None:
    assert edge(value) == (None, [text])


@pytest.mark.parametrize(
    ("text", "number", "greyed"),
    [
        ("3 of 6", 3, ["of 6"]),
        ("collector 3/6", 3, ["/6"]),
        ("Collector 3 / 6", 3, ["/6"]),
        ("collector 3 of 6", 3, ["of 6"]),
        ("collector 5", 5, []),
        ("120 of 250", None, ["120", "of 250"]),
        ("collector 120/102", None, ["120", "/102"]),
    ],
)
def test_3_of_a_collector_number_the_first_counts_and_the_second_is_ignored(
    text: str, number: int | None, greyed: list[str]
) -> None:
    assert edge(text) == (number, greyed)


def test_3_a_collector_number_on_an_edge_place_fights() -> None:
    assert deck.read_card({"name": "Dragon", "edges": {"BR": "collector 3/6"}})["edges"] == {"BR": 3}


@pytest.mark.parametrize("text", ["X", "*", "+2", "draw", "level 5", "N/A"])
def test_3_x_and_star_and_plus_and_words_are_not_numbers(text: str) -> None:
    assert edge(text) == (None, [text])


@pytest.mark.parametrize("value", ["", "  ", None])
def test_3_an_empty_place_has_no_number(value: Any) -> None:
    assert edge(value) == (None, [])


@pytest.mark.parametrize("value", ["2/3", "3/6", "1/2", "pair 2/3", "2 3", "2;3", "*/4", "300 3000", [2, 3], "+1/+1"])
def test_4_a_card_with_two_numbers_on_one_place_cannot_be_used(value: Any) -> None:
    assert reason(value) == "card 7, Dragon: two numbers in the top left corner (§4)"


def test_4_two_numbers_elsewhere_stand_apart_or_the_card_cannot_be_used() -> None:
    verdict = deck.judge(2, {"name": "Elf", "edges": {"T": 1}, "other": ["2/3"]})
    assert text_of(verdict) == "card 2, Elf: two numbers among the other numbers (§4)"


@pytest.mark.parametrize("edges", [{}, {"T": "X"}, {"T": 3000, "B": "+2"}])
def test_4_a_card_with_no_counted_number_on_any_edge_place_cannot_be_used(edges: dict[str, Any]) -> None:
    verdict = deck.judge(1, {"name": "Rock", "edges": edges, "other": [4]})
    assert text_of(verdict) == "card 1, Rock: no number from 0 to 10 on any side or corner (§4)"
    assert (verdict.is_usable, verdict.points) == (False, 0)


def test_4_a_usable_card_is_told_with_its_numbers_and_points() -> None:
    edges = {"TL": 2, "B": "0", "BR": "collector 46/102"}
    verdict = deck.judge(8, {"name": "Beast", "edges": edges, "other": [10], "ignored": ["120"]})
    assert text_of(verdict) == "card 8, Beast: TL 2, B 0, other 10, 12 points; ignored 120, 46, /102"
    assert verdict.points == 12
    assert text_of(deck.judge(3, {"edges": {"L": 1}})) == "card 3: L 1, 1 point"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (5, "card 1: it is no object with a name and edges (§1)"),
        (
            {"name": "A", "edges": {"T": 1}, "power": 3},
            "card 1, A: it has the unknown key power; known are name, edges, other, ignored",
        ),
        ({"name": "\n", "edges": {"T": 1}}, "card 1: its name is no text of at most 80 letters (§1)"),
        ({"name": "x" * 81, "edges": {"T": 1}}, "card 1: its name is no text of at most 80 letters (§1)"),
        ({"name": 5, "edges": {"T": 1}}, "card 1, 5: its name is no text of at most 80 letters (§1)"),
        ({"name": "A", "edges": []}, "card 1, A: its edges are no object of places (§1)"),
        (
            {"name": "A", "edges": {"TOP": 1}},
            "card 1, A: there is no place 'TOP'; there are TL, T, TR, L, R, BL, B, BR (§1)",
        ),
        ({"name": "A", "edges": {"T": 1}, "other": 3}, "card 1, A: its other numbers are no list (§1)"),
        ({"name": "A", "edges": {"T": 1}, "ignored": 3}, "card 1, A: what it has ignored is no list of texts (§2)"),
        ({"name": "A", "edges": {"T": 1}, "ignored": [3]}, "card 1, A: what it has ignored is no list of texts (§2)"),
        ({"name": "A", "edges": {"T": True}}, "card 1, A: neither a number nor a text on the top side (§1)"),
        ({"name": "A", "edges": {"T": 1e999}}, "card 1, A: neither a number nor a text on the top side (§1)"),
        ({"name": "A", "edges": {"T": {}}}, "card 1, A: neither a number nor a text on the top side (§1)"),
        ({"name": "A", "edges": {"T": "x" * 81}}, "card 1, A: a text of more than 80 letters on the top side (§1)"),
    ],
)
def test_1_what_is_no_card_gets_a_verdict_too(given: Any, why: str) -> None:
    assert text_of(deck.judge(1, given)) == why


def csv_text(count: int, *more: str) -> str:
    return "\n".join([HEADER, *(f"Card {number},1,,,,,,,,2;3" for number in range(1, count + 1)), *more])


def refused_file(tmp_path: Path, text: str, cards: int = 20) -> str:
    """Play a file of cards as a command line names it; give the sentence that refuses it."""
    path = tmp_path / "mine.csv"
    path.write_text(text, "utf-8")
    value = GAME.options[0].parse(str(path))
    with pytest.raises(BadOption) as refusal:
        GAME.setting(2, {"deck": value}, changed(GAME.own_data, {"numbers.cards": cards}))
    return str(refusal.value)


def test_5_a_deck_is_exactly_as_many_usable_cards_as_the_data_file_says(tmp_path: Path) -> None:
    for count in (19, 21):
        sentence = f"A deck is exactly 20 cards (§5), and {count} here can be used."
        assert refused_file(tmp_path, csv_text(count)) == sentence
    assert refused_file(tmp_path, csv_text(20), 12) == "Option cards: a deck is exactly 12 cards, not 20 (§5)."
    assert len(deck.usable_cards(deck.read_csv(csv_text(20)))["cards"]) == 20


def test_5_unusable_cards_are_left_out_and_named_if_too_few_remain(tmp_path: Path) -> None:
    assert set(deck.usable_cards(deck.read_csv(csv_text(20, "Dragon,2/3,,,,,,,,")))) == {"cards"}
    assert refused_file(tmp_path, csv_text(19, "Dragon,2/3,,,,,,,,")) == (
        "A deck is exactly 20 cards (§5), and 19 here can be used. "
        "Unusable: card 20, Dragon: two numbers in the top left corner (§4)."
    )
    many = refused_file(tmp_path, csv_text(0, *["Dragon,2/3,,,,,,,,"] * 22))
    assert re.search(r"card 20, Dragon: [^;]*; and 2 more\.$", many)


def test_5_twelve_usable_cards_are_a_deck_of_twelve(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(csv_text(12, "Dragon,2/3,,,,,,,,"), "utf-8")
    value = GAME.options[0].parse(str(path))
    setting = GAME.setting(2, {"deck": value}, changed(GAME.own_data, {"numbers.cards": 12}))
    assert len(setting.options["cards"]) == 12


def test_csv_has_a_column_per_place() -> None:
    text = f"{HEADER}\n" + ' "Elf, old" ,1,2,3,4,5,6,7,8,9;10;3000;X\n\n,,,,,,,,\n'
    [verdict] = deck.read_csv(text.replace(' "', '"').replace('" ', '"'))
    edges = dict(zip(PLACE_NAMES, range(1, 9), strict=True))
    assert verdict.card == {"name": "Elf, old", "edges": edges, "other": [9, 10], "ignored": ["3000", "X"]}


def test_csv_columns_may_stand_in_any_order_and_short_rows_end_in_empty_cells() -> None:
    columns = ["BR", "other", "name", *PLACE_NAMES[:-1]]
    verdicts = deck.read_csv(",".join(columns) + "\n4,2,Elf,1\n4,,Orc,,,,,,,,,\n3\n")
    assert [verdict.card for verdict in verdicts] == [
        card("Elf", [2], TL=1, BR=4),
        card("Orc", BR=4),
        card("", BR=3),
    ]


def test_csv_a_row_with_too_many_cells_is_unusable() -> None:
    [verdict] = deck.read_csv(f"{HEADER}\nElf,1,,,,,,,,,7")
    assert text_of(verdict).startswith("card 1, Elf: there is no place 'beyond the last column'")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"The first line names the columns {HEADER}, separated by commas."),
        (HEADER.replace(",", ";"), f"The first line names the columns {HEADER}, separated by commas."),
        (f'{HEADER}\n"Elf', "The file is not CSV: unexpected end of data."),
        (csv_text(201), "The file lists 201 cards; a deck is chosen from at most 200."),
    ],
)
def test_a_wrong_csv_file_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        deck.read_csv(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[", "The file is not JSON: Expecting value at line 1, column 2."),
        ("{}", "The file is no list of cards."),
        ('[{"name": "A", "edges": {"T": 1, "T": 2}}]', "The file is not JSON: one object has the same key twice."),
        ("[NaN]", "The file is not JSON: NaN is no number."),
        ("[" * 100_000, "The file is nested too deeply."),
    ],
)
def test_a_wrong_json_file_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadData) as refusal:
        deck.read_json(text)
    assert str(refusal.value) == sentence


def test_files_are_read_by_their_suffix(tmp_path: Path) -> None:
    cards = [card(f"Card {number}", T=number % 11) for number in range(20)]
    (tmp_path / "box.json").write_text(json.dumps(cards), "utf-8")
    (tmp_path / "BOX.CSV").write_text("\ufeff" + csv_text(20), "utf-8")
    assert deck.usable_cards(deck.read_file(tmp_path / "box.json")) == {"cards": cards}
    assert len(deck.usable_cards(deck.read_file(tmp_path / "BOX.CSV"))["cards"]) == 20


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.csv").write_bytes(b"\xe9")
    (tmp_path / "bad.json").write_text("{}", "utf-8")
    for name, sentence in (
        ("box.txt", "A deck of your own is a file named .csv or .json, and {} is not."),
        ("none.csv", "{} cannot be read: No such file or directory."),
        ("latin.csv", "{} is not UTF-8 text."),
        ("bad.json", "{}: The file is no list of cards."),
    ):
        with pytest.raises(BadData) as refusal:
            deck.read_file(tmp_path / name)
        assert str(refusal.value) == sentence.format(tmp_path / name)


def with_card(change: Any) -> list[Any]:
    """Twenty cards of a record, the third of them changed."""
    cards: list[Any] = [card(f"Card {number}", T=1) for number in range(1, 21)]
    cards[2] = {**cards[2], **change} if isinstance(change, dict) else change
    return cards


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("cards", "the cards are no list (§5)"),
        (with_card({})[:19], "a deck is exactly 20 cards, not 19 (§5)"),
        (with_card(5), "card 3 is no object (§1)"),
        ([*with_card({})[:19], {"name": "A", "edges": {"T": 1}}], "card 20 lacks other, ignored (§1)"),
        (with_card({"name": 5}), "card 3: its name is no text of at most 80 letters (§1)"),
        (with_card({"ignored": [1]}), "card 3: what it has ignored is no list of texts (§2)"),
        (with_card({"edges": [1]}), "card 3, Card 3: its edges are places with whole numbers from 0 to 10 (§2)"),
        (with_card({"edges": {"T": 11}}), "card 3, Card 3: its edges are places with whole numbers from 0 to 10 (§2)"),
        (with_card({"edges": {"T": "1"}}), "card 3, Card 3: its edges are places with whole numbers from 0 to 10 (§2)"),
        (with_card({"edges": {"X": 1}}), "card 3, Card 3: its edges are places with whole numbers from 0 to 10 (§2)"),
        (with_card({"edges": {}}), "card 3, Card 3: no number from 0 to 10 on any side or corner (§4)"),
        (
            with_card({"other": [True]}),
            "card 3, Card 3: its other numbers are a list of whole numbers from 0 to 10 (§2)",
        ),
        (with_card({"other": 3}), "card 3, Card 3: its other numbers are a list of whole numbers from 0 to 10 (§2)"),
    ],
)
def test_cards_of_a_record_hold_counted_numbers_only(cards: Any, why: str) -> None:
    with pytest.raises(Unusable) as refusal:
        deck.check_cards(cards, 20)
    assert str(refusal.value) == why


def test_cards_of_a_record_keep_their_four_keys() -> None:
    assert deck.check_cards(with_card({"rarity": "rare"}), 20) == with_card({})


def test_a_number_is_read_alone_too() -> None:
    assert deck.read_printed("7", deck.ELSEWHERE) == Printed(7)


def test_5_a_file_is_judged_card_by_card_and_as_a_deck(tmp_path: Path) -> None:
    path = tmp_path / "box.csv"
    good = [f"Elf {number},,7,,,,,,,1" for number in range(20)]
    path.write_text("\n".join([HEADER, *good]), "utf-8")
    lines, problem = deck.judge_file(path, 20)
    assert deck.VOICE.said(lines[0], "en") == "card 1, Elf 0: T 7, other 1, 8 points"
    assert deck.VOICE.said(lines[-1], "en") == "20 cards can be used, 160 points in all."
    assert problem is None
    path.write_text("\n".join([HEADER, *good[1:], "Dragon,2/3,,,,,,,,"]), "utf-8")
    lines, problem = deck.judge_file(path, 20)
    assert deck.VOICE.said(lines[-1], "en") == "card 20, Dragon: two numbers in the top left corner (§4)"
    assert problem is not None
    assert deck.VOICE.said(problem, "en") == "A deck is exactly 20 cards (§5), and 19 here can be used."


def test_5_a_file_is_judged_by_the_size_that_a_data_file_gives_decks(tmp_path: Path) -> None:
    path = tmp_path / "box.csv"
    path.write_text(csv_text(12), "utf-8")
    judge: Any = GAME.judge_deck
    assert judge(path, changed(GAME.own_data, {"numbers.cards": 12}))[1] is None
    assert judge(path, GAME.own_data)[1] is not None
