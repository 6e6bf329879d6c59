"""What speaks for an attack, and that it is true."""

from __future__ import annotations

from fairdeal.contract.game import list_legal
from fairdeal.games.battle import GAME, rules, words
from fairdeal.kit.words import number_of
from tests.games.battle.grids import card, laid, meeting, own, setting
from tests.games.speaking import said, spoken


def test_8_an_attack_says_what_it_captures_and_by_which_numbers() -> None:
    options = own(card("Wolf", L=5, R=7), card("Lamb", L=2, R=9), card("Bear", [6], L=8))
    s = laid(". . . 1 2 3 . . .", "4 5", **options)
    assert said(GAME, s, 0, "attack 4 R", setting(**options)) == [
        "Wolf captures Lamb (centre) for 11 points, 7 over 2 (§8)",
        "of what lies there, the next seat takes Wolf (12 points) at best",
    ]
    assert said(GAME, s, 0, "attack 5 R", setting(**options)) == [
        "Lamb captures Bear (middle right) for 14 points, 9 over 8 (§8)",
        "of what lies there, the next seat can take nothing",
    ]


def test_10_the_last_attack_is_said_to_end_the_game() -> None:
    s = meeting("R", card("Wolf", R=7), card("Lamb", R=2))
    options = own(card("Wolf", R=7), card("Lamb", R=2))
    assert said(GAME, s, 0, "attack 5 R", setting(**options)) == [
        "Wolf captures Lamb (middle right) for 2 points, 7 over no number (§8)",
        "no attack is left then, and the game ends (§10)",
    ]


def test_what_is_said_of_an_attack_is_what_happens() -> None:
    checked = set()
    for case in spoken(setting(3), 3):
        reasons, target = case.reasons, words.target_of(case.action)
        checked |= set(reasons)
        captured = int(case.before.grid[target])
        facts = reasons.get("captures") or reasons["captures_none"]
        assert case.after.taken[captured] == case.seat
        assert facts["points"] == words.worth_of(case.before, captured)
        fresh = int(case.after.grid[rules.cell_of(case.action)])
        attacks = list_legal(rules, case.after, int(case.after.turn))
        old = [attack for attack in attacks if case.after.grid[rules.cell_of(attack)] != fresh]
        prey = {int(case.after.grid[words.target_of(attack)]) for attack in old} - {fresh}
        assert ("quiet" in reasons or "ends" in reasons) == (not prey)
        assert ("ends" not in reasons) or case.after.phase == rules.OVER
        if prey:
            best = max(int(case.before.options.worth[number]) for number in prey)
            assert reasons["open"]["points"] == number_of("points", best)
            assert ("safe" in reasons) == (int(case.after.grid[target]) not in prey)
    assert {"captures", "captures_none", "open", "safe", "ends"} <= checked
