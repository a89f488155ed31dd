//! Which column is likely to be the best: a small network, trained on positions whose best moves the exact solver knows.
//!
//! ```text
//!   on: the mover's stones, the opponent's, squares on which either would complete a line, who began
//!        42          + 42          + 42 + 42                                              + 1 = 169
//!                                        │
//!                                   hidden layer ──▶ 7 columns ──▶ probabilities of those that are open
//! ```

use std::sync::LazyLock;

use gametree::learning::Network;
use gametree::learning::network::Example;
use gametree::minmax::Prior;
use gametree::{Game, Player};

use super::board::{BOARD, HEIGHT, STRIDE, WIDTH, completions};
use super::{Column, Connect4};

/// Inputs: four boards, and who is to move.
pub const INPUTS: usize = 4 * 42 + 1;
/// Outputs: a column each.
pub const OUTPUTS: usize = WIDTH as usize;

/// The prior of the network in `policy.network`, whose header says how it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Columns;

static NETWORK: LazyLock<Network> =
    LazyLock::new(|| read(include_str!("policy.network")).expect("the file is tested"));

/// The network of a text.
pub fn read(text: &str) -> Result<Network, gametree::learning::network::NetworkError> {
    Network::read("connect4", [INPUTS, OUTPUTS], text)
}

/// A network as a prior.
#[derive(Clone, Copy, Debug)]
pub struct By<'a>(pub &'a Network);

impl Prior<Connect4> for Columns {
    #[inline]
    fn chances(&self, position: &Connect4, chances: &mut Vec<f32>) {
        By(&NETWORK).chances(position, chances);
    }
}

impl Prior<Connect4> for By<'_> {
    #[inline]
    fn chances(&self, position: &Connect4, chances: &mut Vec<f32>) {
        let mut inputs = [0; INPUTS];
        let on = inputs_of(position, &mut inputs);
        let mut legal = [0; OUTPUTS];
        let mut count = 0;
        for Column(column) in position.moves() {
            legal[count] = u16::from(column);
            count += 1;
        }
        self.0.probabilities(on, &legal[..count], chances);
    }
}

/// The inputs that are on.
#[inline]
fn inputs_of<'i>(position: &Connect4, inputs: &'i mut [u16; INPUTS]) -> &'i [u16] {
    let (own, other) = (position.own, position.other());
    let empty = BOARD & !position.all;
    let boards = [own, other, completions(own) & empty, completions(other) & empty];
    let mut count = 0;
    for (board, start) in boards.into_iter().zip([0, 42, 84, 126]) {
        let mut left = board;
        while left != 0 {
            inputs[count] = start + square(left.trailing_zeros());
            count += 1;
            left &= left - 1;
        }
    }
    if position.turn() == Player::FIRST {
        inputs[count] = 168;
        count += 1;
    }
    &inputs[..count]
}

/// A bit of the board as a number below 42.
#[inline]
fn square(bit: u32) -> u16 {
    (bit / STRIDE * HEIGHT + bit % STRIDE) as u16
}

/// A position and its best moves, to learn from.
#[must_use]
pub fn example(position: &Connect4, best: &[Column]) -> Example {
    let mut inputs = [0; INPUTS];
    let on = inputs_of(position, &mut inputs).to_vec();
    let share = 1.0 / best.len().max(1) as f32;
    let target = position.moves().map(|m| (u16::from(m.0), if best.contains(&m) { share } else { 0.0 }));
    Example { on, target: target.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::Solver;
    use gametree::rng::Rng;

    #[test]
    fn every_square_has_its_input() {
        let position: Connect4 = "4453".parse().unwrap();
        let mut inputs = [0; INPUTS];
        // The mover's d1 and e1, the opponent's d2 and c1; the first player is to move, and nobody threatens.
        assert_eq!(inputs_of(&position, &mut inputs), [18, 24, 42 + 12, 42 + 19, 168]);
        let threats: Connect4 = "121212".parse().unwrap();
        assert!(inputs_of(&threats, &mut inputs).contains(&(84 + 3)), "a4 completes a column");
    }

    /// The committed network gives the solver's moves more than chance would.
    #[test]
    fn best_moves_are_likely() {
        let (mut rng, mut solver) = (Rng::new(77), Solver::new(1 << 22));
        let (mut said, mut chance, mut seen) = (0.0, 0.0, 0);
        let mut chances = Vec::new();
        while seen < 60 {
            let mut position = Connect4::new();
            while position.outcome().is_none() && position.ply() < 24 {
                let pick = rng.below(position.moves().count());
                let m = position.moves().nth(pick).unwrap();
                position.play(m);
            }
            if position.outcome().is_some() {
                continue;
            }
            let best = solver.best_moves(&position);
            Columns.chances(&position, &mut chances);
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            let moves: Vec<Column> = position.moves().collect();
            said += moves.iter().zip(&chances).filter(|(m, _)| best.contains(m)).map(|(_, p)| p).sum::<f32>();
            chance += best.len() as f32 / moves.len() as f32;
            seen += 1;
        }
        assert!(said > chance + 10.0, "{said} of {seen}, where chance gives {chance}");
    }

    #[test]
    fn the_file_is_small() {
        assert!(include_str!("policy.network").len() <= 200_000);
    }
}
