"""The goal in twenty seconds: pictures are scenes like others, and what they say holds for the table."""

from __future__ import annotations

import copy
import functools
from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game, Setting
from fairdeal.contract.options import Choice, Flag, Whole
from fairdeal.contract.scene import Picture, Scene, rendered, spoken
from fairdeal.errors import BadOption
from tests.breadth import mostly_soaked

GAMES = games.all_games()
TABLES = [(game, seats) for game in GAMES for seats in game.seat_counts]
LONGEST = 160  # letters of a sentence that is read at a glance

each_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES])

VARIED = [(game, seats, varied) for game, seats in TABLES for varied in (False, True)]
# Options are tried for as many as like the game best.
each_variation = pytest.mark.parametrize(
    ("game", "seats", "varied"),
    mostly_soaked(
        VARIED, *((game, seats, varied) for game, seats, varied in VARIED if not varied or seats == game.best_seats)
    ),
    ids=[f"{game.name}-{seats}{'-options' * varied}" for game, seats, varied in VARIED],
)


def variations(game: Game, seats: int) -> list[Setting]:
    """The game with each option at its ends."""
    found: list[Setting] = []
    for option in game.options:
        values: tuple[Any, ...] = ()
        if isinstance(option, Flag):
            values = (not option.default,)
        elif isinstance(option, Choice):
            values = option.choices
        elif isinstance(option, Whole):
            values = (option.low, option.high)
        for value in values:
            try:
                found.append(game.setting(seats, {option.name: value}))
            except BadOption:
                assert option.name == "match"  # as many games as seats
    return found


@functools.cache
def openings(game: Game, seats: int, varied: bool) -> list[tuple[Picture, ...]]:
    """The pictures of the game as it is, or of all its variations."""
    return list(map(pictures, variations(game, seats) if varied else [game.setting(seats)]))


def pictures(setting: Setting) -> tuple[Picture, ...]:
    return tuple(spoken(picture, setting.catalogue(0)) for picture in setting.opening())


def captions(name: str, seats: int, options: dict[str, Any] | None = None, data: Any = None) -> list[str]:
    return [str(picture.caption) for picture in pictures(games.find(name).setting(seats, options, data))]


def ids_of(scene: Scene) -> list[str]:
    counters = [counter.id for panel in scene.panels for counter in panel.counters]
    counters += [counter.id for zone in scene.zones for counter in zone.counters]
    return [piece.id for piece in scene.pieces()] + [zone.id for zone in scene.zones] + counters


@each_variation
def test_three_pictures_tell_with_a_line_each_what_a_game_is_about(game: Game, seats: int, varied: bool) -> None:
    for shown in openings(game, seats, varied):
        assert len(shown) == 3
        for picture in shown:
            assert 20 < len(str(picture.caption)) <= LONGEST
            assert str(picture.caption).endswith(".")
            assert "{" not in str(picture.caption)
            assert picture.scenes


@each_variation
def test_pictures_are_scenes_with_nothing_to_do(game: Game, seats: int, varied: bool) -> None:
    for shown in openings(game, seats, varied):
        for picture in shown:
            for scene in picture.scenes:
                ids = ids_of(scene)
                assert len(ids) == len(set(ids))
                assert scene.zones
                assert (scene.paths, scene.buttons, scene.prompt, scene.lesson) == ((), (), "", "")
            known = {name for scene in picture.scenes for name in ids_of(scene)}
            assert known >= set(picture.marks)


@each_table
def test_each_scene_of_a_picture_differs_from_the_one_before(game: Game, seats: int) -> None:
    for picture in game.setting(seats).opening():
        assert all(one != other for one, other in zip(picture.scenes, picture.scenes[1:], strict=False))


@each_table
def test_every_face_of_a_picture_can_be_drawn(game: Game, seats: int) -> None:
    assert game.draw_face is not None
    (shown,) = openings(game, seats, False)
    for picture in shown:
        faces = {str(piece.face) for scene in picture.scenes for piece in scene.pieces() if not piece.squares}
        for face in faces - {""}:
            assert game.draw_face(face, "light").startswith("<svg")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_a_picture_is_the_same_every_time(game: Game) -> None:
    setting = game.setting()
    first, second = (rendered(setting.opening(), setting.catalogue(0)) for _ in range(2))
    assert first == second


# --- they are true -------------------------------------------------------------------------------------------------


def test_caster_tells_rounds_trumps_and_limits_of_this_table() -> None:
    assert "after 3 rounds" in captions("caster", 4)[0]
    assert "after one round" in captions("caster", 4, {"rounds": 1})[0]
    assert [caption.split(" in ")[0] for caption in (captions("caster", seats)[2] for seats in (3, 4, 5))] == [
        f"Take more than {limit} tricks" for limit in (5, 4, 3)
    ]


