//! An import that is killed at any moment; ranges of games.

use gametree::rng::Rng;
use gametree::{Game, Notation};
use gametree_atlas::store::FileStore;
use gametree_chess::Chess;

use super::store_support::disk::Disk;
use super::{ImportAsk, Range, import};
use crate::error::Result;
use crate::paths::File;

/// Games of random moves: more facts than were once written in one piece.
fn games(count: usize) -> String {
    let mut rng = Rng::new(7);
    let mut text = String::new();
    for _ in 0..count {
        text.push_str("[Event \"?\"]\n\n");
        let mut position = Chess::default();
        for _ in 0..180 {
            let moves: Vec<_> = position.moves().collect();
            if position.outcome().is_some() || moves.is_empty() {
                break;
            }
            let m = moves[rng.below(moves.len())];
            text.push_str(&position.write_move(m));
            text.push(' ');
            position.play(m);
        }
        text.push_str("*\n\n");
    }
    text
}

fn open(disk: &Disk) -> Result<File> {
    let disk = disk.clone();
    File::open(FileStore::with_backend("disk", "chess", move || {
        Ok(disk.clone())
    })?)
}

/// Imports on a disk whose power fails after so many operations; gives the facts that are there
/// afterwards.
fn killed_after(operations: usize, ask: &ImportAsk) -> u64 {
    let disk = Disk::default();
    drop(open(&disk).expect("a new project"));
    let mut file = open(&disk).expect("a project");
    disk.fail_after(operations);
    let done = import(&mut file, ask, &|| false);
    assert!(done.is_err() || disk.is_on(), "it failed, or had the time");
    drop(file);
    let left = Disk::holding(disk.contents());
    open(&left).expect("whole").facts()
}

#[test]
fn a_killed_import_leaves_all_or_nothing() {
    let ask = ImportAsk::pasted("games", &games(160));
    let all = killed_after(1_000_000, &ask);
    assert!(all > 22_000, "{all} facts");
    let powers = [1, 5, 7, 8, 9, 10];
    let left = powers.map(|power| killed_after(1 << power, &ask));
    assert!(left.contains(&0), "some kills come early: {left:?}");
    assert!(
        left.iter().all(|facts| [0, all].contains(facts)),
        "all or nothing: {left:?}, of {all}"
    );
    // Done again, it is whole.
    let disk = Disk::default();
    let mut file = open(&disk).expect("a project");
    let part = ImportAsk::pasted("games", &games(40));
    import(&mut file, &part, &|| false).expect("a part");
    import(&mut file, &ask, &|| false).expect("the rest");
    let moves = file.graph().moves();
    let again = import(&mut file, &ask, &|| false).expect("nothing new");
    assert_eq!((again.facts, file.graph().moves()), (0, moves));
}

#[test]
fn ranges_have_both_their_ends() {
    let range = |first: u64, last: u64| Ok(Range { first, last });
    assert_eq!("3..7".parse(), range(3, 7));
    assert_eq!("3..".parse(), range(3, u64::MAX));
    assert_eq!("..7".parse(), range(1, 7));
    assert_eq!("3".parse(), range(3, 3));
    for wrong in ["", "0..1", "5..4", "a", "1...2", "0"] {
        assert!(wrong.parse::<Range>().is_err(), "{wrong}");
    }
}
