//! `gametree sweep`: a parameter of a search at several values, a match for each.

use gametree_arena::{csv, markdown};
use gametree_catalog::AnyGame;
use gametree_catalog::matches::MatchPlan;
use serde::Serialize;

use crate::contest::args::SweepArgs;
use crate::contest::object::MatchObject;
use crate::contest::{self, Files, Over};
use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    search: &'a str,
    against: &'a str,
    key: &'a str,
    complete: bool,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    value: String,
    #[serde(flatten)]
    object: MatchObject,
}

/// Runs the command.
pub fn run(args: &SweepArgs) -> anyhow::Result<Code> {
    let searches = [args.search.as_str(), args.against.as_str()];
    let game = gametree_catalog::open(&args.contest.game, &searches)?;
    let over = Over::parse(&args.over)?;
    let plans = plans(args, &over, &game)?;
    let mut rows = Vec::new();
    for (value, plan) in over.values.iter().zip(&plans) {
        rows.push(Row {
            value: value.clone(),
            object: play(args, &over, value, plan)?,
        });
        if crate::interrupt::raised() {
            break;
        }
    }
    let complete = rows.len() == plans.len() && rows.iter().all(|row| row.object.complete);
    let object = Object {
        schema: "gametree.sweep/1",
        game: game.name(),
        search: &args.search,
        against: &args.against,
        key: &over.key,
        complete,
        rows,
    };
    tell(args, &object)
}

/// Every match, checked before the first is played.
fn plans<'g>(
    args: &SweepArgs,
    over: &Over,
    game: &'g AnyGame,
) -> anyhow::Result<Vec<MatchPlan<'g>>> {
    let mut plans = Vec::new();
    for value in &over.values {
        let search = over.apply(&args.search, value)?;
        let searches = [search.as_str(), args.against.as_str()];
        plans.push(contest::plan(&args.contest, searches, game)?);
    }
    Ok(plans)
}

/// One match, in a directory of its own where games are kept.
fn play(
    args: &SweepArgs,
    over: &Over,
    value: &str,
    plan: &MatchPlan<'_>,
) -> anyhow::Result<MatchObject> {
    let dir = args
        .contest
        .out
        .as_ref()
        .map(|dir| dir.join(over.directory(value)));
    let result = contest::run(plan, dir.as_deref())?;
    let object = MatchObject::new(plan, &result);
    if let Some(dir) = &dir {
        Files {
            plan,
            result: &result,
            object: &object,
        }
        .write_all(dir)?;
    }
    Ok(object)
}

fn tell(args: &SweepArgs, object: &Object<'_>) -> anyhow::Result<Code> {
    write_files(args, object)?;
    if args.contest.output.json {
        output::json(object)?;
    } else {
        print(object)?;
    }
    if object.complete {
        return Ok(Code::Done);
    }
    let games = object.rows.iter().map(|row| row.object.games).sum();
    contest::tell_interrupted(args.contest.out.as_deref(), games);
    Ok(Code::Interrupted)
}

fn write_files(args: &SweepArgs, object: &Object<'_>) -> anyhow::Result<()> {
    let table: Vec<Vec<String>> = object.rows.iter().map(|row| cells(row).to_vec()).collect();
    let mut header = HEADER;
    header[0] = object.key;
    let draw = || {
        let title = format!(
            "{}: {} by {}, against {}",
            object.game, object.search, object.key, object.against
        );
        let rows: Vec<_> = object
            .rows
            .iter()
            .map(|row| (row.value.as_str(), &row.object))
            .collect();
        contest::elo_over_values(&title, object.key, &rows)
    };
    if let Some(dir) = &args.contest.out {
        contest::write(
            &dir.join("sweep.json"),
            &(serde_json::to_string_pretty(object)? + "\n"),
        )?;
        contest::write(&dir.join("sweep.md"), &markdown::table(&header, &table))?;
        contest::write(&dir.join("sweep.svg"), &draw())?;
    }
    if let Some(path) = &args.markdown {
        contest::write(path, &markdown::table(&header, &table))?;
    }
    if let Some(path) = &args.svg {
        contest::write(path, &draw())?;
    }
    if let Some(path) = &args.csv {
        contest::write(path, &rows_as_csv(&header, &table))?;
    }
    Ok(())
}

fn rows_as_csv(header: &[&str], table: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let head = line(header.iter().map(|cell| csv::quoted(cell)).collect());
    let body = table
        .iter()
        .map(|row| line(row.iter().map(|cell| csv::quoted(cell)).collect()));
    std::iter::once(head).chain(body).collect()
}

/// The columns; the first is the parameter's name.
const HEADER: [&str; 10] = [
    "value", "games", "won", "drawn", "lost", "score", "Elo", "low", "high", "verdict",
];

fn cells(row: &Row) -> [String; 10] {
    let o = &row.object;
    let elo = |x: Option<f64>| x.map_or("?".into(), |x| format!("{x:+.0}"));
    let score = o.score.map_or("?".into(), |score| format!("{score:.3}"));
    let [games, wins, draws, losses] = [o.games, o.wins, o.draws, o.losses].map(|n| n.to_string());
    let verdict = o.verdict.clone();
    [
        row.value.clone(),
        games,
        wins,
        draws,
        losses,
        score,
        elo(o.elo),
        elo(o.elo_low),
        elo(o.elo_high),
        verdict,
    ]
}

fn print(object: &Object<'_>) -> anyhow::Result<()> {
    output::line(format!(
        "{}: {} by {}, against {}; A is the first, Elo with its 95 % interval",
        output::shorten(object.game, 60),
        object.search,
        object.key,
        object.against
    ))?;
    let mut header = HEADER;
    header[0] = object.key;
    let mut table = output::table(header);
    object.rows.iter().for_each(|row| {
        table.add_row(cells(row));
    });
    output::right_align(&mut table, &[1, 2, 3, 4, 5, 6, 7, 8]);
    Ok(output::line(table)?)
}
