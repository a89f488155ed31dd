//! How long the file of a large store is, and how fast it is read: `cargo run --release --example
//! store_size -- 1000000`.
//!
//! Three facts per position, as a run leaves them: the task, the result with a line of eight moves,
//! and the move that was added; twenty facts per batch. Batches are written to the disk one by one,
//! so most of the time goes there.

use std::time::Instant;

use gametree::MoveTraits;
use gametree_atlas::fact::{About, Fact, Found, Origin, Scope};
use gametree_atlas::store::{FileStore, Store, StoreError, check};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let positions: u32 = std::env::args().nth(1).map_or(Ok(20_000), |n| n.parse())?;
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("size.atlas");
    let mut store = FileStore::create(&path, "chess")?;
    let start = Instant::now();
    fill(&mut store, positions)?;
    println!("written in {:.1} s", start.elapsed().as_secs_f64());
    tell("while open", &store, positions);
    let crashed = dir.path().join("crashed.atlas");
    std::fs::copy(&path, &crashed)?;
    println!("as a crash would leave it:");
    drop(reopened(&crashed)?);
    let start = Instant::now();
    drop(FileStore::open_read_only(&path)?);
    println!(
        "opened to read, beside the writer, in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    drop(store);

    let store = reopened(&path)?;
    tell("closed", &store, positions);
    read(&store)?;
    let start = Instant::now();
    store.backup(&dir.path().join("copy.atlas"))?;
    let length = std::fs::metadata(dir.path().join("copy.atlas"))?.len();
    println!(
        "backup: {:.2} s, {} bytes a position",
        start.elapsed().as_secs_f64(),
        length / u64::from(positions)
    );
    drop(store);

    let mut store = reopened(&path)?;
    let start = Instant::now();
    println!(
        "{:?} in {:.2} s",
        store.compact()?,
        start.elapsed().as_secs_f64()
    );
    drop(store);
    let store = reopened(&path)?;
    tell("compacted", &store, positions);
    read(&store)?;
    let start = Instant::now();
    let report = check(&path)?;
    println!(
        "checked in {:.2} s: {report:?}",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn reopened(path: &std::path::Path) -> Result<FileStore, StoreError> {
    let start = Instant::now();
    let store = FileStore::open(path)?;
    println!("opened in {:.2} s", start.elapsed().as_secs_f64());
    Ok(store)
}

fn tell(when: &str, store: &FileStore, positions: u32) {
    let bytes = store.bytes();
    println!(
        "{when}: {} facts, {bytes} bytes, {} a position",
        store.facts(),
        bytes / u64::from(positions)
    );
}

fn read(store: &FileStore) -> Result<(), StoreError> {
    let start = Instant::now();
    let (mut facts, mut moves) = (0_u64, 0_u64);
    store.replay(&mut |fact| {
        facts += 1;
        moves += if let Fact::Found(found) = &fact {
            found.line.len() as u64
        } else {
            0
        };
        Ok(())
    })?;
    println!(
        "replayed {facts} facts, {moves} moves of lines, in {:.2} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn fill(store: &mut FileStore, positions: u32) -> Result<(), StoreError> {
    let mut batch = Vec::new();
    let mut seed = 1;
    for node in 0..positions {
        batch.extend(position(node, &mut seed));
        if batch.len() >= 20 {
            store.append(&batch)?;
            batch.clear();
        }
    }
    store.append(&batch)
}

fn position(node: u32, seed: &mut u64) -> [Fact; 3] {
    let mut random = || {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    };
    let mut code = || (random() % 4096) as u32;
    let line: Vec<u32> = (0..8).map(|_| code()).collect();
    let shown = vec![(code(), 31), (line[0], 28)];
    let (from, code) = (code() * 17 % (node + 1), code());
    let key = u128::from(random()) << 64 | u128::from(random());
    let to = About {
        key,
        second: node % 2 == 1,
        legal: 33,
        end: None,
    };
    let value = (random() % 400) as i32 - 200;
    let (ticket, scope, nodes, at) = (
        u64::from(node),
        Scope::Whole,
        50_000,
        1_790_000_000 + u64::from(node),
    );
    [
        Fact::Asked {
            ticket,
            node,
            scope,
            nodes,
        },
        Fact::Found(Found {
            ticket: Some(ticket),
            node,
            scope,
            value,
            line,
            shown,
            depth: 17,
            nodes: nodes + random() % 1000,
            source: 0,
            millis: 180,
            at,
            lines: Vec::new(),
            wdl: None,
        }),
        Fact::Move {
            from,
            code,
            to,
            traits: MoveTraits::default(),
            by: Origin::Engine,
        },
    ]
}
