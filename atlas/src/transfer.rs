//! Carries facts from one project into another, by identity. Merging and extracting are both this.
//!
//! The facts of one position keep their order; those of a position that is not there yet wait until
//! a move leads to it. Results lose their task's number: they are analyses from elsewhere for the
//! project they come to.

use std::collections::VecDeque;

use gametree::Persistent;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atlas::{Atlas, AtlasError};
use crate::fact::{About, Code, Fact, Found, NodeId, Order, Origin, Scope};
use crate::graph::{Graph, is};
use crate::store::Store;

/// What was carried over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Carried {
    /// New roots.
    pub roots: usize,
    /// New positions.
    pub positions: usize,
    /// New moves, and moves that are the user's from now on.
    pub moves: usize,
    /// New evaluations.
    pub evaluations: usize,
    /// Evaluations of this project that were recorded again, because they are longer than new ones
    /// of the same position.
    pub restated: usize,
    /// Notes, watches, exclusions and the like.
    pub marks: usize,
}

/// Which positions are carried over.
pub(crate) enum Selection {
    /// All.
    All,
    /// The moves of some, and the positions these lead to.
    MovesOf(FxHashSet<NodeId>),
}

/// On the way from one project into another.
pub(crate) struct Transfer<'a, G, S> {
    into: &'a mut Atlas<G, S>,
    from: &'a Graph,
    selection: Selection,
    /// The results that the project has, by position, oldest first.
    known: FxHashMap<NodeId, Vec<Found>>,
    /// Facts about positions of the other project that are not here yet.
    waiting: FxHashMap<NodeId, Vec<Fact>>,
    /// How many nodes the last new result searched, by position and whether it is about the rest.
    latest: FxHashMap<(NodeId, bool), u64>,
    /// Where the present result came from the other project, or both from a third: what is newer
    /// there supersedes.
    shared: FxHashSet<(NodeId, bool)>,
    carried: Carried,
}

impl<'a, G: Persistent, S: Store> Transfer<'a, G, S> {
    pub fn new(
        into: &'a mut Atlas<G, S>,
        from: &'a Graph,
        selection: Selection,
    ) -> Result<Self, AtlasError> {
        let mut known: FxHashMap<NodeId, Vec<Found>> = FxHashMap::default();
        into.each_fact(|fact| {
            if let Fact::Found(found) = fact
                && from.find(into.graph().node(found.node).key).is_some()
            {
                known.entry(found.node).or_default().push(Found {
                    ticket: None,
                    ..found
                });
            }
        })?;
        let carried = Carried {
            positions: into.graph().positions(),
            ..Carried::default()
        };
        Ok(Transfer {
            into,
            from,
            selection,
            known,
            waiting: FxHashMap::default(),
            latest: FxHashMap::default(),
            shared: FxHashSet::default(),
            carried,
        })
    }

    /// Adds a root, if it is none yet.
    pub fn root(&mut self, position: &G) -> Result<NodeId, AtlasError> {
        let before = self.into.graph().roots().len();
        let node = self.into.add_root(position)?;
        self.carried.roots += self.into.graph().roots().len() - before;
        Ok(node)
    }

