//! Tasks: which one comes next, and those that are open.

use gametree::{Persistent, Question};

use super::Atlas;
use crate::error::AtlasError;
use crate::fact::{Code, Fact, Origin, Scope};
use crate::graph::Open;
use crate::rules::illegal;
use crate::select::{Action, Step};
use crate::store::Store;

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Selects the next task and records that it is open; `None` when there is no task now.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn ask(&mut self) -> Result<Option<Question<G>>, AtlasError> {
        loop {
            let Some(step) = self.graph.select() else {
                return Ok(None);
            };
            // The position by the way on which it came into the graph, not by the way that was
            // selected: the text of a position may depend on its way (the clock of chess), and a
            // task that is given out again after a stop must be the same.
            let position = self.position(step.node)?;
            match step.action {
                Action::Ask(scope) => return self.ask_at(&step, position, scope).map(Some),
                Action::Add(code) => {
                    if self.is_full() {
                        return Ok(None);
                    }
                    let m = position
                        .decode(code)
                        .ok_or_else(|| illegal(&position, code))?;
                    let child = self.add_move_at(step.node, &position, m, Origin::Engine)?;
                    let node = self.graph.node(child);
                    if node.is_valued() || node.is_busy() {
                        self.graph.catch_up();
                        continue;
                    }
                    let position = self.position(child)?;
                    return self
                        .ask_at(
                            &Step {
                                node: child,
                                ..step
                            },
                            position,
                            Scope::Whole,
                        )
                        .map(Some);
                }
            }
        }
    }

    /// Whether the graph may not grow any more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.graph
            .settings()
            .most_positions
            .is_some_and(|most| self.graph.positions() as u64 >= most)
    }

    fn ask_at(
        &mut self,
        step: &Step,
        position: G,
        scope: Scope,
    ) -> Result<Question<G>, AtlasError> {
        let ticket = self.graph.tickets;
        let turn = self.graph.turn_of(step.nodes);
        let open = Open {
            ticket,
            node: step.node,
            scope,
            nodes: step.nodes,
            turn,
            moves: self.graph.edges.len() as u32,
        };
        self.take(Fact::Asked {
            ticket,
            node: step.node,
            scope,
            nodes: step.nodes,
        })?;
        Ok(self.question(open, position, step.region))
    }

    /// The tasks that are open in the store: given out before a stop, to be given out again.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn reopen(&self) -> Result<Vec<Question<G>>, AtlasError> {
        let again =
            |&open: &Open| Ok(self.question(open, self.position(open.node)?, u64::from(open.node)));
        self.graph.open().iter().map(again).collect()
    }

    /// An open task as it would be given out today: moves and exclusions may have been added.
    pub(crate) fn renew(&self, question: Question<G>) -> Question<G> {
        match self.graph.task(question.ticket) {
            Some(open) => self.question(open, question.position, question.region),
            None => question,
        }
    }

    /// Whether the user has put a move there, or does not want it.
    fn is_steered(&self, edge: u32) -> bool {
        let edge = self.graph.edge(edge);
        edge.by_user || edge.excluded
    }

    fn question(&self, open: Open, position: G, region: u64) -> Question<G> {
        let left_out = |code: Code| match open.scope {
            Scope::Rest => self
                .graph
                .edge_of(open.node, code)
                .is_some_and(|id| id < open.moves || self.is_steered(id)),
            Scope::Whole => self
                .graph
                .edge_of(open.node, code)
                .is_some_and(|edge| self.graph.edge(edge).excluded),
        };
        let all: Vec<G::Move> = position.moves().collect();
        let mut among: Vec<G::Move> = all
            .iter()
            .copied()
            .filter(|&m| !left_out(position.encode(m)))
            .collect();
        if among.len() == all.len() {
            among.clear();
        }
        Question {
            ticket: open.ticket,
            position,
            among,
            nodes: open.nodes,
            lines: self.graph.lines_of(&open),
            region,
        }
    }
}
