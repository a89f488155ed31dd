//! `gametree analyse`: the main job. Creates or resumes a project, lets engines grow it, loses
//! nothing.

pub mod args;
mod display;
mod progress;
mod report;

use std::path::Path;
use std::sync::Arc;

use gametree_atlas::run::{End, Until};
use gametree_atlas::settings::{Change, Settings};
use gametree_project::{Action, ErrorKind, ProjectError, RunRequest, files};

use args::AnalyseArgs;
use progress::Progress;

use crate::error::{CliError, Code};
use crate::project::{self, Project};
use crate::{interrupt, output};

/// What is analysed.
struct Subject {
    name: String,
    project: Arc<dyn Project>,
    /// Whether the project was made for this run.
    fresh: bool,
}

/// Runs the command.
pub fn run(args: &AnalyseArgs) -> anyhow::Result<Code> {
    let change = args.growth.change();
    // Numbers that are wrong leave nothing behind.
    let tried = change.over(&Settings::default());
    tried.map_err(|error| CliError::usage(format!("--{error}")))?;
    let position = args.position.as_deref().map(read_position).transpose()?;
    let subject = open(args, position.as_deref())?;
    let mut progress = Progress::new(&*subject.project, args);
    let ended = analyse(args, &subject, change, position.as_deref(), &mut progress);
    let began = progress.began();
    drop(progress);
    if let Err(error) = &ended
        && is_interrupted(error)
    {
        output::hint(&report::resume(&*subject.project));
    } else if ended.is_err() && subject.fresh && !began {
        // A project that was made for a run that cannot begin leaves no file.
        drop(subject.project);
        let _ = std::fs::remove_file(project::file(&subject.name));
    }
    ended
}

fn is_interrupted(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<ProjectError>()
        .is_some_and(|error| error.kind == ErrorKind::Interrupted)
}

/// The text of a position: what was written, or a PGN file's.
fn read_position(text: &str) -> Result<String, CliError> {
    if text.trim().is_empty() {
        return Err(CliError::usage("the position is empty")
            .hint("leave it out for the project's own position, or write startpos, a FEN, moves or a PGN file"));
    }
    let ending = Path::new(text).extension();
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
        return Ok(text.to_string());
    }
    std::fs::read_to_string(text).map_err(|error| CliError::not_found(format!("{text}: {error}")))
}

/// Opens the project; makes it where it is missing.
fn open(args: &AnalyseArgs, position: Option<&str>) -> anyhow::Result<Subject> {
    let wanted = args.game.as_deref().unwrap_or("chess");
    let name = match &args.project {
        Some(name) => name.clone(),
        None => default_name(wanted, position)?,
    };
    let path = project::file(&name);
    let fresh = !path.exists();
    if fresh {
        files::create(&path, wanted, position.unwrap_or(""))?;
    }
    let project = project::open(&name)?;
    if let Some(game) = &args.game
        && game != project.game()
    {
        let what = format!("the project is one of {}, not of {game}", project.game());
        return Err(CliError::usage(what).into());
    }
    Ok(Subject {
        name,
        project,
        fresh,
    })
}

/// `startpos`, or a name made of the position's identity.
fn default_name(game: &str, position: Option<&str>) -> Result<String, ProjectError> {
    let own = files::position_name(game, position.unwrap_or("startpos"))?;
    Ok(match (game, own) {
        ("chess", None) => "startpos".into(),
        ("chess", Some(own)) => format!("position-{own}"),
        (game, None) => game.to_string(),
        (game, Some(own)) => format!("{game}-{own}"),
    })
}

fn analyse(
    args: &AnalyseArgs,
    subject: &Subject,
    change: Change,
    position: Option<&str>,
    progress: &mut Progress<'_>,
) -> anyhow::Result<Code> {
    let project = &*subject.project;
    let engines = args.engines.choice();
    // A new project's window fits the engines.
    let fitting = (2 * engines.count() as u32).max(4);
    let window = change.window.or(subject.fresh.then_some(fitting));
    project.set(&Change { window, ..change })?;
    if let Some(position) = position.filter(|_| !subject.fresh) {
        project.act(
            project.find("")?,
            &Action::Root {
                position: position.to_string(),
                moves: Vec::new(),
            },
        )?;
    }
    let until = Until {
        evaluations: args.evaluations,
        engine_nodes: args.engine_nodes,
        time: args.time,
    };
    interrupt::saved_in(project.file().display());
    let summary = project.run(&RunRequest { engines, until }, progress)?;
    let end = summary.end;
    progress.finish()?;
    report::print(project, &summary)?;
    if end == End::Failed {
        let what = summary.trouble.unwrap_or_else(|| "no engine works".into());
        output::hint(&format!("error: {what}"));
        return Ok(Code::Engine);
    }
    Ok(if end == End::Asked && interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}
