//! Everything that a user can do to a position, and how to undo it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One edit. Moves are named as people or engines write them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Exclude a move: it is no longer searched and does not count.
    Exclude {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// The position, if it is not the action's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u32>,
    },
    /// Count an excluded move again.
    Include {
        /// The move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Put a move of the user's into the graph.
    Add {
        /// The move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Take a move of the user's away again. Where something is known behind it, it stays as one of
    /// the engines' moves.
    Remove {
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// The position, if it is not the action's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u32>,
    },
    /// Put a line into the graph, move after move.
    Line {
        /// The moves.
        moves: Vec<String>,
        /// Whether it begins at the first root where the moves are legal, rather than here.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        any_root: bool,
    },
    /// Another position to analyse, and a line from there.
    Root {
        /// The position, as users write it.
        position: String,
        /// The moves; may be empty.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// This many of a hundred tasks go below this position; 0 ends it.
    Boost {
        /// Of a hundred.
        percent: u8,
    },
    /// All tasks go below this position.
    Focus {},
    /// Which positions have a part of the tasks; all others have none.
    Shares {
        /// The positions.
        shares: Vec<Share>,
    },
    /// Every way into this position costs this many plies more; 0 ends it.
    Damp {
        /// Plies.
        plies: f64,
    },
    /// A note; an empty one removes it.
    Note {
        /// The words.
        text: String,
    },
    /// Notify the user when something happens here.
    Watch {
        /// `moves`, `best`, `above` or `below`.
        rule: String,
        /// How much, or the limit: a value as scripts read it. Not for `best`.
        points: Option<i64>,
    },
    /// End all watches here.
    Unwatch {},
    /// Try a failed task again.
    Unpark {},
    /// Cancel an open task: its engine goes on with another, and it counts as failed until it is
    /// tried again.
    Cancel {
        /// The number of the task.
        ticket: u64,
    },
    /// Search again what an engine has evaluated, when the search comes by.
    Distrust {
        /// The number of the engine.
        source: u16,
    },
    /// Play a move of the game, where it stands; all tasks go below it.
    Play {
        /// The move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Share the tasks among the positions of the game, at most a hundred of them: those that were
    /// searched least.
    Spread {},
    /// Take the last move of the game back; all tasks go below the position before it. The move
    /// stays in the graph.
    TakeBack {},
    /// What an engine has said counts again: the undo of `Distrust`.
    Trust {
        /// The number of the engine.
        source: u16,
    },
}

/// A position's part of the tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Share {
    /// The position.
    pub node: u32,
    /// Of a hundred.
    pub percent: u8,
}

/// What was done.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Done {
    /// `gametree.atlas.done/1`.
    pub schema: &'static str,
    /// The position that matters now: where a move led, or where it was.
    pub node: u32,
    /// The way to it, as `find` reads it.
    pub path: String,
    /// What was done, in words.
    pub words: String,
    /// Whether anything is different now.
    pub changed: bool,
    /// Do these, in order and at the same position, to undo it.
    pub undo: Vec<Action>,
    /// New positions.
    pub new_positions: usize,
    /// New moves.
    pub new_moves: usize,
    /// New roots.
    pub new_roots: usize,
}
