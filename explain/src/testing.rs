//! What the tests of this module share.

use gametree::minimax::Minimax;
use gametree::tree::{Tree, TwoPlayerTree};
use gametree::{AnySearch, Limits};

use super::complete::complete;
use super::trace::{Recorder, Trace};
use super::{Explanation, Lens, Options, explain};

/// The trace of minimax on a tree text.
pub fn trace_of(text: &str) -> Trace {
    let tree: Tree = text.parse().expect("a tree");
    let root = tree.two_player().expect("two players");
    let lens = Lens {
        show_value: &|value| value.to_string(),
        odds: |_| None,
        ends: super::ends,
        players: 2,
        text: super::one_line,
        board: |_| None,
    };
    let mut recorder = Recorder::new(&root, &lens, 100_000, 100_000);
    Minimax::blind().watch_any(&root, &Limits::none(), &mut recorder);
    complete(&mut recorder, u32::MAX, 100_000);
    recorder.trace
}

/// The explanation of one search of a tree; hands it to `check`.
pub fn explained<T, S: for<'t> AnySearch<TwoPlayerTree<'t>>>(
    tree: &Tree,
    search: &mut S,
    limits: &Limits,
    check: impl FnOnce(&Explanation<'_>) -> T,
) -> T {
    let root = tree.two_player().expect("two players");
    let show = |value| tree.show(value);
    check(&explain(
        &root,
        search,
        limits,
        &Options::new("test", "alphabeta"),
        &show,
    ))
}
