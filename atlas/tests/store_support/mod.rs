//! What the tests of the store share: facts that differ, and how to read them all.

#![allow(dead_code, reason = "each test uses its part")]

pub mod disk;

use gametree::{MoveTraits, Wdl};
use gametree_atlas::fact::{About, Fact, Found, FoundLine, Order, Origin, Scope};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{FileStore, Store, StoreError};

/// A sequence of numbers that look random and are the same every time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 11) % n as u64) as usize
    }
}

/// Fact number `n` of every test: all kinds come by, no two are equal.
pub fn fact(n: u64) -> Fact {
    let mut random = Random::new(n + 1);
    let key = u128::from(random.next()) << 64 | u128::from(n);
    let about = About {
        key,
        second: n % 2 == 1,
        legal: 30,
        end: n.is_multiple_of(5).then_some(-7),
    };
    let (node, at, scope) = (n as u32, n, Scope::Rest);
    match n % 8 {
        0 => Fact::Settings(Settings {
            nodes: n,
            ..Settings::default()
        }),
        1 => Fact::Root {
            text: format!("root {n}"),
            about,
        },
        2 => Fact::Source {
            name: format!("engine {n}"),
            options: String::new(),
        },
        3 => Fact::Move {
            from: node,
            code: 7,
            to: about,
            traits: MoveTraits {
                check: 255,
                march: n as u8,
                ..MoveTraits::default()
            },
            by: Origin::User,
        },
        4 => Fact::Asked {
            ticket: n,
            node,
            scope,
            nodes: random.next(),
        },
        5 => Fact::Found(found(n, &mut random)),
        6 => Fact::Failed {
            ticket: n,
            what: "x".repeat(random.below(60)),
            at,
        },
        _ => Fact::Steered {
            order: Order::Note {
                node,
                text: format!("note {n}"),
            },
            at,
        },
    }
}

fn line(place: usize) -> FoundLine {
    FoundLine {
        value: -(place as i32),
        depth: 11,
        line: vec![place as u32, 5],
    }
}

fn found(n: u64, random: &mut Random) -> Found {
    Found {
        ticket: Some(n),
        node: n as u32,
        scope: Scope::Whole,
        value: random.next() as i32,
        line: (0..random.below(20))
            .map(|_| random.next() as u32)
            .collect(),
        shown: vec![(1, -3)],
        depth: 12,
        nodes: random.next(),
        source: 2,
        millis: 9,
        at: n,
        lines: (0..random.below(4)).map(line).collect(),
        wdl: Wdl::new(n as u16 % 500, 400, 600 - n as u16 % 500),
    }
}

/// The facts from this number up to that.
pub fn facts(from: u64, to: u64) -> Vec<Fact> {
    (from..to).map(fact).collect()
}

/// All facts of a store.
pub fn all(store: &FileStore) -> Result<Vec<Fact>, StoreError> {
    let mut all = Vec::new();
    store.replay(&mut |fact| {
        all.push(fact);
        Ok(())
    })?;
    Ok(all)
}

/// How many facts a store holds, each of which is the one it should be.
pub fn verified(store: &FileStore) -> Result<u64, StoreError> {
    let mut count = 0;
    store.replay(&mut |got| {
        assert_eq!(got, fact(count), "fact {count}");
        count += 1;
        Ok(())
    })?;
    assert_eq!(count, store.facts());
    Ok(count)
}
