"""One search of one position, and its exact value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _native
from ._subject import AnyGame, AnyPosition, Evaluate, limits, subject


@dataclass(frozen=True)
class SearchResult:
    """What a search found: the fields of ``gametree search --json``.

    Moves are texts; those of a game written in Python are its own objects.
    """

    #: The name of the game.
    game: str
    #: The search.
    search: str
    #: The move to play; None where the game is over or chance moves.
    best: Any
    #: The first player's value: points, or plus or minus (1,000,000 - plies) for a win or loss.
    value: Union[int, float]
    #: The same for people: of several players, what each may expect.
    value_text: str
    #: win, draw, loss or ? for the mover, when certain.
    outcome: Optional[str]
    #: Plies to the win or loss.
    plies: Optional[int]
    #: The expected line of play, up to the next move of chance.
    line: list[Any]
    #: Whether the value is the game's true one.
    proven: bool
    #: Why the search ended: done, depth, nodes, moves, time, memory, asked.
    stop: str
    #: The depth searched completely; None where it was not bounded.
    depth: Optional[int]
    #: Positions visited.
    nodes: int
    #: Calls of the evaluator.
    evaluations: int
    #: Calls of the move operator.
    moves: int
    #: Time on the clock.
    seconds: float
    #: Speed.
    nodes_per_second: int
    #: What each player may expect, in games with chance, several players or hidden cards.
    values: Optional[list[Union[int, float]]] = None
    #: What each move is worth to the player who acts: a list of {"move": ..., "value": ...}.
    move_values: Optional[list[dict[str, Any]]] = None
    #: Worlds searched, where something is hidden.
    worlds: Optional[int] = None


@dataclass(frozen=True)
class Solution:
    """The exact value of a position: the fields of ``gametree solve --json``."""

    #: The name of the game.
    game: str
    #: win, draw, loss or ? for the mover; None where values are real numbers or points.
    outcome: Optional[str]
    #: The mover's score, as the game counts; None where a limit came first.
    score: Union[None, int, float]
    #: Plies to the win or loss.
    plies: Optional[int]
    #: What each player gets with best play, where values are real numbers.
    values: Optional[list[Union[int, float]]]
    #: Every move that keeps the value.
    best: list[Any]
    #: Whether the position is solved.
    proven: bool
    #: done, or the limit that came first.
    stop: str
    #: Positions visited.
    nodes: int
    #: Time on the clock.
    seconds: float
    #: Remarks.
    note: str


def search(
    game: AnyGame,
    search: Optional[str] = None,
    *,
    position: Optional[AnyPosition] = None,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    moves: Optional[int] = None,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
    seed: int = 1,
    evaluate: Optional[Evaluate] = None,
) -> SearchResult:
    """Searches a position.

    ``game`` is a name, a tree as text, a ``Position``, or a state of a game of your own (``Game``).
    ``search`` is ``NAME[:key=value,...]``, as in ``"minmax:p=3"``; by default the search that suits
    the game best. ``position`` is a text of the game's own or a list of moves.

    Limits: plies, positions visited, calls of the move operator, time, bytes. Where none is given,
    small games and those written in Python are searched to the end, for ten seconds at most, and
    others for a second: ``stop`` tells.

    ``evaluate`` values states of a game written in Python, or positions of ``gametree.position(name)``,
    where the search stops.

    >>> search("tictactoe", search="alphabeta").value
    0
    """
    given = limits(depth, nodes, moves, seconds, memory)
    of = subject(game, position, evaluate, seed)
    return SearchResult(**_native.search(of, search, given))


def solve(
    game: AnyGame,
    *,
    position: Optional[AnyPosition] = None,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
) -> Solution:
    """The exact value of a position, and every move that keeps it, for as long as it takes.

    >>> solve("nim:3,4,5").best
    ['1:2']
    """
    given = limits(None, nodes, None, seconds, memory)
    return Solution(**_native.solve(subject(game, position), given))
