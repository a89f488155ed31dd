//! Watching a search: an observer sees every event, and changes nothing.
//!
//! The textbook's tree, written as text. The observer prints cutoffs and counts leaves.

use gametree::alphabeta::AlphaBeta;
use gametree::tree::Tree;
use gametree::{Event, Game, Limits, Observer, Search};

#[derive(Default)]
struct Cutoffs {
    leaves: u32,
    found: u32,
}

impl<G: Game> Observer<G> for Cutoffs {
    fn see(&mut self, event: &Event<'_, G>) {
        match event {
            Event::Leaf { .. } => self.leaves += 1,
            Event::Cutoff { ply, value, .. } => {
                self.found += 1;
                println!("at ply {ply}: {value} is enough, no other move matters");
            }
            _ => {}
        }
    }
}

/// Watches alpha-beta.
pub fn main() {
    let text = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";
    let tree: Tree = text.parse().expect("the tree of the textbook");
    let root = tree.two_player().expect("MAX and MIN, no chance");
    let mut cutoffs = Cutoffs::default();
    let watched = AlphaBeta::blind().watch(&root, &Limits::none(), &mut cutoffs);
    println!("{}; {} of 9 leaves", watched.value, cutoffs.leaves);
    assert_eq!((cutoffs.leaves, cutoffs.found), (7, 2));
    let unwatched = AlphaBeta::blind().search(&root, &Limits::none());
    assert_eq!(watched.counts.nodes, unwatched.counts.nodes);
}
