//! What was recorded of a search: the tree it saw and what happened, in order.
//!
//! Plain data, the same for every game. Nodes are identified by the path that leads to them, so that
//! a later pass of a deepening search finds the nodes of the earlier one again. Events refer to
//! nodes by number; the root is 0.

use gametree::{Bound, Score, Window};

use crate::minmax_labels::{MinMaxLabels, Selection};

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// The first player, who wants high values.
    Max,
    /// The second player, who wants low values.
    Min,
    /// One of the players of a game of three or more, counted from 1.
    Player(u8),
    /// Dice, cards or coins.
    Chance,
}

impl Mover {
    /// The word for it in sentences.
    pub fn word(self) -> String {
        match self {
            Mover::Max => "MAX".into(),
            Mover::Min => "MIN".into(),
            Mover::Player(n) => format!("player {n}"),
            Mover::Chance => "chance".into(),
        }
    }

    /// The bound that says nothing of what this mover is sure of.
    pub fn unsure(self) -> Bound {
        if self == Mover::Min {
            Bound::Lower
        } else {
            Bound::Upper
        }
    }

    /// Whether this mover likes `a` better than `b`.
    pub fn prefers(self, a: Score, b: Score) -> bool {
        if self == Mover::Min { a < b } else { a > b }
    }
}

/// A position in the recorded tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node above; `None` for the root.
    pub parent: Option<usize>,
    /// The nodes below, in the order of the move generator once the tree is complete.
    pub children: Vec<usize>,
    /// Distance from the root.
    pub ply: u32,
    /// The move that leads here in the game's notation; empty at the root.
    pub via: String,
    /// What the game itself calls the position, where it has a word for it.
    pub state: Option<String>,
    /// Where that move stands in the move generator's order.
    pub index: usize,
    /// Who decides here.
    pub mover: Mover,
    /// What the end of the game is worth, where it ends here.
    pub end_value: Option<Score>,
    /// Play goes on forever from here, the `?` of the textbooks.
    pub never_ends: bool,
    /// The last value that the evaluator or the end of the game gave.
    pub leaf_value: Option<Score>,
    /// The pass of that event, counted from 1; 0 where there was none.
    pub leaf_pass: u32,
    /// Whether the search came here.
    pub visited: bool,
    /// Reached by a move that the game does not list, such as a null move.
    pub unlisted: bool,
    /// The position is already further up the path: play loops.
    pub is_loop: bool,
    /// What lies below but was not kept.
    pub fold: Option<Fold>,
    /// The only move that does not lose at once leads here: it was played without a choice.
    pub forced: bool,
    /// The same moves lead to another node, where the mover has seen something else.
    pub is_twin: bool,
}

/// The part of a tree that was counted but not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fold {
    /// Nodes.
    pub nodes: u64,
    /// Leaves.
    pub leaves: u64,
    /// Whether the counts are complete; otherwise they are lower bounds.
    pub exact: bool,
}

/// The best value already known to the left of a node on the path to another: the `l_i` of the
/// textbook's exercise on alpha-beta's correctness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathBound {
    /// i: the depth of the path's node whose left siblings are meant.
    pub depth: u32,
    /// Who chooses among these siblings.
    pub chooser: Mover,
    /// The best one of them, and its value.
    pub known: Option<(usize, Score)>,
}

/// One recorded event; `node` is the node it is about.
#[derive(Clone, Debug)]
pub struct TraceEvent {
    /// The node.
    pub node: usize,
    /// The window, where the event has one.
    pub window: Option<Window>,
    /// The value, where the event has one.
    pub value: Option<Score>,
    /// What happened.
    pub kind: EventKind,
    /// What each player gets, where several play.
    pub vector: Option<Vec<f64>>,
    /// The node's window before the event, where the event changes it.
    pub window_before: Option<Window>,
    /// Who has α and β already, where a node is entered.
    pub holders: Holders,
    /// What the mover above is sure of already, where a node is entered or left.
    pub best_above: Option<Score>,
}

/// The nodes left of the path whose values are a window's α and β, where there are such nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holders {
    /// MAX has α here.
    pub alpha: Option<usize>,
    /// MIN has β here.
    pub beta: Option<usize>,
}

impl TraceEvent {
    /// An event without window and value.
    pub fn new(node: usize, kind: EventKind) -> TraceEvent {
        TraceEvent {
            node,
            window: None,
            value: None,
            kind,
            vector: None,
            window_before: None,
            holders: Holders::default(),
            best_above: None,
        }
    }

