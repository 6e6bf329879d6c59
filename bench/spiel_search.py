"""OpenSpiel's information-set search as a program of its own, because it can crash: JSON lines in, JSON lines out.

A line `{"histories": [[...], ...], "iterations": 1000, "seed": 1, "c": 10.0}` holds positions of Oh Hell as OpenSpiel's
actions from the start, chance included. The answer has the action chosen in each and the CPU seconds of the searches.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pyspiel


def answer(game: Any, asked: dict[str, Any]) -> dict[str, Any]:
    evaluator = pyspiel.RandomRolloutEvaluator(1, asked["seed"])
    bot = pyspiel.ISMCTSBot(
        asked["seed"],
        evaluator,
        asked["c"],
        asked["iterations"],
        -1,  # a new world for every iteration
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    states = [state_after(game, history) for history in asked["histories"]]
    began = time.process_time()
    actions = [bot.step(state) for state in states]
    return {"actions": actions, "seconds": time.process_time() - began}


def state_after(game: Any, history: list[int]) -> Any:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


def main(name: str) -> None:
    game = pyspiel.load_game(name)
    for line in sys.stdin:
        print(json.dumps(answer(game, json.loads(line))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
