//! The games of matches and tournaments for other computers: each is a text that says all that the
//! game depends on.
//!
//! Nothing in it names a file or a program. Openings travel as positions; an engine travels as a
//! name, and the computer that plays has its own command for that name, or leaves the game to
//! others.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::{Keyed, Limits};
use gametree_arena::{
    Clock, GameRecord, MatchError, MatchResult, OnGame, Opening, PlayGames, Rules, Spent,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{MatchPlan, MatchRequest};
use crate::error::CatalogError;
use crate::game::{AnyGame, by_moves};
use crate::knowledge::Position;
use crate::opponents::uci::{self, Patience};
use crate::spec::Spec;

/// All that the games of a match or a tournament depend on, openings apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchWords {
    /// The game.
    pub game: String,
    /// The players, of a match A and B: searches, or engines as `uci:NAME`.
    pub players: Vec<String>,
    /// What each may spend on a move.
    pub limits: Vec<LimitWords>,
    /// How a search's time is measured.
    pub clock: Clock,
    /// The seed of all games.
    pub seed: u64,
    /// When games end early.
    pub rules: Rules,
    /// How long engines are waited for.
    pub patience: Patience,
}

/// A game of a match or a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameOrder {
    /// The match.
    #[serde(rename = "match")]
    pub words: MatchWords,
    /// The game's number.
    pub number: usize,
    /// The name of its opening.
    pub opening: String,
    /// Whether that name is moves from the start, and not a position.
    pub by_moves: bool,
    /// Of a tournament, the player in each seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<usize>>,
}

/// A match or a tournament whose games are played on other computers.
pub trait RemotePlan {
    /// A game that was played.
    type Record;

    /// All that its games depend on.
    fn words(&self) -> MatchWords;

    /// The game of a number, as a text for [`super::Host`].
    fn order(&self, number: usize) -> String;

    /// The record of a game that was played elsewhere.
    ///
    /// # Errors
    /// Why it cannot be true.
    fn believe(&self, number: usize, record: &str) -> Result<Self::Record, String>;

    /// What its players spent on a game.
    fn spent(record: &Self::Record) -> Vec<Spent>;

    /// The flag that stops it.
    fn stop(&self) -> Arc<AtomicBool>;
}

/// Limits of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitWords {
    depth: Option<u32>,
    nodes: Option<u64>,
    moves: Option<u64>,
    time: Option<Duration>,
    cpu: Option<Duration>,
    memory: Option<usize>,
}

impl From<&Limits> for LimitWords {
    fn from(limits: &Limits) -> LimitWords {
        LimitWords {
            depth: limits.depth,
            nodes: limits.nodes,
            moves: limits.moves,
            time: limits.time,
            cpu: limits.cpu,
            memory: limits.memory,
        }
    }
}

impl LimitWords {
    /// As limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            moves: self.moves,
            time: self.time,
            cpu: self.cpu,
            memory: self.memory,
            ..Limits::none()
        }
    }
}

impl MatchWords {
    /// Whether a computer elsewhere could play it: no word of it is the name of a file, and engines
    /// are names.
    ///
    /// # Errors
    /// Which word cannot be sent.
    pub(super) fn check_sendable(&self) -> Result<(), CatalogError> {
        self.check_files().map_err(|what| {
            CatalogError::usage(format!("{what}, which workers do not have"))
                .hint("leave --broker out, or write out what the file says")
        })?;
        self.engines().map(drop)
    }

    /// Whether a word of it is the name of a file.
    ///
    /// # Errors
    /// Which one.
    pub fn check_files(&self) -> Result<(), String> {
        if names_file(&self.game) {
            return Err(format!("the game {} may be a file", self.game));
        }
        for player in &self.players {
            if uci::command(player).is_some() {
                continue;
            }
            let spec = Spec::parse(player).map_err(|error| error.what)?;
            let file = |(key, value): &&(String, String)| {
                let is_file = key == "weights" && Path::new(value).is_file();
                is_file || value.contains(['/', '\\'])
            };
            if let Some((key, value)) = spec.pairs.iter().find(file) {
                return Err(format!("{player}: {key}={value} is a file"));
            }
        }
        Ok(())
    }

