//! `gametree analyse`: the main job. Creates or resumes a project, lets engines grow it, loses
//! nothing.

pub mod args;
mod growth;
mod progress;
mod report;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use gametree::Archived;
use gametree_atlas::run::{End, Until, grow};
use gametree_chess::Chess;
use gametree_chess::pgn::PgnReader;

use args::AnalyseArgs;
use progress::Progress;
use report::{Outcome, Work};

use crate::analysts::{Hired, Wanted};
use crate::error::{Code, Problem};
use crate::project::{self, Project};
use crate::{interrupt, output};

/// Runs the command.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<Code> {
    let position = args.position.as_deref().map(read_position).transpose()?;
    let name = args
        .project
        .clone()
        .unwrap_or_else(|| default_name(position.as_ref()));
    let (mut project, fresh) = project::open_or_create(&name)?;
    let hired = prepare(args, &mut project, position.as_ref(), fresh)
        .inspect_err(|_| discard(&name, fresh))?;
    analyse(args, &name, project, hired)
}

/// Settings, engines and the root: all that can be wrong before the first question.
fn prepare(
    args: &AnalyseArgs,
    project: &mut Project,
    position: Option<&Chess>,
    fresh: bool,
) -> anyhow::Result<Hired> {
    let mut wanted = Wanted {
        commands: args.engines.engine.clone(),
        options: args.engines.option.clone(),
        count: args.engines.engines,
        hash: args.engines.hash,
        reproducible: false,
    };
    let settings = args
        .growth
        .over(project.graph().settings(), fresh, wanted.count())?;
    wanted.reproducible = settings.reproducible;
    let hired = wanted.hire()?;
    project
        .set(settings)
        .map_err(|error| project::problem(&error))?;
    add_root(project, position)?;
    project.commit().map_err(|error| project::problem(&error))?;
    Ok(hired)
}

/// A project that was made for a run that cannot begin leaves no file.
fn discard(name: &str, fresh: bool) {
    if fresh {
        let _ = std::fs::remove_file(project::file(name));
    }
}

/// A FEN, `startpos` with or without moves, or the last position of a PGN file's first game.
pub fn read_position(text: &str) -> Result<Chess, Problem> {
    let shown = output::shorten(text, 100);
    if Path::new(text)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
    {
        return last_of_pgn(text);
    }
    let mend =
        "positions of chess: a FEN in quotes, startpos, moves as in 'e4 e5 Nf3', or a file.pgn";
    let refuse = |why: String| {
        Problem::usage(format!("'{shown}' is not a position of chess: {why}")).mend(mend)
    };
    if text.contains('/') {
        return text.parse().map_err(|error| refuse(format!("{error}")));
    }
    let mut position = Chess::default();
    for word in text
        .split_whitespace()
        .filter(|&word| word != "startpos" && word != "moves")
    {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        if word.is_empty() {
            continue;
        }
        let m = position
            .parse_move(word)
            .map_err(|error| refuse(error.to_string()))?;
        gametree::Game::play(&mut position, m);
    }
    Ok(position)
}

fn last_of_pgn(path: &str) -> Result<Chess, Problem> {
    let file = File::open(path).map_err(|error| Problem::not_found(format!("{path}: {error}")))?;
    let game = PgnReader::new(BufReader::new(file)).next();
    let game = game.ok_or_else(|| Problem::usage(format!("{path} holds no game")))?;
    let game = game.map_err(|error| Problem::usage(format!("{path}: {error}")))?;
    let last = game.main_line().last().unwrap_or(0);
    game.position(last)
        .ok_or_else(|| Problem::usage(format!("{path} holds no position")))
}

/// `startpos`, or a name made of the position's identity.
fn default_name(position: Option<&Chess>) -> String {
    match position {
        None => "startpos".into(),
        Some(position) if position.identity() == Chess::default().identity() => "startpos".into(),
        Some(position) => format!("position-{:08x}", position.identity() >> 96),
    }
}

/// The position becomes a root; a project without any begins at the first position of the game.
fn add_root(project: &mut Project, position: Option<&Chess>) -> Result<(), Problem> {
    let first = Chess::default();
    let position = match position {
        Some(position) => position,
        None if project.graph().roots().is_empty() => &first,
        None => return Ok(()),
    };
    project
        .add_root(position)
        .map(drop)
        .map_err(|error| project::problem(&error))
}

fn analyse(
    args: &AnalyseArgs,
    name: &str,
    mut project: Project,
    mut hired: Hired,
) -> anyhow::Result<Code> {
    let until = Until {
        evaluations: args.evaluations,
        engine_nodes: args.engine_nodes,
        time: args.time,
    };
    output::hint(&report::heading(name, &project, &hired.about));
    let mut progress = Progress::new(args.jsonl, until);
    let begin = Instant::now();
    let end = grow(&mut project, &mut *hired.analyst, until, &mut progress);
    let work = Work {
        workers: hired.analyst.workers(),
        elapsed: begin.elapsed(),
    };
    drop(progress);
    drop(hired);
    let end = end.map_err(|error| project::problem(&error))?;
    report::print(
        args,
        &Outcome {
            name,
            project: &project,
            work,
            end,
        },
    )?;
    Ok(if end == End::Asked && interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}
