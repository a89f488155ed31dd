"""Three players: each takes one or two matches, the last one wins; max^n gives a value for each."""

from dataclasses import dataclass

import gametree


@dataclass(frozen=True)
class Matches:
    left: int = 7
    turn: int = 0
    players = 3
    sum = 1

    def moves(self):
        return range(1, min(2, self.left) + 1)

    def play(self, take):
        return Matches(self.left - take, (self.turn + 1) % 3)

    def outcome(self):
        last = (self.turn - 1) % 3
        return None if self.left else [float(player == last) for player in range(3)]


if __name__ == "__main__":
    print(gametree.search(Matches(), "maxn").values)
