//! Where matches are played: a game of any kind behind one trait object, so that the commands are
//! compiled once.

use gametree::{Game, Keyed, Limits, Notation};
use gametree_arena::{Clock, Contender, Referee, Searcher, TournamentResult};

use super::args::ContestArgs;
use super::plan::Plan;
use super::tournament::{self, TournamentArgs};
use crate::error::Problem;
use crate::games::{Entry, with_game};
use crate::open;
use crate::seat::{CliEvaluator, CliGame, Seat, WithGame};
use crate::{searches, spec::Spec};

/// A game, ready for matches.
pub trait Venue {
    /// As the user named it.
    fn name(&self) -> &str;

    /// A match of two searches, everything in it checked.
    fn plan<'v>(&'v self, args: &ContestArgs, names: [&str; 2]) -> Result<Plan<'v>, Problem>;

    /// Plays a tournament.
    fn tournament(&self, args: &TournamentArgs) -> anyhow::Result<TournamentResult>;
}

/// What a search is to play under.
#[derive(Clone, Debug)]
pub struct Terms<'a> {
    /// The search, `NAME[:key=value,...]`.
    pub search: &'a str,
    /// What it may spend on a move.
    pub limits: &'a Limits,
    /// The seed of everything random.
    pub seed: u64,
    /// How its time is measured.
    pub clock: Clock,
}

/// Makes a contender.
pub type Hire<'v, G> =
    Box<dyn Fn(&Terms<'_>) -> Result<Box<dyn Contender<G> + 'v>, Problem> + Sync + 'v>;

/// Reads a position.
pub type Reading<'v, G> = Box<dyn Fn(&str) -> Result<G, Problem> + 'v>;

/// A game of one type, ready for matches.
pub struct Hall<'v, G: Game> {
    /// Its entry in the list of games.
    pub entry: &'static Entry,
    /// As the user named it.
    pub name: &'v str,
    /// The first position.
    pub start: G,
    /// Reads a position.
    pub position: Reading<'v, G>,
    /// Makes contenders.
    pub hire: Hire<'v, G>,
    /// Who moves for chance and says what everybody gets.
    pub referee: Referee<G>,
}

impl<G: Keyed + Notation + Send + Sync> Venue for Hall<'_, G> {
    fn name(&self) -> &str {
        self.name
    }

    fn plan<'v>(&'v self, args: &ContestArgs, names: [&str; 2]) -> Result<Plan<'v>, Problem> {
        Plan::new(args, names, self)
    }

    fn tournament(&self, args: &TournamentArgs) -> anyhow::Result<TournamentResult> {
        tournament::play(args, self)
    }
}

/// A command on a game of any kind.
pub type Visit<'a, T> = &'a mut dyn FnMut(&dyn Venue) -> anyhow::Result<T>;

/// Runs a command on a game and the searches that are to play it.
pub fn with_venue<T>(name: &str, searches: &[&str], visit: Visit<'_, T>) -> anyhow::Result<T> {
    let mut out = None;
    let mut enter = |table: &dyn open::Table| {
        table.enter(&mut |venue| {
            out = Some(visit(venue)?);
            Ok(())
        })
    };
    open::with_table(name, searches, &mut enter)?;
    match out {
        Some(out) => Ok(out),
        None => with_game(name, Enter(visit)),
    }
}

struct Enter<'a, T>(Visit<'a, T>);

impl<T> WithGame for Enter<'_, T> {
    type Out = T;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<T> {
        let Seat {
            evaluator,
            entry,
            positive,
            ..
        } = &seat;
        let hire = move |terms: &Terms<'_>| {
            let limits = terms.limits.clone();
            let setup = searches::Setup {
                seed: terms.seed,
                limits,
                tuned: entry.tuned,
                positive: *positive,
            };
            let search = searches::build(terms.search, &setup, evaluator.clone())?;
            Ok(Box::new(Searcher::boxed(search).by(terms.clock)) as Box<dyn Contender<G> + '_>)
        };
        (self.0)(&Hall {
            entry,
            name: seat.name,
            start: seat.start.clone(),
            position: Box::new(|text| seat.position(Some(text))),
            hire: Box::new(hire),
            referee: Referee::plain(),
        })
    }
}

/// The most threads that one of the searches uses.
pub fn threads_of(names: [&str; 2]) -> usize {
    let of = |name: &str| {
        let pairs = Spec::parse(name).map(|spec| spec.pairs).unwrap_or_default();
        pairs
            .iter()
            .find(|(key, _)| key == "threads")
            .and_then(|(_, value)| value.parse().ok())
            .unwrap_or(1)
    };
    names.into_iter().map(of).max().unwrap_or(1).max(1)
}
