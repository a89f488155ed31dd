//! What to call things in an explanation, and how much to keep.

use crate::scale::Scale;

/// What to call things, and how much to keep.
#[derive(Clone, Debug)]
pub struct Options {
    /// The heading.
    pub title: String,
    /// The search's name on the command line; its pseudo-code is shown where there is some.
    pub search: String,
    /// What a reader must know of the search's own numbers, without a full stop; may be empty.
    pub note: String,
    /// The unit of values.
    pub scale: Scale,
    /// Whether the tips of the search's tree are leaves of the game. False for searches that keep
    /// statistics of random games, such as information-set MCTS: what they evaluate is unknown.
    pub leaves_known: bool,
    /// Nodes kept; what lies beyond is counted only.
    pub max_nodes: usize,
    /// Steps kept; later ones are counted only.
    pub max_steps: usize,
    /// Nodes drawn; the rest is folded.
    pub max_drawn: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            title: "A game-tree search".into(),
            search: String::new(),
            note: String::new(),
            scale: Scale::default(),
            leaves_known: true,
            max_nodes: 5_000,
            max_steps: 20_000,
            max_drawn: 200,
        }
    }
}

impl Options {
    /// The usual caps.
    #[must_use]
    pub fn new(title: &str, search: &str) -> Options {
        Options {
            title: title.into(),
            search: search.into(),
            ..Options::default()
        }
    }
}
