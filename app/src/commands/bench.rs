//! `gametree bench`: fixed work, its speed, and one number that signs all search behaviour.
//!
//! The signature hashes values, best moves, lines and counts of every row, never times: it is the
//! same on every machine and in every run, and changes when any search behaves differently.

use gametree::rng::mix;
use gametree::{Limits, Report};
use serde::Serialize;

use crate::args::BenchArgs;
use crate::error::Code;
use crate::games::with_game;
use crate::open::{self, Ask, Table};
use crate::output::{self, Spinner};
use crate::searches;
use crate::seat::{CliEvaluator, CliGame, Seat, WithGame};

/// One piece of work.
struct Work {
    game: &'static str,
    position: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
}

const TREE: &str = "tree:(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

/// The games and their limits.
const WORK: &[Work] = &[
    Work {
        game: TREE,
        position: "startpos",
        depth: None,
        nodes: None,
    },
    Work {
        game: "tictactoe",
        position: "startpos",
        depth: Some(7),
        nodes: Some(50_000),
    },
    Work {
        game: "mnk:5x5x4",
        position: "c3 b2",
        depth: Some(5),
        nodes: Some(30_000),
    },
    Work {
        game: "connect4",
        position: "444",
        depth: Some(9),
        nodes: Some(50_000),
    },
    Work {
        game: "othello",
        position: "f5d6c3",
        depth: Some(6),
        nodes: Some(30_000),
    },
    Work {
        game: "nim:3,4,5",
        position: "startpos",
        depth: None,
        nodes: Some(30_000),
    },
    Work {
        game: "breakthrough:6",
        position: "startpos",
        depth: Some(5),
        nodes: Some(30_000),
    },
];

/// Fixed work with dice, several players and hidden cards.
const OPEN_WORK: &[Work] = &[
    Work {
        game: "pig:3,12",
        position: "3-5 2 first",
        depth: Some(6),
        nodes: Some(20_000),
    },
    Work {
        game: "backgammon",
        position: "4HPwATDgc/ABMA X 3-1",
        depth: Some(3),
        nodes: Some(10_000),
    },
    Work {
        game: "tictactoe3:3x3x3",
        position: "b2 a1",
        depth: Some(5),
        nodes: Some(20_000),
    },
    Work {
        game: "kuhn",
        position: "J Q p",
        depth: Some(8),
        nodes: Some(10_000),
    },
    Work {
        game: "whist:4",
        position: "startpos",
        depth: Some(4),
        nodes: Some(5_000),
    },
];

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    signature: String,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    position: &'static str,
    search: String,
    best: String,
    value: String,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(skip)]
    hash: u64,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> anyhow::Result<Code> {
    let mut rows = Vec::new();
    for work in WORK {
        rows.extend(with_game(work.game, Bench(work))?);
        if crate::interrupt::raised() {
            output::hint("interrupted: no signature without all the work");
            return Ok(Code::Interrupted);
        }
    }
    for work in OPEN_WORK {
        let done = open::with_table(work.game, &[], &mut |table| open_rows(work, table))?;
        rows.extend(done.unwrap_or_default());
        if crate::interrupt::raised() {
            output::hint("interrupted: no signature without all the work");
            return Ok(Code::Interrupted);
        }
    }
    let object = sum_up(rows);
    if args.output.json {
        output::json(&object)?;
    } else {
        print(&object)?;
    }
    Ok(Code::Done)
}

fn sum_up(rows: Vec<Row>) -> Object {
    let signature = rows.iter().fold(0, |hash, row| mix(hash ^ row.hash));
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    Object {
        schema: "gametree.bench/1",
        signature: format!("{signature:016x}"),
        nodes,
        seconds,
        nodes_per_second: (nodes as f64 / seconds.max(1e-9)) as u64,
        rows,
    }
}

