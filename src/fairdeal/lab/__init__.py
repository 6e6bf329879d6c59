"""Games in bulk: simulation and what is learned from it."""
