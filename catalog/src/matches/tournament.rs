//! Tournaments of many searches: the request and the report.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree_arena::journal::Settings;
use gametree_arena::tournament::{Draw, Lineup, OnTable, PlayTables};
use gametree_arena::{
    Clock, Endings, Faults, Rules, Spent, TableRecord, Tournament, TournamentError,
    TournamentResult,
};
use serde::Serialize;

use super::limits::limit_words;
use super::openings::Source;
use super::pgn::{self, Event};
use super::remote::{self, GameOrder, LimitWords, MatchWords, RemotePlan};
use super::report::FarmReport;
use super::seats::Seat;
use super::{PROGRAM, rules_settings, tablebases};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::knowledge::Position;
use crate::opponents::uci::{self, Patience};
use crate::payoff::BoxedContender;
use crate::spec::Conditions;

/// The request for a tournament.
#[derive(Clone, Debug)]
pub struct TournamentRequest {
    /// The players: searches, or engines as `uci:COMMAND`.
    pub searches: Vec<String>,
    /// What each may spend on a move.
    pub limits: Limits,
    /// How often all meet all.
    pub rounds: usize,
    /// Whether only the first meets all others.
    pub gauntlet: bool,
    /// How a search's time is measured.
    pub clock: Clock,
    /// When a game is over before its end.
    pub rules: Rules,
    /// The directory of endgame tables that end games of chess.
    pub tablebases: Option<PathBuf>,
    /// How long engines are waited for.
    pub patience: Patience,
    /// Where games begin.
    pub openings: String,
    /// The seed of openings and games.
    pub seed: u64,
    /// How many games at a time.
    pub workers: usize,
    /// Raised to stop it.
    pub stop: Arc<AtomicBool>,
}

impl TournamentRequest {
    /// The tournament on a game, everything in it checked.
    ///
    /// # Errors
    /// A search, an option or the openings are wrong.
    pub fn plan(&self, game: &AnyGame) -> Result<Tournament<Position>, CatalogError> {
        let plan = self.prepare(game)?;
        self.lineup(game)?;
        Ok(plan)
    }

    /// The tournament, before its players are made.
    fn prepare(&self, game: &AnyGame) -> Result<Tournament<Position>, CatalogError> {
        let source = Source::parse(&self.openings, game.info().chance)?;
        Ok(Tournament {
            openings: source.list(game, self.rounds, self.seed)?,
            limits: vec![self.limits.clone(); self.searches.len()],
            seed: self.seed,
            rules: self.rules,
            oracle: tablebases::oracle(game, self.tablebases.as_deref())?,
            gauntlet: self.gauntlet,
            workers: self.workers,
            stop: Some(self.stop.clone()),
            ..Tournament::refereed(self.rounds, game.referee())
        })
    }

    /// The players of a worker.
    ///
    /// # Errors
    /// A search or an option is wrong.
    pub fn lineup(&self, game: &AnyGame) -> Result<Lineup<'static, Position>, CatalogError> {
        let one = |player: &String| self.contender(game, player);
        self.searches.iter().map(one).collect()
    }

    fn contender(&self, game: &AnyGame, player: &str) -> Result<BoxedContender, CatalogError> {
        let seat = Seat {
            player,
            on: Conditions {
                seed: self.seed,
                limits: self.limits.clone(),
            },
            clock: self.clock,
            game_clock: self.rules.clock,
            patience: self.patience,
        };
        seat.contender(game)
    }

    /// The games as PGN; `None` where the game is not chess.
    pub fn pgn(&self, game: &AnyGame, result: &TournamentResult) -> Option<String> {
        let event = Event {
            game,
            name: "tournament",
            players: &self.searches,
            clock: self.rules.clock,
        };
        pgn::is_chess(game).then(|| event.of_tournament(&result.games))
    }

    /// All that decides the games; the limits are those that were given.
    pub fn settings(&self, game: &str, given: &Limits) -> Settings {
        let mut more = rules_settings(&self.rules);
        if let Some(directory) = &self.tablebases {
            more.push(("tablebases", directory.display().to_string()));
        }
        if self.gauntlet {
            more.push(("gauntlet", self.gauntlet.to_string()));
        }
        let pairs = [
            ("program", PROGRAM.to_string()),
            ("game", game.to_string()),
            ("searches", self.searches.join(" ")),
            ("limits", limit_words(given)),
            ("openings", self.openings.clone()),
            ("seed", self.seed.to_string()),
        ];
        pairs
            .into_iter()
            .chain(more)
            .map(|(name, value)| (name.to_string(), value))
            .collect()
    }
}

/// A tournament whose games are played on other computers.
pub struct RemoteTournament<'g> {
    game: &'g AnyGame,
    request: TournamentRequest,
    inner: Tournament<Position>,
    draw: Draw,
}

