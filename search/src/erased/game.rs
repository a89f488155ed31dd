//! The erased position as a game: one virtual call for every question.

use std::vec;

use super::ErasedPosition;
use super::cell::{CHUNK, DynPosition, Which};
use super::packed::ErasedMove;
use super::seen::ErasedSeen;
use crate::archive::{MoveTraits, Persistent};
use crate::board::{Board, Drawn, Squares};
use crate::game::{
    Bounds, Chance, Force, Forced, Game, Guided, Hidden, Keyed, Likeness, Noisy, Notation,
    NullMove, Outcome, Payoffs, Player, TwoPlayer,
};
use crate::rng::Rng;

/// Moves, listed by chunks: the first few stand in the iterator itself, so that most nodes allocate
/// nothing; the rest is asked for only if the search gets that far.
struct Moves<'p> {
    position: &'p dyn DynPosition,
    which: Which,
    chunk: [ErasedMove; CHUNK],
    next: usize,
    count: usize,
    later: Option<vec::IntoIter<ErasedMove>>,
}

impl<'p> Moves<'p> {
    #[inline]
    fn new(position: &'p dyn DynPosition, which: Which) -> Self {
        let mut chunk = [ErasedMove::default(); CHUNK];
        let count = position.first_moves(which, &mut chunk);
        Moves {
            position,
            which,
            chunk,
            next: 0,
            count,
            later: None,
        }
    }

    #[cold]
    fn later(&mut self) -> Option<ErasedMove> {
        if self.count < CHUNK {
            return None;
        }
        let later = &mut self.later;
        later
            .get_or_insert_with(|| self.position.later_moves(self.which).into_iter())
            .next()
    }
}

impl Iterator for Moves<'_> {
    type Item = ErasedMove;

    #[inline]
    fn next(&mut self) -> Option<ErasedMove> {
        if self.next == self.count {
            return self.later();
        }
        let m = self.chunk[self.next];
        self.next += 1;
        Some(m)
    }
}

impl Game for ErasedPosition<'_> {
    type Move = ErasedMove;

    #[inline]
    fn turn(&self) -> Player {
        self.0.turn()
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = ErasedMove> {
        Moves::new(&*self.0, Which::Legal)
    }

    #[inline]
    fn play(&mut self, m: ErasedMove) {
        self.0.play(m);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn footprint(&self) -> usize {
        size_of::<Self>() + self.0.footprint()
    }

    #[inline]
    fn after(&self, m: ErasedMove) -> Self {
        ErasedPosition(self.0.after(m))
    }
}

/// A promise of the maker of the position: see [`ErasedPosition::is_two_player`].
impl TwoPlayer for ErasedPosition<'_> {}

impl Keyed for ErasedPosition<'_> {
    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Noisy for ErasedPosition<'_> {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = ErasedMove> {
        Moves::new(&*self.0, Which::Noisy)
    }

    #[inline]
    fn may_stand_pat(&self) -> bool {
        self.0.may_stand_pat()
    }

    fn most_gain(&self, m: ErasedMove) -> Option<i32> {
        self.0.most_gain(m)
    }
}

impl Forced for ErasedPosition<'_> {
    #[inline]
    fn forced(&self) -> Force<ErasedMove> {
        self.0.forced()
    }
}

impl Guided for ErasedPosition<'_> {
    #[inline]
    fn promise(&self, m: ErasedMove) -> i32 {
        self.0.promise(m)
    }

    fn likeness(&self, m: ErasedMove) -> Likeness {
        self.0.likeness(m)
    }
}

impl NullMove for ErasedPosition<'_> {
    fn null_move(&self) -> Option<Self> {
        self.0.null_move().map(ErasedPosition)
    }

    fn in_check(&self) -> bool {
        self.0.in_check()
    }

    fn is_quiet(&self, m: ErasedMove) -> bool {
        self.0.is_quiet(m)
    }

    fn loses(&self, m: ErasedMove, points: i32) -> bool {
        self.0.loses(m, points)
    }
}

impl Notation for ErasedPosition<'_> {
    fn write_move(&self, m: ErasedMove) -> String {
        self.0.write_move(m)
    }

    fn write_state(&self) -> Option<String> {
        self.0.write_state()
    }

    fn read_move(&self, text: &str) -> Option<ErasedMove> {
        self.0.read_move(text)
    }
}

impl Drawn for ErasedPosition<'_> {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        self.0.board(viewer)
    }

    fn squares(&self, m: ErasedMove) -> Squares {
        self.0.squares(m)
    }
}

/// A promise of the maker of the position: see [`ErasedPosition::is_stored`].
impl Persistent for ErasedPosition<'static> {
    fn identity(&self) -> u128 {
        self.0.identity()
    }

    fn normalize(&mut self) {
        self.0.normalize();
    }

    fn encode(&self, m: ErasedMove) -> u32 {
        self.0.encode(m)
    }

    fn decode(&self, code: u32) -> Option<ErasedMove> {
        self.0.decode(code)
    }

    fn write(&self) -> String {
        self.0.write()
    }

    fn traits(&self, m: ErasedMove) -> MoveTraits {
        self.0.traits(m)
    }

    fn uci(&self, m: ErasedMove) -> String {
        self.0.uci(m)
    }

    fn number(&self) -> String {
        self.0.number()
    }
}

impl Chance for ErasedPosition<'_> {
    fn chances(&self) -> Option<impl Iterator<Item = (ErasedMove, f64)>> {
        self.0.chances().map(Vec::into_iter)
    }
}

/// Of two players: a win is worth 1, a loss −1, a draw or a loop 0, and points what they are.
impl Payoffs for ErasedPosition<'_> {
    fn players(&self) -> u8 {
        self.0.players()
    }

    fn payoff(&self, player: Player) -> f64 {
        self.0.payoff(player)
    }

    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    fn sum(&self) -> Option<f64> {
        self.0.sum()
    }
}

impl Hidden for ErasedPosition<'_> {
    type Seen = ErasedSeen;

    fn view(&self, player: Player) -> Vec<ErasedSeen> {
        self.0.news(player, 0)
    }

    fn news(&self, player: Player, from: usize) -> Vec<ErasedSeen> {
        self.0.news(player, from)
    }

    fn beginning(&self) -> Self {
        ErasedPosition(self.0.beginning())
    }

    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Self> {
        self.0.imagine(player, rng).map(ErasedPosition)
    }

    fn worlds(&self, player: Player, most: usize) -> Option<Vec<(Self, f64)>> {
        let worlds = self.0.worlds(player, most)?;
        let erased = worlds
            .into_iter()
            .map(|(cell, p)| (ErasedPosition(cell), p));
        Some(erased.collect())
    }
}
