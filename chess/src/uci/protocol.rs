//! What engines say, line by line. Nothing here fails: what cannot be read is [`Message::Other`],
//! and a field that cannot be read is left out.

use std::str::SplitAsciiWhitespace;

use gametree::Wdl;

use super::declared::UciOption;

/// A line of an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// `id name ...`.
    Name(String),
    /// `id author ...`.
    Author(String),
    /// `option name ...`.
    Option(UciOption),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info ...`.
    Info(Box<Info>),
    /// `bestmove ...`: its move as it is written, empty if none is.
    BestMove(String),
    /// Anything else.
    Other,
}

/// Whether a reported value is one, or only bounds one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exactness {
    /// A value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A value in the mover's view, as it was reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reported {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// The mover mates in this many of their own moves; negative: the mover is mated.
    Mate(i64),
}

/// An `info` line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// `depth`.
    pub depth: Option<u32>,
    /// `seldepth`.
    pub seldepth: Option<u32>,
    /// `multipv`: which line this is, from 1.
    pub multipv: Option<u32>,
    /// `score`, and whether it is exact.
    pub score: Option<(Reported, Exactness)>,
    /// `wdl`: the mover's wins, draws and losses in a thousand.
    pub wdl: Option<Wdl>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `nps`.
    pub nps: Option<u64>,
    /// `hashfull`, in thousandths.
    pub hashfull: Option<u32>,
    /// `pv`, the moves as they are written.
    pub pv: Vec<String>,
}

/// The longest line of moves that is saved: no search goes deeper.
const LONGEST_PV: usize = 512;

/// Reads a line.
#[must_use]
pub fn read(line: &str) -> Message {
    let mut words = line.split_ascii_whitespace();
    match words.next() {
        Some("info") => Message::Info(Box::new(info(words))),
        Some("bestmove") => Message::BestMove(words.next().unwrap_or_default().to_owned()),
        Some("readyok") => Message::ReadyOk,
        Some("uciok") => Message::UciOk,
        Some("option") => UciOption::read(line).map_or(Message::Other, Message::Option),
        Some("id") => id(words),
        _ => Message::Other,
    }
}

fn id(mut words: SplitAsciiWhitespace) -> Message {
    let what = words.next();
    let text = words.collect::<Vec<_>>().join(" ");
    match what {
        Some("name") => Message::Name(text),
        Some("author") => Message::Author(text),
        _ => Message::Other,
    }
}

fn info(words: SplitAsciiWhitespace) -> Info {
    let mut info = Info::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(&mut words),
            "seldepth" => info.seldepth = number(&mut words),
            "multipv" => info.multipv = number(&mut words),
            "nodes" => info.nodes = number(&mut words),
            "nps" => info.nps = number(&mut words),
            "hashfull" => info.hashfull = number(&mut words),
            "score" => info.score = score(&mut words),
            "lowerbound" => bound(&mut info, Exactness::Lower),
            "upperbound" => bound(&mut info, Exactness::Upper),
            "wdl" => info.wdl = wdl(&mut words),
            "pv" => info.pv = moves(&mut words),
            // The rest of the line is for people, or about another line.
            "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    info
}

type Words<'a, 'b> = &'a mut std::iter::Peekable<SplitAsciiWhitespace<'b>>;

fn number<T: std::str::FromStr>(words: Words) -> Option<T> {
    let value = words.peek()?.parse().ok()?;
    words.next();
    Some(value)
}

fn score(words: Words) -> Option<(Reported, Exactness)> {
    let reported = match *words.peek()? {
        "cp" => Reported::Centipawns,
        "mate" => Reported::Mate,
        _ => return None,
    };
    words.next();
    Some((reported(number(words)?), Exactness::Exact))
}

/// The word stands behind the value, not always at once behind it.
fn bound(info: &mut Info, exactness: Exactness) {
    if let Some((_, exact)) = &mut info.score {
        *exact = exactness;
    }
}

fn wdl(words: Words) -> Option<Wdl> {
    Wdl::new(number(words)?, number(words)?, number(words)?)
}

/// Moves, until something that does not look like one.
fn moves(words: Words) -> Vec<String> {
    let mut moves = Vec::new();
    while moves.len() < LONGEST_PV
        && let Some(word) = words.next_if(|word| looks_like_a_move(word))
    {
        moves.push(word.to_owned());
    }
    moves
}

/// `e2e4`, `e7e8q`, `0000`; no field's name is like that.
fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| bytes[at].is_ascii_alphanumeric() && bytes[at + 1].is_ascii_digit();
    matches!(bytes.len(), 4 | 5) && square(0) && square(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    fn read_info(line: &str) -> Info {
        match read(line) {
            Message::Info(info) => *info,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_info_line_of_each_engine_is_read() {
        let stockfish = read_info(
            "info depth 7 seldepth 6 multipv 1 score cp 29 wdl 50 900 50 nodes 3003 nps 150150 hashfull 1 tbhits 0 \
             time 20 pv d2d4 g8f6 e2e3",
        );
        assert_eq!(
            stockfish.score,
            Some((Reported::Centipawns(29), Exactness::Exact))
        );
        assert_eq!(
            (stockfish.depth, stockfish.seldepth, stockfish.multipv),
            (Some(7), Some(6), Some(1))
        );
        assert_eq!(
            (stockfish.nodes, stockfish.nps),
            (Some(3003), Some(150_150))
        );
        assert_eq!(
            (stockfish.hashfull, stockfish.wdl),
            (Some(1), Wdl::new(50, 900, 50))
        );
        assert_eq!(stockfish.pv, ["d2d4", "g8f6", "e2e3"]);
        let toga =
            read_info("info multipv 1 depth 9 seldepth 17 score mate -3 time 104 nodes 5 pv e7e8q");
        assert_eq!(toga.score, Some((Reported::Mate(-3), Exactness::Exact)));
        assert_eq!(toga.pv, ["e7e8q"]);
    }

    #[test]
    fn bounds_are_marked_wherever_the_word_stands() {
        let lower = read_info("info depth 3 score cp 12 lowerbound nodes 3");
        assert_eq!(
            lower.score,
            Some((Reported::Centipawns(12), Exactness::Lower))
        );
        let upper = read_info("info depth 3 score cp 12 wdl 1 998 1 upperbound pv e2e4");
        assert_eq!(
            upper.score,
            Some((Reported::Centipawns(12), Exactness::Upper))
        );
    }

    #[test]
    fn words_for_people_are_not_read_as_fields() {
        let info = read_info("info depth 2 string score cp 900 pv e2e4");
        assert_eq!((info.depth, info.score, info.pv.len()), (Some(2), None, 0));
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let info = read_info(
            "info depth x nodes -4 score cp 99999999999999999999 pv e2e4 time 3 hashfull",
        );
        assert_eq!((info.depth, info.nodes, info.score), (None, None, None));
        assert_eq!((info.pv.len(), info.hashfull), (1, None));
        assert_eq!(read_info("info score mate").score, None);
        assert_eq!(read_info("info wdl 1 2 3").wdl, None);
        assert_eq!(read(""), Message::Other);
        assert_eq!(read("id"), Message::Other);
        assert_eq!(read("bestmove"), Message::BestMove(String::new()));
        assert_eq!(
            read("  bestmove e2e4 ponder e7e5"),
            Message::BestMove("e2e4".into())
        );
        assert_eq!(read("id name A  b"), Message::Name("A b".into()));
    }

    #[test]
    fn a_thousand_moves_are_not_kept() {
        let line = format!("info score cp 1 pv{}", " e2e4".repeat(10_000));
        assert_eq!(read_info(&line).pv.len(), LONGEST_PV);
    }

    const WORDS: [&str; 40] = [
        "info",
        "option",
        "name",
        "type",
        "spin",
        "combo",
        "check",
        "default",
        "min",
        "max",
        "var",
        "button",
        "string",
        "score",
        "cp",
        "mate",
        "lowerbound",
        "upperbound",
        "wdl",
        "pv",
        "nodes",
        "depth",
        "multipv",
        "bestmove",
        "ponder",
        "id",
        "e2e4",
        "0000",
        "(none)",
        "-1",
        "99999999999999999999",
        "5",
        "1000",
        "é",
        "\u{fffd}",
        "\0",
        "",
        "uciok",
        "readyok",
        "ééé2",
    ];

    const LINES: [&str; 4] = [
        "info depth 7 seldepth 6 multipv 1 score cp 29 wdl 50 900 50 nodes 3003 hashfull 1 pv d2d4 g8f6 e2e3",
        "info depth 3 score mate -2 upperbound nodes 5 currmove e2e4 currmovenumber 1",
        "option name Style type combo default Very Solid var Very Solid var Risky",
        "bestmove e7e8q ponder e1d1",
    ];

    #[test]
    fn fifty_thousand_mutated_lines_never_panic() {
        let mut rng = Rng::new(7);
        let (mut values, mut options) = (0, 0);
        for _ in 0..50_000 {
            let mut words: Vec<&str> = LINES[rng.below(LINES.len())].split(' ').collect();
            for _ in 0..rng.below(6) {
                let (at, word) = (rng.below(words.len()), WORDS[rng.below(WORDS.len())]);
                match rng.below(3) {
                    0 => words[at] = word,
                    1 => words.insert(at, word),
                    _ => words.truncate(at.max(1)),
                }
            }
            let line = words.join([" ", "  ", "\t", " "][rng.below(4)]);
            let bytes = line
                .into_bytes()
                .into_iter()
                .map(|byte| mutate(byte, &mut rng))
                .collect::<Vec<u8>>();
            match read(&String::from_utf8_lossy(&bytes)) {
                Message::Info(info) => values += usize::from(info.score.is_some()),
                Message::Option(option) => options += usize::from(option.check("Risky").is_ok()),
                _ => {}
            }
        }
        assert!(
            values > 1000 && options > 100,
            "{values} values, {options} options: the test reaches little"
        );
    }

    fn mutate(byte: u8, rng: &mut Rng) -> u8 {
        if rng.below(60) == 0 {
            rng.below(256) as u8
        } else {
            byte
        }
    }
}
