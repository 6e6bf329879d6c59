"""A game on paper: its cards and tiles on sheets to be cut, and its rulebook as a booklet."""
