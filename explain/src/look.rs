//! What a picture shows of a node.

/// How far the search is with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Not seen yet.
    #[default]
    Unseen,
    /// On the path that the search is on.
    Open,
    /// Finished, or an inner node of a tree in memory.
    Done,
    /// Evaluated.
    Leaf,
    /// Known from the table.
    Hit,
    /// Left out by a cutoff.
    Cut,
    /// Seen in an earlier pass.
    Old,
}

impl State {
    /// The class of the picture's style sheet.
    pub fn class(self) -> &'static str {
        match self {
            State::Unseen => "unseen",
            State::Open => "open",
            State::Done => "done",
            State::Leaf => "leaf",
            State::Hit => "hit",
            State::Cut => "cut",
            State::Old => "old",
        }
    }
}

/// What the picture shows of a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// How far the search is with it.
    pub state: State,
    /// Its value so far.
    pub value: String,
    /// Its window.
    pub window: String,
    /// Its best child so far.
    pub best: Option<usize>,
    /// The weight of the edge into it.
    pub weight: String,
    /// What a drawing of the min/max approximation as text says in addition.
    pub remark: String,
}

/// A node and its new look.
pub type Change = (usize, Look);

/// Applies changes in their order.
pub fn apply(looks: &mut [Look], changes: &[Change]) {
    for (node, look) in changes {
        looks[*node] = look.clone();
    }
}
