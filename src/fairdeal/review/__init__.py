"""Was it luck, or was it me? What a finished game says of its players, and of chance."""
