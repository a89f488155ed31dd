//! Nim.

use gametree::Readable;
use gametree_games::nim::Heaps;

use super::{BoardView, user};

/// The evaluator knows only odd and even, ±1: a point is a weak hint.
const NAT: f64 = 5.0;

/// So many matches at most in all: every one may be a move, and each is a row of a table.
const MOST: u32 = 200;

impl BoardView for Heaps {
    const NAT: f64 = NAT;

    fn from_user(text: &str) -> Result<Heaps, String> {
        let help = "write heaps as in 3,4,5 or 1,0,2 second";
        let (name, rest) = user::split(text, &["nim"]);
        let text = match name.and_then(|name| name.split_once(':')) {
            Some((_, sizes)) => format!("{sizes} {rest}"),
            None if rest.is_empty() => "3,4,5".into(),
            None => rest.into(),
        };
        let heaps = Heaps::read(text.trim())
            .map_err(|why| format!("This is not a position of Nim: {why}; {help}."))?;
        if heaps.sizes().iter().sum::<u32>() > MOST {
            return Err(format!(
                "These are too many matches to show; at most {MOST} in all."
            ));
        }
        Ok(heaps)
    }
}
