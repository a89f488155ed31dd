//! A full disk: an error that says so, nothing lost, and it goes on when there is room again.

use crate::store_support;

use gametree_atlas::store::{FileStore, Store, StoreError};
use store_support::disk::Disk;
use store_support::{Random, facts, verified};

fn open(disk: &Disk) -> FileStore {
    let disk = disk.clone();
    FileStore::with_backend("disk", "nim", move || Ok(disk.clone())).unwrap()
}

/// Appends until there is no room, and says how many facts there are.
fn fill(store: &mut FileStore, random: &mut Random) -> u64 {
    loop {
        let first = store.facts();
        match store.append(&facts(first, first + 1 + random.below(400) as u64)) {
            Ok(()) => {}
            Err(StoreError::Full { .. }) => return first,
            Err(e) => panic!("{e:?}"),
        }
    }
}

#[test]
fn a_full_disk_is_told_and_forgiven() {
    for seed in 0..4 {
        let disk = Disk::default();
        let mut store = open(&disk);
        let mut random = Random::new(seed);
        for more in 1..4 {
            disk.limit(Some(1_500_000 * more + random.below(9_999)));
            let first = fill(&mut store, &mut random);
            assert_eq!(store.facts(), first);
            assert_eq!(
                verified(&store).unwrap(),
                first,
                "readable while the disk is full"
            );
            assert!(matches!(
                store.append(&facts(first, first + 9_999)),
                Err(StoreError::Full { .. })
            ));
            assert_eq!(verified(&store).unwrap(), first);
        }
        disk.limit(None);
        let first = store.facts();
        store.append(&facts(first, first + 9_999)).unwrap();
        drop(store);
        assert_eq!(verified(&open(&disk)).unwrap(), first + 9_999);
    }
}

#[test]
fn compaction_without_room_loses_nothing() {
    let disk = Disk::default();
    let mut store = open(&disk);
    disk.limit(Some(3_000_000));
    let facts = fill(&mut store, &mut Random::new(7));
    match store.compact() {
        Ok(_) | Err(StoreError::Full { .. }) => {}
        Err(e) => panic!("{e:?}"),
    }
    assert_eq!(verified(&store).unwrap(), facts);
    disk.limit(None);
    store.compact().unwrap();
    drop(store);
    assert_eq!(verified(&open(&disk)).unwrap(), facts);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "soak: mounts a small file system, needs root"]
fn a_real_full_disk_soak() {
    let dir = tempfile::tempdir().unwrap();
    mount(&["-t", "tmpfs", "-o", "size=6m", "tmpfs"], dir.path());
    let outcome = std::panic::catch_unwind(|| {
        let path = dir.path().join("full.atlas");
        let mut store = FileStore::create(&path, "nim").unwrap();
        let first = fill(&mut store, &mut Random::new(1));
        assert_eq!(verified(&store).unwrap(), first);
        mount(&["-o", "remount,size=60m"], dir.path());
        store.append(&facts(first, first + 9_999)).unwrap();
        drop(store);
        assert_eq!(
            verified(&FileStore::open(&path).unwrap()).unwrap(),
            first + 9_999
        );
    });
    assert!(
        std::process::Command::new("umount")
            .arg(dir.path())
            .status()
            .unwrap()
            .success()
    );
    outcome.unwrap();
}

#[cfg(target_os = "linux")]
fn mount(options: &[&str], at: &std::path::Path) {
    assert!(
        std::process::Command::new("mount")
            .args(options)
            .arg(at)
            .status()
            .unwrap()
            .success()
    );
}
