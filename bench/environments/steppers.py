"""Environments of others and ours, stepped at random; run by an interpreter that has the one library it needs.

It reads lines `CONTESTANT SECONDS` and answers each with how many steps it took and in how much CPU time. Whoever is
named for the first time is set up and warmed up before its time begins. Nothing of Fairdeal is imported unless it is
asked for.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Run = Callable[[], int]
"""Take a portion of steps; give how many."""

PORTION = 500  # steps between two looks at the clock where there is one table
LOOPS = 10  # of all tables where there are many
TABLES = 4096


def fairdeal_vector(game: str, seats: int, dtype: str) -> Run:
    from fairdeal import learn

    tables = learn.vector(game, TABLES, seats=seats, dtype=dtype, seed="bench")

    def run() -> int:
        for _ in range(LOOPS):
            tables.step(tables.random_actions())
        return LOOPS * TABLES

    return run


def fairdeal_zoo(game: str, seats: int) -> Run:
    from fairdeal.learn.zoo import SeatsInTurn

    return zoo(SeatsInTurn(game, seats=seats))


def zoo(env: Any) -> Run:
    """Step an AEC environment of PettingZoo: the agent is observed, and a legal action drawn from its mask."""
    luck = random.Random(0)
    env.reset(seed=0)

    def run() -> int:
        done = 0
        while done < PORTION:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            mask = seen["action_mask"]
            env.step(luck.choice([action for action, legal in enumerate(mask.tolist()) if legal]))
            done += 1
        return done

    return run


def pettingzoo(game: str) -> Run:
    import importlib

    return zoo(importlib.import_module(f"pettingzoo.classic.{game}").env())


def open_spiel(game: str) -> Run:
    """Step a game of OpenSpiel: the tensor of who acts is made; chance counts as a part of the step before it."""
    import numpy as np
    import pyspiel

    luck, found = random.Random(0), pyspiel.load_game(game)
    states = [found.new_initial_state()]

    def run() -> int:
        done = 0
        while done < PORTION:
            if states[0].is_terminal():
                states[0] = found.new_initial_state()
            state = states[0]
            if not state.is_chance_node():
                np.asarray(state.information_state_tensor(), np.float32)
                done += 1
            state.apply_action(luck.choice(state.legal_actions()))
        return done

    return run


def rlcard(game: str) -> Run:
    """Step an environment of RLCard: the state of who acts is extracted, its legal actions with it."""
    import rlcard

    luck, env = random.Random(0), rlcard.make(game, {"seed": 0})
    states = [env.reset()[0]]

    def run() -> int:
        for _ in range(PORTION):
            if env.is_over():
                states[0] = env.reset()[0]
            states[0], _ = env.step(luck.choice(list(states[0]["legal_actions"])))
        return PORTION

    return run


def pgx(game: str) -> Run:
    """Step many tables of Pgx in one compiled call, each begun anew when it is over."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(game)
    step = auto_reset(env.step, env.init)

    def loops(state: Any, key: Any) -> Any:
        def one(kept: Any, key: Any) -> Any:
            choose, play = jax.random.split(key)
            logits = jnp.where(kept.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(choose, logits, axis=-1)
            after = jax.vmap(step)(kept, actions, jax.random.split(play, TABLES))
            return after, after.observation.reshape(TABLES, -1)[:, 0].sum()

        return jax.lax.scan(one, state, jax.random.split(key, LOOPS))

    keys, compiled = [jax.random.PRNGKey(0)], jax.jit(loops)
    states = [jax.jit(jax.vmap(env.init))(jax.random.split(keys[0], TABLES))]

    def run() -> int:
        keys[0], key = jax.random.split(keys[0])
        states[0], _ = jax.block_until_ready(compiled(states[0], key))
        return LOOPS * TABLES

    return run


def contestants() -> dict[str, Callable[[], Run]]:
    """Give all by their names; whether their library is here shows when they are set up."""
    return {
        "fairdeal caster uint8": lambda: fairdeal_vector("caster", 4, "uint8"),
        "fairdeal caster float32": lambda: fairdeal_vector("caster", 4, "float32"),
        "fairdeal battle uint8": lambda: fairdeal_vector("battle", 2, "uint8"),
        "fairdeal caster aec": lambda: fairdeal_zoo("caster", 4),
        "open_spiel oh_hell": lambda: open_spiel("oh_hell(players=4,num_tricks_fixed=10)"),
        "open_spiel leduc": lambda: open_spiel("leduc_poker"),
        "pgx leduc": lambda: pgx("leduc_holdem"),
        "pgx sparrow_mahjong": lambda: pgx("sparrow_mahjong"),
        "rlcard uno": lambda: rlcard("uno"),
        "rlcard leduc": lambda: rlcard("leduc-holdem"),
        "pettingzoo texas": lambda: pettingzoo("texas_holdem_v4"),
        "pettingzoo leduc": lambda: pettingzoo("leduc_holdem_v4"),
    }


def main() -> None:
    made: dict[str, Run] = {}
    for line in sys.stdin:
        name, _, seconds = line.strip().rpartition(" ")
        if name not in made:
            made[name] = contestants()[name]()
            made[name]()  # whatever is compiled is compiled now
        began, steps = time.process_time(), 0
        while (spent := time.process_time() - began) < float(seconds):
            steps += made[name]()
        print(json.dumps({"steps": steps, "seconds": spent}), flush=True)


if __name__ == "__main__":
    main()
