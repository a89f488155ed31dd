//! A value three ways: for scripts, for people, as a chance.

use std::fmt;

use gametree::{Score, Wdl};
use gametree_catalog::StoredGame;
use gametree_catalog::score_text::number;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A value of a game, the first player's.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueView {
    /// For scripts: points (hundredths of a pawn in chess), or plus or minus (1000000 − plies)
    /// where it is decided.
    pub number: i64,
    /// For people, with an ASCII minus.
    pub text: String,
    /// The first player's chance, from 0 to 1.
    pub win: f64,
}

impl ValueView {
    /// Of a value in a game.
    #[must_use]
    pub fn of(game: &StoredGame, value: Score) -> ValueView {
        ValueView {
            number: number(value),
            text: game.words(value),
            win: game.chance(value),
        }
    }
}

/// A value as fields of an object. JSON has no names within names for them: scripts read
/// `moves[0].value` as a number.
macro_rules! value_fields {
    ($(#[$about:meta])* $name:ident { $number:ident, $text:ident, $win:ident }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
        pub struct $name {
            /// Points (hundredths of a pawn in chess), or plus or minus (1000000 − plies) where it
            /// is decided; null where it is not known.
            pub $number: Option<i64>,
            /// For people, with an ASCII minus; a question mark where it is not known.
            pub $text: String,
            /// The first player's chance, from 0 to 1.
            pub $win: Option<f64>,
        }

        impl $name {
            /// Of a value in a game, where there is one.
            #[must_use]
            pub fn of(game: &StoredGame, value: Option<Score>) -> $name {
                let value = value.map(|value| ValueView::of(game, value));
                $name {
                    $number: value.as_ref().map(|value| value.number),
                    $win: value.as_ref().map(|value| value.win),
                    $text: value.map_or_else(|| "?".into(), |value| value.text),
                }
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name {
                    $number: None,
                    $text: "?".into(),
                    $win: None,
                }
            }
        }
    };
}

value_fields! {
    /// What follows from everything known.
    PositionValue { value, value_text, value_win }
}

value_fields! {
    /// An engine's own score of the position.
    Direct { direct, direct_text, direct_win }
}

value_fields! {
    /// A value then.
    Before { before, before_text, before_win }
}

value_fields! {
    /// A value now.
    Now { now, now_text, now_win }
}

/// How often, of a thousand such games, the first player would win, nobody would, and they would
/// lose, as the engine reports it with its own score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WdlView {
    /// Wins of the first player.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses of the first player.
    pub loss: u16,
}

impl From<Wdl> for WdlView {
    fn from(Wdl { win, draw, loss }: Wdl) -> WdlView {
        WdlView { win, draw, loss }
    }
}

/// Percentages for people: `31/60/9`.
impl fmt::Display for WdlView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [win, draw, loss] = [self.win, self.draw, self.loss].map(|part| (part + 5) / 10);
        write!(f, "{win}/{draw}/{loss}")
    }
}
