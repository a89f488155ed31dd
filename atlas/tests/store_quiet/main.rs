//! A damaged file is an error: nothing of the database's panics reaches the error output. Alone in
//! its program, because it counts all panics that are printed.

#[path = "../store_support/mod.rs"]
mod store_support;

use std::panic::{set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};

use gametree::rng::Rng;
use gametree_atlas::store::{FileStore, Store};
use store_support::facts;

static TOLD: AtomicUsize = AtomicUsize::new(0);

#[test]
fn panics_that_are_caught_are_not_told() {
    set_hook(Box::new(|_| {
        TOLD.fetch_add(1, Ordering::Relaxed);
    }));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let mut store = FileStore::create(&path, "nim").unwrap();
    for first in (0..2000).step_by(50) {
        store.append(&facts(first, first + 50)).unwrap();
    }
    drop(store);
    let whole = std::fs::read(&path).unwrap();
    let mut caught = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut bytes = whole.clone();
        let start = rng.below(bytes.len() / 512) * 512;
        let end = (start + 4096).min(bytes.len());
        bytes[start..end]
            .iter_mut()
            .for_each(|byte| *byte = rng.below(256) as u8);
        std::fs::write(&path, &bytes).unwrap();
        let errors = [
            FileStore::open_read_only(&path).err(),
            FileStore::open(&path).err(),
        ];
        let gave_up = |error: &gametree_atlas::store::StoreError| {
            error.to_string().contains("the database gave up")
        };
        caught += errors
            .iter()
            .flatten()
            .filter(|error| gave_up(error))
            .count();
    }
    let told = TOLD.load(Ordering::Relaxed);
    let other = std::thread::spawn(|| panic!("this one is told")).join();
    assert!(other.is_err());
    let after = TOLD.load(Ordering::Relaxed);
    drop(take_hook());
    assert!(caught > 0, "the test reaches no panic");
    assert_eq!((told, after), (0, 1));
}
