//! What every depth-first search over real values does at a node: the twin of
//! [`crate::depth_first`] for games with chance. Two players, zero sum; all values are the first
//! player's.

use crate::advice::Advice;
use crate::game::{Bounds, Chance, Payoffs, Player};
use crate::limits::{Budget, Stop};
use crate::lines::{Line, Lines};
use crate::minimax::depth_first::Spot;
use crate::observer::{Bound, Event, Observer, Window};
use crate::prospect::Prospect;
use crate::view;

/// α and β: MAX is sure of the first elsewhere, MIN of the second.
pub type Span = (f64, f64);

/// The state of one search.
pub struct RealWalk<'a, G: Payoffs, E, O> {
    /// What may still be spent.
    pub budget: &'a mut Budget,
    /// Values for the horizon.
    pub prospect: &'a E,
    /// Who watches.
    pub observer: &'a mut O,
    /// What the game says every value lies in.
    pub bounds: Bounds,
    lines: Lines<G::Move>,
    /// The line of the node just left.
    pub tail: Line,
    /// No horizon so far: every leaf was the end of a game.
    pub complete: bool,
    /// The best root move so far.
    best: Option<(f64, Line)>,
    /// What the root's moves are worth to the first player.
    root_moves: Vec<(G::Move, f64)>,
}

impl<'a, G: Chance + Payoffs, E: Prospect<G>, O: Observer<G>> RealWalk<'a, G, E, O> {
    /// At the start of a search of `root`.
    pub fn new(root: &G, budget: &'a mut Budget, prospect: &'a E, observer: &'a mut O) -> Self {
        RealWalk {
            budget,
            prospect,
            observer,
            bounds: root.bounds(),
            lines: Lines::new(),
            tail: Line::EMPTY,
            complete: true,
            best: None,
            root_moves: Vec::new(),
        }
    }

    /// Looks at the limits before the root is visited. (A finished game costs nothing.)
    pub fn begin(&mut self, root: &G) -> Result<(), Stop> {
        if root.outcome().is_some() {
            Ok(())
        } else {
            self.budget.begin()
        }
    }

    /// Visits a node.
    #[inline(always)]
    pub fn enter(&mut self, spot: Spot<'_, G>, via: Option<G::Move>, span: Span) {
        self.budget.visit();
        self.resume(spot, via, span);
    }

    /// Takes up a node again that was set aside: it is seen once more, but not counted, since it
    /// was visited before and its position kept.
    #[inline(always)]
    pub fn resume(&mut self, spot: Spot<'_, G>, via: Option<G::Move>, span: Span) {
        if self.observer.watches() {
            let (position, depth, window) = (spot.position, spot.depth, window(span));
            self.observer.see(&Event::Enter {
                ply: spot.ply,
                via,
                position,
                depth,
                window,
            });
        }
    }

    /// What a position looks like without search: only to order moves by.
    pub fn guess(&mut self, position: &G) -> f64 {
        if position.outcome().is_some() {
            return position.payoff(Player::FIRST);
        }
        self.budget.counts.evaluations += 1;
        self.prospect
            .prospect(position, Player::FIRST)
            .clamp(self.bounds.low, self.bounds.high)
    }

    /// The node's value stands in the table.
    #[inline(always)]
    pub fn table_hit(&mut self, spot: Spot<'_, G>, value: f64, bound: Bound) -> f64 {
        self.tail = Line::EMPTY;
        if self.observer.watches() {
            self.observer.see(&Event::TableHit {
                ply: spot.ply,
                value: view::told(value),
                bound,
            });
        }
        value
    }

    /// The value of a finished game, or of one that is not followed any further.
    #[inline(always)]
    pub fn leaf(&mut self, spot: Spot<'_, G>) -> Option<f64> {
        let over = spot.position.outcome().is_some();
        if !over && spot.depth > 0 {
            return None;
        }
        self.tail = Line::EMPTY;
        let value = if over {
            spot.position.payoff(Player::FIRST)
        } else {
            self.horizon(spot.position)
        };
        if self.observer.watches() {
            self.observer.see(&Event::Leaf {
                ply: spot.ply,
                value: view::told(value),
                terminal: over,
            });
        }
        Some(value)
    }

