//! Power cuts: what was acknowledged is there, whatever of the rest is, and nothing is damaged.

use crate::store_support;

use gametree_atlas::store::{FileStore, Store, StoreError};
use store_support::disk::Disk;
use store_support::{Random, facts, verified};

fn open(disk: &Disk) -> Result<FileStore, StoreError> {
    let disk = disk.clone();
    FileStore::with_backend("disk", "nim", move || Ok(disk.clone()))
}

/// What was acknowledged, and what was requested when the power failed.
struct Life {
    acknowledged: u64,
    asked: u64,
}

/// Appends batches, with a compaction now and then, until the power fails.
fn live(disk: &Disk, random: &mut Random, from: u64) -> Life {
    let mut life = Life {
        acknowledged: from,
        asked: from,
    };
    let Ok(mut store) = open(disk) else {
        return life;
    };
    while disk.is_on() {
        if random.below(12) == 0 {
            let _ = store.compact();
            continue;
        }
        let first = life.acknowledged;
        life.asked = first + 1 + random.below(40) as u64;
        if store.append(&facts(first, life.asked)).is_ok() {
            life.acknowledged = life.asked;
        }
    }
    life
}

/// Opens what a power cut left and counts the facts.
fn after(disk: &Disk, life: &Life, what: &str) -> u64 {
    let store = open(disk).unwrap_or_else(|e| panic!("{what}: {e}"));
    let found = verified(&store).unwrap_or_else(|e| panic!("{what}: {e}"));
    let allowed = found == life.acknowledged || found == life.asked;
    assert!(
        allowed,
        "{what}: {found} facts, {} acknowledged, {} asked",
        life.acknowledged, life.asked
    );
    found
}

/// One store's life with several power cuts, some of them while the last is being repaired.
fn one_image(seed: u64, begun: &[u8]) {
    let mut random = Random::new(seed);
    let mut disk = Disk::holding(begun.to_vec());
    let mut facts = 0;
    for cut in 0..3 {
        disk.fail_after(1 + random.below(60 << cut));
        let life = live(&disk, &mut random, facts);
        disk = Disk::holding(disk.after_power_cut(&mut random));
        if random.below(2) == 0 {
            disk.fail_after(1 + random.below(8));
            drop(open(&disk));
            disk = Disk::holding(disk.after_power_cut(&mut random));
        }
        facts = after(&disk, &life, &format!("seed {seed}, cut {cut}"));
    }
}

/// An empty store.
fn begun() -> Vec<u8> {
    let disk = Disk::default();
    drop(open(&disk).unwrap());
    disk.contents()
}

#[test]
fn a_hundred_lives_with_three_power_cuts_each() {
    let begun = begun();
    (0..100).for_each(|seed| one_image(seed, &begun));
}

#[test]
#[ignore = "soak: ten thousand power cuts"]
fn many_lives_with_three_power_cuts_each_soak() {
    let begun = begun();
    (100..3_434).for_each(|seed| one_image(seed, &begun));
}

#[test]
fn the_disk_does_forget() {
    let disk = Disk::holding(begun());
    let mut store = open(&disk).unwrap();
    store.append(&facts(0, 5)).unwrap();
    let synced = disk.after_power_cut(&mut Random::new(1));
    // Two operations are not enough for a batch.
    disk.fail_after(2);
    assert!(store.append(&facts(5, 9)).is_err());
    let images: Vec<Vec<u8>> = (0..40)
        .map(|seed| disk.after_power_cut(&mut Random::new(seed)))
        .collect();
    assert!(images.contains(&synced) && images.iter().any(|i| *i != synced));
}