    /// The same with a value.
    pub fn worth(self, value: Score) -> TraceEvent {
        TraceEvent {
            value: Some(value),
            ..self
        }
    }

    /// The same with a window.
    pub fn within(self, window: Window) -> TraceEvent {
        TraceEvent {
            window: Some(window),
            ..self
        }
    }
}

/// What happened.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A pass over the tree begins.
    Iteration {
        /// How deep; `u32::MAX` without a limit.
        depth: u32,
    },
    /// The node is visited.
    Enter,
    /// The node is a leaf.
    Leaf {
        /// The game is over there.
        terminal: bool,
        /// The ply at which the same position is already on the path.
        repeats: Option<u32>,
    },
    /// The depth is used up at the node, and the mover may leave it as it is.
    StandPat,
    /// A world that fits what was seen, and what the moves are worth there.
    World(World),
    /// The table knew the node.
    TableHit(Bound),
    /// A better child.
    Improve {
        /// The child.
        child: Option<usize>,
        /// Whether the mover is sure of its value, and not only of getting no more.
        sure: bool,
    },
    /// No other move comes near this child: it is searched a ply deeper.
    Singular {
        /// The child.
        child: Option<usize>,
    },
    /// The other moves are not searched.
    Cutoff(Cutoff),
    /// The node is finished.
    Leave(Bound),
    /// A node is added to the tree in memory.
    Grow,
    /// The tip to work on, and why where the search says so.
    Select(Option<Selection>),
    /// A value was computed again.
    Backup(Vec<(&'static str, f64)>),
    /// A proof closes the node: its value, the most that the mover above can still get there, is
    /// not better than what they are sure of.
    Closed {
        /// What they are sure of.
        sure: Score,
    },
}

impl EventKind {
    /// Its name in the data and in the programs.
    pub fn name(&self) -> &'static str {
        match self {
            EventKind::Iteration { .. } => "iteration",
            EventKind::Enter => "enter",
            EventKind::Leaf { .. } => "leaf",
            EventKind::StandPat => "stand_pat",
            EventKind::TableHit(_) => "table",
            EventKind::Improve { .. } => "improve",
            EventKind::Singular { .. } => "singular",
            EventKind::Cutoff(_) => "cutoff",
            EventKind::Leave(_) => "leave",
            EventKind::Grow => "grow",
            EventKind::Select(_) => "select",
            EventKind::Backup(_) => "backup",
            EventKind::Closed { .. } => "closed",
            EventKind::World(_) => "world",
        }
    }

    /// Whether the event marks a position that was already on the path.
    pub fn is_repetition(&self) -> bool {
        matches!(
            self,
            EventKind::Leaf {
                repeats: Some(_),
                ..
            }
        )
    }

    /// The labels of the min/max approximation, where a value was computed with them.
    pub fn minmax_labels(&self) -> Option<MinMaxLabels> {
        match self {
            EventKind::Backup(labels) => MinMaxLabels::of(labels),
            _ => None,
        }
    }
}

/// A world that was solved as if nothing were hidden.
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    /// Counted from 0.
    pub number: u64,
    /// The whole truth in it, as text.
    pub position: String,
    /// How likely it is.
    pub probability: f64,
    /// What the moves are worth there to the one who acts.
    pub values: Vec<(String, f64)>,
}

/// What is remembered of a cutoff.
#[derive(Clone, Debug)]
pub struct Cutoff {
    /// The child that refuted the node.
    pub child: Option<usize>,
    /// The children looked at before the cut.
    pub seen: Vec<usize>,
    /// The bounds on the path, from depth 1 down to the node.
    pub path_bounds: Vec<PathBound>,
    /// The best child so far of the node above, and what it gives each of several players.
    pub rival: Option<(usize, Vec<f64>)>,
    /// Leaves below the moves left out that this pass has seen already, on another visit.
    pub seen_leaves: u64,
    /// The ply at which this pass ends.
    pub horizon: u32,
}

/// How many nodes there are with a given number of moves on the way to them that do not look best
/// at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// Nodes at which the game goes on.
    pub nodes: u64,
    /// How many of them were expanded.
    pub expanded: u64,
}

