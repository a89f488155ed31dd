//! GNU Backgammon as an opponent in backgammon, by its command line (`gnubg --tty`).
//!
//! ```text
//!   set board 4HPwATDgc/ABMA   ──▶  gnubg: the position, its player 1 on roll
//!   set dice 6 3               ──▶
//!   hint 1                     ──▶
//!                              ◀──      1. Cubeless 0-ply   24/18 13/10      Eq.: +0.011
//!   show rng                   ──▶      (its output marks the end of the one before)
//! ```
//!
//! Every position is set again, so gnubg holds no game of its own and can move for either side of
//! any game. Its levels are its own presets: evaluation without look-ahead, made worse by noise
//! that is always the same for the same position. It runs in a home of its own, which is removed
//! with it.

#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use gametree::{
    Counts, Game, Limits, Notation, Observer, PayoffReport, PayoffSearch, Payoffs, Player, Stop,
};
use gametree_games::backgammon::{Backgammon, Move, Stage};

/// How well gnubg plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Its look-ahead; 0 is the evaluation of what a play leads to.
    pub plies: u8,
    /// The standard deviation of what is added to each evaluation.
    pub noise: f32,
}

/// The presets of gnubg, by name.
const LEVELS: [(&str, Level); 6] = [
    (
        "beginner",
        Level {
            plies: 0,
            noise: 0.060,
        },
    ),
    (
        "casual",
        Level {
            plies: 0,
            noise: 0.050,
        },
    ),
    (
        "intermediate",
        Level {
            plies: 0,
            noise: 0.030,
        },
    ),
    (
        "advanced",
        Level {
            plies: 0,
            noise: 0.015,
        },
    ),
    (
        "expert",
        Level {
            plies: 0,
            noise: 0.0,
        },
    ),
    (
        "world-class",
        Level {
            plies: 2,
            noise: 0.0,
        },
    ),
];

/// A preset's name, or `noise=0.2` for any amount of it without look-ahead.
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        if let Some((_, level)) = LEVELS.iter().find(|(name, _)| *name == text) {
            return Ok(*level);
        }
        let noise = text
            .strip_prefix("noise=")
            .and_then(|noise| noise.parse().ok());
        let level = noise
            .filter(|noise| (0.0..=10.0).contains(noise))
            .map(|noise| Level { plies: 0, noise });
        let names: Vec<&str> = LEVELS.iter().map(|(name, _)| *name).collect();
        level.ok_or_else(|| {
            format!(
                "{text:?} is no level of gnubg: {} or noise=0.2",
                names.join(", ")
            )
        })
    }
}

/// What went wrong with gnubg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GnubgError {
    /// It cannot be started.
    NotStarted {
        /// What was tried.
        program: String,
        /// Why it failed.
        why: String,
    },
    /// It ended, or closed its input.
    Died {
        /// The last it said.
        last: String,
    },
    /// It said nothing in time, and was ended.
    NoAnswer {
        /// The time it had.
        within: Duration,
    },
    /// Its response is not a legal play.
    Illegal {
        /// What it said.
        answer: String,
        /// Where.
        position: String,
    },
    /// There is nothing to play: the game is over, chance acts, or the cube is to be decided, which
    /// is not asked of it.
    NothingToPlay {
        /// Where.
        position: String,
    },
}

impl fmt::Display for GnubgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GnubgError::NotStarted { program, why } => {
                write!(
                    f,
                    "cannot start GNU Backgammon ({program}): {why}; is the package gnubg installed?"
                )
            }
            GnubgError::Died { last } => {
                write!(f, "GNU Backgammon ended; the last it said was {last:?}")
            }
            GnubgError::NoAnswer { within } => {
                write!(
                    f,
                    "GNU Backgammon gave no answer within {:.1} s",
                    within.as_secs_f64()
                )
            }
            GnubgError::Illegal { answer, position } => {
                write!(
                    f,
                    "GNU Backgammon answered {answer:?}, which is no legal play in {position}"
                )
            }
            GnubgError::NothingToPlay { position } => {
                write!(f, "there is no roll to play in {position}")
            }
        }
    }
}

impl std::error::Error for GnubgError {}

/// What gnubg would play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    /// The play.
    pub m: Move,
    /// What it is worth to its player, in points at a cube of 1; `None` for forced plays, for which
    /// gnubg is not consulted.
    pub value: Option<f64>,
}

/// GNU Backgammon, running. Dropped, it is killed. After a failure it is started again for the next
/// request.
#[derive(Debug)]
pub struct Gnubg {
    programs: Vec<PathBuf>,
    level: Level,
    /// How long a response may take.
    pub patience: Duration,
    process: Option<Process>,
}

/// How long the start may take.
const START: Duration = Duration::from_secs(30);
/// How long a response may take by default.
const PATIENCE: Duration = Duration::from_secs(20);
/// What marks the end of a response: the command, and how what it prints begins.
const END: (&str, &str) = ("show rng", "You are using the");

