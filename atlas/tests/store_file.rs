//! The store's ordinary life: made, filled, closed, read, copied, compacted, shared.

use crate::store_support;

use std::path::PathBuf;

use gametree_atlas::store::{FileStore, MemoryStore, Store, StoreError, check};
use store_support::{all, fact, facts, verified};
use tempfile::TempDir;

fn place() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("test.atlas");
    (dir, path)
}

/// A store of `n` facts in batches of seven.
fn filled(path: &std::path::Path, n: u64) -> FileStore {
    let mut store = FileStore::create(path, "chess").unwrap();
    let mut next = 0;
    while next < n {
        let end = (next + 7).min(n);
        store.append(&facts(next, end)).unwrap();
        next = end;
    }
    store
}

#[test]
fn facts_come_back_in_order() {
    let (_dir, path) = place();
    assert_eq!(verified(&filled(&path, 100)).unwrap(), 100);
    let mut store = FileStore::open(&path).unwrap();
    assert_eq!(
        (store.game(), store.facts(), store.path()),
        ("chess", 100, Some(path.as_path()))
    );
    store.append(&facts(100, 120)).unwrap();
    store.append(&[]).unwrap();
    assert_eq!(verified(&store).unwrap(), 120);
}

#[test]
fn memory_keeps_them_as_well() {
    let mut store = MemoryStore::new();
    store.append(&facts(0, 9)).unwrap();
    store.append(&facts(9, 12)).unwrap();
    let mut got = Vec::new();
    store
        .replay(&mut |fact| {
            got.push(fact);
            Ok(())
        })
        .unwrap();
    assert_eq!(got, facts(0, 12));
    assert_eq!(store.facts(), facts(0, 12));
}

#[test]
fn long_batches_and_long_facts_fit() {
    let (_dir, path) = place();
    let mut store = FileStore::create(&path, "chess").unwrap();
    let long = gametree_atlas::fact::Fact::Failed {
        ticket: 1,
        what: "y".repeat(300_000),
        at: 0,
    };
    let mut batch = facts(0, 5_000);
    batch.insert(2_500, long);
    store.append(&batch).unwrap();
    assert_eq!(all(&store).unwrap(), batch);
    store.compact().unwrap();
    assert_eq!(all(&store).unwrap(), batch);
}

#[test]
fn what_the_reader_says_ends_the_replay() {
    let (_dir, path) = place();
    let store = filled(&path, 30);
    let mut seen = 0;
    let end = store.replay(&mut |_| {
        seen += 1;
        if seen == 10 {
            Err(StoreError::Io {
                file: "reader".into(),
                what: "enough".into(),
            })
        } else {
            Ok(())
        }
    });
    assert_eq!(
        (end.unwrap_err().to_string(), seen),
        ("reader: enough".into(), 10)
    );
}

#[test]
fn nothing_is_made_over_an_old_file() {
    let (_dir, path) = place();
    std::fs::write(&path, "mine").unwrap();
    assert!(matches!(
        FileStore::create(&path, "chess"),
        Err(StoreError::Io { .. })
    ));
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    assert!(matches!(
        FileStore::open(&path),
        Err(StoreError::Foreign { .. })
    ));
    assert!(matches!(
        FileStore::open_read_only(&path),
        Err(StoreError::Foreign { .. })
    ));
}

/// Says in the file that a later version of the program has made it.
fn make_newer(path: &std::path::Path) {
    use redb::ReadableTable;
    const META: redb::TableDefinition<&str, &[u8]> = redb::TableDefinition::new("meta");
    let base = redb::Database::open(path).unwrap();
    let write = base.begin_write().unwrap();
    {
        let mut table = write.open_table(META).unwrap();
        let mut head = table.get("head").unwrap().unwrap().value().to_vec();
        head[4..8].copy_from_slice(&9_u32.to_le_bytes());
        let sum = crc32fast::hash(&head[4..]);
        head[..4].copy_from_slice(&sum.to_le_bytes());
        table.insert("head", head.as_slice()).unwrap();
    }
    write.commit().unwrap();
}

#[test]
fn a_file_of_a_newer_version_is_not_called_damaged() {
    let (_dir, path) = place();
    drop(FileStore::create(&path, "chess").unwrap());
    make_newer(&path);
    for error in [
        FileStore::open(&path).err().unwrap(),
        FileStore::open_read_only(&path).err().unwrap(),
        check(&path).unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Newer { .. }), "{error}");
        let text = error.to_string();
        assert!(
            text.contains("newer version of gametree") && text.contains('9'),
            "{text}"
        );
    }
}

#[test]
fn missing_empty_and_foreign_files_are_named() {
    let (dir, path) = place();
    assert!(matches!(FileStore::open(&path), Err(StoreError::Io { .. })));
    std::fs::write(&path, "").unwrap();
    assert!(matches!(
        FileStore::open(&path),
        Err(StoreError::Foreign { .. })
    ));
    let other = dir.path().join("other.redb");
    drop(redb::Database::create(&other).unwrap());
    assert!(matches!(
        FileStore::open(&other),
        Err(StoreError::Foreign { .. })
    ));
    assert!(!check(&other).unwrap().is_whole());
    assert!(check(&dir.path().join("none")).is_err());
}

