"""The laws of faces, over all games: whatever a scene asks for is drawn, stands for itself, and can be told apart."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.contract.scene import spoken
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE
from fairdeal.errors import Unreadable
from fairdeal.games.battle import data as battle_data
from fairdeal.games.battle import faces as battle
from fairdeal.games.caster import faces as caster
from fairdeal.games.caster.data import LETTERS as CASTER_LETTERS
from fairdeal.games.coast import faces as coast
from fairdeal.games.cryptruck import faces as cryptruck
from fairdeal.games.cryptruck.data import LETTERS as CRYPTRUCK_LETTERS
from fairdeal.games.traders import data as traders_data
from fairdeal.games.traders import faces as traders
from fairdeal.kit.faces import MAT_SIDE, STROKES, THEMES, WEAVE_SIDE, breadth, channels, contrast
from tests.contract.test_scene import GAMES, each_table, scenes

MOST_LETTERS = 5000
SAFE = re.compile(r"[A-Za-z0-9._-]{1,60}")
ELEMENTS = {"svg", "g", "path", "rect", "circle", "ellipse", "clipPath", "linearGradient", "stop", "pattern"}
SUITS = (CASTER_LETTERS, CRYPTRUCK_LETTERS, traders.LETTERS)

# What eyes without the red, the green or the blue cones see of linear red, green and blue (Machado and others, 2009).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
LIGHT, DARK = THEMES["light"], THEMES["dark"]
each_theme = pytest.mark.parametrize("theme", THEMES)


def draw(game: Game, face: str, theme: str) -> str:
    assert game.draw_face is not None
    return game.draw_face(face, theme)


def check(svg: str) -> None:
    """A document that stands for itself."""
    root = ElementTree.fromstring(svg)
    width, height = map(int, root.attrib["viewBox"].split()[2:])
    assert (width, height) in {(250, 350), (100, 100), (200, 300), (MAT_SIDE, MAT_SIDE), (WEAVE_SIDE, WEAVE_SIDE)}
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in ELEMENTS
        for name, value in element.attrib.items():
            assert "href" not in name
            assert name != "style"
            assert all(used in ids for used in re.findall(r"url\(#(\w+)\)", value))
            assert "url(" not in re.sub(r"url\(#\w+\)", "", value)
            assert "nan" not in value
    assert len(svg) <= MOST_LETTERS


@pytest.mark.no_cover
@each_table
def test_every_face_that_a_scene_asks_for_is_drawn(game: Game, seats: int) -> None:
    if DEFAULT_MODE == "interpreted" and seats != game.seat_counts[0]:
        pytest.skip("a drawing is made by plain Python in every mode")
    asked: set[str] = set()
    for setting, _, scene, _ in scenes(game, seats):
        asked |= {str(piece.face) for piece in spoken(scene, setting.catalogue()).pieces() if piece.face}
        asked |= {f"suit.{letter}" for letter, _ in scene.suits}
    assert asked
    for face in asked:
        assert SAFE.fullmatch(face)
        for theme in THEMES:
            check(draw(game, face, theme))


@each_game
@each_theme
def test_all_faces_stand_for_themselves(game: Game, theme: str) -> None:
    for face in game.all_faces:
        assert SAFE.fullmatch(face)
        check(draw(game, face, theme))


@each_game
def test_no_two_faces_look_alike(game: Game) -> None:
    """But two halves of abilities that do the same differ in their names alone."""
    for theme in THEMES:
        drawn = [draw(game, face, theme) for face in game.all_faces]
        assert len(set(drawn)) == len(drawn)


@each_game
def test_a_face_differs_between_light_and_dark_and_is_always_the_same(game: Game) -> None:
    for face in game.all_faces:
        assert draw(game, face, "light") != draw(game, face, "dark")
        assert draw(game, face, "dark") == draw(game, face, "dark")


@each_game
@pytest.mark.parametrize("face", ["", "nothing", "BACK", "R15", "R07", "suit.Q", "../back", "<svg>", "R7 "])
def test_an_unknown_face_is_refused(game: Game, face: str) -> None:
    with pytest.raises(Unreadable, match="There is no face"):
        draw(game, face, "light")


@each_game
def test_an_unknown_theme_is_refused(game: Game) -> None:
    with pytest.raises(Unreadable, match="There is no theme 'neon'; there are light and dark"):
        draw(game, "back", "neon")


# --- colours ---------------------------------------------------------------------------------------------------------


@each_theme
def test_what_is_written_has_contrast(theme: str) -> None:
    look = THEMES[theme]
    for paint in look.paints.values():
        assert contrast(paint.fill, paint.ink) >= 4.5
        assert contrast(paint.deep, paint.ink) >= 4.5
    assert contrast(look.paper, look.ink) >= 4.5
    assert contrast(look.paper, look.pale) >= 4.5
    assert all(contrast(glow, "#20232f") >= 4.5 for glow in caster.GLOWS.values())


@each_game
@each_theme
def test_what_is_written_on_a_table_has_contrast(game: Game, theme: str) -> None:
    assert game.mood is not None
    hues = game.mood.light if theme == "light" else game.mood.dark
    for ground in (hues.felt, hues.deep):
        assert contrast(ground, hues.ink) >= 4.5
        assert contrast(ground, hues.faint) >= 4.5
    look = THEMES[theme]
    for paper in (hues.paper, hues.raised, hues.soft):
        assert contrast(paper, hues.accent) >= 4.5
        assert contrast(paper, look.ink) >= 4.5
    assert contrast(hues.accent, hues.accent_ink) >= 4.5


@each_theme
@pytest.mark.parametrize("eyes", EYES)
def test_colours_of_a_game_can_be_told_apart_by_all_eyes(theme: str, eyes: str) -> None:
    paints = THEMES[theme].paints
    for letters in SUITS:
        for one, other in itertools.combinations(letters, 2):
            assert distance(seen(paints[one].fill, eyes), seen(paints[other].fill, eyes)) > 12


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """Give lightness and the two colour axes of CIELAB, as these eyes see a colour."""
    linear = [(channel / 255) ** 2.2 for channel in channels(colour)]
    red, green, blue = (max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) for row in EYES[eyes])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (float(part ** (1 / 3)) for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


def test_letters_keep_within_their_breadth() -> None:
    assert breadth("10") == breadth("1") + breadth("0") + 26
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-/.x ") == set(STROKES)


# --- what the games' faces hold --------------------------------------------------------------------------------------


def test_a_block_is_part_of_a_face() -> None:
    assert (cryptruck.face_of("Y3", True), cryptruck.face_of("Y3", False)) == ("Y3", "Y3n")
    assert (cryptruck.face_of("Y9", True), cryptruck.face_of("Y9", False)) == ("Y9b", "Y9")
    assert cryptruck.draw("Y3b", LIGHT) == cryptruck.draw("Y3", LIGHT) != cryptruck.draw("Y3n", LIGHT)


def test_a_pile_holds_kind_quantity_and_ability() -> None:
    assert traders.pile_face(3, 10, "V3a", -1) == "3_V3a"
    assert traders.pile_face(3, 12, "V3a", -2) == "3.12_V3a.-2"
    assert traders.pile_face(7, 6, "M1b", 0) == "7_M1b"
    assert traders.draw("3_V3a", DARK) == traders.draw("3.10_V3a.-1", DARK) != traders.draw("3_V3a.-2", DARK)


def test_what_a_face_leaves_out_is_as_in_our_own_box() -> None:
    document = games.find("traders").own_data
    assert tuple(kind["quantity"] for kind in document["kinds"]) == traders.QUANTITIES
    keys = {"Value": ("in_play", "at_end"), "Discount": ("first_two", "first")}
    values = [table for table in document["abilities"] if table["family"] in keys]
    bonuses = {
        table["card"] + half: table[key]
        for table in values
        for half, key in zip("ab", keys[table["family"]], strict=True)
    }
    assert bonuses == traders.BONUSES
    assert games.find("cryptruck").own_data["blocks"]["numbers"] == list(cryptruck.BLOCKS)


@pytest.mark.parametrize("face", ["3_", "_M1b", "3M1b", "M1b.1", "3.21", "8", "V1a.10", "_", "3.0", "V4a"])
def test_half_a_face_of_a_pile_is_refused(face: str) -> None:
    with pytest.raises(Unreadable):
        traders.draw(face, LIGHT)


@each_theme
def test_all_kinds_bonuses_and_quantities_that_a_data_file_may_have_are_drawn(theme: str) -> None:
    for quantity in range(2, traders_data.MOST_QUANTITY + 1):
        check(traders.draw(traders.kind_face(5, quantity), THEMES[theme]))
    for bonus in range(-traders_data.MOST_BONUS, traders_data.MOST_BONUS + 1):
        check(traders.draw(traders.half_face("V2b", bonus), THEMES[theme]))


def test_squares_are_named_after_their_icons() -> None:
    squares = [coast.square_face("F", "G"), coast.square_face(".", ""), coast.square_face("P", "K")]
    assert squares == ["square.FG", "square.blank", "square.PK"]
    assert coast.tile_face(squares * 2) == "tile.FG--PKFG--PK"
    assert coast.agenda_face("S", "G") == "agenda.SG"
    check(coast.draw(coast.tile_face(squares * 2), LIGHT))


# --- any collectible card --------------------------------------------------------------------------------------------


def made(name: str = "", other: list[int] | None = None, ignored: list[str] | None = None, **edges: int) -> Any:
    return {"name": name, "edges": edges, "other": other or [], "ignored": ignored or []}


def test_a_face_holds_what_is_printed_on_a_card() -> None:
    card = made("Pocket beast", [10], ["120", "/102"], B=2, TL=10)
    assert battle.face_of(card) == "PB_22_X.....2._10_i120_i.102"


def test_a_face_without_a_name_has_no_initials() -> None:
    assert battle.face_of(made("", B=0)) == "-_0_......0."
    assert battle.face_of(made("太陽 3", B=0)) == "-_0_......0."


def test_a_face_keeps_only_what_can_be_drawn() -> None:
    card = made("éclair Über", [1] * 9, ["½", "of 6", "a long sentence", "-1", "½", "x", "y", "z"], T=3)
    assert battle.face_of(card) == "EU_12_.3......_1_1_1_1_iOF6_iALONGS_i-1_iX"
    check(battle.draw(battle.face_of(card), LIGHT))


def test_the_most_a_card_can_hold_is_drawn() -> None:
    face = "WW_99999_XXXXXXXX_10_10_10_10_i888888_i888888_i888888_i888888"
    assert len(battle.draw(face, LIGHT)) < 2 * MOST_LETTERS


def decks() -> Iterator[Any]:
    document = games.find("battle").own_data
    yield from battle_data.starter(document)
    for number in range(20):
        yield from battle_data.random_cards(document, numbered("faces", number))


def test_cards_of_all_templates_are_drawn() -> None:
    faces = {battle.face_of(card) for card in decks()}
    assert len(faces) > 200
    for face, theme in zip(sorted(faces), itertools.cycle(THEMES)):
        assert SAFE.fullmatch(face)
        check(battle.draw(face, THEMES[theme]))
