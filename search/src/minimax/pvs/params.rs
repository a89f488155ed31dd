//! What can be switched in a principal variation search.

use crate::minimax::pruning::Pruning;
use crate::minimax::reductions::Reductions;
use crate::minimax::singular::Singular;

/// What can be switched.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Null windows after the first move (PVS); otherwise alpha-beta.
    pub scout: bool,
    /// Killers and history order the moves; otherwise only table and guide do.
    pub experience: bool,
    /// Extends moves that are clearly better than all others. Changes values.
    pub singular: Option<Singular>,
    /// Searches late moves less deep. Changes values.
    pub reductions: Option<Reductions>,
    /// Looks the children of a node up in the table first where at least this many plies are left;
    /// nearer to the horizon it costs more than it saves.
    pub enhanced_depth: u32,
    /// Moves are sorted where at least this many plies are left; nearer to the horizon they come in
    /// the generator's order. 1 pays where the horizon is costly.
    pub sorted_depth: u32,
    /// Null move, futility and late move pruning by the evaluator's word. Changes values. Needs
    /// [`super::Pvs::by_null_move`].
    pub pruning: Option<Pruning>,
    /// Extends positions in which a threat must be met, by one ply. Changes values. Needs
    /// [`super::Pvs::by_null_move`].
    pub extend_in_check: bool,
    /// Where the table knows no move and at least this many plies are left, one ply is left out
    /// ("internal iterative reduction"): without a move to begin with a search is dear, and the next
    /// one has it. Changes values.
    pub unknown_depth: Option<u32>,
    /// The table answers, and learns, at the horizon too. Pays where the horizon is costly.
    pub table_at_horizon: bool,
    /// And on every ply beyond it.
    pub table_beyond: bool,
    /// A position that has been before on the way to it is a draw. Changes values, and makes them
    /// depend on the way.
    pub repetitions: bool,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            scout: true,
            experience: true,
            singular: None,
            reductions: None,
            enhanced_depth: 3,
            sorted_depth: 2,
            pruning: None,
            extend_in_check: false,
            unknown_depth: None,
            table_at_horizon: false,
            table_beyond: false,
            repetitions: false,
        }
    }
}
