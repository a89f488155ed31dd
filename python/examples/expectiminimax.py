"""A game with a coin: MAX picks a gamble, chance decides."""

from dataclasses import dataclass

import gametree


@dataclass(frozen=True)
class Gamble:
    taken: str = ""
    won: float = None
    turn: int = 0

    def moves(self):
        return ["safe", "risky"]

    def chance(self):
        return [(2, 1.0)] if self.taken == "safe" else [(10, 0.25), (-1, 0.75)] if self.taken else None

    def play(self, move):
        return Gamble(taken=move) if not self.taken else Gamble(self.taken, move)

    def outcome(self):
        return self.won


if __name__ == "__main__":
    print(gametree.search(Gamble(), "expectiminimax").move_values)
