//! Openings of chess from the files that people have: PGN, EPD and Polyglot books.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use gametree::rng::Rng;
use gametree::{Game, Notation};
use gametree_arena::Opening;
use gametree_chess::Chess;
use gametree_chess::epd::EpdReader;
use gametree_chess::pgn::PgnReader;
use gametree_chess::polyglot::Book;
use gametree_chess::shakmaty::Move;

use crate::error::CatalogError;

/// A file of openings.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningFile {
    /// Its name.
    pub path: String,
    kind: Kind,
    /// Lines are cut after this many plies.
    plies: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Pgn,
    Epd,
    Polyglot,
}

/// Between a file and the number of plies.
const PLIES: &str = ",plies=";
/// Plies of a line from a book where none are given.
const OF_A_BOOK: usize = 8;
/// Draws without a new position after which no more are tried.
const MAX_FAILURES: usize = 10_000;

impl OpeningFile {
    /// `FILE.pgn`, `FILE.epd` or `FILE.bin`, with `,plies=N` to cut lines; `None` for other names.
    ///
    /// # Errors
    /// The number of plies is none.
    pub fn parse(text: &str) -> Result<Option<OpeningFile>, CatalogError> {
        let (path, plies) = match text.rsplit_once(PLIES) {
            Some((path, number)) => (path, Some(number)),
            None => (text, None),
        };
        let extension = Path::new(path)
            .extension()
            .and_then(|ending| ending.to_str());
        let kind = match extension.map(str::to_lowercase).as_deref() {
            Some("pgn") => Kind::Pgn,
            Some("epd") => Kind::Epd,
            Some("bin") => Kind::Polyglot,
            _ => return Ok(None),
        };
        let number = |text: &str| {
            let number = text.parse::<usize>().ok().filter(|&plies| plies > 0);
            number.ok_or_else(|| {
                CatalogError::usage(format!("--openings: '{text}' is not a number of plies"))
                    .hint("write FILE.pgn,plies=16")
            })
        };
        Ok(Some(OpeningFile {
            path: path.to_string(),
            kind,
            plies: plies.map(number).transpose()?,
        }))
    }

    /// Whether lines are drawn by the seed.
    pub fn is_drawn(&self) -> bool {
        self.kind == Kind::Polyglot
    }

    /// The openings: all of the file, or as many as `pairs` wants from a book.
    ///
    /// # Errors
    /// The file cannot be read, or a game in it is over.
    pub fn read(&self, pairs: usize, seed: u64) -> Result<Vec<Opening<Chess>>, CatalogError> {
        let wrong = |why: String| CatalogError::usage(format!("{}, {why}", self.path));
        let file = File::open(&self.path).map_err(|error| {
            CatalogError::not_found(format!(
                "cannot read the openings of {}: {error}",
                self.path
            ))
        })?;
        let input = BufReader::new(file);
        match self.kind {
            Kind::Pgn => self.games(input),
            Kind::Epd => EpdReader::new(input)
                .map(|record| Ok(opening(&record?.position, &[])))
                .collect::<Result<_, gametree_chess::epd::EpdError>>()
                .map_err(|error| error.to_string()),
            Kind::Polyglot => Book::read(input)
                .map(|book| self.lines(&book, pairs, seed))
                .map_err(|error| error.to_string()),
        }
        .and_then(unfinished)
        .map_err(wrong)
    }

    fn games(&self, input: BufReader<File>) -> Result<Vec<Opening<Chess>>, String> {
        let mut openings = Vec::new();
        for game in PgnReader::new(input) {
            let game = game.map_err(|error| error.to_string())?;
            let mut line = game.line(game.main_line().last().unwrap_or(0));
            line.truncate(self.plies.unwrap_or(usize::MAX));
            openings.push(opening(&game.start, &line));
        }
        Ok(openings)
    }

