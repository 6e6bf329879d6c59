"""Messages: variants, nested ones, lists, labels and seats."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal.errors import Refused
from fairdeal.language.messages import Card, Catalogue, Label, Message, Seat, Shared, Template, Templates, fixed, say
from fairdeal.language.voice import HOUSE, Voice

OWN: dict[str, Template] = {
    "plays": {"other": "{seat} plays {card}.", "you": "You play {card}."},
    "tricks": {"one": "{count} trick", "other": "{count} tricks"},
    "places": {
        "one": "{seat} has a line.",
        "other": "{seat} has {count} lines.",
        "you": {"one": "You have a line.", "other": "You have {count} lines."},
    },
    "takes": "{seat} takes {what}.",
    "hand": "Your hand: {cards}.",
    "colour": "Follow {colour}.",
    "dealer": "the dealer",
}
TEMPLATES = Templates(HOUSE.own() | OWN)
LABELS = {"colour.B": "blue"}


def rendered(key: str, viewer: int | None = None, **arguments: Any) -> str:
    return Catalogue(TEMPLATES, LABELS, {1: "Ada"}, viewer).render(say(key, **arguments))


def test_a_seat_is_its_player_or_its_number() -> None:
    assert rendered("plays", seat=Seat(1), card="B3") == "Ada plays B3."
    assert rendered("plays", seat=Seat(2), card="B3") == "Seat 3 plays B3."


def test_the_viewer_is_addressed_as_you() -> None:
    assert rendered("plays", viewer=1, seat=Seat(1), card="B3") == "You play B3."
    assert rendered("plays", viewer=2, seat=Seat(1), card="B3") == "Ada plays B3."


def test_a_message_without_a_you_form_names_the_viewer() -> None:
    assert rendered("takes", viewer=1, seat=Seat(1), what="it") == "Ada takes it."


def test_one_has_a_form_of_its_own() -> None:
    assert rendered("tricks", count=1) == "1 trick"
    assert rendered("tricks", count=0) == "0 tricks"
    assert rendered("tricks", count=2) == "2 tricks"


def test_messages_nest() -> None:
    assert rendered("takes", seat=Seat(1), what=say("tricks", count=1)) == "Ada takes 1 trick."


def test_a_list_is_joined_by_commas_whatever_is_in_it() -> None:
    cards = ["B3", say("tricks", count=2), Seat(1), 4]
    assert rendered("hand", cards=cards) == "Your hand: B3, 2 tricks, Ada, 4."
    assert rendered("hand", cards=[]) == "Your hand: ."


def test_a_number_with_a_part_has_the_sign_of_its_language() -> None:
    said = say("text", text=-4.25)
    assert Catalogue(TEMPLATES).render(said) == "-4.25"
    assert Catalogue(Templates({**TEMPLATES, "decimal": "{whole},{part}"})).mark(said).text == "-4,25"


def test_a_label_is_the_data_files_name_or_the_catalogues() -> None:
    assert rendered("colour", colour=Label("colour.B")) == "Follow blue."
    assert rendered("colour", colour=Label("dealer")) == "Follow the dealer."


@pytest.mark.parametrize(
    ("key", "arguments"),
    [("nothing", {}), ("colour", {}), ("colour", {"colour": Label("colour.X")})],
    ids=["template", "argument", "label"],
)
def test_what_is_missing_is_an_error(key: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(KeyError):
        rendered(key, **arguments)


def test_braces_in_an_argument_are_not_filled_in() -> None:
    assert rendered("plays", seat=Seat(1), card="{seat}") == "Ada plays {seat}."


def test_a_template_may_hold_braces_and_percent_signs() -> None:
    catalogue = Catalogue(Templates({"sure": "{{100%}}", "half": "{seat}: 50% {{sure}}"}), {}, {1: "Ada"})
    assert catalogue.render(say("sure")) == "{100%}"
    assert catalogue.render(say("half", seat=Seat(1))) == "Ada: 50% {sure}"


def test_messages_are_values() -> None:
    assert say("plays", card="B3") == Message("plays", {"card": "B3"}) != say("plays", card="B4")
    assert Label("a") == Label("a") != Label("b")
    assert Seat(1) == Seat(1) != Seat(2)
    assert len({say("plays", card="B3"), say("plays", card="B3"), Message("a"), Label("a"), Seat(1), Label("a")}) == 4
    assert Label("a") != "a"
    assert Seat(1) != 1
    assert say("a") != "a"
    assert repr([say("a", b=Seat(1)), Label("c")]) == "[Message('a', {'b': Seat(1)}), Label('c')]"


def test_an_encoder_renders_what_it_meets() -> None:
    catalogue = Catalogue(TEMPLATES, LABELS, {1: "Ada"}, 1)
    things = [say("plays", seat=Seat(1), card="B3"), Label("colour.B"), Seat(1), "text", 3]
    assert catalogue.encoder.encode(things) == b'["You play B3.","blue","Ada","text",3]'
    with pytest.raises(TypeError, match="is nothing to send"):
        catalogue.encoder.encode([np.int64(3)])


def test_nested_tables_of_a_catalogue_become_dotted_keys_and_variants_stay_together(tmp_path: Path) -> None:
    text = 'top = "a"\n[why]\nover = "b"\nleft.one = "c"\nleft.other = "d"\n[why.deep]\nest = "e"\nother = "f"\n'
    (tmp_path / "en.toml").write_text(text, "utf-8")
    variants = {"one": "c", "other": "d"}
    assert Voice(tmp_path).own() == {
        "top": "a",
        "why.over": "b",
        "why.left": variants,
        "why.deep.est": "e",
        "why.deep.other": "f",
    }


def test_a_voice_says_what_it_does_not_have_as_the_house_does(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('hand = "Hand: {cards}"\n', "utf-8")
    assert Voice(tmp_path).said(say("hand", cards=[Seat(0), Seat(1)]), "en") == "Hand: Seat 1, Seat 2"


def test_a_voice_says_in_english_what_a_language_lacks_and_never_mixes_two(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "one"\nb.other = "{count} bees"\nb.one = "{count} bee"\n', "utf-8")
    (tmp_path / "de.toml").write_text('b = "Bienen: {count}"\n', "utf-8")
    voice = Voice(tmp_path)
    assert voice.said(say("a"), "de") == "one"
    assert voice.said(say("b", count=1), "de") == "Bienen: 1"


def test_numbers_have_the_forms_of_their_language() -> None:
    forms: dict[str, Template] = {"rounds": {"one": "{count} runda", "few": "{count} rundy", "other": "{count} rund"}}
    catalogue = Catalogue(Templates(forms, "pl"))
    assert [catalogue.render(say("rounds", count=n)) for n in (1, 3, 5, 22)] == [
        "1 runda",
        "3 rundy",
        "5 rund",
        "22 rundy",
    ]


def test_a_number_and_the_viewer_together_choose_the_form() -> None:
    assert rendered("places", seat=Seat(1), count=1) == "Ada has a line."
    assert rendered("places", seat=Seat(1), count=2) == "Ada has 2 lines."
    assert rendered("places", viewer=1, seat=Seat(1), count=1) == "You have a line."
    assert rendered("places", viewer=1, seat=Seat(1), count=2) == "You have 2 lines."


def test_the_same_catalogue_speaks_another_language_to_the_same_viewer() -> None:
    catalogue = Catalogue(HOUSE.templates(), {}, {0: "Ada"}, 1, Shared({3: (fixed("dealer"), "kept")}))
    assert catalogue.into("en") is catalogue
    other = catalogue.into("en-XA")
    assert (other.players, other.viewer, other.kept) == (catalogue.players, 1, Shared())
    assert other.value([Seat(0), Seat(1)]) == "Ada, [Šééåţ 2]"


def test_a_fixed_message_that_is_gone_lends_its_text_to_no_other() -> None:
    encode = Catalogue(TEMPLATES).encoder.encode
    assert [encode(fixed("tricks", count=count)) for count in range(2, 50)] == [
        f'"{count} tricks"'.encode() for count in range(2, 50)
    ]


@pytest.mark.parametrize(
    "said",
    [
        say("must_follow", card=Card("B3", "B", "B3"), colour=Label("colour.B"), seat=Seat(1)),
        fixed("usual.card", suit=Label("suit.B", "blue"), rank="3"),
    ],
    ids=repr,
)
def test_what_is_said_reaches_another_process_whole(said: Message) -> None:
    there = pickle.loads(pickle.dumps(said))
    assert there == said
    assert type(there) is type(said)


def test_so_does_a_refusal() -> None:
    assert str(pickle.loads(pickle.dumps(Refused(say("table.over"))))) == str(Refused(say("table.over")))