    /// Carries a fact over, and those that waited for it.
    pub fn hear(&mut self, fact: Fact) -> Result<(), AtlasError> {
        let mut agenda = VecDeque::from([fact]);
        while let Some(fact) = agenda.pop_front() {
            let Some(about) = self.wanted(&fact) else {
                continue;
            };
            let Some(here) = self.here(about) else {
                self.waiting.entry(about).or_default().push(fact);
                continue;
            };
            match fact {
                Fact::Move {
                    code,
                    to,
                    traits,
                    by,
                    ..
                } => {
                    self.add_move(
                        Fact::Move {
                            from: here,
                            code,
                            to,
                            traits,
                            by,
                        },
                        (here, code, by),
                    )?;
                    agenda.extend(self.arrived(&to));
                }
                Fact::Found(found) => self.found(Found {
                    node: here,
                    ticket: None,
                    ..found
                })?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The position that a fact is about, if it should be carried over.
    fn wanted(&self, fact: &Fact) -> Option<NodeId> {
        match (fact, &self.selection) {
            (Fact::Move { from, code, .. }, _) if self.from.edge_of(*from, *code).is_none() => None,
            (Fact::Move { from, .. }, Selection::MovesOf(kept)) => {
                kept.contains(from).then_some(*from)
            }
            (Fact::Move { from, .. }, Selection::All) => Some(*from),
            (Fact::Found(found), _) => Some(found.node),
            _ => None,
        }
    }

    /// The number that a position of the other project has here.
    fn here(&self, there: NodeId) -> Option<NodeId> {
        self.into.graph().find(self.from.node(there).key)
    }

    /// The facts that waited for a position.
    fn arrived(&mut self, about: &About) -> Vec<Fact> {
        let there = self.from.find(about.key);
        there
            .and_then(|there| self.waiting.remove(&there))
            .unwrap_or_default()
    }

    fn add_move(
        &mut self,
        fact: Fact,
        (from, code, by): (NodeId, Code, Origin),
    ) -> Result<(), AtlasError> {
        let graph = self.into.graph();
        let news = match graph.edge_of(from, code) {
            Some(edge) => by == Origin::User && !graph.edge(edge).by_user,
            None => true,
        };
        if news {
            self.into.take(fact)?;
            self.carried.moves += 1;
        }
        Ok(())
    }

    fn found(&mut self, mut found: Found) -> Result<(), AtlasError> {
        let source = self.from.sources()[usize::from(found.source)].clone();
        found.source = self.into.source(&source)?;
        let place = (found.node, found.scope == Scope::Rest);
        let known = self.known.get(&found.node).map_or(&[][..], Vec::as_slice);
        if known.contains(&found) {
            if known.iter().rfind(|own| own.scope == found.scope) == Some(&found) {
                self.shared.insert(place);
            }
            return Ok(());
        }
        self.latest.insert(place, found.nodes);
        self.carried.evaluations += 1;
        self.into.take(Fact::Found(found))
    }

    /// Ends it: the longer evaluation of each position is the present one, and the user's marks
    /// come over.
    pub fn end(mut self) -> Result<Carried, AtlasError> {
        self.restate()?;
        self.marks()?;
        self.exclusions()?;
        self.games()?;
        self.carried.positions = self.into.graph().positions() - self.carried.positions;
        Ok(self.carried)
    }

    fn restate(&mut self) -> Result<(), AtlasError> {
        let mut latest: Vec<((NodeId, bool), u64)> = self.latest.drain().collect();
        latest.retain(|(place, _)| !self.shared.contains(place));
        latest.sort_unstable();
        for ((node, rest), nodes) in latest {
            let scope = if rest { Scope::Rest } else { Scope::Whole };
            let own = self
                .known
                .get(&node)
                .and_then(|known| known.iter().rfind(|own| own.scope == scope));
            if let Some(own) = own.filter(|own| own.nodes >= nodes) {
                self.into.take(Fact::Found(own.clone()))?;
                self.carried.restated += 1;
            }
        }
        Ok(())
    }

    fn steer(&mut self, order: Order) -> Result<(), AtlasError> {
        self.carried.marks += 1;
        self.into.steer(order)
    }

    fn marks(&mut self) -> Result<(), AtlasError> {
        let from = self.from;
        let mut marked: Vec<NodeId> = from.marks().keys().copied().collect();
        marked.sort_unstable();
        for there in marked {
            if let Some(here) = self.here(there) {
                self.mark(here, &from.marks()[&there])?;
            }
        }
        let mut distrusted: Vec<u16> = from.distrusted.iter().copied().collect();
        distrusted.sort_unstable();
        for source in distrusted {
            let source = self.into.source(&from.sources()[usize::from(source)])?;
            if !self.into.graph().distrusted.contains(&source) {
                self.steer(Order::Distrust { source })?;
            }
        }
        Ok(())
    }

    /// Two notes become one, unless one says what the other says; a price is taken where there is
    /// none.
    fn mark(&mut self, node: NodeId, mark: &crate::graph::Mark) -> Result<(), AtlasError> {
        let own = self
            .into
            .graph()
            .marks()
            .get(&node)
            .cloned()
            .unwrap_or_default();
        if !own.note.contains(&mark.note) {
            let text = if own.note.is_empty() {
                mark.note.clone()
            } else {
                format!("{}\n{}", own.note, mark.note)
            };
            self.steer(Order::Note { node, text })?;
        }
        if own.damp == 0 && mark.damp > 0 {
            self.steer(Order::Damp {
                node,
                milli: mark.damp,
            })?;
        }
        for &rule in mark
            .watches
            .iter()
            .filter(|rule| !own.watches.contains(rule))
        {
            self.steer(Order::Watch {
                node,
                rule: Some(rule),
            })?;
        }
        Ok(())
    }

    /// The records of games that began in a position of both.
    fn games(&mut self) -> Result<(), AtlasError> {
        for record in self.from.games() {
            let Some(node) = self.here(record.node) else {
                continue;
            };
            let own = self.into.graph().games();
            if own.iter().all(|own| own.text != record.text) {
                self.steer(Order::Game {
                    number: own.len() as u32,
                    node,
                    text: record.text.clone(),
                })?;
            }
        }
        Ok(())
    }

    fn exclusions(&mut self) -> Result<(), AtlasError> {
        let from = self.from;
        for edge in from
            .edges
            .iter()
            .filter(|edge| edge.excluded && !edge.removed)
        {
            let Some(node) = self.here(edge.from) else {
                continue;
            };
            let graph = self.into.graph();
            let there = graph
                .edge_of(node, edge.code)
                .map(|own| graph.edge(own).excluded);
            if there == Some(false) {
                self.steer(Order::Exclude {
                    node,
                    code: edge.code,
                    on: true,
                })?;
            }
        }
        Ok(())
    }
}

/// Whether a root of a project is what its text says, in this game.
pub(crate) fn root_position<G: Persistent, S: Store>(
    atlas: &Atlas<G, S>,
    root: &crate::graph::Root,
) -> Result<G, AtlasError> {
    let position = atlas.read(&root.text).map_err(AtlasError::Foreign)?;
    let node = atlas.graph().node(root.node);
    if position.identity() != node.key || !node.has(is::ROOT) {
        return Err(AtlasError::Foreign(format!(
            "{} is not the position it was",
            root.text
        )));
    }
    Ok(position)
}
