//! Phantom tic-tac-toe on any square board: nobody sees the other's stones. A move is an attempt;
//! on a square that is taken the umpire refuses it, and the mover tries again. The small cousin of
//! Kriegspiel.

use std::fmt;

use gametree::{Bounds, Chance, Game, Hidden, Outcome, Payoffs, Player};

/// What a player is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// His attempt on a square, and whether it was accepted.
    Tried(u8, bool),
    /// The other has put a stone somewhere.
    Moved,
}

#[derive(Clone, Debug)]
pub struct Phantom {
    side: u8,
    stones: [u64; 2],
    refused: [u64; 2],
    turn: Player,
    told: [Vec<Told>; 2],
}

impl Phantom {
    pub fn new(side: u8) -> Phantom {
        Phantom {
            side,
            stones: [0; 2],
            refused: [0; 2],
            turn: Player::FIRST,
            told: [Vec::new(), Vec::new()],
        }
    }

    fn squares(&self) -> u8 {
        self.side * self.side
    }

    fn lines(&self) -> impl Iterator<Item = u64> {
        let n = self.side;
        let line =
            move |square: &dyn Fn(u8) -> u8| (0..n).fold(0u64, |line, i| line | 1 << square(i));
        let straight = (0..n).flat_map(move |k| [line(&|i| k * n + i), line(&|i| i * n + k)]);
        straight.chain([line(&|i| i * n + i), line(&|i| i * n + n - 1 - i)])
    }
}

impl Game for Phantom {
    type Move = u8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let me = usize::from(self.turn.0);
        let known = self.stones[me] | self.refused[me];
        (0..self.squares()).filter(move |square| known >> square & 1 == 0)
    }

    fn play(&mut self, square: u8) {
        let (me, other) = (usize::from(self.turn.0), usize::from(1 - self.turn.0));
        let free = self.stones[other] >> square & 1 == 0;
        self.told[me].push(Told::Tried(square, free));
        if free {
            self.stones[me] |= 1 << square;
            self.told[other].push(Told::Moved);
            self.turn = self.turn.opponent();
        } else {
            self.refused[me] |= 1 << square;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        for player in [Player::FIRST, Player::SECOND] {
            let stones = self.stones[usize::from(player.0)];
            if self.lines().any(|line| stones & line == line) {
                return Some(Outcome::Win(player));
            }
        }
        let all = self.stones[0] | self.stones[1];
        (all.count_ones() == u32::from(self.squares())).then_some(Outcome::Draw)
    }
}

impl Chance for Phantom {}

impl Payoffs for Phantom {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        match self.outcome() {
            Some(Outcome::Win(winner)) => {
                if winner == player {
                    1.0
                } else {
                    -1.0
                }
            }
            _ => 0.0,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-1.0, 1.0)
    }
}

impl Hidden for Phantom {
    type Seen = Told;

    fn view(&self, player: Player) -> Vec<Told> {
        self.told[usize::from(player.0)].clone()
    }

    fn news(&self, player: Player, from: usize) -> Vec<Told> {
        self.told[usize::from(player.0)][from..].to_vec()
    }

    fn beginning(&self) -> Phantom {
        Phantom::new(self.side)
    }
}

/// The stones, the first player's as `X`.
impl fmt::Display for Phantom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |i: u8| match (self.stones[0] >> i & 1, self.stones[1] >> i & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let marks: String = (0..self.squares()).map(mark).collect();
        f.write_str(&marks)
    }
}
