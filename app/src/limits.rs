//! Limits as people write them: `--time 1.5s --nodes 1M --memory 1GiB`.

use std::time::Duration;

use clap::Args;
use gametree::Limits;
use gametree_catalog::defaults::{SearchLimits, is_endless, search_limits};
use gametree_catalog::units::{count, duration, size};
use gametree_catalog::{AnyGame, CatalogError};

/// What a search may spend.
#[derive(Args, Clone, Debug, Default)]
pub struct LimitArgs {
    /// Plies below the root
    #[arg(long, help_heading = "Limits", value_name = "N")]
    pub depth: Option<u32>,
    /// Positions visited: 5000, 10k, 2.5M, 1e6
    #[arg(long, help_heading = "Limits", value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
    /// Calls of the move operator, as in Rivest's tables
    #[arg(long, help_heading = "Limits", value_name = "N", value_parser = count)]
    pub moves: Option<u64>,
    /// Wall-clock time: 100ms, 1.5s, 2m, 1m30s, 1h
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Processor time of each searching thread: like --time, but fair on a busy machine
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = duration)]
    pub cpu: Option<Duration>,
    /// Memory for the tree or table and the stack: 64MB, 1GiB [default: a quarter of what is
    /// available]
    #[arg(long, help_heading = "Limits", value_name = "SIZE", value_parser = size)]
    pub memory: Option<usize>,
}

impl LimitArgs {
    /// No limit that would ever end a search was given.
    pub fn is_endless(&self) -> bool {
        is_endless(&self.limits())
    }

    /// The arguments that give these limits.
    pub fn of(limits: &Limits) -> LimitArgs {
        LimitArgs {
            depth: limits.depth,
            nodes: limits.nodes,
            moves: limits.moves,
            time: limits.time,
            cpu: limits.cpu,
            memory: limits.memory,
        }
    }

    /// The limits, with the flag of Ctrl-C.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            moves: self.moves,
            time: self.time,
            cpu: self.cpu,
            memory: self.memory,
            ceiling: None,
            stop: Some(crate::interrupt::flag()),
        }
    }
}

/// The limits given; where there are none that would end the search, those that are usual.
///
/// # Errors
/// Without a limit the search would never end.
pub fn or_default(
    args: &LimitArgs,
    game: &AnyGame,
    with: &str,
) -> Result<SearchLimits, CatalogError> {
    let granted = search_limits(game, with, &args.limits())?;
    tell(granted.added);
    Ok(granted)
}

/// Tells the user of time that was added where there was no limit.
pub fn tell(added: Option<Duration>) {
    if let Some(time) = added {
        crate::output::hint(&format!("no limit given: --time {time:?}"));
    }
}
