"""Monte Carlo tree search against alpha-beta, one game of connect four."""

import gametree

last, moves = gametree.play("connect4", "mcts", "alphabeta", nodes=2000, seed=3)
print(last)
print(" ".join(moves), "for the first player:", last.outcome())
