"""Game-tree search: every classic algorithm on built-in games and on your own.

>>> import gametree
>>> gametree.search("tictactoe", search="alphabeta").value
0
>>> gametree.search("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").best
'A'

A game is the name of a built-in one (``games()`` lists them), a tree as text, a ``Position``, or an
object of a class of your own with five members (see ``Game``):

=============  ===================================================================
``turn``       who moves, 0 or 1
``moves()``    the legal moves, any hashable objects
``play(m)``    the state after a move; the state itself does not change
``outcome()``  None while the game goes on; then WIN, LOSS, DRAW or a number
``key``        optional: what makes states equal, if the state itself is not hashable
=============  ===================================================================

All values are the first player's.
"""

from ._native import Position, __version__
from .explanation import Explanation, explain
from .game import DRAW, LOOP, LOSS, WIN, Game
from .listing import games, position, searches
from .matches import match, play
from .project import Project, open_project, projects
from .searching import SearchResult, Solution, search, solve

__all__ = [
    "DRAW",
    "LOOP",
    "LOSS",
    "WIN",
    "Explanation",
    "Game",
    "Position",
    "Project",
    "SearchResult",
    "Solution",
    "__version__",
    "explain",
    "games",
    "match",
    "open_project",
    "play",
    "position",
    "projects",
    "search",
    "searches",
    "solve",
]
