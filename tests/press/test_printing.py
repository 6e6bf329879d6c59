"""Games on paper, looked at as pictures."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import typst
from PIL import Image, ImageChops

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.errors import Refused
from fairdeal.language.languages import PSEUDO
from fairdeal.press.printing import cover_of, printed
from fairdeal.press.sheets import PAPERS, batches
from tests.breadth import mostly_soaked

GAMES = games.all_games()
POINTS = 36.0  # to the inch


def look_at(pdf: bytes, folder: Path, first: int, count: int = 1) -> list[Image.Image]:
    """Draw some pages of a PDF, numbered from 1."""
    (folder / "game.pdf").write_bytes(pdf)
    pages = "#pagebreak()".join(f'#image("game.pdf", page: {first + place})' for place in range(count))
    (folder / "look.typ").write_text(f"#set page(width: auto, height: auto, margin: 0mm)\n{pages}", "utf-8")
    drawn = typst.compile(str(folder / "look.typ"), root=str(folder), format="png", ppi=POINTS)
    return [Image.open(io.BytesIO(one)).convert("RGB") for one in (drawn if isinstance(drawn, list) else [drawn])]


def is_blank(page: Image.Image) -> bool:
    return ImageChops.invert(page).getbbox() is None


def is_coloured(page: Image.Image) -> bool:
    pixels = page.tobytes()
    return any(max(pixels[at : at + 3]) - min(pixels[at : at + 3]) > 24 for at in range(0, len(pixels), 3))


# Every game on one paper, and every paper with one game.
PRINTS = mostly_soaked(
    [(game, paper) for game in GAMES for paper in PAPERS],
    *((game, next(iter(PAPERS))) for game in GAMES),
    *((games.find("battle"), paper) for paper in PAPERS),
)


@pytest.mark.parametrize(("game", "paper"), PRINTS, ids=lambda value: getattr(value, "name", value))
def test_a_game_is_printed_with_sheets_and_booklet(game: Game, paper: str, tmp_path: Path) -> None:
    cover, other_side, front, back = look_at(printed(game.setting(game.best_seats), paper), tmp_path, 1, 4)
    assert not is_blank(cover)
    assert is_blank(other_side)
    assert not is_blank(front)
    assert is_coloured(back)
    size = PAPERS[paper]
    assert abs(front.width / front.height - size.width / size.height) < 0.01


def test_in_grey_there_is_no_colour_and_no_plain_back(tmp_path: Path) -> None:
    front, back = look_at(printed(games.find("battle").setting(2), in_grey=True), tmp_path, 3, 2)
    assert not is_blank(front)
    assert not is_coloured(front)
    assert is_blank(back)


def test_the_booklet_has_both_its_sides(tmp_path: Path) -> None:
    """CASTER's cards take nine sheets and its ring one: the booklet begins on page 23."""
    pdf = printed(games.find("caster").setting(4))
    for side in look_at(pdf, tmp_path, 23, 2):
        assert not is_blank(side.crop((0, 0, side.width, side.height // 2)))


def test_the_cover_speaks_the_readers_language() -> None:
    game = games.find("coast")
    assert game.components is not None
    setting = game.setting(2)
    cover = cover_of(setting, "a4", batches(game.components(setting), PAPERS["a4"]), 3, PSEUDO)
    said = [*cover["lines"], *cover["batches"], cover["ruler"]]
    assert len(said) == 6
    assert all(text.startswith("[") and text.endswith("]") for text in said)


def test_a_japanese_rulebook_is_set_in_japanese_letters() -> None:
    setting = games.find("cryptruck").setting(2)
    assert b"MPLUS1p" in printed(setting, language="ja")
    assert b"MPLUS1p" not in printed(setting)


def test_a_game_without_pieces_is_refused() -> None:
    game = replace(games.find("caster"), components=None)
    with pytest.raises(Refused, match="CASTER has nothing to print"):
        printed(game.setting(3))


def test_without_a_typesetter_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Refused, match="pip install"):
        printed(games.find("battle").setting(2))
