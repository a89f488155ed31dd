//! What can be set in Star1 and Star2.

/// How moves and outcomes are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// What chance brings more often comes first: it decides more. Otherwise the game's order.
    pub likely_first: bool,
    /// Where at least this many plies are left, moves are sorted by what the evaluator says of the
    /// positions after them. Each costs a call of the move operator and one of the evaluator, but
    /// is not counted as visited. 1 would evaluate every leaf; with 2 it costs little. `None`:
    /// nowhere.
    pub sorted_from: Option<u32>,
    /// Moves that were good elsewhere come first: as a reply to the same outcome or move, as a
    /// killer, by history.
    pub learns: bool,
}

impl Order {
    /// The game's own order everywhere.
    pub const AS_LISTED: Order = Order {
        likely_first: false,
        sorted_from: None,
        learns: false,
    };
}

impl Default for Order {
    fn default() -> Self {
        Order {
            likely_first: true,
            sorted_from: Some(2),
            learns: true,
        }
    }
}

/// How much is probed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probing {
    /// This many moves after every outcome, the *probing factor*. With 0 the search is Star1.
    pub moves: usize,
    /// Outcomes with this much probability in all must have been probed before the bounds found so
    /// far may end the probing.
    pub patience: f64,
}

impl Default for Probing {
    fn default() -> Self {
        Probing {
            moves: 1,
            patience: 1.0,
        }
    }
}

/// No probes: what makes the search Star1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoProbing;

impl From<NoProbing> for Probing {
    fn from(_: NoProbing) -> Probing {
        Probing {
            moves: 0,
            ..Probing::default()
        }
    }
}
