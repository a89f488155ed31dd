//! Who plays: today's searches, or those of the paper.

use std::fmt;

use crate::commands::experiment::args::{Descents, Players, RivestArgs, Sorting, TieOrder};

/// Min/max approximation of 1987: the reverse approximation on a tree, w = 0.05 + |ln v − ln v(best
/// sibling)|. Here a ply costs 1 and a logarithm 20, the same twenty times over.
fn mm(args: &RivestArgs) -> &'static str {
    match args.descents {
        Descents::Free => "minmax:mode=reverse,form=formula,p=20,cost=dropout,shift=512",
        Descents::Counted => {
            "minmax:mode=reverse,p=20,cost=dropout,shift=512,slack=0,tolerance=0,dag=off"
        }
    }
}

/// Alpha-beta of 1987.
fn ab(args: &RivestArgs) -> String {
    let sort = match args.sort {
        Sorting::Every => "every",
        Sorting::Inner => "inner",
    };
    let replay = if args.replay { ",replay=on" } else { "" };
    let ties = match args.ties {
        TieOrder::First => "",
        TieOrder::Last => ",ties=last",
    };
    format!("alphabeta:sort={sort}{replay}{ties}")
}

/// The game with what its searches may know.
pub fn game(players: Players) -> &'static str {
    match players {
        Players::Now => "connect4",
        Players::Of1987 => "connect4:1987",
    }
}

/// The searches of a run.
pub struct Sides {
    /// Min/max approximation.
    pub mm: String,
    /// Alpha-beta.
    pub ab: String,
    /// Whether they are the ones that `--players` names.
    own: bool,
    players: Players,
    descents: Descents,
}

impl Sides {
    /// Those that were asked for.
    pub fn of(args: &RivestArgs) -> Sides {
        let (mm, ab) = match args.players {
            Players::Now => ("minmax", "pvs".to_string()),
            Players::Of1987 => (mm(args), ab(args)),
        };
        let given =
            |name: &Option<String>, usual: &str| name.clone().unwrap_or_else(|| usual.to_string());
        Sides {
            mm: given(&args.a, mm),
            ab: given(&args.b, &ab),
            own: args.a.is_none() && args.b.is_none(),
            players: args.players,
            descents: args.descents,
        }
    }

    /// What is not as it was in 1987.
    pub fn differences(&self) -> Vec<&'static str> {
        match (self.players, self.own) {
            (Players::Of1987, true) => self.of_1987(),
            (Players::Of1987, false) => GIVEN.to_vec(),
            (Players::Now, _) => NOW.to_vec(),
        }
    }

    fn of_1987(&self) -> Vec<&'static str> {
        let mm = match self.descents {
            Descents::Free => FREE,
            Descents::Counted => COUNTED,
        };
        [&OF_1987[..1], mm, &OF_1987[1..]].concat()
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.mm, self.ab)
    }
}

const OF_1987: &[&str] = &[
    "the unit of time is --unit, not a second, and a unit holds far more calls than a second of 1987",
    "both begin every turn with an empty tree",
];

const FREE: &[&str] = &["MM plays the move of the best value; of equals the first"];

const COUNTED: &[&str] = &[
    "MM: logarithms are rounded to steps of 1/1280, weights add up to 25 at most",
    "MM plays the move of the best value; of equals the one whose best tip is furthest away",
];

const GIVEN: &[&str] =
    &["the evaluator is that of 1987, the searches are given on the command line"];

const NOW: &[&str] = &[
    "the searches, their evaluator (the same for both) and their machine are of today",
    "both keep what they learnt from one move of a game to the next",
];
