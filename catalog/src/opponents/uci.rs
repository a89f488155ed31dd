//! UCI engines as players of chess matches: `uci:COMMAND[?Option=value&Option=value...]`.
//!
//! Each has one thread and 16 MiB unless its options say otherwise, never ponders, and forgets
//! everything between games: at a fixed number of nodes or a depth a game is a function of its
//! opening. Where an engine crashes, hangs, is late or plays what is not legal, it loses the game,
//! the record says why, and the next game begins with a new process.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::erased::ErasedMove;
use gametree::{Counts, Limits};
use gametree_arena::{Choice, Contender, Failure, TimeControl, TimeLeft};
use gametree_chess::Chess;
use gametree_chess::uci::{
    CancelToken, Engine, EngineError, EngineSpec, ErrorKind, GameClock, MoveLimits, Timeouts,
    UciOption, discover,
};
use serde::{Deserialize, Serialize};

use crate::error::CatalogError;
use crate::knowledge::Position;

/// What an engine's name begins with where searches are named.
pub const PREFIX: &str = "uci:";

/// How long engines are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patience {
    /// How late a move may be before the game is lost on time.
    pub margin: Duration,
    /// How long an engine without a limit of time may say nothing before it counts as hung.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            margin: TimeControl::MARGIN,
            silence: Timeouts::default().silence,
        }
    }
}

/// The command of an engine and its options as they stand in a name; `None` for a search.
pub fn command(text: &str) -> Option<&str> {
    text.trim().strip_prefix(PREFIX)
}

/// The engine that a user names.
///
/// # Errors
/// The command or an option cannot be read.
pub fn spec(text: &str) -> Result<EngineSpec, CatalogError> {
    let wrong = |why: String| {
        CatalogError::usage(format!("{text}: {why}"))
            .hint("write uci:COMMAND, or uci:COMMAND?Hash=16&UCI_Elo=1500 with options")
    };
    let (command, _) = halves(text);
    let spec = EngineSpec::parse(command).map_err(|error| wrong(error.to_string()))?;
    let known = discover()
        .into_iter()
        .find(|engine| engine.name == command.trim());
    let spec = known.map_or(spec, |engine| {
        EngineSpec::new(engine.command).named(&engine.name)
    });
    let options = options(text)?;
    let with = |spec: EngineSpec, (name, value): (&str, &str)| spec.with(name, value);
    Ok(options.into_iter().fold(frugal(spec), with))
}

/// The command and the options of an engine that a user names.
fn halves(text: &str) -> (&str, &str) {
    let named = command(text).unwrap_or(text);
    named.rsplit_once('?').unwrap_or((named, ""))
}

/// The options of an engine that a user names.
///
/// # Errors
/// One cannot be read.
pub fn options(text: &str) -> Result<Vec<(&str, &str)>, CatalogError> {
    let (_, options) = halves(text);
    let options = options.split('&').filter(|option| !option.is_empty());
    let mut pairs = Vec::new();
    for option in options {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            CatalogError::usage(format!("{text}: '{option}' has no '='"))
                .hint("write uci:COMMAND, or uci:COMMAND?Hash=16&UCI_Elo=1500 with options")
        })?;
        pairs.push((name.trim(), value.trim()));
    }
    Ok(pairs)
}

/// The name of an engine where it is known by a name alone.
///
/// # Errors
/// It is a command: a path, or with arguments.
pub fn name(text: &str) -> Result<&str, CatalogError> {
    let (command, _) = halves(text);
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name = command.trim();
    if !name.is_empty() && name.chars().all(fits) {
        return Ok(name);
    }
    let what = format!("{text}: on other computers an engine is known by a name");
    Err(CatalogError::usage(what)
        .hint("write uci:NAME here, and `gametree worker --engine NAME=COMMAND` there"))
}

/// The engine with one thread and little memory, where its options say nothing else.
#[must_use]
pub fn frugal(spec: EngineSpec) -> EngineSpec {
    spec.wishing("Threads", "1").wishing("Hash", "16")
}

/// The options that an engine declares.
///
/// # Errors
/// It does not start.
pub fn declared(spec: &EngineSpec) -> Result<Vec<UciOption>, CatalogError> {
    let engine = Engine::start(spec, &Timeouts::default());
    let engine = engine.map_err(|error| refused(&spec.name, &error))?;
    Ok(engine.options().to_vec())
}

/// What an engine is started for.
#[derive(Clone, Copy, Debug)]
pub struct Starting<'a> {
    /// What the user calls it.
    pub label: &'a str,
    /// The limits that it must be able to keep.
    pub limits: &'a Limits,
    /// How long it is waited for.
    pub patience: Patience,
}

/// An engine at the board.
pub struct UciPlayer {
    spec: EngineSpec,
    timeouts: Timeouts,
    margin: Duration,
    engine: Option<Engine>,
    /// Why it cannot play this game.
    trouble: Option<Failure>,
}

impl UciPlayer {
    /// Starts an engine that can keep these limits.
    ///
    /// # Errors
    /// It cannot be started, has no such option, or takes no notice of the limits.
    pub fn start(text: &str, limits: &Limits, patience: Patience) -> Result<Self, CatalogError> {
        let starting = Starting {
            label: text,
            limits,
            patience,
        };
        Self::start_spec(spec(text)?, starting)
    }

