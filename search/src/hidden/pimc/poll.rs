//! What the worlds say of each move, added up.

use crate::game::{Game, Player};
use crate::hidden::pimc::Sight;
use crate::limits::Stop;

/// A move and what it is worth to every player.
pub(super) type Row<M> = (M, Vec<f64>);

/// Sums over worlds.
#[derive(Debug)]
pub(super) struct Poll<M> {
    moves: Vec<M>,
    /// For each move the sum of its values, a number for each player, weighted.
    sums: Vec<Vec<f64>>,
    weight: f64,
    worlds: u64,
    /// What a world said that was cut off, while there is no other.
    scrap: Vec<Row<M>>,
    stop: Stop,
}

impl<M: Copy + Eq> Poll<M> {
    pub fn new<G: Game<Move = M>>(root: &G) -> Poll<M> {
        let moves: Vec<M> = if root.outcome().is_some() {
            Vec::new()
        } else {
            root.moves().collect()
        };
        let sums = vec![Vec::new(); moves.len()];
        Poll {
            moves,
            sums,
            weight: 0.0,
            worlds: 0,
            scrap: Vec::new(),
            stop: Stop::Done,
        }
    }

    /// How many moves there are.
    pub fn options(&self) -> u64 {
        self.moves.len() as u64
    }

    /// How many worlds count.
    pub fn worlds(&self) -> u64 {
        self.worlds
    }

    /// Why the worlds were not solved to the end, `Done` where they were.
    pub fn stopped(&self) -> Stop {
        self.stop
    }

    /// Notes why something was left out, unless there is a reason already.
    pub fn stop(&mut self, stop: Stop) {
        if self.stop == Stop::Done {
            self.stop = stop;
        }
    }

    /// Whether every move has a value.
    pub fn is_whole(&self, sight: &Sight<M>) -> bool {
        let seen = |m: &M| sight.moves.iter().any(|(seen, _)| seen == m);
        self.moves.iter().all(seen)
    }

    /// Adds what one world says.
    pub fn add(&mut self, sight: Sight<M>, weight: f64) {
        self.stop(sight.stop);
        let find = |m: &M| {
            sight
                .moves
                .iter()
                .find(|(seen, _)| seen == m)
                .map(|(_, values)| values)
        };
        let whole: Option<Vec<&Vec<f64>>> = self.moves.iter().map(find).collect();
        match whole {
            Some(rows) => {
                self.weight += weight;
                self.worlds += 1;
                for (sum, row) in self.sums.iter_mut().zip(rows) {
                    sum.resize(row.len(), 0.0);
                    sum.iter_mut()
                        .zip(row)
                        .for_each(|(sum, value)| *sum += weight * value);
                }
            }
            None if self.scrap.is_empty() => self.scrap = sight.moves,
            None => {}
        }
    }

    /// What the moves are worth to the mover, and the best with what it is worth to all.
    pub fn result(&self, mover: Player) -> (Vec<(M, f64)>, Option<Row<M>>) {
        let rows = self.rows();
        let worth = |values: &[f64]| values.get(usize::from(mover.0)).copied().unwrap_or(0.0);
        let mut best: Option<&Row<M>> = None;
        for row in &rows {
            if best.is_none_or(|best| worth(&row.1) > worth(&best.1)) {
                best = Some(row);
            }
        }
        (
            rows.iter().map(|(m, values)| (*m, worth(values))).collect(),
            best.cloned(),
        )
    }

    fn rows(&self) -> Vec<Row<M>> {
        if self.worlds == 0 {
            let known = |&m: &M| self.scrap.iter().find(|(seen, _)| *seen == m).cloned();
            return self.moves.iter().filter_map(known).collect();
        }
        let mean = |sum: &Vec<f64>| sum.iter().map(|sum| sum / self.weight).collect();
        self.moves
            .iter()
            .copied()
            .zip(self.sums.iter().map(mean))
            .collect()
    }
}
