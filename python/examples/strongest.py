"""Which of two searches is stronger? A match with both colours, and its Elo."""

import gametree

report = gametree.match("connect4", "alphabeta", "random", games=20, nodes=500, seed=2)
print(report["wins"], report["draws"], report["losses"], report["elo_low"])
