//! PGN: games with variations, comments, glyphs and values, read and written.
//!
//! ```text
//! 1. e4 e5 (1... c5 2. Nf3) 2. Nf3        start ─ e4 ┬ e5 ─ Nf3      the first child goes on,
//!                                                    └ c5 ─ Nf3      the others are variations
//! ```

mod charset;
mod lex;
mod read;
mod write;

use std::fmt;

use gametree::Game;
use shakmaty::{Move, Outcome, Position};

pub use charset::decode;
pub use read::{PgnError, PgnReader, looks_like_pgn};

use crate::Chess;

/// A game as a tree of moves. Nodes are numbers; 0 is the start.
///
/// ```
/// use gametree::Notation;
/// use gametree_chess::{Chess, pgn::{PgnGame, PgnReader}};
/// let start = Chess::default();
/// let mut game = PgnGame::new(start.clone());
/// game.set_header("White", "Réti");
/// let e4 = game.add(PgnGame::START, start.read_move("e4").unwrap());
/// game.add(PgnGame::START, start.read_move("d4").unwrap());
/// game.comment(e4, "best by test [%eval 0.34,20]");
/// let text = game.to_string();
/// assert!(text.ends_with("\n1. e4 { [%eval 0.34,20] best by test } ( 1. d4 ) *\n"));
/// let read = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(read, game);
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The position before the first move. Headers FEN, SetUp and Variant are made of it.
    pub start: Chess,
    /// How it ended. Header Result is made of it.
    pub result: Outcome,
    headers: Vec<(String, String)>,
    nodes: Vec<PgnNode>,
}

/// A move, and what is said of it.
#[derive(Clone, Debug, Default)]
pub struct PgnNode {
    m: Option<Move>,
    parent: usize,
    children: Vec<usize>,
    before: Vec<String>,
    comments: Vec<String>,
    nags: Vec<u8>,
    eval: Option<PgnEval>,
}

/// A value in a comment, `[%eval 0.34,20]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnEval {
    /// The value, White's view.
    pub score: PgnScore,
    /// The depth of the search, if known.
    pub depth: Option<u32>,
}

/// A value, White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative when White is mated.
    Mate(i32),
}

/// The seven headers that every game has, in their order, with what stands for the unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Headers that are made of other things than a text.
const MADE: [&str; 4] = ["Result", "FEN", "SetUp", "Variant"];

impl PgnNode {
    /// Whether all but the numbers of other nodes is equal.
    fn same(&self, other: &PgnNode) -> bool {
        self.m == other.m
            && self.children.len() == other.children.len()
            && (&self.before, &self.comments) == (&other.before, &other.comments)
            && (&self.nags, self.eval) == (&other.nags, other.eval)
    }

    /// The move; `None` at the start.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        self.m
    }

    /// The node before; the start is its own.
    #[must_use]
    pub fn parent(&self) -> usize {
        self.parent
    }

    /// What follows: the main line's, then variations.
    #[must_use]
    pub fn children(&self) -> &[usize] {
        &self.children
    }

    /// Comments before the first move of a variation.
    #[must_use]
    pub fn before(&self) -> &[String] {
        &self.before
    }

    /// Comments after the move.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, ...
    #[must_use]
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }

    /// The value after the move.
    #[must_use]
    pub fn eval(&self) -> Option<PgnEval> {
        self.eval
    }
}

impl PgnGame {
    /// The node of the start.
    pub const START: usize = 0;

    /// A game without moves.
    #[must_use]
    pub fn new(start: Chess) -> PgnGame {
        let headers = ROSTER[..6]
            .iter()
            .map(|&(name, unknown)| (name.to_owned(), unknown.to_owned()));
        PgnGame {
            start,
            result: Outcome::Unknown,
            headers: headers.collect(),
            nodes: vec![PgnNode::default()],
        }
    }

