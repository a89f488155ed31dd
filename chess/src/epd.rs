//! EPD: a position and what is known of it, a line each.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! ╰─────────────── the first four fields of a FEN ──────╯ ╰─ operations, each with its ';'
//! ```

use std::fmt::{self, Write};
use std::io::{self, BufRead, Read};

use gametree::{Game, Notation};
use shakmaty::Move;

use crate::notation::shorten;
use crate::{BadMove, BadPosition, Chess};

/// A line longer than this is no EPD.
const LONGEST_LINE: usize = 1 << 16;

/// A position with its operations, in the order in which they stand.
///
/// ```
/// use gametree_chess::epd::{Epd, Operation};
/// let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"two \\\" good; moves\"; ce 520;").unwrap();
/// assert_eq!(epd.best_moves().len(), 2);
/// assert_eq!(epd.id(), Some("two \" good; moves"));
/// assert_eq!(epd.operations[2], Operation::Centipawns(520));
/// let wrong = Epd::parse("4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;").unwrap_err();
/// assert_eq!(wrong.to_string(), "bm: 'Rh9' is not a move");
/// ```
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position, its clocks from `hmvc` and `fmvn`.
    pub position: Chess,
    /// What is said of it.
    pub operations: Vec<Operation>,
}

/// Something said of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `bm`: the best moves.
    Best(Vec<Move>),
    /// `am`: moves to avoid.
    Avoid(Vec<Move>),
    /// `pv`: the line expected.
    Line(Vec<Move>),
    /// `id`: the position's name.
    Id(String),
    /// `ce`: the value in hundredths of a pawn, the mover's view.
    Centipawns(i32),
    /// `dm`: mate in this many moves.
    Mate(i32),
    /// `acd`: how deep was searched.
    Depth(u32),
    /// `acn`: how many nodes were searched.
    Nodes(u64),
    /// `acs`: how many seconds it took.
    Seconds(u64),
    /// `c0` to `c9`: a comment.
    Comment(u8, String),
    /// `hmvc`: half-moves since the last capture or pawn move.
    Clock(u32),
    /// `fmvn`: the move number.
    MoveNumber(u32),
    /// Anything else: its name, and its operands as they stand.
    Other(String, String),
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadEpd {
    /// The first four fields are no position.
    #[error(transparent)]
    Position(#[from] BadPosition),
    /// An operation names a move that is not one.
    #[error("{0}: {1}")]
    Move(String, BadMove),
    /// An operation's operand is not what it should be.
    #[error("{0}: {1}")]
    Operand(String, &'static str),
    /// What should be an operation is none.
    #[error("'{0}' is no operation: {1}")]
    Operation(String, &'static str),
}

/// What is wrong with a file of records, and where.
#[derive(Debug, thiserror::Error)]
pub enum EpdError {
    /// A record.
    #[error("line {0}: {1}")]
    Record(u64, BadEpd),
    /// A line that no record can have.
    #[error("line {0}: {1}")]
    Line(u64, &'static str),
    /// The file could not be read.
    #[error("after line {0}: {1}")]
    Io(u64, io::Error),
}

impl Epd {
    /// The record of a line.
    ///
    /// # Errors
    /// What is wrong with it. Moves must be legal, every operation must end with its `;`.
    pub fn parse(line: &str) -> Result<Epd, BadEpd> {
        let (fields, rest) = four_fields(line);
        let mut position = Chess::from_fen(fields)?;
        let raw = split(rest)?;
        if let Some(fen) = clocks(fields, &raw)? {
            position = Chess::from_fen(&fen)?;
        }
        let operations = raw
            .into_iter()
            .map(|(name, operands)| operation(&position, name, operands));
        let operations = operations.collect::<Result<_, _>>()?;
        Ok(Epd {
            position,
            operations,
        })
    }

    /// The moves of `bm`.
    #[must_use]
    pub fn best_moves(&self) -> &[Move] {
        self.operations
            .iter()
            .find_map(|op| {
                if let Operation::Best(m) = op {
                    Some(&m[..])
                } else {
                    None
                }
            })
            .unwrap_or(&[])
    }

    /// The moves of `am`.
    #[must_use]
    pub fn avoid_moves(&self) -> &[Move] {
        self.operations
            .iter()
            .find_map(|op| {
                if let Operation::Avoid(m) = op {
                    Some(&m[..])
                } else {
                    None
                }
            })
            .unwrap_or(&[])
    }

    /// The position's name.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.operations.iter().find_map(|op| {
            if let Operation::Id(id) = op {
                Some(&id[..])
            } else {
                None
            }
        })
    }
}

/// Where the first four fields end.
fn four_fields(line: &str) -> (&str, &str) {
    let mut fields = 0;
    let mut inside = false;
    for (at, byte) in line.bytes().enumerate() {
        let space = byte.is_ascii_whitespace();
        if space && inside {
            fields += 1;
            if fields == 4 {
                return line.split_at(at);
            }
        }
        inside = !space;
    }
    (line, "")
}

/// The operations as names and operands, by their semicolons outside of quotes.
fn split(text: &str) -> Result<Vec<(&str, &str)>, BadEpd> {
    let (mut found, mut start) = (Vec::new(), 0);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => {
                found.push(name(text[start..at].trim())?);
                start = at + 1;
            }
            _ => {}
        }
    }
    match text[start..].trim() {
        "" => Ok(found),
        rest if quoted => Err(BadEpd::Operation(
            shorten(rest),
            "its quotation mark is not closed",
        )),
        rest => {
            name(rest)?;
            Err(BadEpd::Operation(shorten(rest), "it does not end with ';'"))
        }
    }
}

