//! Matches of searches: everything that can be wrong is checked before the first game.

mod chess_openings;
mod files;
pub mod host;
pub mod hypotheses;
pub mod limits;
pub mod openings;
mod pgn;
mod plots;
pub mod remote;
pub mod replay;
mod report;
mod seats;
mod sweep;
mod tablebases;
mod tournament;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree_arena::journal::{self, Settings};
use gametree_arena::{
    Clock, GameRecord, Match, MatchError, MatchResult, OnGame, Opening, Rules, Sprt, Table,
};

use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::knowledge::Position;
use crate::opponents::uci::{self, Patience};
use crate::payoff::BoxedContender;
use crate::spec::{Conditions, Spec};
pub use files::MatchFiles;
pub use host::{AllowedEngines, Host};
pub use limits::limit_words;
use openings::Source;
use pgn::Event;
pub use remote::RemotePlan;
pub use report::{Both, FarmReport, MatchReport, RefusedRecord, WorkerRow, fault_words};
use seats::Seat;
pub use sweep::{ParameterValues, SweepReport, SweepRow};
pub use tournament::{RemoteTournament, TournamentReport, TournamentRequest, TournamentRow};

/// The request for a match.
#[derive(Clone, Debug)]
pub struct MatchRequest {
    /// The players A and B: searches, or engines as `uci:COMMAND`.
    pub searches: [String; 2],
    /// What each may spend on a move.
    pub limits: [Limits; 2],
    /// How time is measured.
    pub clock: Clock,
    /// Where games begin: `plies:N`, `random:N`, a file or `auto`.
    pub openings: String,
    /// How many games; `None` for as many as suit the openings.
    pub games: Option<usize>,
    /// A sequential test that ends the match.
    pub sprt: Option<Sprt>,
    /// When a game is over before its end.
    pub rules: Rules,
    /// The directory of endgame tables that end games of chess.
    pub tablebases: Option<PathBuf>,
    /// How long engines are waited for.
    pub patience: Patience,
    /// The seed of openings and games.
    pub seed: u64,
    /// How many games at a time.
    pub workers: usize,
    /// Raised to stop the match.
    pub stop: Arc<AtomicBool>,
}

/// A match that is ready to be played.
pub struct MatchPlan<'g> {
    /// The game.
    pub game: &'g AnyGame,
    /// The request.
    pub request: MatchRequest,
    inner: Match<Position>,
    /// A check sum of the openings, where they are not drawn by the seed.
    fingerprint: Option<u64>,
}

/// Games where none are given.
const GAMES: usize = 100;
/// The most games of a sequential test where none are given.
const GAMES_OF_A_TEST: usize = 20_000;

