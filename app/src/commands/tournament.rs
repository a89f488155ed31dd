//! `gametree tournament`: many searches, two or more at a table, and their ratings.

use gametree_arena::TournamentResult;
use serde::Serialize;

use crate::contest::tell_interrupted;
use crate::contest::tournament::{self, TournamentArgs};
use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    seats: usize,
    games: usize,
    complete: bool,
    /// Whether a virtual draw was needed to make all ratings finite.
    prior: bool,
    seed: u64,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    search: String,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// The mean payoff of a game, and its standard error.
    payoff: Option<f64>,
    payoff_error: Option<f64>,
    choices: u64,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
pub fn run(args: &TournamentArgs) -> anyhow::Result<Code> {
    let searches: Vec<&str> = args.searches.iter().map(String::as_str).collect();
    let game = gametree_catalog::open(&args.game, &searches)?;
    let result = tournament::play(args, &game)?;
    let object = object(args, &result);
    if args.output.json {
        output::json(&object)?;
    } else {
        print(&object)?;
    }
    if object.complete {
        return Ok(Code::Done);
    }
    tell_interrupted(args.out.as_deref(), object.games as u64);
    Ok(Code::Interrupted)
}

fn object<'a>(args: &'a TournamentArgs, result: &TournamentResult) -> Object<'a> {
    let ratings = result.ratings().ok();
    let (payoffs, spent) = (result.payoffs(), result.spent());
    let row = |(number, search): (usize, &String)| {
        let rating = ratings.as_ref().map(|ratings| ratings.ratings[number]);
        Row {
            search: search.clone(),
            elo: rating.map(|rating| rating.elo),
            elo_low: rating.map(|rating| rating.low),
            elo_high: rating.map(|rating| rating.high),
            payoff: payoffs[number].map(|average| average.mean),
            payoff_error: payoffs[number].and_then(|average| average.error),
            choices: spent[number].choices,
            nodes: spent[number].nodes,
            seconds: spent[number].seconds,
        }
    };
    let mut rows: Vec<Row> = args.searches.iter().enumerate().map(row).collect();
    rows.sort_by(|a, b| {
        b.elo
            .unwrap_or(f64::MIN)
            .total_cmp(&a.elo.unwrap_or(f64::MIN))
    });
    Object {
        schema: "gametree.tournament/1",
        game: &args.game,
        seats: result.seats,
        games: result.games.len(),
        complete: result.complete,
        prior: ratings.is_some_and(|ratings| ratings.prior),
        seed: args.seed,
        rows,
    }
}

fn print(object: &Object<'_>) -> anyhow::Result<()> {
    let Object {
        game,
        seats,
        games,
        seed,
        ..
    } = object;
    output::line(format!(
        "{}, {seats} at a table, {games} games, seed {seed}",
        output::shorten(game, 60)
    ))?;
    let mut table = output::table([
        "search",
        "Elo (mean 0)",
        "95 %",
        "payoff a game",
        "nodes",
        "seconds",
    ]);
    let signed = |x: Option<f64>| x.map_or("?".into(), |x| format!("{x:+.0}"));
    for row in &object.rows {
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
    output::right_align(&mut table, &[1, 2, 3, 4, 5]);
    output::line(table)?;
    if object.prior {
        output::line(
            "Somebody won or lost everything: a virtual draw for everybody keeps ratings finite.",
        )?;
    }
    Ok(())
}