    /// The names of the engines that play.
    ///
    /// # Errors
    /// An engine is a command and not a name.
    pub fn engines(&self) -> Result<Vec<String>, CatalogError> {
        let mut names: Vec<String> = Vec::new();
        for player in &self.players {
            if uci::command(player).is_some() {
                names.push(uci::name(player)?.to_owned());
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }
}

/// Whether a game's name may lead to a file.
fn names_file(game: &str) -> bool {
    match game.split_once(':') {
        Some(("tree", text)) => !text.trim_start().starts_with('('),
        Some(("sets", text)) => !text.trim().contains(char::is_whitespace),
        _ => false,
    }
}

impl<'g> MatchPlan<'g> {
    /// The same for a match whose games are played on other computers: engines are not started
    /// here.
    ///
    /// # Errors
    /// A search, an option or the openings are wrong, or cannot be sent.
    pub fn elsewhere(game: &'g AnyGame, request: MatchRequest) -> Result<Self, CatalogError> {
        check_tablebases(request.tablebases.as_deref())?;
        let plan = MatchPlan::prepare(game, request)?;
        plan.words().check_sendable()?;
        for side in [0, 1] {
            if uci::command(&plan.request.searches[side]).is_none() {
                plan.contender(side)?;
            }
        }
        check_openings(game, &plan.inner.openings)?;
        Ok(plan)
    }

    /// Has what is missing played elsewhere.
    ///
    /// # Errors
    /// A game could not be played or saved, or those known are of another match.
    pub fn resume_with(
        &self,
        known: Vec<GameRecord>,
        on_game: OnGame<'_>,
        play: PlayGames<'_>,
    ) -> Result<MatchResult, MatchError> {
        self.inner.resume_with(known, on_game, play)
    }
}

impl RemotePlan for MatchPlan<'_> {
    type Record = GameRecord;

    fn words(&self) -> MatchWords {
        let request = &self.request;
        MatchWords {
            game: self.game.name().to_owned(),
            players: request.searches.to_vec(),
            limits: request.limits.iter().map(LimitWords::from).collect(),
            clock: request.clock,
            seed: request.seed,
            rules: request.rules,
            patience: request.patience,
        }
    }

    fn order(&self, number: usize) -> String {
        let opening = self.inner.opening(number);
        GameOrder {
            words: self.words(),
            number,
            opening: opening.name.clone(),
            by_moves: reading(self.game, opening).unwrap_or_default(),
            seats: None,
        }
        .text()
    }

    fn believe(&self, number: usize, record: &str) -> Result<GameRecord, String> {
        let record: GameRecord = read_record(record)?;
        self.inner.verify(number, &record)?;
        Ok(record)
    }

    fn spent(record: &GameRecord) -> Vec<Spent> {
        vec![record.a, record.b]
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.request.stop)
    }
}

impl GameOrder {
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What came back, if it is a record at all.
pub(super) fn read_record<R: DeserializeOwned>(text: &str) -> Result<R, String> {
    serde_json::from_str(text).map_err(|error| format!("malformed: {error}"))
}

/// Workers have no endgame tables of the coordinator's.
pub(super) fn check_tablebases(directory: Option<&Path>) -> Result<(), CatalogError> {
    let what = "--tablebases end games where they are played, and workers have none";
    let refusal = CatalogError::usage(what).hint("leave --tablebases or --broker out");
    directory.map_or(Ok(()), |_| Err(refusal))
}

/// Whether all openings can be sent.
pub(super) fn check_openings(
    game: &AnyGame,
    openings: &[Opening<Position>],
) -> Result<(), CatalogError> {
    openings
        .iter()
        .try_for_each(|opening| reading(game, opening).map(drop))
}

/// Whether an opening is read elsewhere as moves, or as a position: it must be the same there.
pub(super) fn reading(game: &AnyGame, opening: &Opening<Position>) -> Result<bool, CatalogError> {
    for moves in [true, false] {
        let read = read_opening(game, &opening.name, moves);
        if read.is_ok_and(|read| read.position.key() == opening.position.key()) {
            return Ok(moves);
        }
    }
    let what = format!("the opening '{}' cannot be sent to workers", opening.name);
    Err(CatalogError::usage(what).hint("leave it out, or leave --broker out"))
}

/// The opening of a name.
///
/// # Errors
/// There is none.
pub(super) fn read_opening(
    game: &AnyGame,
    name: &str,
    moves: bool,
) -> Result<Opening<Position>, String> {
    let position = match moves {
        true => by_moves(&game.start(), name)?,
        false => game.position(Some(name)).map_err(|error| error.what)?,
    };
    Ok(Opening {
        name: name.to_owned(),
        position,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_file_does_not_travel() {
        for game in ["tree:secret.txt", "tree:/etc/passwd", "sets:secret"] {
            assert!(names_file(game), "{game}");
        }
        for game in ["tree:(max 1 2)", "(max 1 2)", "connect4", "nim:3,4,5"] {
            assert!(!names_file(game), "{game}");
        }
    }

    #[test]
    fn an_order_says_no_more_than_it_must() {
        let game = crate::open("connect4", &["pvs", "random"]).unwrap();
        let plan = MatchPlan::elsewhere(&game, super::super::tests::request("pvs", "random"));
        let plan = plan.unwrap();
        let order: GameOrder = serde_json::from_str(&plan.order(3)).unwrap();
        assert_eq!((order.number, order.by_moves), (3, true));
        assert_eq!(order.words.limits[0].limits().nodes, Some(200));
        let strange = plan.order(3).replace("\"number\"", "\"x\":1,\"number\"");
        assert!(serde_json::from_str::<GameOrder>(&strange).is_err());
    }

    #[test]
    fn engines_are_names_and_weights_no_files() {
        let game = crate::open("chess", &[]).unwrap();
        let refused = |a: &str| {
            let request = super::super::tests::request(a, "pvs");
            MatchPlan::elsewhere(&game, request).err().map(|e| e.what)
        };
        assert_eq!(refused("uci:no-such-engine?Hash=64"), None, "not started");
        let path = refused("uci:/usr/games/stockfish").unwrap();
        assert!(path.contains("name"), "{path}");
        let file = refused("pvs:weights=/etc/passwd").unwrap();
        assert!(file.contains("is a file"), "{file}");
    }
}
