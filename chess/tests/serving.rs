//! Conversations with the built-in engine, as a graphical interface would hold them.

use std::io::{BufRead, BufReader, Write, pipe};
use std::thread::JoinHandle;

use gametree_chess::serving::serve;

/// An engine at the other end of two pipes.
struct Talk {
    input: Option<std::io::PipeWriter>,
    output: BufReader<std::io::PipeReader>,
    server: Option<JoinHandle<std::io::Result<()>>>,
}

impl Talk {
    fn new() -> Talk {
        let (server_in, input) = pipe().unwrap();
        let (output, server_out) = pipe().unwrap();
        let server = std::thread::spawn(move || serve(BufReader::new(server_in), server_out));
        Talk {
            input: Some(input),
            output: BufReader::new(output),
            server: Some(server),
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The lines up to the one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "it went away before {word}: {lines:?}"
            );
            lines.push(line.trim_end().to_string());
            if lines.last().unwrap().split(' ').next() == Some(word) {
                return lines;
            }
        }
    }

    /// The best move after these lines.
    fn best(&mut self, lines: &[&str]) -> String {
        lines.iter().for_each(|line| self.say(line));
        let last = self.until("bestmove").pop().unwrap();
        last.split(' ').nth(1).unwrap().to_string()
    }
}

/// Ends with the end of the input, as well as by `quit`.
impl Drop for Talk {
    fn drop(&mut self) {
        drop(self.input.take());
        let result = self.server.take().unwrap().join();
        if !std::thread::panicking() {
            result.unwrap().unwrap();
        }
    }
}

#[test]
fn it_introduces_itself_and_solves() {
    let mut talk = Talk::new();
    talk.say("uci");
    let hello = talk.until("uciok");
    assert!(hello[0].starts_with("id name gametree"), "{hello:?}");
    for name in ["Hash", "Clear Hash", "Threads", "UCI_Chess960", "Search"] {
        assert!(
            hello
                .iter()
                .any(|line| line.starts_with(&format!("option name {name} type"))),
            "{name}"
        );
    }
    talk.say("isready");
    assert_eq!(talk.until("readyok").len(), 1);
    talk.say("ucinewgame");
    talk.say("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    talk.say("go nodes 5000");
    let lines = talk.until("bestmove");
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("d1d8"));
    let info = &lines[lines.len() - 2];
    assert!(
        info.contains(" score mate 1 ") && info.contains(" pv d1d8"),
        "{info}"
    );
    for word in ["depth", "nodes", "nps", "time"] {
        assert!(info.contains(&format!(" {word} ")), "{info}");
    }
}

#[test]
fn stop_ponder_and_infinite() {
    let mut talk = Talk::new();
    talk.say("position startpos moves e2e4");
    talk.say("go infinite");
    talk.say("isready");
    talk.until("readyok");
    talk.say("position startpos");
    talk.say("isready");
    let busy = talk.until("readyok");
    assert!(
        busy.iter()
            .any(|line| line.starts_with("info string a search is running")),
        "{busy:?}"
    );
    assert_ne!(talk.best(&["stop"]), "(none)");
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    talk.say(mate);
    talk.say("go ponder wtime 1000 btime 1000");
    std::thread::sleep(std::time::Duration::from_millis(50));
    talk.say("isready");
    let waiting = talk.until("readyok");
    assert!(
        !waiting.iter().any(|line| line.starts_with("bestmove")),
        "not before it is asked: {waiting:?}"
    );
    assert_eq!(talk.best(&["ponderhit"]), "d1d8");
    talk.say(mate);
    talk.say("go infinite");
    while !talk.until("info").pop().unwrap().contains("mate 1") {}
    assert_eq!(talk.best(&["stop"]), "d1d8");
    assert_eq!(
        talk.best(&["stop", "ponderhit", mate, "go movetime 50"]),
        "d1d8"
    );
    talk.say("position startpos");
    assert_ne!(
        talk.best(&["go ponder wtime 300 btime 300", "ponderhit"]),
        "(none)"
    );
}

#[test]
fn what_is_wrong_is_told_and_not_searched() {
    let mut talk = Talk::new();
    for (position, go, word) in [
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "go depth 1",
            "king",
        ),
        ("position startpos moves e2e5", "go depth 1", "e2e5"),
        ("position startpos", "go depth 1 searchmoves e2e5", "e2e5"),
        (
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "go depth 1",
            "over",
        ),
        (
            "position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1",
            "go depth 1",
            "over",
        ),
    ] {
        talk.say(position);
        talk.say(go);
        let lines = talk.until("bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove (none)", "{position}");
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("info string") && line.contains(word)),
            "{lines:?}"
        );
    }
    talk.say("setoption name Hash value 0");
    talk.say("setoption name Nonsense");
    talk.say("nonsense \u{fffd}");
    talk.say("isready");
    assert_eq!(talk.until("readyok").len(), 3);
    assert_ne!(talk.best(&["position startpos", "go depth 3"]), "(none)");
}

#[test]
fn options_moves_to_search_and_both_searches() {
    let mut talk = Talk::new();
    assert_eq!(
        talk.best(&["position startpos", "go searchmoves a2a3 depth 4"]),
        "a2a3"
    );
    let castle = "position fen 4k3/8/8/8/8/8/PPPPPPPP/4K2R w K - 0 1";
    assert_eq!(
        talk.best(&[castle, "go searchmoves e1g1 nodes 100"]),
        "e1g1"
    );
    talk.say("setoption name UCI_Chess960 value true");
    assert_eq!(
        talk.best(&[castle, "go searchmoves e1h1 nodes 100"]),
        "e1h1"
    );
    for search in ["minmax", "pvs"] {
        talk.say(&format!("setoption name Search value {search}"));
        talk.say("setoption name Hash value 8");
        let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        assert_eq!(talk.best(&[mate, "go nodes 3000"]), "d1d8", "{search}");
    }
    talk.say("setoption name Threads value 2");
    assert_ne!(talk.best(&["position startpos", "go nodes 3000"]), "(none)");
}

/// A queen ahead, but the quick way has been played twice: the game's past counts.
#[test]
fn repetitions_of_the_game_are_avoided_by_who_is_ahead() {
    let mut talk = Talk::new();
    let start = "position fen 7k/8/8/8/8/8/1Q6/K7 b - - 0 1";
    talk.say(&format!("{start} moves h8g8 b2c2 g8h8 c2b2 h8g8"));
    talk.say("go nodes 3000");
    let lines = talk.until("bestmove");
    let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
    assert_ne!(best, "b2c2", "that position has been");
    assert!(lines[lines.len() - 2].contains("score"), "{lines:?}");
}
