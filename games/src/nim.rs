//! Nim (Bouton 1901): take any number of matches from one heap; whoever takes the last one wins.
//!
//! ```text
//! heap 1:  3 |||
//! heap 2:  4 ||||        3 ⊕ 4 ⊕ 5 = 2 ≠ 0: the first player wins, by 1:2 (two from heap 1)
//! heap 3:  5 |||||
//! ```
//!
//! Bouton's theorem (the mover loses exactly when the heaps' exclusive or is 0) is what the tests
//! expect of the searches; the game itself does not use it, so that they have something to find.
//!
//! ```
//! use gametree::{Limits, Notation, Search, alphabeta::AlphaBeta};
//! use gametree_games::nim::Heaps;
//! let heaps: Heaps = "3,4,5".parse().unwrap();
//! let report = AlphaBeta::blind().search(&heaps, &Limits::none());
//! assert_eq!(report.best().map(|m| heaps.write_move(m)).unwrap(), "1:2");
//! ```

mod archive;
mod drawn;

use std::fmt;
use std::str::FromStr;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Evaluator, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

use crate::PositionError;
use crate::standing::standing;

/// A position: up to [`Heaps::MAX_HEAPS`] heaps of up to [`Heaps::MAX_MATCHES`] matches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    heaps: [u32; Heaps::MAX_HEAPS],
    count: u8,
    turn: Player,
}

/// This many matches from one heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    /// The heap, counted from 0.
    pub heap: u8,
    /// The number of matches, at least 1.
    pub matches: u32,
}

impl Heaps {
    /// The most heaps.
    pub const MAX_HEAPS: usize = 8;
    /// The most matches in a heap.
    pub const MAX_MATCHES: u32 = 1_000_000;

    /// Heaps of these sizes, the first player to move.
    pub fn new(sizes: &[u32]) -> Result<Heaps, PositionError> {
        if sizes.is_empty() || sizes.len() > Heaps::MAX_HEAPS {
            let (found, most) = (sizes.len(), Heaps::MAX_HEAPS);
            return Err(PositionError(format!(
                "{found} heaps, but Nim is played here with 1 to {most}"
            )));
        }
        if let Some(size) = sizes.iter().find(|&&size| size > Heaps::MAX_MATCHES) {
            let most = Heaps::MAX_MATCHES;
            return Err(PositionError(format!(
                "{size} matches in a heap are too many; at most {most}"
            )));
        }
        let mut heaps = [0; Heaps::MAX_HEAPS];
        heaps[..sizes.len()].copy_from_slice(sizes);
        Ok(Heaps {
            heaps,
            count: sizes.len() as u8,
            turn: Player::FIRST,
        })
    }

    /// The game of this name: `nim:3,4,5`.
    pub fn named(name: &str) -> Result<Heaps, PositionError> {
        let unknown = || PositionError(format!("{name:?} is not a game like nim:3,4,5"));
        name.trim()
            .strip_prefix("nim:")
            .ok_or_else(unknown)?
            .parse()
    }

    /// The same heaps with this player to move.
    #[must_use]
    pub fn with_turn(self, turn: Player) -> Heaps {
        Heaps { turn, ..self }
    }

    /// The sizes of the heaps.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.heaps[..usize::from(self.count)]
    }

    fn is_legal(&self, take: Take) -> bool {
        let left = self.sizes().get(usize::from(take.heap));
        take.matches > 0 && left.is_some_and(|&left| take.matches <= left)
    }
}

impl Game for Heaps {
    type Move = Take;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Take> {
        let heaps = (0..self.count).map(|heap| (heap, self.heaps[usize::from(heap)]));
        heaps.flat_map(|(heap, left)| (1..=left).map(move |matches| Take { heap, matches }))
    }

    #[inline]
    fn play(&mut self, take: Take) {
        let left = &mut self.heaps[usize::from(take.heap)];
        *left = left.saturating_sub(take.matches);
        self.turn = self.turn.opponent();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let empty = self.heaps.iter().all(|&left| left == 0);
        empty.then(|| Outcome::Win(self.turn.opponent()))
    }
}

