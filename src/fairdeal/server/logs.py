"""How the log is written: a line of text each, or one of JSON for programs that collect such lines."""

from __future__ import annotations

import datetime
import logging
import sys
from typing import Literal

import msgspec

from fairdeal.failures import places

Style = Literal["text", "json"]

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """Writes a record as an object in one line; of an error its places, for its text may quote a card or a secret."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "message": record.getMessage()}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["places"] = "".join(places(error))
        return msgspec.json.encode(line).decode()


def write_log(style: Style, level: str = "WARNING") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else logging.Formatter(TEXT))
    logging.basicConfig(handlers=[handler], level=level)
