//! What every depth-first search over vectors of payoffs does at a node: the twin of
//! [`crate::real_walk`] for games of any number of players and any sum.

use crate::advice::Advice;
use crate::chance::real_walk::{Span, with_a_move};
use crate::game::{Bounds, Chance, Payoffs, Player};
use crate::limits::{Budget, Stop};
use crate::lines::{Line, Lines};
use crate::many_players::vector::{Promises, Vector};
use crate::minimax::depth_first::Spot;
use crate::observer::{Bound, Event, Observer, Window};
use crate::prospect::Prospect;
use crate::view;

/// No window at all.
pub const OPEN: Span = (Bounds::UNKNOWN.low, Bounds::UNKNOWN.high);

/// The state of one search.
pub struct VectorWalk<'a, G: Payoffs, E, O> {
    /// What may still be spent.
    pub budget: &'a mut Budget,
    /// Values for the horizon.
    pub prospect: &'a E,
    /// Who watches.
    pub observer: &'a mut O,
    /// What the game promises of every end.
    pub promises: Promises,
    lines: Lines<G::Move>,
    /// The line of the node just left.
    pub tail: Line,
    /// No horizon so far: every leaf was the end of a game.
    pub complete: bool,
    /// The most plies below the root.
    deepest: u32,
    /// The best root move so far.
    best: Option<(Vector, Line)>,
    /// What the root's moves are worth to the one who acts.
    root_moves: Vec<(G::Move, f64)>,
}

impl<'a, G: Chance + Payoffs, E: Prospect<G>, O: Observer<G>> VectorWalk<'a, G, E, O> {
    /// At the start of a search of `root`.
    pub fn new(root: &G, budget: &'a mut Budget, prospect: &'a E, observer: &'a mut O) -> Self {
        VectorWalk {
            budget,
            prospect,
            observer,
            promises: Promises::of(root),
            lines: Lines::new(),
            tail: Line::EMPTY,
            complete: true,
            deepest: 0,
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

    /// Visits a node. The window is the first player's, as all events tell it.
    #[inline(always)]
    pub fn enter(&mut self, spot: Spot<'_, G>, via: Option<G::Move>, span: Span) {
        self.budget.visit();
        self.deepest = self.deepest.max(spot.ply);
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

    /// The values of a finished game, or of one that is not followed any further.
    #[inline(always)]
    pub fn leaf(&mut self, spot: Spot<'_, G>) -> Option<Vector> {
        let over = spot.position.outcome().is_some();
        if !over && spot.depth > 0 {
            return None;
        }
        self.tail = Line::EMPTY;
        let values = if over {
            Vector::payoffs(spot.position)
        } else {
            self.horizon(spot.position)
        };
        if self.observer.watches() {
            let value = view::told(values.of(Player::FIRST));
            self.observer.see(&Event::Leaf {
                ply: spot.ply,
                value,
                terminal: over,
            });
            self.observer.see(&Event::Vector {
                ply: spot.ply,
                values: &values,
            });
        }
        Some(values)
    }

    fn horizon(&mut self, position: &G) -> Vector {
        self.complete = false;
        self.budget.counts.evaluations += 1;
        let asked = |player| self.prospect.prospect(position, player);
        self.promises
            .keep(Vector::new(self.promises.players, asked))
    }

    /// Plays a move.
    #[inline(always)]
    pub fn play(&mut self, position: &G, m: G::Move) -> Result<G, Stop> {
        self.budget.spend()?;
        Ok(position.after(m))
    }

    /// A child of a node is done, its values exact: the root keeps what it is worth to the one who
    /// acts.
    #[inline(always)]
    pub fn child_done(&mut self, spot: Spot<'_, G>, m: G::Move, values: &Vector) {
        if spot.ply == 0 {
            self.root_moves.push((m, values.of(spot.position.turn())));
        }
    }

    /// A better move: extends the line behind it by it.
    #[inline(always)]
    pub fn improve(&mut self, spot: Spot<'_, G>, m: G::Move, values: &Vector, span: Span) -> Line {
        let line = self.lines.push(m, self.tail);
        if spot.ply == 0 {
            self.best = Some((values.clone(), line));
        }
        if self.observer.watches() {
            let (value, window) = (view::told(values.of(Player::FIRST)), window(span));
            self.observer.see(&Event::Improve {
                ply: spot.ply,
                via: m,
                value,
                window,
            });
        }
        line
    }

    /// The rest of a node's moves is not looked at.
    #[inline(always)]
    pub fn cutoff(&mut self, spot: Spot<'_, G>, m: G::Move, values: &Vector, span: Span) {
        if self.observer.watches() {
            let (value, window) = (view::told(values.of(Player::FIRST)), window(span));
            self.observer.see(&Event::Cutoff {
                ply: spot.ply,
                via: m,
                value,
                window,
            });
        }
    }

    /// Leaves a node with its values and its line.
    #[inline(always)]
    pub fn leave(&mut self, spot: Spot<'_, G>, values: &Vector, bound: Bound, line: Line) {
        self.tail = line;
        if self.observer.watches() {
            self.observer.see(&Event::Vector {
                ply: spot.ply,
                values,
            });
            let value = view::told(values.of(Player::FIRST));
            self.observer.see(&Event::Leave {
                ply: spot.ply,
                value,
                bound,
            });
        }
    }

    /// Closes a search of the root. Whether what was searched completely is the game's own value,
    /// the search knows.
    pub fn finish(self, root: &G, result: Result<Vector, Stop>, own: bool) -> Advice<G::Move> {
        let nothing = || {
            (
                self.promises
                    .keep(Vector::new(self.promises.players, |_| 0.0)),
                Line::EMPTY,
            )
        };
        let stop = result.as_ref().err().copied();
        // A search that met no horizon is as deep as the game, whatever depth was allowed.
        let depth = if self.complete {
            self.deepest
        } else {
            self.budget.depth()
        };
        let (values, line) = match result {
            Ok(values) => (values, self.tail),
            Err(_) => self.best.unwrap_or_else(nothing),
        };
        Advice {
            values: values.to_vec(),
            line: with_a_move(self.lines.moves(line), root),
            moves: self.root_moves,
            proven: stop.is_none() && self.complete && own,
            stop: stop.unwrap_or(if self.complete {
                Stop::Done
            } else {
                Stop::Depth
            }),
            depth: if stop.is_some() { 0 } else { depth },
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
