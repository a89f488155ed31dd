//! What came out of a match, as scripts read it, and the sentences that people read.

use std::collections::BTreeMap;

use gametree_arena::{Endings, Faults, MatchResult, Sprt};
use serde::Serialize;

use super::MatchPlan;
use crate::format::grouped;

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
pub struct MatchReport {
    schema: &'static str,
    /// The search of A.
    pub a: String,
    /// The search of B.
    pub b: String,
    /// The game.
    pub game: String,
    /// What each may spend on a move.
    pub limits: Both<String>,
    /// Which time is measured, or the clocks of the game: seconds and what each move adds.
    pub clock: String,
    /// Games that count.
    pub games: u64,
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// A's score, 0 to 1.
    pub score: Option<f64>,
    /// Pairs in which A got 0, ½, 1, 1½, 2 points.
    pub pentanomial: [u64; 5],
    /// A's Elo over B.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// Normalized Elo.
    pub nelo: Option<f64>,
    /// The probability that A is stronger.
    pub los: Option<f64>,
    /// The log-likelihood ratio of the test.
    pub llr: Option<f64>,
    /// Where it accepts H0.
    pub llr_low: Option<f64>,
    /// Where it accepts H1.
    pub llr_high: Option<f64>,
    /// What the match decides.
    pub verdict: String,
    /// What A got more than B per game, in the game's own points.
    pub margin: Option<f64>,
    /// The standard error of the margin.
    pub margin_error: Option<f64>,
    /// Nothing is left to play.
    pub complete: bool,
    /// Calls of the move operator per second.
    pub moves_per_second: Both<u64>,
    /// Moves selected in the games.
    pub choices: Both<u64>,
    /// Calls of the move operator.
    pub moves: Both<u64>,
    /// Nodes.
    pub nodes: Both<u64>,
    /// Time spent.
    pub seconds: Both<f64>,
    /// How the openings were named.
    pub openings: String,
    /// How many openings there are.
    pub opening_count: usize,
    /// The seed.
    pub seed: u64,
    /// How many games ended for each reason.
    pub ends: BTreeMap<&'static str, u64>,
    /// Games that a side lost by its own fault.
    pub faults: Both<Faults>,
    /// Games that came from the journal.
    pub resumed: usize,
    /// Who played the games, where that was elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farm: Option<FarmReport>,
    /// Whether the game has dice or cards.
    #[serde(skip)]
    pub chance: bool,
}

/// Who played the games of a match or a tournament on other computers.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct FarmReport {
    /// The workers.
    pub workers: Vec<WorkerRow>,
    /// Records that were not believed.
    pub refused: Vec<RefusedRecord>,
}

impl FarmReport {
    /// In words, each line with its label.
    #[must_use]
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let worker = |row: &WorkerRow| {
            let speed = grouped(row.nodes_per_second);
            let text = format!(
                "{}: {} games, {speed} nodes per second",
                row.worker, row.games
            );
            ("worker", text)
        };
        let refused = |row: &RefusedRecord| ("refused", format!("{}: {}", row.worker, row.what));
        let workers = self.workers.iter().map(worker);
        workers.chain(self.refused.iter().map(refused)).collect()
    }
}

/// A worker that played games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerRow {
    /// Its name.
    pub worker: String,
    /// How many games it played.
    pub games: u64,
    /// How fast its players searched there: nodes per second of all together.
    pub nodes_per_second: u64,
}

/// A record that was not believed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RefusedRecord {
    /// Whose it was; `?` where it does not say.
    pub worker: String,
    /// Why.
    pub what: String,
}

impl MatchReport {
    /// The report of a result.
    pub fn new(plan: &MatchPlan<'_>, result: &MatchResult) -> MatchReport {
        let standing = &result.standing;
        let (tally, estimate) = (&standing.tally, standing.estimate.as_ref());
        let bounds = plan.request.sprt.as_ref().map(Sprt::bounds);
        let [a, b] = &result.spent;
        let endings = Endings::of_match(&result.games);
        let faults = |side: usize| endings.faults[side].clone();
        MatchReport {
            schema: SCHEMA,
            a: plan.request.searches[0].clone(),
            b: plan.request.searches[1].clone(),
            game: plan.game.name().to_string(),
            limits: Both {
                a: plan.limit_text(0),
                b: plan.limit_text(1),
            },
            clock: plan.clock_text(),
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
            faults: Both {
                a: faults(0),
                b: faults(1),
            },
            ends: endings.reasons,
            resumed: result.resumed,
            farm: None,
            chance: plan.chance(),
        }
    }

