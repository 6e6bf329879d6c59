"""A whole game as one PDF: a page that says what to do with it, sheets to be cut, and the rulebook as a booklet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fairdeal.contract.components import Component
from fairdeal.contract.game import Setting
from fairdeal.errors import Refused
from fairdeal.kit.faces import BACK
from fairdeal.language.languages import DEFAULT
from fairdeal.language.messages import Message, say
from fairdeal.language.voice import HOUSE
from fairdeal.press.booklet import nodes_of, sides
from fairdeal.press.greys import grey
from fairdeal.press.sheets import PAPERS, Batch, Page, Paper, batches

HERE = Path(__file__).parent
FONTS = HERE.parent / "web" / "print"  # beside the browser client, if it is built
Job = dict[str, Any]


def printed(setting: Setting, paper: str = "a4", in_grey: bool = False, language: str = DEFAULT) -> bytes:
    """Give a game as a PDF. In grey, backs that are all alike are left out: they take the most ink. Raise Refused."""
    game = setting.game
    if game.components is None or game.draw_face is None:
        raise Refused(say("press.nothing", game=game.title))
    components = game.components(setting)
    with TemporaryDirectory() as name:
        folder = Path(name)
        pages = _typeset_rulebook(folder, setting, PAPERS[paper], language)
        _draw(folder, setting, components, in_grey)
        found = batches(components, PAPERS[paper])
        job = _job(setting, paper, found, language, in_grey) | cover_of(setting, paper, found, pages, language)
        return _typeset(folder, "game.typ", job | {"sides": list(sides(pages))})


def _typeset_rulebook(folder: Path, setting: Setting, paper: Paper, language: str) -> int:
    """Write the rulebook on pages of half a sheet; return how many they are."""
    nodes = nodes_of(setting.game.rulebook(language))
    job = {"width": paper.height / 2, "height": paper.width, "nodes": nodes, "language": language[:2]}
    (folder / "rulebook.pdf").write_bytes(_typeset(folder, "rulebook.typ", job))
    where = {"root": str(folder), "font_paths": [str(FONTS)]}
    pages = _typst().query(str(folder / "rulebook.typ"), "<pages>", field="value", one=True, **where)
    return int(json.loads(pages))


def _draw(folder: Path, setting: Setting, components: Iterable[Component], in_grey: bool) -> None:
    """Draw each face once, into a file of its own."""
    draw = setting.game.draw_face
    assert draw is not None
    for face in {face for component in components for face in (component.face, component.back) if face}:
        drawing = draw(face, "light")
        (folder / _file_of(face)).write_text(grey(drawing) if in_grey else drawing, "utf-8")


def _file_of(face: str) -> str:
    return f"{face}.svg"


def _job(setting: Setting, paper: str, found: Sequence[Batch], language: str, in_grey: bool) -> Job:
    size = PAPERS[paper]
    sheets = [[_side(side, in_grey) for side in sheet] for batch in found for sheet in batch.sheets]
    return {"width": size.width, "height": size.height, "sheets": sheets, "language": language[:2]}


def _side(page: Page, in_grey: bool) -> Job:
    pieces = [piece for piece in page.pieces if not (in_grey and piece.face == BACK)]
    return {"pieces": [asdict(piece) | {"face": _file_of(piece.face)} for piece in pieces], "marks": page.marks}


def cover_of(setting: Setting, paper: str, found: Sequence[Batch], pages: int, language: str) -> Job:
    """Say on the first page how to print it, and what there is."""

    def said(message: Message) -> str:
        return HOUSE.said(message, language)

    pieces = [
        say(
            "press.sheets",
            what=say("press.pieces", count=batch.count, width=batch.width, height=batch.height),
            count=len(batch.sheets),
        )
        for batch in found
    ]
    return {
        "title": setting.game.title,
        "credit": setting.game.said(setting.game.credit, language),
        "lines": [said(say("press.how", paper=say(f"press.{paper}"))), said(say("press.seats", count=setting.seats))],
        "batches": [*map(said, pieces), said(say("press.rulebook", count=pages))],
        "ruler": said(say("press.ruler")),
    }


def _typeset(folder: Path, template: str, job: Job) -> bytes:
    (folder / "job.json").write_text(json.dumps(job), "utf-8")
    (folder / template).write_text((HERE / template).read_text("utf-8"), "utf-8")
    pdf: bytes = _typst().compile(str(folder / template), root=str(folder), font_paths=[str(FONTS)])
    return pdf


def _typst() -> Any:
    try:
        import typst
    except ImportError:
        raise Refused(say("press.missing")) from None
    return typst
