//! Facts become positions, moves and evaluations. Nothing derived is touched here but the list of
//! what must be looked at again.

use gametree::{Score, Source, Verdict};

use super::node::{Edge, NONE, Node, UNKNOWN, is};
use super::{GameRecord, Graph, InconsistentFact, Open, Root, hash};
use crate::fact::{About, Code, Fact, Found, NodeId, Order, Raw, Scope};

/// A move that was the best for some time, and then not any more, was searched this many times less
/// than what is reported.
const SHOWN_EARLIER: u64 = 4;

/// The longest line that is held in memory.
const LINE: usize = 10;

impl Graph {
    /// Takes a fact. Everything derived is out of date afterwards.
    pub(super) fn load(&mut self, fact: &Fact) -> Result<(), InconsistentFact> {
        match fact {
            Fact::Settings(settings) => {
                self.pricing = self.pricing.under(settings);
                self.settings = settings.clone();
            }
            Fact::Root { text, about } => self.add_root(text, about),
            Fact::Source { name, options } => {
                self.sources.push(Source {
                    name: name.clone(),
                    options: options.clone(),
                });
            }
            Fact::Move {
                from,
                code,
                to,
                traits,
                by,
            } => {
                self.known(*from)?;
                self.add_move(Edge::new(*from, *code, *traits, *by), to)?;
            }
            Fact::Asked {
                ticket,
                node,
                scope,
                nodes,
            } => {
                let turn = self.turn_of(*nodes);
                self.ask(Open {
                    ticket: *ticket,
                    node: *node,
                    scope: *scope,
                    nodes: *nodes,
                    turn,
                    moves: self.edges.len() as u32,
                })?;
            }
            Fact::Found(found) => self.record(found)?,
            Fact::Failed { ticket, what, .. } => self.park(*ticket, what)?,
            Fact::Steered { order, .. } => self.apply_edit(order)?,
        }
        Ok(())
    }

    fn known(&self, node: NodeId) -> Result<(), InconsistentFact> {
        if self.contains(node) {
            Ok(())
        } else {
            Err(InconsistentFact::NoNode(node))
        }
    }

    fn add_root(&mut self, text: &str, about: &About) {
        let node = self.find_or_add(about);
        self.node_mut(node).set(is::ROOT, true);
        if self.roots.iter().all(|root| root.node != node) {
            self.roots.push(Root {
                node,
                text: text.to_string(),
            });
        }
        self.touched.push(node);
    }

