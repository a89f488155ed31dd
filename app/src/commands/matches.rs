//! `gametree match`: two searches play each other.

use crate::contest::args::MatchArgs;
use crate::contest::object::MatchObject;
use crate::contest::{self, Files};
use crate::error::Code;
use crate::output;

/// Runs the command.
pub fn run(args: &MatchArgs) -> anyhow::Result<Code> {
    let searches = [args.a.as_str(), args.b.as_str()];
    let game = gametree_catalog::open(&args.contest.game, &searches)?;
    let out = args.contest.out.as_deref();
    let plan = contest::plan(&args.contest, searches, &game)?;
    let result = contest::run(&plan, out)?;
    let object = MatchObject::new(&plan, &result);
    let files = Files {
        plan: &plan,
        result: &result,
        object: &object,
    };
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

fn write_files(args: &MatchArgs, files: &Files<'_>) -> anyhow::Result<()> {
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
