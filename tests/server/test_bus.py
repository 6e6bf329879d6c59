"""The bus with a real NATS: what is sent is heard, in whatever pieces it comes, and what is no NATS is left again."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.bus import Bus, Letter
from fairdeal.bus.link import BusLost, Link
from tools.engines import BusServer

WITHIN = 60.0  # seconds; far beyond what anything here takes


def run(main: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(WITHIN):
            await main

    asyncio.run(limited())


async def until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def two_at(url: str) -> AsyncIterator[tuple[Bus, Bus]]:
    first, second = Bus(url), Bus(url)
    try:
        for bus in (first, second):
            await bus.start()
        await until(lambda: first.is_connected and second.is_connected)
        yield first, second
    finally:
        for bus in (first, second):
            await bus.stop()


def test_messages_of_all_sizes_come_whole_and_in_order_and_are_counted(nats: BusServer) -> None:
    sent = [bytes([number]) * size for number, size in enumerate((0, 1, 60, 20_000, 1_000_000, 3, 300_000))]

    async def main() -> None:
        async with two_at(nats.url) as (here, there):
            heard: list[Letter] = []
            ear = await there.listen("to.*", heard.append)
            while not heard:  # until NATS knows who listens
                here.send("to.nobody", b"first")
                await asyncio.sleep(0.005)
            before = here.sent
            for data in sent:
                here.send("to.you", data, "me")
            await until(lambda: sum(letter.subject == "to.you" for letter in heard) == len(sent))
            assert heard[-len(sent) :] == [Letter(data, "to.you", "me") for data in sent]
            assert (here.sent - before, here.lost, there.heard) == (len(sent), 0, len(heard))
            ear.stop()

    run(main())


def test_who_sends_to_nobody_is_told_and_of_a_group_one_hears(nats: BusServer) -> None:
    async def main() -> None:
        async with two_at(nats.url) as (here, there):
            answers: list[Letter] = []
            heard: list[str] = []
            await here.listen("answers", answers.append)
            here.send("nobody", b"hello", "answers")
            await until(lambda: answers == [Letter(b"", "answers", "")])
            for name in ("one", "two"):
                await there.listen("work", lambda letter, name=name: heard.append(name), "group")  # type: ignore[misc]
            while len(heard) < 20:
                here.send("work", b"", "")
                await asyncio.sleep(0.005)
            assert set(heard) == {"one", "two"}
            assert there.heard == len(heard)

    run(main())


def test_a_wrong_password_and_what_is_no_nats_are_refused(nats: BusServer) -> None:
    async def main() -> None:
        with pytest.raises(BusLost, match="Authorization Violation"):
            await Link.to(f"nats://somebody:else@127.0.0.1:{nats.port}")

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"INFO this is no JSON\r\n")
            await reader.read()
            writer.close()

        async with await asyncio.start_server(talk, "127.0.0.1", 0) as other:
            with pytest.raises(BusLost, match="as NATS does"):
                await Link.to(f"nats://127.0.0.1:{other.sockets[0].getsockname()[1]}")

    run(main())


def test_a_nats_that_encrypts_is_believed_by_its_certificate_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    server = BusServer("--tls", "--tlscert", str(certificate), "--tlskey", str(key))

    async def main() -> None:
        url = server.url.replace("nats://", "tls://").replace("127.0.0.1", "localhost")
        with pytest.raises(ssl.SSLCertVerificationError):
            await Link.to(url)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        async with two_at(url) as (here, there):
            heard: list[Letter] = []
            await there.listen("secret", heard.append)
            while not heard:
                here.send("secret", b"x" * 100_000)
                await asyncio.sleep(0.05)
            assert heard[0].data == b"x" * 100_000

    try:
        server.start()
        run(main())
    finally:
        server.kill()


def test_a_bus_that_is_gone_is_left_and_found_again(nats: BusServer) -> None:
    async def main() -> None:
        async with two_at(nats.url) as (here, there):
            lost: list[str] = []
            heard: list[Letter] = []
            here.when_lost.append(lambda: lost.append("here"))
            await there.listen("again", heard.append)
            with nats.halted():
                await until(lambda: lost)
                assert not here.is_connected
                here.send("again", b"lost")
                assert here.lost == 1
            while not heard:
                here.send("again", b"found")
                await asyncio.sleep(0.05)
            assert {letter.data for letter in heard} == {b"found"}

    run(main())


SAID = (
    b"MSG a 1 5\r\nhello\r\n"
    b"PING\r\n"
    b"MSG a.b 1 back 0\r\n\r\n"
    b"HMSG a 1 back 12 17\r\nNATS/1.0\r\n\r\nthere\r\n"
    b"MSG a 2 4\r\nnone\r\n"
    b"HMSG a 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n"
)
MEANT = [Letter(b"hello", "a", ""), Letter(b"", "a.b", "back"), Letter(b"there", "a", "back"), Letter(b"", "a", "")]


class Deaf(asyncio.Transport):
    """Takes what is written, and nothing comes of it."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass


@given(cuts=st.lists(st.integers(0, len(SAID)), max_size=8))
def test_however_it_is_cut_into_pieces_the_same_is_heard(cuts: list[int]) -> None:
    heard: list[Letter] = []

    async def main() -> None:
        link = Link("nats://127.0.0.1")
        link.connection_made(Deaf())
        link.subscribe("a.>", heard.append)
        places = [0, *sorted(cuts), len(SAID)]
        for start, end in itertools.pairwise(places):
            link.data_received(SAID[start:end])

    asyncio.run(main())
    assert heard == MEANT
