//! Plays games that other computers order: the worker's side of [`super::remote`].

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree_arena::{Match, Table};
use gametree_chess::uci::{EngineSpec, Kind};

use super::remote::{GameOrder, MatchWords, read_opening};
use super::seats::Seat;
use crate::defaults::within_memory;
use crate::game::AnyGame;
use crate::knowledge::Position;
use crate::opponents::uci::{self, Starting, UciPlayer};
use crate::payoff::BoxedContender;
use crate::spec::Conditions;

/// The engines that a worker's user has allowed, by name.
pub type AllowedEngines = BTreeMap<String, EngineSpec>;

/// Plays one game after the other, and keeps its players from game to game of a match.
pub struct Host {
    engines: Arc<AllowedEngines>,
    /// How many play at a time on this computer.
    at_a_time: usize,
    seated: Option<Seated>,
}

/// The players of a match.
struct Seated {
    words: MatchWords,
    game: AnyGame,
    limits: [Limits; 2],
    table: Table<'static, Position>,
}

/// A side of a match.
struct Side<'a> {
    player: &'a str,
    limits: Limits,
}

impl Host {
    /// Allows these engines; memory is shared by this many.
    #[must_use]
    pub fn new(engines: Arc<AllowedEngines>, at_a_time: usize) -> Host {
        Host {
            engines,
            at_a_time,
            seated: None,
        }
    }

    /// The record of the game that is ordered; `None` where it was stopped.
    ///
    /// # Errors
    /// Why it cannot be played here.
    pub fn play(&mut self, order: &str, stop: &Arc<AtomicBool>) -> Result<Option<String>, String> {
        let order: GameOrder =
            serde_json::from_str(order).map_err(|error| format!("malformed order: {error}"))?;
        let seated = self.seat(order.words)?;
        let opening = read_opening(&seated.game, &order.opening, order.by_moves)?;
        let words = &seated.words;
        let game = Match {
            openings: vec![opening],
            limits: seated.limits.clone(),
            seed: words.seed,
            rules: words.rules,
            stop: Some(Arc::clone(stop)),
            ..Match::refereed(2, seated.game.referee())
        };
        let record = game.play_one(order.number, &mut seated.table);
        let written = record.map(|record| serde_json::to_string(&record));
        written.transpose().map_err(|error| error.to_string())
    }

    /// The players of a match: those of the last game, where it was of the same match.
    fn seat(&mut self, words: MatchWords) -> Result<&mut Seated, String> {
        let seated = match self.seated.take().filter(|seated| seated.words == words) {
            Some(seated) => seated,
            None => self.new_table(words)?,
        };
        Ok(self.seated.insert(seated))
    }

    fn new_table(&self, words: MatchWords) -> Result<Seated, String> {
        words.check_files()?;
        let players = words.players.each_ref().map(String::as_str);
        let game = crate::open(&words.game, &players).map_err(|error| error.what)?;
        let limits = |side: usize| within_memory(words.limits[side].limits(), 2 * self.at_a_time);
        let limits = [limits(0), limits(1)];
        let side = |side: usize| Side {
            player: &words.players[side],
            limits: limits[side].clone(),
        };
        let table = Table {
            a: self.contender(&words, &game, side(0))?,
            b: self.contender(&words, &game, side(1))?,
        };
        Ok(Seated {
            words,
            game,
            limits,
            table,
        })
    }

    fn contender(
        &self,
        words: &MatchWords,
        game: &AnyGame,
        side: Side<'_>,
    ) -> Result<BoxedContender, String> {
        let Side { player, limits } = side;
        if uci::command(player).is_some() {
            let spec = self.allowed(player)?;
            let starting = Starting {
                label: player,
                limits: &limits,
                patience: words.patience,
            };
            let player = UciPlayer::start_spec(spec, starting);
            return Ok(Box::new(player.map_err(|error| error.what)?));
        }
        let seat = Seat {
            player,
            on: Conditions {
                seed: words.seed,
                limits,
            },
            clock: words.clock,
            game_clock: words.rules.clock,
            patience: words.patience,
        };
        seat.contender(game).map_err(|error| error.what)
    }

    /// The engine of a name, with the options that the order gives it. Those that are texts may be
    /// names of files, and stay as this computer's user has set them.
    fn allowed(&self, player: &str) -> Result<EngineSpec, String> {
        let name = uci::name(player).map_err(|error| error.what)?;
        let known = self.engines.get(name);
        let own = known.ok_or_else(|| format!("there is no engine '{name}' here"))?;
        let options = uci::options(player).map_err(|error| error.what)?;
        if options.is_empty() {
            return Ok(uci::frugal(own.clone()));
        }
        let declared = uci::declared(own).map_err(|error| error.what)?;
        let mut spec = own.clone();
        for (option, value) in options {
            let kind = declared
                .iter()
                .find(|known| known.name.eq_ignore_ascii_case(option));
            match kind.map(|known| &known.kind) {
                None => return Err(format!("{name} has no option '{option}'")),
                Some(Kind::Text(_)) => {
                    return Err(format!("{option} is a text: set it where {name} runs"));
                }
                Some(_) => spec = spec.with(option, value),
            }
        }
        Ok(uci::frugal(spec))
    }
}
