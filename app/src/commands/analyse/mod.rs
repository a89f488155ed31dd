//! `gametree analyse`: the main job. Creates or resumes a project, lets engines grow it, loses
//! nothing.

pub mod args;
mod display;
mod progress;
mod report;

use std::sync::Arc;

use gametree_atlas::run::{End, Until};
use gametree_atlas::settings::{Change, Settings};
use gametree_project::{ErrorKind, ProjectError, RunRequest, Target, Tour};

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
    let game = args.game.as_deref().unwrap_or("chess");
    let target = Target::read(args.position.as_deref(), game)?;
    let subject = open(args, &target)?;
    let mut progress = Progress::new(&*subject.project, args);
    let ended = prepare(args, &subject, &target)
        .and_then(|()| analyse(args, &subject, change, &mut progress));
    let began = progress.began();
    drop(progress);
    if let Err(error) = &ended
        && is_interrupted(error)
    {
        let broker = args.engines.broker.as_deref();
        output::hint(&report::resume(&*subject.project, broker));
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

/// Opens the project; makes it where it is missing.
fn open(args: &AnalyseArgs, target: &Target) -> anyhow::Result<Subject> {
    let game = args.game.as_deref().unwrap_or("chess");
    let name = match &args.project {
        Some(name) => name.clone(),
        None => target.project_name(game)?,
    };
    let path = project::file(&name);
    let fresh = !path.exists();
    if fresh {
        target.create(&path, game)?;
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

/// Brings in what the user named, and gives the tasks to the position they selected.
fn prepare(args: &AnalyseArgs, subject: &Subject, target: &Target) -> anyhow::Result<()> {
    let project = &*subject.project;
    if !subject.fresh {
        target.enter(project)?;
    }
    for words in target.select(project, args.at.as_deref())? {
        output::hint(&words);
    }
    Ok(())
}

fn analyse(
    args: &AnalyseArgs,
    subject: &Subject,
    change: Change,
    progress: &mut Progress<'_>,
) -> anyhow::Result<Code> {
    let project = &*subject.project;
    let engines = args.engines.choice();
    // A new project's window fits the engines.
    let fitting = subject.fresh.then(|| engines.window());
    let window = change.window.or(fitting);
    project.set(&Change { window, ..change })?;
    let until = Until {
        evaluations: args.evaluations,
        engine_nodes: args.engine_nodes,
        time: args.time,
    };
    interrupt::saved_in(project.file().display());
    let request = RunRequest { engines, until };
    let summary = if args.whole_game {
        let focus = project.focus()?.map(|focus| focus.node);
        let mut tour = Tour::new(project, progress)?;
        let summary = project.run(&request, &mut tour)?;
        tour.end(focus)?;
        summary
    } else {
        project.run(&request, progress)?
    };
    let end = summary.end;
    progress.finish()?;
    report::print(project, &summary, args.engines.broker.as_deref())?;
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
