//! Singular extensions (Anantharaman, Campbell and Hsu 1988): a move that is clearly better than
//! all others is worth a ply more, for everything hangs on it.
//!
//! Shown, not guessed: where the table holds a good move, all *other* moves are searched to a
//! reduced depth with a null window below its value. If none comes near, the move is singular.

/// When a move counts as singular.
#[derive(Clone, Copy, Debug)]
pub struct Singular {
    /// How much better than all others it must be, in points.
    pub margin: i32,
    /// Looked for where at least this many plies are left.
    pub least_depth: u32,
}

impl Default for Singular {
    fn default() -> Self {
        Singular {
            margin: 50,
            least_depth: 4,
        }
    }
}