#[test]
fn only_one_may_write_and_all_may_read() {
    let (_dir, path) = place();
    let mut writer = filled(&path, 50);
    let second = FileStore::open(&path);
    assert!(
        matches!(second, Err(StoreError::Locked { .. })),
        "{second:?}"
    );
    let mut reader = FileStore::open_read_only(&path).unwrap();
    writer.append(&facts(50, 60)).unwrap();
    assert_eq!(verified(&reader).unwrap(), 50);
    assert!(reader.append(&facts(50, 51)).is_err() && reader.compact().is_err());
    assert_eq!(
        verified(&FileStore::open_read_only(&path).unwrap()).unwrap(),
        60
    );
    assert_eq!(check(&path).unwrap().facts, 60);
    assert_eq!(verified(&writer).unwrap(), 60);
}

#[test]
fn readers_of_a_busy_store_see_a_moment() {
    let (_dir, path) = place();
    let mut writer = filled(&path, 7);
    let reading = std::thread::spawn(move || {
        let mut last = 0;
        for _ in 0..60 {
            match FileStore::open_read_only(&path) {
                Ok(store) => {
                    let now = verified(&store).unwrap();
                    // A copy without a calm moment may be a commit or two behind.
                    assert!(
                        now + 14 >= last && now.is_multiple_of(7),
                        "{now} after {last}"
                    );
                    last = now;
                }
                Err(e) => assert!(matches!(e, StoreError::Locked { .. }), "{e:?}"),
            }
        }
        last
    });
    let mut next = 7;
    while !reading.is_finished() {
        writer.append(&facts(next, next + 7)).unwrap();
        next += 7;
    }
    assert!(reading.join().unwrap() > 7);
    assert_eq!(verified(&writer).unwrap(), next);
}

#[test]
fn a_backup_is_a_store_and_replaces_nothing() {
    let (dir, path) = place();
    let mut store = filled(&path, 500);
    let copy = dir.path().join("copy.atlas");
    store.backup(&copy).unwrap();
    store.append(&facts(500, 510)).unwrap();
    let back = FileStore::open(&copy).unwrap();
    assert_eq!(
        (back.game(), back.created(), verified(&back).unwrap()),
        ("chess", store.created(), 500)
    );
    assert!(store.backup(&copy).is_err() && store.backup(&path).is_err());
    assert!(store.backup(&dir.path().join("no/such/folder")).is_err());
    assert_eq!(
        std::fs::read_dir(dir.path()).unwrap().count(),
        2,
        "nothing unfinished is left"
    );
    let read_only = FileStore::open_read_only(&path).unwrap();
    read_only.backup(&dir.path().join("third")).unwrap();
    assert_eq!(check(&dir.path().join("third")).unwrap().facts, 510);
}

#[test]
fn compaction_merges_and_keeps() {
    let (_dir, path) = place();
    let mut store = filled(&path, 7_000);
    let done = store.compact().unwrap();
    assert_eq!(done.rows_before, 1_000);
    assert!(
        done.rows_after < 24 && done.bytes_after < done.bytes_before,
        "{done:?}"
    );
    assert_eq!(verified(&store).unwrap(), 7_000);
    store.append(&[fact(7_000)]).unwrap();
    let again = store.compact().unwrap();
    assert!(again.rows_after <= done.rows_after + 1, "{again:?}");
    drop(store);
    assert_eq!(verified(&FileStore::open(&path).unwrap()).unwrap(), 7_001);
    let report = check(&path).unwrap();
    assert!(
        report.is_whole() && report.facts == 7_001 && report.rows == again.rows_after,
        "{report:?}"
    );
}

#[test]
fn an_empty_store_is_one() {
    let (_dir, path) = place();
    let mut store = FileStore::create(&path, "nim").unwrap();
    assert_eq!(store.compact().unwrap().rows_after, 0);
    assert_eq!(verified(&store).unwrap(), 0);
    drop(store);
    assert!(check(&path).unwrap().is_whole());
}

#[test]
fn a_store_may_go_to_another_thread() {
    fn sendable<T: Send + Sync>() {}
    sendable::<FileStore>();
    sendable::<MemoryStore>();
}

#[test]
fn what_is_new_is_read_alone() {
    let (_dir, path) = place();
    let mut store = filled(&path, 50);
    for compacted in [false, true] {
        if compacted {
            store.compact().unwrap();
        }
        for first in 0..=52 {
            let mut got = Vec::new();
            store
                .replay_from(first, &mut |fact| got.push(fact))
                .unwrap();
            assert_eq!(got, facts(first.min(50), 50), "from {first}, {compacted}");
        }
    }
}
