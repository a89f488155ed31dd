//! A project: a graph, the positions behind its numbers, and the store that keeps its facts.

mod answer;
mod ask;
mod resolve;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use gametree::archive::Reader;
use gametree::{Persistent, Readable};

pub use crate::error::AtlasError;
use crate::fact::{Code, Fact, NodeId, Order, Origin};
use crate::graph::{Graph, InconsistentFact, NONE};
use crate::journal::Journal;
use crate::query::Query;
use crate::rules::{about, illegal, settled};
use crate::settings::Settings;
use crate::store::Store;

/// An analysis project of one game.
pub struct Atlas<G, S> {
    graph: Graph,
    store: S,
    roots: Vec<G>,
    /// Facts that are true in memory and not yet on disk.
    batch: Vec<Fact>,
    /// Facts in all.
    facts: u64,
    journal: Option<Box<Journal>>,
    reader: Reader<G>,
    clock: fn() -> u64,
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

impl<G: Readable, S: Store> Atlas<G, S> {
    /// Opens the project of a store; an empty store is an empty project.
    ///
    /// # Errors
    /// When the store is damaged or its facts are not of this game.
    pub fn open(store: S) -> Result<Atlas<G, S>, AtlasError> {
        Atlas::open_with(store, Arc::new(G::read))
    }
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// The same for a game that is known at run time only: what reads its positions is given.
    ///
    /// # Errors
    /// As [`Atlas::open`].
    pub fn open_with(store: S, reader: Reader<G>) -> Result<Atlas<G, S>, AtlasError> {
        let mut facts = Ok(Graph::default());
        let mut count = 0;
        store.replay(&mut |fact| {
            count += 1;
            if let Ok(graph) = &mut facts
                && let Err(error) = graph.take(&fact)
            {
                facts = Err(error);
            }
            Ok(())
        })?;
        let mut graph = facts?;
        graph.recompute();
        let mut atlas = Atlas {
            graph,
            store,
            roots: Vec::new(),
            batch: Vec::new(),
            facts: count,
            journal: None,
            reader,
            clock: now,
        };
        let texts = atlas.graph.roots().iter();
        let roots = texts.map(|root| atlas.read(&root.text).map_err(AtlasError::Foreign));
        atlas.roots = roots.collect::<Result<_, _>>()?;
        Ok(atlas)
    }

    /// Reads a position as [`Persistent::write`] writes it.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    pub fn read(&self, text: &str) -> Result<G, String> {
        (self.reader)(text).map(settled)
    }

    /// What reads the positions of the game.
    #[must_use]
    pub fn reader(&self) -> Reader<G> {
        Arc::clone(&self.reader)
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The store, for backups and compaction.
    pub fn store_mut(&mut self) -> &mut S {
        &mut self.store
    }

    /// Takes a fact: true in memory at once, on disk with the next [`Atlas::commit`].
    pub(crate) fn take(&mut self, fact: Fact) -> Result<(), AtlasError> {
        self.graph.apply(&fact)?;
        self.note(fact, true);
        Ok(())
    }

    /// A fact is in the graph; what is derived may be up to date or not.
    fn note(&mut self, fact: Fact, fresh: bool) {
        self.facts += 1;
        if let Some(journal) = &mut self.journal {
            journal.hear(&fact, &self.graph, fresh);
        }
        self.batch.push(fact);
    }

    /// How many facts there are.
    #[must_use]
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// What has happened so far, when the project keeps a journal.
    #[must_use]
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_deref()
    }

