"""The browser client's types are those of the server."""

from __future__ import annotations

from fairdeal import scene
from fairdeal.server import protocol, typescript


def test_the_types_of_the_browser_client_are_up_to_date() -> None:
    assert typescript.PAGE.read_text("utf-8") == typescript.page(), "run `python -m fairdeal.server.typescript`"


def test_every_message_has_its_type() -> None:
    page = typescript.page()
    for kind in (*protocol.FROM_CLIENT, *protocol.FROM_SERVER):
        assert f"export interface {typescript.name_of(kind)} " in page


def test_texts_are_rendered_before_they_leave_the_server() -> None:
    assert typescript.written(scene.Text) == "string"