impl Gnubg {
    /// Starts gnubg, from the path or where Debian puts games.
    pub fn start(level: Level) -> Result<Gnubg, GnubgError> {
        Gnubg::start_program(&["gnubg", "/usr/games/gnubg"].map(PathBuf::from), level)
    }

    /// Starts the first of these programs that is there.
    pub fn start_program(programs: &[PathBuf], level: Level) -> Result<Gnubg, GnubgError> {
        let programs = programs.to_vec();
        let mut gnubg = Gnubg {
            programs,
            level,
            patience: PATIENCE,
            process: None,
        };
        gnubg.process = Some(Process::start(&gnubg.programs, level)?);
        Ok(gnubg)
    }

    /// What it plays where a roll is to be played. It is consulted only where there is a choice.
    pub fn ask(&mut self, position: &Backgammon) -> Result<Answer, GnubgError> {
        let patience = self.patience;
        self.ask_within(position, patience)
    }

    fn ask_within(
        &mut self,
        position: &Backgammon,
        within: Duration,
    ) -> Result<Answer, GnubgError> {
        let (Stage::Play(dice), None) = (position.stage(), position.outcome()) else {
            return Err(GnubgError::NothingToPlay {
                position: position.text(),
            });
        };
        let mut plays = position.moves();
        if let (Some(m), None) = (plays.next(), plays.next()) {
            return Ok(Answer { m, value: None });
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.programs, self.level)?,
        };
        let [one, other] = dice.pair();
        let commands = [
            format!("set board {}", position.position_id()),
            format!("set dice {one} {other}"),
            "hint 1".to_string(),
        ];
        let lines = process
            .under(position.has_gammons(), within)
            .and_then(|()| process.tell(&commands, within))?;
        let answer = read_answer(position, &lines)?;
        self.process = Some(process);
        Ok(answer)
    }
}

/// The first play that `hint` lists.
fn read_answer(position: &Backgammon, lines: &[String]) -> Result<Answer, GnubgError> {
    let illegal = |answer: &str| GnubgError::Illegal {
        answer: answer.to_string(),
        position: position.text(),
    };
    let first = lines
        .iter()
        .map(|line| line.trim())
        .find(|line| line.starts_with("1. "));
    let line = first.ok_or_else(|| illegal(lines.last().map_or("", |line| line.trim())))?;
    let (text, value) = parts(line).ok_or_else(|| illegal(line))?;
    let m = position.read_move(text).ok_or_else(|| illegal(text))?;
    Ok(Answer {
        m,
        value: Some(value),
    })
}

/// The play and its value in a line like `1. Cubeless 0-ply   24/18 13/10   Eq.: +0.011`.
fn parts(line: &str) -> Option<(&str, f64)> {
    let (_, rest) = line.split_once("-ply")?;
    let (play, rest) = rest.split_once("Eq.:")?;
    let value = rest.split_whitespace().next()?.parse().ok()?;
    Some((play.trim(), value))
}

impl PayoffSearch<Backgammon> for Gnubg {
    /// Where gnubg fails, the report has the first legal move and nothing known of it: a caller
    /// that must know what happened calls [`Gnubg::ask`]. A time limit is how long to wait for it.
    fn watch_payoffs<O: Observer<Backgammon>>(
        &mut self,
        root: &Backgammon,
        limits: &Limits,
        _: &mut O,
    ) -> PayoffReport<Move> {
        let start = Instant::now();
        let answer = self.ask_within(root, limits.time.unwrap_or(self.patience));
        let over = root.outcome().is_some();
        let line = match &answer {
            Ok(answer) => vec![answer.m],
            Err(_) if over || matches!(root.stage(), Stage::Opening | Stage::Roll) => Vec::new(),
            Err(_) => root.moves().take(1).collect(),
        };
        let told = answer
            .as_ref()
            .ok()
            .and_then(|answer| answer.value.map(|value| (answer.m, value)));
        let sign = if root.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        let cube = f64::from(root.cube().value());
        let value = if over {
            root.payoff(Player::FIRST)
        } else {
            told.map_or(0.0, |(_, v)| sign * v * cube)
        };
        PayoffReport {
            values: vec![value, -value],
            line,
            moves: told
                .map(|(m, value)| (m, value * cube))
                .into_iter()
                .collect(),
            proven: over,
            stop: if over { Stop::Done } else { Stop::Depth },
            depth: 0,
            worlds: 0,
            counts: Counts {
                nodes: 1,
                ..Counts::default()
            },
            elapsed: start.elapsed(),
        }
    }
}

/// The process and its lines.
#[derive(Debug)]
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    home: PathBuf,
    /// Whether gammons count in the game it has.
    gammons: Option<bool>,
}