impl PackedMoves for Heaps {
    #[inline]
    fn pack(m: Take) -> u64 {
        u64::from(m.heap) | u64::from(m.matches) << 8
    }

    #[inline]
    fn unpack(code: u64) -> Take {
        Take {
            heap: code as u8,
            matches: (code >> 8) as u32,
        }
    }
}

impl TwoPlayer for Heaps {}

impl Keyed for Heaps {
    #[inline]
    fn key(&self) -> u64 {
        let pairs = self
            .heaps
            .chunks_exact(2)
            .map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1]));
        let start = mix(u64::from(self.turn.0) + 1);
        pairs.fold(start, |key, pair| {
            mix(key.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ pair)
        })
    }
}

impl Forced for Heaps {}

impl NullMove for Heaps {}

/// Taking the last heap, which wins.
impl Noisy for Heaps {
    fn noisy(&self) -> impl Iterator<Item = Take> {
        let mut full = (0u8..).zip(self.heaps).filter(|&(_, left)| left > 0);
        let last = full.next().filter(|_| full.next().is_none());
        last.map(|(heap, matches)| Take { heap, matches })
            .into_iter()
    }
}

/// The more matches, the sooner it ends.
impl Guided for Heaps {
    fn promise(&self, take: Take) -> i32 {
        take.matches as i32
    }
}

/// `2:3`, three matches from the second heap.
impl Notation for Heaps {
    fn write_move(&self, take: Take) -> String {
        format!("{}:{}", take.heap + 1, take.matches)
    }

    fn read_move(&self, text: &str) -> Option<Take> {
        let (heap, matches) = text.trim().split_once(':')?;
        let heap = heap.trim().parse::<u8>().ok()?.checked_sub(1)?;
        let take = Take {
            heap,
            matches: matches.trim().parse().ok()?,
        };
        self.is_legal(take).then_some(take)
    }
}

/// `3,4,5`, or `1,0,2 second` where the second player is to move.
impl FromStr for Heaps {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Heaps, PositionError> {
        let text = text.trim();
        let (sizes, turn) = match text.rsplit_once([' ', ',']) {
            Some((sizes, "first")) => (sizes, Player::FIRST),
            Some((sizes, "second")) => (sizes, Player::SECOND),
            _ => (text, Player::FIRST),
        };
        let words = sizes.split([' ', ',']).filter(|word| !word.is_empty());
        let sizes: Result<Vec<u32>, _> = words.map(size).collect();
        Ok(Heaps::new(&sizes?)?.with_turn(turn))
    }
}

fn size(word: &str) -> Result<u32, PositionError> {
    let help = "heaps are written as 3,4,5 or 3,4,5 second";
    word.parse()
        .map_err(|_| PositionError(format!("{word:?} is not the size of a heap; {help}")))
}

/// One line per heap, then who is to move.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDEST: usize = 60;
        let digits = self
            .sizes()
            .iter()
            .map(|left| left.to_string().len())
            .max()
            .unwrap_or(1);
        for (i, &left) in self.sizes().iter().enumerate() {
            let matches = "|".repeat((left as usize).min(WIDEST));
            let more = if left as usize > WIDEST { "…" } else { "" };
            let line = format!("heap {}: {left:>digits$} {matches}{more}", i + 1);
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "{}", standing(self, ["first", "second"]))
    }
}

/// Counts the heaps that are left: an odd number is good for the mover. Exact when every heap is a
/// single match, a guess otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeapParity;

impl Evaluator<Heaps> for HeapParity {
    #[inline]
    fn evaluate(&self, position: &Heaps) -> i32 {
        let left = position.sizes().iter().filter(|&&left| left > 0).count();
        let winner = if left % 2 == 1 {
            position.turn
        } else {
            position.turn.opponent()
        };
        if winner == Player::FIRST { 1 } else { -1 }
    }
}
