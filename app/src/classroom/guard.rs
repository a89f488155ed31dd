//! What a page may ask: no files, no programs, nothing that takes all memory or goes on for ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use gametree::tree::{Tree, TreeError};
use gametree_catalog::Spec;
use gametree_catalog::games::{info, tree::INFO};
use gametree_catalog::searches::baseline::GNUBG;
use gametree_catalog::units::{count, size};

use crate::error::Problem;
use crate::interrupt;

/// Positions visited by one search.
pub const MOST_NODES: u64 = 200_000;
/// The longest search.
pub const MOST_TIME: Duration = Duration::from_secs(5);
/// The plies of a small game in which play can go on for ever, where no limit is given; and the
/// most in any such game.
pub const LOOPING: (u32, u32) = (6, 30);
/// The longest text of a tree, in bytes.
const LONGEST_TREE: usize = 40_000;
/// The most nodes of a tree.
const LARGEST_TREE: usize = 2_000;
/// The longest other text.
const LONGEST: usize = 2_000;

/// The tree of a text.
pub fn tree(text: &str) -> Result<Tree, Problem> {
    if text.len() > LONGEST_TREE {
        return Err(too_long("the tree", LONGEST_TREE));
    }
    let tree: Tree = text.parse().map_err(|error: TreeError| {
        Problem::usage(error.to_string())
            .mend("a tree looks like (max (min 3 12 8) (min 2 4 6)); ';' begins a comment")
    })?;
    if tree.len() > LARGEST_TREE {
        let what = format!(
            "the tree has {} nodes, more than {LARGEST_TREE}",
            tree.len()
        );
        return Err(Problem::usage(what).mend("leave some branches out"));
    }
    Ok(tree)
}

/// The game's name as the program knows it. A tree is its text, written again so that it can be
/// nothing else.
pub fn game(text: &str) -> Result<String, Problem> {
    if text.contains('(') {
        let written = tree(text.trim().strip_prefix("tree:").unwrap_or(text))?.to_string();
        return Ok(if written.starts_with('(') {
            written
        } else {
            format!("tree:{written}")
        });
    }
    short("the game", text)?;
    if info(text.trim())?.name == INFO.name {
        return Err(Problem::usage("files are not read here")
            .mend("paste the tree itself: it begins with '('"));
    }
    Ok(text.trim().to_string())
}

/// The deepest ply of a search that would go round for ever: where play can, and the search does
/// not know where it was.
pub fn deepest(game: &str, spec: &Spec, asked: Option<u32>) -> Result<Option<u32>, Problem> {
    let knows = matches!(spec.name.as_str(), "onpath" | "retrograde");
    if knows || !info(game)?.loops {
        return Ok(None);
    }
    if let Some(depth) = asked.filter(|&depth| depth > LOOPING.1) {
        let what = format!("a depth of {depth} where play can go on for ever");
        return Err(Problem::usage(what).mend(format!("at most {} plies here", LOOPING.1)));
    }
    Ok(Some(LOOPING.1))
}

/// Whether a text is not too long.
pub fn short(what: &str, text: &str) -> Result<(), Problem> {
    if text.len() > LONGEST {
        Err(too_long(what, LONGEST))
    } else {
        Ok(())
    }
}

fn too_long(what: &str, most: usize) -> Problem {
    Problem::usage(format!("{what} is longer than {most} characters")).mend("ask for less at once")
}

/// Whether a search may be asked for: no files, no programs, no more memory or threads than a
/// lesson needs.
pub fn search(text: &str) -> Result<Spec, Problem> {
    short("the search", text)?;
    let spec = Spec::parse(text)?;
    if spec.name == GNUBG.name {
        return Err(Problem::usage("other programs are not started here")
            .mend("choose a search of this one"));
    }
    for (key, value) in &spec.pairs {
        let fine = match key.as_str() {
            "weights" => matches!(value.as_str(), "own" | "learned"),
            "table" => size(value).is_ok_and(|bytes| bytes <= 64 << 20) || value == "auto",
            "memory" => size(value).is_ok_and(|bytes| bytes <= 256 << 20),
            "entries" => count(value).is_ok_and(|entries| entries <= 1 << 22),
            "threads" => value == "1",
            _ => true,
        };
        if !fine {
            return Err(not_here(key, value));
        }
    }
    Ok(spec)
}

fn not_here(key: &str, value: &str) -> Problem {
    let mend = match key {
        "weights" => "weights here are own or learned; files are not read",
        "table" => "at most table=64MiB",
        "memory" => "at most memory=256MiB",
        "entries" => "at most entries=4194304",
        _ => "one thread, so that every step comes in its order",
    };
    Problem::usage(format!(
        "{key}={} is not allowed here",
        crate::output::shorten(value, 60)
    ))
    .mend(mend)
}

/// Raises a flag when the time is over or Ctrl-C was pressed; ends when dropped.
///
/// A limit of time would do, but some searches are made in another way, or go on longer, where
/// there is one.
pub struct Watchdog {
    /// The flag.
    pub flag: Arc<AtomicBool>,
    _alive: Sender<()>,
}

impl Watchdog {
    /// Watches from now on.
    pub fn new(time: Duration) -> Watchdog {
        let (flag, (alive, gone)) = (Arc::new(AtomicBool::new(false)), channel());
        let (until, raised) = (Instant::now() + time, flag.clone());
        std::thread::spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = gone.recv_timeout(Duration::from_millis(20))
            {
                if Instant::now() >= until || interrupt::raised() {
                    raised.store(true, Ordering::SeqCst);
                }
            }
        });
        Watchdog {
            flag,
            _alive: alive,
        }
    }

    /// Whether it stopped the search.
    pub fn barked(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }
}
