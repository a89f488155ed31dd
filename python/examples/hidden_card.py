"""One card is hidden: poker of Kuhn, its equilibrium by counterfactual regrets."""

from dataclasses import dataclass
from itertools import permutations

import gametree


@dataclass(frozen=True)
class Poker:
    cards: tuple = ()
    said: str = ""
    bounds = (-2, 2)

    @property
    def turn(self):
        return len(self.said) % 2

    def chance(self):
        return None if self.cards else [(deal, 1 / 6) for deal in permutations("JQK", 2)]

    def moves(self):
        return ["pass", "bet"]

    def play(self, move):
        return Poker(move, "") if not self.cards else Poker(self.cards, self.said + move[0])

    def outcome(self):
        if self.said in ("pp", "bb", "pbb"):
            stake = 1 if self.said == "pp" else 2
            return stake if "JQK".index(self.cards[0]) > "JQK".index(self.cards[1]) else -stake
        return {"bp": 1, "pbp": -1}.get(self.said)

    def view(self, player):
        return [self.cards[player], *self.said] if self.cards else []


if __name__ == "__main__":
    print(gametree.solve(Poker()).score, -1 / 18)