impl<'g> MatchPlan<'g> {
    /// Checks everything that can be wrong.
    ///
    /// # Errors
    /// A search, an option or the openings are wrong.
    pub fn new(game: &'g AnyGame, request: MatchRequest) -> Result<MatchPlan<'g>, CatalogError> {
        let plan = MatchPlan::prepare(game, request)?;
        plan.table()?;
        Ok(plan)
    }

    /// The plan, before its players are made.
    fn prepare(game: &'g AnyGame, request: MatchRequest) -> Result<MatchPlan<'g>, CatalogError> {
        let chance = game.info().chance;
        let source = Source::parse(&request.openings, chance)?;
        let usual = if request.sprt.is_some() {
            GAMES_OF_A_TEST
        } else {
            GAMES
        };
        let most = request.games.unwrap_or(usual);
        let openings = source.list(game, most / 2, request.seed)?;
        let drawn = source.is_drawn();
        let games = request.games.unwrap_or(match (drawn, request.sprt) {
            _ if chance => most,
            (true, None) => GAMES,
            (true, Some(_)) => most.min(2 * openings.len()),
            (false, _) => 2 * openings.len(),
        });
        let inner = Match {
            referee: game.referee(),
            games,
            workers: request.workers,
            limits: request.limits.clone(),
            seed: request.seed,
            rules: request.rules,
            oracle: tablebases::oracle(game, request.tablebases.as_deref())?,
            sprt: request.sprt,
            stop: Some(request.stop.clone()),
            openings,
        };
        Ok(MatchPlan {
            game,
            fingerprint: (!drawn).then(|| fingerprint(&inner.openings)),
            inner,
            request,
        })
    }

    /// The players of a worker.
    fn table(&self) -> Result<Table<'static, Position>, CatalogError> {
        Ok(Table {
            a: self.contender(0)?,
            b: self.contender(1)?,
        })
    }

    fn contender(&self, side: usize) -> Result<BoxedContender, CatalogError> {
        let request = &self.request;
        let on = Conditions {
            seed: request.seed,
            limits: request.limits[side].clone(),
        };
        let seat = Seat {
            player: &request.searches[side],
            on,
            clock: request.clock,
            game_clock: request.rules.clock,
            patience: request.patience,
        };
        seat.contender(self.game)
    }

    /// Plays what is missing.
    ///
    /// # Errors
    /// A game could not be saved, or those known are of another match.
    pub fn resume(
        &self,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
    ) -> Result<MatchResult, MatchError> {
        let seating = || self.table().map_err(|error| error.what);
        self.inner.resume(&seating, known, on_game)
    }

    /// How many games there will be.
    pub fn games(&self) -> usize {
        self.inner.games
    }

    /// How many openings there are.
    pub fn opening_count(&self) -> usize {
        self.inner.openings.len()
    }

    /// Whether the game has dice or cards, so that games from one opening differ.
    pub fn chance(&self) -> bool {
        self.game.info().chance
    }

    /// The games as PGN; `None` where the game is not chess.
    pub fn pgn(&self, games: &[GameRecord]) -> Option<String> {
        let event = Event {
            game: self.game,
            name: "match",
            players: &self.request.searches,
            clock: self.request.rules.clock,
        };
        pgn::is_chess(self.game).then(|| event.of_match(games))
    }

    /// What a side may spend on a move, or on a game.
    pub fn limit_text(&self, side: usize) -> String {
        let clock = self.request.rules.clock.map(limits::clock_words);
        let mut limits = self.request.limits[side].clone();
        if uci::command(&self.request.searches[side]).is_some() {
            // An engine's time is that of the clock.
            limits.time = limits.time.or(limits.cpu.take());
        }
        let of_a_move = limit_words(&limits);
        let parts = [clock, Some(of_a_move).filter(|text| !text.is_empty())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Which time is measured, or the clocks of the games.
    pub fn clock_text(&self) -> String {
        let clock = self.request.rules.clock.map(limits::clock_words);
        clock.unwrap_or_else(|| clock_word(self.request.clock).into())
    }

    /// All that decides the games. Their number does not: a match may be made longer.
    pub fn settings(&self) -> Settings {
        let request = &self.request;
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".into());
        let sprt = request
            .sprt
            .map(|sprt| format!("{:?} {},{}", sprt.model, sprt.elo0, sprt.elo1));
        let positions = self.fingerprint.map(|sum| format!("{sum:016x}"));
        let mut more = rules_settings(&request.rules);
        if let Some(directory) = &request.tablebases {
            more.push(("tablebases", directory.display().to_string()));
        }
        let pairs = [
            ("program", PROGRAM.to_string()),
            ("game", self.game.name().into()),
            ("a", request.searches[0].clone()),
            ("b", request.searches[1].clone()),
            ("limits of a", limit_words(&request.limits[0])),
            ("limits of b", limit_words(&request.limits[1])),
            ("clock", clock_word(request.clock).into()),
            ("openings", request.openings.clone()),
            ("tuned", format!("{:?}", self.game.info().tuned)),
            ("positions", positions.unwrap_or_else(|| "drawn".into())),
            ("seed", request.seed.to_string()),
            ("sprt", or_none(sprt)),
            (
                "max plies",
                or_none(request.rules.max_plies.map(|n| n.to_string())),
            ),
            ("adjudicate proven", request.rules.both_proven.to_string()),
        ];
        pairs
            .into_iter()
            .chain(more)
            .map(|(name, value)| (name.to_string(), value))
            .collect()
    }
}

/// What ends games early, as far as it is set: journals from before it was there stay valid.
fn rules_settings(rules: &Rules) -> Vec<(&'static str, String)> {
    let pairs = [
        ("game clock", rules.clock.map(|clock| format!("{clock:?}"))),
        (
            "win by score",
            rules.win_by_score.map(|rule| format!("{rule:?}")),
        ),
        (
            "draw by score",
            rules.draw_by_score.map(|rule| format!("{rule:?}")),
        ),
    ];
    let set = pairs
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    set.collect()
}

/// The program that played, for journals.
pub const PROGRAM: &str = concat!("gametree ", env!("CARGO_PKG_VERSION"));

fn fingerprint<G>(openings: &[Opening<G>]) -> u64 {
    let names: Vec<&str> = openings
        .iter()
        .map(|opening| opening.name.as_str())
        .collect();
    journal::sum(names.join("\n").as_bytes())
}

/// Which time is measured.
pub fn clock_word(clock: Clock) -> &'static str {
    match clock {
        Clock::Cpu => "cpu",
        Clock::Wall => "wall",
    }
}

/// The most threads that one of the searches uses.
pub fn threads_of(searches: [&str; 2]) -> usize {
    let of = |text: &str| {
        if uci::command(text).is_some() {
            return 1;
        }
        let pairs = Spec::parse(text).map(|spec| spec.pairs).unwrap_or_default();
        let given = pairs.iter().find(|(key, _)| key == "threads");
        given.and_then(|(_, value)| value.parse().ok()).unwrap_or(1)
    };
    searches.into_iter().map(of).max().unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match of a few short games.
    pub(super) fn request(a: &str, b: &str) -> MatchRequest {
        MatchRequest {
            searches: [a, b].map(str::to_string),
            limits: [Limits::nodes(200), Limits::nodes(200)],
            clock: Clock::Cpu,
            openings: "random:2".into(),
            games: Some(6),
            sprt: None,
            rules: Rules::default(),
            tablebases: None,
            patience: Patience::default(),
            seed: 5,
            workers: 1,
            stop: Arc::default(),
        }
    }
}
