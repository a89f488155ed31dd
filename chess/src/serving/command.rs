//! What a graphical interface says, word by word.

use std::str::SplitWhitespace;
use std::time::Duration;

/// A line of the protocol. What is not known is nothing: the protocol wants unknown words ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`
    Hello,
    /// `isready`
    Ready,
    /// `ucinewgame`
    NewGame,
    /// `setoption name … value …`
    Set(String, String),
    /// `position startpos|fen … moves …`: the starting position, and the moves.
    Position(String, Vec<String>),
    /// `go …`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// Anything else.
    Nothing,
}

/// The limits of a `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Time on the clocks of White and Black.
    pub time: [Option<Duration>; 2],
    /// What every move adds to them.
    pub increment: [Duration; 2],
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// Exactly this much time.
    pub move_time: Option<Duration>,
    /// This many plies.
    pub depth: Option<u32>,
    /// Until a mate in this many moves is found.
    pub mate: Option<u32>,
    /// This many positions.
    pub nodes: Option<u64>,
    /// Until `stop`.
    pub infinite: bool,
    /// Until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Only these moves.
    pub moves: Vec<String>,
}

impl Command {
    /// Reads a line.
    #[must_use]
    pub fn read(line: &str) -> Command {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => Command::Hello,
            Some("isready") => Command::Ready,
            Some("ucinewgame") => Command::NewGame,
            Some("setoption") => option(line),
            Some("position") => position(words),
            Some("go") => Command::Go(Go::read(words)),
            Some("stop") => Command::Stop,
            Some("ponderhit") => Command::PonderHit,
            Some("quit") => Command::Quit,
            _ => Command::Nothing,
        }
    }
}

/// Names and values may be several words.
fn option(line: &str) -> Command {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let Some(words) = words.strip_prefix(&["name"]) else {
        return Command::Nothing;
    };
    let end = words
        .iter()
        .position(|&word| word == "value")
        .unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default();
    Command::Set(words[..end].join(" ").to_lowercase(), value.join(" "))
}

fn position(words: SplitWhitespace<'_>) -> Command {
    let words: Vec<&str> = words.collect();
    let end = words
        .iter()
        .position(|&word| word == "moves")
        .unwrap_or(words.len());
    let moves = words
        .get(end + 1..)
        .unwrap_or_default()
        .iter()
        .map(ToString::to_string)
        .collect();
    let first = words[..end].strip_prefix(&["fen"]).unwrap_or(&words[..end]);
    Command::Position(first.join(" "), moves)
}

/// A number of milliseconds; clocks that have run out are at 0.
fn milliseconds(word: Option<&str>) -> Option<Duration> {
    let number: i64 = word?.parse().ok()?;
    Some(Duration::from_millis(number.max(0) as u64))
}

impl Go {
    fn read(words: SplitWhitespace<'_>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "wtime" => go.time[0] = milliseconds(words.next()),
                "btime" => go.time[1] = milliseconds(words.next()),
                "winc" => go.increment[0] = milliseconds(words.next()).unwrap_or_default(),
                "binc" => go.increment[1] = milliseconds(words.next()).unwrap_or_default(),
                "movestogo" => go.moves_to_go = words.next().and_then(|word| word.parse().ok()),
                "movetime" => go.move_time = milliseconds(words.next()),
                "depth" => go.depth = words.next().and_then(|word| word.parse().ok()),
                "mate" => go.mate = words.next().and_then(|word| word.parse().ok()),
                "nodes" => go.nodes = words.next().and_then(|word| word.parse().ok()),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        go.moves.push(m.to_string());
                    }
                }
                _ => {}
            }
        }
        go
    }

    /// Plies to search. A mate in some moves has fewer than twice as many, but lines that seem to
    /// lead nowhere are searched less deep: twice that again is time enough to see them.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        let for_mate = self.mate.map(|moves| moves.max(1).saturating_mul(4));
        self.depth.or(for_mate)
    }

    /// Without any limit a search goes on until it is stopped.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        let timed = self.time.iter().any(Option::is_some) || self.move_time.is_some();
        let limited = timed || self.depth.or(self.mate).is_some() || self.nodes.is_some();
        self.infinite || !limited
    }
}

const KEYWORDS: [&str; 11] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "mate",
    "nodes",
    "infinite",
    "ponder",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_protocol_means_them() {
        assert_eq!(Command::read("  uci\r"), Command::Hello);
        assert_eq!(Command::read("joho"), Command::Nothing);
        let set = Command::read("setoption name Clear Hash");
        assert_eq!(set, Command::Set("clear hash".into(), String::new()));
        let set = Command::read("setoption name Hash value 32");
        assert_eq!(set, Command::Set("hash".into(), "32".into()));
        let at = Command::read("position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4 e7e5");
        let moves = vec!["e2e4".to_string(), "e7e5".into()];
        assert_eq!(
            at,
            Command::Position("8/8/8/8/8/8/8/8 w - - 0 1".into(), moves)
        );
        assert_eq!(
            Command::read("position startpos"),
            Command::Position("startpos".into(), vec![])
        );
    }

    #[test]
    fn limits_of_every_kind() {
        let Command::Go(go) = Command::read(
            "go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 movestogo 3 nodes 7",
        ) else {
            unreachable!("a go is a go")
        };
        assert_eq!(go.moves, ["e2e4", "d2d4"]);
        assert_eq!(
            go.time,
            [Some(Duration::from_secs(1)), Some(Duration::ZERO)]
        );
        assert_eq!(
            (go.increment[0], go.moves_to_go),
            (Duration::from_millis(10), Some(3))
        );
        assert_eq!((go.nodes, go.is_endless()), (Some(7), false));
        let Command::Go(go) = Command::read("go infinite") else {
            unreachable!("a go is a go")
        };
        assert!(go.is_endless());
        let Command::Go(go) = Command::read("go depth x") else {
            unreachable!("a go is a go")
        };
        assert!(go.is_endless(), "a limit that is none");
    }
}