    /// The headers but Result, FEN, SetUp and Variant: the roster's first, then the others as they
    /// were given.
    #[must_use]
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    /// The text of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a header. Line breaks in it become spaces; a name keeps its letters, digits and `_`.
    /// Headers that are made of [`PgnGame::start`] and [`PgnGame::result`] are not set.
    pub fn set_header(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        if name.is_empty() || MADE.contains(&name.as_str()) {
            return;
        }
        let value: String = value
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        match self.headers.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.headers.push((name, value)),
        }
    }

    /// A node.
    ///
    /// # Panics
    /// When there is no node of this number.
    #[must_use]
    pub fn node(&self, id: usize) -> &PgnNode {
        &self.nodes[id]
    }

    /// The number of nodes; all lower numbers are nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no move was played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds a move after a node: the main line's if it is the first there, else a variation. It
    /// must be legal there, or the game cannot be written. Gives its node.
    ///
    /// # Panics
    /// When there is no node `parent`.
    pub fn add(&mut self, parent: usize, m: Move) -> usize {
        let id = self.nodes.len();
        self.nodes[parent].children.push(id);
        self.nodes.push(PgnNode {
            m: Some(m),
            parent,
            ..PgnNode::default()
        });
        id
    }

    /// Adds a comment after a node's move. Braces become parentheses, white space single spaces. A
    /// first `[%eval …]` becomes the node's value.
    ///
    /// # Panics
    /// When there is no node `id`.
    pub fn comment(&mut self, id: usize, text: &str) {
        let node = &mut self.nodes[id];
        let (mut text, mut found) = (clean(text), None);
        if node.eval.is_none()
            && let Some((start, end, eval)) = find_eval(&text)
        {
            found = Some(eval);
            text = clean(&format!("{} {}", &text[..start], &text[end..]));
        }
        node.eval = node.eval.or(found);
        if !text.is_empty() {
            node.comments.push(text);
        }
    }

    /// Adds a comment before the first move of a variation; before any other move it is one after
    /// the move before.
    ///
    /// # Panics
    /// When there is no node `id`.
    pub fn comment_before(&mut self, id: usize, text: &str) {
        let parent = self.nodes[id].parent;
        if id == PgnGame::START || self.nodes[parent].children.first() == Some(&id) {
            return self.comment(parent, text);
        }
        let text = clean(text);
        if !text.is_empty() {
            self.nodes[id].before.push(text);
        }
    }

    /// Takes a node's comments out, those before and after its move; the value stays.
    ///
    /// # Panics
    /// When there is no node `id`.
    pub fn clear_comments(&mut self, id: usize) {
        let node = &mut self.nodes[id];
        node.before.clear();
        node.comments.clear();
    }

    /// Takes a node and what follows it out of the game: it is not written any more.
    ///
    /// # Panics
    /// When there is no node `id`.
    pub fn detach(&mut self, id: usize) {
        let parent = self.nodes[id].parent;
        self.nodes[parent].children.retain(|&child| child != id);
    }

    /// Adds a glyph, once.
    ///
    /// # Panics
    /// When there is no node `id`.
    pub fn nag(&mut self, id: usize, nag: u8) {
        let nags = &mut self.nodes[id].nags;
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    /// Sets a node's value.
    ///
    /// # Panics
    /// When there is no node `id`.
    pub fn set_eval(&mut self, id: usize, eval: Option<PgnEval>) {
        self.nodes[id].eval = eval;
    }

    /// The moves from the start to a node.
    ///
    /// # Panics
    /// When there is no node `id`.
    #[must_use]
    pub fn line(&self, mut id: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(m) = self.nodes[id].m {
            moves.push(m);
            id = self.nodes[id].parent;
        }
        moves.reverse();
        moves
    }

    /// The nodes of the main line, without the start.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(PgnGame::START), |&id| {
            self.nodes[id].children.first().copied()
        })
        .skip(1)
    }

    /// The position at a node; `None` if a move on the way is not legal.
    ///
    /// # Panics
    /// When there is no node `id`.
    #[must_use]
    pub fn position(&self, id: usize) -> Option<Chess> {
        let mut position = self.start.clone();
        for m in self.line(id) {
            if !position.inner().is_legal(m) {
                return None;
            }
            position.play(m);
        }
        Some(position)
    }
}

