"""How the network of Card Game Traders is learned by self-play; docs/decisions/0008-bots.md has what came of it."""
