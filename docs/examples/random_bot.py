"""A bot in a process of its own that chooses at random. Try it:

fairdeal duel caster 'cmd:python3 docs/examples/random_bot.py' random --games 60
"""

import json
import random
import sys


def choose(question: dict) -> str:
    """Choose one of the legal actions; this is the line to improve.

    The question also has your hand, the trick, points, everything that lies on the table, and all events so far.
    """
    return random.Random(question["seed"]).choice(question["legal"])


def main() -> None:
    """Read a message a line, and answer each question with a line."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "choose":
            print(json.dumps({"action": choose(message)}), flush=True)
        elif message["type"] == "over":
            print(f"The game is over: {message['scores']}.", file=sys.stderr)


if __name__ == "__main__":
    main()
