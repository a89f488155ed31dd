//! A search that was made by its name, whatever its family.

use gametree::{AnySearch, Limits};
use gametree_arena::{Clock, PayoffContender, Searcher};

use crate::answer::{Answer, Found};
use crate::format::Scale;
use crate::knowledge::Position;
use crate::payoff::{BoxedContender, BoxedPayoffSearch};
use crate::searches::boxer::BoxedSearch;

/// A search that was made by its name, for the game that made it.
pub enum BuiltSearch {
    /// For two players without chance.
    Score {
        /// The search.
        search: BoxedSearch,
        /// How its values become numbers and text.
        scale: Scale,
    },
    /// For games with chance, several players or hidden cards.
    Payoffs(BoxedPayoffSearch),
}

impl BuiltSearch {
    /// Searches a position.
    pub fn search(&mut self, root: &Position, limits: &Limits) -> Found {
        match self {
            BuiltSearch::Score { search, .. } => Found::Score(search.search_any(root, limits)),
            BuiltSearch::Payoffs(search) => Found::Payoffs(search.search_payoffs_any(root, limits)),
        }
    }

    /// What was found, in the game's own words.
    pub fn answer(&self, root: &Position, found: &Found) -> Answer {
        let scale = match self {
            BuiltSearch::Score { scale, .. } => *scale,
            BuiltSearch::Payoffs(_) => Scale::default(),
        };
        Answer::new(root, found, scale)
    }

    /// The search as a player of matches.
    pub fn contender(self, clock: Clock) -> BoxedContender {
        match self {
            BuiltSearch::Score { search, .. } => Box::new(Searcher::boxed(search).by(clock)),
            BuiltSearch::Payoffs(search) => Box::new(PayoffContender::boxed(search).by(clock)),
        }
    }
}
