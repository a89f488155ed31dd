//! Damaged files: every byte changed, cut everywhere. Either an error, or every fact as it was.

use crate::store_support;

use std::path::{Path, PathBuf};

use gametree_atlas::store::{FileStore, Store, StoreError, check};
use store_support::{facts, verified};

const FACTS: u64 = 40;

/// A small store as bytes: closed in order, or as a crash leaves it.
fn image(dir: &Path, closed: bool) -> Vec<u8> {
    let path = dir.join(if closed { "closed" } else { "open" });
    let mut store = FileStore::create(&path, "nim").unwrap();
    for first in (0..FACTS).step_by(10) {
        store.append(&facts(first, first + 10)).unwrap();
    }
    if closed {
        drop(store);
    }
    std::fs::read(&path).unwrap()
}

/// What opening and reading a file with these bytes gives: the number of facts, each of which is
/// verified.
fn opened(path: &Path, bytes: &[u8]) -> Result<u64, StoreError> {
    std::fs::write(path, bytes).unwrap();
    verified(&FileStore::open(path)?)
}

fn read_only(path: &Path, bytes: &[u8]) -> Result<u64, StoreError> {
    std::fs::write(path, bytes).unwrap();
    verified(&FileStore::open_read_only(path)?)
}

fn told(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Damaged { .. } | StoreError::Foreign { .. }
    )
}

struct Tally {
    right: usize,
    told: usize,
    shorter: usize,
}

/// Keeps the database's own panics, which the store turns into errors, from filling the screen.
fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if panic.location().is_none_or(|l| !l.file().contains("redb")) {
                loud(panic);
            }
        }));
    });
}

/// Opens what `spoil` makes of an image, for every one of these places.
fn tally(
    image: &[u8],
    places: impl Iterator<Item = usize>,
    spoil: impl Fn(usize) -> Vec<u8>,
) -> Tally {
    quiet();
    let dir = tempfile::tempdir_in(memory()).unwrap();
    let path = dir.path().join("spoilt");
    let mut tally = Tally {
        right: 0,
        told: 0,
        shorter: 0,
    };
    for at in places {
        let bytes = spoil(at);
        match opened(&path, &bytes) {
            Ok(FACTS) => tally.right += 1,
            Ok(n) if n % 10 == 0 && n < FACTS => tally.shorter += 1,
            Ok(n) => panic!("{n} facts with byte {at} of {} spoilt", image.len()),
            Err(e) if told(&e) => tally.told += 1,
            Err(e) => panic!("byte {at}: {e:?}"),
        }
    }
    tally
}

/// A folder without a disk behind it, where there is one: these tests write a lot.
fn memory() -> PathBuf {
    let shm = PathBuf::from("/dev/shm");
    if shm.is_dir() {
        shm
    } else {
        std::env::temp_dir()
    }
}

fn flipped(image: &[u8], at: usize, mask: u8) -> Vec<u8> {
    let mut bytes = image.to_vec();
    bytes[at] ^= mask;
    bytes
}

/// Every n-th byte of those that are not zero, every 4099th of the others, and the first 400.
fn telling(image: &[u8], stride: usize) -> impl Iterator<Item = usize> {
    (0..image.len())
        .filter(move |&i| (image[i] != 0 && i % stride == 0) || i < 400 || i % 4099 == 0)
}

#[test]
fn changed_bytes_of_a_closed_store_are_told_or_harmless() {
    let dir = tempfile::tempdir_in(memory()).unwrap();
    let image = image(dir.path(), true);
    let got = tally(&image, telling(&image, 97), |at| flipped(&image, at, 0x10));
    assert_eq!(got.shorter, 0);
    assert!(
        got.told > 200 && got.right > 0,
        "{} told, {} right",
        got.told,
        got.right
    );
}

#[test]
fn changed_bytes_of_a_store_that_was_not_closed_never_give_wrong_facts() {
    let dir = tempfile::tempdir_in(memory()).unwrap();
    let image = image(dir.path(), false);
    let got = tally(&image, telling(&image, 151), |at| flipped(&image, at, 0x01));
    // Damage in the pages of the last batch looks like a power cut in the midst of it.
    assert!(
        got.told + got.right > got.shorter,
        "{} {} {}",
        got.told,
        got.right,
        got.shorter
    );
}

#[test]
#[ignore = "soak: every byte that is not zero, with two masks: half an hour"]
fn every_changed_byte_soak() {
    let dir = tempfile::tempdir_in(memory()).unwrap();
    for closed in [true, false] {
        let image = image(dir.path(), closed);
        for mask in [0x01, 0xff] {
            let got = tally(&image, telling(&image, 1), |at| flipped(&image, at, mask));
            assert!(got.shorter == 0 || !closed, "{mask}: {} lost", got.shorter);
        }
    }
}

/// Cuts a closed and an unclosed store at every multiple of `step`.
fn cut(step: usize) {
    let dir = tempfile::tempdir_in(memory()).unwrap();
    for closed in [true, false] {
        let image = image(dir.path(), closed);
        let got = tally(&image, (0..image.len()).step_by(step), |at| {
            image[..at].to_vec()
        });
        assert_eq!(got.shorter, 0, "closed: {closed}");
        assert!(got.told > 0);
    }
}

#[test]
fn cut_files_are_told_or_harmless() {
    cut(8192);
}

#[test]
#[ignore = "soak: cut at every sector"]
fn cut_files_are_told_or_harmless_soak() {
    cut(512);
}

#[test]
fn readers_and_checks_say_the_same() {
    quiet();
    let dir = tempfile::tempdir_in(memory()).unwrap();
    let image = image(dir.path(), true);
    let path = dir.path().join("spoilt");
    for at in telling(&image, 997) {
        let bytes = flipped(&image, at, 0x04);
        let read = read_only(&path, &bytes);
        let report = check(&path).unwrap();
        assert_eq!(
            std::fs::read(&path).unwrap(),
            bytes,
            "the file is not touched"
        );
        match read {
            Ok(n) => {
                assert!(
                    n == FACTS && report.is_whole() && report.facts == n,
                    "byte {at}: {n} {report:?}"
                )
            }
            Err(e) => assert!(told(&e) && !report.is_whole(), "byte {at}: {e} {report:?}"),
        }
    }
}
