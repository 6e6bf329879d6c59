"""What events did, and what picks mean, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fairdeal import games
from fairdeal.contract.game import Game, new_view
from fairdeal.contract.scene import Change, Clash, Lit, Scene, SumRow
from fairdeal.engine.chance import numbered
from fairdeal.engine.kernel import DEALER, NOBODY, SPECTATOR
from fairdeal.engine.plain import plain
from fairdeal.games.caster import words
from fairdeal.games.traders import texts as traders_texts
from fairdeal.language.messages import say
from fairdeal.laws.walks import clone, random_game
from tests.games.battle import grids
from tests.games.caster import tricks
from tests.games.coast import regions
from tests.games.cryptruck import deals
from tests.games.traders import tables

MOST_GAMES = 30  # in which every kind of action has been played
CASTER = games.find("caster")
CRYPTRUCK = games.find("cryptruck")
TRADERS = games.find("traders")
BATTLE = games.find("battle")
COAST = games.find("coast")


def changed(game: Game, s: Any, seat: int, text: str, eyes: int = SPECTATOR) -> Change:
    """Let a seat act, and say what that did for some eyes."""
    action, before = game.words.action(text), clone(s)
    told = int(game.rules.told(s, seat, action, eyes))
    game.rules.play(s, seat, action)
    assert game.change is not None
    return game.change(plain(new_view(game, before, eyes)), plain(new_view(game, s, eyes)), seat, told)


def still(game: Game, change: Change, eyes: int = SPECTATOR) -> Scene:
    [view] = change.stills
    return game.scene(view, eyes)


def lying(scene: Scene, zone: str) -> list[str]:
    return [piece.id for piece in scene.zone(zone).pieces]


def prompt(game: Game, change: Change, eyes: int) -> str:
    """What is said while the still rests."""
    [view] = change.stills
    return game.setting().catalogue(None if eyes == SPECTATOR else eyes).render(game.words.prompt(view, eyes))


def meant(game: Game, s: Any, picks: Sequence[str], seat: int = 0) -> list[str]:
    assert game.meant is not None
    return [game.words.text(action) for action in game.meant(plain(new_view(game, s, seat)), seat, picks)]


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: str(game.name))
def test_what_the_dealer_does_moves_nothing(game: Game) -> None:
    v = plain(new_view(game, game.setting().new_state(), SPECTATOR))
    assert game.change is not None
    assert game.change(v, v, DEALER, NOBODY) == Change()
    assert meant(game, game.setting().new_state(), ()) == []


# --- CASTER ----------------------------------------------------------------------------------------------------------


def test_caster_7_a_card_is_moved_into_the_trick_and_nothing_rests_while_it_is_open() -> None:
    s = tricks.holding(["R5 E8", "R1 E7", "B3 E6"])
    assert changed(CASTER, s, 0, "play R5") == Change(("R5",))


def test_caster_7_a_full_trick_rests_with_its_taker_before_it_is_taken() -> None:
    s = tricks.holding(["R5 E8", "R1 E7", "B3 E6"])
    tricks.act(s, 0, "play R5")
    tricks.act(s, 1, "play R1")
    found = changed(CASTER, s, 2, "play B3")
    scene = still(CASTER, found)
    assert found.moved == ("B3",)
    assert lying(scene, "trick") == ["R5", "R1", "B3"]
    assert [piece.id for piece in scene.zone("trick").pieces if Lit.WINNING in piece.lit] == ["B3"]
    assert len(lying(scene, "seat2.hand")) == 1
    assert [panel.seat for panel in scene.panels if Lit.TURN in panel.lit] == [2]
    assert found.sums is None
    assert [prompt(CASTER, found, eyes) for eyes in (2, SPECTATOR)] == [
        "You take the trick.",
        "Seat 3 takes the trick.",
    ]


def test_caster_12_the_last_trick_of_a_round_rests_like_any_other_and_the_round_is_summed_up() -> None:
    s = tricks.holding(["R5", "R1", "R3"])
    tricks.act(s, 0, "play R5")
    tricks.act(s, 1, "play R1")
    strict = clone(s)
    found = changed(CASTER, s, 2, "play R3", eyes=2)
    assert lying(still(CASTER, found, 2), "trick") == ["R5", "R1", "R3"]
    assert lying(still(CASTER, found, 2), "seat2.hand") == []
    assert found.sums is not None
    assert found.sums.rows == (SumRow(0, (0, 0), 0, 0), SumRow(1, (1, 3), 0, 3), SumRow(2, (0, 0), 0, 0))
    assert found.sums.leaders == (1,)
    strict.box.limit[3] = 0
    burst = changed(CASTER, strict, 2, "play R3").sums
    assert burst is not None
    assert burst.rows[1] == SumRow(1, (1, 3), 0, 1, say("sums.burst")), "why three are one is said in a word"


def test_caster_4_a_gift_is_moved_for_its_giver_alone_until_all_are_handed_over() -> None:
    s = tricks.dealt(3, passing=True)
    gift = f"give {words.CARDS_OF.texts[words.cards_in(s.hand[0])[0]]}"
    again = clone(s)
    assert changed(CASTER, s, 0, gift, eyes=0) == Change((gift.split()[1],))
    assert changed(CASTER, again, 0, gift, eyes=1) == Change()


def test_caster_a_picked_card_is_played_or_given() -> None:
    s = tricks.holding(["R5 E8", "R1 E7", "B3 E6"])
    assert meant(CASTER, s, ("R5",)) == ["play R5"]
    assert meant(CASTER, s, ("R5", "E8")) == []
    assert meant(CASTER, s, ("ring.R",)) == []
    assert meant(CASTER, tricks.dealt(3, passing=True), ("R5",)) == ["give R5"]


# --- Cryptruck -------------------------------------------------------------------------------------------------------


def test_cryptruck_8_9_a_revealed_card_is_moved_and_answers_move_nothing() -> None:
    s = deals.holding(["Y5 B1", "Y1 B2", "Y2 B3"])
    assert changed(CRYPTRUCK, s, 0, "reveal Y5") == Change(("Y5",))
    assert changed(CRYPTRUCK, s, 1, "want") == Change()
    deals.act(s, 2, "decline")
    assert changed(CRYPTRUCK, s, 1, "give B2") == Change(("Y5",))


def test_cryptruck_11_15_the_last_trick_of_a_round_rests_and_the_round_is_summed_up() -> None:
    s = deals.holding(["Y5", "Y1", "Y2"])
    deals.lead(s, "Y5")
    assert changed(CRYPTRUCK, s, 1, "play Y1") == Change(("Y1",))
    again, strict = clone(s), clone(s)
    assert len(lying(still(CRYPTRUCK, changed(CRYPTRUCK, again, 2, "play Y2")), "trick")) == 3
    found = changed(CRYPTRUCK, s, 2, "play Y2", eyes=2)
    scene = still(CRYPTRUCK, found, 2)
    assert lying(scene, "trick") == ["Y5", "Y1", "Y2"]
    assert lying(scene, "seat2.hand") == []
    assert [piece.id for piece in scene.zone("trick").pieces if Lit.WINNING in piece.lit] == ["Y5"]
    assert [prompt(CRYPTRUCK, found, eyes) for eyes in (0, 2)] == ["You take the trick.", "Seat 1 takes the trick."]
    assert found.sums is not None
    assert [row.seat for row in found.sums.rows] == [0, 1, 2]
    assert [row.after - row.before for row in found.sums.rows] == [int(s.scored[0, seat]) for seat in range(3)]
    assert found.sums.leaders == tuple(seat for seat in range(3) if s.scored[0, seat] == max(s.scored[0, :3]))
    assert not any(row.note for row in found.sums.rows)
    strict.box.few = 0
    crashed = changed(CRYPTRUCK, strict, 2, "play Y2").sums
    assert crashed is not None
    assert [row.note for row in crashed.rows] == [say("sums.crashed") if row.values[0] else "" for row in crashed.rows]
    assert any(row.note for row in crashed.rows)


def test_cryptruck_a_picked_card_is_what_is_due() -> None:
    s = deals.holding(["Y5 B1", "Y1 B2", "Y2 B3"])
    assert meant(CRYPTRUCK, s, ("Y5",)) == ["reveal Y5"]
    assert meant(CRYPTRUCK, s, ("want",)) == ["want"]
    assert meant(CRYPTRUCK, s, ("Y5", "B1")) == []
    assert meant(CRYPTRUCK, s, ("trumps.Y",)) == []
    deals.act(s, 0, "reveal Y5")
    assert meant(CRYPTRUCK, s, ("Y1",), seat=1) == ["play Y1"]


# --- 3x3 CCG Battle --------------------------------------------------------------------------------------------------


def test_battle_8_9_the_cards_that_met_are_named_with_their_numbers_and_where_the_winner_was() -> None:
    s = grids.laid("6 15 . . . . . . 3", "8")
    found = changed(BATTLE, s, 0, "attack 1 R")
    assert found.moved == ("card.6", "card.15", "card.8")
    assert found.clash == Clash("grid", "card.6", "card.15", 0, 0, "7 › 2")
    assert found.sums is None


def test_battle_12_a_game_of_a_match_is_summed_up() -> None:
    s = grids.laid("6 15 . . . . . . .", "", match=2)
    found = changed(BATTLE, s, 0, "attack 1 R")
    assert found.moved == ("card.6", "card.15")
    assert found.sums is not None
    captured = [int((s.taken == seat).sum()) for seat in range(2)]
    assert found.sums.rows == tuple(SumRow(seat, (captured[seat],), 0, n) for seat, n in enumerate(grids.points(s)))
    assert found.sums.leaders == (0,)


def test_battle_two_cells_are_an_attack_and_one_is_any_attack_from_there() -> None:
    s = grids.laid("6 15 . . . . . . 3", "")
    assert meant(BATTLE, s, ("card.6", "card.15")) == ["attack 1 R"]
    assert meant(BATTLE, s, ("card.6", "grid.4")) == ["attack 1 B"]
    assert meant(BATTLE, s, ("card.6", "card.3")) == []
    assert meant(BATTLE, s, ("card.6", "card.15", "grid.4")) == []
    assert meant(BATTLE, s, ("pile.3",)) == []
    assert meant(BATTLE, s, ("card.6",))[0] == "attack 1 R"
    assert len(meant(BATTLE, s, ("grid.4",))) == 8


# --- Craft My Coast --------------------------------------------------------------------------------------------------


def test_coast_8_9_a_drawn_card_and_the_squares_of_a_placed_one_are_moved() -> None:
    s = regions.playing()
    found = changed(COAST, s, 0, "draw")
    [card] = found.moved
    place = regions.legal(s, 0)[0]
    assert changed(COAST, s, 0, place).moved == tuple(f"{card}.{number}" for number in range(6))


def test_coast_5_an_arrangement_moves_nothing_that_could_be_marked() -> None:
    assert changed(COAST, regions.dealt(2), 0, "arrange C1 C2 C3") == Change()


def test_coast_a_square_is_a_placement_and_all_cities_are_an_arrangement() -> None:
    s = regions.playing()
    assert meant(COAST, s, ("draw",)) == ["draw"]
    assert meant(COAST, s, ("turn.90", "seat0.region@-1,2")) == ["place 90 -1,2"]
    assert meant(COAST, s, ("seat0.region@-1,2",)) == ["place 0 -1,2"]
    assert meant(COAST, s, ("turn.90", "seat1.region@-1,2")) == []
    assert meant(COAST, s, ("turn.90", "seat0.region@-1,200")) == []
    assert meant(COAST, s, ("seat0.C2", "turn.180", "seat0.C1", "seat0.C3")) == ["arrange C2 C1' C3"]
    assert meant(COAST, s, ("seat0.C2", "turn.180")) == []


# --- Card Game Traders -----------------------------------------------------------------------------------------------


def test_traders_11_a_played_card_moves_its_pile_and_a_sealed_one_nothing() -> None:
    s = tables.table(["3 1", "2"], market="4")
    assert changed(TRADERS, s, 0, "play 3").moved == ("meta.3",)
    draft = tables.dealt()
    text = tables.legal(draft)[0]
    assert changed(TRADERS, draft, 0, text) == Change()


def test_traders_every_kind_of_action_moves_what_it_names() -> None:
    rules, texts, start = TRADERS.rules, traders_texts, TRADERS.setting(3).new_state()
    verbs = ("copy", "raise", "hold", "swap", "buy")
    moving = {act.start for verb, act in texts.ACTS.items() if verb.split("_")[0] in verbs}
    seen: set[int] = set()
    for number in range(MOST_GAMES):
        for event in random_game(TRADERS.setting(3), numbered("moves", number), start=start):
            if event.actor == DEALER or texts.span_of(event.action) in seen:
                continue
            told = int(rules.told(event.before, event.actor, event.action, SPECTATOR))
            before, after = (plain(new_view(TRADERS, s, SPECTATOR)) for s in (event.before, event.after))
            moved = set(TRADERS.change(before, after, event.actor, told).moved) if TRADERS.change else set()
            assert moved <= {piece.id for piece in TRADERS.scene(after, SPECTATOR).pieces()}
            assert moved or texts.span_of(event.action) not in moving
            seen.add(texts.span_of(event.action))
        if seen == {act.start for act in texts.ACTS.values()}:
            return
    assert seen == {act.start for act in texts.ACTS.values()}, "some kind of action was never played"


def test_traders_a_pick_is_what_is_asked_for_or_what_such_a_card_is_for() -> None:
    s = tables.table(["3 1 1", "2"], market="4")
    assert meant(TRADERS, s, ("seat0.hand.3.0",)) == ["play 3"]
    assert meant(TRADERS, s, ("seat0.hand.1.1",)) == ["play 1"]
    assert meant(TRADERS, s, ("market.4.0",)) == ["buy 4"]
    assert meant(TRADERS, s, ("done",)) == ["done"]
    assert meant(TRADERS, s, ("seat1.hand.0",)) == []
