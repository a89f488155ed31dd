//! What is known: facts, in the order in which they came. Everything else is computed from them.
//!
//! Facts are only ever added. A new result supersedes an older one by coming later; nothing is
//! overwritten.

mod stored;

use serde::{Deserialize, Serialize};

use gametree::{MoveTraits, Wdl};

use crate::settings::Settings;
use stored::StoredFact;

/// A position of the graph, numbered in the order in which the facts name new ones.
pub type NodeId = u32;

/// A move, as [`gametree::Persistent::encode`] writes it.
pub type Code = u32;

/// A value as [`gametree::Score::raw`]: the first player's view, distances counted from the node it
/// belongs to.
pub type Raw = i32;

/// One fact. How it is written, `stored.rs` says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredFact", into = "StoredFact")]
pub enum Fact {
    /// How the project grows from now on.
    Settings(Settings),
    /// A position to analyse.
    Root {
        /// Its text, as [`gametree::Persistent::write`] writes it.
        text: String,
        /// What the rules say of it.
        about: About,
    },
    /// A source of results, numbered in the order of these facts.
    Source {
        /// Name and version.
        name: String,
        /// The options that change its values.
        options: String,
    },
    /// A move of the graph.
    Move {
        /// From here.
        from: NodeId,
        /// This move.
        code: Code,
        /// What the rules say of the position it leads to, which may be known already.
        to: About,
        /// What may spare it a part of its cost, as the rules say; saved, so that a project of a
        /// million moves opens without asking the rules again.
        traits: MoveTraits,
        /// Who wanted it.
        by: Origin,
    },
    /// A task has been given out.
    Asked {
        /// Its number, from 0 without gaps.
        ticket: u64,
        /// About this position.
        node: NodeId,
        /// About which moves.
        scope: Scope,
        /// How many positions may be searched.
        nodes: u64,
    },
    /// An engine's result, or an analysis from elsewhere.
    Found(Found),
    /// There is no result: the task failed.
    Failed {
        /// The task.
        ticket: u64,
        /// What happened.
        what: String,
        /// Seconds since 1970.
        at: u64,
    },
    /// What the user said.
    Steered {
        /// What they want.
        order: Order,
        /// Seconds since 1970.
        at: u64,
    },
}

impl Fact {
    /// When it came, in seconds since 1970; most kinds of facts do not say.
    pub(crate) fn time(&self) -> Option<u64> {
        match self {
            Fact::Found(found) => Some(found.at),
            Fact::Failed { at, .. } | Fact::Steered { at, .. } => Some(*at),
            _ => None,
        }
    }
}

/// What the rules say of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct About {
    /// Its identity.
    pub key: u128,
    /// Whether the second player moves.
    pub second: bool,
    /// How many legal moves there are; 0 when the game is over.
    pub legal: u16,
    /// Its value, when the game is over.
    pub end: Option<Raw>,
}

/// Who wanted a move in the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Origin {
    /// An engine: it uses up the quota of alternatives.
    Engine,
    /// The user, by hand or from a file: never removed, and not counted.
    User,
}

/// Which moves a task is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Scope {
    /// All legal ones.
    Whole,
    /// Those that are not in the graph yet.
    Rest,
}

/// A result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The task; `None` for an analysis from elsewhere.
    pub ticket: Option<u64>,
    /// About this position.
    pub node: NodeId,
    /// About which moves.
    pub scope: Scope,
    /// The value.
    pub value: Raw,
    /// The expected line.
    pub line: Vec<Code>,
    /// Moves that were the best for some time, with their values; the last is the line's first.
    pub shown: Vec<(Code, Raw)>,
    /// The depth.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Who says so.
    pub source: u16,
    /// How long it took, in milliseconds. Not part of the graph's fingerprint.
    pub millis: u32,
    /// Seconds since 1970. Not part of the fingerprint either.
    pub at: u64,
    /// The lines after the first that the search reports, the mover's best first; all of one depth.
    #[serde(skip)]
    pub lines: Vec<FoundLine>,
    /// Wins, draws and losses of the first player, where the source reports them. Nothing is
    /// computed from them, and they are not part of the fingerprint.
    #[serde(skip)]
    pub wdl: Option<Wdl>,
}

/// A line that a search reports besides the best one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundLine {
    /// Its value.
    pub value: Raw,
    /// The depth.
    pub depth: u32,
    /// The moves; at least one.
    pub line: Vec<Code>,
}

/// What a user says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Do not look at this move any more, and do not count it (`on`), or do so again.
    Exclude {
        /// At this position.
        node: NodeId,
        /// This move, which is in the graph.
        code: Code,
        /// Excluded, or included again.
        on: bool,
    },
    /// This many of a hundred tasks go to what lies below this position; 0 ends it, 100 is a focus.
    Boost {
        /// The position.
        node: NodeId,
        /// Of a hundred.
        percent: u8,
    },
    /// Every way into this position costs this many thousandths of a ply more; 0 ends it.
    Damp {
        /// The position.
        node: NodeId,
        /// Thousandths of a ply.
        milli: u32,
    },
    /// A note; an empty one removes it.
    Note {
        /// On this position.
        node: NodeId,
        /// The words.
        text: String,
    },
    /// Tell when this happens; `None` ends all watches of the position.
    Watch {
        /// At this position.
        node: NodeId,
        /// What to look for.
        rule: Option<Rule>,
    },
    /// Ask again whatever this source has said, when the search comes by.
    Distrust {
        /// The source.
        source: u16,
    },
    /// Try a failed task again.
    Unpark {
        /// The position.
        node: NodeId,
    },
    /// What this source has said counts as before [`Order::Distrust`].
    Trust {
        /// The source.
        source: u16,
    },
    /// A game that was played: its moves are in the graph, and its record says what the graph
    /// cannot, such as names and the order of variations.
    Game {
        /// The number of the record, from 0 without gaps; one that is there is replaced.
        number: u32,
        /// The position in which the game began.
        node: NodeId,
        /// The record, as the game's players write it; in chess a PGN.
        text: String,
    },
    /// A move that the user added is not wanted any more: it leaves the graph, or is an engine's
    /// where something is known behind it.
    Remove {
        /// At this position.
        node: NodeId,
        /// This move, which is the user's.
        code: Code,
    },
}

/// What a user wants to be notified of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rule {
    /// The value moves by at least this many points.
    Moves(i32),
    /// The best move changes.
    BestChanges,
    /// The value rises to this or above.
    Above(Raw),
    /// The value falls to this or below.
    Below(Raw),
}
