"""Arguments that several functions share."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Union

from .game import Game

#: A name, a tree as text, a position of a built-in game, or a state of a game written in Python.
AnyGame = Union[str, Game]
#: A text of the game's own, or the moves that lead to the position.
AnyPosition = Union[str, Iterable[Any]]
#: Values a state: the first player's value, or one for each player.
Evaluate = Callable[[Any], Any]


def subject(
    game: AnyGame,
    position: Optional[AnyPosition] = None,
    evaluate: Optional[Evaluate] = None,
    seed: int = 1,
) -> dict[str, Any]:
    return {"game": game, "position": position, "evaluate": evaluate, "seed": seed}


def limits(
    depth: Optional[int],
    nodes: Optional[int],
    moves: Optional[int],
    seconds: Optional[float],
    memory: Optional[int],
) -> dict[str, Any]:
    return {
        "depth": depth,
        "nodes": nodes,
        "moves": moves,
        "seconds": seconds,
        "memory": memory,
    }