    /// The journal, to have it follow positions.
    pub fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.journal.as_deref_mut()
    }

    /// Keeps a journal from now on, one that may know what was before: see [`Atlas::told`].
    pub fn keep(&mut self, journal: Journal) {
        self.journal = Some(Box::new(journal));
    }

    /// Writes what is new to disk. When it returns, nothing of it can be lost.
    ///
    /// # Errors
    /// When the disk is full or failing; the facts stay in memory and the next commit tries again.
    pub fn commit(&mut self) -> Result<(), AtlasError> {
        if !self.batch.is_empty() {
            self.store.append(&self.batch)?;
            self.batch.clear();
        }
        Ok(())
    }

    /// Reads every fact in order, those not on disk yet last.
    pub(crate) fn each_fact(&self, mut each: impl FnMut(Fact)) -> Result<(), AtlasError> {
        self.store.replay(&mut |fact| {
            each(fact);
            Ok(())
        })?;
        self.batch.iter().cloned().for_each(each);
        Ok(())
    }

    /// How many facts are not on disk yet.
    #[must_use]
    pub fn uncommitted(&self) -> usize {
        self.batch.len()
    }

    /// Changes the settings.
    ///
    /// # Errors
    /// Never, as long as the project is sound.
    pub fn set(&mut self, settings: Settings) -> Result<(), AtlasError> {
        if *self.graph.settings() == settings && !self.graph.is_empty() {
            return Ok(());
        }
        self.take(Fact::Settings(settings))
    }

    /// Adds a position to analyse; one that is a root already stays as it is.
    ///
    /// # Errors
    /// Never, as long as the project is sound.
    pub fn add_root(&mut self, position: &G) -> Result<NodeId, AtlasError> {
        let position = settled(position.clone());
        let about = about(&position);
        let there = self.graph.roots().len();
        if let Some(root) = self
            .graph
            .roots()
            .iter()
            .find(|root| self.graph.node(root.node).key == about.key)
        {
            return Ok(root.node);
        }
        self.take(Fact::Root {
            text: position.write(),
            about,
        })?;
        debug_assert_eq!(self.graph.roots().len(), there + 1);
        self.roots.push(position);
        Ok(self.graph.roots()[there].node)
    }

    /// The position of a node: the moves by which it came into the graph, from its root.
    ///
    /// # Errors
    /// When a move of the store is not legal: the file is of another game or version.
    pub fn position(&self, node: NodeId) -> Result<G, AtlasError> {
        let mut codes = Vec::new();
        let mut at = node;
        let root = loop {
            if let Some(root) = self.graph.roots().iter().position(|root| root.node == at) {
                break root;
            }
            let born = self.graph.node(at).born;
            if born == NONE {
                return Err(InconsistentFact::NoNode(at).into());
            }
            let edge = self.graph.edge(born);
            codes.push(edge.code);
            at = edge.from;
        };
        codes.reverse();
        self.follow(self.roots[root].clone(), &codes)
    }

    /// Plays moves.
    fn follow(&self, mut position: G, codes: &[Code]) -> Result<G, AtlasError> {
        for &code in codes {
            let m = position
                .decode(code)
                .ok_or_else(|| illegal(&position, code))?;
            position.play(m);
            position.normalize();
        }
        Ok(position)
    }

    /// Puts a move into the graph and says where it leads. One that is there already stays (and is
    /// the user's from now on, if they ask for it).
    ///
    /// # Errors
    /// When the position is not in the graph.
    pub fn add_move(&mut self, from: NodeId, m: G::Move, by: Origin) -> Result<NodeId, AtlasError> {
        let position = self.position(from)?;
        let to = self.add_move_at(from, &position, m, by);
        self.graph.catch_up();
        to
    }

    fn add_move_at(
        &mut self,
        from: NodeId,
        position: &G,
        m: G::Move,
        by: Origin,
    ) -> Result<NodeId, AtlasError> {
        let code = position.encode(m);
        if let Some(edge) = self.graph.edge_of(from, code) {
            let edge = self.graph.edge(edge);
            if edge.by_user || by == Origin::Engine {
                return Ok(edge.to);
            }
        }
        let to = about(&settled(position.after(m)));
        let fact = Fact::Move {
            from,
            code,
            to,
            traits: position.traits(m),
            by,
        };
        match by {
            Origin::User => self.take(fact)?,
            // A task or a result follows.
            Origin::Engine => {
                self.graph.apply_later(&fact)?;
                self.note(fact, false);
            }
        }
        self.graph
            .find(to.key)
            .ok_or_else(|| InconsistentFact::NoMove(from, code).into())
    }

    /// Records what the user wants.
    ///
    /// # Errors
    /// When it does not fit the graph.
    pub fn steer(&mut self, order: Order) -> Result<(), AtlasError> {
        let at = (self.clock)();
        self.take(Fact::Steered { order, at })
    }

    /// Reads the graph.
    #[must_use]
    pub fn query(&self) -> Query<'_> {
        Query::new(self.graph())
    }

    /// Moves as text, from a position on; what is not legal ends them.
    pub fn words(&self, from: &G, codes: &[Code]) -> Vec<String> {
        let mut position = from.clone();
        let mut words = Vec::with_capacity(codes.len());
        for &code in codes {
            if position.outcome().is_some() {
                break;
            }
            let Some(m) = position.decode(code) else {
                break;
            };
            words.push(position.write_move(m));
            position.play(m);
            position.normalize();
        }
        words
    }
}
