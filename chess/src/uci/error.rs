//! What can be wrong with an engine, in sentences for people.

use std::time::Duration;

/// An engine's name and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{engine}: {kind}")]
pub struct EngineError {
    /// The engine, by the name it has in its [`EngineSpec`](super::EngineSpec).
    pub engine: String,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// What is wrong with an engine, or with its task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ErrorKind {
    /// There is no such program.
    #[error("there is no program `{program}` here; {hint}")]
    NotFound {
        /// The program as it was named.
        program: String,
        /// What could be used instead.
        hint: String,
    },
    /// The program is there, and cannot be run.
    #[error("`{program}` cannot be started: {why}")]
    CannotStart {
        /// The program as it was named.
        program: String,
        /// The system's reason.
        why: String,
    },
    /// Nothing came in time.
    #[error("no {what} within {}{}", seconds(*.waited), said(.stderr))]
    Silent {
        /// What was waited for.
        what: &'static str,
        /// How long.
        waited: Duration,
        /// The end of its error output.
        stderr: String,
    },
    /// The process is gone.
    #[error("it ended ({status}) when {when}{}", said(.stderr))]
    Ended {
        /// How: `exit status: 1`, `signal: 11`.
        status: String,
        /// What it was doing.
        when: &'static str,
        /// The end of its error output.
        stderr: String,
    },
    /// A line without an end.
    #[error("it wrote a line of more than {0} bytes")]
    EndlessLine(usize),
    /// The engine declares no such option.
    #[error("it has no option `{name}`{}", suggestion(.near, .known))]
    UnknownOption {
        /// The option as it was named.
        name: String,
        /// The declared option most like it.
        near: Option<String>,
        /// All it declares.
        known: Vec<String>,
    },
    /// The engine declares other values.
    #[error("option `{name}` cannot be `{value}`: {why}")]
    BadValue {
        /// The option.
        name: String,
        /// The value refused.
        value: String,
        /// What it may be.
        why: String,
    },
    /// Its best move is none here.
    #[error("its best move `{0}` is not legal here")]
    IllegalMove(String),
    /// Its best move is not one of those it was to choose from.
    #[error("its best move `{0}` is not among those it was to choose from")]
    NotAmong(String),
    /// It says that there is no move, and there is.
    #[error("it found no move (`bestmove {0}`) where there are some")]
    NoMove(String),
    /// A best move, and nothing about its value.
    #[error("it gave no value")]
    NoValue,
    /// Bounds are not values.
    #[error("it gave only bounds of a value")]
    OnlyBounds,
    /// Every value came with a line that is not legal here, or was one that no game can have.
    #[error("no value can be believed: {0}")]
    Unbelievable(String),
    /// No move in the time of a game.
    #[error("it had no time left")]
    OutOfTime,
    /// A result after hardly any work.
    #[error("it answered after {searched} of {asked} nodes: too few to be believed")]
    TooFewNodes {
        /// The nodes it was to search.
        asked: u64,
        /// The nodes it says it searched.
        searched: u64,
    },
    /// A result that would not repeat, where results must.
    #[error("it had to be stopped, so its answer would not repeat")]
    Unrepeatable,
    /// The task is at fault: the engine did not get it.
    #[error("this cannot be asked: {0}")]
    BadQuestion(String),
    /// A pool without engines.
    #[error("no engine is named")]
    NoEngine,
    /// The engine does not play Chess960, and this is.
    #[error("it does not play Chess960")]
    NoChess960,
    /// [`CancelToken::abort`](super::CancelToken::abort).
    #[error("it was told to leave")]
    Aborted,
}

impl ErrorKind {
    /// Whether the engine can do other tasks as if nothing had happened.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        use ErrorKind::{BadQuestion, BadValue, NoChess960, UnknownOption, Unrepeatable};
        matches!(
            self,
            BadQuestion(_) | NoChess960 | Unrepeatable | UnknownOption { .. } | BadValue { .. }
        )
    }

    /// Whether the engine has said all that it will say about the task: what it says next is about
    /// the next one.
    pub(super) fn is_in_step(&self) -> bool {
        self.is_harmless() || matches!(self, ErrorKind::NotAmong(_))
    }

    /// Whether the command or an option is wrong: no later attempt would go better.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        use ErrorKind::{BadQuestion, BadValue, NoEngine, NotFound, UnknownOption};
        matches!(
            self,
            NotFound { .. } | UnknownOption { .. } | BadValue { .. } | BadQuestion(_) | NoEngine
        )
    }

    pub(super) fn of(self, engine: &str) -> EngineError {
        EngineError {
            engine: engine.to_owned(),
            kind: self,
        }
    }
}

fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_millis() as f64 / 1000.0)
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!("; its last words: {stderr}")
    }
}

fn suggestion(near: &Option<String>, known: &[String]) -> String {
    match near {
        Some(near) => format!("; did you mean `{near}`? It has: {}", known.join(", ")),
        None if known.is_empty() => " (it has none)".to_owned(),
        None => format!("; it has: {}", known.join(", ")),
    }
}

/// A command that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCommand {
    /// Nothing in it.
    #[error("the command is empty")]
    Empty,
    /// A quotation mark without its partner.
    #[error("the command has an opening {0} without a closing one")]
    OpenQuote(char),
    /// A control character: a newline could smuggle in another command.
    #[error("the command has a control character in it")]
    Control,
}
