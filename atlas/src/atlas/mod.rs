//! A project: a graph, the positions behind its numbers, and the store that keeps its facts.

use std::time::{SystemTime, UNIX_EPOCH};

use gametree::{Answer, Archived, Finding, Outcome, Player, Question, Score, Source};

use crate::fact::{About, Code, Fact, Found, NodeId, Order, Origin, Raw, Scope};
use crate::graph::{Graph, Misfit, NONE, Open};
use crate::journal::Journal;
use crate::select::{Action, Step};
use crate::settings::Settings;
use crate::store::{Store, StoreError};

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
    clock: fn() -> u64,
}

/// What can go wrong with a project.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The facts do not fit together.
    #[error("the project's facts do not fit together: {0}")]
    Misfit(#[from] Misfit),
    /// A position or a move of the project is not one of this game.
    #[error("the project's facts do not fit the game: {0}")]
    Foreign(String),
    /// An answer that nobody asked for.
    #[error("answer {got} came where {expected} was to be applied")]
    OutOfTurn {
        /// The answer's number.
        got: u64,
        /// The number whose turn it was.
        expected: u64,
    },
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

impl<G: Archived, S: Store> Atlas<G, S> {
    /// Opens the project of a store; an empty store is an empty project.
    ///
    /// # Errors
    /// When the store is damaged or its facts are not of this game.
    pub fn open(store: S) -> Result<Atlas<G, S>, AtlasError> {
        let mut facts = Ok(Graph::default());
        let mut count = 0;
        store.replay(&mut |fact| {
            count += 1;
            if let Ok(graph) = &mut facts
                && let Err(misfit) = graph.take(&fact)
            {
                facts = Err(misfit);
            }
            Ok(())
        })?;
        let mut graph = facts?;
        graph.recompute();
        Atlas::over(graph, store, count)
    }

    fn over(graph: Graph, store: S, facts: u64) -> Result<Atlas<G, S>, AtlasError> {
        let mut roots = Vec::new();
        for root in graph.roots() {
            let position = G::read(&root.text).map_err(AtlasError::Foreign)?;
            roots.push(settled(position));
        }
        Ok(Atlas {
            graph,
            store,
            roots,
            batch: Vec::new(),
            facts,
            journal: None,
            clock: now,
        })
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
                return Err(Misfit::NoNode(at).into());
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
            position.settle();
        }
        Ok(position)
    }

    /// Puts a move into the graph and says where it leads. One that is there already stays (and is
    /// the user's from now on, if he asks for it).
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
            forcing: position.forcing(m),
            by,
        };
        match by {
            Origin::User => self.take(fact)?,
            // A question or an answer follows.
            Origin::Engine => {
                self.graph.apply_later(&fact)?;
                self.note(fact, false);
            }
        }
        self.graph
            .find(to.key)
            .ok_or_else(|| Misfit::NoMove(from, code).into())
    }

    /// Records what the user wants.
    ///
    /// # Errors
    /// When it does not fit the graph.
    pub fn steer(&mut self, order: Order) -> Result<(), AtlasError> {
        let at = (self.clock)();
        self.take(Fact::Steered { order, at })
    }

    /// Chooses the next question and notes that it is asked; `None` when there is nothing to ask
    /// now.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn ask(&mut self) -> Result<Option<Question<G>>, AtlasError> {
        loop {
            let Some(step) = self.graph.select() else {
                return Ok(None);
            };
            let from = self.position(step.start)?;
            let position = self.follow(from, &step.path)?;
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
                    let position = settled(position.after(m));
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
            .is_some_and(|most| self.graph.len() as u64 >= most)
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
        };
        self.take(Fact::Asked {
            ticket,
            node: step.node,
            scope,
            nodes: step.nodes,
        })?;
        Ok(self.question(open, position, step.region))
    }

    /// The questions that are open in the store: asked before a stop, and to be asked again.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn reopen(&self) -> Result<Vec<Question<G>>, AtlasError> {
        let again =
            |&open: &Open| Ok(self.question(open, self.position(open.node)?, u64::from(open.node)));
        self.graph.open().iter().map(again).collect()
    }

    /// An open question as it would be asked today: moves may have come, and exclusions.
    pub(crate) fn renew(&self, question: Question<G>) -> Question<G> {
        let open = self
            .graph
            .open()
            .iter()
            .find(|open| open.ticket == question.ticket);
        match open {
            Some(&open) => self.question(open, question.position, question.region),
            None => question,
        }
    }

    fn question(&self, open: Open, position: G, region: u64) -> Question<G> {
        let left_out = |code: Code| match open.scope {
            Scope::Rest => self.graph.edge_of(open.node, code).is_some(),
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
            region,
        }
    }

    /// Applies the answer to the question whose turn it is: the others wait, so that the graph does
    /// not depend on who was faster.
    ///
    /// # Errors
    /// When it is not that question's answer.
    pub fn answer(&mut self, answer: &Answer<G::Move>) -> Result<(), AtlasError> {
        let next = self.graph.next();
        let Some(open) = next.filter(|open| open.ticket == answer.ticket) else {
            let expected = next.map_or(self.graph.tickets, |open| open.ticket);
            return Err(AtlasError::OutOfTurn {
                got: answer.ticket,
                expected,
            });
        };
        match &answer.outcome {
            Ok(finding) => self.record(open, finding, answer.elapsed.as_millis() as u32),
            Err(trouble) => {
                let at = (self.clock)();
                self.take(Fact::Failed {
                    ticket: open.ticket,
                    what: trouble.what.clone(),
                    at,
                })
            }
        }
    }

    fn record(
        &mut self,
        open: Open,
        finding: &Finding<G::Move>,
        millis: u32,
    ) -> Result<(), AtlasError> {
        let position = self.position(open.node)?;
        let source = self.source(&finding.source)?;
        let again = self.graph.node(open.node).is_valued() && open.scope == Scope::Whole;
        let mut shown: Vec<(Code, Raw)> = finding
            .shown
            .iter()
            .map(|&(m, value)| (position.encode(m), value.raw()))
            .collect();
        if let Some(&best) = finding.line.first() {
            let code = position.encode(best);
            shown.retain(|&(other, _)| again && other != code);
            shown.push((code, finding.value.raw()));
        }
        let found = Found {
            ticket: Some(open.ticket),
            node: open.node,
            scope: open.scope,
            value: finding.value.raw(),
            line: codes(&position, &finding.line),
            shown,
            depth: finding.depth,
            nodes: finding.nodes,
            source,
            millis,
            at: (self.clock)(),
        };
        if again {
            self.add_shown(open.node, &position, &found)?;
        }
        self.take(Fact::Found(found))
    }

    /// Every best move that an iteration of a longer search showed becomes a move of the graph: the
    /// last one always, the others as far as alternatives are allowed.
    fn add_shown(&mut self, node: NodeId, position: &G, found: &Found) -> Result<(), AtlasError> {
        let most = self
            .graph
            .settings()
            .alternatives
            .map_or(usize::MAX, usize::from);
        for (place, &(code, _)) in found.shown.iter().enumerate().rev() {
            let last = place + 1 == found.shown.len();
            if self.is_full() || (!last && self.graph.alternatives(node) >= most) {
                break;
            }
            if let Some(m) = position.decode(code) {
                self.add_move_at(node, position, m, Origin::Engine)?;
            }
        }
        Ok(())
    }

    /// Records an analysis that was made elsewhere.
    ///
    /// # Errors
    /// When the position is not in the graph.
    pub fn import(&mut self, node: NodeId, finding: &Finding<G::Move>) -> Result<(), AtlasError> {
        let position = self.position(node)?;
        let source = self.source(&finding.source)?;
        let line = codes(&position, &finding.line);
        let shown = line
            .first()
            .map(|&code| (code, finding.value.raw()))
            .into_iter()
            .collect();
        let found = Found {
            ticket: None,
            node,
            scope: Scope::Whole,
            value: finding.value.raw(),
            line,
            shown,
            depth: finding.depth,
            nodes: finding.nodes,
            source,
            millis: 0,
            at: (self.clock)(),
        };
        self.take(Fact::Found(found))
    }

    /// The number of a source, new ones at the end.
    pub(crate) fn source(&mut self, source: &Source) -> Result<u16, AtlasError> {
        if let Some(place) = self
            .graph
            .sources()
            .iter()
            .position(|known| known == source)
        {
            return Ok(place as u16);
        }
        let place = u16::try_from(self.graph.sources().len())
            .map_err(|_| Misfit::Range("a project has at most 65,536 sources"))?;
        self.take(Fact::Source {
            name: source.name.clone(),
            options: source.options.clone(),
        })?;
        Ok(place)
    }
}

