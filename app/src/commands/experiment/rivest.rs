//! `gametree experiment rivest`: min/max approximation against alpha-beta on the 49 openings of two
//! plies.

use gametree_catalog::AnyGame;
use gametree_catalog::matches::{MatchPlan, MatchReport, limit_words};

use gametree_experiments::Renderings;
use gametree_experiments::rivest::{Choices, Kind, RivestReport, RivestSetup, Sides, Step};

use super::args::{Descents, Players, RivestArgs, Rows, Sorting, TieOrder};
use super::write_files;
use crate::contest;
use crate::contest::args::{ContestArgs, ModelArg};
use crate::contest::end_args::EndArgs;
use crate::error::{CliError, Code};
use crate::interrupt;
use crate::limits::LimitArgs;
use crate::output::{self, BOLD, DIM, PLAIN};

/// Runs the command.
pub fn run(args: &RivestArgs) -> anyhow::Result<Code> {
    check(args)?;
    let command = Command {
        args,
        sides: sides(args),
    };
    let game = gametree_catalog::open(command.sides.game(), &[])?;
    command.run(&game)
}

fn sides(args: &RivestArgs) -> Sides {
    let choices = Choices {
        sort_inner: args.sort == Sorting::Inner,
        replay: args.replay,
        last_of_equals: args.ties == TieOrder::Last,
        counted_descents: args.descents == Descents::Counted,
    };
    let sides = Sides::new((args.players == Players::Of1987).then_some(choices));
    sides.given(args.a.as_deref(), args.b.as_deref())
}

fn check(args: &RivestArgs) -> Result<(), CliError> {
    if args.unit.is_zero() {
        return Err(CliError::usage("--unit 0: a move needs time").hint("give it as in --unit 1ms"));
    }
    let games = args.games_per_row;
    if games == 0 || games % 2 == 1 {
        return Err(CliError::usage(format!("--games-per-row {games} is not possible")).hint(
            "every opening is played with both colours: give an even number, as in --games-per-row 98",
        ));
    }
    Ok(())
}

struct Command<'a> {
    args: &'a RivestArgs,
    sides: Sides,
}

impl Command<'_> {
    fn run(&self, game: &AnyGame) -> anyhow::Result<Code> {
        let plans = self.plans(game)?;
        let mut played = Vec::new();
        for (step, plan) in &plans {
            output::progress(&format!(
                "{}: {} per move",
                self.sides,
                limit_words(&plan.request.limits[0])
            ));
            played.push((*step, self.play(*step, plan)?));
            if interrupt::raised() {
                break;
            }
        }
        self.tell(&RivestReport::new(&self.setup(), &played))
    }

    fn setup(&self) -> RivestSetup {
        RivestSetup {
            game: self.sides.game(),
            mm: self.sides.mm.clone(),
            ab: self.sides.ab.clone(),
            unit: self.args.unit,
            kinds: kinds(self.args.rows),
            games_per_row: self.args.games_per_row,
            seed: self.args.seed,
            differences: self.sides.differences(),
        }
    }

    /// Every row, checked before the first is played.
    fn plans<'g>(&self, game: &'g AnyGame) -> Result<Vec<(Step, MatchPlan<'g>)>, CliError> {
        let names = [self.sides.mm.as_str(), self.sides.ab.as_str()];
        let plan = |step: Step| {
            Ok((
                step,
                contest::plan(&contest(self.args, game.name(), step), names, game)?,
            ))
        };
        Step::all(kinds(self.args.rows))
            .into_iter()
            .map(plan)
            .collect()
    }

    /// One row, in a directory of its own where games are saved.
    fn play(&self, step: Step, plan: &MatchPlan<'_>) -> anyhow::Result<MatchReport> {
        if let Some(dir) = &self.args.out {
            interrupt::saved_in(dir.display());
        }
        let dir = self.args.out.as_ref().map(|dir| dir.join(step.directory()));
        contest::play(plan, dir.as_deref())
    }

    fn tell(&self, report: &RivestReport) -> anyhow::Result<Code> {
        write_files(&self.args.files, report)?;
        if let Some(dir) = &self.args.out {
            let json = serde_json::to_string_pretty(report)? + "\n";
            contest::write(&dir.join("rivest.json"), &json)?;
            contest::write(&dir.join("rivest.csv"), &report.csv())?;
            contest::write(&dir.join("rivest.md"), &report.markdown())?;
            contest::write(&dir.join("rivest.svg"), &report.svg())?;
        }
        output::show(report, print)?;
        if report.complete {
            return Ok(Code::Done);
        }
        contest::tell_interrupted(report.games());
        Ok(Code::Interrupted)
    }
}

fn kinds(rows: Rows) -> &'static [Kind] {
    match rows {
        Rows::All => &[Kind::Time, Kind::Calls],
        Rows::Time => &[Kind::Time],
        Rows::Calls => &[Kind::Calls],
    }
}

fn print(report: &RivestReport) -> anyhow::Result<()> {
    output::line(report.title(BOLD, PLAIN))?;
    let mut table = output::Table::of(report.table());
    table
        .right(&[1, 2, 3, 4, 5, 6, 7, 8, 9])
        .drop_first(&[6, 7, 1, 9, 4]);
    output::line(table)?;
    for text in report.notes() {
        output::line(format!("  {DIM}{text}{PLAIN}"))?;
    }
    Ok(())
}

/// A row as a match.
fn contest(args: &RivestArgs, game: &str, step: Step) -> ContestArgs {
    ContestArgs {
        game: game.to_string(),
        limits: LimitArgs::of(&step.limits(args.unit)),
        limits_a: None,
        limits_b: None,
        openings: "plies:2".into(),
        games: Some(args.games_per_row),
        sprt: None,
        elo_model: ModelArg::Logistic,
        end: EndArgs::default(),
        out: None,
        seed: args.seed,
        threads: args.threads,
    }
}
