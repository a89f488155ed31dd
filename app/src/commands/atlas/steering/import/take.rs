//! The second reading of a file: its moves and values come into the project.

use std::collections::HashMap;
use std::sync::Arc;

use gametree::{Archived, Finding, Source};
use gametree_atlas::AtlasError;
use gametree_atlas::fact::{Code as MoveCode, NodeId, Order, Origin};

use super::lines::{Lines, Place, Said};
use super::{Bad, ImportArgs};
use crate::error::{Code, Problem};
use crate::interrupt;
use crate::project::{self, Project};

/// So many facts go to the disk at once.
const BATCH: usize = 20_000;

/// What came into the project.
#[derive(Default)]
pub struct Taken {
    /// Games or records.
    pub items: usize,
    /// New positions.
    pub positions: usize,
    /// New moves.
    pub moves: usize,
    /// New roots.
    pub roots: usize,
    /// Evaluations.
    pub evaluations: usize,
    /// Evaluations that the project does not need.
    pub kept: usize,
    /// Notes.
    pub notes: usize,
    /// Comments on positions that have a note.
    pub kept_notes: usize,
    /// Moves after a game's end.
    pub beyond: usize,
    /// Facts in all; none when everything was there.
    pub facts: usize,
}

impl Taken {
    /// For scripts.
    pub fn figures(&self) -> [(&'static str, usize); 9] {
        [
            ("items", self.items),
            ("new_positions", self.positions),
            ("new_moves", self.moves),
            ("new_roots", self.roots),
            ("evaluations", self.evaluations),
            ("evaluations_not_taken", self.kept),
            ("notes", self.notes),
            ("comments_not_taken", self.kept_notes),
            ("moves_after_the_end", self.beyond),
        ]
    }
}

/// On the way from a file into a project.
struct Taking<'a> {
    project: &'a mut Project,
    notes: bool,
    /// Moves that are the user's already: finding them again costs nothing.
    known: HashMap<(NodeId, MoveCode), NodeId>,
    taken: Taken,
}

/// Reads the file, which has been checked, into the project.
pub fn take(project: &mut Project, args: &ImportArgs) -> Result<Taken, Problem> {
    let before = (
        project.graph().len(),
        project.graph().moves(),
        project.graph().roots().len(),
    );
    let mut taking = Taking {
        project,
        notes: args.notes,
        known: HashMap::new(),
        taken: Taken::default(),
    };
    for item in args.items()? {
        match item {
            Ok(lines) => taking
                .take(&lines)
                .map_err(|error| project::problem(&error))?,
            Err(Bad::Item(_)) if args.skip_bad => {}
            Err(Bad::Item(why) | Bad::File(why)) => {
                let what = format!("{} changed while it was read: {why}", args.file.display());
                return Err(
                    Problem::failed(what).mend("what came before is imported; run it again")
                );
            }
        }
        if interrupt::raised() {
            taking.flush().map_err(|error| project::problem(&error))?;
            let what = format!(
                "stopped after {} games or records, which are imported",
                taking.taken.items
            );
            let mend = Some("run the same command again: it goes on where it stopped".into());
            return Err(Problem {
                code: Code::Interrupted,
                what,
                mend,
            });
        }
    }
    taking.flush().map_err(|error| project::problem(&error))?;
    let mut taken = taking.taken;
    taken.positions = project.graph().len() - before.0;
    taken.moves = project.graph().moves() - before.1;
    taken.roots = project.graph().roots().len() - before.2;
    Ok(taken)
}

impl Taking<'_> {
    fn flush(&mut self) -> Result<(), AtlasError> {
        self.taken.facts += self.project.uncommitted();
        self.project.commit()
    }

    /// One game or record.
    fn take(&mut self, lines: &Lines) -> Result<(), AtlasError> {
        self.taken.items += 1;
        self.taken.beyond += lines.beyond;
        let source = Arc::new(Source {
            name: lines.source.clone(),
            options: String::new(),
        });
        let mut nodes: Vec<NodeId> = Vec::with_capacity(lines.places.len());
        for place in &lines.places {
            let node = match place.by {
                Some((from, m)) => {
                    let code = lines.places[from].position.encode(m);
                    self.step(nodes[from], code, m)?
                }
                None => self.start(place)?,
            };
            nodes.push(node);
            if let Some(said) = &place.said {
                self.evaluate(node, said, &source)?;
            }
            if self.notes && !place.note.is_empty() {
                self.note(node, &place.note)?;
            }
        }
        if self.project.uncommitted() >= BATCH {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// A start that is in the graph is not another root.
    fn start(&mut self, place: &Place) -> Result<NodeId, AtlasError> {
        match self.project.graph().find(place.position.identity()) {
            Some(node) => Ok(node),
            None => self.project.add_root(&place.position),
        }
    }

    fn step(
        &mut self,
        from: NodeId,
        code: MoveCode,
        m: super::super::places::Move,
    ) -> Result<NodeId, AtlasError> {
        if let Some(&to) = self.known.get(&(from, code)) {
            return Ok(to);
        }
        let to = self.project.add_move(from, m, Origin::User)?;
        self.known.insert((from, code), to);
        Ok(to)
    }

    /// A search of the project that looked at as much is worth more than a number from elsewhere.
    fn evaluate(
        &mut self,
        node: NodeId,
        said: &Said,
        source: &Arc<Source>,
    ) -> Result<(), AtlasError> {
        let known = self.project.query().position(node);
        if known.ended || (known.source.is_some() && known.nodes >= said.nodes) {
            self.taken.kept += 1;
            return Ok(());
        }
        let finding = Finding {
            value: said.value,
            line: said.line.clone(),
            shown: Vec::new(),
            depth: said.depth,
            nodes: said.nodes,
            source: source.clone(),
        };
        self.taken.evaluations += 1;
        self.project.import(node, &finding)
    }

    fn note(&mut self, node: NodeId, text: &str) -> Result<(), AtlasError> {
        let old = self.project.query().note(node);
        if old == text {
            return Ok(());
        }
        if !old.is_empty() {
            self.taken.kept_notes += 1;
            return Ok(());
        }
        self.taken.notes += 1;
        self.project.steer(Order::Note {
            node,
            text: text.to_string(),
        })
    }
}
