//! Learns the weights of the built-in evaluator, and writes them as Rust:
//!
//! ```text
//! cargo run --release --example tune -- ENGINE [POSITIONS [SEED]] > tuned.rs && mv tuned.rs src/weights/
//! ```
//!
//! Quiet positions come from games that the built-in engine plays against itself, with the weights
//! that it has and now and then a random move. ENGINE, any UCI engine, says at a
//! fixed number of nodes what each is worth. The weights are then those with the least log-loss
//! between both values as chances to win (after Texel, 2014), found by Adam (Kingma and Ba 2015).
//! With the same engine the same seed gives the same weights.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gametree::rng::Rng;
use gametree::{Game, Limits, NullMove, Search, Verdict};
use gametree_chess::Chess;
use gametree_chess::builtin::Builtin;
use gametree_chess::evaluate::{COUNT, FULL, PHASES, Tally, Tapered, Weights, count, phase, scale};
use gametree_chess::shakmaty::Position;

type Failure = Box<dyn Error>;

/// Nodes for a move of the games, and for a value of the engine.
const GAME_NODES: u64 = 500;
const LABEL_NODES: u64 = 800;
/// Random moves at the start; later one move in this many is random.
const OPENING: usize = 8;
const BLUNDER: usize = 12;
/// Games end here, or when one side is this many centipawns ahead.
const LONGEST: usize = 200;
const DECIDED: i32 = 1500;
/// Centipawns that make an advantage of e : 1.
const LOGISTIC: f64 = 150.0;
const EPOCHS: usize = 40;
const BATCH: usize = 1024;
const RATE: f64 = 1.0;
/// One position in this many is held out, and shows how well the others were learned.
const HELD_OUT: usize = 10;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("usage: tune ENGINE [POSITIONS [SEED]]")?;
    let positions = args.next().map_or(Ok(100_000), |text| text.parse())?;
    let seed = args.next().map_or(Ok(1), |text| text.parse())?;
    let positions = generate(positions, seed);
    eprintln!("{} positions", positions.len());
    let mut engine = Engine::start(&program)?;
    let mut samples = Vec::new();
    for position in &positions {
        samples.extend(
            engine
                .value(position)?
                .map(|value| Sample::new(position, value)),
        );
        if samples.len() % 10_000 == 0 {
            eprintln!("{} values", samples.len());
        }
    }
    engine.quit()?;
    print(&learn(&samples, seed));
    Ok(())
}

/// Quiet positions of games against itself, each once.
fn generate(wanted: usize, seed: u64) -> Vec<Chess> {
    let mut engine = Builtin::with(1 << 20, Tapered::default());
    let (mut rng, mut positions, mut seen) =
        (Rng::new(seed), Vec::new(), std::collections::HashSet::new());
    while positions.len() < wanted {
        engine.new_game(0);
        let mut game = Chess::default();
        for ply in 0..LONGEST {
            if game.outcome().is_some() {
                break;
            }
            let report = engine.search(&game, &Limits::nodes(GAME_NODES));
            let Some(best) = report.best() else { break };
            if ply >= OPENING && over(report.value.verdict()) {
                break;
            }
            let quiet = ply >= OPENING && !game.in_check() && game.is_quiet(best);
            if quiet && seen.insert(gametree::Keyed::key(&game)) {
                positions.push(game.clone());
            }
            let moves: Vec<_> = game.moves().collect();
            let random = ply < OPENING || rng.below(BLUNDER) == 0;
            game.play(if random {
                moves[rng.below(moves.len())]
            } else {
                best
            });
        }
    }
    positions.truncate(wanted);
    positions
}

fn over(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Points(points) => points.abs() > DECIDED,
        _ => true,
    }
}

/// An engine as a process.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str) -> Result<Engine, Failure> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no stdin")?;
        let output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        let mut engine = Engine {
            child,
            input,
            output,
        };
        engine.say("uci")?;
        engine.until("uciok")?;
        engine.say("setoption name Threads value 1")?;
        engine.say("setoption name Hash value 4")?;
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.input, "{line}")?)
    }

    /// The lines up to the one that begins with this word.
    fn until(&mut self, word: &str) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the engine went away".into());
            }
            let found = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if found {
                return Ok(lines);
            }
        }
    }

    /// White's centipawns; `None` for mates and decided positions: there is nothing to weigh.
    fn value(&mut self, position: &Chess) -> Result<Option<f64>, Failure> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {}", position.fen()))?;
        self.say(&format!("go nodes {LABEL_NODES}"))?;
        let lines = self.until("bestmove")?;
        let score = lines
            .iter()
            .rev()
            .find_map(|line| line.split_once(" score cp "));
        let Some((_, rest)) = score else {
            return Ok(None);
        };
        let points: f64 = rest.split_whitespace().next().unwrap_or_default().parse()?;
        let white = if position.color().is_white() {
            points
        } else {
            -points
        };
        Ok((points.abs() < f64::from(DECIDED)).then_some(white))
    }

    fn quit(mut self) -> Result<(), Failure> {
        self.say("quit")?;
        self.child.wait()?;
        Ok(())
    }
}

