//! Fixed work, its speed, and one number that signs all search behaviour.
//!
//! The signature hashes values, best moves, lines and counts of every row, never times: it is the
//! same on every machine and in every run, and changes when any search behaves differently.

use gametree::Limits;
use gametree::rng::mix;
use gametree_catalog::defaults::within_memory;
use gametree_catalog::{Answer, CatalogError, Conditions, START};
use serde::Serialize;

use crate::Run;

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
    // With dice, several players and hidden cards.
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

/// What came out, as scripts read it.
#[derive(Serialize)]
pub struct BenchReport {
    schema: &'static str,
    /// One number that signs all search behaviour.
    pub signature: String,
    /// Nodes in all.
    pub nodes: u64,
    /// Time in all.
    pub seconds: f64,
    /// The mean speed.
    pub nodes_per_second: u64,
    /// A search on a piece of work each.
    pub rows: Vec<BenchRow>,
}

/// A search on a piece of work.
#[derive(Serialize)]
pub struct BenchRow {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub position: &'static str,
    /// The search.
    pub search: String,
    /// Its best move.
    pub best: String,
    /// Its value.
    pub value: String,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub seconds: f64,
    /// Its speed.
    pub nodes_per_second: u64,
    #[serde(skip)]
    hash: u64,
}

impl BenchRow {
    /// The game's name, short enough for a table.
    pub fn short_game(&self) -> &'static str {
        if self.game == TREE { "tree" } else { self.game }
    }
}

/// Does all the work; nothing where the run is stopped: there is no signature without all of it.
///
/// # Errors
/// A game or a search is not in the catalog.
pub fn run(run: &Run<'_>) -> Result<Option<BenchReport>, CatalogError> {
    let stage = run.progress.stage("games".into(), WORK.len() as u64);
    let mut rows = Vec::new();
    for (done, work) in (1..).zip(WORK) {
        rows.extend(searched(work, run)?);
        if run.stopped() {
            return Ok(None);
        }
        stage.at(done);
    }
    Ok(Some(sum_up(rows)))
}

fn sum_up(rows: Vec<BenchRow>) -> BenchReport {
    let signature = rows.iter().fold(0, |hash, row| mix(hash ^ row.hash));
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    BenchReport {
        schema: "gametree.bench/1",
        signature: format!("{signature:016x}"),
        nodes,
        seconds,
        nodes_per_second: (nodes as f64 / seconds.max(1e-9)) as u64,
        rows,
    }
}

/// The work, done by every search that is part of this program.
fn searched(work: &'static Work, run: &Run<'_>) -> Result<Vec<BenchRow>, CatalogError> {
    let game = gametree_catalog::open(work.game, &[])?;
    let given = Limits {
        depth: work.depth,
        nodes: work.nodes,
        stop: Some(run.stop.clone()),
        ..Limits::none()
    };
    let limits = within_memory(given, 1);
    let on = Conditions::new(limits.clone());
    // Hidden cards are dealt where no position is named.
    let position = Some(work.position).filter(|position| *position != START);
    let root = game.dealt(position, on.seed)?;
    let mut rows = Vec::new();
    for info in game.searches() {
        if info.name == "gnubg" {
            continue;
        }
        let mut search = game.build(info.name, &on)?;
        let found = search.search(&root, &limits);
        rows.push(row(work, info.name, search.answer(&root, &found)));
    }
    Ok(rows)
}

fn row(work: &'static Work, search: &str, answer: Answer) -> BenchRow {
    BenchRow {
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
fn hash(work: &Work, search: &str, a: &Answer) -> u64 {
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
