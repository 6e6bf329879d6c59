"""The laws of scenes, over random games of all games that have one."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game, Setting, new_view
from fairdeal.contract.options import Choice, Flag
from fairdeal.contract.scene import (
    Button,
    CounterRole,
    Panel,
    Path,
    Piece,
    PieceRole,
    Scene,
    Shape,
    Text,
    Zone,
    ZoneLine,
    ZoneRole,
    encode,
    merged,
    rendered,
    spoken,
    square,
    turned,
)
from fairdeal.engine import kernel
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEFAULT_MODE, SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.errors import Refused
from fairdeal.language.messages import Seat
from fairdeal.play.sitting import Sitting
from fairdeal.server import rulebooks
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.screen import Screen

GAMES = games.all_games()
TABLES = [(game, seats) for game in GAMES for seats in game.seat_counts]
SQUARE = re.compile(r"(.+)@-?(0|[1-9][0-9]*),-?(0|[1-9][0-9]*)")
EVERY = 18 if DEFAULT_MODE != "interpreted" else 40  # of the moments of a game, one in so many is tried

each_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES])


def settings(game: Game, seats: int) -> list[Setting]:
    """The game as it is, and with each flag and each choice set otherwise."""
    flags: list[dict[str, Any]] = [
        {option.name: not option.default} for option in game.options if isinstance(option, Flag)
    ]
    choices: list[dict[str, Any]] = [
        {option.name: option.choices[-1]} for option in game.options if isinstance(option, Choice)
    ]
    return [game.setting(seats, options) for options in [{}, *flags, *choices]]


def moments(game: Game, seats: int) -> Iterator[Sitting]:
    for number, setting in enumerate(settings(game, seats)):
        sitting, rng = Sitting(setting), numbered("scenes", number)
        while not sitting.is_over:
            if len(sitting.events) % EVERY == 0 or len(sitting.events) < 2 * seats + 3:
                yield sitting
            sitting.random_step(rng)
        yield sitting


def viewers(sitting: Sitting) -> list[int]:
    """The seats, one after another from moment to moment, and a spectator."""
    return [len(sitting.events) % sitting.setting.seats, SPECTATOR]


def drawn(sitting: Sitting, seat: int) -> Scene:
    return sitting.game.scene(sitting.view(seat), seat)


@functools.cache
def scenes(game: Game, seats: int) -> list[tuple[Setting, int, Scene, list[str]]]:
    """Play the games once: settings, viewers, scenes, and the texts of the viewers' legal actions."""
    return [
        (sitting.setting, seat, drawn(sitting, seat), sitting.legal_texts(seat))
        for sitting in moments(game, seats)
        for seat in viewers(sitting)
    ]


