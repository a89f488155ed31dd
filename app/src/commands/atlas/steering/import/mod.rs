//! `atlas import`: games and analysed positions from files.
//!
//! A file is read twice, a game at a time: first everything is checked and the new positions are
//! counted, then it comes into the project. So a file with a mistake changes nothing, and memory is
//! that of the graph.

mod epd;
mod lines;
mod pgn;
mod survey;
mod take;

use std::fs::File;
use std::io::{BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use lines::Lines;
use survey::Survey;
use take::Taken;

use super::told::{Told, counted};
use crate::args::JsonArg;
use crate::error::{Code, Problem};
use crate::project::{self, Project};
use crate::{interrupt, output};

/// More new positions than this are not taken without a word.
const MANY: u64 = 500;

/// `atlas import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The file: .pgn (games with variations, [%eval] as evaluations) or .epd (ce, dm, acd, acn, pv
    /// as evaluations)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only so many half-moves of each game
    #[arg(long, value_name = "N")]
    pub most_plies: Option<usize>,
    /// Only these games or records, counted from 1, both ends included: 3..7, 3.. or ..7
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub games: Option<Range>,
    /// Comments become notes, where there is none yet
    #[arg(long)]
    pub notes: bool,
    /// Leave out games and records with mistakes
    #[arg(long)]
    pub skip_bad: bool,
    /// Take more than 500 new positions without asking
    #[arg(long)]
    pub yes: bool,
    /// Output.
    #[command(flatten)]
    pub output: JsonArg,
}

/// Numbers from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    first: u64,
    last: u64,
}

fn range(text: &str) -> Result<Range, String> {
    let wrong = || format!("'{text}' is no range: write 3..7, 3.., ..7 or 3");
    let end = |text: &str, missing: u64| match text.trim() {
        "" => Ok(missing),
        number => number.parse().map_err(|_| wrong()),
    };
    let range = match text.split_once("..") {
        Some((first, last)) => Range {
            first: end(first, 1)?,
            last: end(last, u64::MAX)?,
        },
        None => Range {
            first: text.trim().parse().map_err(|_| wrong())?,
            last: end(text, 0)?,
        },
    };
    if range.first == 0 || range.first > range.last {
        Err(wrong())
    } else {
        Ok(range)
    }
}

/// What is wrong with a game or a record.
enum Bad {
    /// It says something that cannot be; reading goes on with the next.
    Item(String),
    /// The file cannot be read.
    File(String),
}

type Items = Box<dyn Iterator<Item = Result<Lines, Bad>>>;

