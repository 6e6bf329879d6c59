"""How pieces lie on sheets, and pages in a booklet."""

from __future__ import annotations

import pytest

from fairdeal.contract.components import Component
from fairdeal.press.booklet import sides
from fairdeal.press.sheets import MARGIN, PAPERS, Page, batches

CARD = Component("A")


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_cards_of_their_true_size_fit_a_sheet(paper: str) -> None:
    [batch] = batches([Component("A", 10)], PAPERS[paper])
    assert [len(front.pieces) for front, _ in batch.sheets] == [9, 1]
    assert {(piece.width, piece.height) for front, _ in batch.sheets for piece in front.pieces} == {(63, 88)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("width", "height"), [(63, 88), (80, 120), (25, 25)])
def test_pieces_keep_to_what_printers_can_reach_and_cover_nothing(paper: str, width: int, height: int) -> None:
    size = PAPERS[paper]
    [batch] = batches([Component("A", 200, width=width, height=height)], size)
    for front, back in batch.sheets:
        for side in (front, back):
            corners = {(round(piece.x, 3), round(piece.y, 3)) for piece in side.pieces}
            assert len(corners) == len(side.pieces)
            assert all(MARGIN <= x <= size.width - MARGIN - width + 0.01 for x, _ in corners)
            assert all(MARGIN <= y <= size.height - MARGIN - height + 0.01 for _, y in corners)
            assert all(
                (x - x2) % width < 0.01 or width - (x - x2) % width < 0.01 for x, _ in corners for x2, _ in corners
            )


def test_a_back_lies_behind_its_front_when_the_sheet_is_turned_over_on_the_long_edge() -> None:
    fronts = [Component(f"front {number}", back=f"back {number}") for number in range(5)]
    paper = PAPERS["a4"]
    [batch] = batches(fronts, paper)
    [(front, back)] = batch.sheets
    behind = {piece.face: (round(paper.width - piece.x - piece.width, 6), piece.y) for piece in back.pieces}
    assert {piece.face.replace("front", "back"): (round(piece.x, 6), piece.y) for piece in front.pieces} == behind


def test_a_piece_without_a_back_leaves_the_other_side_blank() -> None:
    [batch] = batches([Component("A", back="")], PAPERS["a4"])
    assert batch.sheets[0][1] == Page()


def test_every_edge_of_a_piece_has_marks_at_both_ends() -> None:
    [batch] = batches([Component("A", 9)], PAPERS["a4"])
    front, _ = batch.sheets[0]
    upright = {x for x, _, x2, _ in front.marks if x == x2}
    level = {y for _, y, _, y2 in front.marks if y == y2}
    assert upright == {edge for piece in front.pieces for edge in (piece.x, piece.x + piece.width)}
    assert level == {edge for piece in front.pieces for edge in (piece.y, piece.y + piece.height)}
    assert len(front.marks) == 2 * (len(upright) + len(level))


def test_sizes_do_not_share_a_sheet() -> None:
    found = batches([CARD, Component("T", 2, width=80, height=120), CARD], PAPERS["a4"])
    assert [(batch.width, batch.count, len(batch.sheets)) for batch in found] == [(63, 2, 1), (80, 2, 1)]


@pytest.mark.parametrize("pages", range(1, 18))
def test_a_booklet_reads_in_order_when_its_sheets_are_folded_into_each_other(pages: int) -> None:
    """Unfold it: the upper halves from the outer sheet to the inner one, then the lower ones back again."""
    order = list(sides(pages))
    uppers, lowers = [upper for upper, _ in order], [lower for _, lower in order]
    read = uppers + lowers[::-1]
    assert read[:pages] == list(range(1, pages + 1))
    assert read[pages:] == [0] * (len(read) - pages)
    assert len(read) % 4 == 0
    assert len(read) - pages < 4
