"""A random player, a player of one's own, and a search: who wins at tic-tac-toe?"""

import random

import gametree

dice = random.Random(5)
random_player = lambda state: dice.choice(state.moves())  # noqa: E731
first_move = lambda state: state.moves()[0]  # noqa: E731

for second in (random_player, first_move, "alphabeta"):
    last, moves = gametree.play("tictactoe", "alphabeta", second)
    print(moves, last.outcome())
