//! `gametree tournament`: many searches, two or more at a table, and their ratings.

use gametree_arena::tournament::OnTable;
use gametree_arena::{TableRecord, TournamentError, TournamentResult};
use gametree_catalog::AnyGame;
use gametree_catalog::matches::{
    FarmReport, RemoteTournament, TournamentReport, TournamentRequest, fault_words,
};
use gametree_project::engines::farm::BrokerAddress;
use gametree_project::engines::remote_games::RemoteGames;

use crate::contest;
use crate::contest::journal;
use crate::contest::tournament_args::TournamentArgs;
use crate::error::Code;
use crate::output::{self, DIM, PLAIN, Spinner};

/// Runs the command.
pub fn run(args: &TournamentArgs) -> anyhow::Result<Code> {
    let searches: Vec<&str> = args.searches.iter().map(String::as_str).collect();
    let game = gametree_catalog::open(&args.game, &searches)?;
    let request = args.request()?;
    let (result, farm) = match args.remote.broker() {
        None => (play(args, &request, &game)?, None),
        Some(broker) => play_by_workers(args, &request, (&game, &broker))?,
    };
    let mut report = TournamentReport::new(&args.game, &request, &result);
    report.farm = farm;
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
    let lineup = || request.lineup(game).map_err(|error| error.what);
    save(args, request, |known, on_table| {
        plan.resume(&lineup, known, on_table)
    })
}

/// The same on other computers, and who played.
fn play_by_workers(
    args: &TournamentArgs,
    request: &TournamentRequest,
    (game, broker): (&AnyGame, &BrokerAddress),
) -> anyhow::Result<(TournamentResult, Option<FarmReport>)> {
    let plan = RemoteTournament::new(game, request.clone())?;
    let mut hint = |text: &str| output::hint(text);
    let mut remote = RemoteGames::connect(broker, &plan, args.out.as_deref(), &mut hint)?;
    let result = save(args, request, |known, on_table| {
        plan.resume_with(known, on_table, &mut |missing, take| {
            Ok(remote.play(&missing, take, &mut hint)?)
        })
    })?;
    Ok((result, Some(remote.report())))
}

/// Plays what is missing in the journal, and saves it there.
fn save(
    args: &TournamentArgs,
    request: &TournamentRequest,
    play: impl FnOnce(Vec<TableRecord>, OnTable<'_>) -> Result<TournamentResult, TournamentError>,
) -> anyhow::Result<TournamentResult> {
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
    Ok(play(known, &mut on_table).map_err(journal::tournament_error)?)
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
    for (label, text) in report.farm.iter().flat_map(FarmReport::summary) {
        output::line(format!("  {DIM}{label:<8}{PLAIN} {text}"))?;
    }
    if report.prior {
        output::line(
            "A search won or lost everything: a virtual draw for each keeps the ratings finite.",
        )?;
    }
    Ok(())
}
