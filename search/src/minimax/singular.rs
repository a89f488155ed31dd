//! Singular extensions (Anantharaman, Campbell and Hsu 1988): a move that is clearly better than
//! all others is worth a ply more, for everything hangs on it.
//!
//! Shown, not guessed: where the table holds a good move, all *other* moves are searched to a
//! reduced depth with a null window below its value. If none comes near, the move is singular.
//!
//! A singular move is also remembered: where the depth is used up and the move is legal, it may be
//! made beyond the horizon (Russell and Norvig, *Artificial Intelligence: A Modern Approach*). That is
//! how a move that an opponent can only put off, such as a promotion, is still seen.

/// When a move counts as singular.
#[derive(Clone, Copy, Debug)]
pub struct Singular {
    /// How much better than all others it must be, in points.
    pub margin: i32,
    /// Looked for where at least this many plies are left.
    pub least_depth: u32,
    /// A move that proved to be singular is remembered, and tried beyond the horizon.
    pub remembers: bool,
    /// Where another move reaches β too, the node is cut off without a search to the full depth. A
    /// value that comes from there is no proof. Changes values.
    pub cuts: bool,
}

impl Default for Singular {
    fn default() -> Self {
        Singular {
            margin: 50,
            least_depth: 4,
            remembers: true,
            cuts: false,
        }
    }
}
