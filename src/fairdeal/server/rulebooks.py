"""A game's rulebook for a browser: its sections in order, each as HTML that holds nothing but the rulebook's own words.

A section is a heading with the text right under it, or a numbered paragraph with all that follows up to the next one.
What we settled ourselves and what we reconstructed is marked, and every § that is mentioned is a link.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from fairdeal.contract.game import Game
from fairdeal.contract.scene import lessons_in
from fairdeal.language.languages import DEFAULT
from fairdeal.language.marks import sections_in
from fairdeal.language.messages import say
from fairdeal.language.voice import HOUSE
from fairdeal.server.documents import LessonDoc, RulebookDoc, SectionDoc

NUMBERED = re.compile(r"\*\*§(\d+)\*\*\s*")
HEADING = re.compile(r"(#+) +(.*)")
FENCE = re.compile(r"```")
REFERENCE = re.compile(r"§(\d+)")
REMARKS = ("ruling", "reconstructed")
TAG = re.compile(r"<(/?)(\w+)[^>]*>")
BRACKETS = {"(": 1, ")": -1, "（": 1, "）": -1}  # wide ones too, as Japanese writes them


def rulebook_of(game: Game, language: str = DEFAULT) -> RulebookDoc:
    """Give the rulebook of a game in sections."""
    credit = game.said(game.credit, language)
    return _rulebook(game.title, credit, game.rulebook(language), tuple(lessons(game, language)), language)


@functools.cache
def _rulebook(title: str, credit: str, text: str, told: tuple[LessonDoc, ...], language: str) -> RulebookDoc:
    return RulebookDoc(title, credit, tuple(sections(text, language)), told)


def lessons(game: Game, language: str = DEFAULT) -> Iterator[LessonDoc]:
    """List what is told at a first game, in the order of the catalogue."""
    for key, text in lessons_in(game.voice.templates(language)).items():
        yield LessonDoc(key, text, sections_in(text))


def sections(text: str, language: str = DEFAULT) -> Iterator[SectionDoc]:
    """Cut a rulebook into sections. The first has no number and no heading but the title of the game.

    >>> [(part.id, part.title) for part in sections("# Snap\\n\\nFast.\\n\\n## The cards\\n\\n**§1** Any.\\n")]
    [('top', 'Snap'), ('the-cards', 'The cards'), ('1', '')]
    """
    id, title, lines = "top", "", list[str]()
    is_code = False
    for line in text.splitlines():
        is_code ^= bool(FENCE.match(line))
        heading, numbered = HEADING.match(line), NUMBERED.match(line)
        if is_code or not (heading or numbered):
            lines.append(line)
        elif heading and heading[1] == "#":
            title = _plain(heading[2])
        else:
            yield SectionDoc(id, title, html_of("\n".join(lines), language))
            if heading:
                id, title, lines = slug(heading[2]), _plain(heading[2]), []
            elif numbered:
                id, title, lines = numbered[1], "", [line[numbered.end() :]]
    yield SectionDoc(id, title, html_of("\n".join(lines), language))


def slug(heading: str) -> str:
    """Make the id of a heading.

    >>> slug("The option `passing`")
    'the-option-passing'
    """
    return "-".join(re.findall(r"[^\W_]+", heading.lower()))


def _plain(heading: str) -> str:
    return re.sub(r"[`*]", "", heading).strip()


# --- HTML ------------------------------------------------------------------------------------------------------------


class Marking(RendererHTML):
    """Marks rulings and reconstructions, and links the sections that are mentioned."""

    def renderInline(self, tokens: Sequence[Token], options: OptionsDict, env: Any) -> str:  # noqa: N802
        return marked(linked(super().renderInline(tokens, options, env)), env.get("language", DEFAULT))


# Tables are all that the rulebooks use beyond the core of Markdown; HTML in them would be shown as text.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=Marking).enable("table")


def html_of(text: str, language: str = DEFAULT) -> str:
    """Write Markdown as HTML; a wide table scrolls by itself, and by the keyboard too."""
    html: str = _MARKDOWN.render(text, {"language": language})
    name = HOUSE.said(say("rulebook.table"), language)
    opened = f'<div class="scroll" tabindex="0" role="group" aria-label="{name}">\n<table>'
    return html.replace("<table>", opened).replace("</table>", "</table>\n</div>").strip()


def linked(html: str) -> str:
    """Make a link of every § that is mentioned.

    >>> linked("after the ability (§8)")
    'after the ability (<a href="#8">§8</a>)'
    """
    return REFERENCE.sub(r'<a href="#\1">§\1</a>', html)


@functools.cache
def _remark(language: str) -> re.Pattern[str]:
    """Find the beginning of a remark, by the word that a rulebook of that language has for it."""
    words = [HOUSE.said(say(f"rulebook.{name}"), language).strip("[]") for name in REMARKS]
    groups = "|".join(f"(?P<{name}>{word})" for name, word in zip(REMARKS, words, strict=True))
    return re.compile(rf"[(（](?:{groups})\b", re.IGNORECASE)


def marked(html: str, language: str = DEFAULT) -> str:
    """Wrap each remark that is a ruling or a reconstruction, from its bracket to the one that closes it.

    >>> marked("Alone you win. (Ruling: nobody (else) could.) Go on.")
    'Alone you win. <span class="ruling">(Ruling: nobody (else) could.)</span> Go on.'
    """
    done = []
    while match := _remark(language).search(html):
        end = closing(html, match.start())
        remark = html[match.start() : end]
        done.append(html[: match.start()])
        done.append(f'<span class="{match.lastgroup}">{remark}</span>' if is_whole(remark) else remark)
        html = html[end:]
    return "".join(done) + html


def closing(html: str, start: int) -> int:
    """Find the end of what a bracket opens: of the text itself if nothing closes it."""
    depth = 0
    for place in range(start, len(html)):
        depth += BRACKETS.get(html[place], 0)
        if depth == 0:
            return place + 1
    return len(html)


def is_whole(html: str) -> bool:
    """Tell whether every element that begins in a piece of HTML ends in it, so that it can be wrapped."""
    opened = []
    for ends, name in TAG.findall(html):
        if not ends:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened
