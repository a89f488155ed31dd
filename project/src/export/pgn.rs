//! A game with variations for every root: each position stands once, later it is named.

use gametree::{Persistent, Player, Score, Verdict};
use gametree_atlas::AtlasError;
use gametree_atlas::fact::NodeId;
use gametree_atlas::query::Query;
use gametree_atlas::walk::{Cut, Place, Row, Walk};
use gametree_catalog::StoredGame;
use gametree_chess::Chess;
use gametree_chess::openings;
use gametree_chess::pgn::{PgnEval, PgnGame, PgnScore};

use super::subject::Subject;
use crate::error::Result;
use crate::moment;
use crate::paths::spoken;

/// The glyphs of moves that lose: `?!`, `?`, `??`, and how much of a hundred in winning chances
/// they lose.
const GLYPHS: [(u8, f64); 3] = [(4, 15.0), (2, 10.0), (6, 5.0)];

/// The longest line that is named where the main line ends.
const LINE: usize = 12;

/// The games, one a start.
pub fn games(subject: &Subject<'_>, cut: Cut) -> Result<Vec<PgnGame>> {
    let query = subject.project.query();
    let starts = subject.starts.iter().enumerate();
    starts
        .map(|(number, &start)| Scribe::new(subject, &query, start, cut)?.game(number + 1))
        .collect()
}

/// A game as it is written.
struct Scribe<'a> {
    subject: &'a Subject<'a>,
    query: &'a Query<'a>,
    start: Chess,
    node: NodeId,
    walk: Walk,
    game: PgnGame,
    /// The game's node of every row.
    nodes: Vec<usize>,
}

impl<'a> Scribe<'a> {
    fn new(
        subject: &'a Subject<'a>,
        query: &'a Query<'a>,
        node: NodeId,
        cut: Cut,
    ) -> Result<Scribe<'a>> {
        let start = subject.chess(node)?;
        let walk = best_first(&query.walk(node, cut));
        let game = PgnGame::new(start.clone());
        Ok(Scribe {
            subject,
            query,
            start,
            node,
            walk,
            game,
            nodes: Vec::new(),
        })
    }

    fn game(mut self, number: usize) -> Result<PgnGame> {
        self.headers(number);
        self.opening_comment();
        let walk = std::mem::take(&mut self.walk);
        let subject = self.subject;
        subject.project.play::<AtlasError>(&walk, |played| {
            let parent = played
                .row
                .parent
                .map_or(PgnGame::START, |parent| self.nodes[parent]);
            let id = played.by.map_or(PgnGame::START, |(_, m)| {
                self.game.add(parent, m.typed::<Chess>())
            });
            self.nodes.push(id);
            self.annotate(&walk, played.number, id);
            Ok(())
        })?;
        self.expectation();
        self.opening();
        Ok(self.game)
    }

    fn headers(&mut self, number: usize) {
        let (year, month, day) = moment::date(moment::now());
        let engines: Vec<String> = self
            .subject
            .project
            .graph()
            .sources()
            .iter()
            .map(|source| source.name.clone())
            .collect();
        let headers = [
            ("Event", format!("gametree atlas {}", self.subject.name)),
            ("Site", "?".into()),
            ("Date", format!("{year:04}.{month:02}.{day:02}")),
            ("Round", number.to_string()),
            ("Annotator", engines.join(", ")),
        ];
        for (name, text) in headers.into_iter().filter(|(_, text)| !text.is_empty()) {
            self.game.set_header(name, &text);
        }
    }

    /// The name of the main line.
    fn opening(&mut self) {
        let last = self.game.main_line().last().unwrap_or(PgnGame::START);
        if let Some((opening, _)) = openings::of_line(&self.start, &self.game.line(last)) {
            self.game.set_header("ECO", opening.eco);
            self.game.set_header("Opening", opening.name);
        }
    }

    /// Where the game begins, when that is not a root.
    fn opening_comment(&mut self) {
        let (root, codes) = self.query.path(self.node);
        let Ok(from) = self.subject.project.position(root) else {
            return;
        };
        let words = spoken(&from, &codes);
        if !words.is_empty() {
            self.game.comment(PgnGame::START, &format!("after {words}"));
        }
    }

    /// Value, glyph, note, and where the position stands if not here.
    fn annotate(&mut self, walk: &Walk, number: usize, id: usize) {
        let row = &walk.rows[number];
        self.game.set_eval(id, self.eval(row));
        if let Some(glyph) = self.glyph(walk, row) {
            self.game.nag(id, glyph);
        }
        if !row.note.is_empty() {
            self.game.comment(id, &row.note);
        }
        let named = |first| match spoken(&self.start, &walk.path(first)) {
            words if words.is_empty() => "the start".into(),
            words => words,
        };
        match row.place {
            Place::First => {}
            Place::See(first) => {
                let text = format!("transposes to {}", named(first));
                self.game.comment(id, &text);
            }
            Place::Again(first) => {
                let text = format!("repeats {}", named(first));
                self.game.comment(id, &text);
            }
        }
    }

    /// The value; with a depth when it is an engine's own search. A mate on the board needs none.
    fn eval(&self, row: &Row) -> Option<PgnEval> {
        let known = self.query.position(row.node);
        let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).ok();
        let score = match row.value?.verdict() {
            Verdict::Points(points) => PgnScore::Centipawns(points),
            Verdict::Win(0) | Verdict::Loss(0) => return None,
            Verdict::Win(plies) => PgnScore::Mate(moves(plies)?),
            Verdict::Loss(plies) => PgnScore::Mate(-moves(plies)?),
        };
        let own = !known.open && known.source.is_some();
        Some(PgnEval {
            score,
            depth: own.then_some(known.depth),
        })
    }

    /// The glyph of a move that loses winning chances against the value of the position before it.
    fn glyph(&self, walk: &Walk, row: &Row) -> Option<u8> {
        let parent = row.parent?;
        let game = self.subject.project.game.facts;
        let turn = self.query.position(walk.rows[parent].node).turn;
        let value = chances(game, row.value?, turn);
        let best = chances(game, walk.rows[parent].value?, turn);
        GLYPHS
            .iter()
            .find(|(_, loss)| best - value > *loss)
            .map(|&(glyph, _)| glyph)
    }

    /// What the engine expects where the main line ends.
    fn expectation(&mut self) {
        let last = self.game.main_line().last().unwrap_or(PgnGame::START);
        let Some(mut position) = self.game.position(last) else {
            return;
        };
        position.normalize();
        let project = self.subject.project;
        let Some(node) = project.graph().find(position.identity()) else {
            return;
        };
        let words = spoken(&position, &self.query.line(node, LINE).codes);
        if !words.is_empty() {
            self.game.comment(last, &format!("expected: {words}"));
        }
    }
}

/// The outline with the move that carries the value before all others, also where another looks
/// better because the position's own search is believed rather than its moves.
fn best_first(walk: &Walk) -> Walk {
    let children = walk.children();
    let mut order = Vec::with_capacity(walk.rows.len());
    let mut stack: Vec<usize> = (0..walk.rows.len().min(1)).collect();
    while let Some(row) = stack.pop() {
        order.push(row);
        let (best, others): (Vec<usize>, Vec<usize>) = children[row]
            .iter()
            .rev()
            .partition(|&&child| walk.rows[child].best);
        stack.extend(others.into_iter().chain(best));
    }
    let mut number = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        number[old] = new;
    }
    let renumbered = |&old: &usize| Row {
        parent: walk.rows[old].parent.map(|parent| number[parent]),
        place: match walk.rows[old].place {
            Place::First => Place::First,
            Place::See(first) => Place::See(number[first]),
            Place::Again(first) => Place::Again(number[first]),
        },
        ..walk.rows[old].clone()
    };
    Walk {
        rows: order.iter().map(renumbered).collect(),
    }
}

/// A player's chances of winning, of a hundred.
fn chances(game: &StoredGame, value: Score, player: Player) -> f64 {
    let first = 100.0 * game.chance(value);
    if player == Player::FIRST {
        first
    } else {
        100.0 - first
    }
}

#[cfg(test)]
mod tests {
    use gametree_catalog::ProjectGame;

    use super::*;

    fn row(parent: Option<usize>, depth: usize, best: bool, place: Place) -> Row {
        Row {
            parent,
            depth,
            code: parent.map(|_| 0),
            node: 0,
            value: None,
            share: 1.0,
            place,
            best,
            state: None,
            origin: None,
            note: String::new(),
            hidden: 0,
            hidden_best: None,
        }
    }

    #[test]
    fn the_best_move_comes_first_and_references_follow() {
        let rows = vec![
            row(None, 0, false, Place::First),
            row(Some(0), 1, false, Place::First),
            row(Some(1), 2, true, Place::See(4)),
            row(Some(0), 1, true, Place::First),
            row(Some(3), 2, true, Place::First),
            row(Some(0), 1, false, Place::First),
        ];
        let walk = best_first(&Walk { rows });
        let parents: Vec<Option<usize>> = walk.rows.iter().map(|row| row.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), Some(3), Some(0)]);
        let best: Vec<bool> = walk.rows.iter().map(|row| row.best).collect();
        assert_eq!(best, [false, true, true, false, true, false]);
        assert_eq!(walk.rows[4].place, Place::See(2));
    }

    #[test]
    fn chances_grow_with_the_value_and_are_both_players_together() {
        let game = ProjectGame::open("chess").expect("in the catalog").facts;
        let score = Score::points(120);
        assert!(chances(game, score, Player::FIRST) > 60.0);
        let sum = chances(game, score, Player::FIRST) + chances(game, score, Player::SECOND);
        assert!((sum - 100.0).abs() < 1e-9);
        assert_eq!(chances(game, Score::loss_in(4), Player::SECOND), 100.0);
    }
}
