"""What a game written in Python must tell, and what it may tell."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Protocol, Sequence, Union, runtime_checkable

#: The first player won.
WIN = "win"
#: The first player lost: the second one won.
LOSS = "loss"
#: Neither side won.
DRAW = "draw"
#: Play goes on for ever; worth a draw.
LOOP = "loop"

#: What ``outcome()`` returns: None, WIN, LOSS, DRAW, LOOP, the first player's points, or what each
#: player gets.
Outcome = Union[None, str, float, Sequence[float]]


@runtime_checkable
class Game(Protocol):
    """A state of a game. It is never changed: ``play`` returns another one.

    Five members:

    * ``turn``: who moves, 0 for the first player (an attribute, a property or a method).
    * ``moves()``: the legal moves, hashable, each once, always in the same order. Asked only while the
      game goes on, and then never empty: a forced pass is a move.
    * ``play(move)``: the state after a move.
    * ``outcome()``: None while the game goes on; then WIN, LOSS or DRAW for the first player, the first
      player's points, or a list of what each player gets.
    * ``key``: what makes states equal, hashable. Leave it out where the state itself is hashable
      (``@dataclass(frozen=True)``, a tuple, a number). Equal states have the same future: who moves is
      a part of it.

    A state is asked each thing once: what it tells must depend on nothing else.

    Optional members:

    * ``evaluate()``: a static value where the search stops; the first player's, or one for each player.
    * ``players``: how many play; 2 by default.
    * ``chance()``: None where a player moves; where dice or cards decide, a list of ``(move,
      probability)``. Then the searches for chance fit: expectiminimax, star1, star2, minmax.
    * ``view(player)``: where something is hidden: all that this player has seen since the game began,
      a list that only grows. Then ismcts, pimc and cfr fit.
    * ``bounds``: the least and the most that a player can get; star1 and star2 prune by them.
    * ``sum``: what all payoffs sum to, where that is always the same; maxn prunes by it.
    """

    @property
    def turn(self) -> int:
        """Who moves, from 0."""
        ...

    def moves(self) -> Iterable[Hashable]:
        """The legal moves."""
        ...

    def play(self, move: Any, /) -> Game:
        """The state after a move."""
        ...

    def outcome(self) -> Outcome:
        """How the game ended; None while it goes on."""
        ...
