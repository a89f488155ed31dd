//! What every depth-first search over payoffs does at a node: the twin of [`crate::depth_first`]
//! for games with chance or several players. A value is one number where two play for a sum of zero
//! ([`crate::real_walk`]), and a vector otherwise ([`crate::vector_walk`]).

use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Stop};
use crate::lines::{Line, Lines};
use crate::minimax::depth_first::NodeRef;
use crate::observer::{Bound, Event, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, with_a_move};
use crate::view;
use crate::window::RealWindow;

/// What a position is worth to its players.
pub trait PayoffValue: Clone {
    /// The bounds that a game promises for every value.
    type Promises;
    /// A search that met no horizon is as deep as the game went; otherwise as deep as was allowed.
    const DEPTH_IS_REACHED: bool;

    /// What a game promises.
    fn promises<G: Payoffs>(root: &G) -> Self::Promises;

    /// The payoffs of a finished game.
    fn payoffs<G: Payoffs>(position: &G) -> Self;

    /// What a position promises without search, within what the game promises.
    fn expected<G: Payoffs, E: PayoffEvaluator<G>>(
        position: &G,
        evaluator: &E,
        promises: &Self::Promises,
    ) -> Self;

    /// Where nothing is known: 0, or what the game promises nearest to it.
    fn unknown(promises: &Self::Promises) -> Self;

    /// What one player gets.
    fn of(&self, player: Player) -> f64;

    /// A number for each player, for observers; `None` where the first player's says it all.
    fn shown(&self) -> Option<&[f64]>;

    /// A number for each player.
    fn into_values(self) -> Vec<f64>;
}

/// The state of one search. Windows are the first player's, as all events tell them.
pub struct PayoffWalk<'a, G: Payoffs, E, O, V: PayoffValue> {
    /// What may still be spent.
    pub budget: &'a mut Budget,
    /// Values for the horizon.
    pub evaluator: &'a E,
    /// The observer.
    pub observer: &'a mut O,
    /// The bounds that the game promises for every value.
    pub promises: V::Promises,
    lines: Lines<G::Move>,
    /// The line of the node just left.
    pub tail: Line,
    /// No horizon so far: every leaf was the end of a game.
    pub complete: bool,
    /// What is searched completely is the game's own value, not that of a simpler game.
    pub own: bool,
    /// The most plies below the root.
    deepest: u32,
    /// The best root move so far.
    best: Option<(V, Line)>,
    /// What the root's moves are worth to the player to move.
    root_moves: Vec<(G::Move, f64)>,
}

