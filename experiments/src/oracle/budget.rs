//! The limits of the experiment: times, calls or nodes.

use std::time::Duration;

use gametree::Limits;
use gametree_catalog::CatalogError;
use gametree_catalog::defaults::within_memory;
use gametree_catalog::format::{grouped, number};
use serde_json::Number;

/// What a search may spend on a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Time of the processor.
    Time(Duration),
    /// Calls of the move operator.
    Moves(u64),
    /// Positions visited.
    Nodes(u64),
}

/// Times where nothing is given.
const TIMES: [Duration; 3] = [
    Duration::from_millis(1),
    Duration::from_millis(4),
    Duration::from_millis(16),
];

impl Budget {
    /// Those that were asked for, each once, from the smallest; the usual times where there are
    /// none.
    ///
    /// # Errors
    /// A budget is nothing.
    pub fn list(mut asked: Vec<Budget>) -> Result<Vec<Budget>, CatalogError> {
        if asked.is_empty() {
            asked = TIMES.map(Budget::Time).to_vec();
        }
        if let Some(nothing) = asked.iter().find(|budget| budget.amount() <= 0.0) {
            return Err(CatalogError::usage(format!(
                "a limit of {} leaves nothing to search with",
                nothing.words()
            ))
            .hint("give limits as in --time 1ms,4ms or --moves 5k,20k"));
        }
        asked.sort_by(|a, b| a.amount().total_cmp(&b.amount()));
        asked.dedup();
        Ok(asked)
    }

    /// As limits of a search.
    pub fn limits(self) -> Limits {
        let limits = match self {
            Budget::Time(time) => Limits::cpu(time),
            Budget::Moves(moves) => Limits::moves(moves),
            Budget::Nodes(nodes) => Limits::nodes(nodes),
        };
        within_memory(limits, 2)
    }

    /// How much: milliseconds, or a count.
    pub fn amount(self) -> f64 {
        match self {
            Budget::Time(time) => time.as_secs_f64() * 1e3,
            Budget::Moves(n) | Budget::Nodes(n) => n as f64,
        }
    }

    /// The same for JSON.
    pub fn number(self) -> Number {
        number(self.amount())
    }

    /// Of what.
    pub fn unit(self) -> &'static str {
        match self {
            Budget::Time(_) => "ms",
            Budget::Moves(_) => "moves",
            Budget::Nodes(_) => "nodes",
        }
    }

    /// For tables.
    pub fn words(self) -> String {
        match self {
            Budget::Time(time) => format!("{time:?}"),
            Budget::Moves(n) => format!("{} calls", grouped(n)),
            Budget::Nodes(n) => format!("{} nodes", grouped(n)),
        }
    }
}