    fn horizon(&mut self, position: &G) -> f64 {
        self.complete = false;
        self.budget.counts.evaluations += 1;
        self.prospect
            .prospect(position, Player::FIRST)
            .clamp(self.bounds.low, self.bounds.high)
    }

    /// Plays a move.
    #[inline(always)]
    pub fn play(&mut self, position: &G, m: G::Move) -> Result<G, Stop> {
        self.budget.spend()?;
        Ok(position.after(m))
    }

    /// Takes a position that was reached before, and looks at the limits, since no move is played
    /// now.
    #[inline(always)]
    pub fn take(&mut self, kept: G) -> Result<G, Stop> {
        self.budget.begin()?;
        Ok(kept)
    }

    /// A child of a node is done, its value exact: the root keeps it.
    #[inline(always)]
    pub fn child_done(&mut self, spot: Spot<'_, G>, m: G::Move, value: f64) {
        if spot.ply == 0 {
            self.root_moves.push((m, value));
        }
    }

    /// A better move: extends the line behind it by it.
    #[inline(always)]
    pub fn improve(&mut self, spot: Spot<'_, G>, m: G::Move, value: f64, span: Span) -> Line {
        let line = self.lines.push(m, self.tail);
        if spot.ply == 0 {
            self.best = Some((value, line));
        }
        if self.observer.watches() {
            let (value, window) = (view::told(value), window(span));
            self.observer.see(&Event::Improve {
                ply: spot.ply,
                via: m,
                value,
                window,
            });
        }
        line
    }

    /// The rest of a node's moves, or of what chance could bring, is not looked at.
    #[inline(always)]
    pub fn cutoff(&mut self, spot: Spot<'_, G>, m: G::Move, value: f64, span: Span) {
        if self.observer.watches() {
            let (value, window) = (view::told(value), window(span));
            self.observer.see(&Event::Cutoff {
                ply: spot.ply,
                via: m,
                value,
                window,
            });
        }
    }

    /// Leaves a node with its value and its line.
    #[inline(always)]
    pub fn leave(&mut self, spot: Spot<'_, G>, value: f64, bound: Bound, line: Line) -> f64 {
        self.tail = line;
        if self.observer.watches() {
            self.observer.see(&Event::Leave {
                ply: spot.ply,
                value: view::told(value),
                bound,
            });
        }
        value
    }

    /// Closes a search of the root.
    pub fn finish(self, root: &G, result: Result<f64, Stop>) -> Advice<G::Move> {
        let (best, line) = self.best.unwrap_or((0.0, Line::EMPTY));
        let (value, line) = match result {
            Ok(value) => (value, self.lines.moves(self.tail)),
            Err(_) => (best, self.lines.moves(line)),
        };
        let sign = if root.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        let depth = self.budget.depth();
        Advice {
            values: vec![value, -value],
            line: with_a_move(line, root),
            moves: self
                .root_moves
                .into_iter()
                .map(|(m, value)| (m, sign * value))
                .collect(),
            proven: result.is_ok() && self.complete,
            stop: result.err().unwrap_or(if self.complete {
                Stop::Done
            } else {
                Stop::Depth
            }),
            depth: if result.is_err() { 0 } else { depth },
            worlds: 0,
            counts: self.budget.counts,
            elapsed: self.budget.elapsed(),
        }
    }
}

fn window((alpha, beta): Span) -> Window {
    Window {
        alpha: view::told(alpha),
        beta: view::told(beta),
    }
}

/// The line, or the first legal move where there is none and a player has to move.
pub(crate) fn with_a_move<G: Chance>(line: Vec<G::Move>, root: &G) -> Vec<G::Move> {
    if line.is_empty() && root.outcome().is_none() && root.chances().is_none() {
        return root.moves().take(1).collect();
    }
    line
}
