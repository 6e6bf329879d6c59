"""Data files by structs: faults, ranges and differences follow from what is declared."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, field

from fairdeal.contract.options import Json
from fairdeal.errors import BadData
from fairdeal.kit.data import DataForm, DataTable, Word, all_differ, in_order, row_place, table_place
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message
from fairdeal.language.voice import HOUSE

Numbers = Annotated[list[Annotated[int, Meta(ge=0, le=9)]], Meta(min_length=1, max_length=3)]


class Side(DataTable):
    place: Literal["left", "right"]
    low: Annotated[int, Meta(ge=-3, le=3)] = 0


class Thing(DataTable):
    name: Word
    numbers: Numbers
    is_open: bool = False
    sides: Annotated[list[Side], Meta(max_length=2)] = field(default_factory=list)


class ThingsFile(DataTable):
    things: Annotated[list[Thing], Meta(min_length=1, max_length=2)]
    side: Side
    words: dict[str, Word] = field(default_factory=dict)


def names(document: ThingsFile) -> list[str]:
    return [thing.name for thing in document.things]


FORM = DataForm(ThingsFile, HOUSE, names)
GOOD: dict[str, Json] = {"things": [{"name": "a", "numbers": [1]}], "side": {"place": "left"}}


def said(messages: Any) -> list[str]:
    return [HOUSE.said(message, DEFAULT) for message in messages]


def with_thing(**changes: Json) -> dict[str, Json]:
    return {**GOOD, "things": [{**GOOD["things"][0], **changes}]}


def test_what_is_missing_has_its_usual_value() -> None:
    document = FORM.parsed(GOOD)
    assert (document.things[0].is_open, document.things[0].sides, document.side.low) == (False, [], 0)
    assert FORM.read(GOOD) == ["a"]
    assert FORM.faults(GOOD) == []


@pytest.mark.parametrize(
    ("document", "sentences"),
    [
        ({}, ["In the data file: the keys things, side are missing."]),
        (
            {**GOOD, "more": 1, "\n": 2},
            ['In the data file: the keys more, "\\n" are unknown; known are things, side, words.'],
        ),
        ({**GOOD, "things": 3}, ["In the data file: things must be a list of 1 to 2 tables, not 3."]),
        ({**GOOD, "things": [1]}, ["In the data file: things must be a list of 1 to 2 tables, not [1]."]),
        (
            {**GOOD, "things": GOOD["things"] * 3},
            ["In the data file: things must be a list of 1 to 2 tables, not 3 tables."],
        ),
        ({**GOOD, "side": []}, ["In the data file: side must be a table, not []."]),
        (
            {**GOOD, "side": {"place": "up", "low": 4}},
            [
                'In table [side]: place must be one of "left", "right", not "up".',
                "In table [side]: low must be a whole number from -3 to 3, not 4.",
            ],
        ),
        (
            {**GOOD, "words": {"x": "", "y": "fine", "": 1}},
            [
                'In table [words]: x must be a text of 1 to 20 letters, not "".',
                'In table [words]: "" must be a text of 1 to 20 letters, not 1.',
            ],
        ),
        (
            {**GOOD, "words": 7},
            ["In the data file: words must be a table whose entries are each a text of 1 to 20 letters, not 7."],
        ),
        (with_thing(is_open=1), ["In table 1 of [[things]] (name a): is_open must be true or false, not 1."]),
        (with_thing(name="a\tb"), ['In table 1 of [[things]]: name must be a text of 1 to 20 letters, not "a\\tb".']),
        (
            with_thing(numbers=[1, 10, True, 2.0]),
            [
                "In table 1 of [[things]] (name a): numbers must be a list of 1 to 3, each a whole number from 0 to 9, "
                "not [1, 10, true, 2.0]."
            ],
        ),
        (
            with_thing(numbers=[1, 10, True]),
            [
                "In table 1 of [[things]] (name a): entry 2 of numbers must be a whole number from 0 to 9, not 10.",
                "In table 1 of [[things]] (name a): entry 3 of numbers must be a whole number from 0 to 9, not true.",
            ],
        ),
        (
            with_thing(sides=[{"place": "left"}, {"place": 1}]),
            [
                "In row 2 of sides in table 1 of [[things]] (name a) (place 1): "
                'place must be one of "left", "right", not 1.'
            ],
        ),
    ],
)
def test_every_fault_is_a_sentence_with_key_value_and_range(document: dict[str, Json], sentences: list[str]) -> None:
    assert said(FORM.faults(document)) == sentences
    with pytest.raises(BadData) as refused:
        FORM.read(document)
    assert str(refused.value) == sentences[0]


def test_a_long_value_is_cut_short() -> None:
    [sentence] = said(FORM.faults(with_thing(numbers=list(range(100)))))
    assert len(sentence) < 200
    assert sentence.endswith("....")


def test_strange_values_are_shown_in_letters_that_anybody_can_read() -> None:
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    shown = [said(FORM.faults(with_thing(numbers=value)))[0] for value in ("\ud800", "\u202e", float("nan"), deep)]
    assert all(sentence.isprintable() and len(sentence) < 200 for sentence in shown)
    assert shown[-1].endswith("not ....")


def test_keys_that_are_right_by_themselves_must_agree() -> None:
    def agree(document: ThingsFile) -> list[Message]:
        thing = document.things[0]
        place = row_place("things", 0, thing)
        return [*in_order("things", document.things, "b"), *all_differ(place, "numbers", thing.numbers)]

    form = DataForm(ThingsFile, HOUSE, names, agree)
    assert said(form.faults(with_thing(name="b", numbers=[1, 2]))) == []
    assert said(form.faults(with_thing(numbers=[2, 1, 2]))) == [
        'In table 1 of [[things]] (name a): name must be "b", since the tables stand in the order b.',
        "In table 1 of [[things]] (name a): numbers has 2 twice.",
    ]
    assert said(form.faults(with_thing(numbers=[]))) != said(form.faults(with_thing()))


def test_the_ranges_are_listed_with_where_they_stand() -> None:
    found = [(entry.table, entry.key, HOUSE.said(entry.allowed, DEFAULT), entry.usual) for entry in FORM.entries()]
    assert found == [
        ("[[things]]", "name", "a text of 1 to 20 letters", None),
        ("[[things]]", "numbers", "a list of 1 to 3, each a whole number from 0 to 9", None),
        ("[[things]]", "is_open", "true or false", False),
        ("[[things]] [[sides]]", "place", 'one of "left", "right"', None),
        ("[[things]] [[sides]]", "low", "a whole number from -3 to 3", 0),
        ("[side]", "place", 'one of "left", "right"', None),
        ("[side]", "low", "a whole number from -3 to 3", 0),
        ("", "words", "a table whose entries are each a text of 1 to 20 letters", None),
    ]
    assert FORM.entries()[4].meaning == "meaning.things.sides.low"


def test_differences_are_told_and_a_missing_key_is_none() -> None:
    assert said(FORM.differences({**GOOD, "side": {"place": "left", "low": 0}}, GOOD)) == []
    thing = {"name": "a", "numbers": [1, 2], "sides": [{"place": "left"}]}
    other = {"things": [thing, thing], "side": {"place": "left", "low": 1}, "words": {"x": "y"}}
    assert said(FORM.differences(other, GOOD)) == [
        "In the data file: there are 2 tables [[things]], in the box 1.",
        "In table 1 of [[things]] (name a): numbers is [1, 2], in the box [1].",
        'In table 1 of [[things]] (name a): sides is [{"place": "left", "low": 0}], in the box [].',
        "In table [side]: low is 1, in the box 0.",
        'In table [words]: x is "y", in the box null.',
    ]


def test_tables_within_tables_are_named_by_both() -> None:
    assert said([table_place("b", table_place("a"))]) == ["table [b] of table [a]"]
