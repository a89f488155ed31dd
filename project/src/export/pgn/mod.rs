//! Games with variations: every game of the project as it was played, then one for every root
//! without a game. What the engines found comes in as variations, values and glyphs.

mod references;
mod tree;

use std::collections::{HashMap, HashSet};

use gametree::Verdict;
use gametree_atlas::fact::NodeId;
use gametree_atlas::query::Query;
use gametree_atlas::walk::Cut;
use gametree_chess::openings;
use gametree_chess::pgn::{PgnEval, PgnGame, PgnScore};

use super::subject::Subject;
use crate::error::Result;
use crate::judgement::{Mark, chances};
use crate::moment;
use crate::paths::spoken;
use crate::recorded::RecordedGame;
use crate::remarks;
pub use tree::Extent;
use tree::MoveTree;

/// Glyphs up to this one judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const LAST_JUDGEMENT: u8 = 6;

/// The longest line that is named where the main line ends.
const LINE: usize = 12;

/// What is shown at each move of a game beside what was played: the greatest alternatives.
const BESIDE: Cut = Cut {
    share: 0.1,
    depth: 8,
    rows: 16,
    excluded: false,
};

/// The games.
pub fn games(subject: &Subject<'_>, extent: Extent) -> Result<Vec<PgnGame>> {
    let query = subject.project.query();
    let mut games = Vec::new();
    let mut begun = HashSet::new();
    for record in &subject.records {
        let mut scribe = Scribe::of_record(subject, &query, record);
        // Of several games from one position the first has the analysis.
        if let Some(start) = record.nodes[PgnGame::START]
            && begun.insert(start)
        {
            scribe.grow_record(record, extent)?;
        }
        games.push(scribe.finish());
    }
    for (number, &start) in subject.starts.iter().enumerate() {
        if begun.insert(start) {
            let mut scribe = Scribe::of_root(subject, &query, start)?;
            scribe.headers(number + 1);
            scribe.tree.graft(subject.project, start, extent)?;
            scribe.opening();
            games.push(scribe.finish());
        }
    }
    Ok(games)
}

/// A game as it is written.
struct Scribe<'a> {
    subject: &'a Subject<'a>,
    query: &'a Query<'a>,
    tree: MoveTree,
}

impl<'a> Scribe<'a> {
    fn of_record(subject: &'a Subject<'a>, query: &'a Query<'a>, record: &RecordedGame) -> Self {
        Scribe {
            subject,
            query,
            tree: MoveTree::of_record(record),
        }
    }

    fn of_root(subject: &'a Subject<'a>, query: &'a Query<'a>, node: NodeId) -> Result<Self> {
        let mut game = PgnGame::new(subject.chess(node)?);
        let (root, codes) = query.path(node);
        let words = spoken(&subject.project.position(root)?, &codes);
        if !words.is_empty() {
            game.comment(PgnGame::START, &format!("{}{words}", remarks::AFTER));
        }
        Ok(Scribe {
            subject,
            query,
            tree: MoveTree::new(game, node),
        })
    }

    /// What lies below the positions that the user gave tasks to, below the start, and beside each
    /// move of the game.
    fn grow_record(&mut self, record: &RecordedGame, extent: Extent) -> Result<()> {
        let project = self.subject.project;
        let boosted = project.graph().boosts().iter().map(|&(node, _)| node);
        let starts = boosted.chain(record.nodes[PgnGame::START]);
        for start in starts.collect::<Vec<_>>() {
            self.tree.graft(project, start, extent)?;
        }
        let beside = Extent {
            cut: BESIDE,
            ..extent
        };
        for (_, node) in record.main_line() {
            self.tree.graft(project, node, beside)?;
        }
        Ok(())
    }

    fn finish(mut self) -> PgnGame {
        self.annotate();
        self.expectation();
        references::add(&mut self.tree);
        self.tree.game
    }

