//! What every erased game must keep, checked on seeded random play in one line.

use std::collections::HashSet;
use std::fmt::Display;

use super::{ErasedMove, ErasedPosition, PackedGame, PackedMoves};
use crate::game::{Game, Keyed, Notation};
use crate::testkit::Kit;

/// Checks [`PackedMoves`]: every legal move of random play comes back from its code, and no two
/// legal moves share one. Panics with what is wrong.
///
/// ```
/// use gametree::{erased::check, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// check::packing(&tree.root());
/// ```
pub fn packing<G: PackedMoves>(root: &G) {
    Kit::new(root).each(|position| {
        if position.outcome().is_some() {
            return;
        }
        let mut codes = HashSet::new();
        for m in position.moves() {
            let code = G::pack(m);
            assert_eq!(G::unpack(code), m, "{m:?} does not come back");
            assert!(codes.insert(code), "another move has the code of {m:?}");
        }
    });
}

/// Checks that an erased root is this typed one: the same moves in the same order, the same mover,
/// outcome, key, text and names on random play. Panics with what is wrong.
pub fn same_play<G: PackedGame>(typed: &G, erased: &ErasedPosition<'_>) {
    let pair = Pair {
        typed: typed.clone(),
        erased: erased.clone(),
    };
    Kit::new(&pair).each(Pair::compare);
}

/// The typed position and the erased one, played in step.
#[derive(Clone)]
struct Pair<'a, G> {
    typed: G,
    erased: ErasedPosition<'a>,
}

impl<G: PackedGame> Game for Pair<'_, G> {
    type Move = G::Move;

    fn turn(&self) -> crate::Player {
        self.typed.turn()
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.typed.moves()
    }

    fn play(&mut self, m: G::Move) {
        let played = self.erased.after(ErasedMove::of::<G>(m));
        self.erased.play(ErasedMove::of::<G>(m));
        assert_eq!(played.key(), self.erased.key(), "after {m:?} and played");
        self.typed.play(m);
    }

    fn outcome(&self) -> Option<crate::Outcome> {
        self.typed.outcome()
    }
}

impl<G: PackedGame> Pair<'_, G> {
    fn compare(&self) {
        let (typed, erased) = (&self.typed, &self.erased);
        assert_eq!(typed.outcome(), erased.outcome());
        assert_eq!(typed.key(), erased.key());
        assert_eq!(text(typed), text(erased));
        if typed.outcome().is_some() {
            return;
        }
        assert_eq!(typed.turn(), erased.turn());
        let moves: Vec<_> = typed.moves().map(ErasedMove::of::<G>).collect();
        assert_eq!(moves, erased.moves().collect::<Vec<_>>());
        for m in typed.moves() {
            let code = ErasedMove::of::<G>(m);
            assert_eq!(typed.write_move(m), erased.write_move(code));
        }
        // Reading a move may take long: one is enough.
        let name = typed.moves().last().map(|m| typed.write_move(m));
        let name = name.unwrap_or_default();
        let read = typed.read_move(&name).map(ErasedMove::of::<G>);
        assert_eq!(read, erased.read_move(&name));
    }
}

fn text(position: &impl Display) -> String {
    position.to_string()
}
