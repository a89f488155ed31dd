//! What a method says, held against the reference.

use std::collections::BTreeMap;

use gametree::Score;
use gametree_catalog::{CatalogError, StoredGame};
use gametree_chess::Chess;
use serde::Serialize;

use super::positions::Sampled;
use super::reference::Reference;
use super::said::{Said, score};

/// What the reference knows of a position.
pub struct Truth {
    reference: Reference,
    /// Moves that it did not report and that were searched alone.
    more: BTreeMap<String, i64>,
}

impl Truth {
    /// Of the moves that the reference reports.
    pub fn new(reference: Reference) -> Truth {
        Truth {
            reference,
            more: BTreeMap::new(),
        }
    }

    /// Whether a move has a value.
    pub fn knows(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The value of a move that was searched alone.
    pub fn learn(&mut self, name: &str, value: i64) {
        self.more.insert(name.to_string(), value);
    }

    fn value(&self, name: &str) -> Option<i64> {
        let named = self.reference.moves.iter().find(|one| one.name == name);
        named
            .map(|one| one.value)
            .or_else(|| self.more.get(name).copied())
    }
}

/// A position at a total, and how far from the truth each method is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The position's name.
    pub id: String,
    /// The position.
    pub fen: String,
    /// Nodes that each method had.
    pub total: u64,
    /// The best moves and their values.
    pub reference: Reference,
    /// By method.
    pub results: BTreeMap<String, Judged>,
}

impl Row {
    /// Without results.
    pub fn new(sampled: &Sampled, total: u64, truth: &Truth) -> Row {
        Row {
            id: sampled.id.clone(),
            fen: sampled.position.fen(),
            total,
            reference: truth.reference.clone(),
            results: BTreeMap::new(),
        }
    }
}

/// How far from the truth a method is. Errors and regret are win chances, from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// What it says.
    #[serde(flatten)]
    pub said: Said,
    /// How far the position's value is from the value of the reference's best move.
    pub error: f64,
    /// The same for the reference's second best move, its third, and so on.
    pub others: Vec<JudgedMove>,
    /// What its move loses, as the reference sees it.
    pub regret: f64,
    /// Its move is the reference's.
    pub agrees: bool,
    /// Its move loses no more than the tolerance.
    pub near: bool,
}

/// How far from the truth the value of a move is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct JudgedMove {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// What the method says of it.
    pub value: i64,
    /// The method says only that it is no better than this.
    pub bound: bool,
    /// How far that is from the reference.
    pub error: f64,
}

impl Judged {
    /// The mean error of the other moves; none where there are none.
    pub fn others_error(&self) -> Option<f64> {
        let count = self.others.len();
        let sum: f64 = self.others.iter().map(|one| one.error).sum();
        (count > 0).then(|| sum / count as f64)
    }
}

/// Compares by the win chance of chess.
pub struct Judge {
    game: &'static StoredGame,
    tolerance: f64,
}

impl Judge {
    /// With this tolerance.
    ///
    /// # Errors
    /// There is no chess.
    pub fn new(tolerance: f64) -> Result<Judge, CatalogError> {
        let chess = gametree_catalog::open("chess", &[])?;
        let game = chess.info().stored;
        Ok(Judge {
            game: game.ok_or_else(|| CatalogError::failed("chess has no win chance"))?,
            tolerance,
        })
    }

    /// Holds what a method says against the truth, which knows its move.
    pub fn result(&self, position: &Chess, truth: &Truth, said: &Said) -> Judged {
        let reference = &truth.reference.moves;
        let best = reference.first();
        let best_value = best.map_or(said.value, |best| best.value);
        let others = reference.iter().skip(1).map(|true_move| {
            let one = said.of(&true_move.name);
            JudgedMove {
                error: self.distance(one.value, true_move.value),
                name: one.name,
                value: one.value,
                bound: one.bound,
            }
        });
        let played = truth.value(&said.played).unwrap_or(best_value);
        let regret = (self.chance(position, best_value) - self.chance(position, played)).max(0.0);
        let agrees = best.is_some_and(|best| best.name == said.played);
        Judged {
            said: said.clone(),
            error: self.distance(said.value, best_value),
            others: others.collect(),
            regret: if agrees { 0.0 } else { regret },
            agrees,
            near: agrees || regret <= self.tolerance,
        }
    }

    /// Whether the win chance of a value is no further than this from one half.
    pub fn is_balanced(&self, value: Score, most: f64) -> bool {
        (self.game.chance(value) - 0.5).abs() < most
    }

    /// The mover's win chance.
    fn chance(&self, position: &Chess, value: i64) -> f64 {
        let white = self.game.chance(score(value));
        if position.color().is_white() {
            white
        } else {
            1.0 - white
        }
    }

    fn distance(&self, one: i64, other: i64) -> f64 {
        (self.game.chance(score(one)) - self.game.chance(score(other))).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::super::said::SaidMove;
    use super::*;

    fn named(name: &str, value: i64) -> SaidMove {
        SaidMove {
            name: name.to_string(),
            value,
            bound: false,
        }
    }

    /// White's win chance of a value in centipawns, as servers compute it.
    fn chance(value: f64) -> f64 {
        1.0 / (1.0 + (-0.003_682_08 * value).exp())
    }

    /// With Black to move the lower value is the better one.
    #[test]
    fn a_mover_loses_their_own_chance() {
        let black: Chess = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
            .parse()
            .unwrap();
        let reference = Reference {
            moves: vec![named("e5", 10), named("c5", 20), named("e6", 40)],
            nodes: 1000,
            depth: 9,
        };
        let said = Said {
            played: "c5".to_string(),
            value: 15,
            moves: vec![named("c5", 15), named("e5", 18)],
            others: 18,
            nodes: 20,
            tasks: 1,
            depth: 3,
        };
        let judged = Judge::new(0.01)
            .unwrap()
            .result(&black, &Truth::new(reference), &said);
        let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-12, "{one} {other}");
        close(judged.error, chance(15.0) - chance(10.0));
        close(judged.regret, chance(20.0) - chance(10.0));
        assert!(!judged.agrees && judged.near);
        close(judged.others[0].error, chance(20.0) - chance(15.0));
        close(judged.others[1].error, chance(40.0) - chance(18.0));
        assert_eq!(
            [judged.others[0].bound, judged.others[1].bound],
            [false, true]
        );
    }
}
