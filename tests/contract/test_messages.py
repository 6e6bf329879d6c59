"""Messages: variants, nested ones, lists, labels and seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairdeal.contract.messages import Catalogue, Label, Message, Seat, say, templates

TEMPLATES = {
    "plays": "{seat} plays {card}.",
    "plays.you": "You play {card}.",
    "tricks": "{count} tricks",
    "tricks.one": "1 trick",
    "takes": "{seat} takes {what}.",
    "hand": "Your hand: {cards}.",
    "colour": "Follow {colour}.",
    "dealer": "the dealer",
}
LABELS = {"colour.B": "blue"}


def rendered(key: str, listener: int | None = None, **arguments: Any) -> str:
    return Catalogue(TEMPLATES, LABELS, {1: "Ada"}, listener).render(say(key, **arguments))


def test_a_seat_is_its_player_or_its_number() -> None:
    assert rendered("plays", seat=Seat(1), card="B3") == "Ada plays B3."
    assert rendered("plays", seat=Seat(2), card="B3") == "Seat 3 plays B3."


def test_the_listener_is_addressed_as_you() -> None:
    assert rendered("plays", listener=1, seat=Seat(1), card="B3") == "You play B3."
    assert rendered("plays", listener=2, seat=Seat(1), card="B3") == "Ada plays B3."


def test_a_message_without_a_you_form_names_the_listener() -> None:
    assert rendered("takes", listener=1, seat=Seat(1), what="it") == "Ada takes it."


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
    catalogue = Catalogue({"sure": "{{100%}}", "half": "{seat}: 50% {{sure}}"}, {}, {1: "Ada"})
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


def test_nested_tables_of_a_catalogue_become_dotted_keys(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text(
        'top = "a"\n[why]\nover = "b"\n"over.one" = "c"\n[why.deep]\nest = "d"\n', "utf-8"
    )
    assert templates(tmp_path) == {"top": "a", "why.over": "b", "why.over.one": "c", "why.deep.est": "d"}