    fn find_or_add(&mut self, about: &About) -> NodeId {
        if let Some(id) = self.find(about.key) {
            // One that has left the graph comes back.
            self.left.positions -= usize::from(!self.contains(id));
            return id;
        }
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node::new(about, id));
        let nodes = &self.nodes;
        self.index
            .insert_unique(hash(about.key), id, |&id| hash(nodes[id as usize].key));
        id
    }

    fn add_move(&mut self, mut edge: Edge, to: &About) -> Result<(), InconsistentFact> {
        let from = edge.from;
        if let Some(there) = self.edge_of(from, edge.code) {
            return self.want_by_user(there, &edge);
        }
        let id = self.edges.len() as u32;
        edge.to = self.find_or_add(to);
        edge.next_out = self.node(from).first_out;
        edge.next_in = self.node(edge.to).first_in;
        let target = self.node_mut(edge.to);
        target.first_in = id;
        if target.born == NONE && !target.has(is::ROOT) {
            target.born = id;
        }
        let target = edge.to;
        let node = self.node_mut(from);
        node.first_out = id;
        node.moves = node.moves.saturating_add(1);
        node.added = node.added.saturating_add(u16::from(!edge.by_user));
        if node.rest_best == edge.code {
            node.set(is::STALE, true);
            edge.claim = node.rest_value;
            edge.claim_nodes = node.rest_nodes;
        }
        self.edges.push(edge);
        self.touched.extend([from, target]);
        Ok(())
    }

    /// A move that an engine has added, and the user wants too: from now on it is theirs.
    fn want_by_user(&mut self, there: u32, wanted: &Edge) -> Result<(), InconsistentFact> {
        let edge = &mut self.edges[there as usize];
        if edge.by_user || !wanted.by_user {
            return Err(InconsistentFact::Twice(wanted.from, wanted.code));
        }
        edge.by_user = true;
        let counted = !edge.excluded;
        let node = self.node_mut(wanted.from);
        node.added = node.added.saturating_sub(u16::from(counted));
        self.touched.push(wanted.from);
        Ok(())
    }

    fn ask(&mut self, question: Open) -> Result<(), InconsistentFact> {
        self.known(question.node)?;
        if question.ticket != self.tickets {
            return Err(InconsistentFact::OutOfOrder(question.ticket));
        }
        self.tickets += 1;
        self.open.push(question);
        self.node_mut(question.node)
            .set(asked(question.scope), true);
        self.touched.push(question.node);
        Ok(())
    }

    /// Takes an open task off the list.
    fn close(&mut self, ticket: u64) -> Result<Open, InconsistentFact> {
        let question = self
            .open
            .remove(ticket)
            .ok_or(InconsistentFact::NoQuestion(ticket))?;
        let node = self.node_mut(question.node);
        node.set(asked(question.scope), false);
        if question.scope == Scope::Whole {
            node.asked_nodes = node.asked_nodes.max(question.nodes);
        }
        self.touched.push(question.node);
        Ok(question)
    }

    fn record(&mut self, found: &Found) -> Result<(), InconsistentFact> {
        self.known(found.node)?;
        if usize::from(found.source) >= self.sources.len() {
            return Err(InconsistentFact::NoSource(found.source));
        }
        if let Some(ticket) = found.ticket {
            self.close(ticket)?;
            self.spent = self.spent.saturating_add(found.nodes);
        }
        self.evaluations += 1;
        self.touched.push(found.node);
        let doubted = self.node(found.node).has(is::DOUBTED);
        if found.scope == Scope::Whole {
            let several = !found.lines.is_empty();
            let node = self.node_mut(found.node);
            node.set(is::SEVERAL, several);
            node.whole_nodes = node.whole_nodes.saturating_add(found.nodes);
        }
        if found.scope == Scope::Whole && !self.supersedes(found) {
            self.compare(found, false);
            return Ok(());
        }
        let lines = self.reported(found);
        match found.scope {
            Scope::Whole => self.record_whole(found, &lines),
            Scope::Rest => self.record_rest(found, &lines),
        }
        self.claim(found, &lines, doubted);
        self.reported_buffer = lines;
        Ok(())
    }

    /// The lines of a result, the best first; none counts for more than the one before it.
    fn reported(&mut self, found: &Found) -> Vec<Reported> {
        let mut reported = std::mem::take(&mut self.reported_buffer);
        reported.clear();
        let node = self.node(found.node);
        let best = found.line.first().map(|&code| (code, found.value));
        let others = found.lines.iter();
        let others = others.filter_map(|other| Some((*other.line.first()?, other.value)));
        let mut last = found.value;
        let lines = best.into_iter().chain(others).map(|(code, value)| {
            last = node.worse(last, value);
            Reported { code, value: last }
        });
        reported.extend(lines);
        reported
    }

    /// The best of the reported lines whose move is not in the graph, as the best of the rest; with
    /// all of them in the graph nothing is known of the rest but that it is not better than the
    /// last of them.
    fn rest_of(&self, found: &Found, lines: &[Reported]) -> Reported {
        let new = |line: &&Reported| self.edge_of(found.node, line.code).is_none();
        let last = Reported {
            code: NONE,
            value: lines.last().map_or(found.value, |line| line.value),
        };
        lines.iter().find(new).copied().unwrap_or(last)
    }

    fn record_whole(&mut self, found: &Found, lines: &[Reported]) {
        self.compare(found, true);
        self.keep_line(found);
        let childless = self.node(found.node).first_out == NONE;
        let last_value = lines.last().map_or(found.value, |line| line.value);
        let rest = self.rest_of(found, lines);
        let shown = self.line_wins(found);
        let node = self.node_mut(found.node);
        node.set(is::EVALUATED, true);
        node.set(is::DOUBTED, false);
        node.set(is::SHOWN, shown);
        node.own_value = found.value;
        node.own_nodes = found.nodes;
        node.last_value = last_value;
        node.lines = lines.len().clamp(1, 255) as u8;
        node.source = found.source;
        node.depth = found.depth.min(255) as u8;
        node.wdl = found.wdl;
        // The first search of all moves bounds those that are not in the graph, also where the
        // user's moves came first.
        if childless || !node.has(is::RESTED) {
            node.set(is::RESTED, true);
            node.set(is::REST_SEARCHED, false);
            let nodes = node.nodes_per_line();
            node.take_rest(rest.code, rest.value, nodes);
        } else if node.nodes_per_line() >= node.rest_nodes {
            // A later, longer search saw all of the rest, and preferred every line it reported.
            node.rest_value = node.worse(node.rest_value, last_value);
        }
    }

    /// Whether the value is a win or a loss, and the line leads there in the graph.
    fn line_wins(&self, found: &Found) -> bool {
        let plies = match Score::from_raw(found.value).verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies as usize,
            Verdict::Points(_) => return false,
        };
        let mut codes = found.line.iter().take(plies);
        let end = codes.try_fold(found.node, |at, &code| {
            self.edge_of(at, code).map(|edge| self.edge(edge).to)
        });
        end.is_some_and(|end| {
            let end = self.node(end);
            let same_winner = (end.own_value > 0) == (found.value > 0);
            found.line.len() >= plies
                && end.has(is::ENDED)
                && same_winner
                && Score::from_raw(end.own_value).is_decided()
        })
    }

    /// Whether a result takes the place of the one before: not where the rules have spoken, and not
    /// when it was searched much less and the older one is still trusted.
    fn supersedes(&self, found: &Found) -> bool {
        let node = self.node(found.node);
        if node.has(is::ENDED) {
            return false;
        }
        let replaceable = !node.has(is::EVALUATED) || node.has(is::DOUBTED);
        replaceable || found.nodes >= node.own_nodes / 2
    }

    fn record_rest(&mut self, found: &Found, lines: &[Reported]) {
        let rest = self.rest_of(found, lines);
        let nodes = found.nodes / lines.len().max(1) as u64;
        let node = self.node_mut(found.node);
        node.set(is::RESTED, true);
        node.set(is::REST_SEARCHED, true);
        node.take_rest(rest.code, rest.value, nodes);
    }

    /// Every move of the graph that the search showed has its value from now on, unless a longer
    /// search has said what it is worth and is not doubted. What was the best for some time and
    /// then not any more is not better than the last line that is reported, and less was searched
    /// for it.
    fn claim(&mut self, found: &Found, lines: &[Reported], doubted: bool) {
        let whole = found.scope == Scope::Whole;
        if whole {
            self.forget_reports(found.node, doubted);
        }
        let last = lines.last().map_or(found.value, |line| line.value);
        let per_line = found.nodes / lines.len().max(1) as u64;
        for &(code, value) in &found.shown {
            let value = self.node(found.node).worse(value, last);
            self.set_claim(
                found.node,
                Reported { code, value },
                per_line / SHOWN_EARLIER,
            );
        }
        for &line in lines {
            if let Some(edge) = self.set_claim(found.node, line, per_line) {
                edge.reported = whole;
            }
        }
    }

    fn set_claim(&mut self, node: NodeId, line: Reported, nodes: u64) -> Option<&mut Edge> {
        let edge = self.edge_of(node, line.code)?;
        let edge = &mut self.edges[edge as usize];
        if edge.claim == UNKNOWN || nodes >= edge.claim_nodes {
            edge.claim = line.value;
            edge.claim_nodes = nodes;
        }
        Some(edge)
    }

    /// A new search of the whole position reports its own lines; where the last one is doubted, its
    /// claims give way.
    fn forget_reports(&mut self, node: NodeId, doubted: bool) {
        let mut at = self.node(node).first_out;
        while let Some(edge) = self.edges.get_mut(at as usize) {
            edge.reported = false;
            if doubted {
                edge.claim_nodes = 0;
            }
            at = edge.next_out;
        }
    }

    fn keep_line(&mut self, found: &Found) {
        let kept = &found.line[..found.line.len().min(LINE)];
        let old = self.node(found.node);
        let (start, room) = (old.line as usize, usize::from(old.line_len));
        let start = if kept.len() <= room {
            self.lines[start..start + kept.len()].copy_from_slice(kept);
            start
        } else {
            self.lines.extend_from_slice(kept);
            self.lines.len() - kept.len()
        };
        let node = self.node_mut(found.node);
        node.line = start as u32;
        node.line_len = kept.len() as u8;
    }

    fn park(&mut self, ticket: u64, what: &str) -> Result<(), InconsistentFact> {
        let question = self.close(ticket)?;
        self.node_mut(question.node).set(is::PARKED, true);
        self.marks.entry(question.node).or_default().parked = what.to_string();
        Ok(())
    }

    fn apply_edit(&mut self, order: &Order) -> Result<(), InconsistentFact> {
        match order {
            Order::Exclude { node, code, on } => self.exclude(*node, *code, *on),
            Order::Boost { node, percent } => self.boost(*node, *percent),
            Order::Damp { node, milli } => self.damp(*node, *milli),
            Order::Note { node, text } => {
                self.known(*node)?;
                self.marks.entry(*node).or_default().note = text.clone();
                Ok(())
            }
            Order::Watch { node, rule } => {
                self.known(*node)?;
                let watches = &mut self.marks.entry(*node).or_default().watches;
                match rule {
                    Some(rule) => watches.push(*rule),
                    None => watches.clear(),
                }
                Ok(())
            }
            Order::Distrust { source } => {
                if usize::from(*source) >= self.sources.len() {
                    return Err(InconsistentFact::NoSource(*source));
                }
                self.distrusted.insert(*source);
                self.doubt_source(*source, true);
                Ok(())
            }
            Order::Trust { source } => {
                if usize::from(*source) >= self.sources.len() {
                    return Err(InconsistentFact::NoSource(*source));
                }
                self.distrusted.remove(source);
                self.doubt_source(*source, false);
                Ok(())
            }
            Order::Unpark { node } => {
                self.known(*node)?;
                self.node_mut(*node).set(is::PARKED, false);
                self.touched.push(*node);
                Ok(())
            }
            Order::Game { number, node, text } => self.record_game(*number, *node, text),
            Order::Remove { node, code } => {
                self.known(*node)?;
                self.remove(*node, *code)
            }
        }
    }

    fn record_game(
        &mut self,
        number: u32,
        node: NodeId,
        text: &str,
    ) -> Result<(), InconsistentFact> {
        self.known(node)?;
        let record = GameRecord {
            node,
            text: text.to_string(),
        };
        let place = number as usize;
        if place > self.games.len() {
            return Err(InconsistentFact::Range("a record's number leaves a gap"));
        }
        match self.games.get_mut(place) {
            Some(old) => *old = record,
            None => self.games.push(record),
        }
        Ok(())
    }

    /// All that a source has said last of a position is doubted, or not any more.
    fn doubt_source(&mut self, source: u16, on: bool) {
        for (id, node) in self.nodes.iter_mut().enumerate() {
            if node.source == source && node.has(is::DOUBTED) != on {
                node.set(is::DOUBTED, on);
                self.touched.push(id as NodeId);
            }
        }
    }

    fn exclude(&mut self, node: NodeId, code: Code, on: bool) -> Result<(), InconsistentFact> {
        self.known(node)?;
        let edge = self
            .edge_of(node, code)
            .ok_or(InconsistentFact::NoMove(node, code))?;
        let edge = &mut self.edges[edge as usize];
        if edge.excluded != on && !edge.by_user {
            let added = &mut self.nodes[node as usize].added;
            *added = if on {
                added.saturating_sub(1)
            } else {
                added.saturating_add(1)
            };
        }
        edge.excluded = on;
        self.touched.push(node);
        Ok(())
    }

    fn boost(&mut self, node: NodeId, percent: u8) -> Result<(), InconsistentFact> {
        self.known(node)?;
        let others: u32 = self
            .boosts
            .iter()
            .filter(|boost| boost.0 != node)
            .map(|boost| u32::from(boost.1))
            .sum();
        if others + u32::from(percent) > 100 {
            return Err(InconsistentFact::Range(
                "all shares of questions together exceed 100 %",
            ));
        }
        self.boosts.retain(|boost| boost.0 != node);
        if percent > 0 {
            self.boosts.push((node, percent));
        }
        Ok(())
    }

    fn damp(&mut self, node: NodeId, milli: u32) -> Result<(), InconsistentFact> {
        self.known(node)?;
        self.marks.entry(node).or_default().damp = milli;
        self.node_mut(node).set(is::DAMPED, milli > 0);
        let parents: Vec<NodeId> = self.entering(node).map(|(_, edge)| edge.from).collect();
        self.touched.extend(parents);
        Ok(())
    }

    /// How many moves engines have added.
    pub(crate) fn alternatives(&self, node: NodeId) -> usize {
        usize::from(self.node(node).added)
    }

    /// Whether every legal move is in the graph.
    pub(crate) fn is_complete(&self, node: NodeId) -> bool {
        self.node(node).moves >= self.node(node).legal
    }
}

/// A move that a search reports at its end, with its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported {
    code: Code,
    value: Raw,
}

/// Which flag says that a task of this scope is open.
fn asked(scope: Scope) -> u16 {
    match scope {
        Scope::Whole => is::WHOLE_ASKED,
        Scope::Rest => is::REST_ASKED,
    }
}