/// An operation's name and the rest.
fn name(text: &str) -> Result<(&str, &str), BadEpd> {
    let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let refuse = |why| Err(BadEpd::Operation(shorten(text), why));
    match name.chars().next() {
        None => refuse("it is empty"),
        Some(first) if first.is_ascii_digit() => {
            refuse("a number here belongs to a FEN, not to an EPD")
        }
        Some(first) if !first.is_ascii_alphabetic() => refuse("a name begins with a letter"),
        _ if name.len() > 14 => refuse("a name has at most 14 letters"),
        _ if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => {
            refuse("a name has letters, digits and _")
        }
        _ => Ok((name, operands.trim())),
    }
}

/// The whole FEN if the operations tell a clock or a move number.
fn clocks(fields: &str, raw: &[(&str, &str)]) -> Result<Option<String>, BadEpd> {
    let find = |wanted: &str| raw.iter().find(|(name, _)| *name == wanted);
    let (clock, number) = (find("hmvc"), find("fmvn"));
    if clock.is_none() && number.is_none() {
        return Ok(None);
    }
    let value = |found: Option<&(&str, &str)>, default: u32| {
        found.map_or(Ok(default), |(name, text)| integer(name, text))
    };
    Ok(Some(format!(
        "{} {} {}",
        fields.trim(),
        value(clock, 0)?,
        value(number, 1)?.max(1)
    )))
}

fn operation(position: &Chess, name: &str, text: &str) -> Result<Operation, BadEpd> {
    Ok(match name {
        "bm" => Operation::Best(alternatives(position, name, text)?),
        "am" => Operation::Avoid(alternatives(position, name, text)?),
        "pv" => Operation::Line(line(position, name, text)?),
        "id" => Operation::Id(string(name, text)?),
        "ce" => Operation::Centipawns(integer(name, text)?),
        "dm" => Operation::Mate(integer(name, text)?),
        "acd" => Operation::Depth(integer(name, text)?),
        "acn" => Operation::Nodes(integer(name, text)?),
        "acs" => Operation::Seconds(integer(name, text)?),
        "hmvc" => Operation::Clock(integer(name, text)?),
        "fmvn" => Operation::MoveNumber(integer(name, text)?),
        _ => match name.as_bytes() {
            [b'c', digit @ b'0'..=b'9'] => Operation::Comment(digit - b'0', string(name, text)?),
            _ => Operation::Other(name.to_owned(), text.to_owned()),
        },
    })
}

/// Moves of one position.
fn alternatives(position: &Chess, name: &str, text: &str) -> Result<Vec<Move>, BadEpd> {
    let moves = text
        .split_whitespace()
        .map(|word| position.parse_move(word));
    let moves: Vec<Move> = moves
        .collect::<Result<_, _>>()
        .map_err(|error| BadEpd::Move(name.to_owned(), error))?;
    if moves.is_empty() {
        Err(BadEpd::Operand(name.to_owned(), "no move is named"))
    } else {
        Ok(moves)
    }
}

