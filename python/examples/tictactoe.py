"""Tic-tac-toe, written in Python: the five members of a game."""

from dataclasses import dataclass

import gametree

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class TicTacToe:
    board: str = "." * 9
    turn: int = 0

    def moves(self):
        return [square for square in range(9) if self.board[square] == "."]

    def play(self, square):
        mark = "XO"[self.turn]
        return TicTacToe(self.board[:square] + mark + self.board[square + 1 :], 1 - self.turn)

    def outcome(self):
        for a, b, c in LINES:
            if self.board[a] != "." and self.board[a] == self.board[b] == self.board[c]:
                return gametree.WIN if self.board[a] == "X" else gametree.LOSS
        return None if "." in self.board else gametree.DRAW


if __name__ == "__main__":
    print(gametree.search(TicTacToe(), "alphabeta"))