@each_table
def test_ids_are_unique(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        pieces = [piece.id for piece in scene.pieces()]
        zones = [zone.id for zone in scene.zones]
        counters = [counter.id for panel in scene.panels for counter in panel.counters]
        ids = pieces + zones + counters + [button.id for button in scene.buttons]
        assert len(ids) == len(set(ids))
        assert all(ids)


@each_table
def test_paths_are_the_legal_actions(game: Game, seats: int) -> None:
    for _, _, scene, legal in scenes(game, seats):
        assert sorted(path.action for path in scene.paths) == legal


@each_table
def test_every_pick_is_there(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        known = {piece.id for piece in scene.pieces()} | {button.id for button in scene.buttons}
        turns = {f"turn.{turn}" for piece in scene.pieces() for turn in piece.turns}
        regions = {zone.id for zone in scene.zones if zone.shape is Shape.REGION}
        for pick in {pick for path in scene.paths for pick in path.picks}:
            match = SQUARE.fullmatch(pick)
            assert pick in known | turns or (match and match[1] in regions), pick


@each_table
def test_no_path_begins_with_another(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        paths = sorted(path.picks for path in scene.paths)
        assert all(first != second[: len(first)] for first, second in itertools.pairwise(paths))
        assert all(paths)


@each_table
def test_a_turned_tile_is_known_by_its_place_in_the_path(game: Game, seats: int) -> None:
    """Before a square of a region a turn means the one tile that can be turned; before a tile, that tile."""
    for _, _, scene, _ in scenes(game, seats):
        tiles = {piece.id: piece.turns for piece in scene.pieces() if piece.turns}
        for path in scene.paths:
            for pick, following in zip(path.picks, path.picks[1:], strict=False):
                if pick.startswith("turn."):
                    assert following in tiles or len(tiles) == 1
                    meant = tiles.get(following) or next(iter(tiles.values()))
                    assert int(pick.removeprefix("turn.")) in meant


@each_table
def test_pieces_of_grids_and_regions_lie_apart(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        for zone in scene.zones:
            places = [(piece.row, piece.column) for piece in zone.pieces]
            if zone.shape in (Shape.GRID, Shape.REGION):
                assert len(places) == len(set(places))
            if zone.shape is Shape.GRID:
                assert all(row >= 0 and 0 <= column < zone.columns for row, column in places)


@each_table
def test_a_line_is_a_row_or_a_column_that_is_there(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        for zone in scene.zones:
            rows, columns = {piece.row for piece in zone.pieces}, {piece.column for piece in zone.pieces}
            for line in zone.lines:
                assert (line.row is None) != (line.column is None)
                assert line.row in rows or line.column in columns
                assert len(line.text) <= 2


@each_table
def test_backs_of_a_seat_are_counted_in_its_panel(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        panels = {panel.seat: [counter.value for counter in panel.counters] for panel in scene.panels}
        for zone in scene.zones:
            hidden = zone.shape in (Shape.FAN, Shape.PILE) and not any(piece.face for piece in zone.pieces)
            if zone.seat is not None and hidden and zone.pieces:
                assert (len(zone.pieces) if zone.size is None else zone.size) in panels[zone.seat]


@each_table
def test_a_known_card_has_one_id_wherever_it_lies(game: Game, seats: int) -> None:
    """Every seat may have a set of its own. Where cards are alike, no copy has an identity that lasts."""
    faces: dict[str, Text] = {}
    ids: dict[Text, set[str]] = {}
    copies: set[Text] = set()
    for _, _, scene, _ in scenes(game, seats):
        found = [(re.sub(r"^seat\d+\.", "", piece.id), piece) for piece in scene.pieces() if piece.face]
        for name, piece in found:
            assert faces.setdefault(piece.id, piece.face) == piece.face
            ids.setdefault(piece.face, set()).add(name)
        by_seat = [
            (piece.id.partition(".")[0] if piece.id.startswith("seat") else "", piece.face) for _, piece in found
        ]
        copies |= {face for owner, face in by_seat if by_seat.count((owner, face)) > 1}
    assert copies or all(len(names) == 1 for names in ids.values())


@each_table
def test_every_seat_has_one_counter_that_is_its_score(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        for panel in scene.panels:
            assert [counter.role for counter in panel.counters].count(CounterRole.SCORE) == 1


@each_table
def test_the_role_of_a_piece_is_what_it_looks_like(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        for piece in scene.pieces():
            assert bool(piece.squares) == (piece.role is PieceRole.TILE)
            assert bool(piece.of) == (piece.role is PieceRole.SQUARE)
            if piece.role is PieceRole.CHIP:
                assert piece.suit
            if piece.role is PieceRole.CELL:
                assert not piece.face
            assert not (piece.cells and piece.lines)


@each_table
def test_the_role_of_a_zone_is_what_its_pieces_are_for(game: Game, seats: int) -> None:
    for _, seat, scene, _ in scenes(game, seats):
        for zone in scene.zones:
            if zone.role is ZoneRole.TRICK:
                laid = [piece.seat for piece in zone.pieces]
                assert zone.seat is None
                assert None not in laid
                assert len(set(laid)) == len(laid)
            if zone.role is ZoneRole.HAND:
                assert zone.seat is not None
        picked = {pick for path in scene.paths for pick in path.picks}
        from_hands = {piece.id for zone in scene.zones if zone.role is ZoneRole.HAND for piece in zone.pieces} & picked
        assert all(zone.seat in (None, seat) for zone in scene.zones for piece in zone.pieces if piece.id in from_hands)


@each_table
def test_the_cards_of_a_hand_can_be_sorted(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        for zone in scene.zones:
            cards = [piece for piece in zone.pieces if piece.role is PieceRole.CARD and piece.suit]
            assert zone.role is not ZoneRole.HAND or all(piece.rank is not None for piece in cards)


@pytest.mark.skipif(DEFAULT_MODE == "interpreted", reason="plain Python is too slow to come across every lesson")
@pytest.mark.parametrize("taught", GAMES, ids=lambda game: str(game.name))
def test_every_lesson_is_named_by_a_scene_and_whatever_is_asked_or_named_has_one(taught: Game) -> None:
    lessons = {lesson.key for lesson in rulebooks.lessons(taught)}
    drawn = [scene for seats in taught.seat_counts for _, _, scene, _ in scenes(taught, seats)]
    of_zones = {zone.lesson for scene in drawn for zone in scene.zones} - {""}
    assert of_zones <= lessons
    prompts = {key.removeprefix("prompt.") for key in taught.voice.templates()}
    assert lessons <= of_zones | {scene.lesson for scene in drawn} | prompts
    assert {scene.lesson for scene in drawn if scene.paths} <= lessons


@each_table
def test_a_scene_is_plain_data(game: Game, seats: int) -> None:
    for setting, seat, scene, _ in scenes(game, seats):
        catalogue = setting.catalogue(seat, {seat: "You"})
        found = rendered(scene, catalogue)
        assert json.loads(encode(scene, catalogue)) == found
        assert all(type(leaf) in (str, int, bool) for leaf in leaves(found))
        assert rendered(spoken(scene, catalogue), catalogue) == found


def leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict | list):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from leaves(part)
    else:
        yield tree


@each_table
def test_nothing_hidden_is_drawn(game: Game, seats: int) -> None:
    """All worlds that a seat thinks possible look the same to it, and to spectators, who know less."""
    rng = numbered("worlds", seats)
    for sitting in moments(game, seats):
        if len(sitting.events) % (3 * EVERY):
            continue
        seat, spectator = viewers(sitting)
        world, plan = sitting.view(seat), kernel.blank(game.worlds.PLAN)[0]
        game.worlds.plan(world, seat, plan)
        game.worlds.resample(world, seat, plan, rng)
        for viewer in (seat, spectator):
            assert game.scene(new_view(game, world, viewer), viewer) == drawn(sitting, viewer)


# --- in two parts ----------------------------------------------------------------------------------------------------

LISTENER = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)


@functools.cache
def parts(game: Game, seats: int) -> list[tuple[Setting, int, Scene, Scene, Scene]]:
    """Settings and seats, what all may see, what the seats have beyond that, and all together."""
    assert game.public_scene
    assert game.own_scene
    return [
        (
            sitting.setting,
            seat,
            game.public_scene(plain(sitting.view(SPECTATOR))),
            game.own_scene(plain(sitting.view(seat)), seat, sitting.legal(seat)),
            drawn(sitting, seat),
        )
        for sitting in moments(game, seats)
        for seat in viewers(sitting)[:1]
    ]


@each_table
def test_what_all_may_see_speaks_to_nobody(game: Game, seats: int) -> None:
    for setting, _, public, _, _ in parts(game, seats):
        texts = leaves(rendered(public, setting.catalogue(None, {seat: f"Name{seat}" for seat in range(seats)})))
        assert not [text for text in texts if isinstance(text, str) and LISTENER.search(text)]
        assert not public.paths
        assert not public.buttons


@each_table
def test_the_parts_make_the_whole(game: Game, seats: int) -> None:
    for _, _, public, own, whole in parts(game, seats):
        assert merged(public, own) == whole
        assert [zone.id for zone in whole.zones[: len(public.zones)]] == [zone.id for zone in public.zones]
        assert [panel.seat for panel in whole.panels] == list(range(seats))


@each_table
def test_a_client_merges_the_parts_as_they_are_sent(game: Game, seats: int) -> None:
    for setting, seat, public, own, whole in parts(game, seats):
        catalogue = setting.catalogue(seat)
        sent = [rendered(part, catalogue) for part in (public, own)]
        assert merged_by_client(*sent) == rendered(whole, catalogue)


def merged_by_client(public: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    both = {**public, **own}
    for key, name in (("zones", "id"), ("panels", "seat")):
        both[key] = list({part[name]: part for part in [*public[key], *own.get(key, [])]}.values())
    return both


@each_table
def test_only_a_seat_that_may_act_is_asked_for_something(game: Game, seats: int) -> None:
    for _, _, _, own, _ in parts(game, seats):
        assert bool(own.prompt) == bool(own.paths)


@each_table
def test_an_own_part_knows_no_hidden_piece_that_all_see_uncovered(game: Game, seats: int) -> None:
    for _, _, public, own, _ in parts(game, seats):
        known = {zone.id: [piece.face for piece in zone.pieces if piece.face] for zone in public.zones}
        for zone in own.zones:
            assert len(known.get(zone.id, [])) <= len([piece for piece in zone.pieces if piece.face])


@each_table
def test_a_copy_is_like_another_piece_of_its_zone(game: Game, seats: int) -> None:
    for _, _, scene, _ in scenes(game, seats):
        for zone in scene.zones:
            pieces = {piece.id: piece for piece in zone.pieces}
            for piece in zone.pieces:
                if piece.like:
                    assert pieces[piece.like].face == piece.face
                    assert not pieces[piece.like].like


def test_own_zones_and_panels_take_the_place_of_public_ones_or_come_last() -> None:
    public = Scene(
        "Waiting.", (Zone("a", "A", Shape.ROW), Zone("b", "B", Shape.ROW)), (Panel(0), Panel(1)), status=("Now.",)
    )
    own = Scene(zones=(Zone("c", "C", Shape.ROW), Zone("a", "mine", Shape.FAN)), panels=(Panel(0, notes=("mine",)),))
    whole = merged(public, own)
    assert [(zone.id, zone.name) for zone in whole.zones] == [("a", "mine"), ("b", "B"), ("c", "C")]
    assert [panel.notes for panel in whole.panels] == [("mine",), ()]
    assert (whole.prompt, whole.status) == ("Waiting.", ("Now.",))
    asked = merged(public, Scene("Act!", paths=(Path("act", ("a",)),), buttons=(Button("b", "B"),), status=("Yours.",)))
    assert (asked.prompt, asked.status, len(asked.paths), len(asked.buttons)) == ("Act!", ("Yours.",), 1, 1)
    assert merged(public, Scene()) == public


def test_a_game_without_scenes_cannot_be_drawn() -> None:
    game = dataclasses.replace(GAMES[0], public_scene=None, own_scene=None)
    assert not game.is_drawn
    with pytest.raises(Refused, match="cannot be drawn"):
        game.scene(game.setting().new_state(), 0)


# --- on a terminal ---------------------------------------------------------------------------------------------------

NEWS = [f"Event {number} of a story." for number in range(20)]


@each_table
def test_every_scene_fits_a_small_terminal(game: Game, seats: int) -> None:
    for setting, seat, scene, _ in scenes(game, seats):
        catalogue = setting.catalogue(seat, {seat: "You"})
        names = [catalogue.value(Seat(number)) for number in range(seats)]
        choices = frozenset(pick for path in scene.paths for pick in path.picks)
        for notice in ("", "An answer to what was typed."):
            screen = Screen(
                game.title, spoken(scene, catalogue), seat, names, Pen(80, True, choices), NEWS, NEWS, notice
            )
            lines = screen.lines(23)
            assert len(lines) <= 23
            assert max(line.cell_len for line in lines) <= 80
            shown = "\n".join(line.plain for line in lines)
            assert str(spoken(scene, catalogue).prompt) in shown
            assert NEWS[-1] in shown
            assert all(name in shown for name in names)


# --- geometry --------------------------------------------------------------------------------------------------------


def tile(*rows: str) -> tuple[Piece, ...]:
    cells = [(row, column, text) for row, line in enumerate(rows) for column, text in enumerate(line)]
    return tuple(Piece(text, text=text, row=row, column=column) for row, column, text in cells)


def test_a_tile_is_turned_clockwise() -> None:
    upright = tile("ab", "cd", "ef")
    assert turned(upright, 0) == upright
    assert turned(upright, 90) == tile("eca", "fdb")
    assert turned(upright, 180) == tile("fe", "dc", "ba")
    assert turned(upright, 270) == tile("bdf", "ace")


def test_a_scene_finds_its_zones_and_the_squares_of_its_tiles() -> None:
    scene = Scene("", (Zone("a", "", Shape.ROW, (Piece("T", squares=tile("x")),)), Zone("b", "", Shape.PILE)), ())
    assert scene.zone("b").shape is Shape.PILE
    assert [piece.id for piece in scene.pieces()] == ["T", "x"]
    assert square("b", -1, 2) == "b@-1,2"


def test_what_has_its_default_value_is_left_out() -> None:
    catalogue = GAMES[0].setting().catalogue()
    assert rendered(ZoneLine(row=0, text="="), catalogue) == {"row": 0, "text": "="}
    assert rendered(Zone("a", "A", Shape.REGION), catalogue) == {"id": "a", "name": "A", "shape": "region"}
