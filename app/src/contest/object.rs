//! The JSON object of a match.

use gametree_arena::{MatchResult, Sprt};
use gametree_catalog::matches::{MatchPlan, clock_word, limit_words};
use serde::Serialize;

/// A number for each side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Both<T> {
    /// A's.
    pub a: T,
    /// B's.
    pub b: T,
}

/// The schema of a match.
pub const SCHEMA: &str = "gametree.match/1";

/// A match, as scripts read it. Everything is in the view of A.
#[derive(Clone, Debug, Serialize)]
pub struct MatchObject {
    schema: &'static str,
    /// The searches.
    pub a: String,
    pub b: String,
    pub game: String,
    pub limits: Both<String>,
    pub clock: &'static str,
    /// Games that count.
    pub games: u64,
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    pub score: Option<f64>,
    pub pentanomial: [u64; 5],
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    pub nelo: Option<f64>,
    pub los: Option<f64>,
    pub llr: Option<f64>,
    pub llr_low: Option<f64>,
    pub llr_high: Option<f64>,
    pub verdict: String,
    /// What A got more than B, in the game's own points, on the average of a game; and its standard
    /// error.
    pub margin: Option<f64>,
    pub margin_error: Option<f64>,
    /// Nothing is left to play.
    pub complete: bool,
    /// Calls of the move operator in a second.
    pub moves_per_second: Both<u64>,
    /// Moves chosen in the games.
    pub choices: Both<u64>,
    pub moves: Both<u64>,
    pub nodes: Both<u64>,
    pub seconds: Both<f64>,
    /// How the openings were named, and how many there are.
    pub openings: String,
    pub opening_count: usize,
    pub seed: u64,
    /// Games that came from the journal.
    pub resumed: usize,
    /// Whether the game has dice or cards.
    #[serde(skip)]
    pub chance: bool,
}

impl MatchObject {
    /// The object of a result.
    pub fn new(plan: &MatchPlan<'_>, result: &MatchResult) -> MatchObject {
        let standing = &result.standing;
        let (tally, estimate) = (&standing.tally, standing.estimate.as_ref());
        let bounds = plan.request.sprt.as_ref().map(Sprt::bounds);
        let [a, b] = &result.spent;
        MatchObject {
            schema: SCHEMA,
            a: plan.request.searches[0].clone(),
            b: plan.request.searches[1].clone(),
            game: plan.game.name().to_string(),
            limits: Both {
                a: limit_words(&plan.request.limits[0]),
                b: limit_words(&plan.request.limits[1]),
            },
            clock: clock_word(plan.request.clock),
            games: tally.games(),
            wins: tally.wins,
            losses: tally.losses,
            draws: tally.draws,
            score: tally.score(),
            pentanomial: tally.pentanomial,
            elo: estimate.map(|e| e.elo),
            elo_low: estimate.map(|e| e.low),
            elo_high: estimate.map(|e| e.high),
            nelo: estimate.map(|e| e.normalized),
            los: estimate.map(|e| e.superiority),
            llr: standing.llr,
            llr_low: bounds.map(|bounds| bounds.0),
            llr_high: bounds.map(|bounds| bounds.1),
            verdict: result.verdict().to_string(),
            margin: standing.margin.map(|margin| margin.mean),
            margin_error: standing.margin.and_then(|margin| margin.error),
            complete: standing.complete,
            moves_per_second: Both {
                a: a.moves_per_second().round() as u64,
                b: b.moves_per_second().round() as u64,
            },
            choices: Both {
                a: a.choices,
                b: b.choices,
            },
            moves: Both {
                a: a.moves,
                b: b.moves,
            },
            nodes: Both {
                a: a.nodes,
                b: b.nodes,
            },
            seconds: Both {
                a: a.seconds,
                b: b.seconds,
            },
            openings: plan.request.openings.clone(),
            opening_count: plan.opening_count(),
            seed: plan.request.seed,
            resumed: result.resumed,
            chance: plan.chance(),
        }
    }
}
