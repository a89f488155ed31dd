//! What the tests of this crate share.

use gametree::minimax::Minimax;
use gametree::tree::{Tree, TwoPlayerTree};
use gametree::{AnySearch, Limits};

use crate::builder::Caps;
use crate::complete::complete;
use crate::game_view::GameView;
use crate::recorder::Recorder;
use crate::trace::Trace;
use crate::{Explanation, Options, Scale, explain};

/// The trace of minimax on a tree text.
pub fn trace_of(text: &str) -> Trace {
    let tree: Tree = text.parse().expect("a tree");
    let root = tree.two_player().expect("two players");
    let view = GameView::two_players();
    let caps = Caps {
        nodes: 100_000,
        events: 100_000,
    };
    let mut recorder = Recorder::new(&root, &view, caps);
    Minimax::blind().watch_any(&root, &Limits::none(), &mut recorder);
    complete(&mut recorder, u32::MAX, caps.nodes);
    recorder.builder.trace
}

/// Hands the explanation of one search of a tree to `check`.
pub fn explained<T, S: for<'t> AnySearch<TwoPlayerTree<'t>>>(
    tree: &Tree,
    search: &mut S,
    limits: &Limits,
    check: impl FnOnce(&Explanation) -> T,
) -> T {
    let root = tree.two_player().expect("two players");
    let options = Options {
        scale: Scale::per_unit(tree.unit()),
        ..Options::new("test", "alphabeta")
    };
    check(&explain(&root, search, limits, &options))
}
