//! What the pages read of a large project, and how long it takes.

use std::hint::black_box;
use std::time::Instant;

use gametree_atlas::Atlas;
use gametree_atlas::changes::Moment;
use gametree_atlas::journal::Journal;
use gametree_atlas::map::{MapCut, Size};
use gametree_atlas::walk::Cut;
use gametree_experiments::farm::Place;

use crate::kept::Kept;

/// Prints the times, each with a new query, as after a change.
pub fn report(atlas: &Atlas<Place, Kept>) {
    let root = atlas.graph().roots()[0].node;
    let map = |size| MapCut {
        size,
        ..MapCut::default()
    };
    time("moves", || atlas.query().moves(root).rows.len());
    time("walk", || {
        atlas.query().walk(root, Cut::default()).rows.len()
    });
    time("map", || {
        atlas.query().map(root, map(Size::Share)).rows.len()
    });
    time("map, the widest 5000", || {
        atlas
            .query()
            .map(
                root,
                MapCut {
                    min: 0.0,
                    ..map(Size::Share)
                },
            )
            .rows
            .len()
    });
    time("map, positions", || {
        atlas.query().map(root, map(Size::Positions)).rows.len()
    });
    time("map, log positions", || {
        atlas.query().map(root, map(Size::LogPositions)).rows.len()
    });
    time("snapshot", || atlas.snapshot().positions());
    let then = atlas
        .snapshot_at(Moment::Fact(atlas.facts() * 9 / 10))
        .expect("a sound project");
    let changes = || {
        atlas
            .changes_against(&then, 50)
            .expect("a sound project")
            .moved
            .len()
    };
    time("changes, snapshot", changes);
    once("changes, story", || {
        let moment = Moment::Fact(atlas.facts() * 9 / 10);
        atlas
            .changes(moment, 50)
            .expect("a sound project")
            .moved
            .len()
    });
    once("journal of the past", || {
        let journal = atlas.told().expect("a sound project");
        journal.of(root).map_or(0, |series| series.points().count())
    });
    time("journal from now on", || {
        Journal::begin(atlas.graph(), atlas.facts()).series().len()
    });
    time("figures", || atlas.query().stats().positions);
}

fn once(name: &str, each: impl FnOnce() -> usize) {
    let start = Instant::now();
    let rows = black_box(each());
    println!(
        "{name:<22} {:>10.3} ms for {rows}",
        start.elapsed().as_secs_f64() * 1000.0
    );
}

/// The middle of five.
fn time(name: &str, mut each: impl FnMut() -> usize) {
    let mut times = Vec::new();
    let mut rows = 0;
    for _ in 0..5 {
        let start = Instant::now();
        rows = black_box(each());
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    println!("{name:<22} {:>10.3} ms for {rows}", times[2]);
}
