//! `gametree experiment rivest`: min/max approximation against alpha-beta on the 49 openings of two
//! plies.

mod object;
mod players;
mod published;
mod rows;
mod show;

use gametree_arena::MatchResult;
use gametree_catalog::AnyGame;
use gametree_catalog::matches::{MatchFiles, MatchPlan, MatchReport, limit_words};

use super::args::RivestArgs;
use crate::contest;
use crate::contest::args::{ClockArg, ContestArgs, ModelArg};
use crate::error::{CliError, Code};
use crate::output;
use object::Object;
use players::Sides;
use rows::Step;

/// Runs the command.
pub fn run(args: &RivestArgs) -> anyhow::Result<Code> {
    check(args)?;
    let command = Command {
        args,
        sides: Sides::of(args),
    };
    let game = gametree_catalog::open(players::game(args.players), &[])?;
    command.run(&game)
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
                "{}: {} a move",
                self.sides,
                limit_words(&plan.request.limits[0])
            ));
            played.push((*step, self.play(*step, plan)?));
            if crate::interrupt::raised() {
                break;
            }
        }
        self.tell(&Object::new(self.args, &self.sides, &played))
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
        Step::all(self.args).into_iter().map(plan).collect()
    }

    /// One row, in a directory of its own where games are kept.
    fn play(&self, step: Step, plan: &MatchPlan<'_>) -> anyhow::Result<MatchReport> {
        let dir = self.args.out.as_ref().map(|dir| dir.join(step.directory()));
        let result: MatchResult = contest::run(plan, dir.as_deref())?;
        let object = MatchReport::new(plan, &result);
        if let Some(dir) = &dir {
            let files = MatchFiles {
                plan,
                result: &result,
                report: &object,
            };
            contest::write_all(&files, dir)?;
        }
        Ok(object)
    }

    fn tell(&self, object: &Object<'_>) -> anyhow::Result<Code> {
        let texts = show::texts(object);
        texts.as_texts().write(&self.args.files)?;
        if let Some(dir) = &self.args.out {
            texts.as_texts().write_all(dir, "rivest")?;
            contest::write(
                &dir.join("rivest.json"),
                &(serde_json::to_string_pretty(object)? + "\n"),
            )?;
        }
        if output::is_json() {
            output::json(object)?;
        } else {
            show::print(object)?;
        }
        if object.complete {
            return Ok(Code::Done);
        }
        contest::tell_interrupted(object.games());
        Ok(Code::Interrupted)
    }
}

/// A row as a match.
fn contest(args: &RivestArgs, game: &str, step: Step) -> ContestArgs {
    ContestArgs {
        game: game.to_string(),
        limits: step.limits(args.unit),
        clock: ClockArg::Cpu,
        limits_a: None,
        limits_b: None,
        openings: "plies:2".into(),
        games: Some(args.games_per_row),
        sprt: None,
        elo_model: ModelArg::Logistic,
        max_plies: None,
        adjudicate_proven: false,
        out: None,
        seed: args.seed,
        threads: args.threads,
    }
}
