//! Conversations with the built-in engine, as a graphical interface would hold them.

use crate::data;

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

    /// The next line.
    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).unwrap();
        assert!(read > 0, "it went away");
        line.trim_end().to_string()
    }

    /// The lines up to the one that begins with this word.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
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
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "SyzygyPath",
        "Network",
        "EvalFile",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "Search",
    ] {
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
    for word in [
        "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time",
    ] {
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
    for search in ["minmax", "alphabeta", "pvs"] {
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

/// The number after a word of a line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|&w| w != word);
    let text = words
        .nth(1)
        .unwrap_or_else(|| panic!("no {word} in {line}"));
    text.parse().unwrap_or_else(|_| panic!("{word} {text}"))
}

/// Several lines come with their numbers, all of one depth, the best first and no move twice; the
/// last iteration that was done has every one of them.
#[test]
fn the_best_lines_are_told_by_their_numbers() {
    let mut talk = Talk::new();
    talk.say("setoption name MultiPV value 3");
    talk.say("position fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    talk.say("go nodes 30000");
    let lines = talk.until("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    // All are told once more at the end.
    let whole = &infos[..infos.len() - 3];
    assert!(
        whole.len() >= 9 && whole.len().is_multiple_of(3),
        "{whole:?}"
    );
    for iteration in whole.chunks(3) {
        let depth = number(iteration[0], "depth");
        let mut last = i64::MAX;
        let mut first = Vec::new();
        for (place, line) in iteration.iter().enumerate() {
            assert_eq!(number(line, "multipv"), place as i64 + 1, "{line}");
            assert_eq!(number(line, "depth"), depth, "{line}");
            assert!(number(line, "cp") <= last, "{iteration:?}");
            last = number(line, "cp");
            first.push(line.split(" pv ").nth(1).unwrap().split(' ').next());
        }
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 3, "{iteration:?}");
    }
    // Wherever it is stopped, the last lines begin with different moves.
    for nodes in (500..4000).step_by(250) {
        talk.say("position startpos moves e2e4");
        talk.say(&format!("go nodes {nodes}"));
        let told = talk.until("bestmove");
        let mut last = [""; 3];
        for line in told.iter().filter(|line| line.contains(" multipv ")) {
            let number = line.split(" multipv ").nth(1).unwrap().split(' ').next();
            let number: usize = number.unwrap().parse().unwrap();
            last[number - 1] = line
                .split(" pv ")
                .nth(1)
                .unwrap()
                .split(' ')
                .next()
                .unwrap();
        }
        assert!(
            told.last()
                .unwrap()
                .starts_with(&format!("bestmove {}", last[0]))
        );
        assert!(
            last[0] != last[1] && last[1] != last[2] && last[0] != last[2],
            "{told:?}"
        );
    }
    // As many as there are moves.
    talk.say("position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1");
    talk.say("go depth 3");
    let lines = talk.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
}

/// A line without what depends on the time it took.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let skip = |place: usize| place > 0 && ["nps", "time"].contains(&words[place - 1]);
    let kept = (0..words.len()).filter(|&place| !skip(place));
    kept.map(|place| words[place]).collect::<Vec<_>>().join(" ")
}

/// Two engines that are asked the same say the same, but for the time it took.
#[test]
fn a_search_by_nodes_is_the_same_again() {
    let said = |lines: &[&str]| {
        let mut talk = Talk::new();
        lines.iter().for_each(|line| talk.say(line));
        let told = talk.until("bestmove");
        told.iter().map(|line| timeless(line)).collect::<Vec<_>>()
    };
    let go = ["position startpos moves e2e4 c7c5", "go nodes 20000"];
    assert_eq!(said(&go), said(&go));
    let again = ["position startpos", "go nodes 5000"];
    let mut talk = Talk::new();
    let first = talk.best(&again);
    talk.best(&go);
    talk.say("ucinewgame");
    assert_eq!(talk.best(&again), first);
}

/// Without an end of its own, a weak player's search is no longer than any other of it.
#[test]
fn a_weak_player_searches_no_longer_for_having_no_limit() {
    let weak = [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 900",
        "position startpos moves e2e4 c7c5",
    ];
    let mut limited = Talk::new();
    weak.iter().for_each(|line| limited.say(line));
    limited.say("go depth 60");
    let told = limited.until("bestmove");
    let (best, infos) = told.split_last().unwrap();
    let mut endless = Talk::new();
    weak.iter().for_each(|line| endless.say(line));
    endless.say("go infinite");
    for info in infos {
        assert_eq!(timeless(&endless.line()), timeless(info));
    }
    endless.say("stop");
    assert_eq!(endless.until("bestmove").last(), Some(best));
}

#[test]
fn chances_are_told_with_scores_and_sum_up() {
    let mut talk = Talk::new();
    talk.say("setoption name UCI_ShowWDL value true");
    talk.say("position fen 4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1");
    talk.say("go nodes 2000");
    let lines = talk.until("bestmove");
    let told: Vec<&String> = lines.iter().filter(|line| line.contains(" wdl ")).collect();
    assert!(!told.is_empty());
    for line in told {
        let mut words = line.split(' ').skip_while(|&word| word != "wdl").skip(1);
        let chances: Vec<u32> = (0..3)
            .map(|_| words.next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(chances.iter().sum::<u32>(), 1000, "{line}");
        assert!(chances[2] > 800, "{line}");
    }
}

/// A search for a mate ends when it is found, and also where there is none.
#[test]
fn a_mate_is_searched_until_it_is_found() {
    let mut talk = Talk::new();
    let mate_in_two = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    talk.say(mate_in_two);
    talk.say("go mate 2");
    let lines = talk.until("bestmove");
    assert!(
        lines.last().unwrap().starts_with("bestmove a1a6"),
        "{lines:?}"
    );
    assert!(
        lines[lines.len() - 2].contains(" score mate 2 "),
        "{lines:?}"
    );
    assert_ne!(talk.best(&["position startpos", "go mate 1"]), "(none)");
}

/// Only moves that tablebases call best are played, and the score says who wins.
#[test]
fn tablebases_know_the_root() {
    let Some(tables) = data::fetched("syzygy/regular") else {
        return;
    };
    let mut talk = Talk::new();
    talk.say(&format!(
        "setoption name SyzygyPath value {}",
        tables.display()
    ));
    talk.say("isready");
    assert_eq!(talk.until("readyok").len(), 1);
    // Rook against bishop: a draw, whatever the evaluator counts; king and pawn: only one move wins.
    talk.say("position fen 8/8/8/8/3k4/8/2R5/K5b1 w - - 0 1");
    talk.say("go nodes 2000");
    let lines = talk.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score cp 0 "), "{lines:?}");
    assert!(number(&lines[lines.len() - 2], "tbhits") > 0);
    talk.say("position fen 8/8/8/8/4k3/8/4P3/4K3 b - - 0 1");
    talk.say("go nodes 2000");
    let lines = talk.until("bestmove");
    assert!(lines[lines.len() - 2].contains(" score cp 0 "), "{lines:?}");
    talk.say("setoption name SyzygyPath value nowhere");
    talk.say("isready");
    let told = talk.until("readyok");
    assert!(told[0].starts_with("info string"), "{told:?}");
}

/// What the rules of the protocol allow at any time is done at any time; `quit` ends a search.
#[test]
fn quit_and_questions_in_the_middle_of_a_search() {
    for go in [
        "go infinite",
        "go ponder wtime 100000 btime 100000",
        "go depth 90",
    ] {
        let mut talk = Talk::new();
        talk.say("position startpos");
        talk.say(go);
        while number(&talk.until("info").pop().unwrap(), "depth") < 4 {}
        talk.say("isready");
        talk.until("readyok");
        talk.say("uci");
        talk.until("uciok");
        talk.say("quit");
        talk.until("bestmove");
        let mut rest = String::new();
        assert_eq!(talk.output.read_line(&mut rest).unwrap(), 0, "{rest}");
    }
}