/// Moves one after the other.
fn line(position: &Chess, name: &str, text: &str) -> Result<Vec<Move>, BadEpd> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    for word in text.split_whitespace() {
        let m = position
            .parse_move(word)
            .map_err(|error| BadEpd::Move(name.to_owned(), error))?;
        position.play(m);
        moves.push(m);
    }
    Ok(moves)
}

fn integer<N: std::str::FromStr>(name: &str, text: &str) -> Result<N, BadEpd> {
    text.parse().map_err(|_| {
        BadEpd::Operand(
            name.to_owned(),
            "its operand should be a whole number in range",
        )
    })
}

/// A quoted string, `\"` and `\\` taken back; a bare one as it stands.
fn string(name: &str, text: &str) -> Result<String, BadEpd> {
    let Some(inner) = text.strip_prefix('"') else {
        let bare = if text.is_empty() {
            Err("its text is missing")
        } else {
            Ok(text.chars().map(printable).collect())
        };
        return bare.map_err(|why| BadEpd::Operand(name.to_owned(), why));
    };
    let (mut out, mut chars) = (String::new(), inner.chars());
    while let Some(c) = chars.next() {
        match c {
            '"' if chars.as_str().trim().is_empty() => return Ok(out),
            '"' => break,
            '\\' => out.extend(chars.next().map(printable)),
            c => out.push(printable(c)),
        }
    }
    Err(BadEpd::Operand(
        name.to_owned(),
        "its text should be one string in quotation marks",
    ))
}

/// The record as a line, without its end.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let end = fen
            .match_indices(' ')
            .nth(3)
            .map_or(fen.len(), |(at, _)| at);
        f.write_str(&fen[..end])?;
        self.operations
            .iter()
            .try_for_each(|operation| self.write(operation, f))
    }
}

impl Epd {
    fn write(&self, operation: &Operation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(|&m| self.position.write_move(m)).collect();
            names.join(" ")
        };
        match operation {
            Operation::Best(moves) => write!(f, " bm {};", names(moves)),
            Operation::Avoid(moves) => write!(f, " am {};", names(moves)),
            Operation::Line(moves) => write!(f, " {};", self.write_line(moves)),
            Operation::Id(text) => write!(f, " id {};", quote(text)),
            Operation::Centipawns(value) => write!(f, " ce {value};"),
            Operation::Mate(moves) => write!(f, " dm {moves};"),
            Operation::Depth(depth) => write!(f, " acd {depth};"),
            Operation::Nodes(nodes) => write!(f, " acn {nodes};"),
            Operation::Seconds(seconds) => write!(f, " acs {seconds};"),
            Operation::Comment(number, text) => write!(f, " c{number} {};", quote(text)),
            Operation::Clock(clock) => write!(f, " hmvc {clock};"),
            Operation::MoveNumber(number) => write!(f, " fmvn {number};"),
            Operation::Other(name, operands) if operands.is_empty() => write!(f, " {name};"),
            Operation::Other(name, operands) => write!(f, " {name} {operands};"),
        }
    }

    fn write_line(&self, moves: &[Move]) -> String {
        let (mut text, mut position) = ("pv".to_owned(), self.position.clone());
        for &m in moves {
            let _ = write!(text, " {}", position.write_move(m));
            position.play(m);
        }
        text
    }
}

/// A text is one line.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// In quotation marks, on one line.
fn quote(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c => out.push(printable(c)),
        }
    }
    out + "\""
}

/// The records of a file, one after the other. Empty lines and those that begin with `#` are passed
/// over; after a line that is wrong, reading continues with the next.
#[derive(Debug)]
pub struct EpdReader<R> {
    input: R,
    line: u64,
    ended: bool,
}

impl<R: BufRead> EpdReader<R> {
    /// Reads from here.
    pub fn new(input: R) -> EpdReader<R> {
        EpdReader {
            input,
            line: 0,
            ended: false,
        }
    }

    /// The next line without its end; `None` after the last.
    fn next_line(&mut self) -> Result<Option<String>, EpdError> {
        let mut bytes = Vec::new();
        let mut limited = (&mut self.input).take(LONGEST_LINE as u64 + 1);
        let read = limited
            .read_until(b'\n', &mut bytes)
            .map_err(|error| EpdError::Io(self.line, error))?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() > LONGEST_LINE && !bytes.ends_with(b"\n") {
            self.skip_line()?;
            return Err(EpdError::Line(self.line, "it has more than 65536 bytes"));
        }
        let text =
            String::from_utf8(bytes).map_err(|_| EpdError::Line(self.line, "it is not UTF-8"))?;
        let text = if self.line == 1 {
            text.trim_start_matches('\u{feff}')
        } else {
            &text
        };
        Ok(Some(text.trim().to_owned()))
    }

