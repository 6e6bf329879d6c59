"""Values of Card Game Traders with 2 seats, learned by self-play, in the place of play-outs.

`train` makes a network, `duel` lets a search that asks it play against a level. What came out of it stands in
docs/decisions/0008-bots.md; no level asks a network.
"""
