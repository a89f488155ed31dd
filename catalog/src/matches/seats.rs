//! Who may sit at a table: the game's searches, and in chess UCI engines.

use gametree::Limits;
use gametree_arena::{Clock, TimeControl};
use gametree_chess::Chess;

use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::opponents::uci::{self, Patience, UciPlayer};
use crate::payoff::BoxedContender;
use crate::spec::Conditions;

/// How players are made.
#[derive(Clone, Debug)]
pub struct Seat<'a> {
    /// The search, or `uci:COMMAND`.
    pub player: &'a str,
    /// What it is made for.
    pub on: Conditions,
    /// How a search's time is measured.
    pub clock: Clock,
    /// The clocks of its games.
    pub game_clock: Option<TimeControl>,
    /// How long an engine is waited for.
    pub patience: Patience,
}

impl Seat<'_> {
    /// What a search is made for: under a game's clock it must be ready to stop.
    fn timed(&self) -> Conditions {
        let limits = Limits {
            time: self
                .on
                .limits
                .time
                .or(self.game_clock.map(|clock| clock.base)),
            ..self.on.limits.clone()
        };
        Conditions { limits, ..self.on }
    }

    /// The player.
    ///
    /// # Errors
    /// There is no such search or engine for this game, or an option is wrong.
    pub fn contender(&self, game: &AnyGame) -> Result<BoxedContender, CatalogError> {
        if uci::command(self.player).is_none() {
            return game.contender(self.player, &self.timed(), self.clock);
        }
        if game.start().downcast_ref::<Chess>().is_none() {
            let what = format!(
                "{}: UCI engines play chess, not {}",
                self.player,
                game.name()
            );
            return Err(CatalogError::usage(what).hint("give --game chess"));
        }
        let player = UciPlayer::start(self.player, &self.on.limits, self.patience)?;
        Ok(Box::new(player))
    }
}
