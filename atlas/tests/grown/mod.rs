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
    let mut atlas = Atlas::open(MemoryStore::default()).unwrap();
    atlas
        .set(Settings {
            nodes: 100,
            ..Settings::default()
        })
        .unwrap();
    atlas.add_root(start).unwrap();
    further(&mut atlas, evaluations);
    atlas
}

/// Worlds from full of cycles to nearly a tree.
#[allow(dead_code)]
pub fn several() -> Vec<Project> {
    [(1, 20), (2, 60), (3, 300), (4, 5000), (5, 100_000)]
        .map(|(seed, size)| project(&Place::start(size, seed), 300))
        .into()
}
