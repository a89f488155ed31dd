//! Games that several tests play.
#![allow(dead_code, missing_docs, reason = "every test uses a part of them")]

use gametree::rng::mix;
use gametree::tree::TwoPlayerTree;
use gametree::{Forced, Game, Keyed, Outcome, Player, TwoPlayer};

/// A tree whose leaves say only who won.
#[derive(Clone, Copy)]
pub struct Signs<'t>(pub TwoPlayerTree<'t>);

impl Game for Signs<'_> {
    type Move = u32;
    fn turn(&self) -> Player {
        self.0.turn()
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        self.0.moves()
    }
    fn play(&mut self, m: u32) {
        self.0.play(m);
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.0.outcome()? {
            Outcome::Points(p) if p > 0 => Some(Outcome::Win(Player::FIRST)),
            Outcome::Points(p) if p < 0 => Some(Outcome::Win(Player::SECOND)),
            _ => Some(Outcome::Draw),
        }
    }
}

impl TwoPlayer for Signs<'_> {}
impl Forced for Signs<'_> {}
impl Keyed for Signs<'_> {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// The n-square game: two tokens in a row of squares, each to reach the other's end; a token moves to an adjacent
/// empty square or jumps over the other one.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    pub n: i8,
    pub tokens: [i8; 2],
    pub turn: Player,
}

impl Squares {
    pub fn new(n: i8) -> Squares {
        Squares { n, tokens: [0, n - 1], turn: Player::FIRST }
    }

    fn free(&self, square: i8) -> bool {
        (0..self.n).contains(&square) && !self.tokens.contains(&square)
    }
}

impl Game for Squares {
    type Move = i8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = i8> {
        let (own, other) = (self.tokens[self.turn.0 as usize], self.tokens[1 - self.turn.0 as usize]);
        let reach = move |step: i8| if own + step == other { own + 2 * step } else { own + step };
        [1, -1].into_iter().map(reach).filter(|&square| self.free(square))
    }

    fn play(&mut self, square: i8) {
        self.tokens[self.turn.0 as usize] = square;
        self.turn = self.turn.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.tokens[0] == self.n - 1 {
            Some(Outcome::Win(Player::FIRST))
        } else if self.tokens[1] == 0 {
            Some(Outcome::Win(Player::SECOND))
        } else {
            None
        }
    }
}

impl TwoPlayer for Squares {}

impl Keyed for Squares {
    fn key(&self) -> u64 {
        mix(self.tokens[0] as u64 | (self.tokens[1] as u64) << 8 | u64::from(self.turn.0) << 16)
    }
}

impl Forced for Squares {}
