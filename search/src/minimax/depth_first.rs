//! What every depth-first search does at a node, so that its own file holds only its idea.

use crate::evaluator::Evaluator;
use crate::game::{Outcome, TwoPlayer};
use crate::limits::{Budget, Stop};
use crate::lines::{Line, Lines};
use crate::minimax::horizon_table::HorizonTable;
use crate::observer::{Bound, Event, Observer};
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::view;
use crate::window::Window;

/// A position on the way down, with its place in the search.
pub struct NodeRef<'p, G> {
    /// The position.
    pub position: &'p G,
    /// Plies left to search.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
}

impl<G> Clone for NodeRef<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for NodeRef<'_, G> {}

impl<'p, G> NodeRef<'p, G> {
    /// The root, to be searched so deep.
    pub fn root(position: &'p G, depth: u32) -> Self {
        NodeRef {
            position,
            depth,
            ply: 0,
        }
    }

    /// One ply further down.
    #[inline(always)]
    pub fn child<'c>(&self, position: &'c G) -> NodeRef<'c, G> {
        NodeRef {
            position,
            depth: self.depth - 1,
            ply: self.ply + 1,
        }
    }
}

/// The state of one depth-first search. Scores handed in and out are the mover's.
pub struct DfsState<'a, G: TwoPlayer, E, O> {
    /// What may still be spent.
    pub budget: &'a mut Budget,
    /// Values for the horizon.
    pub evaluator: &'a E,
    /// Who watches.
    pub observer: &'a mut O,
    /// The table, where it is asked beyond the horizon too.
    pub table: Option<HorizonTable<'a, G>>,
    lines: Lines<G::Move>,
    /// The line of the node just left.
    pub tail: Line,
    /// The node just left is worth `?`: its game does not end.
    pub endless: bool,
    /// No horizon so far: every leaf was the end of a game.
    pub complete: bool,
    /// Nothing is shown: what is searched is not the game, as behind a null move.
    pub unseen: bool,
    /// A win counts by its distance; otherwise all wins are equal.
    pub distances: bool,
    /// The best root move so far.
    best: Option<(Score, Line)>,
}

