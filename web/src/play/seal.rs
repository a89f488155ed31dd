//! Moves that the user may not know, as the page carries them from request to request: sealed with
//! a key that only this process has.
//!
//! ```text
//!  e7e5 ──▶ ~5b1f09c2    the bytes of the name, each changed by the key, the game and its place
//! ```
//!
//! A seal opens only for the seat, the seed and the place in the game that it was made for: from
//! another seat the page cannot ask what it hides.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

use gametree_catalog::play_session::PlaySession;

/// What a sealed move begins with; no game's own notation does.
const MARK: char = '~';

/// Seals the moves of one game, seen from one seat.
#[derive(Clone, Copy)]
pub struct Seal {
    seat: u8,
    seed: u64,
}

impl Seal {
    /// Of a game as the user at their seat sees it; `None` where no move is secret.
    pub fn of(session: &PlaySession) -> Option<Seal> {
        let secret = session.game.info().secret_moves;
        secret.then(|| Seal {
            seat: session.human.0,
            seed: session.seed(),
        })
    }

    /// The name of the move at this place in the game, sealed.
    pub fn close(self, place: usize, name: &str) -> String {
        let bytes = name.bytes().zip(self.mask(place));
        let hex = bytes.map(|(byte, mask)| format!("{:02x}", byte ^ mask));
        format!("{MARK}{}", hex.collect::<String>())
    }

    /// The name behind a seal; `None` where the text is not sealed, or sealed for another game.
    pub fn open(self, place: usize, text: &str) -> Option<String> {
        let hex = text.strip_prefix(MARK)?;
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(byte).collect();
        let name = bytes?.into_iter().zip(self.mask(place));
        String::from_utf8(name.map(|(byte, mask)| byte ^ mask).collect()).ok()
    }

    /// Whether a text is sealed.
    pub fn is_sealed(text: &str) -> bool {
        text.starts_with(MARK)
    }

    /// The bytes that change a name, without end.
    fn mask(self, place: usize) -> impl Iterator<Item = u8> {
        static KEY: OnceLock<RandomState> = OnceLock::new();
        let key = KEY.get_or_init(RandomState::new);
        let block = move |block: u64| {
            key.hash_one((self.seat, self.seed, place, block))
                .to_le_bytes()
        };
        (0..).flat_map(block)
    }
}
