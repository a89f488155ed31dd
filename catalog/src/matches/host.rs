//! Plays games that other computers order: the worker's side of [`super::remote`].

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree_arena::tournament::TableGame;
use gametree_arena::{Match, Opening, Tournament};
use gametree_chess::uci::{EngineSpec, Kind};
use serde::Serialize;

use super::remote::{GameOrder, MatchWords, read_opening};
use super::seats::Seat;
use crate::defaults::within_memory;
use crate::game::AnyGame;
use crate::knowledge::Position;
use crate::opponents::uci::{self, Starting, UciPlayer};
use crate::payoff::BoxedContender;
use crate::spec::Conditions;

/// No match has more games.
const MOST_GAMES: usize = 1 << 32;

/// The engines that a worker's user has allowed, by name.
pub type AllowedEngines = BTreeMap<String, EngineSpec>;

/// Plays one game after the other, and keeps its players from game to game of a match.
pub struct Host {
    engines: Arc<AllowedEngines>,
    /// How many play at a time on this computer.
    at_a_time: usize,
    seated: Option<Seated>,
}

/// A match or a tournament, and the players that are there.
struct Seated {
    words: MatchWords,
    game: AnyGame,
    limits: Vec<Limits>,
    players: Vec<Option<BoxedContender>>,
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
        let known = self.seated.take();
        let mut seated = match known.filter(|seated| seated.words == order.words) {
            Some(seated) => seated,
            None => self.seat(order.words.clone())?,
        };
        let played = self.play_at(&mut seated, &order, stop);
        self.seated = Some(seated);
        played
    }

    /// A match without its players.
    fn seat(&self, words: MatchWords) -> Result<Seated, String> {
        words.check_files()?;
        if words.limits.len() != words.players.len() {
            return Err("malformed order: each player has limits".into());
        }
        let players: Vec<&str> = words.players.iter().map(String::as_str).collect();
        let game = crate::open(&words.game, &players).map_err(|error| error.what)?;
        let at_a_time = players.len() * self.at_a_time;
        let limits = words.limits.iter();
        Ok(Seated {
            limits: limits
                .map(|limits| within_memory(limits.limits(), at_a_time))
                .collect(),
            players: players.iter().map(|_| None).collect(),
            words,
            game,
        })
    }

    /// Plays with the players that are there; those that are missing are made, and stay.
    fn play_at(
        &self,
        seated: &mut Seated,
        order: &GameOrder,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<String>, String> {
        let opening = read_opening(&seated.game, &order.opening, order.by_moves)?;
        seated.check(order, &opening)?;
        let seats = order.seats.as_deref().unwrap_or(&[0, 1]);
        let mut players = Vec::new();
        for &who in seats {
            let there = seated.players[who].take();
            players.push(there.map_or_else(|| self.contender(seated, who), Ok)?);
        }
        let played = seated.play(Ordered { order, opening }, &mut players, stop);
        for (&who, player) in seats.iter().zip(players) {
            seated.players[who] = Some(player);
        }
        played
    }

    fn contender(&self, seated: &Seated, who: usize) -> Result<BoxedContender, String> {
        let Seated { words, game, .. } = seated;
        let (player, limits) = (&words.players[who], &seated.limits[who]);
        if uci::command(player).is_some() {
            let spec = self.allowed(player)?;
            let starting = Starting {
                label: player,
                limits,
                patience: words.patience,
            };
            let player = UciPlayer::start_spec(spec, starting);
            return Ok(Box::new(player.map_err(|error| error.what)?));
        }
        let seat = Seat {
            player,
            on: Conditions {
                seed: words.seed,
                limits: limits.clone(),
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

/// A game that is ordered, and where it begins.
struct Ordered<'a> {
    order: &'a GameOrder,
    opening: Opening<Position>,
}

impl Seated {
    /// Whether such a game can be.
    fn check(&self, order: &GameOrder, opening: &Opening<Position>) -> Result<(), String> {
        let malformed = |what: &str| Err(format!("malformed order: {what}"));
        if order.number > MOST_GAMES {
            return malformed("its number");
        }
        let Some(seats) = &order.seats else {
            return match self.players.len() {
                2 => Ok(()),
                _ => malformed("a match has two players"),
            };
        };
        let wanted = (self.game.referee().seats)(&opening.position);
        let is_taken = |(at, who): (usize, &usize)| seats[..at].contains(who);
        let fits = seats.len() == usize::from(wanted)
            && seats.len() >= 2
            && seats.iter().all(|&who| who < self.players.len())
            && !seats.iter().enumerate().any(is_taken);
        match fits {
            true => Ok(()),
            false => malformed("its seats"),
        }
    }

    /// The record of a game; `None` where it was stopped.
    fn play(
        &self,
        ordered: Ordered<'_>,
        players: &mut [BoxedContender],
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<String>, String> {
        let Ordered { order, opening } = ordered;
        let (seed, rules) = (self.words.seed, self.words.rules);
        let stop = Some(Arc::clone(stop));
        if let Some(seats) = &order.seats {
            let tournament = Tournament {
                limits: self.limits.clone(),
                seed,
                rules,
                stop,
                ..Tournament::refereed(1, self.game.referee())
            };
            let game = TableGame {
                number: order.number,
                seats: seats.clone(),
                opening: &opening,
            };
            let mut seated: Vec<_> = players.iter_mut().map(|player| player.as_mut()).collect();
            return written(tournament.play_one(&game, &mut seated));
        }
        let ([a, b], [of_a, of_b]) = (players, &self.limits[..]) else {
            return Err("malformed order: a match has two players".into());
        };
        let game = Match {
            openings: vec![opening],
            limits: [of_a.clone(), of_b.clone()],
            seed,
            rules,
            stop,
            ..Match::refereed(2, self.game.referee())
        };
        written(game.play_one(order.number, &mut [a.as_mut(), b.as_mut()]))
    }
}

fn written<R: Serialize>(record: Option<R>) -> Result<Option<String>, String> {
    let written = record.map(|record| serde_json::to_string(&record));
    written.transpose().map_err(|error| error.to_string())
}
