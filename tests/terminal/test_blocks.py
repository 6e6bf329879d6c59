"""Blocks of lines beside and under each other."""

from __future__ import annotations

from fairdeal.terminal.blocks import Block, beside, flow, folded, ink, padded, width_of, wrapped
from tests.terminal.scenes import plain


def block(*lines: str) -> Block:
    return [ink(line) for line in lines]


def test_a_style_does_not_spread_to_what_is_appended() -> None:
    line = ink("dim", "dim") + ink("bright")
    assert [(span.start, span.end, span.style) for span in line.spans] == [(0, 3, "dim")]
    assert line.style == ""


def test_blocks_stand_beside_each_other() -> None:
    assert plain(beside(block("aa", "a"), block("b", "b", "b"))) == ["aa  b", "a   b", "    b"]
    assert plain(beside(block("aa", "a"), block("b"))) == ["aa  b", "a"]
    assert plain(beside([], block("b"))) == ["b"]
    assert width_of([]) == 0
    assert padded(ink("日"), 4).cell_len == 4


def test_blocks_flow_into_shelves_and_what_does_not_fit_is_left_out() -> None:
    blocks = [block("aaa", "aaa"), block("bbb"), block("ccc", "c", "c"), block("d" * 9)]
    assert plain(flow(blocks, 8, 5)) == ["aaa  bbb", "aaa", "ccc", "c", "c"]
    assert plain(flow(blocks, 8, 4)) == ["aaa  bbb", "aaa"]
    assert plain(flow(blocks, 9, 3)) == ["aaa  bbb", "aaa", "ddddddddd"]
    assert flow(blocks, 8, 0) == []


def test_parts_and_words_go_to_the_next_line_where_they_do_not_fit() -> None:
    assert plain(wrapped(block("name ", "aaa ", "bbb ", "ccc"), 12, 5)) == ["name aaa", "     bbb ccc"]
    assert plain(folded("one two three", 7)) == ["one two", "three"]
    assert plain(folded("immeasurable", 5)) == ["immeasurable"]
    assert plain(folded("", 5)) == [""]


def test_wide_letters_break_anywhere_but_before_a_stop_and_behind_a_bracket() -> None:
    assert plain(folded("手札を出す。", 10)) == ["手札を出", "す。"]
    assert plain(folded("手札（三枚）", 6)) == ["手札", "（三", "枚）"]
    assert plain(folded("席2がAnnaに渡す", 8)) == ["席2が", "Annaに渡", "す"]
