"""What a designer asks of a game: a run of many games in a folder, and a report of them."""
