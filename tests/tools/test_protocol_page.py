"""docs/protocol.md says what the code says."""

from __future__ import annotations

import enum
import json
import re
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from fairdeal import client
from fairdeal.bots import messages
from fairdeal.errors import FairdealError
from fairdeal.play import events as ev
from fairdeal.play.table import Phase
from fairdeal.server import asks, protocol, sockets
from tools import docs, protocol_page
from tools.protocol_page import field_notes, in_words, parts

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
BOTS = PAGE.with_name("bot-protocol.md")


@pytest.mark.parametrize("path", [PAGE, BOTS], ids=lambda path: path.name)
def test_the_page_is_printed_from_the_code(path: Path) -> None:
    page = path.read_text("utf-8")
    assert docs.filled_protocol(page, path.name) == page, "run `make docs`"


def test_every_message_and_field_of_bots_is_in_their_page() -> None:
    page = BOTS.read_text("utf-8")
    for kind in (*messages.TOLD, *messages.SAID, *parts(messages.TOLD)):
        assert kind.__doc__
        assert kind.__doc__.splitlines()[0] in page
        for name in kind.__struct_fields__:
            assert f"| `{name}` |" in page
    assert f"This is `{messages.PROTOCOL}`." in page


def test_the_lines_that_the_page_of_bots_shows_are_such_lines() -> None:
    """Written by hand, with dots where there is more; the fields are those of the code, in its order."""
    [shown] = re.findall(r"^```\n(.*?)^```$", BOTS.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    kinds = {protocol_page.tag_of(kind): kind for kind in messages.TOLD}
    for line in shown.splitlines():
        document = json.loads(line.replace("[...]", "[]").replace("{...}", "{}"))
        if "type" in document:
            kind = kinds[document.pop("type")]
            assert list(document) == list(kind.__struct_fields__)
            msgspec.convert(document | {"type": protocol_page.tag_of(kind)}, kind)
        else:
            messages.read(line.encode())


def test_a_stale_page_is_found_and_written_anew(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    page = tmp_path / "protocol.md"
    page.write_text(PAGE.read_text("utf-8").replace("| `4008` |", "| `4007` |"), "utf-8")
    for check in (True, False):
        assert docs.refresh(check, tmp_path / "games") == ["docs/protocol.md"]
    assert docs.refresh(True, tmp_path / "games") == []
    assert page.read_text("utf-8") == PAGE.read_text("utf-8")


def test_every_table_stands_in_the_page() -> None:
    page = PAGE.read_text("utf-8") + BOTS.read_text("utf-8")
    for name in protocol_page.SECTIONS:
        assert page.count(f"<!-- table: {name} -->") == 1
    with pytest.raises(FairdealError, match="no table 'moods' of the protocol"):
        docs.protocol_table("moods")


def test_every_message_and_every_field_is_in_the_page() -> None:
    page = PAGE.read_text("utf-8")
    messages = (*asks.FROM_CLIENT, *protocol.FROM_SERVER)
    for message in messages:
        assert message.__doc__
        assert f"### `{protocol_page.tag_of(message)}`" in page
    for kind in (*messages, *parts(messages)):
        for name in kind.__struct_fields__:
            assert f"| `{name}` |" in page


def test_every_message_is_in_a_union() -> None:
    """A message that no union names could be neither decoded nor described."""
    ours = {
        kind
        for kind in (*vars(asks).values(), *vars(protocol).values())
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__struct_config__.tag is not None
        and not kind.__name__.startswith("_")
    }
    assert ours == {*asks.FROM_CLIENT, *protocol.FROM_SERVER}


def test_every_code_that_is_used_is_in_the_table() -> None:
    used = {value for name, value in vars(sockets).items() if name.isupper() and isinstance(value, int)}
    assert {code for code in used if 1000 <= code <= 1015 or 4000 <= code <= 4099} <= set(sockets.CLOSE_CODES)


NEVER_TOLD = {"opened", "linked", "dealt", "played", "said"}  # by a `table` message
MADE_BY_TIME = {"", "countdown", "limit"}


def test_every_kind_that_a_server_can_send_is_named() -> None:
    """`live` names a message after its event, and makes it a Kind, so another name could not even be sent."""
    events = {kind.__struct_config__.tag for kind in ev.Event.__args__}
    assert events - NEVER_TOLD | MADE_BY_TIME <= {kind.value for kind in protocol.Kind}
    assert all(field_notes(protocol.Kind)[kind.name] for kind in protocol.Kind)


def test_every_kind_and_every_phase_is_in_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for value in (*filter(None, protocol.Kind), *Phase):
        assert f"| `{value}` |" in page


def test_the_page_says_which_version_of_the_protocol_it_is() -> None:
    page = PAGE.read_text("utf-8")
    assert f"This is version {protocol.PROTOCOL} of the protocol." in page
    assert f"**{protocol.PROTOCOL}.** " in page
    assert client.PROTOCOL == protocol.PROTOCOL


def test_notes_of_fields_are_read_from_the_source() -> None:
    assert field_notes(protocol.ChairDoc)["nonce"] == "Told when all nonces are open."
    assert "seat" not in field_notes(protocol.ChairDoc)


def test_types_in_words() -> None:
    class Mood(enum.Enum):
        GOOD = "good"

    assert in_words(dict[str, int]) == "object: whole number by text"
    assert in_words(tuple[int, str]) == "list: whole number, text"
    assert in_words(Mood) == "`good`"
    assert in_words(asks.Digits) == "64 hexadecimal digits"
    assert in_words(asks.SeatNumber) == "whole number from 0 to 7"
    assert in_words(Annotated[tuple[int, ...], msgspec.Meta(max_length=3)]) == "list of whole number, at most 3 items"
    with pytest.raises(TypeError, match="no words"):
        in_words(bytes)