/// What is counted in a position, and the chance to win that the engine gives White.
struct Sample {
    features: Vec<(u16, i8)>,
    /// The parts of the middle game and of the endgame.
    parts: [f64; 2],
    chance: f64,
}

#[derive(Default)]
struct Notes(std::collections::BTreeMap<u16, i8>);

impl Tally for Notes {
    fn add(&mut self, feature: usize, count: i32) {
        *self.0.entry(feature as u16).or_default() += count as i8;
    }
}

fn logistic(centipawns: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / LOGISTIC).exp())
}

impl Sample {
    fn new(position: &Chess, value: f64) -> Sample {
        let board = position.inner().board();
        let mut notes = Notes::default();
        count(board, position.color(), &mut notes);
        let middle = f64::from(phase(board)) / f64::from(PHASES);
        let scale = f64::from(scale(board, value as i32)) / f64::from(FULL);
        Sample {
            features: notes
                .0
                .into_iter()
                .filter(|(_, count)| *count != 0)
                .collect(),
            parts: [middle * scale, (1.0 - middle) * scale],
            chance: logistic(value),
        }
    }

    fn guess(&self, weights: &[[f64; 2]]) -> f64 {
        let sum = self.features.iter().map(|&(feature, count)| {
            let [middle, end] = weights[feature as usize];
            f64::from(count) * (middle * self.parts[0] + end * self.parts[1])
        });
        logistic(sum.sum())
    }
}

/// The mean log-loss above the least possible.
fn loss(samples: &[&Sample], weights: &[[f64; 2]]) -> f64 {
    let cost = |p: f64, q: f64| -p * q.max(1e-9).ln() - (1.0 - p) * (1.0 - q).max(1e-9).ln();
    let each = |s: &&Sample| cost(s.chance, s.guess(weights)) - cost(s.chance, s.chance);
    samples.iter().map(each).sum::<f64>() / samples.len().max(1) as f64
}

fn learn(samples: &[Sample], seed: u64) -> Vec<[f64; 2]> {
    let mut rng = Rng::new(seed);
    let mut adam = Adam::new(Tapered::start().weights());
    let held = |i: usize| i.is_multiple_of(HELD_OUT);
    let test: Vec<&Sample> = samples
        .iter()
        .enumerate()
        .filter(|(i, _)| held(*i))
        .map(|(_, s)| s)
        .collect();
    let mut train: Vec<&Sample> = samples
        .iter()
        .enumerate()
        .filter(|(i, _)| !held(*i))
        .map(|(_, s)| s)
        .collect();
    for epoch in 0..EPOCHS {
        if epoch % 10 == 0 {
            eprintln!(
                "epoch {epoch}: {:.5} held out {:.5}",
                loss(&train, &adam.weights),
                loss(&test, &adam.weights)
            );
        }
        rng.shuffle(&mut train);
        let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        train.chunks(BATCH).for_each(|batch| adam.step(batch, rate));
    }
    eprintln!(
        "done: {:.5} held out {:.5}",
        loss(&train, &adam.weights),
        loss(&test, &adam.weights)
    );
    adam.weights
}

/// Adam's weights and moments.
struct Adam {
    weights: Vec<[f64; 2]>,
    first: Vec<[f64; 2]>,
    second: Vec<[f64; 2]>,
    steps: i32,
}

impl Adam {
    fn new(start: &Weights) -> Adam {
        let weights = start.iter().map(|pair| pair.map(f64::from)).collect();
        let zeros = vec![[0.0; 2]; COUNT];
        Adam {
            weights,
            first: zeros.clone(),
            second: zeros,
            steps: 0,
        }
    }

    fn step(&mut self, batch: &[&Sample], rate: f64) {
        let mut gradient = vec![[0.0; 2]; COUNT];
        for sample in batch {
            let error = sample.guess(&self.weights) - sample.chance;
            for &(feature, count) in &sample.features {
                for (part, sum) in sample.parts.iter().zip(&mut gradient[feature as usize]) {
                    *sum += error * part * f64::from(count) / batch.len() as f64;
                }
            }
        }
        self.steps += 1;
        let (fix1, fix2) = (
            1.0 - 0.9f64.powi(self.steps),
            1.0 - 0.999f64.powi(self.steps),
        );
        for (feature, part) in (0..COUNT).flat_map(|feature| [(feature, 0), (feature, 1)]) {
            let slope = gradient[feature][part];
            let (first, second) = (
                &mut self.first[feature][part],
                &mut self.second[feature][part],
            );
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            self.weights[feature][part] -=
                rate * (*first / fix1) / ((*second / fix2).sqrt() + 1e-8);
        }
    }
}

fn print(weights: &[[f64; 2]]) {
    println!(
        "//! The weights that `examples/tune.rs` learned. Written by it: learn again rather than edit.\n"
    );
    println!("use super::features::Weights;\n");
    println!("/// Middle game and endgame, in the order of the features.");
    println!("#[rustfmt::skip]\npub const TUNED: Weights = [");
    for row in weights.chunks(8) {
        let pairs: Vec<String> = row
            .iter()
            .map(|pair| format!("[{}, {}]", pair[0].round(), pair[1].round()))
            .collect();
        println!("    {},", pairs.join(", "));
    }
    println!("];");
}