impl Process {
    fn start(programs: &[PathBuf], level: Level) -> Result<Process, GnubgError> {
        let home = new_home().map_err(|error| not_started(programs, &error))?;
        let mut child = match spawn(programs, &home) {
            Ok(child) => child,
            Err(error) => {
                let _ = std::fs::remove_dir_all(&home);
                return Err(not_started(programs, &error));
            }
        };
        let (sender, lines) = channel();
        child
            .stdout
            .take()
            .into_iter()
            .for_each(|out| listen(out, sender.clone()));
        child
            .stderr
            .take()
            .into_iter()
            .for_each(|out| listen(out, sender.clone()));
        // Only the listeners send: when both have ended, so has gnubg.
        drop(sender);
        let input = child.stdin.take();
        let mut process = Process {
            child,
            input,
            lines,
            home,
            gammons: None,
        };
        process.tell(&setup(level), START)?;
        Ok(process)
    }

    /// Opens a game in which gammons count or do not.
    fn under(&mut self, gammons: bool, within: Duration) -> Result<(), GnubgError> {
        if self.gammons == Some(gammons) {
            return Ok(());
        }
        let game = if gammons {
            "new session"
        } else {
            "new match 1"
        };
        self.tell(&[game.to_string(), "set turn 1".to_string()], within)?;
        self.gammons = Some(gammons);
        Ok(())
    }

    /// Gives commands and waits until they are done; what was said meanwhile.
    fn tell(&mut self, commands: &[String], within: Duration) -> Result<Vec<String>, GnubgError> {
        let text = commands.join("\n") + "\n" + END.0 + "\n";
        let written = self.input.as_mut().map(|input| {
            input
                .write_all(text.as_bytes())
                .and_then(|()| input.flush())
        });
        let (until, mut said) = (Instant::now() + within, Vec::new());
        if !matches!(written, Some(Ok(()))) {
            said.extend(self.lines.try_iter());
            return Err(died(&said));
        }
        loop {
            match self
                .lines
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(line) if line.trim_start().starts_with(END.1) => return Ok(said),
                Ok(line) => said.push(line),
                Err(RecvTimeoutError::Timeout) => return Err(GnubgError::NoAnswer { within }),
                Err(RecvTimeoutError::Disconnected) => return Err(died(&said)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

fn not_started(programs: &[PathBuf], error: &io::Error) -> GnubgError {
    let names: Vec<String> = programs
        .iter()
        .map(|program| program.display().to_string())
        .collect();
    GnubgError::NotStarted {
        program: names.join(", "),
        why: error.to_string(),
    }
}

fn died(said: &[String]) -> GnubgError {
    let last = said.iter().rev().find(|line| !line.trim().is_empty());
    GnubgError::Died {
        last: last.map_or(String::new(), |line| line.trim().to_string()),
    }
}

/// Starts the first program that is there.
fn spawn(programs: &[PathBuf], home: &PathBuf) -> io::Result<Child> {
    let mut missing = io::Error::new(io::ErrorKind::NotFound, "no program was named");
    for program in programs {
        let mut command = Command::new(program);
        command
            .args(["--tty", "--quiet", "--no-rc", "--lang=C"])
            .current_dir(home);
        command
            .env("HOME", home)
            .env("LC_ALL", "C")
            .env_remove("DISPLAY");
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => missing = error,
            result => return result,
        }
    }
    Err(missing)
}

/// A directory that no other process uses.
fn new_home() -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let home =
            std::env::temp_dir().join(format!("gametree-gnubg-{}-{number}", std::process::id()));
        match std::fs::create_dir(&home) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|()| home),
        }
    }
}

/// Passes lines on until there are no more.
fn listen(from: impl Read + Send + 'static, to: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(from).split(b'\n') {
            let Ok(line) = line else { return };
            if to
                .send(String::from_utf8_lossy(&line).into_owned())
                .is_err()
            {
                return;
            }
        }
    });
}

/// Nothing by itself, no cube, and the level.
fn setup(Level { plies, noise }: Level) -> Vec<String> {
    let quiet = [
        "set player 0 human",
        "set player 1 human",
        "set confirm new off",
        "set display off",
    ];
    let manual = [
        "set automatic game off",
        "set automatic roll off",
        "set automatic move off",
    ];
    let money = [
        "set jacoby off",
        "set cube use off",
        "set threads 1",
        "set output mwc off",
    ];
    let evaluation = |what: String| format!("set evaluation chequerplay evaluation {what}");
    let level = [
        format!("plies {plies}"),
        "cubeful off".to_string(),
        format!("noise {noise:.3}"),
        "deterministic on".to_string(),
    ];
    let fixed = quiet
        .into_iter()
        .chain(manual)
        .chain(money)
        .map(String::from);
    fixed.chain(level.map(evaluation)).collect()
}