    fn headers(&mut self, number: usize) {
        let (year, month, day) = moment::date(moment::now());
        let headers = [
            ("Event", format!("gametree atlas {}", self.subject.name)),
            ("Site", "?".into()),
            ("Date", format!("{year:04}.{month:02}.{day:02}")),
            ("Round", number.to_string()),
            ("Annotator", self.engines()),
        ];
        for (name, text) in headers.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.tree.game.set_header(name, &text);
        }
    }

    fn engines(&self) -> String {
        let sources = self.subject.project.graph().sources().iter();
        let names: Vec<&str> = sources.map(|source| source.name.as_str()).collect();
        names.join(", ")
    }

    /// The name of the main line.
    fn opening(&mut self) {
        let game = &mut self.tree.game;
        let last = game.main_line().last().unwrap_or(PgnGame::START);
        if let Some((opening, _)) = openings::of_line(&game.start, &game.line(last)) {
            game.set_header("ECO", opening.eco);
            game.set_header("Opening", opening.name);
        }
    }

    /// Values, glyphs and notes. A record keeps its own where no engine has searched.
    fn annotate(&mut self) {
        let comments = comments(&self.subject.records);
        let mut noted = HashSet::new();
        for id in 0..self.tree.game.len() {
            let Some(node) = self.tree.nodes[id] else {
                continue;
            };
            if self.is_ours(id)
                && let Some(eval) = self.eval(node)
            {
                self.tree.game.set_eval(id, Some(eval));
            }
            if let Some(glyph) = self.glyph(id) {
                self.tree.game.nag(id, glyph);
            }
            self.note(id, node, &comments, &mut noted);
        }
    }

    /// Whether what is said at a node of the game is the graph's, not the record's: an engine has
    /// searched the position itself. What only follows from the moves that were played says nothing
    /// of others.
    fn is_ours(&self, id: usize) -> bool {
        let searched = |node: NodeId| self.query.position(node).nodes > 0;
        id >= self.tree.recorded || self.tree.nodes[id].is_some_and(searched)
    }

    /// The value; with a depth when it is an engine's own search. A mate on the board needs none.
    fn eval(&self, node: NodeId) -> Option<PgnEval> {
        let known = self.query.position(node);
        let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).ok();
        let score = match known.value?.verdict() {
            Verdict::Points(points) => PgnScore::Centipawns(points),
            Verdict::Win(0) | Verdict::Loss(0) => return None,
            Verdict::Win(plies) => PgnScore::Mate(moves(plies)?),
            Verdict::Loss(plies) => PgnScore::Mate(-moves(plies)?),
        };
        let own = !known.open && known.source.is_some();
        Some(PgnEval {
            score,
            depth: Some(known.depth).filter(|&depth| own && depth > 0),
        })
    }

    /// The glyph of a move that loses winning chances against the value of the position before it;
    /// none where the record judges the move.
    fn glyph(&self, id: usize) -> Option<u8> {
        let node = self.tree.game.node(id);
        let judged = node
            .nags()
            .iter()
            .any(|nag| (1..=LAST_JUDGEMENT).contains(nag));
        if judged || id == PgnGame::START || !self.is_ours(id) || !self.is_ours(node.parent()) {
            return None;
        }
        let before = self.query.position(self.tree.nodes[node.parent()]?);
        let game = self.subject.project.game.facts;
        let value = self.query.value(self.tree.nodes[id]?)?;
        let best = chances(game, before.value?, before.turn);
        let lost = best - chances(game, value, before.turn);
        Mark::of(lost).map(Mark::glyph)
    }

    /// The note of a position. A record's comments stay as they are, unless the note that was made
    /// of them has been changed: then it stands where the first of them stood.
    fn note(
        &mut self,
        id: usize,
        node: NodeId,
        comments: &HashMap<NodeId, Vec<String>>,
        noted: &mut HashSet<NodeId>,
    ) {
        let note = self.query.note(node);
        let known = comments
            .get(&node)
            .is_some_and(|texts| texts.contains(&note));
        let game = &mut self.tree.game;
        if id >= self.tree.recorded {
            let twin = self.tree.twin == Some(id);
            if !note.is_empty() && !twin && !comments.contains_key(&node) {
                game.comment(id, &note);
            }
        } else if !note.is_empty() && !known && noted.insert(node) {
            game.clear_comments(id);
            game.comment(id, &note);
        }
    }

    /// What the engine expects where the main line ends.
    fn expectation(&mut self) {
        let game = &mut self.tree.game;
        let last = game.main_line().last().unwrap_or(PgnGame::START);
        let Some(node) = self.tree.nodes[last] else {
            return;
        };
        let Some(position) = game.position(last) else {
            return;
        };
        let words = spoken(&position, &self.query.line(node, LINE).codes);
        if words.is_empty() || self.query.position(node).nodes == 0 {
            return;
        }
        let kept: Vec<String> = game.node(last).comments().to_vec();
        game.clear_comments(last);
        let kept = kept.iter().filter(|text| !remarks::is_expectation(text));
        kept.for_each(|text| game.comment(last, text));
        game.comment(last, &format!("{}{words}", remarks::EXPECTED));
    }
}

/// What the records say of each position, as it is read for a note.
fn comments(records: &[RecordedGame]) -> HashMap<NodeId, Vec<String>> {
    let mut comments: HashMap<NodeId, Vec<String>> = HashMap::new();
    for record in records {
        for (id, place) in record.nodes.iter().enumerate() {
            let node = record.game.node(id);
            let text = remarks::readable(node.before().iter().chain(node.comments()));
            if let Some(place) = place.filter(|_| !text.is_empty()) {
                comments.entry(place).or_default().push(text);
            }
        }
    }
    comments
}
