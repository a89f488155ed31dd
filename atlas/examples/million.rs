//! How fast a large project grows: a made-up game, an analyst who answers at once, the real loop of questions and
//! answers.
//!
//! ```text
//! cargo run --release -p gametree-atlas --example million -- 1000000 1
//! ```
//!
//! Prints a table and one line of JSON: time a step (a question chosen, its answer applied; the disk not counted),
//! memory a position, time to open the project again, and how large cycles get.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::rng::mix;
use gametree::{
    Answer, Archived, Finding, Game, Notation, Outcome, Player, Question, Score, Source, TwoPlayer,
};
use gametree_atlas::Atlas;
use gametree_atlas::fact::Fact;
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{Store, StoreError};

/// A position. Regions of the game stay apart, as openings do; inside a region many moves of one stage lead to the
/// same few places, and some lead back: transpositions are common and cycles are there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    seed: u64,
    region: u64,
    /// How many plies the game has gone forwards.
    stage: u32,
    at: u64,
}

/// Of a thousand moves, so many lead to another region, to a place that many lead to, and back to one.
const LEAVE: u64 = 100;
const MEET: u64 = 140;
const BACK: u64 = 1;

/// Places of one stage of one region that many moves lead to.
const CROSSINGS: u64 = 48;

impl Place {
    fn start(seed: u64) -> Place {
        Place { seed, region: 0, stage: 0, at: 0 }
    }

    fn hash(&self, salt: u64) -> u64 {
        mix(mix(self.at ^ self.seed.rotate_left(40)) ^ mix(self.region ^ u64::from(self.stage) << 20) ^ salt)
    }

    /// An opinion of the position for a search of so many positions.
    fn opinion(&self, nodes: u64) -> i32 {
        let coarse = (self.hash(1000) % 121) as i32 - 60;
        let fine = (mix(self.hash(1001) ^ nodes) % 21) as i32 - 10;
        coarse + fine
    }
}

impl Game for Place {
    type Move = u8;

    fn turn(&self) -> Player {
        if self.stage % 2 == 1 { Player::SECOND } else { Player::FIRST }
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        0..(25 + self.hash(2000) % 12) as u8
    }

    fn play(&mut self, m: u8) {
        let hash = self.hash(u64::from(m));
        let crossing = hash % CROSSINGS;
        match (hash >> 40) % 1000 {
            kind if kind < LEAVE => (self.region, self.at) = (hash, mix(hash)),
            kind if kind < LEAVE + MEET => self.at = crossing,
            kind if kind < LEAVE + MEET + BACK && self.stage > 4 => {
                self.stage -= 4;
                self.at = crossing;
            }
            _ => self.at = mix(hash),
        }
        self.stage += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.hash(3000) % 1000 {
            0..=9 if self.stage > 4 => Some(Outcome::Draw),
            10 if self.stage > 4 => Some(Outcome::Win(self.turn().opponent())),
            _ => None,
        }
    }
}

impl TwoPlayer for Place {}

impl Notation for Place {
    fn write_move(&self, m: u8) -> String {
        m.to_string()
    }
}

impl Archived for Place {
    fn identity(&self) -> u128 {
        u128::from(mix(self.hash(5))) << 64 | u128::from(self.hash(7))
    }

    fn encode(&self, m: u8) -> u32 {
        u32::from(m)
    }

    fn write(&self) -> String {
        format!("{} {} {} {}", self.seed, self.region, self.stage, self.at)
    }

    fn read(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [seed, region, stage, at] = words[..] else { return Err("four words are needed".into()) };
        let number = |word: &str| word.parse::<u64>().map_err(|_| format!("{word} is no number"));
        let stage = number(stage)? as u32;
        Ok(Place { seed: number(seed)?, region: number(region)?, stage, at: number(at)? })
    }

    fn forcing(&self, m: u8) -> u8 {
        (self.hash(u64::from(m) + 100) % 256) as u8
    }
}

/// The answer of an engine that takes no time: the best of the opinions of all moves.
fn find(question: &Question<Place>, source: &Arc<Source>) -> Finding<u8> {
    let position = &question.position;
    let value = |m: u8| {
        let child = position.after(m);
        match child.outcome() {
            Some(Outcome::Win(Player::FIRST)) => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            Some(_) => Score::DRAW,
            None => Score::points(child.opinion(question.nodes)),
        }
    };
    let view = |&m: &u8| if position.turn() != Player::FIRST { -value(m) } else { value(m) };
    let best = match &question.among[..] {
        [] => position.moves().max_by_key(view),
        among => among.iter().copied().max_by_key(view),
    };
    let line: Vec<u8> = best.into_iter().collect();
    let value = line.first().map_or(Score::DRAW, |&m| value(m));
    let shown = line.iter().map(|&m| (m, value)).collect();
    let source = Arc::clone(source);
    Finding { value, line, shown, depth: 1, nodes: question.nodes, source }
}

