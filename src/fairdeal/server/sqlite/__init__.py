"""Everything that a server keeps, in one file of SQLite."""
