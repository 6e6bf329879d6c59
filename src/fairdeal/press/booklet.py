"""A rulebook as a booklet: what stands in it, as plain data for the typesetter, and the order of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Node = dict[str, Any]


def nodes_of(markdown: str) -> list[Node]:
    """Read a rulebook: each node with its kind, its text or its children, and of a heading its level.

    >>> [heading] = nodes_of("## The cards")
    >>> heading["kind"], heading["level"], heading["children"][0]["text"]
    ('heading', 2, 'The cards')
    """
    root = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(markdown))
    return [_node(child) for child in root.children]


def _node(node: SyntaxTreeNode) -> Node:
    is_heading = node.type == "heading"
    children = [_node(child) for child in _inner(node)]
    text = "" if children else node.content
    return {"kind": node.type, "text": text, "level": int(node.tag[1:]) if is_heading else 0, "children": children}


def _inner(node: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    """Give what stands in a node, without the wrapper that markdown-it has around running text."""
    return [part for child in node.children for part in (child.children if child.type == "inline" else [child])]


def sides(pages: int) -> Iterator[tuple[int, int]]:
    """Give for each side of each sheet its upper and its lower page, from 1 on; 0 where a page is blank.

    The sheets are turned over on the long edge, folded in the middle and laid into each other.

    >>> list(sides(5))
    [(1, 0), (2, 0), (3, 0), (4, 5)]
    """
    whole = -(-pages // 4) * 4
    for sheet in range(whole // 4):
        first = 2 * sheet + 1
        for page in (first, first + 1):
            yield tuple(number if number <= pages else 0 for number in (page, whole + 1 - page))  # type: ignore[misc]
