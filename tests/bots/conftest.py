"""What tests of bots are given."""

from tests.server.buses import nats

__all__ = ["nats"]
