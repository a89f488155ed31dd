//! `atlas watch`: be told when something happens at a position.

use clap::Args;
use gametree_project::Action;

use super::PlaceArgs;
use super::report::EditReport;
use crate::error::{CliError, Code};
use crate::project::{self, Project};

/// `atlas watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// Where.
    #[command(flatten)]
    pub place: PlaceArgs,
    /// What to look for.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// What to look for.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
pub struct RuleArgs {
    /// The value moves by this many points (centipawns in chess) or more
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(i64).range(1..=100_000))]
    pub moves: Option<i64>,
    /// The best move changes
    #[arg(long)]
    pub best: bool,
    /// The first player's value rises to this or above, as tables write it: in chess pawns as in
    /// 0.5, or #4 for a mate in four
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub above: Option<String>,
    /// The first player's value falls to this or below: in chess pawns as in -0.5, or -#4 for being
    /// mated in four
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub below: Option<String>,
    /// End all watches of the position
    #[arg(long, conflicts_with_all = ["moves", "best", "above", "below"])]
    pub off: bool,
}

impl RuleArgs {
    fn actions(&self, project: &dyn Project) -> Result<Vec<Action>, CliError> {
        if self.off {
            return Ok(vec![Action::Unwatch {}]);
        }
        let watch = |rule: &str, points: Option<i64>| Action::Watch {
            rule: rule.into(),
            points,
        };
        let limit = |text: &String| {
            let wrong = || {
                CliError::usage(format!("'{text}' is not a value"))
                    .hint("as tables write it: 0.5, -1.25, #4 or -#4 in chess; 120 or 'win in 7' elsewhere")
            };
            project.read_value(text).map(Some).ok_or_else(wrong)
        };
        let mut actions = Vec::new();
        actions.extend(self.moves.map(|points| watch("moves", Some(points))));
        actions.extend(self.best.then(|| watch("best", None)));
        if let Some(text) = &self.above {
            actions.push(watch("above", limit(text)?));
        }
        if let Some(text) = &self.below {
            actions.push(watch("below", limit(text)?));
        }
        Ok(actions)
    }
}

/// Runs the command.
pub fn run(args: &WatchArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.place.name)?;
    let node = project.find(&args.place.path)?;
    let mut report = EditReport::new("watch", &args.place.name);
    for action in args.rules.actions(&*project)? {
        report.add(&*project, node, project.act(node, &action)?)?;
    }
    report.figure("watches", project.node(node)?.watches);
    report.print()
}
