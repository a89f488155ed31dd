//! The second reading of a file: its moves and values come into the project.

use std::collections::HashMap;
use std::sync::Arc;

use gametree::erased::ErasedMove;
use gametree::{Finding, Persistent, Source};
use gametree_atlas::AtlasError;
use gametree_atlas::fact::{Code as MoveCode, NodeId, Order, Origin};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use serde::Serialize;

use super::connect;
use super::lines::{Lines, Place, Played, Said};
use super::{Bad, ImportAsk, stopped};
use crate::error::{ProjectError, Result};
use crate::paths::File;

/// What is said where a position of chess comes into a project of another game.
const OTHER_GAME: &str = "this project is not of chess";

/// A project saves the records of this many games; of others it takes the moves, the values and,
/// where wanted, the comments.
const MOST_RECORDS: usize = 64;

/// An import of fewer facts (a move is one, and so is a value) is written in one piece: killed, it
/// has left nothing. A larger one is written in pieces of whole games; done again, it takes what is
/// missing.
const PIECE: usize = 250_000;

/// What came into the project.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Imported {
    /// Games or records.
    pub items: usize,
    /// New positions.
    pub new_positions: usize,
    /// New moves.
    pub new_moves: usize,
    /// New roots.
    pub new_roots: usize,
    /// Evaluations.
    pub evaluations: usize,
    /// Evaluations that the project does not need.
    pub evaluations_not_taken: usize,
    /// Notes.
    pub notes: usize,
    /// Records of games that the project did not have.
    pub records: usize,
    /// Comments on positions that have a note.
    pub comments_not_taken: usize,
    /// Moves after a game's end.
    pub moves_after_the_end: usize,
    /// Facts in all; none when everything was there.
    #[serde(skip)]
    pub facts: usize,
    /// The last position of the first game that is not over.
    #[serde(skip)]
    pub selected: Option<NodeId>,
}

/// On the way from a file into a project.
struct Taking<'a> {
    project: &'a mut File,
    notes: bool,
    /// Moves that are the user's already: finding them again costs nothing.
    known: HashMap<(NodeId, MoveCode), NodeId>,
    taken: Imported,
}

/// Reads the file, which has been checked, into the project.
pub fn take(project: &mut File, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Imported> {
    let positions = project.graph().positions();
    let moves = project.graph().moves();
    let roots = project.graph().roots().len();
    let mut taking = Taking {
        project,
        notes: ask.notes,
        known: HashMap::new(),
        taken: Imported::default(),
    };
    let mut records = Vec::new();
    for item in ask.items()? {
        match item {
            // Records wait for each other: moves may connect them.
            Ok(lines) if lines.played.is_none() && ask.unit() == "record" => records.push(lines),
            Ok(lines) => taking.take(&lines)?,
            Err(Bad::Item(_)) if ask.skip_bad => {}
            Err(Bad::Item(why) | Bad::File(why)) => {
                taking.flush()?;
                let what = format!("{} changed while it was read: {why}", ask.shown());
                return Err(
                    ProjectError::failed(what).hint("what came before is imported; run it again")
                );
            }
        }
        if stop() {
            taking.flush()?;
            let items = taking.taken.items;
            return Err(stopped(format!(
                "stopped after {items} games or records, which are imported"
            ))
            .hint("run the same command again: it goes on where it stopped"));
        }
    }
    if let Some(lines) = connect::connected(records) {
        taking.take(&lines)?;
    }
    taking.flush()?;
    let taken = taking.taken;
    Ok(Imported {
        new_positions: project.graph().positions() - positions,
        new_moves: project.graph().moves() - moves,
        new_roots: project.graph().roots().len() - roots,
        ..taken
    })
}

impl Taking<'_> {
    fn flush(&mut self) -> std::result::Result<(), AtlasError> {
        self.taken.facts += self.project.uncommitted();
        self.project.commit()
    }

    /// One game or record.
    fn take(&mut self, lines: &Lines) -> std::result::Result<(), AtlasError> {
        self.taken.items += lines.items;
        self.taken.moves_after_the_end += lines.beyond;
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
        for &(from, m) in &lines.more {
            let code = lines.places[from].position.encode(m);
            self.step(nodes[from], code, m)?;
        }
        if let Some(played) = &lines.played {
            self.select(played, &nodes);
            self.record(played, nodes[0])?;
        }
        if self.project.uncommitted() >= PIECE {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// The first game's last position that is not over is selected.
    fn select(&mut self, played: &Played, nodes: &[NodeId]) {
        if self.taken.selected.is_none() {
            let query = self.project.query();
            let main_line = played.main_line.iter().rev().map(|&place| nodes[place]);
            let mut open = main_line.filter(|&node| !query.position(node).ended);
            self.taken.selected = open.next();
        }
    }

    /// Saves the record of a game, once.
    fn record(&mut self, played: &Played, start: NodeId) -> std::result::Result<(), AtlasError> {
        let games = self.project.graph().games();
        let number = games.len();
        let known = games.iter().any(|game| game.text == played.text);
        if known || number >= MOST_RECORDS {
            return Ok(());
        }
        self.taken.records += 1;
        self.project.steer(Order::Game {
            number: number as u32,
            node: start,
            text: played.text.clone(),
        })
    }

    /// A start that is in the graph is not another root.
    fn start(&mut self, place: &Place) -> std::result::Result<NodeId, AtlasError> {
        match self.project.graph().find(place.position.identity()) {
            Some(node) => Ok(node),
            None => {
                let position = self.project.game.position(place.position.clone());
                let position = position.ok_or_else(|| AtlasError::Foreign(OTHER_GAME.into()))?;
                self.project.add_root(&position)
            }
        }
    }

    fn step(
        &mut self,
        from: NodeId,
        code: MoveCode,
        m: Move,
    ) -> std::result::Result<NodeId, AtlasError> {
        if let Some(&to) = self.known.get(&(from, code)) {
            return Ok(to);
        }
        let to = self
            .project
            .add_move(from, ErasedMove::of::<Chess>(m), Origin::User)?;
        self.known.insert((from, code), to);
        Ok(to)
    }

    /// A search of the project that searched as much is worth more than a number from elsewhere.
    fn evaluate(
        &mut self,
        node: NodeId,
        said: &Said,
        source: &Arc<Source>,
    ) -> std::result::Result<(), AtlasError> {
        let known = self.project.query().position(node);
        if known.ended || (known.source.is_some() && known.nodes >= said.nodes) {
            self.taken.evaluations_not_taken += 1;
            return Ok(());
        }
        let finding = Finding {
            value: said.value,
            line: said
                .line
                .iter()
                .map(|&m| ErasedMove::of::<Chess>(m))
                .collect(),
            shown: Vec::new(),
            lines: Vec::new(),
            depth: said.depth,
            nodes: said.nodes,
            wdl: None,
            source: source.clone(),
        };
        self.taken.evaluations += 1;
        self.project.import(node, &finding)
    }

    fn note(&mut self, node: NodeId, text: &str) -> std::result::Result<(), AtlasError> {
        let old = self.project.query().note(node);
        if old == text {
            return Ok(());
        }
        if !old.is_empty() {
            self.taken.comments_not_taken += 1;
            return Ok(());
        }
        self.taken.notes += 1;
        self.project.steer(Order::Note {
            node,
            text: text.to_string(),
        })
    }
}