/// Facts in memory, as a store would keep them.
#[derive(Default)]
struct Kept(Vec<u8>);

impl Store for Kept {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        for fact in batch {
            let bytes = postcard::to_stdvec(fact).map_err(|error| damaged(&error))?;
            self.0.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            self.0.extend_from_slice(&bytes);
        }
        Ok(())
    }

    fn replay(&self, each: &mut dyn FnMut(Fact) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let mut rest = &self.0[..];
        while let Some((size, after)) = rest.split_first_chunk::<4>() {
            let (bytes, after) = after.split_at(u32::from_le_bytes(*size) as usize);
            each(postcard::from_bytes(bytes).map_err(|error| damaged(&error))?)?;
            rest = after;
        }
        Ok(())
    }
}

fn damaged(error: &postcard::Error) -> StoreError {
    StoreError::Damaged { file: "memory".into(), what: error.to_string() }
}

/// Bytes of memory in use.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
    pages * 4096
}

/// Grows a project to so many positions; the times of all steps.
fn grow(atlas: &mut Atlas<Place, Kept>, count: usize) -> Vec<Duration> {
    let source = Arc::new(Source { name: "instant".into(), options: String::new() });
    let mut times = Vec::with_capacity(count + count / 2);
    while atlas.graph().len() < count {
        let start = Instant::now();
        let Some(question) = atlas.ask().expect("a sound project") else { break };
        let asked = start.elapsed();
        let outcome = Ok(find(&question, &source));
        let answer = Answer { ticket: question.ticket, outcome, elapsed: Duration::ZERO };
        let start = Instant::now();
        atlas.answer(&answer).expect("the answer to the only question");
        times.push(asked + start.elapsed());
        if atlas.uncommitted() > 1000 {
            atlas.commit().expect("memory");
        }
        if times.len() % 100_000 == 0 {
            eprintln!(
                "{} steps, {} positions, {:?}",
                times.len(),
                atlas.graph().len(),
                atlas.graph().cycles()
            );
        }
    }
    atlas.commit().expect("memory");
    times
}

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let count = arguments.first().copied().unwrap_or(100_000) as usize;
    let seed = arguments.get(1).copied().unwrap_or(1);
    let mut atlas = Atlas::<Place, Kept>::open(Kept::default()).expect("an empty project");
    atlas.set(Settings { nodes: 50_000, ..Settings::default() }).expect("an empty project");
    atlas.add_root(&Place::start(seed)).expect("an empty project");
    let begun = Instant::now();
    let mut times = grow(&mut atlas, count);
    let grown = begun.elapsed();
    report(&atlas, &mut times, grown);
}

fn report(atlas: &Atlas<Place, Kept>, times: &mut [Duration], grown: Duration) {
    let graph = atlas.graph();
    let (positions, moves, fingerprint) = (graph.len(), graph.moves(), graph.fingerprint());
    let (components, largest) = graph.cycles();
    let store = Kept(atlas.store().0.clone());
    let bytes = store.0.len();
    let before = resident();
    let begun = Instant::now();
    let again = Atlas::<Place, Kept>::open(store).expect("a sound project");
    let open = begun.elapsed();
    let memory = resident().saturating_sub(before) / positions.max(1) as u64;
    assert_eq!(
        again.graph().fingerprint(),
        fingerprint,
        "the project that is opened is the project that grew"
    );
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_nanos() as f64 / 1000.0;
    let (median, slow, worst) = (at(0.5), at(0.99), at(1.0));
    println!("positions          {positions}");
    println!("moves              {moves}");
    println!("steps              {}", times.len());
    println!("cycles             {components}, the largest of {largest} positions");
    println!("grown in           {:.1} s", grown.as_secs_f64());
    println!("a step             median {median:.1} µs, 99 % {slow:.1} µs, longest {worst:.1} µs");
    println!("memory             {memory} bytes a position");
    println!("facts              {} bytes a position", bytes / positions.max(1));
    println!("opened in          {:.2} s", open.as_secs_f64());
    println!(
        "{{\"positions\":{positions},\"moves\":{moves},\"steps\":{},\"components\":{components},\"largest\":{largest},\
         \"median_us\":{median:.1},\"p99_us\":{slow:.1},\"max_us\":{worst:.1},\"bytes\":{memory},\
         \"open_s\":{:.2}}}",
        times.len(),
        open.as_secs_f64()
    );
}