impl<'a, G, E, O, V> PayoffWalk<'a, G, E, O, V>
where
    G: Chance + Payoffs,
    E: PayoffEvaluator<G>,
    O: Observer<G>,
    V: PayoffValue,
{
    /// At the start of a search of `root`.
    pub fn new(root: &G, budget: &'a mut Budget, evaluator: &'a E, observer: &'a mut O) -> Self {
        PayoffWalk {
            budget,
            evaluator,
            observer,
            promises: V::promises(root),
            lines: Lines::new(),
            tail: Line::EMPTY,
            complete: true,
            own: true,
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

    /// Visits a node.
    #[inline(always)]
    pub fn enter(&mut self, spot: NodeRef<'_, G>, via: Option<G::Move>, window: RealWindow) {
        self.budget.visit();
        if V::DEPTH_IS_REACHED {
            self.deepest = self.deepest.max(spot.ply);
        }
        self.resume(spot, via, window);
    }

    /// Resumes a node that was set aside: observers see it again, but it is not counted, since it
    /// was visited before and its position kept.
    #[inline(always)]
    pub fn resume(&mut self, spot: NodeRef<'_, G>, via: Option<G::Move>, window: RealWindow) {
        if self.observer.watches() {
            self.observer.see(&Event::Enter {
                ply: spot.ply,
                via,
                position: spot.position,
                depth: spot.depth,
                window: view::told_window(window),
            });
        }
    }

    /// The node's value is in the table.
    #[inline(always)]
    pub fn table_hit(&mut self, spot: NodeRef<'_, G>, value: &V, bound: Bound) {
        self.tail = Line::EMPTY;
        if self.observer.watches() {
            self.observer.see(&Event::TableHit {
                ply: spot.ply,
                value: view::to_fixed(value.of(Player::FIRST)),
                bound,
            });
        }
    }

    /// The value of a finished game, or of one that is not followed any further.
    #[inline(always)]
    pub fn leaf(&mut self, spot: NodeRef<'_, G>) -> Option<V> {
        let over = spot.position.outcome().is_some();
        if !over && spot.depth > 0 {
            return None;
        }
        self.tail = Line::EMPTY;
        let value = if over {
            V::payoffs(spot.position)
        } else {
            self.complete = false;
            self.expected(spot.position)
        };
        if self.observer.watches() {
            self.observer.see(&Event::Leaf {
                ply: spot.ply,
                value: view::to_fixed(value.of(Player::FIRST)),
                terminal: over,
            });
            self.show_vector(spot.ply, &value);
        }
        Some(value)
    }

    /// What a position looks like without search: only to order moves by.
    pub fn guess(&mut self, position: &G) -> V {
        if position.outcome().is_some() {
            V::payoffs(position)
        } else {
            self.expected(position)
        }
    }

    fn expected(&mut self, position: &G) -> V {
        self.budget.counts.evaluations += 1;
        V::expected(position, self.evaluator, &self.promises)
    }

    fn show_vector(&mut self, ply: u32, value: &V) {
        if let Some(values) = value.shown() {
            self.observer.see(&Event::Vector { ply, values });
        }
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

    /// A child of a node is done, its value exact: the root keeps what it is worth to the one who
    /// acts.
    #[inline(always)]
    pub fn child_done(&mut self, spot: NodeRef<'_, G>, m: G::Move, value: &V) {
        if spot.ply == 0 {
            self.root_moves.push((m, value.of(spot.position.turn())));
        }
    }

    /// A better move: puts it in front of the line that follows it.
    #[inline(always)]
    pub fn improve(
        &mut self,
        spot: NodeRef<'_, G>,
        m: G::Move,
        value: &V,
        window: RealWindow,
    ) -> Line {
        let line = self.lines.push(m, self.tail);
        if spot.ply == 0 {
            self.best = Some((value.clone(), line));
        }
        if self.observer.watches() {
            self.observer.see(&Event::Improve {
                ply: spot.ply,
                via: m,
                value: view::to_fixed(value.of(Player::FIRST)),
                window: view::told_window(window),
            });
        }
        line
    }

    /// Where lines are stored next; for [`Self::let_go`].
    #[inline(always)]
    pub fn mark(&self) -> usize {
        self.lines.mark()
    }

    /// Lets go of all lines stored since `mark`, when a child was entered, but that of the child just
    /// left, if they are many.
    #[inline(always)]
    pub fn let_go(&mut self, mark: usize) {
        self.tail = self.lines.without_many(mark, self.tail);
    }

    /// The rest of a node's moves, or of what chance could bring, is pruned.
    #[inline(always)]
    pub fn cutoff(&mut self, spot: NodeRef<'_, G>, m: G::Move, value: &V, window: RealWindow) {
        if self.observer.watches() {
            self.observer.see(&Event::Cutoff {
                ply: spot.ply,
                via: m,
                value: view::to_fixed(value.of(Player::FIRST)),
                window: view::told_window(window),
            });
        }
    }

    /// Leaves a node with its value and its line.
    #[inline(always)]
    pub fn leave(&mut self, spot: NodeRef<'_, G>, value: &V, bound: Bound, line: Line) {
        self.tail = line;
        if self.observer.watches() {
            self.show_vector(spot.ply, value);
            self.observer.see(&Event::Leave {
                ply: spot.ply,
                value: view::to_fixed(value.of(Player::FIRST)),
                bound,
            });
        }
    }

    /// Closes a search of the root.
    pub fn finish(self, root: &G, result: Result<V, Stop>) -> PayoffReport<G::Move> {
        let stop = result.as_ref().err().copied();
        let depth = if V::DEPTH_IS_REACHED && self.complete {
            self.deepest
        } else {
            self.budget.depth()
        };
        let (value, line) = match result {
            Ok(value) => (value, self.tail),
            Err(_) => self
                .best
                .unwrap_or_else(|| (V::unknown(&self.promises), Line::EMPTY)),
        };
        PayoffReport {
            values: value.into_values(),
            line: with_a_move(self.lines.moves(line), root),
            moves: self.root_moves,
            proven: stop.is_none() && self.complete && self.own,
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