    /// Lines of a book, each move by its weight, no position twice. With the same seed, a smaller
    /// number gives the beginning of the same list.
    fn lines(&self, book: &Book, wanted: usize, seed: u64) -> Vec<Opening<Chess>> {
        let plies = self.plies.unwrap_or(OF_A_BOOK);
        let mut rng = Rng::new(seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        let mut failures = 0;
        while openings.len() < wanted && failures < MAX_FAILURES {
            let line = walk(book, plies, &mut rng);
            let opening = opening(&Chess::default(), &line);
            if line.is_empty() || !seen.insert(opening.position.fen()) {
                failures += 1;
                continue;
            }
            failures = 0;
            openings.push(opening);
        }
        openings
    }
}

/// A line as far as the book goes.
fn walk(book: &Book, plies: usize, rng: &mut Rng) -> Vec<Move> {
    let mut position = Chess::default();
    let mut line = Vec::new();
    while line.len() < plies {
        let moves = book.moves(&position);
        let all: usize = moves.iter().map(|&(_, weight)| usize::from(weight)).sum();
        if all == 0 {
            break;
        }
        let mut left = rng.below(all);
        let pick = moves.iter().find(|&&(_, weight)| {
            let found = left < usize::from(weight);
            left = left.saturating_sub(usize::from(weight));
            found
        });
        let Some(&(m, _)) = pick else { break };
        position.play(m);
        line.push(m);
    }
    line
}

/// The opening after moves: named by them where they begin at the starting position, else by the
/// position.
fn opening(start: &Chess, line: &[Move]) -> Opening<Chess> {
    let position = Chess::from_game(start, line);
    let usual = start.fen() == Chess::default().fen();
    let name = if usual {
        words(start, line)
    } else {
        position.fen()
    };
    Opening { name, position }
}

fn words(start: &Chess, line: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for &m in line {
        words.push(position.write_move(m));
        position.play(m);
    }
    words.join(" ")
}

fn unfinished(openings: Vec<Opening<Chess>>) -> Result<Vec<Opening<Chess>>, String> {
    let over = |opening: &&Opening<Chess>| opening.position.outcome().is_some();
    match openings.iter().find(over) {
        Some(opening) => Err(format!(
            "the game is over after '{}'; cut the lines with ,plies=16",
            opening.name
        )),
        None => Ok(openings),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_chess::polyglot::BookBuilder;

    fn written(name: &str, bytes: &[u8]) -> (tempfile::TempDir, String) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let path = path.to_str().unwrap().to_string();
        (dir, path)
    }

    fn read(text: &str) -> Result<Vec<Opening<Chess>>, CatalogError> {
        OpeningFile::parse(text).unwrap().unwrap().read(10, 1)
    }

    fn names(text: &str) -> Vec<String> {
        let openings = read(text).unwrap();
        openings.into_iter().map(|opening| opening.name).collect()
    }

    #[test]
    fn games_are_cut_to_openings() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let text = format!(
            "[Event \"A\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. O-O *\n"
        );
        let (_dir, path) = written("games.pgn", text.as_bytes());
        let short = names(&format!("{path},plies=3"));
        assert_eq!(short, ["e4 e5 Qh5", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"]);
        let error = read(&path).unwrap_err();
        assert!(error.what.contains("Qxf7"), "{error}");
        assert!(OpeningFile::parse("a.pgn,plies=x").is_err());
        assert_eq!(OpeningFile::parse("a.txt").unwrap(), None);
    }

    #[test]
    fn records_are_positions() {
        let text = b"4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";\n";
        let (_dir, path) = written("suite.EPD", text);
        assert_eq!(names(&path), ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    }

    /// Moves without weight are never played; the seed decides, and more is a longer list.
    #[test]
    fn books_are_drawn_by_weight() {
        let start = Chess::default();
        let mut book = BookBuilder::default();
        for (word, weight) in [("e4", 3), ("d4", 1), ("a3", 0)] {
            let m = start.read_move(word).unwrap();
            book.add(&start, m, weight);
            let mut after = start.clone();
            after.play(m);
            for (reply, weight) in [("e5", 2), ("e6", 1)] {
                book.add(&after, after.read_move(reply).unwrap(), weight);
            }
        }
        let mut bytes = Vec::new();
        book.finish().write(&mut bytes).unwrap();
        let (_dir, path) = written("book.bin", &bytes);
        let mut all = names(&path);
        let file = OpeningFile::parse(&path).unwrap().unwrap();
        assert!(file.is_drawn());
        let two = file.read(2, 1).unwrap();
        assert!(two.iter().map(|opening| &opening.name).eq(&all[..2]));
        all.sort();
        assert_eq!(all, ["d4 e5", "d4 e6", "e4 e5", "e4 e6"]);
    }
}
