"""What is wrong with a game becomes an exception, never an abort."""

import itertools
import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass

import gametree
import pytest


class Broken(Exception):
    """The game's own."""


@dataclass(frozen=True)
class Line:
    """A game of one move after the other, ten of them."""

    at: int = 0

    @property
    def turn(self):
        return self.at % 2

    def moves(self):
        return [0, 1]

    def play(self, move):
        return type(self)(self.at + 1 + move)

    def outcome(self):
        return gametree.DRAW if self.at >= 10 else None


def broken(**members):
    return type("BrokenGame", (Line,), members)()


def raising(*_):
    raise Broken("as told")


SEARCHES = ["minimax", "alphabeta", "pvs", "mcts", "minmax", "dfpn", "retrograde", "expectiminimax", "maxn"]


EVALUATING = ["minimax", "alphabeta", "pvs", "minmax", "expectiminimax", "maxn"]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("member", ["moves", "play", "outcome", "turn"])
def test_an_exception_of_the_game_comes_out_as_it_is(search, member):
    value = property(raising) if member == "turn" else raising
    with pytest.raises(Broken, match="as told"):
        gametree.search(broken(**{member: value}), search)


@pytest.mark.parametrize("search", EVALUATING)
def test_an_exception_of_the_evaluator_does_too(search):
    with pytest.raises(Broken, match="as told"):
        gametree.search(broken(evaluate=raising), search, depth=2)
    with pytest.raises(Broken, match="as told"):
        gametree.search(Line(), search, depth=2, evaluate=raising)


def test_deep_down_too():
    def play(self, move):
        if self.at > 6:
            raise Broken("deep down")
        return type(self)(self.at + 1 + move)

    for search in SEARCHES:
        with pytest.raises(Broken, match="deep down"):
            gametree.search(broken(play=play), search)


@pytest.mark.parametrize(
    "members, error, words",
    [
        ({"moves": lambda self: []}, ValueError, "empty"),
        ({"moves": lambda self: [1, 1]}, ValueError, "twice"),
        ({"moves": lambda self: [[1]]}, TypeError, "unhashable"),
        ({"moves": lambda self: 7}, TypeError, "iterable"),
        ({"moves": lambda self: itertools.count()}, ValueError, "never ends"),
        ({"play": lambda self, move: None}, TypeError, "new state"),
        ({"play": lambda self, move: self}, TypeError, "new state"),
        ({"play": lambda self, move: 3}, AttributeError, "turn"),
        ({"play": lambda self: self}, TypeError, "positional"),
        ({"outcome": lambda self: "won"}, ValueError, "won"),
        ({"outcome": lambda self: float("nan")}, ValueError, "not a value"),
        ({"outcome": lambda self: 1e12}, ValueError, "not a value"),
        ({"outcome": lambda self: [1, 2, 3]}, ValueError, "3 values for 2 players"),
        ({"outcome": lambda self: object()}, TypeError, None),
        ({"turn": 2}, ValueError, "2 players"),
        ({"turn": -1}, OverflowError, None),
        ({"turn": "X"}, TypeError, None),
        ({"players": 0}, ValueError, "players"),
        ({"key": lambda self: [1]}, TypeError, "hashable"),
        ({"__hash__": None}, TypeError, "frozen"),
        ({"chance": lambda self: [(1, 0.5)]}, ValueError, "sum to 1"),
        ({"chance": lambda self: [(0, 1.5), (1, -0.5)]}, ValueError, "positive"),
        ({"chance": lambda self: [1]}, TypeError, None),
        ({"evaluate": lambda self: "good"}, TypeError, None),
        ({"evaluate": lambda self: float("inf")}, ValueError, "not a value"),
    ],
)
def test_what_is_wrong_is_said(members, error, words):
    with pytest.raises(error, match=words):
        gametree.search(broken(**members), depth=3)


def test_a_game_that_never_ends():
    endless = broken(outcome=lambda self: None)
    for search in ("minimax", "mcts"):
        with pytest.raises(RecursionError, match="does not end"):
            gametree.search(endless, search)
    found = gametree.search(endless, "pvs", depth=5)
    assert found.stop == "depth" and not found.proven


def test_what_is_no_game():
    for nothing in (None, 7, object()):
        with pytest.raises(AttributeError):
            gametree.search(nothing)


def test_illegal_moves_to_a_position():
    with pytest.raises(ValueError, match="Illegal move: 5"):
        gametree.search(Line(), position=[0, 5])


def test_games_raise_in_matches_explanations_and_solutions():
    game = broken(outcome=raising)
    with pytest.raises(Broken):
        gametree.match(game, "alphabeta", "random", depth=2, games=2)
    with pytest.raises(Broken):
        gametree.explain(game)
    with pytest.raises(Broken):
        gametree.solve(game)


INTERRUPTED = """
    import gametree, os, signal, sys, threading, time
    from test_bad_games import Line

    class Endless(Line):
        def outcome(self):
            return None

    {game}
    main = threading.get_ident()
    def press():
        # Until the main thread is in the function that calls the search.
        while sys._current_frames()[main].f_code.co_name != "search":
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=press, daemon=True).start()
    try:
        gametree.search(game, "pvs", seconds=600)
    except KeyboardInterrupt:
        print("heard")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("game", ['game = "chess"', "game = Endless()"])
def test_ctrl_c_is_heard(game):
    program = textwrap.dedent(INTERRUPTED).format(game=game)
    here = os.path.dirname(__file__)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, here])}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "heard", run.stderr
    assert run.returncode == 0