    /// The same for an engine that is known.
    ///
    /// # Errors
    /// As above.
    pub fn start_spec(spec: EngineSpec, starting: Starting<'_>) -> Result<Self, CatalogError> {
        let Starting {
            label: text,
            limits,
            patience,
        } = starting;
        if limits.moves.is_some() {
            let what = format!("{text}: an engine does not count move calls");
            return Err(CatalogError::usage(what).hint("give --nodes, --depth, --time or --clock"));
        }
        let timeouts = Timeouts {
            silence: patience.silence,
            ready: Timeouts::default().ready.min(patience.silence),
            ..Timeouts::default()
        };
        let mut engine = Engine::start(&spec, &timeouts).map_err(|error| refused(text, &error))?;
        if limits.nodes.is_some() {
            check_nodes(text, &mut engine)?;
        }
        Ok(UciPlayer {
            spec,
            timeouts,
            margin: patience.margin,
            engine: Some(engine),
            trouble: None,
        })
    }

    /// Ready for a game, with a new process where the last game has cost the old one.
    fn ready(&mut self) -> Result<(), EngineError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.spec, &self.timeouts)?,
        };
        self.engine.insert(engine).begin_game()
    }

    fn play(
        &mut self,
        position: &Position,
        limits: &Limits,
        clock: Option<GameClock>,
    ) -> Result<Choice<ErasedMove>, Failure> {
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        let (Some(engine), Some(chess)) = (&mut self.engine, position.downcast_ref::<Chess>())
        else {
            return Err(Failure::Broken("it plays chess only".into()));
        };
        let own = MoveLimits {
            nodes: limits.nodes,
            depth: limits.depth,
            time: limits.time.or(limits.cpu),
            clock,
            margin: self.margin,
        };
        let never = AtomicBool::new(false);
        let stop = limits.stop.as_deref().unwrap_or(&never);
        let played = engine.play(chess, &own, stop).map_err(|error| {
            self.engine = None;
            failure(error.kind)
        })?;
        let late = own.time.map(|time| time + self.margin);
        if late.is_some_and(|late| played.elapsed > late) {
            return Err(Failure::Late);
        }
        Ok(Choice {
            play: ErasedMove::of::<Chess>(played.play),
            counts: Counts {
                nodes: played.nodes,
                ..Counts::default()
            },
            time: played.elapsed,
            proven: None,
            value: played.value,
            depth: played.depth,
        })
    }
}

/// What is wrong with a name, or with the engine behind it.
fn refused(text: &str, error: &EngineError) -> CatalogError {
    let what = format!("{text}: {}", error.kind);
    match error.kind {
        ErrorKind::NotFound { .. } => CatalogError::not_found(what),
        _ if error.kind.is_mistake() => CatalogError::usage(what),
        _ => CatalogError::engine(what),
    }
}

/// Some engines take no notice of `go nodes`: their games would not repeat.
fn check_nodes(text: &str, engine: &mut Engine) -> Result<(), CatalogError> {
    let abilities = engine.try_abilities(&CancelToken::new());
    if abilities.map_err(|error| refused(text, &error))?.nodes {
        return Ok(());
    }
    let what = format!("{text}: this engine takes no notice of a limit of nodes");
    Err(CatalogError::usage(what)
        .hint("give --depth, --time or --clock; --limits-a and --limits-b set limits for one side"))
}

/// What an engine's fault is in a game.
fn failure(kind: ErrorKind) -> Failure {
    match kind {
        ErrorKind::Aborted => Failure::Stopped,
        ErrorKind::OutOfTime => Failure::Late,
        ErrorKind::IllegalMove(m) => Failure::Illegal(m),
        ErrorKind::NoMove(m) => Failure::Illegal(if m.is_empty() { "(none)".into() } else { m }),
        other => Failure::Broken(other.to_string()),
    }
}

impl Contender<Position> for UciPlayer {
    fn new_game(&mut self, _: u64) {
        self.trouble = self.ready().err().map(|error| {
            self.engine = None;
            failure(error.kind)
        });
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Result<Choice<ErasedMove>, Failure> {
        self.play(position, limits, None)
    }

    fn choose_on_clock(
        &mut self,
        position: &Position,
        limits: &Limits,
        left: &TimeLeft,
    ) -> Result<Choice<ErasedMove>, Failure> {
        use gametree::{Game, Player};
        let first = position.turn() == Player::FIRST;
        let clock = GameClock {
            white: if first { left.own } else { left.other },
            black: if first { left.other } else { left.own },
            increment: left.control.increment,
        };
        self.play(position, limits, Some(clock))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_command_and_options() {
        let spec = spec("uci:'/opt/my fish' --deep?Skill Level=3&Hash=64").unwrap();
        assert_eq!(spec.command, ["/opt/my fish", "--deep"]);
        assert_eq!(spec.name, "my fish");
        let options = [("Skill Level", "3"), ("Hash", "64")];
        assert_eq!(
            spec.options,
            options.map(|(name, value)| (name.to_string(), value.to_string()))
        );
        assert!(super::spec("uci:").unwrap_err().what.contains("empty"));
        let error = super::spec("uci:fish?Hash").unwrap_err();
        assert!(error.what.contains("'Hash' has no '='"), "{error}");
        assert_eq!(command("pvs:threads=2"), None);
    }
}
