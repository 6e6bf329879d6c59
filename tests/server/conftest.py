"""What tests of servers are given."""

from tests.server.buses import nats
from tests.server.database import database

__all__ = ["database", "nats"]
