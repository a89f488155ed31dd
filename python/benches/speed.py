"""How fast is full minimax of tic-tac-toe? The built-in game, the same rules written in Python, and plain
Python: minimax as textbooks print it, on the same class.

    python python/benches/speed.py [--aima]

With --aima also the textbook's own code, from the package aima3 (``pip install aima3``).
"""

import sys
import time
from pathlib import Path

import gametree

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from tictactoe import TicTacToe  # noqa: E402

VALUES = {gametree.WIN: 1, gametree.DRAW: 0, gametree.LOSS: -1}


def minimax_value(state):
    """The value for the first player, as a textbook defines it."""
    outcome = state.outcome()
    if outcome is not None:
        return VALUES[outcome]
    best = max if state.turn == 0 else min
    return best(minimax_value(state.play(move)) for move in state.moves())


def seconds(work, repeat=1):
    """The least time of a few, of the processor: other programs do not count."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def aima():
    """The textbook's minimax on its own tic-tac-toe."""
    from aima3 import games

    game = games.TicTacToe()
    return seconds(lambda: games.minimax_decision(game.initial, game))


def main():
    rows = [
        ("built-in", seconds(lambda: gametree.search("tictactoe", "minimax"), 5)),
        ("game in Python", seconds(lambda: gametree.search(TicTacToe(), "minimax"), 5)),
        ("plain Python", seconds(lambda: minimax_value(TicTacToe()))),
    ]
    if "--aima" in sys.argv:
        rows.append(("aima3", aima()))
    print("full minimax of tic-tac-toe, 549,946 positions")
    for name, time_of_it in rows:
        factors = "  ".join(f"{other / time_of_it:8.1f} x {peer}" for peer, other in rows[2:])
        print(f"{name:>15} {time_of_it:8.3f} s  {factors}")


if __name__ == "__main__":
    main()
