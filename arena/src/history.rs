//! How a match went, pair by pair.

use std::borrow::Borrow;

use crate::elo::Estimate;
use crate::game::{GameRecord, Spent};
use crate::sample::Sample;
use crate::sprt::Sprt;
use crate::tally::Tally;

/// The state after this many games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// Games played.
    pub games: u64,
    /// What they say.
    pub estimate: Estimate,
    /// Where the sequential test stands.
    pub llr: Option<f64>,
    /// What A and B have spent so far.
    pub spent: [Spent; 2],
}

/// The moments of a match, at most this many, the last one always among them.
#[must_use]
pub fn moments(games: &[impl Borrow<GameRecord>], sprt: Option<&Sprt>, most: usize) -> Vec<Moment> {
    let pairs = games.len() / 2;
    let stride = pairs.div_ceil(most.max(1)).max(1);
    let mut tally = Tally::default();
    let mut spent = [Spent::default(); 2];
    let mut moments = Vec::new();
    for (number, pair) in (1..).zip(games.chunks_exact(2)) {
        let pair = [pair[0].borrow(), pair[1].borrow()];
        for game in pair {
            spent[0] += game.a;
            spent[1] += game.b;
        }
        tally.add_pair([pair[0].result, pair[1].result]);
        if number % stride != 0 && number != pairs {
            continue;
        }
        let sample = Sample::pairs(tally.pentanomial);
        if let Some(estimate) = Estimate::of(&sample) {
            let llr = sprt.map(|sprt| sprt.llr(&sample));
            moments.push(Moment {
                games: tally.games(),
                estimate,
                llr,
                spent,
            });
        }
    }
    moments
}
