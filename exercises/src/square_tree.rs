//! The complete tree of the n-square game as it is drawn by hand: states (s_A, s_B), +1, -1 and ?.

use std::fmt;

use gametree::{Game, Outcome, Player};
use gametree_games::squares::Squares;

/// What a state is worth to A. Ordered: a loss, then ?, then a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Worth {
    /// -1.
    Loss,
    /// ?, endless play.
    Unknown,
    /// +1.
    Win,
}

impl Worth {
    /// As it is written beside a node.
    pub fn word(self) -> &'static str {
        match self {
            Worth::Loss => "-1",
            Worth::Unknown => "?",
            Worth::Win => "+1",
        }
    }
}

/// A node of the drawing.
#[derive(Clone, Debug)]
pub struct SquareNode {
    /// `(1,4)`.
    pub state: String,
    /// Who is to move.
    pub turn: Player,
    /// A token is at its end.
    pub is_terminal: bool,
    /// The state is on the path already.
    pub is_loop: bool,
    /// What it is worth.
    pub worth: Worth,
    /// What its children are worth, in order.
    pub children: Vec<Worth>,
}

/// The nodes, parents before children.
#[derive(Clone, Debug, Default)]
pub struct SquareTree {
    /// The root first.
    pub nodes: Vec<SquareNode>,
}

impl SquareTree {
    /// Draws the complete tree and backs values up. For small boards: every path is drawn.
    pub fn draw(root: &Squares) -> SquareTree {
        let mut tree = SquareTree::default();
        tree.branch(root, &mut Vec::new());
        tree
    }

    fn branch(&mut self, position: &Squares, path: &mut Vec<Squares>) -> Worth {
        let (a, b) = (
            position.token(Player::FIRST),
            position.token(Player::SECOND),
        );
        let number = self.nodes.len();
        let is_loop = path.contains(position);
        let outcome = position.outcome();
        self.nodes.push(SquareNode {
            state: format!("({a},{b})"),
            turn: position.turn(),
            is_terminal: outcome.is_some(),
            is_loop,
            worth: Worth::Unknown,
            children: Vec::new(),
        });
        let worth = match outcome {
            Some(Outcome::Win(Player::FIRST)) => Worth::Win,
            Some(_) => Worth::Loss,
            None if is_loop => Worth::Unknown,
            None => {
                path.push(*position);
                let below = position.moves().map(|m| position.after(m));
                let below: Vec<Squares> = below.collect();
                let children: Vec<Worth> =
                    below.iter().map(|child| self.branch(child, path)).collect();
                path.pop();
                let best = match position.turn() {
                    Player::FIRST => children.iter().max(),
                    _ => children.iter().min(),
                };
                let best = best.copied().unwrap_or(Worth::Unknown);
                self.nodes[number].children = children;
                best
            }
        };
        self.nodes[number].worth = worth;
        worth
    }

    /// The states of the nodes that a question is about, each once.
    pub fn states(&self, is_meant: impl Fn(&SquareNode) -> bool) -> Vec<String> {
        let meant = self.nodes.iter().filter(|node| is_meant(node));
        let mut states: Vec<String> = meant.map(|node| node.state.clone()).collect();
        states.sort();
        states.dedup();
        states
    }

    /// The inner nodes that have a ? among their children.
    pub fn inner_with_loops(&self) -> impl Iterator<Item = &SquareNode> {
        let has_loop = |node: &&SquareNode| node.children.contains(&Worth::Unknown);
        self.nodes.iter().filter(has_loop)
    }
}

/// `(1,4)+1 (2,4)+1 …`.
impl fmt::Display for SquareTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, node) in self.nodes.iter().enumerate() {
            let space = if number == 0 { "" } else { " " };
            write!(f, "{space}{}{}", node.state, node.worth.word())?;
        }
        Ok(())
    }
}
