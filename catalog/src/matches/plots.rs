//! The plots of matches.

use gametree_arena::history::{Moment, moments};
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_arena::{MatchResult, Sprt};

use super::{MatchPlan, MatchReport};

/// A picture shows no more points than this.
const MOST: usize = 400;

/// Elo with its interval over the games and, where there is a test, LLR with its bounds.
pub fn elo_over_games(plan: &MatchPlan<'_>, result: &MatchResult) -> String {
    let moments = moments(&result.games, plan.request.sprt.as_ref(), MOST);
    let mut panels = vec![elo_panel(&moments)];
    panels.extend(
        plan.request
            .sprt
            .as_ref()
            .map(|sprt| llr_panel(&moments, sprt)),
    );
    let [a, b] = &plan.request.searches;
    svg(
        &format!("{}: {a} (A) against {b} (B)", plan.game.name()),
        &panels,
    )
}

fn elo_panel(moments: &[Moment]) -> Panel {
    let mark = |moment: &Moment| {
        let e = &moment.estimate;
        Mark {
            x: moment.games as f64,
            low: e.low,
            y: e.elo,
            high: e.high,
        }
    };
    Panel {
        title: "Elo of A over B, with its 95 % interval".into(),
        x_label: "games".into(),
        y_label: "Elo".into(),
        series: Series::alone(moments.iter().map(mark).collect()),
        shape: Shape::Line,
        levels: vec![(0.0, "as strong".into())],
        ..Panel::default()
    }
}

fn llr_panel(moments: &[Moment], sprt: &Sprt) -> Panel {
    let (low, high) = sprt.bounds();
    let mark = |moment: &Moment| Mark::exact(moment.games as f64, moment.llr.unwrap_or(0.0));
    Panel {
        title: format!(
            "Sequential test: H0 Elo {}, H1 Elo {}",
            sprt.elo0, sprt.elo1
        ),
        x_label: "games".into(),
        y_label: "LLR".into(),
        series: Series::alone(moments.iter().map(mark).collect()),
        shape: Shape::Line,
        levels: vec![(low, "H0 accepted".into()), (high, "H1 accepted".into())],
        ..Panel::default()
    }
}

/// Elo with its interval over the values of a parameter. Values that are no numbers stand at 1, 2,
/// 3, …
pub fn elo_over_values(title: &str, key: &str, rows: &[(&str, &MatchReport)]) -> String {
    let numbers: Option<Vec<f64>> = rows.iter().map(|(value, _)| value.parse().ok()).collect();
    let x_label = match numbers {
        Some(_) => key.to_string(),
        None => {
            let names = (1..)
                .zip(rows)
                .map(|(n, (value, _))| format!("{n}: {value}"));
            format!("{key} ({})", names.collect::<Vec<_>>().join(", "))
        }
    };
    let places = numbers.unwrap_or_else(|| (1..=rows.len()).map(|n| n as f64).collect());
    let marks = places.into_iter().zip(rows).filter_map(|(x, (_, o))| {
        Some(Mark {
            x,
            low: o.elo_low?,
            y: o.elo?,
            high: o.elo_high?,
        })
    });
    let panel = Panel {
        title: "Elo with its 95 % interval".into(),
        x_label,
        y_label: "Elo".into(),
        series: Series::alone(marks.collect()),
        shape: Shape::Points,
        levels: vec![(0.0, "as strong".into())],
        ..Panel::default()
    };
    svg(title, &[panel])
}