/// Starts are the same when their texts are and castling is of the same kind; trees when they look
/// the same, whatever their nodes' numbers.
impl PartialEq for PgnGame {
    fn eq(&self, other: &PgnGame) -> bool {
        self.start.fen() == other.start.fen()
            && self.start.is_chess960() == other.start.is_chess960()
            && self.result == other.result
            && self.headers == other.headers
            && self.same_tree(other)
    }
}

impl PgnGame {
    fn same_tree(&self, other: &PgnGame) -> bool {
        let mut pairs = vec![(PgnGame::START, PgnGame::START)];
        while let Some((a, b)) = pairs.pop() {
            let (a, b) = (self.node(a), other.node(b));
            if !a.same(b) {
                return false;
            }
            pairs.extend(a.children.iter().copied().zip(b.children.iter().copied()));
        }
        true
    }
}

/// What a comment may hold.
fn clean(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| match c {
            '{' => '(',
            '}' => ')',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where the first value stands in a clean comment.
fn find_eval(text: &str) -> Option<(usize, usize, PgnEval)> {
    text.match_indices("[%eval ").find_map(|(start, tag)| {
        let inner = &text[start + tag.len()..];
        let end = inner.find(']')?;
        parse_eval(&inner[..end]).map(|eval| (start, start + tag.len() + end + 1, eval))
    })
}

/// `0.34`, `-1.5`, `#-3`, each also with `,depth`.
fn parse_eval(text: &str) -> Option<PgnEval> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(digits(depth)?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(mate) => PgnScore::Mate(signed(mate, digits)?),
        None => PgnScore::Centipawns(signed(score, hundredths)?),
    };
    Some(PgnEval { score, depth })
}

fn signed(text: &str, read: impl Fn(&str) -> Option<u32>) -> Option<i32> {
    let negative = text.starts_with('-');
    let value = i32::try_from(read(text.strip_prefix(['-', '+']).unwrap_or(text))?).ok()?;
    Some(if negative { -value } else { value })
}

/// Digits only, for `parse` alone takes signs.
fn digits(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}

/// A number of at most two decimals, as hundredths.
fn hundredths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 2 || (whole.is_empty() && decimals.is_empty()) {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { digits(whole)? };
    let decimals = digits(&format!("{decimals:0<2}"))?;
    whole.checked_mul(100)?.checked_add(decimals)
}

impl fmt::Display for PgnEval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            PgnScore::Mate(moves) => write!(f, "#{moves}")?,
            PgnScore::Centipawns(value) => {
                let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_and_written() {
        for (text, score, depth) in [
            ("0.34", PgnScore::Centipawns(34), None),
            ("-1.50,20", PgnScore::Centipawns(-150), Some(20)),
            ("-0.05", PgnScore::Centipawns(-5), None),
            ("#-3", PgnScore::Mate(-3), None),
            ("#12,7", PgnScore::Mate(12), Some(7)),
        ] {
            let eval = PgnEval { score, depth };
            assert_eq!(
                (parse_eval(text), eval.to_string().as_str()),
                (Some(eval), text)
            );
        }
        for (text, value) in [("+.5", 50), ("3", 300), ("3.", 300), ("-0", 0)] {
            assert_eq!(
                parse_eval(text).unwrap().score,
                PgnScore::Centipawns(value),
                "{text}"
            );
        }
        for text in [
            "",
            ".",
            "-",
            "1.234",
            "1,",
            "1,-2",
            "#",
            "#--1",
            "+-1",
            "99999999999",
            "1e3",
            "é",
            "0.3 4",
        ] {
            assert_eq!(parse_eval(text), None, "{text}");
        }
    }

    #[test]
    fn comments_are_cleaned_and_their_first_value_is_taken() {
        let mut game = PgnGame::new(Chess::default());
        game.comment(0, "  {a}\n\tb [%eval x] [%eval 1.00] [%eval 2.00]c ");
        assert_eq!(game.node(0).comments(), ["(a) b [%eval x] [%eval 2.00]c"]);
        assert_eq!(game.node(0).eval().unwrap().to_string(), "1.00");
        game.comment(0, "[%eval #3]");
        assert_eq!(game.node(0).comments().len(), 2);
        game.comment(0, " \n ");
        assert_eq!(game.node(0).comments().len(), 2);
    }
}
