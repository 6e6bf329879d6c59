"""What is typed means what stands on the screen: letters, names, Tab and the question mark."""

from __future__ import annotations

import pytest

from fairdeal import games
from fairdeal.contract.game import Game
from fairdeal.engine.chance import numbered
from fairdeal.errors import Unreadable
from fairdeal.play.sitting import Sitting
from fairdeal.terminal.completing import completions, longest_beginning
from fairdeal.terminal.keyboard import Happening, Typing
from fairdeal.terminal.menu import is_lettered, labels, menu
from fairdeal.terminal.palette import Pen
from fairdeal.terminal.typed import COMMANDS, arguments_of, find_action
from tests.terminal.keys import Job, has
from tests.terminal.scenes import FIRST
from tests.terminal.test_live import begun, live
from tests.terminal.test_play import dealt, drawn_t14, screens, table, typed

MOST_LISTED = 1000

# --- letters ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_no_letter_of_a_list_is_the_name_of_a_card_or_a_command(game: Game) -> None:
    letters = set(labels(MOST_LISTED))
    texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
    assert letters.isdisjoint({arguments_of(text) for text in texts} | {text.casefold() for text in texts})
    assert letters.isdisjoint(COMMANDS)


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_each_letter_of_a_list_does_what_stands_behind_it_and_each_name_itself(game: Game) -> None:
    """In positions of a whole random game: a letter means its action, and a name that one action has means that one."""
    sitting, rng = Sitting(game.setting()), numbered("letters", 0)
    texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
    seen = 0
    while not sitting.is_over:
        legal = sitting.legal(0)[:60]
        names = [arguments_of(texts[action]) for action in legal]
        letters = labels(len(legal))
        for action, letter, name in list(zip(legal, letters, names, strict=True))[::7]:
            assert find_action(letter, texts, legal, letters) == action
            assert find_action(texts[action].upper(), texts, legal, letters) == action
            if name and names.count(name) == 1:
                assert find_action(name, texts, legal, letters) == action
            seen += 1
        sitting.random_step(rng)
    assert seen > 5


def packet(*kinds: int) -> tuple[list[str], list[int]]:
    """The actions of Traders, and those that draft these kinds."""
    game = games.find("traders")
    texts = [game.words.text(action) for action in range(game.rules.ACTIONS)]
    return texts, [texts.index(f"draft {kind}") for kind in kinds]


def test_in_traders_4_is_card_4_whatever_stands_in_the_fourth_place() -> None:
    texts, legal = packet(1, 2, 4, 6)
    letters = labels(len(legal))
    assert menu([texts[action] for action in legal], Pen(80)) == ["draft  a) 1   b) 2   c) 4   d) 6"]
    found = find_action("4", texts, legal, letters)
    assert found is not None
    assert texts[found] == "draft 4"
    assert texts[find_action("d", texts, legal, letters) or 0] == "draft 6"


def test_a_kind_that_is_not_there_is_refused_and_does_nothing_else() -> None:
    sitting, rng = Sitting(games.find("traders").setting(2)), numbered("refused", 0)
    while not sitting.legal(0):
        sitting.random_step(rng)
    there = {text.split(" ")[1] for text in sitting.legal_texts(0)}
    missing = next(kind for kind in "1234567" if kind not in there)
    before = len(sitting.events)
    shown = typed(sitting, missing)
    assert len([event for event in sitting.events[before:] if event.seat == 0]) == 0
    assert "(§" in shown.rpartition(f"draft  a) {sorted(there)[0]}")[2]


def test_who_may_mean_several_is_asked() -> None:
    texts = ["swap meta 4", "swap market 4", "pass"]
    with pytest.raises(Unreadable, match=r"^'4' may mean swap meta 4 or swap market 4: write which\.$"):
        find_action("4", texts, [0, 1, 2], "abc")
    many = [f"swap meta {kind} hand 4" for kind in range(9)]
    with pytest.raises(Unreadable, match=r"hand 4, or others: write which\.$"):
        find_action("4", many, list(range(9)), labels(9))
    with pytest.raises(Unreadable, match=r"^'b' may mean take C or take B: write which\.$"):
        find_action("b", ["take A", "take C", "take B"], [0, 1, 2], "abc")  # a deck with such cards


def test_a_list_without_letters_knows_none_until_all_are_listed() -> None:
    sitting = drawn_t14()
    assert not is_lettered(sitting.legal_texts(0))
    shown = typed(sitting, "a")
    assert "This list has no letters; all lists every action with one." in shown
    assert len(sitting.events) == 5
    first = sitting.game.words.text(sitting.legal(0)[0])
    typed(sitting, *FIRST)
    assert sitting.events[5].action == first


# --- Tab -------------------------------------------------------------------------------------------------------------

LEGAL = ["play R7", "play R10", "pass"]
KNOWN = [*LEGAL, "play B3", "give R7"]
NUMBERS = {"show": ["1", "2"], "turn": []}


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("", LEGAL),
        ("P", LEGAL),
        ("pl", ["play R7", "play R10"]),
        ("r1", ["R10"]),
        ("h", ["hint", "help"]),
        ("why", ["why "]),
        ("why pl", ["why play R7", "why play R10", "why play B3"]),
        ("TRY r", ["try R7", "try R10"]),
        ("show ", ["show 1", "show 2"]),
        ("turn ", []),
        ("nonsense", []),
    ],
)
def test_a_beginning_may_become_commands_actions_and_cards(line: str, lines: list[str]) -> None:
    assert completions(line, LEGAL, KNOWN, NUMBERS) == lines


