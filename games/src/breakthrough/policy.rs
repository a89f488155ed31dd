//! Which step is likely to be the best, on 8 × 8 squares: a small network, trained on the choices
//! of a principal variation search. On other boards all steps are alike.
//!
//! ```text
//!   on: the mover's pieces, the opponent's, those of either that are attacked      4 · 64 inputs
//!                                        │
//!                                   hidden layer ──▶ square × left, straight, right ──▶ probabilities of the legal steps
//! ```
//!
//! The mover's pieces always go up.

use std::sync::LazyLock;

use gametree::learning::Network;
use gametree::learning::network::{Example, NetworkError};
use gametree::minmax::{Ignorant, Prior};
use gametree::{Game, Player};

use super::{Board, NOT_FIRST_COLUMN, NOT_LAST_COLUMN, Step};

/// Inputs: four boards.
pub const INPUTS: usize = 4 * 64;
/// Outputs: three steps from every square.
pub const OUTPUTS: usize = 3 * 64;

/// The prior of the network in `policy.network`, whose header says how it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Steps;

static NETWORK: LazyLock<Network> =
    LazyLock::new(|| read(include_str!("policy.network")).expect("the file is tested"));

/// The network of a text.
pub fn read(text: &str) -> Result<Network, NetworkError> {
    Network::read("breakthrough", [INPUTS, OUTPUTS], text)
}

/// A network as a prior.
#[derive(Clone, Copy, Debug)]
pub struct By<'a>(pub &'a Network);

impl Prior<Board> for Steps {
    #[inline]
    fn chances(&self, board: &Board, chances: &mut Vec<f32>) {
        By(&NETWORK).chances(board, chances);
    }
}

impl Prior<Board> for By<'_> {
    #[inline]
    fn chances(&self, board: &Board, chances: &mut Vec<f32>) {
        if board.rows != 8 || board.columns != 8 {
            return Ignorant.chances(board, chances);
        }
        let mut inputs = [0; INPUTS];
        let on = inputs_of(board, &mut inputs);
        let mut legal = [0; OUTPUTS];
        let mut count = 0;
        for step in board.moves() {
            legal[count] = output_of(board, step);
            count += 1;
        }
        self.0.probabilities(on, &legal[..count], chances);
    }
}

/// The inputs that are on.
#[inline]
fn inputs_of<'i>(board: &Board, inputs: &'i mut [u16; INPUTS]) -> &'i [u16] {
    let [first, second] = board.pieces;
    let (mine, theirs) = if board.turn == Player::FIRST {
        (first, second)
    } else {
        (second.swap_bytes(), first.swap_bytes())
    };
    let up = mine << 7 & NOT_LAST_COLUMN | mine << 9 & NOT_FIRST_COLUMN;
    let down = theirs >> 9 & NOT_LAST_COLUMN | theirs >> 7 & NOT_FIRST_COLUMN;
    let mut count = 0;
    for (set, start) in [mine, theirs, mine & down, theirs & up]
        .into_iter()
        .zip([0, 64, 128, 192])
    {
        let mut left = set;
        while left != 0 {
            inputs[count] = start + left.trailing_zeros() as u16;
            count += 1;
            left &= left - 1;
        }
    }
    &inputs[..count]
}

/// The output of a step.
#[inline]
fn output_of(board: &Board, step: Step) -> u16 {
    // Turned upside down a square keeps its column.
    let turned = |square: u8| {
        if board.turn == Player::FIRST {
            square
        } else {
            square ^ 56
        }
    };
    let (from, to) = (turned(step.from), turned(step.to));
    3 * u16::from(from) + u16::from(to.wrapping_sub(from).wrapping_sub(7).min(2))
}