    /// A row per side: side, search, points, limit per move, nodes, move calls, seconds, move calls
    /// per second.
    pub fn sides(&self) -> [[String; 8]; 2] {
        let o = self;
        let points = o.wins as f64 + o.draws as f64 / 2.0;
        let a = [
            "A".into(),
            o.a.clone(),
            points.to_string(),
            o.limits.a.clone(),
            grouped(o.nodes.a),
            grouped(o.moves.a),
            format!("{:.3}", o.seconds.a),
            grouped(o.moves_per_second.a),
        ];
        let b = [
            "B".into(),
            o.b.clone(),
            (o.games as f64 - points).to_string(),
            o.limits.b.clone(),
            grouped(o.nodes.b),
            grouped(o.moves.b),
            format!("{:.3}", o.seconds.b),
            grouped(o.moves_per_second.b),
        ];
        [a, b]
    }

    /// What the result says, label by label; all in the view of A.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let o = self;
        let mut rows = vec![("games", games(o)), ("pairs", pairs(o)), ("Elo", elo(o))];
        if let (Some(llr), Some(low), Some(high)) = (o.llr, o.llr_low, o.llr_high) {
            rows.push((
                "SPRT",
                format!("LLR {llr:+.2}, decides at {low:+.2} and {high:+.2}"),
            ));
        }
        if let Some(margin) = o.margin.filter(|_| o.chance) {
            let error = o
                .margin_error
                .map_or(String::new(), |error| format!(" ± {error:.3}"));
            let text = format!(
                "A gets {margin:+.3}{error} points per game more than B (standard error by pairs)"
            );
            rows.push(("margin", text));
        }
        if o.ends.keys().any(|&reason| reason != "rules") {
            rows.push(("ends", ends(o)));
        }
        for (side, faults) in [("A", &o.faults.a), ("B", &o.faults.b)] {
            rows.extend(fault_words(faults).map(|text| ("faults", format!("{side} {text}"))));
        }
        rows.extend(o.farm.iter().flat_map(FarmReport::summary));
        rows.push(("verdict", verdict(o)));
        rows
    }
}

fn games(o: &MatchReport) -> String {
    let score = o
        .score
        .map_or(String::new(), |score| format!(", score {score:.3}"));
    format!(
        "{}: A won {}, drew {}, lost {}{score}",
        o.games, o.wins, o.draws, o.losses
    )
}

/// `rules 8, score 2`.
fn ends(o: &MatchReport) -> String {
    let parts = o.ends.iter().map(|(reason, n)| format!("{reason} {n}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// `lost 2 on time, 1 by an illegal move; the last: time`; `None` where there are none.
pub fn fault_words(faults: &Faults) -> Option<String> {
    let kinds = [
        (faults.time, "on time"),
        (faults.illegal, "by illegal moves"),
        (faults.failed, "by failures"),
    ];
    let parts = kinds.iter().filter(|(n, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, how)| format!("{n} {how}")).collect();
    let last = faults.last.as_ref()?;
    Some(format!("lost {}; the last: {last}", parts.join(", ")))
}

fn pairs(o: &MatchReport) -> String {
    let [a, b, c, d, e] = o.pentanomial;
    format!("{a} {b} {c} {d} {e} (in which A got 0, ½, 1, 1½, 2 points)")
}

/// `+265 [+196, +359] (95 %), …`; a score of 0 or 1 gives only a bound.
fn elo(o: &MatchReport) -> String {
    let (Some(elo), Some(low), Some(high)) = (o.elo, o.elo_low, o.elo_high) else {
        return "unknown: no pair of games is finished".into();
    };
    match o.score {
        Some(score) if score >= 1.0 => {
            return format!("more than {low:+.0} (95 %): A won everything");
        }
        Some(score) if score <= 0.0 => {
            return format!("less than {high:+.0} (95 %): A lost everything");
        }
        _ => {}
    }
    let (nelo, los) = (o.nelo.unwrap_or(0.0), 100.0 * o.los.unwrap_or(0.5));
    format!(
        "{elo:+.0} [{low:+.0}, {high:+.0}] (95 %), normalized {nelo:+.0}, superiority {los:.1} %"
    )
}

fn verdict(o: &MatchReport) -> String {
    if o.complete {
        o.verdict.clone()
    } else {
        format!("{} (games are missing)", o.verdict)
    }
}
