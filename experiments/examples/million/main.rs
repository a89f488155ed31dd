//! How fast a large project grows: a made-up game, an analyst that finishes at once, the real loop
//! of tasks and results.
//!
//! ```text
//! cargo run --release -p gametree-experiments --example million -- 1000000 1
//! ```
//!
//! Prints a table and one line of JSON: time per step (a task selected, its result applied; the
//! disk not counted), memory a position, time to open the project again, and how large cycles get.
//! Then what reading it costs.

mod kept;
mod reading;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::{Answer, Source};
use gametree_atlas::Atlas;
use gametree_atlas::settings::Settings;
use gametree_experiments::farm::{Place, find};
use kept::Kept;

/// Bytes of memory in use.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse::<u64>().ok())
        .unwrap_or(0);
    pages * 4096
}

/// Grows a project to this many positions; the times of all steps.
fn grow(atlas: &mut Atlas<Place, Kept>, count: usize) -> Vec<Duration> {
    let source = Arc::new(Source {
        name: "instant".into(),
        options: String::new(),
    });
    let mut times = Vec::with_capacity(count + count / 2);
    while atlas.graph().len() < count {
        let start = Instant::now();
        let Some(question) = atlas.ask().expect("a sound project") else {
            break;
        };
        let asked = start.elapsed();
        let outcome = Ok(find(&question, &source));
        let answer = Answer {
            ticket: question.ticket,
            outcome,
            elapsed: Duration::ZERO,
        };
        let start = Instant::now();
        atlas
            .answer(&answer)
            .expect("the answer to the only question");
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
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let count = arguments.first().copied().unwrap_or(100_000) as usize;
    let seed = arguments.get(1).copied().unwrap_or(1);
    let mut atlas = Atlas::<Place, Kept>::open(Kept::default()).expect("an empty project");
    atlas
        .set(Settings {
            nodes: 50_000,
            ..Settings::default()
        })
        .expect("an empty project");
    atlas
        .add_root(&Place::start(seed))
        .expect("an empty project");
    let begun = Instant::now();
    let mut times = grow(&mut atlas, count);
    let grown = begun.elapsed();
    report(&atlas, &mut times, grown);
    reading::report(&atlas);
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
    let at =
        |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_nanos() as f64 / 1000.0;
    let (median, slow, worst) = (at(0.5), at(0.99), at(1.0));
    println!("positions          {positions}");
    println!("moves              {moves}");
    println!("steps              {}", times.len());
    println!("cycles             {components}, the largest of {largest} positions");
    println!("grown in           {:.1} s", grown.as_secs_f64());
    println!("a step             median {median:.1} µs, 99 % {slow:.1} µs, longest {worst:.1} µs");
    println!("memory             {memory} bytes a position");
    println!(
        "facts              {} bytes a position",
        bytes / positions.max(1)
    );
    println!("opened in          {:.2} s", open.as_secs_f64());
    println!(
        "{{\"positions\":{positions},\"moves\":{moves},\"steps\":{},\"components\":{components},\"largest\":{largest},\
         \"median_us\":{median:.1},\"p99_us\":{slow:.1},\"max_us\":{worst:.1},\"bytes\":{memory},\
         \"open_s\":{:.2}}}",
        times.len(),
        open.as_secs_f64()
    );
}
