//! Results of engines become facts.

use gametree::{Answer, Finding, Outcome, Persistent, Score, Source, Verdict};

use super::Atlas;
use crate::error::AtlasError;
use crate::fact::{Code, Fact, Found, FoundLine, NodeId, Origin, Raw, Scope};
use crate::graph::{InconsistentFact, Open};
use crate::rules::settled;
use crate::store::Store;

/// Why a task that the user cancelled has no result.
const CANCELLED: &str = "cancelled";

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Applies the result of the task whose turn it is. The others wait, so that the graph does not
    /// depend on which engine was faster.
    ///
    /// # Errors
    /// When it is not that task's result.
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

    /// Drops an open task at the user's wish, in turn or not; it counts as failed until it is tried
    /// again.
    ///
    /// # Errors
    /// When there is no such task.
    pub fn cancel(&mut self, ticket: u64) -> Result<(), AtlasError> {
        let at = (self.clock)();
        self.take(Fact::Failed {
            ticket,
            what: CANCELLED.into(),
            at,
        })
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
        let lines = other_lines(&position, finding);
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
            lines,
            wdl: finding.wdl,
        };
        if again || !found.lines.is_empty() {
            self.add_shown(open.node, &position, &found)?;
        }
        if open.scope == Scope::Whole {
            self.add_win(open.node, &position, &found)?;
        }
        self.take(Fact::Found(found))
    }

    /// The first move of every line that a search reports becomes a move of the graph, and so does
    /// every best move that an iteration of a longer search showed: the best one always, the others
    /// as far as alternatives are allowed.
    fn add_shown(&mut self, node: NodeId, position: &G, found: &Found) -> Result<(), AtlasError> {
        let most = self
            .graph
            .settings()
            .alternatives
            .map_or(usize::MAX, usize::from);
        let others = found.lines.iter().filter_map(|line| line.line.first());
        let shown = found.shown.iter().rev().map(|(code, _)| code);
        let codes = found.line.first().into_iter().chain(others).chain(shown);
        for (place, &code) in codes.enumerate() {
            if self.is_full() || (place > 0 && self.graph.alternatives(node) >= most) {
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
            lines: other_lines(&position, finding),
            wdl: finding.wdl,
        };
        self.add_win(node, &position, &found)?;
        self.take(Fact::Found(found))
    }

    /// A line that wins, or loses, to its very end becomes part of the graph: it shows what is
    /// otherwise only a claim.
    fn add_win(&mut self, node: NodeId, position: &G, found: &Found) -> Result<(), AtlasError> {
        let plies = match Score::from_raw(found.value).verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies as usize,
            Verdict::Points(_) => return Ok(()),
        };
        let Some(moves) = found.line.get(..plies).filter(|_| !self.is_full()) else {
            return Ok(());
        };
        let mut line = Vec::with_capacity(plies);
        let mut end = position.clone();
        for &code in moves {
            let Some(m) = end.decode(code) else {
                return Ok(());
            };
            line.push((end.clone(), m));
            end = settled(end.after(m));
        }
        if !matches!(end.outcome(), Some(Outcome::Win(_))) {
            return Ok(());
        }
        let mut at = node;
        for (position, m) in line {
            at = self.add_move_at(at, &position, m, Origin::Engine)?;
        }
        Ok(())
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
            .map_err(|_| InconsistentFact::Range("a project has at most 65,536 sources"))?;
        self.take(Fact::Source {
            name: source.name.clone(),
            options: source.options.clone(),
        })?;
        Ok(place)
    }
}

/// The lines after the best one, as numbers; those without a legal move are left out.
fn other_lines<G: Persistent>(position: &G, finding: &Finding<G::Move>) -> Vec<FoundLine> {
    let lines = finding.lines.iter().map(|other| FoundLine {
        value: other.value.raw(),
        depth: other.depth,
        line: codes(position, &other.moves),
    });
    lines.filter(|other| !other.line.is_empty()).collect()
}

/// A line as numbers, up to the first move that is not legal.
fn codes<G: Persistent>(position: &G, line: &[G::Move]) -> Vec<Code> {
    let mut position = position.clone();
    let mut codes = Vec::with_capacity(line.len());
    for &m in line {
        if position.outcome().is_some() || !position.moves().any(|legal| legal == m) {
            break;
        }
        codes.push(position.encode(m));
        position.play(m);
        position.normalize();
    }
    codes
}
