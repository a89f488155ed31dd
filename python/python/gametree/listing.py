"""What there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional, Union

from . import _native
from ._native import Position


def games() -> list[dict[str, Any]]:
    """The built-in games: name, form (with parameters), about, positions, example, players, chance,
    hidden, loops, and the searches that suit each best.

    >>> [game["name"] for game in games()][:3]
    ['tictactoe', 'mnk', 'cube']
    """
    return _native.games()


def searches() -> list[dict[str, Any]]:
    """The searches: name, paper, about, fits, games, and options with their defaults.

    >>> "alphabeta" in [search["name"] for search in searches()]
    True
    """
    return _native.searches()


def position(game: str, moves: Union[None, str, Iterable[str]] = None) -> Position:
    """A position of a built-in game, to look at and to play on from.

    ``moves`` is a text of the game's own (columns in connect4, a FEN in chess), or moves from the
    start. The position has the members of ``Game``, and can be searched as one.

    >>> position("nim:1,2").moves()
    ['1:1', '2:1', '2:2']
    """
    text: Optional[str]
    if moves is None or isinstance(moves, str):
        text = moves
    else:
        text = " ".join(moves)
    return _native.position(game, text)