impl ImportArgs {
    /// What the file holds, from its beginning; each item is told apart from the others.
    fn items(&self) -> Result<Items, Problem> {
        let path = self.file.display();
        let file = File::open(&self.file)
            .map_err(|error| Problem::not_found(format!("{path}: {error}")))?;
        let name = file_name(&self.file);
        let ending = self
            .file
            .extension()
            .and_then(|ending| ending.to_str())
            .unwrap_or("");
        let items: Items = match ending.to_lowercase().as_str() {
            "pgn" => Box::new(pgn::games(file, name, self.most_plies)),
            "epd" => Box::new(epd::records(BufReader::new(file), name)),
            _ => {
                let what = format!("{path}: neither a .pgn nor an .epd file");
                return Err(Problem::usage(what).mend("the file's ending says what it holds"));
            }
        };
        let Range { first, last } = self.games.unwrap_or(Range {
            first: 1,
            last: u64::MAX,
        });
        let wanted = (1..)
            .zip(items)
            .take_while(move |&(number, _)| number <= last);
        Ok(Box::new(
            wanted
                .filter(move |&(number, _)| number >= first)
                .map(|(_, item)| item),
        ))
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Runs the command.
pub fn run(args: &ImportArgs) -> anyhow::Result<Code> {
    let mut project = project::open(&args.name)?;
    let survey = {
        let _spinner = output::Spinner::new(format!("checking {}", args.file.display()));
        Survey::of(&project, args)?
    };
    survey.judge(args)?;
    confirm(&project, args, survey.new_positions())?;
    let taken = {
        let _spinner = output::Spinner::new(format!("importing {}", args.file.display()));
        take::take(&mut project, args)?
    };
    tell(&project, args, &survey, &taken)
}

/// Many new positions are many questions: the user sees how long they will take, and says yes.
fn confirm(project: &Project, args: &ImportArgs, positions: u64) -> anyhow::Result<()> {
    if positions <= MANY || args.yes {
        return Ok(());
    }
    let forecast = forecast(project, positions)?;
    let here = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !args.output.json && here && agreed(&forecast)? {
        return Ok(());
    }
    let mend = "--yes imports them all; --most-plies and --games take less";
    Err(Problem::usage(format!("{forecast}; nothing was imported"))
        .mend(mend)
        .into())
}

fn agreed(forecast: &str) -> std::io::Result<bool> {
    eprint!("{forecast}. Import? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    interrupt::waiting(|| std::io::stdin().read_line(&mut answer))?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// How long new positions will take, in words.
fn forecast(project: &Project, positions: u64) -> anyhow::Result<String> {
    let forecast = project
        .forecast(positions)
        .map_err(|error| project::problem(&error))?;
    let time = match forecast.time {
        Some(time) => format!(
            "about {} at the present speed",
            output::lasting(time.as_secs_f64())
        ),
        None => "how long they take is not known yet".into(),
    };
    Ok(format!(
        "{} new positions, a question each: at least {} positions to search, {time}",
        output::grouped(positions),
        output::grouped(forecast.nodes)
    ))
}

fn tell(
    project: &Project,
    args: &ImportArgs,
    survey: &Survey,
    taken: &Taken,
) -> anyhow::Result<Code> {
    let mut told = Told::new("import", &args.name);
    let parts = [
        (taken.positions, "new position"),
        (taken.moves, "new move"),
        (taken.roots, "new root"),
        (taken.evaluations, "evaluation"),
        (taken.notes, "note"),
    ];
    let parts = parts.map(|(count, noun)| counted(count, noun)).join(", ");
    let unit = if file_name(&args.file).to_lowercase().ends_with("pgn") {
        "game"
    } else {
        "record"
    };
    let text = format!(
        "{}: {}; {parts}",
        file_name(&args.file),
        counted(taken.items, unit)
    );
    if taken.facts == 0 {
        told.says(format!("{text}: it is all in the project already"));
    } else {
        told.did(text);
    }
    if taken.kept > 0 {
        let kept = counted(taken.kept, "evaluation");
        told.says(format!(
            "{kept} not taken: the project has one that searched as much, or the game is over"
        ));
    }
    if taken.kept_notes > 0 {
        told.says(format!(
            "{} not taken: there is a note",
            counted(taken.kept_notes, "comment")
        ));
    }
    for line in survey.complaints() {
        told.says(format!("left out: {line}"));
    }
    told.permanent(
        "moves of yours are never removed; `gametree atlas exclude` takes one out of the count, \
         and `gametree atlas backup` before an import keeps what was",
    );
    for (name, count) in taken.figures() {
        told.figure(name, count);
    }
    told.figure("bad", survey.bad());
    told.figure("total_positions", project.graph().len());
    told.print(args.output.json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_their_ends() {
        assert_eq!(range("3..7"), Ok(Range { first: 3, last: 7 }));
        assert_eq!(
            range("3.."),
            Ok(Range {
                first: 3,
                last: u64::MAX
            })
        );
        assert_eq!(range("..7"), Ok(Range { first: 1, last: 7 }));
        assert_eq!(range("3"), Ok(Range { first: 3, last: 3 }));
        for wrong in ["", "0..1", "5..4", "a", "1...2", "0"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
