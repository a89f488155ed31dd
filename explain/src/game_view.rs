//! What an explanation asks a game, beyond its rules: chance, ends, players.

use gametree::{Chance, Game, Payoffs, Player, Score, view};

use crate::trace::Mover;

/// What chance may bring at a position, each with its probability; `None` where a player moves.
pub type Chances<G> = fn(&G) -> Option<Vec<(<G as Game>::Move, f64)>>;

/// How positions of a game are read.
pub struct GameView<G: Game> {
    /// What chance may bring.
    pub chances: Chances<G>,
    /// What the end of the game at this distance from the root is worth to the first player.
    pub end_value: fn(&G, u32) -> Option<Score>,
    /// How many play; with more than two, values are vectors.
    pub players: u8,
}

impl<G: Game> GameView<G> {
    /// Two players, no chance, values by the game's outcome.
    pub fn two_players() -> GameView<G> {
        GameView {
            chances: |_| None,
            end_value: |position, ply| {
                let outcome = position.outcome()?;
                Some(view::outcome_score(outcome, Player::FIRST, ply))
            },
            players: 2,
        }
    }

    /// Who decides at a position.
    pub fn mover(&self, position: &G) -> Mover {
        match position.turn() {
            _ if position.outcome().is_none() && (self.chances)(position).is_some() => {
                Mover::Chance
            }
            Player(n) if self.players > 2 => Mover::Player(n + 1),
            Player::FIRST => Mover::Max,
            Player::SECOND => Mover::Min,
            Player(n) => Mover::Player(n + 1),
        }
    }
}

impl<G: Chance + Payoffs> GameView<G> {
    /// Chance, and a payoff for each player.
    pub fn payoffs(players: u8) -> GameView<G> {
        GameView {
            chances: |position| match position.outcome() {
                Some(_) => None,
                None => position.chances().map(Iterator::collect),
            },
            end_value: |position, _| {
                position.outcome()?;
                Some(view::to_fixed(position.payoff(Player::FIRST)))
            },
            players,
        }
    }
}
