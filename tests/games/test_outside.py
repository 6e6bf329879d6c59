"""Games from outside: of folders and packages; what is broken or clashes is one sentence, and the others go on."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairdeal import games
from fairdeal.authoring.writing import KINDS, check_name, templates, write_game
from fairdeal.errors import BadRecord, BrokenGame, FairdealError, UnknownGame
from fairdeal.games import outside
from fairdeal.lab.simulate import play_game
from fairdeal.play import records
from fairdeal.server.games import games_document
from tests.authoring.broken import forgotten

pytestmark = pytest.mark.no_cover


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    with forgotten():
        yield tmp_path


def written(home: Path, name: str, kind: str = "grid") -> Path:
    write_game(name, kind, home)
    return home / name


def test_a_game_in_a_named_folder_is_found_by_its_name(home: Path) -> None:
    with pytest.raises(UnknownGame):
        games.find("own_grid")
    outside.name_folders(written(home, "own_grid"))
    assert games.names() == (*games.NAMES, "own_grid")
    assert games.find("own_grid") in games.all_games()
    assert games.folder("own_grid") == home / "own_grid" / "own_grid"
    assert games.subject("own_grid").census is not games.subject("caster").census
    assert not games.troubles()


def test_a_folder_of_several_games_and_a_bare_package_are_folders_of_games(home: Path) -> None:
    written(home / "all", "one_of_all")
    bare = written(home, "bare_one") / "bare_one"
    outside.name_folders(home / "all", bare)
    assert {"one_of_all", "bare_one"} < set(games.names())
    assert games.find("bare_one").title == "Bare One"


def test_a_folder_without_a_game_is_refused(home: Path) -> None:
    with pytest.raises(BrokenGame, match="There is no game in "):
        outside.name_folders(home)


def test_an_installed_package_is_found_by_its_entry_point(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(home, "installed_one")
    entry = importlib.metadata.EntryPoint("installed_one", "installed_one:GAME", outside.GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [entry] if group == outside.GROUP else [])
    monkeypatch.syspath_prepend(str(folder))
    outside._found.cache_clear()
    assert games.find("installed_one").folder == folder / "installed_one"
    package = games.package("installed_one")
    assert package is not None
    assert package.root is None


def test_a_name_of_the_house_is_taken(home: Path) -> None:
    folder = written(home, "imposter")
    project = folder / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace('imposter = "', 'caster = "'), "utf-8")
    outside.name_folders(folder)
    assert games.find("caster").folder.parent.name == "games"
    (trouble,) = games.troubles()
    assert (
        str(trouble)
        == "The game caster of the package fairdeal-imposter is left out: fairdeal has a game of that name."
    )


def test_of_two_packages_with_one_name_the_first_is_played(home: Path) -> None:
    first, second = written(home / "1", "twice_there"), written(home / "2", "twice_there")
    outside.name_folders(first, second)
    assert games.find("twice_there").folder == first / "twice_there"
    assert [str(trouble) for trouble in games.troubles()] == [
        "The game twice_there of the package fairdeal-twice-there is left out: "
        "fairdeal-twice-there has a game of that name."
    ]


@pytest.mark.parametrize(
    ("file", "there", "instead", "sentence"),
    [
        (
            "rules.py",
            "SEATS = 3",
            "SEATS = 3 / 0",
            "loading it raises ZeroDivisionError: division by zero (rules.py, line",
        ),
        ("__init__.py", "GAME =", "PLAY =", "there is no Game called GAME in broken_one"),
        ("__init__.py", '    "broken_one",', '    "another",', "it calls itself 'another'"),
    ],
)
def test_a_broken_package_is_one_sentence_and_the_others_go_on(
    home: Path, file: str, there: str, instead: str, sentence: str
) -> None:
    folder = written(home, "broken_one")
    path = folder / "broken_one" / file
    path.write_text(path.read_text("utf-8").replace(there, instead), "utf-8")
    outside.name_folders(folder, written(home, "sound_one"))
    assert [game.name for game in games.all_games()] == [*games.NAMES, "sound_one"]
    (trouble,) = games.troubles()
    assert sentence in str(trouble)
    with pytest.raises(BrokenGame):
        games.find("broken_one")


def test_a_game_is_read_anew_after_an_edit(home: Path) -> None:
    folder = written(home, "edited_one")
    outside.name_folders(folder)
    before = games.find("edited_one")
    path = folder / "edited_one" / "rules.py"
    path.write_text(path.read_text("utf-8").replace("SEATS = 3", "SEATS = 2"), "utf-8")
    assert games.find("edited_one") is before
    games.reload("edited_one")
    assert (before.seat_counts[-1], games.find("edited_one").seat_counts[-1]) == (3, 2)


# --- records ---------------------------------------------------------------------------------------------------------


def test_a_record_names_the_package_and_its_data_and_replay_says_what_to_install(home: Path) -> None:
    folder = written(home, "noted_one")
    outside.name_folders(folder)
    game = games.find("noted_one").in_mode("interpreted")
    line = records.line(play_game(game.setting(), "noted", 1))
    package = json.loads(line)["package"]
    assert (package["name"], package["version"]) == ("fairdeal-noted-one", "0.1.0")
    games._known["noted_one"] = game
    assert records.read(line).is_over
    changed = json.loads(line) | {"package": {**package, "data": "00"}}
    with pytest.raises(BadRecord, match="made with other data of Noted One than here: install version"):
        records.read(json.dumps(changed))


def test_without_the_package_a_record_says_what_to_install(home: Path) -> None:
    record = {"format": records.FORMAT, "game": "far_away", "package": {"name": "far-away", "version": "2.1"}}
    with pytest.raises(BadRecord) as refused:
        records.read(json.dumps(record))
    assert refused.value.reason == (
        "The record is of far_away, which is not here: install version 2.1 of the package far-away, or name its folder "
        "with --from."
    )


def test_records_of_the_house_name_no_package() -> None:
    sitting = play_game(games.find("battle").in_mode("interpreted").setting(2), "house", 1)
    assert "package" not in records.document(sitting)


# --- new -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Red Seven", "A game's name is that of a Python module"),
        ("7red", "A game's name is that of a Python module"),
        ("class", "A game's name is that of a Python module"),
        ("caster", "There is a game caster already."),
        ("json", "There is a Python module json already"),
        ("fairdeal", "There is a Python module fairdeal already"),
    ],
)
def test_a_name_that_clashes_or_cannot_be_a_module_is_one_sentence_and_nothing_is_written(
    home: Path, name: str, sentence: str
) -> None:
    with pytest.raises(FairdealError, match=sentence):
        write_game(name, "blank", home)
    assert not list(home.iterdir())


def test_what_is_there_stays_as_it_is(home: Path) -> None:
    (home / "there").mkdir()
    with pytest.raises(FairdealError, match="is there already, and nothing was written"):
        check_name("there", home)
    with pytest.raises(FairdealError, match="There is no kind of game 'poker' to begin with"):
        write_game("new_one", "poker", home)
    assert [path.name for path in home.iterdir()] == ["there"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_all_files_and_no_gap_is_left(home: Path, kind: str) -> None:
    files = write_game(f"own_{kind}", kind, home)
    assert len(files) == len(templates("blank"))
    for file in files:
        assert "__NAME__" not in file.read_text("utf-8") + str(file)
        assert "__TITLE__" not in file.read_text("utf-8")


# --- what is derived of a game of few words ---------------------------------------------------------------------------


def test_the_cells_of_a_grid_are_picked_on_the_table(home: Path) -> None:
    outside.name_folders(written(home, "picked_grid"))
    game = games.find("picked_grid").in_mode("interpreted")
    s = game.setting(2).dealt()
    scene = game.scene(s, 0)
    assert [path.picks for path in scene.paths] == [(piece.id,) for piece in scene.zone("grid").pieces]
    assert scene.buttons == ()
    assert game.meant is not None
    assert game.meant(s, 0, ["cell5"]) == [game.words.action("lay 5")]
    assert game.change is not None
    before = s.copy()
    game.rules.play(s, 0, game.words.action("lay 5"))
    assert game.change(before, s, 0, game.words.action("lay 5")).moved == ()


def test_cards_are_spoken_of_by_their_names_and_painted_as_their_faces_are(home: Path) -> None:
    outside.name_folders(written(home, "spoken_grid"), written(home, "spoken_tricks", "tricks"))
    game = games.find("spoken_grid").in_mode("interpreted")
    setting = game.setting(2)
    s = setting.dealt()
    prompt = setting.catalogue(0).mark(game.words.prompt(s, 0))
    assert prompt.text == f"Lay number {int(s.open) + 1} in an empty cell."
    assert [(mark.suit, mark.piece) for mark in prompt.marks] == [("N", f"N{int(s.open) + 1}")]
    documents = {document.name: document for document in games_document().games}
    assert documents["spoken_grid"].paints == {"N": "B"}
    assert set(documents["spoken_tricks"].paints) == set(documents["spoken_tricks"].suits)
    assert documents["caster"].paints == {}


def test_a_deal_that_cannot_be_is_refused_without_names_of_a_data_file(home: Path) -> None:
    outside.name_folders(written(home, "dealt_grid"))
    game = games.find("dealt_grid")
    s = game.setting(2).new_state()
    with pytest.raises(FairdealError, match="N1 is dealt twice"):
        game.words.outcome(s, "deal N1 N1 N2 N3 N4 N5 N6 N7 N8")