    /// Passes over the rest of a line without keeping it.
    fn skip_line(&mut self) -> Result<(), EpdError> {
        self.input
            .skip_until(b'\n')
            .map(drop)
            .map_err(|error| EpdError::Io(self.line, error))
    }
}

impl<R: BufRead> Iterator for EpdReader<R> {
    type Item = Result<Epd, EpdError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.next_line() {
                Ok(None) => self.ended = true,
                Ok(Some(line)) if line.is_empty() || line.starts_with('#') => {}
                Ok(Some(line)) => {
                    return Some(Epd::parse(&line).map_err(|bad| EpdError::Record(self.line, bad)));
                }
                Err(error) => {
                    self.ended = matches!(error, EpdError::Io(..));
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn refused(operations: &str) -> String {
        Epd::parse(&format!("{START} {operations}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let operations = "bm e4 Nf3; am f3; pv e4 e5 Nf3; id \"a \\\"b\\\" \\\\ ; c\"; ce -34; dm 3; acd 12; \
                          acn 99999999999; acs 3; c0 \"x\"; c9 \"é\"; hmvc 7; fmvn 30; D1 20; noop;";
        let line = format!("{START} {operations}");
        let epd = Epd::parse(&line).unwrap();
        assert_eq!(epd.to_string(), line);
        assert_eq!(epd.position.fen(), format!("{START} 7 30"));
        assert_eq!(epd.operations[3], Operation::Id("a \"b\" \\ ; c".into()));
        assert_eq!(
            epd.operations[13],
            Operation::Other("D1".into(), "20".into())
        );
        assert_eq!(epd.avoid_moves().len(), 1);
        assert_eq!(Epd::parse(START).unwrap().to_string(), START);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (operations, message) in [
            ("bm e5;", "bm: 'e5' is not legal here"),
            ("bm ;", "bm: no move is named"),
            ("pv e4 e4;", "pv: 'e4' is not legal here"),
            ("ce x;", "ce: its operand should be a whole number in range"),
            (
                "ce 99999999999;",
                "ce: its operand should be a whole number in range",
            ),
            (
                "acn -1;",
                "acn: its operand should be a whole number in range",
            ),
            (
                "0 1",
                "'0 1' is no operation: a number here belongs to a FEN, not to an EPD",
            ),
            ("bm e4", "'bm e4' is no operation: it does not end with ';'"),
            (
                "id \"x;",
                "'id \"x;' is no operation: its quotation mark is not closed",
            ),
            (
                "id \"x\" y;",
                "id: its text should be one string in quotation marks",
            ),
            ("id;", "id: its text is missing"),
            (";", "'' is no operation: it is empty"),
            ("-x;", "'-x' is no operation: a name begins with a letter"),
            (
                "a-x;",
                "'a-x' is no operation: a name has letters, digits and _",
            ),
            (
                "hmvc z;",
                "hmvc: its operand should be a whole number in range",
            ),
        ] {
            assert_eq!(refused(operations), message);
        }
        assert!(
            Epd::parse("8/8 w -")
                .unwrap_err()
                .to_string()
                .contains("here are 3")
        );
    }

    #[test]
    fn lines_are_counted_and_reading_goes_on() {
        let long = "x".repeat(200_000);
        let text = format!(
            "\u{feff}{START} id \"1\";\r\n\r\n# none\n{START} bm Ke2;\n{long}\n{START} id \"2\";"
        );
        let found: Vec<String> = EpdReader::new(text.as_bytes())
            .map(|record| {
                record.map_or_else(
                    |error| error.to_string(),
                    |epd| epd.id().unwrap().to_owned(),
                )
            })
            .collect();
        let wanted = [
            "1",
            "line 4: bm: 'Ke2' is not legal here",
            "line 5: it has more than 65536 bytes",
            "2",
        ];
        assert_eq!(found, wanted);
        let bytes: &[u8] = b"\xff\xfe\n";
        let error = EpdReader::new(bytes).next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 1: it is not UTF-8");
    }
}
