//! Growing a project: the graph depends on the results, not on which engine was faster or when it
//! was stopped.

use crate::world;

use gametree::Persistent;
use gametree_atlas::Atlas;
use gametree_atlas::fact::Fact;
use gametree_atlas::graph::Graph;
use gametree_atlas::run::{End, Until, Watch, Wish, grow};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{Store, StoreError};
use world::{Oracle, Place};

/// Facts in memory.
#[derive(Default, Clone)]
struct Kept(Vec<Fact>);

impl Store for Kept {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        self.0.extend_from_slice(batch);
        Ok(())
    }

    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.0.iter().cloned().try_for_each(each)
    }
}

struct Quiet;

impl<G: Persistent, S> Watch<G, S> for Quiet {
    fn look(&mut self, _: &Atlas<G, S>, _: &dyn gametree::Analyst<G>) -> Wish {
        Wish::GoOn
    }
}

fn settings() -> Settings {
    Settings {
        nodes: 100,
        ..Settings::default()
    }
}

fn project(size: u32, seed: u32) -> Atlas<Place, Kept> {
    let mut atlas = Atlas::open(Kept::default()).unwrap();
    atlas.set(settings()).unwrap();
    atlas.add_root(&Place::start(size, seed)).unwrap();
    atlas
}

fn evaluations(count: u64) -> Until {
    Until {
        evaluations: Some(count),
        ..Until::default()
    }
}

fn same_from_scratch(atlas: &Atlas<Place, Kept>) {
    let mut again = Graph::from_facts(atlas.store().0.iter().cloned()).unwrap();
    assert_eq!(again.fingerprint(), atlas.graph().fingerprint());
    again.forget();
    again.recompute();
    assert_eq!(again.fingerprint(), atlas.graph().fingerprint());
}

#[test]
fn the_graph_of_the_facts_is_the_graph_that_grew() {
    for (seed, size) in [(1, 20), (2, 300), (3, 5000), (4, 100_000), (5, 8), (6, 60)] {
        let mut atlas = project(size, seed);
        let end = grow(
            &mut atlas,
            &mut Oracle::default(),
            evaluations(400),
            &mut Quiet,
        )
        .unwrap();
        assert!(end == End::Limit || end == End::Nothing);
        assert!(atlas.graph().evaluations() > 2, "seed {seed}");
        same_from_scratch(&atlas);
    }
}

#[test]
fn neither_the_order_of_answers_nor_stops_change_the_graph() {
    for seed in 10..20 {
        let whole = {
            let mut atlas = project(2000, seed);
            grow(
                &mut atlas,
                &mut Oracle::default(),
                evaluations(600),
                &mut Quiet,
            )
            .unwrap();
            atlas.graph().fingerprint()
        };
        let mut store = project_store(2000, seed);
        for part in 0..20 {
            let mut atlas: Atlas<Place, Kept> = Atlas::open(store).unwrap();
            let mut oracle = Oracle {
                disorder: part + 1,
                ..Oracle::default()
            };
            grow(&mut atlas, &mut oracle, evaluations(30), &mut Quiet).unwrap();
            store = atlas.store().clone();
        }
        let parts: Atlas<Place, Kept> = Atlas::open(store).unwrap();
        assert_eq!(parts.graph().evaluations(), 600);
        assert_eq!(parts.graph().fingerprint(), whole, "seed {seed}");
    }
}

fn project_store(size: u32, seed: u32) -> Kept {
    let mut atlas = project(size, seed);
    atlas.commit().unwrap();
    atlas.store().clone()
}
