//! An engine that misbehaves as it is told: `scripted-engine MODE [ARGUMENT]`. Its normal result is
//! the first legal move (of `searchmoves`), with a value that says which position it is about.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use gametree::rng::Rng;
use gametree::{Game, Persistent, Readable};
use gametree_chess::Chess;
use gametree_chess::uci::{Engine, EngineSpec, Timeouts};

struct Script {
    mode: String,
    argument: String,
    position: Chess,
    fen: String,
    searches: u32,
    go: String,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "normal".to_owned());
    let argument = arguments.next().unwrap_or_default();
    let position = Chess::default();
    let script = Script {
        mode,
        argument,
        position,
        fen: String::new(),
        searches: 0,
        go: String::new(),
    };
    script.run();
}

fn say(text: &str) {
    bytes(format!("{text}\n").as_bytes());
}

fn bytes(text: &[u8]) {
    let mut out = stdout().lock();
    if out.write_all(text).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn for_ever(text: &[u8]) -> ! {
    loop {
        bytes(text);
    }
}

fn sleep_for_ever() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

impl Script {
    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    fn number(&self) -> u64 {
        self.argument.parse().unwrap_or(0)
    }

    fn run(mut self) {
        self.at_start();
        for line in stdin().lock().lines() {
            let Ok(line) = line else { break };
            self.obey(line.trim());
        }
        if self.is("ignores-quit") {
            sleep_for_ever();
        }
    }

    fn at_start(&self) {
        match self.mode.as_str() {
            "crash-at-start" => {
                eprintln!("no network file\nI give up");
                exit(3);
            }
            "starts-once" if Path::new(&self.argument).exists() => exit(4),
            "hangs-again" if Path::new(&self.argument).exists() => sleep_for_ever(),
            "starts-once" | "hangs-again" => std::fs::write(&self.argument, "").expect("a mark"),
            "hold" => hold(),
            "churn" => churn(self.number()),
            "garbage" => self.garbage(),
            _ => {}
        }
    }

    fn obey(&mut self, line: &str) {
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "uci" => self.greet(),
            "isready" if self.is("never-ready") => {}
            "isready" if self.is("crlf") => bytes(b"readyok\r\n"),
            "isready" => say("readyok"),
            "setoption" if !self.argument.is_empty() && self.is("logs") => self.log(line),
            "ucinewgame" if self.is("logs") => self.log(line),
            "position" => self.set_up(line),
            "go" => self.search(line),
            "stop" => self.stop(),
            "quit" if !self.is("ignores-quit") => exit(0),
            _ => {}
        }
    }

    fn log(&self, line: &str) {
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.argument);
        writeln!(file.expect("a log"), "{line}").expect("a line of the log");
    }

    #[allow(clippy::zombie_processes)] // That is what it is for.
    fn greet(&self) {
        match self.mode.as_str() {
            "no-uciok" => return,
            "endless-start" => for_ever(b"info string hello\n"),
            "crlf" => {
                return bytes(
                    b"id name Scripted\r\noption name Hash type spin default 1 min 1 max 9\r\nuciok\r\n",
                );
            }
            "non-utf8" => bytes(b"id name Scripted \xff\xfe\n\xc3\x28\n"),
            "long-name" => say(&format!("id name {}", "x".repeat(60_000))),
            "setsid" => {
                let child = Command::new("setsid").args(["sleep", "1000"]).spawn();
                say(&format!("id author {}", child.expect("a child").id()));
            }
            "grandchild" => {
                let child = Command::new("sleep").arg("1000").spawn().expect("a child");
                say(&format!("id author {}", child.id()));
            }
            _ => say("id name Scripted"),
        }
        match self.mode.as_str() {
            "no-hash" => {}
            "small-hash" => say("option name Hash type spin default 4 min 2 max 8"),
            _ => say("option name Hash type spin default 16 min 1 max 1024"),
        }
        say("option name Threads type spin default 1 min 1 max 8");
        if !self.is("no-multipv") {
            say("option name MultiPV type spin default 1 min 1 max 8");
        }
        say("option name Style type combo default Solid var Solid var Very Risky");
        say("uciok");
    }

    fn set_up(&mut self, line: &str) {
        line.trim_start_matches("position fen ")
            .clone_into(&mut self.fen);
        self.position = Chess::read(&self.fen).expect("only legal positions reach an engine");
    }

    fn search(&mut self, line: &str) {
        line.clone_into(&mut self.go);
        if self.is_tried_out() {
            return self.answer(&self.best());
        }
        self.searches += 1;
        if self.is("logs") {
            self.log(line);
        }
        let best = self.best();
        match self.mode.as_str() {
            "silent" | "never-answers" | "obeys-stop" | "late" => {}
            "no-searchmoves" | "no-multipv" => self.answer_whole(),
            "no-nodes" => self.answer_in_time(&best),
            "few-nodes" => self.answer_after(&best, 200),
            "many-nodes" => self.answer_after(&best, u64::MAX),
            "false-mate" => say(&format!(
                "info depth 9 score mate 1 nodes 1000 pv {best}\nbestmove {best}"
            )),
            "crash-on-go" => {
                eprintln!("boom");
                exit(7);
            }
            "starts-once" | "hangs-again" => exit(10),
            "crash-on" if self.fen.contains(&self.argument) => exit(8),
            "dies-after" if u64::from(self.searches) > self.number() => exit(9),
            "endless-output" => for_ever(b"info depth 1 nodes 1\n"),
            "endless-line" => for_ever(&[b'x'; 4096]),
            "ignores-nodes" => self.think_on(),
            "illegal-bestmove" => self.answer("h1h1"),
            "illegal-pv" => say(&format!(
                "info depth 1 score cp 1 nodes 9 pv a1a1 {best}\nbestmove {best}"
            )),
            "no-move" => self.answer("(none)"),
            "null-move" => self.answer("0000"),
            "bounds" => say(&format!(
                "info depth 1 score cp 1 lowerbound nodes 9 pv {best}\nbestmove {best}"
            )),
            "absurd" => say(&format!(
                "info depth 1 score mate 0 nodes 9 pv {best}\nbestmove {best}"
            )),
            "no-value" => say(&format!("bestmove {best}")),
            "outside" => self.answer(&self.outside()),
            "crlf" => self.answer_with(&best, "\r\n"),
            _ => self.behave(&best),
        }
    }

    fn behave(&self, best: &str) {
        match self.mode.as_str() {
            "slow" => sleep(Duration::from_millis(self.number())),
            "floods" => {
                (0..20_000).for_each(|n| say(&format!("info depth 1 nodes {n} currmove {best}")))
            }
            "garbage" => self.garbage(),
            "non-utf8" => bytes(b"info string \xff\xff\xff\n"),
            _ => {}
        }
        self.answer(best);
        if self.is("twice") {
            say(&format!("bestmove {}", self.outside()));
        }
    }

    /// Lines of nothing, and of nearly something.
    fn garbage(&self) {
        let mut rng = Rng::new(self.number() + u64::from(self.searches));
        for _ in 0..300 {
            let start: &[u8] = [
                &b"info depth "[..],
                b"info score cp x pv ",
                b"option name ",
                b"id",
                b"",
            ][rng.below(5)];
            let noise = (0..rng.below(300)).map(|_| rng.below(256) as u8);
            let mut line: Vec<u8> = start.iter().copied().chain(noise).collect();
            line.push(b'\n');
            bytes(&line);
        }
    }

    /// Whether it is only tried out, and shall misbehave later.
    fn is_tried_out(&self) -> bool {
        let always = ["never-answers", "no-searchmoves", "no-multipv", "no-nodes"];
        !always.contains(&self.mode.as_str())
            && self
                .fen
                .starts_with("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w")
    }

    /// Takes no notice of `searchmoves`: the best lines of all moves, each worse by a point.
    fn answer_whole(&self) {
        let mut moves = self.position.moves().map(|m| self.position.uci(m));
        let lines = if self.is("no-multipv") { 1 } else { 8 };
        let best = self.position.moves().next().map(|m| self.position.uci(m));
        for (place, pv) in moves.by_ref().take(lines).enumerate() {
            let (rank, value) = (place + 1, self.value() - place as i64);
            say(&format!(
                "info depth 5 multipv {rank} score cp {value} nodes 1234 pv {pv}"
            ));
        }
        say(&format!("bestmove {}", best.unwrap_or_default()));
    }

    /// Takes no notice of `nodes`: without another limit it ends at once.
    fn answer_in_time(&self, best: &str) {
        let limited = self.go.contains("movetime") || self.go.contains("depth");
        self.answer_after(best, if limited { 5000 } else { 4 });
    }

    fn answer_after(&self, best: &str, nodes: u64) {
        let value = self.value();
        say(&format!(
            "info depth 5 score cp {value} nodes {nodes} pv {best}\nbestmove {best}"
        ));
    }

    fn think_on(&self) {
        for n in 0..5 {
            say(&format!(
                "info depth {n} score cp {} nodes {} pv {}",
                self.value(),
                n * 100_000,
                self.best()
            ));
        }
    }

    fn stop(&mut self) {
        match self.mode.as_str() {
            "late" => sleep(Duration::from_millis(self.number())),
            "obeys-stop" | "ignores-nodes" => {}
            _ => return,
        }
        if !self.go.is_empty() {
            self.answer(&self.best());
            self.go.clear();
        }
    }

    fn best(&self) -> String {
        let asked = self.go.split_once("searchmoves ").map(|(_, moves)| moves);
        let first = asked
            .and_then(|moves| moves.split(' ').next())
            .map(str::to_owned);
        first.unwrap_or_else(|| {
            self.position
                .moves()
                .next()
                .map_or("(none)".into(), |m| self.position.uci(m))
        })
    }

    /// A legal move that is not among `searchmoves`.
    fn outside(&self) -> String {
        let asked = self
            .go
            .split_once("searchmoves ")
            .map_or("", |(_, moves)| moves);
        let mut others = self.position.moves().map(|m| self.position.uci(m));
        others
            .find(|m| !asked.contains(m.as_str()))
            .unwrap_or_default()
    }

    /// In the mover's view; differs from position to position.
    fn value(&self) -> i64 {
        (self.position.identity() % 199) as i64
    }

    fn answer(&self, best: &str) {
        self.answer_with(best, "\n");
    }

    fn answer_with(&self, best: &str, end: &str) {
        let (pv, value) = (self.best(), self.value());
        let info =
            format!("info depth 5 seldepth 9 multipv 1 score cp {value} nodes 1234 nps 99 pv {pv}");
        bytes(format!("{info}{end}bestmove {best} ponder e7e5{end}").as_bytes());
    }
}

/// Keeps an engine that ignores `quit` and the end of its input, until we are killed.
fn hold() -> ! {
    let this = std::env::current_exe()
        .expect("a path")
        .to_string_lossy()
        .into_owned();
    let spec = EngineSpec::new(vec![this, "ignores-quit".to_owned()]);
    let engine = Engine::start(&spec, &Timeouts::default()).expect("an engine");
    say(&engine.process_id().to_string());
    sleep_for_ever()
}

/// Starts and ends engines; says how many files and threads are open when some, and when all, are
/// gone.
fn churn(times: u64) -> ! {
    let this = std::env::current_exe()
        .expect("a path")
        .to_string_lossy()
        .into_owned();
    let count = |what| {
        std::fs::read_dir(Path::new("/proc/self").join(what))
            .expect("proc")
            .count()
    };
    for round in 1..=times {
        let mode = ["normal", "floods", "ignores-quit", "grandchild"][round as usize % 4];
        let spec = EngineSpec::new(vec![this.clone(), mode.to_owned()]);
        drop(Engine::start(&spec, &Timeouts::default()).expect("an engine"));
        if round == 4 || round == times {
            say(&format!("{} {}", count("fd"), count("task")));
        }
    }
    exit(0)
}
