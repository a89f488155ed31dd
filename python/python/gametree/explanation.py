"""Every step of a search, in words and pictures."""

from __future__ import annotations

from html import escape
from typing import Any, Optional, Union

from . import _native
from ._subject import AnyGame, AnyPosition, Evaluate, limits, subject


class Explanation:
    """What a search did, step by step. In a notebook it is a picture of the tree with a slider.

    >>> steps = explain("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))", "alphabeta")
    >>> steps.summary
    'Value 3, best move A. 7 of 9 leaves evaluated, 2 saved (22 %).'
    """

    def __init__(self, native: _native.NativeExplanation) -> None:
        self._native = native

    @property
    def summary(self) -> str:
        """The result in one sentence."""
        return self._native.summary()

    @property
    def sentences(self) -> list[str]:
        """One sentence for each step."""
        return self._native.sentences()

    @property
    def value(self) -> Union[int, float]:
        """The first player's value."""
        value: Union[int, float] = self.json()["value"]
        return value

    @property
    def best(self) -> Optional[str]:
        """The best move's name."""
        best: Optional[str] = self.json()["best"]
        return best

    @property
    def pruned(self) -> list[Any]:
        """What was pruned."""
        pruned: list[Any] = self.json()["pruned"]
        return pruned

    def json(self) -> dict[str, Any]:
        """The whole as data: what ``gametree explain --json`` prints."""
        return self._native.json()

    def svg(self) -> str:
        """The tree as a picture."""
        return self._native.svg()

    def html(self) -> str:
        """A page that plays the steps. It needs no other file and makes no request."""
        return self._native.html()

    def save(self, path: str) -> None:
        """Writes the page, or the picture where the name ends in ``.svg``."""
        text = self.svg() if str(path).endswith(".svg") else self.html()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def __len__(self) -> int:
        return len(self.sentences)

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"<gametree.Explanation: {self.summary}>"

    def _repr_html_(self) -> str:
        # A frame of its own: styles and scripts of the page and of the notebook stay apart, and a saved
        # notebook has all that it needs.
        page = escape(self.html(), quote=True)
        return (
            f'<iframe title="{escape(self.summary, quote=True)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: 720px; border: 0" srcdoc="{page}"></iframe>'
        )


def explain(
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
) -> Explanation:
    """Searches a position, and explains what the search did. The arguments are those of ``search``;
    the search is alphabeta where none is named and the game is one for two players without chance.
    """
    given = limits(depth, nodes, moves, seconds, memory)
    of = subject(game, position, evaluate, seed)
    return Explanation(_native.explain(of, search, given))