/// A position and the step that was selected, to learn from: as they are, and mirrored.
#[must_use]
pub fn examples(board: &Board, chosen: Step) -> [Example; 2] {
    let mut inputs = [0; INPUTS];
    let on = inputs_of(board, &mut inputs).to_vec();
    let share = |step: Step| if step == chosen { 1.0 } else { 0.0 };
    let target: Vec<(u16, f32)> = board
        .moves()
        .map(|step| (output_of(board, step), share(step)))
        .collect();
    let mirrored = target
        .iter()
        .map(|&(output, share)| (mirror_output(output), share))
        .collect();
    let mirrored_on = on.iter().map(|input| input ^ 7).collect();
    [
        Example::new(on, target),
        Example::new(mirrored_on, mirrored),
    ]
}

/// The same step in a mirror: column and direction are counted from the other side.
fn mirror_output(output: u16) -> u16 {
    3 * ((output / 3) ^ 7) + (2 - output % 3)
}

#[cfg(test)]
mod tests {
    use super::super::Rows;
    use super::*;
    use gametree::alphabeta::AlphaBeta;
    use gametree::rng::Rng;
    use gametree::{Limits, Search};

    /// Positions of random games.
    fn positions() -> Vec<Board> {
        let (mut rng, mut all) = (Rng::new(2), Vec::new());
        for _ in 0..20 {
            let mut board = Board::start(8, 8).unwrap();
            while board.outcome().is_none() {
                all.push(board);
                let pick = rng.below(board.moves().count());
                let m = board.moves().nth(pick).unwrap();
                board.play(m);
            }
        }
        all
    }

    #[test]
    fn steps_have_outputs_of_their_own_and_mirrors_agree() {
        for board in positions() {
            let mut outputs: Vec<u16> = board.moves().map(|step| output_of(&board, step)).collect();
            let count = outputs.len();
            outputs.sort_unstable();
            outputs.dedup();
            assert!(outputs.len() == count && outputs.iter().all(|&o| usize::from(o) < OUTPUTS));
            let flip = |set: u64| u64::from_le_bytes(set.to_le_bytes().map(u8::reverse_bits));
            let other = Board {
                pieces: board.pieces.map(flip),
                ..board
            };
            let chosen = board.moves().next().unwrap();
            let turned = Step {
                from: chosen.from ^ 7,
                to: chosen.to ^ 7,
            };
            let ([_, mirrored], [plain, _]) = (examples(&board, chosen), examples(&other, turned));
            let sorted = |mut v: Vec<u16>| {
                v.sort_unstable();
                v
            };
            assert_eq!(sorted(mirrored.on), sorted(plain.on));
            let targets = |mut t: Vec<(u16, f32)>| {
                t.sort_by_key(|t| t.0);
                t
            };
            assert_eq!(targets(mirrored.target), targets(plain.target));
        }
    }

    /// The committed network gives a search's moves more than chance would.
    #[test]
    fn chosen_steps_are_likely() {
        let mut search = AlphaBeta {
            evaluator: Rows::default(),
        };
        let (mut said, mut chance, mut seen, mut chances) = (0.0, 0.0, 0.0, Vec::new());
        for board in positions().into_iter().step_by(15) {
            let best = search.search(&board, &Limits::depth(3)).best().unwrap();
            Steps.chances(&board, &mut chances);
            said += board
                .moves()
                .zip(&chances)
                .filter(|(step, _)| *step == best)
                .map(|(_, p)| p)
                .sum::<f32>();
            chance += 1.0 / chances.len() as f32;
            seen += 1.0;
        }
        assert!(
            seen > 50.0 && said > 2.0 * chance,
            "{said} of {seen}, where chance gives {chance}"
        );
    }

    #[test]
    fn probabilities_are_given_on_every_board_and_the_file_is_small() {
        let mut chances = Vec::new();
        for (rows, columns) in [(8, 8), (6, 6)] {
            Steps.chances(&Board::start(rows, columns).unwrap(), &mut chances);
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
        assert!(include_str!("policy.network").len() <= 200_000);
    }
}
