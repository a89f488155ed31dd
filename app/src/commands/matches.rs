//! `gametree match`: two searches play each other.

use crate::contest::args::MatchArgs;
use crate::contest::object::MatchObject;
use crate::contest::{self, Files, Plan};
use crate::error::Code;
use crate::games::with_game;
use crate::output;
use crate::seat::{CliEvaluator, CliGame, Seat, WithGame};

/// Runs the command.
pub fn run(args: &MatchArgs) -> anyhow::Result<Code> {
    with_game(&args.contest.game, Command(args))
}

struct Command<'a>(&'a MatchArgs);

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let out = args.contest.out.as_deref();
        let plan = Plan::new(&args.contest, [&args.a, &args.b], &seat)?;
        let result = plan.run(&seat.evaluator, out)?;
        let object = MatchObject::new(&plan, &result);
        let files = Files { plan: &plan, result: &result, object: &object };
        write_files(args, &files)?;
        if args.contest.output.json {
            output::json(&object)?;
        } else {
            contest::print(&object)?;
        }
        if result.standing.complete {
            return Ok(Code::Done);
        }
        contest::tell_interrupted(out, object.games);
        Ok(Code::Interrupted)
    }
}

fn write_files<G: CliGame>(args: &MatchArgs, files: &Files<'_, G>) -> anyhow::Result<()> {
    if let Some(dir) = &args.contest.out {
        files.write_all(dir)?;
    }
    let texts: [(_, &dyn Fn() -> String); 4] = [
        (&args.csv, &|| files.csv()),
        (&args.markdown, &|| files.markdown()),
        (&args.svg, &|| files.svg()),
        (&args.games_out, &|| files.games()),
    ];
    for (path, text) in texts {
        if let Some(path) = path {
            contest::write(path, &text())?;
        }
    }
    Ok(())
}
