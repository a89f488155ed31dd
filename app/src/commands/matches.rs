//! `gametree match`: two searches play each other.

use crate::contest::Plan;
use crate::contest::args::MatchArgs;
use crate::contest::object::MatchObject;
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
        let plan = Plan::new(&args.contest, [&args.a, &args.b], &seat)?;
        let result = plan.run(&seat.evaluator)?;
        let object = MatchObject::new(&plan, &result);
        if args.contest.output.json {
            output::json(&object)?;
        } else {
            print(&object)?;
        }
        Ok(if result.standing.complete { Code::Done } else { Code::Interrupted })
    }
}

fn print(object: &MatchObject) -> anyhow::Result<()> {
    output::line(format!("{object:#?}"))?;
    Ok(())
}
