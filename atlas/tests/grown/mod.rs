//! Projects of the made-up game, grown.

use gametree::Persistent;
use gametree_atlas::Atlas;
use gametree_atlas::run::{Until, Watch, Wish, grow};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{MemoryStore, Store};

use crate::world::{Oracle, Place};

pub type Project = Atlas<Place, MemoryStore>;

struct Quiet;

impl<G: Persistent, S> Watch<G, S> for Quiet {
    fn look(&mut self, _: &Atlas<G, S>, _: &dyn gametree::Analyst<G>) -> Wish {
        Wish::GoOn
    }
}

pub fn further<S: Store>(atlas: &mut Atlas<Place, S>, evaluations: u64) {
    let until = Until {
        evaluations: Some(evaluations),
        ..Until::default()
    };
    grow(atlas, &mut Oracle::default(), until, &mut Quiet).unwrap();
}

/// A project from a place of a world.
pub fn project(start: &Place, evaluations: u64) -> Project {
    project_of_lines(start, evaluations, Settings::default().lines)
}

/// The same where the root's searches report this many lines.
fn project_of_lines(start: &Place, evaluations: u64, lines: u32) -> Project {
    let mut atlas = Atlas::open(MemoryStore::default()).unwrap();
    atlas
        .set(Settings {
            nodes: 100,
            lines,
            ..Settings::default()
        })
        .unwrap();
    atlas.add_root(start).unwrap();
    further(&mut atlas, evaluations);
    atlas
}

/// Worlds from full of cycles to nearly a tree, with one line per search and with several.
#[allow(dead_code)]
pub fn several() -> Vec<Project> {
    let worlds = [(1, 20), (2, 60), (3, 300), (4, 5000), (5, 100_000)];
    let grown = |lines: u32| {
        worlds.map(|(seed, size)| project_of_lines(&Place::start(size, seed), 300, lines))
    };
    [1, 4].into_iter().flat_map(grown).collect()
}
