//! Makes a chess project of many positions with made-up values, to see how the pages do on it:
//!
//! ```sh
//! cargo run --release -p gametree-project --example large_project -- large/large.atlas 1000000
//! GAMETREE_PROJECTS=large cargo run --release -- serve
//! ```

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use gametree::{Finding, Game, Persistent, Score, Source};
use gametree_atlas::Atlas;
use gametree_atlas::fact::Origin;
use gametree_atlas::store::FileStore;
use gametree_chess::Chess;

/// Moves of a position.
const BREADTH: usize = 4;

/// Positions in a commit.
const BATCH: usize = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(path), Some(count)) = (words.next().map(PathBuf::from), words.next()) else {
        return Err("usage: large_project FILE.atlas POSITIONS".into());
    };
    let count: usize = count.parse()?;
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)?;
    }
    let mut atlas: Atlas<Chess, FileStore> = Atlas::open(FileStore::create(&path, "chess")?)?;
    let root = atlas.add_root(&Chess::default())?;
    let mut waiting = VecDeque::from([root]);
    while let Some(node) = waiting.pop_front() {
        if atlas.graph().len() >= count {
            break;
        }
        grow(&mut atlas, node, &mut waiting)?;
        if atlas.uncommitted() > BATCH {
            atlas.commit()?;
            eprint!("\r{} positions", atlas.graph().len());
        }
    }
    atlas.commit()?;
    println!(
        "\n{}: {} positions, {} moves",
        path.display(),
        atlas.graph().len(),
        atlas.graph().moves()
    );
    Ok(())
}

/// Values a position and adds some of its moves.
fn grow(
    atlas: &mut Atlas<Chess, FileStore>,
    node: u32,
    waiting: &mut VecDeque<u32>,
) -> Result<(), Box<dyn std::error::Error>> {
    let position = atlas.position(node)?;
    if position.outcome().is_some() {
        return Ok(());
    }
    let mut moves: Vec<_> = position.moves().collect();
    moves.sort_by_key(|&m| position.after(m).identity());
    moves.truncate(BREADTH);
    let value = Score::points((position.identity() % 401) as i32 - 200);
    let source = Arc::new(Source {
        name: "made up".into(),
        options: String::new(),
    });
    let line: Vec<_> = moves.iter().copied().take(1).collect();
    atlas.import(
        node,
        &Finding {
            value,
            line,
            shown: Vec::new(),
            lines: Vec::new(),
            depth: 10,
            nodes: 1000,
            wdl: None,
            source,
        },
    )?;
    for m in moves {
        let known = atlas.graph().len();
        let child = atlas.add_move(node, m, Origin::User)?;
        if atlas.graph().len() > known {
            waiting.push_back(child);
        }
    }
    Ok(())
}
