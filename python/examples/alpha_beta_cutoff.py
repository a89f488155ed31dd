"""Alpha-beta to a depth, with an evaluator of one's own, on a built-in game."""

import gametree


def centre(state):
    """The number of moves counts; so does who may move."""
    return len(state.moves()) * (1 if state.turn == 0 else -1)


found = gametree.search(gametree.position("connect4", "44"), "alphabeta", depth=4, evaluate=centre)
print(found.best, found.value, found.stop)
