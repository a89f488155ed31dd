//! Records of positions as one tree: those that a move connects hang together.

use std::collections::HashMap;

use gametree::{Game, Persistent};
use gametree_chess::shakmaty::Move;

use super::lines::Lines;

/// A move from one record to another.
struct Link {
    from: usize,
    m: Move,
    to: usize,
}

/// All records as one: a record stands below the first that reaches it by a move, and only what no
/// other reaches is a start. Every move between two records is in it.
pub fn connected(records: Vec<Lines>) -> Option<Lines> {
    let links = links(&records);
    let mut entered = vec![false; records.len()];
    for link in links.iter().flatten() {
        entered[link.to] = true;
    }
    let source = records.first()?.source.clone();
    let mut all = Lines {
        places: Vec::with_capacity(records.len()),
        source,
        beyond: 0,
        played: None,
        items: links.len(),
        more: Vec::new(),
    };
    let mut order = Order {
        place: vec![None; records.len()],
        queue: Vec::new(),
    };
    // Whatever is left after the starts goes round in a circle: its first record is a start too.
    let starts = (0..records.len()).filter(|&record| !entered[record]);
    let mut records: Vec<Option<Lines>> = records.into_iter().map(Some).collect();
    for start in starts.chain(0..links.len()) {
        order.enter(&mut all, &mut records, start, None);
        order.spread(&mut all, &mut records, &links);
    }
    Some(all)
}

/// The moves between records, by the record they start from.
fn links(records: &[Lines]) -> Vec<Vec<Link>> {
    let mut known: HashMap<u128, usize> = HashMap::new();
    for (record, lines) in records.iter().enumerate() {
        known
            .entry(lines.places[0].position.identity())
            .or_insert(record);
    }
    let of = |(from, lines): (usize, &Lines)| {
        let position = &lines.places[0].position;
        if known.get(&position.identity()) != Some(&from) || position.outcome().is_some() {
            return Vec::new();
        }
        let link = |m: Move| {
            let mut after = position.after(m);
            after.normalize();
            let to = *known.get(&after.identity())?;
            Some(Link { from, m, to })
        };
        position.moves().filter_map(link).collect()
    };
    records.iter().enumerate().map(of).collect()
}

/// How far the tree has grown.
struct Order {
    /// The place of every record that is in the tree.
    place: Vec<Option<usize>>,
    queue: Vec<usize>,
}

impl Order {
    /// Puts a record into the tree, once.
    fn enter(
        &mut self,
        all: &mut Lines,
        records: &mut [Option<Lines>],
        record: usize,
        by: Option<(usize, Move)>,
    ) {
        let Some(lines) = records[record].take() else {
            return;
        };
        self.place[record] = Some(all.places.len());
        self.queue.push(record);
        for mut place in lines.places {
            place.by = by;
            all.places.push(place);
        }
    }

    /// Puts everything that can be reached below what is new.
    fn spread(&mut self, all: &mut Lines, records: &mut [Option<Lines>], links: &[Vec<Link>]) {
        let mut next = 0;
        while let Some(&record) = self.queue.get(next) {
            next += 1;
            for link in &links[record] {
                let Some(from) = self.place[link.from] else {
                    continue;
                };
                if self.place[link.to].is_some() {
                    all.more.push((from, link.m));
                } else {
                    self.enter(all, records, link.to, Some((from, link.m)));
                }
            }
        }
        self.queue.clear();
    }
}
