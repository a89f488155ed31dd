//! Backgammon.

use gametree::{Counts, Limits};
use gametree_arena::{Choice, Contender, Failure};
use gametree_games::PositionError;
use gametree_games::backgammon::{Backgammon, Handmade, Move, Trained};

use super::Entry;
use crate::error::{Code, Problem};
use crate::open::Visit;
use crate::open::recipes::{Recipe, baselines, of_two_guided};
use crate::open::seat::{OpenSeat, all_shown, to_the_end, uncovered};
use crate::opponents::gnubg::{Gnubg, Level};
use crate::searches::About;
use crate::spec::{Opt, Settings};

/// The entry of backgammon.
pub const ENTRY: Entry = Entry {
    name: "backgammon",
    form: "backgammon[:cube][:single]",
    about: "backgammon; with the doubling cube, or without gammons",
    positions: "GNU Backgammon's position identifier, who acts and the dice, as `search` prints them; or moves",
    players: 2,
    chance: true,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: false,
    example: "backgammon",
    fits: &["star2", "oneply", "star1", "expectiminimax"],
    tuned: &[],
};

/// One ply with the hand-made evaluator.
pub const HANDMADE: About = About {
    name: "handmade",
    paper: "features weighted by hand",
    does: "takes the play behind which the hand-made evaluator sees most",
    fits: "backgammon: what training must beat",
    options: &[],
};

/// The other program.
pub const GNUBG: About = About {
    name: "gnubg",
    paper: "GNU Backgammon, another program",
    does: "asks GNU Backgammon for its play, at one of its levels",
    fits: "backgammon: a real opponent",
    options: &[Opt {
        key: "level",
        default: "beginner",
        about: "beginner, casual, intermediate, advanced, expert or world-class",
    }],
};

const LEVELS: &[&str] = &[
    "beginner",
    "casual",
    "intermediate",
    "advanced",
    "expert",
    "world-class",
];

/// Runs a command on it.
pub fn sit<T>(name: &str, parameters: Option<&str>, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let full = parameters.map_or("backgammon".into(), |text| format!("backgammon:{text}"));
    let wrong = |error: PositionError| {
        Problem::usage(error.to_string())
            .mend("write backgammon, backgammon:cube or backgammon:single")
    };
    let start = Backgammon::named(&full).map_err(wrong)?;
    let mut recipes = of_two_guided(Trained);
    recipes.extend(baselines(Trained));
    recipes.push(Recipe::new(HANDMADE, |_| {
        Ok(Box::new(gametree::one_ply::OnePly {
            prospect: Handmade::default(),
        }))
    }));
    let gnubg = Recipe::new(GNUBG, |settings| Ok(Box::new(started(settings)?)));
    recipes.push(gnubg.enlisted(|settings| Ok(Box::new(Rival(started(settings)?)))));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start,
        reader: Some(Box::new(|text| {
            text.parse()
                .map_err(|error: PositionError| error.to_string())
        })),
        recipes,
        shown: all_shown,
        solver: to_the_end(|| gametree::star2::Star2::new(Trained)),
        cover: uncovered,
    })
}

/// GNU Backgammon at the level of the options.
fn started(settings: &Settings) -> Result<Gnubg, Problem> {
    let level: Level = settings
        .one_of("level", LEVELS)?
        .parse()
        .map_err(Problem::usage)?;
    Gnubg::start(level).map_err(|error| Problem {
        code: Code::Engine,
        what: error.to_string(),
        mend: Some("install GNU Backgammon, on Debian: apt install gnubg".into()),
    })
}

/// GNU Backgammon in a match: where it fails, it loses, and the record says why.
struct Rival(Gnubg);

impl Contender<Backgammon> for Rival {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, position: &Backgammon, _: &Limits) -> Result<Choice<Move>, Failure> {
        let start = std::time::Instant::now();
        let answer = self
            .0
            .ask(position)
            .map_err(|error| Failure::Broken(error.to_string()))?;
        let counts = Counts {
            nodes: 1,
            ..Counts::default()
        };
        Ok(Choice {
            play: answer.m,
            counts,
            time: start.elapsed(),
            proven: None,
        })
    }
}