/// A line as numbers, up to the first move that is not legal.
fn codes<G: Archived>(position: &G, line: &[G::Move]) -> Vec<Code> {
    let mut position = position.clone();
    let mut codes = Vec::with_capacity(line.len());
    for &m in line {
        if position.outcome().is_some() || !position.moves().any(|legal| legal == m) {
            break;
        }
        codes.push(position.encode(m));
        position.play(m);
        position.settle();
    }
    codes
}

pub(crate) fn settled<G: Archived>(mut position: G) -> G {
    position.settle();
    position
}

pub(crate) fn illegal<G: Archived>(position: &G, code: Code) -> AtlasError {
    AtlasError::Foreign(format!("move {code} is not legal in {}", position.write()))
}

/// What the rules say of a position.
pub(crate) fn about<G: Archived>(position: &G) -> About {
    let end = position.outcome().map(|outcome| {
        let value = match outcome {
            Outcome::Win(Player::FIRST) => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw | Outcome::Loop => Score::DRAW,
            Outcome::Points(points) => Score::points(points),
        };
        value.raw()
    });
    let legal = if end.is_some() {
        0
    } else {
        position.moves().count().min(usize::from(u16::MAX)) as u16
    };
    About {
        key: position.identity(),
        second: position.turn() != Player::FIRST,
        legal,
        end,
    }
}
