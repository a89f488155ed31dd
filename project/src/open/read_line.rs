//! Moves as users write them.

use gametree::erased::ErasedMove;
use gametree::{Game, Notation, Persistent};
use gametree_catalog::{Position, user_text};

use crate::error::{ProjectError, Result};

/// The longest line.
const LONGEST_LINE: usize = 200;

/// A move by its name, and as it is played.
pub struct Named<M> {
    /// The move.
    pub m: M,
    /// Its name.
    pub name: String,
}

/// One legal move, as people or engines write it.
pub fn one_move(position: &Position, name: &str) -> Result<Named<ErasedMove>> {
    let mut moves = read_line(position, &[name.to_string()])?;
    moves
        .pop()
        .ok_or_else(|| ProjectError::invalid("there is no move"))
}

/// A name that is no legal move.
pub struct BadMove {
    /// How many names before it were read.
    pub place: usize,
    /// Why.
    pub error: ProjectError,
}

impl From<BadMove> for ProjectError {
    fn from(bad: BadMove) -> ProjectError {
        bad.error
    }
}

/// All moves are read before the first is added: a wrong one leaves everything as it is.
pub fn read_line(
    start: &Position,
    names: &[String],
) -> std::result::Result<Vec<Named<ErasedMove>>, BadMove> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(names.len());
    for (place, text) in names.iter().enumerate() {
        let text = text.trim();
        let refuse = |why: &str| {
            let shown = user_text::shortened(text);
            let what = format!("move {}, {shown}: {why}", place + 1);
            let hint = format!("the position there: {}", position.write());
            BadMove {
                place,
                error: ProjectError::invalid(what).hint(hint),
            }
        };
        if place >= LONGEST_LINE {
            return Err(refuse("the line is too long"));
        }
        if position.outcome().is_some() {
            return Err(refuse("the game is over there"));
        }
        let known = position.read_move(text);
        let m = known.or_else(|| position.moves().find(|&m| position.uci(m) == text));
        let m = m.ok_or_else(|| refuse("this is not a legal move"))?;
        moves.push(Named {
            m,
            name: position.write_move(m),
        });
        position.play(m);
        position.normalize();
    }
    Ok(moves)
}
