"""Which leaves does alpha-beta prune? The steps in words; `steps` draws itself in a notebook."""

import gametree

steps = gametree.explain("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))", "alphabeta")
print(steps.summary)
print([cut["node"] for cut in steps.pruned])