struct Bench(&'static Work);

impl WithGame for Bench {
    type Out = Vec<Row>;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Vec<Row>> {
        let work = self.0;
        let root = seat.position(Some(work.position))?;
        let limits = Limits {
            depth: work.depth,
            nodes: work.nodes,
            stop: Some(crate::interrupt::flag()),
            ..Limits::none()
        };
        let mut rows = Vec::new();
        for about in searches::abouts() {
            let spinner = Spinner::new(format!("{} on {}", about.name, seat.entry.name));
            let setup = seat.setup(1, &limits);
            let mut search = searches::build(about.name, &setup, seat.evaluator.clone())?;
            let report = search.search_any(&root, &limits);
            drop(spinner);
            rows.push(row(work, about.name, &seat, &root, &report));
        }
        Ok(rows)
    }
}

/// The searches of a table that are part of this program.
fn open_rows(work: &'static Work, table: &dyn Table) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for about in table.abouts().iter().filter(|about| about.name != "gnubg") {
        let spinner = Spinner::new(format!("{} on {}", about.name, table.entry().name));
        let stop = Some(crate::interrupt::flag());
        let limits = Limits {
            depth: work.depth,
            nodes: work.nodes,
            stop,
            ..Limits::none()
        };
        let position = Some(work.position).filter(|position| *position != "startpos");
        let answer = table.search(&Ask {
            position,
            with: about.name,
            limits,
            seed: 1,
        })?;
        drop(spinner);
        let counts = [answer.nodes, answer.evaluations, answer.moves]
            .map(|n| n.to_string())
            .join(" ");
        let line = answer.line.join(" ");
        let parts = [
            work.game,
            work.position,
            about.name,
            &answer.value_text,
            &line,
            &counts,
            answer.stop,
        ];
        rows.push(Row {
            game: work.game,
            position: work.position,
            search: about.name.to_string(),
            hash: hash_of(&parts),
            best: answer.best.unwrap_or_default(),
            value: answer.value_text,
            nodes: answer.nodes,
            seconds: answer.seconds,
            nodes_per_second: answer.nodes_per_second,
        });
    }
    Ok(rows)
}

fn row<G: CliGame, E>(
    work: &'static Work,
    search: &str,
    seat: &Seat<'_, G, E>,
    root: &G,
    report: &Report<G::Move>,
) -> Row {
    let answer = crate::answer::Answer::new(seat, root, report);
    Row {
        game: work.game,
        position: work.position,
        search: search.to_string(),
        hash: hash(work, search, &answer),
        best: answer.best.unwrap_or_default(),
        value: answer.value_text,
        nodes: answer.nodes,
        seconds: answer.seconds,
        nodes_per_second: answer.nodes_per_second,
    }
}

/// All that a search did, except how long it took.
fn hash(work: &Work, search: &str, a: &crate::answer::Answer) -> u64 {
    let counts = [a.nodes, a.evaluations, a.moves]
        .map(|n| n.to_string())
        .join(" ");
    let line = a.line.join(" ");
    hash_of(&[
        work.game,
        work.position,
        search,
        &a.value_text,
        &line,
        &counts,
        a.stop,
    ])
}

fn hash_of(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}

fn print(object: &Object) -> anyhow::Result<()> {
    let header = [
        "game",
        "search",
        "best",
        "value (first player's)",
        "nodes",
        "seconds",
        "nodes/s",
    ];
    let mut table = output::table(header);
    for row in &object.rows {
        table.add_row([
            if row.game == TREE { "tree" } else { row.game }.to_string(),
            row.search.clone(),
            row.best.clone(),
            row.value.clone(),
            output::grouped(row.nodes),
            format!("{:.3}", row.seconds),
            output::grouped(row.nodes_per_second),
        ]);
    }
    output::right_align(&mut table, &[3, 4, 5, 6]);
    output::line(table)?;
    let speed = output::grouped(object.nodes_per_second);
    output::line(format!(
        "{} nodes, {:.2} s, {speed} nodes/s",
        output::grouped(object.nodes),
        object.seconds
    ))?;
    Ok(output::line(format!("signature {}", object.signature))?)
}