def test_caster_tells_the_trumps_of_the_cards_in_force() -> None:
    game = games.find("caster")
    data = copy.deepcopy(dict(game.own_data))
    for colour, trump in zip(data["colours"], "YGERB", strict=True):
        colour["trump"] = trump
    data["colours"][2]["name"] = "gold"
    assert "gold beats red" in captions("caster", 4, None, data)[1]
    last = game.setting(4, None, data).opening()[1].scenes[-1].zone("trick")
    assert [piece.id for piece in last.pieces if "winning" in piece.lit] == ["Y6"]


def test_caster_shows_no_burst_where_nobody_can_take_too_many_tricks() -> None:
    data = copy.deepcopy(dict(games.find("caster").own_data))
    data["seats"][1]["limit"] = 15
    assert len(captions("caster", 4, None, data)) == 2


def test_caster_shows_thirty_points_that_fall_to_five() -> None:
    before, after = games.find("caster").setting(4).opening()[2].scenes
    assert [scene.panels[0].counters[0].value for scene in (before, after)] == [30, 5]


def test_cryptruck_shows_nine_points_that_fall_to_four() -> None:
    goal, _, crash = games.find("cryptruck").setting(4).opening()
    assert [scene.panels[0].counters[0].value for scene in goal.scenes] == [1, 4, 9]
    assert [scene.panels[0].counters[0].value for scene in crash.scenes] == [9, 4]
    assert "after 9 rounds" in captions("cryptruck", 3, {"rounds": 9})[0]


def test_cryptruck_shows_that_the_gift_goes_to_whoever_sold_the_lead() -> None:
    asked, led = games.find("cryptruck").setting(3).opening()[1].scenes
    assert [len(scene.zone("seat0.hand").pieces) for scene in (asked, led)] == [6, 5]
    assert [len(scene.zone("seat1.hand").pieces) for scene in (asked, led)] == [5, 6]
    assert not any(piece.face for piece in led.zone("seat1.hand").pieces)


def test_traders_shows_a_card_that_raises_its_kind_and_pays() -> None:
    before, played, bought = games.find("traders").setting(2).opening()[1].scenes
    [mark, _] = games.find("traders").setting(2).opening()[1].marks
    piles = [next(piece for piece in scene.pieces() if piece.id == mark).count for scene in (before, played)]
    assert piles == [3, 4]
    assert len(bought.zone("market").pieces) == len(played.zone("market").pieces) - 1
    assert len(bought.zone("seat0.hand").pieces) == len(played.zone("seat0.hand").pieces) + 1


def test_traders_tells_the_size_of_the_market_and_uses_the_row_in_force() -> None:
    assert "to 8 cards" in captions("traders", 2, {"market": 8})[2]
    for row, played in (("V1a,V3b,D1a,X1a,M1b,W1a,R1b", "meta.3"), ("W1a,V1a,V2b,X1a,M1b,L1a,R1b", "meta.2")):
        scene = games.find("traders").setting(2, {"abilities": row}).opening()[1].scenes[1]
        assert [piece.id for piece in scene.zone("meta").pieces if "turn" in piece.lit] == [played]


def test_battle_shows_the_starter_deck_whatever_is_played() -> None:
    game = games.find("battle")
    starter, secret = game.setting(2, {"deck": "starter"}), game.setting(2, {"open_list": False})
    assert rendered(starter.opening(), starter.catalogue(0)) == rendered(secret.opening(), secret.catalogue(0))


def test_battle_shows_the_higher_number_take_the_lower_one() -> None:
    _, attack, grid = games.find("battle").setting(2).opening()
    attacker, target = attack.marks
    before, taken = attack.scenes
    cells = {piece.id: (piece.row, piece.column) for piece in before.zone("grid").pieces}
    after = {piece.id: (piece.row, piece.column) for piece in taken.zone("grid").pieces}
    assert after[attacker] == cells[target]
    assert [piece.id for piece in taken.zone("seat0.score").pieces] == [target]
    assert grid.marks[0] in {piece.id for piece in grid.scenes[-1].zone("grid").pieces}
    assert captions("battle", 3, {"match": 3})[0].endswith("The most points in all 3 games win.")


def test_battle_shows_what_cards_are_worth_even_if_none_can_take_another() -> None:
    data = copy.deepcopy(dict(games.find("battle").own_data))
    for card in data["starter"]:
        card["edges"] = dict.fromkeys(("TL", "T", "TR", "L", "R", "BL", "B", "BR"), 5)
    assert len(captions("battle", 2, None, data)) == 1


def test_coast_tells_what_ends_the_game_at_this_table() -> None:
    assert captions("coast", 2)[2].startswith("The first empty pile ends the game for all")
    assert captions("coast", 2, {"end_on": "place"})[2].startswith("The first who has laid all cards ends the game")
    assert "after 90 seconds" in captions("coast", 2, {"time_limit": 90})[2]
    assert captions("coast", 1)[2].startswith("Drawing your last card ends the game")
    assert "All play at once" not in captions("coast", 1)[1]


def test_coast_shows_balanced_lines_and_what_cards_left_cost() -> None:
    goal, _, end = games.find("coast").setting(2).opening()
    assert any(line.text == "=" for line in goal.scenes[0].zone("seat0.region").lines)
    assert [zone.size for zone in end.scenes[-1].zones] == [3, 0]
