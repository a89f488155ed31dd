//! Games as text: export format, lines of at most 80 columns.

use std::fmt;
use std::io::{self, Write};

use gametree::{Game, Notation};
use shakmaty::{Color, Position};

use super::{PgnGame, ROSTER};
use crate::Chess;

/// A line's columns.
const WIDTH: usize = 80;

impl PgnGame {
    /// Writes the game, with an empty line after it.
    ///
    /// # Errors
    /// When writing fails, or a move is not legal where it stands
    /// ([`io::ErrorKind::InvalidInput`]).
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let text = self
            .text()
            .map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why))?;
        output.write_all(text.as_bytes())?;
        output.write_all(b"\n")
    }

    fn text(&self) -> Result<String, String> {
        let mut page = Page::default();
        self.write_headers(&mut page.text);
        page.remarks(self, PgnGame::START);
        Scribe {
            game: self,
            page: &mut page,
        }
        .write_moves()?;
        page.put(self.result.as_str());
        page.text.push('\n');
        Ok(page.text)
    }

    fn write_headers(&self, text: &mut String) {
        let tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            format!("[{name} \"{value}\"]\n")
        };
        for (name, unknown) in ROSTER {
            let value = if name == "Result" {
                self.result.as_str()
            } else {
                self.header(name).unwrap_or(unknown)
            };
            text.push_str(&tag(name, value));
        }
        if self.start.is_chess960() {
            text.push_str(&tag("Variant", "Chess960"));
        }
        let fen = self.start.fen();
        if self.start.is_chess960() || fen != Chess::default().fen() {
            text.push_str(&tag("SetUp", "1"));
            text.push_str(&tag("FEN", &fen));
        }
        let in_roster = |name: &str| ROSTER.iter().any(|(known, _)| *known == name);
        for (name, value) in self.headers().iter().filter(|(name, _)| !in_roster(name)) {
            text.push_str(&tag(name, value));
        }
        text.push('\n');
    }
}

/// The game's text; moves that are not legal end it with a word on them.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            Ok(text) => f.write_str(&text),
            Err(why) => write!(f, "; {why}"),
        }
    }
}

/// Lines that are filled word by word.
#[derive(Default)]
struct Page {
    text: String,
    column: usize,
}

impl Page {
    /// A word on this line or the next. One that begins with `%` stays off a line's first column:
    /// there it would hide the line.
    fn put(&mut self, word: &str) {
        let width = word.chars().count();
        let fits = self.column + 1 + width <= WIDTH || word.starts_with('%');
        if self.column > 0 && fits {
            self.text.push(' ');
            self.column += 1;
        } else if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// The glyphs, the value and the comments after a node's move. True if there are comments.
    fn remarks(&mut self, game: &PgnGame, id: usize) -> bool {
        let node = game.node(id);
        node.nags()
            .iter()
            .for_each(|nag| self.put(&format!("${nag}")));
        let value = node.eval().map(|eval| format!("[%eval {eval}]"));
        let mut texts = node.comments().iter();
        if let Some(value) = &value {
            self.comment(Some(value), texts.next().map_or("", String::as_str));
        }
        texts.for_each(|text| self.comment(None, text));
        value.is_some() || !node.comments().is_empty()
    }

    fn comment(&mut self, value: Option<&str>, text: &str) {
        self.put("{");
        value.into_iter().for_each(|value| self.put(value));
        commands(text).for_each(|word| self.put(word));
        self.put("}");
    }
}

/// The words of a comment; `[%clk 0:01:00]` is one.
fn commands(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let command = if text.starts_with("[%") {
            text.find(']')
        } else {
            None
        };
        let end = text[command.unwrap_or(0)..]
            .find(' ')
            .map_or(text.len(), |at| at + command.unwrap_or(0));
        let (word, rest) = text.split_at(end);
        text = rest.trim_start();
        (!word.is_empty()).then_some(word)
    })
}

/// What is still to be written.
enum Task {
    /// What follows a node, from the position there; with a number before Black's move if it is
    /// true.
    Follow(usize, Chess, bool),
    /// A variation: the node it begins with, from the position before.
    Variation(usize, Chess),
    /// The end of a variation.
    Close,
}

/// Writes the moves without recursion: a tree may be as deep as it likes.
struct Scribe<'a> {
    game: &'a PgnGame,
    page: &'a mut Page,
}

impl Scribe<'_> {
    fn write_moves(&mut self) -> Result<(), String> {
        let mut tasks = vec![Task::Follow(PgnGame::START, self.game.start.clone(), true)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.page.put(")"),
                Task::Follow(id, position, number) => {
                    self.follow(id, position, number, &mut tasks)?
                }
                Task::Variation(id, mut position) => {
                    self.page.put("(");
                    self.game
                        .node(id)
                        .before()
                        .iter()
                        .for_each(|text| self.page.comment(None, text));
                    let number = self.play(id, &mut position, true)?;
                    tasks.push(Task::Follow(id, position, number));
                }
            }
        }
        Ok(())
    }

    /// The main line from a node on, as far as it has no variations.
    fn follow(
        &mut self,
        mut id: usize,
        mut position: Chess,
        mut number: bool,
        tasks: &mut Vec<Task>,
    ) -> Result<(), String> {
        while let [next, others @ ..] = self.game.node(id).children() {
            let before = position.clone();
            number = self.play(*next, &mut position, number)?;
            if !others.is_empty() {
                tasks.push(Task::Follow(*next, position, true));
                for &other in others.iter().rev() {
                    tasks.push(Task::Close);
                    tasks.push(Task::Variation(other, before.clone()));
                }
                return Ok(());
            }
            id = *next;
        }
        Ok(())
    }

    /// A node's move and what is said of it. True if the next move needs its number.
    fn play(&mut self, id: usize, position: &mut Chess, number: bool) -> Result<bool, String> {
        let node = self.game.node(id);
        let m = node.played().filter(|&m| position.inner().is_legal(m));
        let Some(m) = m else {
            return Err(format!("node {id} is no legal move in {}", position.fen()));
        };
        let (san, full) = (position.write_move(m), position.inner().fullmoves());
        match position.color() {
            Color::White => self.page.put(&format!("{full}. {san}")),
            Color::Black if number => self.page.put(&format!("{full}... {san}")),
            Color::Black => self.page.put(&san),
        }
        position.play(m);
        Ok(self.page.remarks(self.game, id))
    }
}
