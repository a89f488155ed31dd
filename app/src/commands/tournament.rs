//! `gametree tournament`: many searches, two or more at a table, and their ratings.

use gametree_arena::{TableRecord, TournamentResult};
use gametree_catalog::AnyGame;
use gametree_catalog::matches::{TournamentReport, TournamentRequest, fault_words};

use crate::contest;
use crate::contest::journal;
use crate::contest::tournament_args::TournamentArgs;
use crate::error::Code;
use crate::output::{self, Spinner};

/// Runs the command.
pub fn run(args: &TournamentArgs) -> anyhow::Result<Code> {
    let searches: Vec<&str> = args.searches.iter().map(String::as_str).collect();
    let game = gametree_catalog::open(&args.game, &searches)?;
    let request = args.request()?;
    let result = play(args, &request, &game)?;
    let report = TournamentReport::new(&args.game, &request, &result);
    if let Some(file) = &args.pgn {
        let text = request
            .pgn(&game, &result)
            .ok_or_else(contest::only_chess)?;
        contest::write(file, &text)?;
    }
    output::show(&report, print)?;
    if report.complete {
        return Ok(Code::Done);
    }
    journal::tell_interrupted(report.games as u64);
    Ok(Code::Interrupted)
}

fn play(
    args: &TournamentArgs,
    request: &TournamentRequest,
    game: &AnyGame,
) -> anyhow::Result<TournamentResult> {
    let plan = request.plan(game)?;
    let settings = request.settings(&args.game, &args.limits.limits());
    let (mut journal, known) = journal::open(args.out.as_deref(), &settings)?;
    let spinner = Spinner::new("playing games".into());
    let mut played = known.len();
    let mut on_table = |game: &TableRecord| {
        played += 1;
        spinner.say(format!("{played} games"));
        journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.append(game))
    };
    let lineup = || request.lineup(game).map_err(|error| error.what);
    let result = plan.resume(&lineup, known, &mut on_table);
    Ok(result.map_err(journal::tournament_error)?)
}

fn print(report: &TournamentReport) -> anyhow::Result<()> {
    let TournamentReport {
        game,
        seats,
        games,
        seed,
        ..
    } = report;
    output::line(format!(
        "{}, {seats} at a table, {games} games, seed {seed}",
        output::shorten(game, 60)
    ))?;
    let mut table = output::table([
        "search",
        "Elo (mean 0)",
        "95 %",
        "payoff per game",
        "nodes",
        "seconds",
    ]);
    let signed = |x: Option<f64>| x.map_or("?".into(), |x| format!("{x:+.0}"));
    for row in &report.rows {
        let error = row
            .payoff_error
            .map_or(String::new(), |error| format!(" ± {error:.3}"));
        table.add_row([
            row.search.clone(),
            signed(row.elo),
            format!("[{}, {}]", signed(row.elo_low), signed(row.elo_high)),
            row.payoff
                .map_or("?".into(), |payoff| format!("{payoff:+.3}{error}")),
            output::grouped(row.nodes),
            format!("{:.3}", row.seconds),
        ]);
    }
    table.right(&[1, 2, 3, 4, 5]).drop_first(&[5, 4]);
    output::line(table)?;
    for row in &report.rows {
        if let Some(words) = fault_words(&row.faults) {
            output::line(format!("  {} {words}", row.search))?;
        }
    }
    if report.prior {
        output::line(
            "A search won or lost everything: a virtual draw for each keeps the ratings finite.",
        )?;
    }
    Ok(())
}
