//! Games with chance, several players or hidden cards, on the command line.
//!
//! The commands for minimax are written once for every *type* of game ([`crate::seat`]). Here the
//! type ends at one trait object, [`Table`]: a [`seat::OpenSeat`] of each game answers the few
//! questions that the commands ask, and the commands themselves are compiled once.

pub mod answer;
pub mod compare;
pub mod play;
pub mod recipes;
pub mod search;
pub mod seat;
pub mod solve;
pub mod veil;

use gametree::{Limits, Stop};

use crate::args::PlayArgs;
use crate::contest::Venue;
use crate::error::{Code, Problem};
use crate::explain::Explanation;
use crate::games::{self, Entry};
use crate::searches::About;
use crate::seat::START;
use crate::spec::Spec;
use answer::OpenAnswer;
use solve::Solution;

impl<'a> Ask<'a> {
    /// A question about a position only.
    pub fn about(position: Option<&'a str>) -> Ask<'a> {
        Ask {
            position: position.or(Some(START)),
            with: "",
            limits: Limits::none(),
            seed: 1,
        }
    }
}

/// What is asked of a table: a position, a search and what it may spend.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// The position's text.
    pub position: Option<&'a str>,
    /// The search, `NAME[:key=value,...]`.
    pub with: &'a str,
    /// What it may spend.
    pub limits: Limits,
    /// The seed of everything random.
    pub seed: u64,
}

/// A game that is not for minimax alone, whatever its type.
pub trait Table {
    /// Its entry in the list of games.
    fn entry(&self) -> &'static Entry;

    /// As the user named it.
    fn name(&self) -> &str;

    /// The searches that it can be searched with.
    fn abouts(&self) -> Vec<About>;

    /// The board at a position.
    fn board(&self, ask: &Ask<'_>) -> Result<String, Problem>;

    /// One search.
    fn search(&self, ask: &Ask<'_>) -> Result<OpenAnswer, Problem>;

    /// One search, step by step, and its answer. The search is made for the limits of `ask`, and
    /// run within others.
    fn explain(&self, ask: &Ask<'_>, within: &Limits) -> anyhow::Result<(Explanation, OpenAnswer)>;

    /// The exact values, or the limit that stopped the solver.
    fn solve(
        &self,
        position: Option<&str>,
        limits: &Limits,
    ) -> Result<Result<Solution, Stop>, Problem>;

    /// A game against a search, in the terminal.
    fn play(&self, against: &str, args: &PlayArgs) -> anyhow::Result<Code>;

    /// Hands the game, ready for matches, to `visit`.
    fn enter(&self, visit: &mut dyn FnMut(&dyn Venue) -> anyhow::Result<()>) -> anyhow::Result<()>;
}

/// The search used where none is named: the first that suits the game.
pub fn default_search(table: &dyn Table) -> &'static str {
    let there = table.abouts();
    if table.entry().name == games::tree::ENTRY.name {
        // The one whose steps are easiest to follow.
        return if there.iter().any(|about| about.name == "expectiminimax") {
            "expectiminimax"
        } else {
            "maxn"
        };
    }
    let fits = table
        .entry()
        .fits
        .iter()
        .find(|name| there.iter().any(|about| about.name == **name));
    fits.copied()
        .unwrap_or_else(|| there.first().map_or(recipes::RANDOM, |about| about.name))
}

/// A command on a table.
pub type Visit<'a, T> = &'a mut dyn FnMut(&dyn Table) -> anyhow::Result<T>;

/// Runs a command where the game, or a search named with it, is one of this kind; `None` where
/// minimax is meant.
pub fn with_table<T>(
    name: &str,
    searches: &[&str],
    visit: Visit<'_, T>,
) -> anyhow::Result<Option<T>> {
    let entry = games::entry(name)?;
    if entry.name == games::tree::ENTRY.name {
        let tree = games::tree::of_name(name)?;
        let open = tree.two_player().is_err() || searches.iter().any(|text| is_only_here(text));
        return if open {
            games::tree::sit(name, tree, visit).map(Some)
        } else {
            Ok(None)
        };
    }
    games::sit(entry, name, visit)
}

/// Whether a search is one of these, and none for minimax.
fn is_only_here(text: &str) -> bool {
    let name = Spec::parse(text).map(|spec| spec.name).unwrap_or_default();
    let minimax = crate::searches::abouts()
        .iter()
        .any(|about| about.name == name);
    !minimax && recipes::abouts().iter().any(|about| about.name == name)
}
