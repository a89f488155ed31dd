//! What the rules of a game say of a position, as facts keep it.

use gametree::{Outcome, Persistent, Player, Score};

use crate::error::AtlasError;
use crate::fact::{About, Code};

pub(crate) fn settled<G: Persistent>(mut position: G) -> G {
    position.normalize();
    position
}

pub(crate) fn illegal<G: Persistent>(position: &G, code: Code) -> AtlasError {
    AtlasError::Foreign(format!("move {code} is not legal in {}", position.write()))
}

/// What the rules say of a position.
pub(crate) fn about<G: Persistent>(position: &G) -> About {
    let end = position.outcome().map(|outcome| {
        let value = match outcome {
            Outcome::Win(Player::FIRST) => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
            Outcome::Draw | Outcome::Loop => Score::DRAW,
            Outcome::Points(points) => Score::points(points),
        };
        value.raw()
    });
    let legal = if end.is_some() {
        0
    } else {
        position.moves().count().min(usize::from(u16::MAX)) as u16
    };
    About {
        key: position.identity(),
        second: position.turn() != Player::FIRST,
        legal,
        end,
    }
}