def test_what_several_lines_share_is_typed_by_tab() -> None:
    assert longest_beginning(["play R7", "play R10"]) == "play R"
    assert longest_beginning([]) == ""
    typing = Typing()
    assert typing.add("dr\tx") is Happening.ASKED
    assert typing.text == "dr"


def test_tab_completes_at_a_live_table_and_then_says_what_may_follow() -> None:
    sitting = begun()
    live(sitting, "pla", "\t", "90 3,2", "\r", 0.1)
    assert [event.action for event in sitting.events if event.seat == 0][2] == "place 90 2,1"
    assert any("> rules" in screen for screen in live(begun(), "rul", "\t", 0.1)[1])
    assert any("May follow: hint, help." in screen for screen in live(begun(), "h", "\t", 0.1)[1])


# --- the question mark -----------------------------------------------------------------------------------------------


def test_a_question_mark_says_what_can_be_typed_now_and_what_it_does() -> None:
    shown = typed(dealt(), "?")
    told = shown.rpartition("> ")[2]
    assert "a) play R0  " in told
    assert "why ACTION" in told
    assert "turn [N]" not in told
    assert "undo" not in told
    shown = typed(drawn_t14(), "?")
    assert "turn [N]" in shown
    assert "a letter" not in shown


def test_the_menu_of_the_battle_says_what_an_attack_takes() -> None:
    sitting, rng = Sitting(games.find("battle").setting(2)), numbered("takes", 0)
    while not sitting.legal(0):
        sitting.random_step(rng)
    [first] = screens(sitting, "quit")
    words, catalogue = sitting.game.words, sitting.setting.catalogue(0)
    legal = sitting.legal(0)
    for letter, action in zip(labels(len(legal)), legal, strict=True):
        [line] = [line[43:] for line in first if line[43:].startswith(f"{letter}) ")]
        assert arguments_of(words.text(action)).upper() in line
        _, number, target, against = words.meeting(sitting.view(0), action)  # type: ignore[attr-defined]
        assert f" {number} › {'–' if against < 0 else against} takes ({sitting.state.options.worth[target]}) " in line
        name = catalogue.value(words.name_of(target))  # type: ignore[attr-defined]
        assert line.rpartition(") ")[2].rstrip("…") in name
    assert len(first) <= 25
    shown = typed(sitting, "all", "?", "help")
    assert "captures" in shown
    assert "+ can be taken   = may attack" in shown, "not what the signs mean in other games"


# --- at a real terminal ----------------------------------------------------------------------------------------------


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that only have to be started begin sooner in plain Python."""
    monkeypatch.setenv("FAIRDEAL_MODE", "interpreted")


PLAY = ("-m", "fairdeal", "play", "--against", "random", "--seed", "typing", "--no-opening")


@pytest.mark.usefixtures("quick_start")
def test_tab_and_the_question_mark_at_a_terminal() -> None:
    with Job(*PLAY, "caster", "--option", "rounds=1") as job:
        job.await_text("Type help for help.")
        job.await_screen(lambda screen: screen[-1].startswith(">"))
        job.type("?\r")
        job.await_screen(has("complete a command, an action or a card", ""))
        job.type("wh\t")
        job.await_text("> why ")
        job.type("play R14\r")
        job.await_screen(has("R14 is not in play", ""))
        job.type("pl\t")
        job.await_screen(lambda screen: screen[-1].startswith("> play"))
        job.written = ""
        job.type("\t\t")
        job.await_text("play G")
        job.type("\x15quit\r")
        assert job.heard() == "0"


@pytest.mark.usefixtures("quick_start")
def test_typing_4_drafts_card_4_at_a_terminal() -> None:
    def is_there(screen: list[str]) -> bool:
        return any(line.startswith("draft") for line in screen) and screen[-1].startswith(">")

    with Job(*PLAY, "traders") as job:
        screen = job.await_screen(is_there)
        kinds = [cell.partition(" ")[0] for cell in next(line for line in screen if "draft" in line).split(") ")[1:]]
        job.type(f"{kinds[-1]}\r")
        job.await_text(f"You take card {kinds[-1]}")
        job.type("quit\r")
        assert job.heard() == "0"


@pytest.mark.usefixtures("quick_start")
def test_tab_at_a_live_terminal() -> None:
    with Job(*PLAY, "coast", "--seats", "2", "--beat", "100") as job:
        job.await_screen(has("Lay your cities", ""))
        job.type("arr\t")
        job.await_screen(has("Lay your cities", "arrange C"))
        job.type("\t")
        job.await_text("May follow: arrange C1 C2 C3")
        job.type("\x15")
        job.type("?\r")
        job.await_text("complete a command, an action or a card")
        job.type("\x03")
        assert job.heard() == "130"


def test_a_tall_terminal_shows_more_of_the_story() -> None:
    lines = ["a"] * 6
    small, tall = (screens(dealt(), *lines, "quit", height=height)[-1] for height in (24, 50))
    told = [[line for line in screen if line.startswith(("You play", "Seat"))] for screen in (small, tall)]
    assert len(small) <= 25
    assert 35 < len(tall) <= 51
    assert len(told[1]) > len(told[0]) + 10
    assert set(told[0]) <= set(told[1])


def test_what_beats_what_is_said_as_in_the_browser() -> None:
    """An arrow goes from what beats to what is beaten, as the browser draws it: each beats the one before it."""
    [first] = screens(dealt(), "quit")
    assert "Trump ring  R ← B ← Y ← E ← G ← R  An arrow means: beats" in first
    sitting = dealt()
    sitting.play(0, "play R3")
    sitting.play(1, sitting.legal_texts(1)[0])
    person, out = table(sitting, ["quit"], seat=2)
    person.run()
    assert "Trump ring  R led ← B trump ← Y ← E ← G ← R  blue beats red\n" in out.getvalue()
