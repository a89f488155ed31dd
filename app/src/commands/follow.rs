//! `gametree follow`: a game goes on, and its analysis goes along.

use clap::Args;
use gametree_project::view::GameView;
use gametree_project::{Action, Project};

use crate::commands::atlas::edit::report::{EditReport, counted};
use crate::error::Code;
use crate::project;

/// `follow`.
#[derive(Args, Debug)]
pub struct FollowArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The move that was played, by either player
    #[arg(value_name = "MOVE", required_unless_present = "back")]
    pub word: Option<String>,
    /// Exclude what can no longer happen: every other move of the positions that are behind. Nothing
    /// is deleted: `gametree atlas include` counts a move again (--back does not)
    #[arg(long, conflicts_with = "back")]
    pub prune: bool,
    /// Take the last move back instead
    #[arg(long, conflicts_with = "word")]
    pub back: bool,
}

/// Runs the command.
pub fn run(args: &FollowArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.name)?;
    let mut report = EditReport::new("follow", &args.name);
    let node = project.present()?;
    let action = match &args.word {
        Some(name) => Action::Play { name: name.clone() },
        None => Action::TakeBack {},
    };
    let done = project.act(node, &action)?;
    report.add(&*project, node, done)?;
    if args.prune {
        let excluded = prune(&*project)?;
        report.note(format!(
            "{} excluded: they can no longer be played. --back leaves them excluded; `gametree atlas \
             include` counts a move again",
            counted(excluded, "move")
        ));
        report.figure("excluded", excluded);
    }
    report.figure("positions", project.counts().positions);
    report.print()
}

/// Excludes the moves that were not played; how many.
fn prune(project: &dyn Project) -> anyhow::Result<usize> {
    let GameView { rows, .. } = project.played()?;
    let mut excluded = 0;
    for pair in rows.windows(2) {
        for row in project.moves(pair[0].node)?.moves {
            if row.name != pair[1].name && row.state != "excluded" {
                let action = Action::Exclude {
                    name: row.name,
                    at: None,
                };
                excluded += usize::from(project.act(pair[0].node, &action)?.changed);
            }
        }
    }
    Ok(excluded)
}
