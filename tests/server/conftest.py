"""What tests of servers are given."""

from tests.server.database import database

__all__ = ["database"]