impl<'a, G: TwoPlayer, E: Evaluator<G>, O: Observer<G>> DfsState<'a, G, E, O> {
    /// At the start of a search.
    pub fn new(budget: &'a mut Budget, evaluator: &'a E, observer: &'a mut O) -> Self {
        DfsState {
            budget,
            evaluator,
            observer,
            table: None,
            lines: Lines::new(),
            tail: Line::EMPTY,
            endless: false,
            complete: true,
            unseen: false,
            distances: true,
            best: None,
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

    /// Tells who watches.
    #[inline(always)]
    pub fn tell(&mut self, event: &Event<'_, G>) {
        if !self.unseen {
            self.observer.see(event);
        }
    }

    /// Visits a node.
    #[inline(always)]
    pub fn enter(&mut self, spot: NodeRef<'_, G>, via: Option<G::Move>, window: Window) {
        self.budget.visit();
        self.tell(&Event::Enter {
            ply: spot.ply,
            via,
            position: spot.position,
            depth: spot.depth,
            window: view::flip_window(window, spot.position.turn()),
        });
    }

    /// The value of a finished game.
    #[inline(always)]
    pub fn end(&mut self, spot: NodeRef<'_, G>) -> Option<Score> {
        let outcome = spot.position.outcome()?;
        let mover = spot.position.turn();
        self.tail = Line::EMPTY;
        self.endless = outcome == Outcome::Loop;
        let value = view::outcome_score(outcome, mover, if self.distances { spot.ply } else { 0 });
        self.saw_leaf(spot, value, true);
        Some(value)
    }

    /// The static value at the horizon.
    #[inline(always)]
    pub fn horizon(&mut self, spot: NodeRef<'_, G>) -> Score {
        let value = self.evaluate(spot.position);
        self.horizon_at(spot, value)
    }

    /// The static value at the horizon, where it is known already.
    #[inline(always)]
    pub fn horizon_at(&mut self, spot: NodeRef<'_, G>, value: Score) -> Score {
        self.tail = Line::EMPTY;
        self.endless = false;
        self.complete = false;
        self.saw_leaf(spot, value, false);
        value
    }

    /// What the table knows settles a node.
    pub fn table_hit(&mut self, spot: NodeRef<'_, G>, value: Score, bound: Bound) {
        self.tail = Line::EMPTY;
        let mover = spot.position.turn();
        self.tell(&Event::TableHit {
            ply: spot.ply,
            value: view::flip(value, mover),
            bound: view::flip_bound(bound, mover),
        });
    }

    /// A draw because the position has been before. True on this way to it only, so nothing is
    /// complete.
    pub fn repeated(&mut self, spot: NodeRef<'_, G>) -> Score {
        self.tail = Line::EMPTY;
        self.complete = false;
        self.saw_leaf(spot, Score::DRAW, false);
        Score::DRAW
    }

    /// The evaluator's word, the mover's view.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &G) -> Score {
        self.budget.counts.evaluations += 1;
        view::flip(
            Score::points(self.evaluator.evaluate(position)),
            position.turn(),
        )
    }

    /// The value of a node without children: the game is over or the depth used up.
    #[inline(always)]
    pub fn leaf(&mut self, spot: NodeRef<'_, G>) -> Option<Score> {
        if let Some(value) = self.end(spot) {
            return Some(value);
        }
        (spot.depth == 0).then(|| self.horizon(spot))
    }

    #[inline(always)]
    fn saw_leaf(&mut self, spot: NodeRef<'_, G>, value: Score, terminal: bool) {
        let value = view::flip(value, spot.position.turn());
        self.tell(&Event::Leaf {
            ply: spot.ply,
            value,
            terminal,
        });
    }

    /// The move operator, paid for.
    #[inline(always)]
    pub fn play(&mut self, position: &G, m: G::Move) -> Result<G, Stop> {
        self.budget.spend()?;
        Ok(position.after(m))
    }

    /// A better move: extends the line behind it by it.
    #[inline(always)]
    pub fn improve(
        &mut self,
        spot: NodeRef<'_, G>,
        m: G::Move,
        value: Score,
        window: Window,
    ) -> Line {
        let line = self.lines.push(m, self.tail);
        if spot.ply == 0 {
            self.best = Some((value, line));
        }
        let mover = spot.position.turn();
        self.tell(&Event::Improve {
            ply: spot.ply,
            via: m,
            value: view::flip(value, mover),
            window: view::flip_window(window, mover),
        });
        line
    }

    /// Tells what a position beyond the depth limit is worth to a mover who plays none of the moves
    /// that are still tried.
    #[inline(always)]
    pub fn stand_pat(&mut self, spot: NodeRef<'_, G>, value: Score) {
        self.tell(&Event::StandPat {
            ply: spot.ply,
            value: view::flip(value, spot.position.turn()),
        });
    }

    /// The remaining moves of a node are pruned.
    #[inline(always)]
    pub fn cutoff(&mut self, spot: NodeRef<'_, G>, m: G::Move, value: Score, window: Window) {
        let mover = spot.position.turn();
        self.tell(&Event::Cutoff {
            ply: spot.ply,
            via: m,
            value: view::flip(value, mover),
            window: view::flip_window(window, mover),
        });
    }

    /// Leaves a node with its value and its line.
    #[inline(always)]
    pub fn leave(&mut self, spot: NodeRef<'_, G>, value: Score, bound: Bound, line: Line) -> Score {
        self.tail = line;
        let mover = spot.position.turn();
        self.tell(&Event::Leave {
            ply: spot.ply,
            value: view::flip(value, mover),
            bound: view::flip_bound(bound, mover),
        });
        value
    }

    /// Where lines are stored next; for [`DfsState::let_go`].
    pub fn mark(&self) -> usize {
        self.lines.mark()
    }

    /// Lets go of all lines stored since `mark`, when a child was entered, but that of the child just
    /// left, if they are many: a search may visit billions of nodes.
    #[inline(always)]
    pub fn let_go(&mut self, mark: usize) {
        self.tail = self.lines.without_many(mark, self.tail);
    }

    /// Closes a search of the root.
    pub fn finish(self, result: Result<Score, Stop>) -> WindowResult<G::Move> {
        let best = self.best.unwrap_or((-Score::INFINITY, Line::EMPTY));
        match result {
            Ok(value) => WindowResult {
                value,
                line: self.lines.moves(self.tail),
                complete: self.complete,
                stopped: None,
            },
            Err(stop) => WindowResult {
                value: best.0,
                line: self.lines.moves(best.1),
                complete: false,
                stopped: Some(stop),
            },
        }
    }
}

/// What one search of the root with one window and one depth found.
#[derive(Clone, Debug)]
pub struct WindowResult<M> {
    /// The value, the root mover's view; when stopped, of the best move searched so far.
    pub value: Score,
    /// The line behind it; empty when stopped before the first root move was done.
    pub line: Vec<M>,
    /// Every leaf was the end of a game.
    pub complete: bool,
    /// What cut the search short.
    pub stopped: Option<Stop>,
}

impl<M: Copy + Eq> WindowResult<M> {
    /// The report of a search of one depth.
    pub(crate) fn report<G>(self, root: &G, budget: &Budget) -> Report<M>
    where
        G: TwoPlayer<Move = M>,
    {
        let sure = self.stopped.is_none() && (self.complete || self.value.is_decided());
        let won = self.value > Score::points(Score::MAX_POINTS);
        let value = if self.line.is_empty() && self.stopped.is_some() {
            Score::DRAW
        } else {
            self.value
        };
        Report {
            value: view::flip(value, root.turn()),
            proven: sure || won,
            stop: self
                .stopped
                .unwrap_or(if sure { Stop::Done } else { Stop::Depth }),
            depth: if self.stopped.is_some() {
                0
            } else {
                budget.depth()
            },
            line: with_a_move(self.line, root),
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }
}