impl<'g> RemoteTournament<'g> {
    /// The tournament of a request; engines are not started here.
    ///
    /// # Errors
    /// A search, an option or the openings are wrong, or cannot be sent.
    pub fn new(game: &'g AnyGame, request: TournamentRequest) -> Result<Self, CatalogError> {
        remote::check_tablebases(request.tablebases.as_deref())?;
        let inner = request.prepare(game)?;
        for player in &request.searches {
            if uci::command(player).is_none() {
                request.contender(game, player)?;
            }
        }
        remote::check_openings(game, &inner.openings)?;
        let draw = inner.draw();
        let tournament = RemoteTournament {
            draw: draw.map_err(|error| CatalogError::usage(error.to_string()))?,
            game,
            request,
            inner,
        };
        tournament.words().check_sendable()?;
        Ok(tournament)
    }

    /// Has what is missing played elsewhere.
    ///
    /// # Errors
    /// A game could not be played or saved, or those known are of another tournament.
    pub fn resume_with(
        &self,
        known: Vec<TableRecord>,
        on_table: OnTable<'_>,
        play: PlayTables<'_>,
    ) -> Result<TournamentResult, TournamentError> {
        self.inner.resume_with(&self.draw, known, (on_table, play))
    }
}

impl RemotePlan for RemoteTournament<'_> {
    type Record = TableRecord;

    fn words(&self) -> MatchWords {
        let request = &self.request;
        MatchWords {
            game: self.game.name().to_owned(),
            players: request.searches.clone(),
            limits: self.inner.limits.iter().map(LimitWords::from).collect(),
            clock: request.clock,
            seed: request.seed,
            rules: request.rules,
            patience: request.patience,
        }
    }

    fn order(&self, number: usize) -> String {
        let game = self.inner.game(&self.draw, number);
        GameOrder {
            words: self.words(),
            number,
            opening: game.opening.name.clone(),
            by_moves: remote::reading(self.game, game.opening).unwrap_or_default(),
            seats: Some(game.seats),
        }
        .text()
    }

    fn believe(&self, number: usize, record: &str) -> Result<TableRecord, String> {
        let record: TableRecord = remote::read_record(record)?;
        let game = self.inner.game(&self.draw, number);
        self.inner.verify(&game, &record)?;
        Ok(record)
    }

    fn spent(record: &TableRecord) -> Vec<Spent> {
        record.spent.clone()
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.request.stop)
    }
}

/// What came out of a tournament, as scripts read it.
#[derive(Serialize)]
pub struct TournamentReport {
    schema: &'static str,
    /// The game.
    pub game: String,
    /// How many play at a table.
    pub seats: usize,
    /// Games that count.
    pub games: usize,
    /// Nothing is left to play.
    pub complete: bool,
    /// Whether a virtual draw was needed to make all ratings finite.
    pub prior: bool,
    /// The seed.
    pub seed: u64,
    /// How many games ended for each reason.
    pub ends: BTreeMap<&'static str, u64>,
    /// The searches, the strongest first.
    pub rows: Vec<TournamentRow>,
    /// Who played, where that was elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farm: Option<FarmReport>,
}

/// A search of a tournament.
#[derive(Serialize)]
pub struct TournamentRow {
    /// Its name.
    pub search: String,
    /// Its Elo; the mean of all is 0.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// The mean payoff per game.
    pub payoff: Option<f64>,
    /// Its standard error.
    pub payoff_error: Option<f64>,
    /// Moves made in the games.
    pub choices: u64,
    /// Nodes.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// Games that it lost by its own fault.
    pub faults: Faults,
}

impl TournamentReport {
    /// The report of a result; the game by the name that the user gave.
    pub fn new(game: &str, asked: &TournamentRequest, result: &TournamentResult) -> Self {
        let ratings = result.ratings().ok();
        let payoffs = result.payoffs();
        let spent = result.spent();
        let endings = Endings::of_tournament(&result.games, result.contenders);
        let row = |(number, search): (usize, &String)| {
            let rating = ratings.as_ref().map(|ratings| ratings.ratings[number]);
            TournamentRow {
                search: search.clone(),
                elo: rating.map(|rating| rating.elo),
                elo_low: rating.map(|rating| rating.low),
                elo_high: rating.map(|rating| rating.high),
                payoff: payoffs[number].map(|average| average.mean),
                payoff_error: payoffs[number].and_then(|average| average.error),
                choices: spent[number].choices,
                nodes: spent[number].nodes,
                seconds: spent[number].seconds,
                faults: endings.faults[number].clone(),
            }
        };
        let mut rows: Vec<TournamentRow> = asked.searches.iter().enumerate().map(row).collect();
        let strength = |row: &TournamentRow| row.elo.unwrap_or(f64::MIN);
        rows.sort_by(|a, b| strength(b).total_cmp(&strength(a)));
        TournamentReport {
            schema: "gametree.tournament/1",
            game: game.to_string(),
            seats: result.seats,
            games: result.games.len(),
            complete: result.complete,
            prior: ratings.is_some_and(|ratings| ratings.prior),
            seed: asked.seed,
            ends: endings.reasons.clone(),
            rows,
            farm: None,
        }
    }
}