/// Everything recorded.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The nodes, the root first.
    pub nodes: Vec<Node>,
    /// The events in order.
    pub events: Vec<TraceEvent>,
    /// Events beyond the caps: they happened but are not told.
    pub unrecorded: u64,
    /// Leaf events at nodes that were not kept.
    pub leaves_unrecorded: u64,
    /// Whether some node was searched with a window narrower than everything.
    pub windowed: bool,
    /// Whether some moves were searched beyond the depth limit: singular ones, or noisy ones.
    pub extended: bool,
    /// Whether the search's edges have weights, and its tips penalties.
    pub weighted: bool,
    /// Who moves at the root, or would if chance did not, counted from 1.
    pub root_player: u8,
    /// The window that the root was searched with at first.
    pub asked: Option<Window>,
    /// The deepest ply that a pass of the search was asked to reach; `None` without a limit.
    pub horizon: Option<u32>,
    /// Tips selected, by the number of non-best moves on the way to them.
    pub effort: Vec<u64>,
    /// The nodes at the end by the same number; empty where not all were kept.
    pub reach: Vec<Reach>,
}

impl Trace {
    /// The numbers of a node's ancestors and itself, from the root down.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some(parent) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// True for a search that grows a tree in memory.
    pub fn best_first(&self) -> bool {
        self.events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Grow))
    }

    /// True for a search whose values are means of the children's.
    pub fn has_means(&self) -> bool {
        let labels = |event: &TraceEvent| event.kind.minmax_labels();
        self.events
            .iter()
            .filter_map(labels)
            .any(|labels| labels.mean)
    }

    /// True for a search that goes over the tree again and again: it begins with a pass. (One that
    /// asks a second time how long a win takes does not.)
    pub fn iterates(&self) -> bool {
        self.events
            .first()
            .is_some_and(|event| matches!(event.kind, EventKind::Iteration { .. }))
    }

    /// Whether the search plays random games and counts them.
    pub fn samples(&self) -> bool {
        self.has_label("visits")
    }

    /// Whether a search that grows a tree has a value for a new tip: random games, proofs and
    /// retrograde analysis have none before the end of the game.
    pub fn values_tips(&self) -> bool {
        !self.samples() && !self.has_label("proof") && !self.has_label("rank")
    }

    /// Whether the search has a number of this name for its nodes.
    fn has_label(&self, name: &str) -> bool {
        let first = self.events.iter().find_map(|event| match &event.kind {
            EventKind::Backup(labels) => Some(labels),
            _ => None,
        });
        first.is_some_and(|labels| labels.iter().any(|label| label.0 == name))
    }

    /// Whether play loops somewhere: then a search without memory never ends.
    pub fn endless(&self) -> bool {
        let repeats = |event: &TraceEvent| event.kind.is_repetition();
        self.events.iter().any(repeats)
    }

    /// Whether one of three or more players moves somewhere.
    pub fn has_several_players(&self) -> bool {
        let several = |node: &Node| matches!(node.mover, Mover::Player(_));
        self.nodes.iter().any(several)
    }

    /// How many worlds were solved one by one.
    pub fn worlds(&self) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event.kind, EventKind::World(_)))
            .count()
    }

    /// How many worlds were solved for every move of the root: only these count.
    pub fn whole_worlds(&self) -> usize {
        let moves = self.nodes[0].children.len();
        let is_whole = |event: &&TraceEvent| match &event.kind {
            EventKind::World(world) => world.values.len() == moves,
            _ => false,
        };
        self.events.iter().filter(is_whole).count()
    }

    /// What the root is worth to each player, where several play.
    pub fn root_vector(&self) -> Option<&Vec<f64>> {
        self.events
            .iter()
            .rev()
            .find(|event| event.node == 0 && event.vector.is_some())?
            .vector
            .as_ref()
    }

    /// False for a search that never tells of a leaf: df-pn finishes nodes only, a search of worlds
    /// counts visits.
    pub fn reports_leaves(&self) -> bool {
        let told =
            |event: &TraceEvent| matches!(event.kind, EventKind::Leaf { .. } | EventKind::Grow);
        let over = self
            .nodes
            .first()
            .is_some_and(|root| root.end_value.is_some());
        over || self.leaves_unrecorded > 0 || self.events.iter().any(told)
    }
}

/// Whether a window excludes nothing.
pub fn is_unbounded(window: Window) -> bool {
    window.alpha == -Score::INFINITY && window.beta == Score::INFINITY
}
