"""Games written in Python."""

from dataclasses import dataclass

import gametree
import pytest
from expectiminimax import Gamble
from hidden_card import Poker
from three_players import Matches
from tictactoe import TicTacToe

FOR_TWO = ["minimax", "alphabeta", "pvs", "mtdf", "mcts", "minmax", "pns", "dfpn", "bestfirst", "retrograde"]


@dataclass(frozen=True)
class Nim:
    """Take one to three; who takes the last one wins."""

    left: int
    turn: int = 0

    def moves(self):
        return range(1, min(3, self.left) + 1)

    def play(self, take):
        return Nim(self.left - take, 1 - self.turn)

    def outcome(self):
        return None if self.left else gametree.LOSS if self.turn == 0 else gametree.WIN


def test_counts_and_values_are_those_of_the_built_in_game():
    written = gametree.search(TicTacToe(), "minimax")
    built_in = gametree.search("tictactoe", "minimax")
    assert (written.nodes, written.value) == (built_in.nodes, built_in.value) == (549_946, 0)


@pytest.mark.parametrize("search", FOR_TWO)
def test_every_search_for_two_finds_the_winning_move(search):
    found = gametree.search(Nim(7), search, nodes=100_000)
    assert found.best == 3, found
    assert found.value > 0


@pytest.mark.parametrize("search", ["alphabeta", "minmax", "mcts", "expectiminimax"])
def test_tic_tac_toe_is_not_lost(search):
    after = gametree.search(TicTacToe(), search, position=[0], nodes=60_000)
    assert after.best == 4, "only the centre holds"


@dataclass(frozen=True)
class Auction:
    bids: tuple = ()

    @property
    def turn(self):
        return len(self.bids) % 2

    def moves(self):
        return [0.5, 2.25]

    def play(self, move):
        return Auction(self.bids + (move,))

    def outcome(self):
        return self.bids[0] - self.bids[1] if len(self.bids) == 2 else None


def test_points_are_values():
    found = gametree.search(Auction(), "alphabeta")
    assert found.value == 0 and found.best == 2.25
    assert found.line == [2.25, 2.25]


def test_evaluators_are_functions_or_methods():
    seen = []

    def fewest(state):
        seen.append(state)
        return 1.5 if state.left % 4 else -2.25

    found = gametree.search(Nim(30), "alphabeta", depth=2, evaluate=fewest)
    assert seen and all(isinstance(state, Nim) for state in seen)
    assert found.value in (1.5, -2.25) and not found.proven

    class Valued(Nim):
        def play(self, take):
            return Valued(self.left - take, 1 - self.turn)

        def evaluate(self):
            return 7

    assert gametree.search(Valued(30), "alphabeta", depth=2).value == 7


def test_built_in_positions_take_an_evaluator():
    start = gametree.position("connect4")
    found = gametree.search(start, "alphabeta", depth=2, evaluate=lambda state: 3)
    assert found.value == 3 and found.best in start.moves()


def test_chance():
    found = gametree.search(Gamble(), "expectiminimax")
    assert found.best == "safe" and found.value == 2
    assert found.move_values == [
        {"move": "safe", "value": 2},
        {"move": "risky", "value": 1.75},
    ]
    for search in ("star1", "star2", "minmax"):
        assert gametree.search(Gamble(), search).best == "safe"
    assert gametree.solve(Gamble()).best == ["safe"]


def test_three_players():
    assert gametree.search(Matches(), "maxn").values == gametree.solve(Matches()).values
    assert sum(gametree.search(Matches(), "paranoid").values) == 1
    assert gametree.search(Matches(2), "brs").best == 2


def test_hidden_cards():
    assert abs(gametree.solve(Poker()).score + 1 / 18) < 1e-3
    jack = gametree.search(Poker(), "ismcts", position=[("J", "K"), "bet"], nodes=20_000)
    assert jack.best == "bet", "who has the king calls"
    assert gametree.search(Poker(), "pimc", position=[("J", "K"), "bet"]).best == "bet"


def test_matches_of_searches_on_a_game_of_ones_own():
    report = gametree.match(TicTacToe(), "alphabeta", "random", games=6, depth=3, seed=2)
    assert report["games"] == 6 and report["wins"] >= 3
    assert report["game"] == "TicTacToe"


def test_threads_share_a_game_of_ones_own():
    found = gametree.search(TicTacToe(), "pvs:threads=2", depth=9)
    assert found.value == 0


def test_explained():
    steps = gametree.explain(Nim(3), "alphabeta")
    assert steps.best == "3" and len(steps) > 5


def test_players_are_searches_and_functions():
    last, line = gametree.play(TicTacToe(), "alphabeta", "alphabeta")
    assert last.outcome() == gametree.DRAW and len(line) == 9
    with pytest.raises(ValueError, match="Illegal move: 99"):
        gametree.play(TicTacToe(), lambda state: 99, "alphabeta")


def test_a_class_is_a_game_by_its_members():
    assert isinstance(TicTacToe(), gametree.Game)
    assert not isinstance("tictactoe", gametree.Game)


def test_states_are_asked_each_thing_once():
    asked = []

    @dataclass(frozen=True)
    class Counted(Nim):
        def play(self, take):
            return Counted(self.left - take, 1 - self.turn)

        def moves(self):
            asked.append(self)
            return Nim.moves(self)

    found = gametree.search(Counted(12), "minimax")
    assert found.nodes > 1000 and len(asked) == len(set(asked)) <= 24


def test_a_key_makes_states_equal():
    class Keyed:
        def __init__(self, left=12, turn=0):
            self.left, self.turn = left, turn
            made.append(self)

        def key(self):
            return self.left, self.turn

        def moves(self):
            return range(1, min(3, self.left) + 1)

        def play(self, take):
            return Keyed(self.left - take, 1 - self.turn)

        def outcome(self):
            return None if self.left else gametree.LOSS if self.turn == 0 else gametree.WIN

    made = []
    keyed = gametree.search(Keyed(), "minimax")
    few = len(made)
    made.clear()
    del Keyed.key
    plain = gametree.search(Keyed(), "minimax")
    assert few < 100 < len(made)
    assert (keyed.nodes, keyed.value) == (plain.nodes, plain.value)
