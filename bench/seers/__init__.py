"""What a player may imagine who sees every hand: the true world, with only what nobody can know left open."""
