//! What the built-in evaluator counts, in groups that a person can read.

use shakmaty::Position;

use super::{PHASES, Tally, Tapered, count, phase, scale};
use crate::Chess;
use crate::weights::features as f;

/// A group of features in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// Its name.
    pub name: &'static str,
    /// How many: White's less Black's.
    pub count: i32,
    /// What they add, in centipawns for White.
    pub points: f64,
}

/// Groups with the feature that each begins with, in order.
const GROUPS: [(&str, usize); 27] = [
    ("pawns", f::MATERIAL),
    ("knights", f::MATERIAL + 1),
    ("bishops", f::MATERIAL + 2),
    ("rooks", f::MATERIAL + 3),
    ("queens", f::MATERIAL + 4),
    ("squares", f::SQUARE),
    ("mobility", f::MOBILITY),
    ("passed_pawns", f::PASSED),
    ("passed_free", f::PASSED_FREE),
    ("passed_own_king", f::PASSED_KING),
    ("passed_other_king", f::PASSED_ENEMY),
    ("defended_pawns", f::DEFENDED),
    ("pawns_beside", f::BESIDE),
    ("isolated_pawns", f::ISOLATED),
    ("doubled_pawns", f::DOUBLED),
    ("backward_pawns", f::BACKWARD),
    ("bishop_pair", f::BISHOP_PAIR),
    ("rooks_on_open_files", f::ROOK_OPEN),
    ("outposts", f::OUTPOST),
    ("king_shield", f::SHIELD),
    ("king_attack", f::STORM),
    ("threats", f::PAWN_THREAT),
    ("king_danger", f::SAFE_CHECK),
    ("pawn_storm", f::PAWN_STORM),
    ("passed_safe", f::PASSED_SAFE),
    ("bishop_pawns", f::BISHOP_PAWNS),
    ("pawn_threats", f::PAWN_ATTACKED),
];

impl Tapered {
    /// The groups that make up the value of a position, and the part of [`super::FULL`] that their
    /// sum counts.
    #[must_use]
    pub fn groups(&self, position: &Chess) -> (Vec<Group>, i32) {
        let board = position.inner().board();
        let mut notes = Notes {
            counts: vec![0; f::COUNT],
        };
        count(board, position.color(), &mut notes);
        let left = f64::from(phase(board)) / f64::from(PHASES);
        let points = |feature: usize| {
            let [middle, end] = self.weights()[feature].map(f64::from);
            f64::from(notes.counts[feature]) * (middle * left + end * (1.0 - left))
        };
        let ends = GROUPS.iter().skip(1).map(|(_, first)| *first);
        let groups = GROUPS.iter().zip(ends.chain([f::TEMPO]));
        let mut all: Vec<Group> = groups
            .map(|(&(name, first), end)| Group {
                name,
                count: notes.counts[first..end].iter().sum(),
                points: (first..end).map(points).sum(),
            })
            .collect();
        all.push(Group {
            name: "tempo",
            count: notes.counts[f::TEMPO],
            points: points(f::TEMPO),
        });
        let sum: f64 = all.iter().map(|group| group.points).sum();
        (all, scale(board, sum as i32))
    }
}

struct Notes {
    counts: Vec<i32>,
}

impl Tally for Notes {
    fn add(&mut self, feature: usize, count: i32) {
        self.counts[feature] += count;
    }
}

#[cfg(test)]
mod tests {
    use super::super::FULL;
    use super::*;
    use gametree::Evaluator;

    #[test]
    fn the_groups_add_up_to_the_value() {
        let tapered = Tapered::default();
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n2n2/2pp4/8/1P2PN2/PBPPBPPP/RN1Q1RK1 w - - 0 9",
            "8/5k2/8/2p5/2P5/1P3K2/8/8 b - - 0 1",
        ] {
            let position: Chess = fen.parse().unwrap();
            let (groups, part) = tapered.groups(&position);
            let sum: f64 = groups.iter().map(|group| group.points).sum();
            let value = sum * f64::from(part) / f64::from(FULL);
            assert!(
                (value - f64::from(tapered.evaluate(&position))).abs() < 2.0,
                "{fen}: {value}"
            );
        }
    }
}
