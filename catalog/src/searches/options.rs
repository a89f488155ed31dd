//! Options that several searches share.

use crate::info::SearchOption;

/// An option of every search that plays: both players of a match may share the end.
pub const ENDGAME: SearchOption = SearchOption::new(
    "endgame",
    "off",
    "leave the last moves to the game's own solver, where it has one",
);

/// An option of every search that uses the evaluator: both players of a match may have their own.
pub const WEIGHTS: SearchOption = SearchOption::new(
    "weights",
    "own",
    "instead of the game's evaluator: learned (those that come with it), or a file of `gametree train`, for chess also a network",
);

/// An option of searches that can deepen step by step.
pub const DEEPENING: SearchOption =
    SearchOption::new("deepening", "auto", "depth 1, 2, 3, …: on, off, or auto");

/// An option of every search with a transposition table.
pub const TABLE: SearchOption = SearchOption::new(
    "table",
    "auto",
    "memory of the table; 0: none; auto: what the limits can fill, at most 64MiB",
);

/// An option of searches with a horizon.
pub const QUIESCENCE: SearchOption =
    SearchOption::new("quiescence", "on", "follow noisy moves beyond the horizon");

/// An option of searches that deepen.
pub const STEP: SearchOption = SearchOption::new(
    "step",
    "auto",
    "plies from one depth to the next; auto: 2 where only the depth is limited, else 1",
);
