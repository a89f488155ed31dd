//! When games end early, and how long engines are waited for: what `match`, `sweep` and
//! `tournament` share.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use gametree_arena::{Clock, DrawByScore, Rules, TimeControl, WinByScore};
use gametree_catalog::matches::limits::{draw_by_score, game_clock, win_by_score};
use gametree_catalog::opponents::uci::Patience;
use gametree_catalog::units::duration;

/// The clock of games and what ends them.
#[derive(Args, Debug, Clone, Default)]
pub struct EndArgs {
    /// What --time measures: processor time (cpu, fair on a busy machine) or wall-clock time
    /// (wall); or clocks for the whole game: 10+0.1 is 10 seconds and 0.1 more per move
    #[arg(
        long,
        value_name = "cpu|wall|TIME+INCREMENT",
        default_value = "cpu",
        help_heading = "Limits"
    )]
    pub clock: ClockArg,
    /// How late an engine's move may be before its game is lost on time [default: 100ms]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub time_margin: Option<Duration>,
    /// How long an engine without a limit of time may be silent before it has failed [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub engine_timeout: Option<Duration>,
    /// Call a game of this many plies a draw
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,
    /// End a game when both sides have proven the same result
    #[arg(long)]
    pub adjudicate_proven: bool,
    /// End a game that both sides have called won for some moves in a row: 600,4
    #[arg(long, value_name = "POINTS,MOVES", value_parser = win_by_score)]
    pub adjudicate_win: Option<WinByScore>,
    /// End a game that both sides have called even for some moves in a row, from a move on: 10,8,40
    #[arg(long, value_name = "POINTS,MOVES,FROM", value_parser = draw_by_score)]
    pub adjudicate_draw: Option<DrawByScore>,
    /// End a game of chess when Syzygy tables in this directory know its result
    #[arg(long, value_name = "DIR")]
    pub tablebases: Option<PathBuf>,
}

impl EndArgs {
    /// When games end early.
    pub fn rules(&self) -> Rules {
        let clock = match self.clock {
            ClockArg::Game(control) => Some(TimeControl {
                margin: self.patience().margin,
                ..control
            }),
            ClockArg::Cpu | ClockArg::Wall => None,
        };
        Rules {
            max_plies: self.max_plies,
            both_proven: self.adjudicate_proven,
            clock,
            win_by_score: self.adjudicate_win,
            draw_by_score: self.adjudicate_draw,
        }
    }

    /// How long engines are waited for.
    pub fn patience(&self) -> Patience {
        let usual = Patience::default();
        Patience {
            margin: self.time_margin.unwrap_or(usual.margin),
            silence: self.engine_timeout.unwrap_or(usual.silence),
        }
    }
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClockArg {
    /// Processor time
    #[default]
    Cpu,
    /// Wall-clock time
    Wall,
    /// Clocks for the whole game
    Game(TimeControl),
}

impl ClockArg {
    /// The clock of the arena.
    pub fn clock(self) -> Clock {
        match self {
            ClockArg::Cpu => Clock::Cpu,
            ClockArg::Wall | ClockArg::Game(_) => Clock::Wall,
        }
    }
}

impl FromStr for ClockArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ClockArg, String> {
        match text {
            "cpu" => Ok(ClockArg::Cpu),
            "wall" => Ok(ClockArg::Wall),
            _ => game_clock(text)
                .map(ClockArg::Game)
                .map_err(|why| format!("{why}; write cpu, wall, or a game's clock as in 10+0.1")),
        }
    }
}
