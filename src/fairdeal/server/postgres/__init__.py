"""Everything that servers keep, in a database of PostgreSQL, which several of them may share."""
