"""Plain faces: every card, every suit and the back are drawn, each otherwise than the others; nothing else is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from fairdeal.errors import Unreadable
from fairdeal.kit import plain_faces
from fairdeal.kit.kinds import Cards

TREFOIL = "M50 5L95 95H5Z"
CHOSEN = Cards("CDX", ("10", "A"), paints="GBR", emblems=("club", "diamond", TREFOIL))
USUAL = Cards("CDX", ("10", "A"), paints="GBR")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("cards", [CHOSEN, USUAL], ids=["chosen", "usual"])
def test_every_face_is_a_drawing_of_its_own(cards: Cards, theme: str) -> None:
    faces = plain_faces.all_faces(cards)
    drawn = {plain_faces.draw(cards, face, theme) for face in faces}
    assert len(drawn) == len(faces) == 6 + 3 + 1
    for drawing in drawn:
        ElementTree.fromstring(drawing)


def test_a_suit_has_the_emblem_that_was_chosen_by_name_or_as_a_path() -> None:
    assert plain_faces.EMBLEMS["club"] in plain_faces.draw(CHOSEN, "suit.C", "light")
    assert TREFOIL in plain_faces.draw(CHOSEN, "XA", "light")
    assert plain_faces.EMBLEMS["circle"] in plain_faces.draw(USUAL, "CA", "light")


def test_what_a_card_is_called_is_kept_because_catalogues_know_it_by_its_place_in_memory() -> None:
    assert CHOSEN.full_name(3) is CHOSEN.full_name(3)
    assert [CHOSEN.full_name(card).arguments["rank"] for card in range(6)] == ["10", "A"] * 3


@pytest.mark.parametrize("face", ["", "C", "suit.Q", "suit.", "CK", "BACK"])
def test_what_is_no_face_is_refused(face: str) -> None:
    with pytest.raises(Unreadable):
        plain_faces.draw(CHOSEN, face, "light")
