"""Saved analyses, read and steered."""

from __future__ import annotations

import json
from typing import Any, Optional

from . import _native


class Project:
    """A project that is open. Positions are named as on the command line: ``""`` for the root, moves
    from the root as in ``"e4 e5"``, ``"#12"``, or the text of a position.
    """

    def __init__(self, native: _native.NativeProject) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """Its name."""
        return self._native.name

    @property
    def game(self) -> str:
        """The name of its game."""
        return self._native.game

    def view(self) -> dict[str, Any]:
        """Its name, what it is doing, how it stands."""
        return self._native.view()

    def position(self, at: str = "") -> dict[str, Any]:
        """A position: its value, its text, its notes."""
        return self._native.position(at)

    def moves(self, at: str = "") -> list[dict[str, Any]]:
        """The moves of a position: move, value, direct, penalty, share, state, ..."""
        moves: list[dict[str, Any]] = self._native.moves(at)["moves"]
        return moves

    def line(self, at: str = "", most: int = 24) -> dict[str, Any]:
        """The best line from a position."""
        return self._native.line(at, most)

    def tree(
        self, at: str = "", *, depth: Optional[int] = None, rows: Optional[int] = None
    ) -> dict[str, Any]:
        """What lies below a position, best first."""
        return self._native.tree(at, depth, rows)

    def stats(self) -> dict[str, Any]:
        """Figures: positions, evaluations, engine_nodes, ..."""
        return self._native.stats()

    def act(self, do: str, at: str = "", **fields: Any) -> dict[str, Any]:
        """Changes something, and tells how to undo it: ``undo`` lists actions.

        >>> project.act("note", at="e4", text="the main line")   # doctest: +SKIP
        >>> project.act("exclude", move="f3")                    # doctest: +SKIP
        """
        return self._native.act(at, json.dumps({"do": do, **fields}))

    def add(self, move: str, at: str = "") -> dict[str, Any]:
        """Puts a move into the graph."""
        return self.act("add", at, move=move)

    def exclude(self, move: str, at: str = "") -> dict[str, Any]:
        """Excludes a move: it is no longer searched and does not count."""
        return self.act("exclude", at, move=move)

    def include(self, move: str, at: str = "") -> dict[str, Any]:
        """Counts an excluded move again."""
        return self.act("include", at, move=move)

    def boost(self, percent: int, at: str = "") -> dict[str, Any]:
        """This many of a hundred tasks go below this position; 0 ends it."""
        return self.act("boost", at, percent=percent)

    def focus(self, at: str = "") -> dict[str, Any]:
        """All tasks go below this position."""
        return self.act("focus", at)

    def note(self, text: str, at: str = "") -> dict[str, Any]:
        """Writes a note; an empty one removes it."""
        return self.act("note", at, text=text)

    def undo(self, done: dict[str, Any], at: str = "") -> None:
        """Undoes what ``act`` did, at the same position."""
        for action in done["undo"]:
            self._native.act(at, json.dumps(action))

    def run(
        self,
        *,
        engine: Optional[str] = None,
        evaluations: Optional[int] = None,
        seconds: Optional[float] = None,
    ) -> str:
        """Grows it until a limit is reached, and tells why it ended. ``engine`` is ``"builtin"`` or the
        command of a UCI engine; by default the strongest one that is found.
        """
        if evaluations is None and seconds is None:
            raise ValueError("a run needs a limit: evaluations or seconds")
        return self._native.run(engine, evaluations, seconds)

    def __repr__(self) -> str:
        return f"<gametree.Project {self.name}: {self.game}>"


def open_project(
    name: str,
    *,
    write: bool = False,
    game: Optional[str] = None,
    position: str = "",
) -> Project:
    """Opens a project by its name, or by the path of its file.

    It is only read, also while another process works on it, unless ``write`` is true. Where there is
    none and ``game`` is given, one is made, with ``position`` as its root.
    """
    create = None if game is None else (game, position)
    return Project(_native.open_project(name, write or create is not None, create))


def projects() -> list[str]:
    """The projects of this computer, by name."""
    return _native.projects()
