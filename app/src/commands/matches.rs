//! `gametree match`: two searches play each other.

use gametree_catalog::matches::{MatchFiles, MatchPlan, MatchReport};
use gametree_project::engines::remote_games::RemoteGames;

use crate::contest;
use crate::contest::args::MatchArgs;
use crate::contest::only_chess;
use crate::error::{CliError, Code};
use crate::files::write_file_if;
use crate::output;

/// Runs the command.
pub fn run(args: &MatchArgs) -> anyhow::Result<Code> {
    let searches = [args.a.as_str(), args.b.as_str()];
    let game = gametree_catalog::open(&args.contest.game, &searches)?;
    let request = contest::request(&args.contest, searches)?;
    let out = args.contest.out.as_deref();
    let (plan, result, farm);
    if let Some(broker) = args.remote.broker() {
        plan = MatchPlan::elsewhere(&game, request)?;
        let mut hint = |text: &str| output::hint(text);
        let mut remote = RemoteGames::connect(&broker, &plan, out, &mut hint)?;
        result = contest::run_by(&plan, out, |known, on_game| {
            plan.resume_with(known, on_game, &mut |missing, take| {
                Ok(remote.play(&missing, take, &mut hint)?)
            })
        })?;
        farm = Some(remote.report());
    } else {
        plan = MatchPlan::new(&game, request)?;
        result = contest::run(&plan, out)?;
        farm = None;
    }
    let mut report = MatchReport::new(&plan, &result);
    report.farm = farm;
    let files = MatchFiles {
        plan: &plan,
        result: &result,
        report: &report,
    };
    write_files(args, &files)?;
    output::show(&report, contest::print)?;
    if result.standing.complete {
        return Ok(Code::Done);
    }
    contest::tell_interrupted(report.games);
    Ok(Code::Interrupted)
}

fn write_files(args: &MatchArgs, files: &MatchFiles<'_>) -> Result<(), CliError> {
    if let Some(dir) = &args.contest.out {
        contest::write_all(files, dir)?;
    }
    if let Some(file) = &args.pgn {
        let text = files.pgn().ok_or_else(only_chess)?;
        contest::write(file, &text)?;
    }
    write_file_if(args.csv.as_deref(), || files.csv())?;
    write_file_if(args.markdown.as_deref(), || files.markdown())?;
    write_file_if(args.svg.as_deref(), || files.svg())?;
    write_file_if(args.games_out.as_deref(), || files.games())
}
