//! The whole search, and what it reports.

use crate::evaluator::Evaluator;
use crate::game::{Force, Forced, Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::view;
use crate::window::Window;

use super::cost::EdgeCost;
use super::dag::Certainty;
use super::descent::Descent;
use super::lanes::{LANES, TIP};
use super::{reclaim, root, scale};

/// What a search knows of its root.
struct Found<M> {
    value: Score,
    line: Vec<M>,
    proven: bool,
}

impl<M> Found<M> {
    fn nothing() -> Found<M> {
        Found {
            value: Score::DRAW,
            line: Vec::new(),
            proven: false,
        }
    }
}

impl<G, E, H, C, O> Descent<'_, G, E, H, C, O>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
    O: Observer<G>,
{
    /// The whole search.
    pub(super) fn run(mut self, root: &G) -> Report<G::Move> {
        self.valuer.walk.budget.visit();
        if self.valuer.walk.budget.depth() == 0 {
            return self.static_report(root);
        }
        let begun = self
            .valuer
            .walk
            .budget
            .begin()
            .and_then(|()| self.begin(root));
        let mut block = match begun {
            Ok(block) => block,
            Err(stop) => return self.report(root, None, Some(stop)),
        };
        if self.observer.watches() {
            self.show_root(root, block);
        }
        let stopped = loop {
            let stopped = self.grow().err();
            self.ascend_to_root();
            if stopped != Some(Stop::Memory) {
                break stopped;
            }
            let before = self.dag.size();
            block = reclaim::reclaim(self.dag, block, &self.valuer.pricing.spread);
            self.path[0].block = block;
            if self.dag.size() + before / 16 > before {
                break stopped;
            }
        };
        self.report(root, Some(block), stopped)
    }

    /// With a depth limit of 0: what the horizon says.
    fn static_report(mut self, root: &G) -> Report<G::Move> {
        let spot = NodeRef {
            position: root,
            depth: 0,
            ply: 0,
        };
        let value = self
            .valuer
            .horizon
            .settle(&mut self.valuer.walk, spot, Window::OPEN);
        let mut report = self.report(root, None, value.err());
        report.value = view::flip(value.unwrap_or(Score::DRAW), root.turn());
        report.proven = report.value.is_decided();
        report
    }

    pub(super) fn report(
        &self,
        root: &G,
        block: Option<u32>,
        stopped: Option<Stop>,
    ) -> Report<G::Move> {
        let found = block.map_or_else(Found::nothing, |block| self.found(root, block));
        let stop = stopped.unwrap_or(if found.proven {
            Stop::Done
        } else {
            Stop::Depth
        });
        Report {
            value: found.value,
            line: with_a_move(found.line, root),
            proven: found.proven,
            depth: if stop == Stop::Depth {
                self.valuer.walk.budget.depth()
            } else {
                0
            },
            stop,
            counts: self.valuer.walk.budget.counts,
            elapsed: self.valuer.walk.budget.elapsed(),
        }
    }

    /// What is known of the root.
    fn found(&self, root: &G, block: u32) -> Found<G::Move> {
        let look = self.dag.look(block, &self.valuer.pricing.spread);
        let value = scale::score_of(look.cost, root.turn(), &self.valuer.pricing.scale);
        let line = self.line(root, block, root::choice(self.dag.node(block)));
        let sure = self.dag.certainty == Certainty::Exact || value.is_decided();
        if !look.is_closed() || sure {
            return Found {
                value,
                line,
                proven: look.is_closed(),
            };
        }
        let exact = if self.dag.certainty == Certainty::Rounded {
            self.resolve(root, block)
        } else {
            None
        };
        match exact {
            Some((value, lane)) => Found {
                value,
                line: self.line(root, block, lane),
                proven: true,
            },
            None => Found {
                value,
                line,
                proven: false,
            },
        }
    }

    /// The moves that both sides consider best, as far as they are in memory.
    fn line(&self, root: &G, mut block: u32, mut lane: u32) -> Vec<G::Move> {
        let mut position = root.clone();
        let mut line = Vec::new();
        // A line with more moves than the graph has nodes runs in a loop.
        while line.len() < self.dag.size() {
            let Some(m) = position.moves().nth(lane as usize) else {
                break;
            };
            line.push(m);
            position.play(m);
            block = self.dag.block(block, lane).child[lane as usize % LANES];
            if block == TIP || position.outcome().is_some() {
                break;
            }
            follow_on_line(&mut position, &mut line);
            lane = root::choice(self.dag.node(block));
        }
        line
    }
}

/// Adds the forced replies to a line.
fn follow_on_line<G: Forced>(position: &mut G, line: &mut Vec<G::Move>) {
    while let Force::Only(reply) = position.forced() {
        line.push(reply);
        position.play(reply);
    }
}
