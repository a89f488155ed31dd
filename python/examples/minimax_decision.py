"""The minimax decision of a textbook tree, and what alpha-beta saves."""

import gametree

TREE = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))"

for search in ("minimax", "alphabeta"):
    found = gametree.search(TREE, search)
    print(search, found.best, found.value, found.evaluations)
