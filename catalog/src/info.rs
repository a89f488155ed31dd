//! What the lists say of games and searches: static data, no type parameters.

use serde::Serialize;

use crate::stored::StoredGame;

/// A game in the list.
#[derive(Debug)]
pub struct GameInfo {
    /// Its name, without parameters.
    pub name: &'static str,
    /// How it is named with parameters.
    pub form: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// How many play.
    pub players: u8,
    /// Whether dice or cards decide.
    pub chance: bool,
    /// Whether players do not see everything.
    pub hidden: bool,
    /// Whether moves themselves are hidden, as in kriegspiel.
    pub secret_moves: bool,
    /// Whether play can go on for ever.
    pub loops: bool,
    /// Whether the whole game is searched in well under a second, so that no limit is needed.
    pub small: bool,
    /// Parameters to try it with, as `gametree bench` and the tests do.
    pub example: &'static str,
    /// Searches that suit it best, the best first.
    pub fits: &'static [&'static str],
    /// Options that suit it better than the defaults.
    pub tuned: Tuning,
    /// What is said of it as a project; `None` where its positions cannot be stored.
    pub stored: Option<&'static StoredGame>,
}

impl GameInfo {
    /// A game of two players that see everything, without chance; the other fields are filled in.
    pub const TWO_PLAYERS: GameInfo = GameInfo {
        name: "",
        form: "",
        about: "",
        positions: "",
        players: 2,
        chance: false,
        hidden: false,
        secret_moves: false,
        loops: false,
        small: false,
        example: "",
        fits: &[],
        tuned: &[],
        stored: None,
    };
}

/// Options of searches that matches found best for a game: the search's name, and `key=value,...`
/// as a user would write them. What the user writes goes first, then these, then the defaults.
pub type Tuning = &'static [(&'static str, &'static str)];

/// A search in the list.
#[derive(Debug)]
pub struct SearchInfo {
    /// Its name.
    pub name: &'static str,
    /// Where it was first described.
    pub paper: &'static str,
    /// One line for people.
    pub does: &'static str,
    /// What it is best for.
    pub fits: &'static str,
    /// Its options.
    pub options: &'static [SearchOption],
}

impl SearchInfo {
    /// Whether it has an option of this name.
    pub fn has_option(&self, key: &str) -> bool {
        self.options.iter().any(|option| option.key == key)
    }
}

/// An option of a search: `key=value` after its name.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SearchOption {
    /// Its name.
    pub key: &'static str,
    /// Its value by default.
    pub default: &'static str,
    /// One line for people.
    pub about: &'static str,
}

impl SearchOption {
    /// An option.
    pub const fn new(
        key: &'static str,
        default: &'static str,
        about: &'static str,
    ) -> SearchOption {
        SearchOption {
            key,
            default,
            about,
        }
    }
}

/// How a game's points become the positive numbers that the means need, and what suits it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positive {
    /// Added to points where the user names no shift.
    pub shift: i32,
    /// Points to one unit of the game's own text.
    pub unit: i32,
    /// The mode where the user names none.
    pub mode: &'static str,
    /// Values of about this size are meant where p is given: a loss of one point costs p / reach.
    pub reach: i32,
    /// All values are known: `shift` is the least that makes them positive, and all lie between
    /// −reach and reach.
    pub all_known: bool,
}

/// As in the paper, where a neutral position counts 512.
impl Default for Positive {
    fn default() -> Self {
        Positive {
            shift: 512,
            unit: 1,
            mode: "soft",
            reach: 512,
            all_known: false,
        }
    }
}
