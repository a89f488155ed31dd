"""Matches of searches, and single games of players."""

from __future__ import annotations

import random
from typing import Any, Callable, Optional, Sequence, Union

from . import _native
from ._subject import AnyGame, Evaluate, limits, subject
from .listing import position
from .searching import search

#: A search by name, or a function that takes a state and returns a move.
Player = Union[str, Callable[[Any], Any]]


def match(
    game: AnyGame,
    a: str,
    b: str,
    *,
    games: Optional[int] = None,
    openings: str = "auto",
    sprt: Optional[str] = None,
    max_plies: Optional[int] = None,
    workers: int = 1,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    moves: Optional[int] = None,
    seconds: Optional[float] = None,
    memory: Optional[int] = None,
    seed: int = 1,
    evaluate: Optional[Evaluate] = None,
) -> dict[str, Any]:
    """Two searches play each other, every opening with both colours: the fields of ``gametree match
    --json``, in the view of ``a``: wins, losses, draws, elo, elo_low, elo_high, llr, verdict, ...

    The limits are for a move; one is needed. ``openings`` is ``plies:N`` (all lines of N plies),
    ``random:N`` or a file; ``sprt`` is ``"ELO0,ELO1"``, a sequential test that ends the match.
    """
    given = limits(depth, nodes, moves, seconds, memory)
    terms = {
        "games": games,
        "openings": openings,
        "sprt": sprt,
        "max_plies": max_plies,
        "workers": workers,
    }
    of = subject(game, None, evaluate, seed)
    return _native.play_match(of, (a, b), given, terms)


def play(
    game: AnyGame,
    *players: Player,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    seed: int = 1,
    max_plies: int = 10_000,
) -> tuple[Any, list[Any]]:
    """One game of players: the last state, and the moves played.

    A player is a search by name (with the limits given), or a function that takes a state and returns
    a move. Chance moves by the seed. Raises ValueError for an illegal move.

    >>> last, line = play("nim:1,2", "alphabeta", lambda state: state.moves()[0])
    >>> last.outcome(), line
    ('win', ['2:1', '1:1', '2:1'])
    """
    state: Any = position(game) if isinstance(game, str) else game
    dice = random.Random(seed)
    line: list[Any] = []
    while state.outcome() is None:
        if len(line) == max_plies:
            raise RecursionError(f"the game is not over after {max_plies} moves")
        chances = _chances(state)
        if chances is not None:
            outcomes, weights = zip(*chances)
            move = dice.choices(outcomes, weights)[0]
        else:
            player = players[_turn(state)]
            limit = {"depth": depth, "nodes": nodes, "seconds": seconds}
            move = _choose(player, state, {**limit, "seed": dice.randrange(2**32)})
            if move not in list(state.moves()):
                raise ValueError(f"Illegal move: {move}")
        state = state.play(move)
        line.append(move)
    return state, line


def _choose(player: Player, state: Any, given: dict[str, Any]) -> Any:
    if callable(player):
        return player(state)
    return search(state, player, **given).best


def _turn(state: Any) -> int:
    turn: int = state.turn() if callable(state.turn) else state.turn
    return turn


def _chances(state: Any) -> Optional[Sequence[tuple[Any, float]]]:
    if isinstance(state, _native.Position):
        return state.chances()
    return state.chance() if hasattr(state, "chance") else None
