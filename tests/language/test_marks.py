"""Marks: where a text names a card or a paragraph, in code points."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.engine.chance import numbered
from fairdeal.errors import HalfDone, Refused
from fairdeal.language.marks import Mark, Marked, apart
from fairdeal.language.messages import Card, Catalogue, Fixed, Label, Seat, Templates, say
from fairdeal.language.voice import HOUSE
from fairdeal.play.sitting import Sitting
from fairdeal.play.telling import retold

TEMPLATES = Templates(
    HOUSE.own()
    | {
        "play": {"other": "{seat} plays {card} (§7).", "you": "You play {card}."},
        "hold": "You hold {cards}, so (§8) follow {colour}; {more}",
        "typed": "{text!r} is no card (§1).",
        "plain": "See §12 and § 3.",
    }
)
B3, B4 = Card("B3", "B", "B3"), Card(Label("card.4"), piece="card.4")
CATALOGUE = Catalogue(TEMPLATES, {"card.4": "Häuptling 🃏"}, {0: "Änna"})


def named(marked: Marked) -> list[tuple[str, str]]:
    """What each mark covers, and what it says of it."""
    text, marks = marked
    return [(text[mark.at : mark.at + mark.length], mark.section or mark.piece) for mark in marks]


def test_cards_and_paragraphs_are_marked_where_they_stand() -> None:
    said = CATALOGUE.mark(say("play", seat=Seat(0), card=B3))
    assert said == Marked("Änna plays B3 (§7).", (Mark(11, 2, "B3", "B"), Mark(15, 2, section="7")))
    assert CATALOGUE.mark(say("plain")).marks == (Mark(4, 3, section="12"), Mark(12, 3, section="3"))


def test_marks_follow_lists_nested_messages_and_names_of_any_length() -> None:
    nested = say("play", seat=Seat(1), card=B4)
    said = CATALOGUE.mark(say("hold", cards=[B3, B4, "none", B3], colour="blue", more=nested))
    assert said.text == ("You hold B3, Häuptling 🃏, none, B3, so (§8) follow blue; Seat 2 plays Häuptling 🃏 (§7).")
    pieces = ["B3", "card.4", "B3", "8", "card.4", "7"]
    assert [what for _, what in named(said)] == pieces
    assert [text for text, _ in named(said)] == ["B3", "Häuptling 🃏", "B3", "§8", "Häuptling 🃏", "§7"]


def test_what_somebody_typed_is_never_marked() -> None:
    assert named(CATALOGUE.mark(say("typed", text="§5 B3"))) == [("§1", "1")]


def test_a_text_is_the_same_with_marks_and_without() -> None:
    for message in (say("play", seat=Seat(0), card=B4), say("hold", cards=[], colour="x", more=""), say("plain")):
        assert CATALOGUE.mark(message).text == CATALOGUE.render(message)
    catalogue = Catalogue(TEMPLATES, {"card.4": "x"}, {}, 0)
    assert catalogue.mark(say("play", seat=Seat(0), card=B3)) == Marked("You play B3.", (Mark(9, 2, "B3", "B"),))


def test_a_refusal_inside_another_keeps_its_marks() -> None:
    inner = Refused(say("play", seat=Seat(0), card=B3), CATALOGUE)
    outer = HalfDone(say("table.half_done", first="play B2", second="play B3", reason=inner))
    said = outer.marked()
    assert said.text == "'play B2' was done, but not 'play B3': Änna plays B3 (§7)."
    assert named(said) == [("B3", "B3"), ("§7", "7")]
    assert str(outer) == said.text


def test_a_plain_refusal_has_no_marks() -> None:
    assert Refused("As it is (§7).").marked() == Marked("As it is (§7).")


def test_lines_are_taken_apart_and_without_any_mark_there_is_none() -> None:
    mark = Mark(0, 2, section="7")
    assert apart([Marked("§7", (mark,)), Marked("x")]) == (("§7", "x"), ((mark,), ()))
    assert apart([Marked("x"), Marked("y")]) == (("x", "y"), ())
    assert apart([]) == ((), ())


def test_a_card_is_encoded_as_what_it_is_called() -> None:
    assert CATALOGUE.encoder.encode([B3, B4, Fixed("plain")]) == '["B3","Häuptling 🃏","See §12 and § 3."]'.encode()


@pytest.mark.parametrize(
    ("name", "text", "card"), [("caster", "play R7", "red 7"), ("cryptruck", "give W2", "white 2")]
)
def test_the_cards_that_an_action_names_are_marked(name: str, text: str, card: str) -> None:
    game = games.find(name)
    setting = game.setting()
    said = setting.catalogue().mark(game.words.named(setting.new_state(), 0, game.words.action(text)))
    piece = text[-2:]
    assert said.marks == (Mark(said.text.index(card), len(card), piece, piece[0]),)


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_every_piece_that_a_story_marks_is_seen_at_some_time(game: Game) -> None:
    setting = game.setting()
    sitting, rng = Sitting(setting), numbered(f"marks {game.name}", 0)
    marked, seen = set[str](), set[str]()
    catalogue = setting.catalogue()
    while not sitting.is_over:
        sitting.random_step(rng)
        seen |= {piece.id for seat in range(setting.seats) for piece in game.scene(sitting.view(seat), seat).pieces()}
    for moment in retold(setting, sitting.events, 0):
        for line in moment.marked_lines(game, 0, catalogue):
            marked |= {mark.piece for mark in line.marks if mark.piece}
    assert marked
    assert marked <= seen
