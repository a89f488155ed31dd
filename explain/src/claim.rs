//! What a sentence says, as data. A sentence is a list of claims; its words are printed from them
//! and from nothing else, so that a test can hold every claim against what the search has told.

use gametree::{Bound, Score, Window};

use crate::leaves::LeafCount;
use crate::minmax_labels::{MinMaxLabels, Selection};
use crate::trace::{Mover, PathBound, World};

/// What a position is worth.
#[derive(Clone, PartialEq, Debug)]
pub enum Worth {
    /// To the first player.
    Score(Score),
    /// To each player.
    Each(Vec<f64>),
    /// Play loops: `?`.
    Loop,
}

/// Where one end of a window comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Nothing is said about it.
    Unsaid,
    /// MAX has α, or MIN has β, at this node.
    Holder(usize),
    /// Chance moves right above, at this node: beyond this end an outcome decides the mean there.
    Chance(usize),
}

/// One thing that a sentence says.
#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// A pass over the tree begins; a depth of `u32::MAX` is no limit.
    Pass { depth: u32, window: Option<Window> },
    /// The pass before found a win; this one asks how fast.
    WinsPass { winner: Mover },
    /// The search begins at the root.
    Begins,
    /// The node above tries this node, or chance may bring it.
    Tries { node: usize },
    /// Who moves at a node.
    ToMove { node: usize },
    /// The window that a node is searched with.
    Window {
        window: Window,
        alpha: Origin,
        beta: Origin,
    },
    /// The search looks only for values in this window.
    Asked { window: Window },
    /// The window leaves room for one question only: is it worth more than its α?
    OneQuestion { window: Window },
    /// Only wins for this side matter.
    OnlyWins { winner: Mover },
    /// The game is over at the node just tried.
    Ends { worth: Worth },
    /// Play goes on forever from the node just tried, the `?` of the textbooks.
    NeverEnds { worth: Worth },
    /// The depth is used up at the node just tried.
    Evaluated { worth: Worth },
    /// The depth is used up at a node, where the mover may leave it as it is.
    StandsPat { node: usize, value: Score },
    /// The same position is on the path, at this node.
    Repeats { above: usize },
    /// The value just told is not above α, or not below β.
    OutOfReach { end: WindowEnd, value: Score },
    /// The value just told is no better for this mover than what they have.
    NoImprovement { mover: Mover },
    /// The table knows the node just tried.
    TableKnows { worth: Worth, bound: Bound },
    /// The best so far at a node, by this child.
    BestSoFar {
        node: usize,
        child: Option<usize>,
        value: Score,
    },
    /// A child is better than those before, but only known to be worth no more to the mover.
    NoMoreThan {
        node: usize,
        child: Option<usize>,
        value: Score,
    },
    /// No other move at a node comes near this child, which is searched a ply deeper.
    Singular { node: usize, child: Option<usize> },
    /// α rises, or β falls, to this.
    Narrows { end: WindowEnd, to: Score },
    /// One of several players likes this child best so far; it is worth this much to them.
    Likes {
        node: usize,
        child: Option<usize>,
        own: Option<f64>,
    },
    /// One of several players, all of them against `victim`, holds that one to this much.
    Holds {
        node: usize,
        victim: u8,
        child: Option<usize>,
        own: Option<f64>,
    },
    /// A value at or beyond an end of the window, by which the mover returns.
    Refutes {
        node: usize,
        value: Score,
        end: WindowEnd,
        limit: Score,
    },
    /// This mover has this value at this node already.
    Has {
        who: Mover,
        node: usize,
        value: Score,
    },
    /// The window asked no more than whether the value reaches its end.
    AskedOnly { end: WindowEnd, limit: Score },
    /// This many moves of a node are left out; `None` where they were not counted.
    LeftOut { node: usize, moves: Option<usize> },
    /// The bound `l_i` that decided.
    CutBy { bound: PathBound },
    /// No `l_i` decided, but the window that was asked for.
    CutByWindow,
    /// What is cut was the last move anyway.
    LastMove,
    /// The cutoff lies beyond the depth limit.
    BeyondDepth,
    /// Leaves saved by the cutoff; at most this many where `at_most`.
    Saved { leaves: LeafCount, at_most: bool },
    /// All bounds on the path.
    PathBounds { bounds: Vec<PathBound> },
    /// Chance moves at the node: whatever is left, the mean is at least or at most this, which is
    /// not inside the window.
    MeanOutside {
        node: usize,
        value: Score,
        bound: Bound,
        window: Window,
    },
    /// One of several players is sure of this much at a node.
    Sure { node: usize, own: Option<f64> },
    /// Nothing in the game is worth more to this player.
    Most { player: Mover },
    /// The player above has this much at another node already, and will not come here.
    RivalHas { rival: Mover, node: usize, own: f64 },
    /// The node is finished.
    Finished {
        node: usize,
        worth: Worth,
        bound: Bound,
    },
    /// A world that fits what was seen.
    World(World),
    /// A tree in memory begins with the root; nothing is said of its value before the first random
    /// game.
    Grows { worth: Option<Worth> },
    /// A node is added.
    Added { node: usize, worth: Option<Worth> },
    /// The node just added stands for the same moves as another: its mover has seen something else.
    SeenOtherwise,
    /// The node just added is a forced reply: every other move loses at once.
    Forced,
    /// A node is worth at most this to the mover above, who is sure of as much already.
    ClosedByProof {
        node: usize,
        above: usize,
        worth: Worth,
        sure: Score,
    },
    /// The search turns to a tip; to the most urgent one, where it compares them.
    Turns { node: usize, most_urgent: bool },
    /// The same, with the penalties that are the reason.
    TurnsBecause { node: usize, why: Selection },
    /// A value was computed again.
    Recomputed {
        node: usize,
        worth: Worth,
        labels: Vec<(&'static str, f64)>,
    },
    /// A value of the min/max approximation was computed again from the children's.
    Approximated {
        node: usize,
        own: MinMaxLabels,
        children: Vec<(usize, MinMaxLabels)>,
    },
    /// A limit stopped the search.
    Stopped { limit: &'static str },
    /// What the root is worth; only so far, where the search was stopped.
    RootWorth { worth: Worth, so_far: bool },
    /// The root's mover plays this child.
    Plays { child: usize },
    /// That move is a certain draw, and another with the same value leads to play without end.
    CertainDraw,
    /// The best line of play.
    Line { nodes: Vec<usize> },
    /// Leaves evaluated, of all where these are counted: of the whole game, or down to a depth.
    LeavesSeen {
        evaluated: u64,
        total: Option<LeafCount>,
        depth: Option<u32>,
    },
    /// Leaves that a finished search did without.
    LeavesSaved { saved: u64, total: u64 },
    /// Nodes visited, by a search that does not report its leaves.
    NodesVisited { nodes: u64 },
    /// The value is the mean over this many worlds; this many more were cut off before every move
    /// had a value.
    MeanOfWorlds {
        worlds: usize,
        cut_off: usize,
        nodes: u64,
    },
    /// Play loops: minimax would never end.
    Endless,
}

/// One end of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WindowEnd {
    /// What MAX has.
    Alpha,
    /// What MIN has.
    Beta,
}

impl WindowEnd {
    /// The end that a mover's values run into.
    pub fn against(mover: Mover) -> WindowEnd {
        if mover == Mover::Min {
            WindowEnd::Alpha
        } else {
            WindowEnd::Beta
        }
    }

    /// The end that a mover pushes.
    pub fn of(mover: Mover) -> WindowEnd {
        if mover == Mover::Min {
            WindowEnd::Beta
        } else {
            WindowEnd::Alpha
        }
    }

    /// Its value in a window.
    pub fn value(self, window: Window) -> Score {
        match self {
            WindowEnd::Alpha => window.alpha,
            WindowEnd::Beta => window.beta,
        }
    }

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            WindowEnd::Alpha => "α",
            WindowEnd::Beta => "β",
        }
    }
}
