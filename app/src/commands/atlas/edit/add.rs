//! `atlas add`: moves and roots that the user wants.

use clap::Args;
use gametree_project::Action;

use super::report::EditReport;
use crate::error::Code;
use crate::project;

/// `atlas add`.
#[derive(Args, Debug)]
pub struct AddArgs {
    /// The project: its name or file
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The moves: 'Nf3 Nc6', '2. Nf3 Nc6' or 'g1f3 b8c6'
    #[arg(value_name = "LINE", required_unless_present = "root")]
    pub line: Option<String>,
    /// The position they start from: moves from a root, or a position [default: the first root
    /// where they are legal]
    #[arg(long, value_name = "PATH")]
    pub from: Option<String>,
    /// Another position to analyse; LINE starts there
    #[arg(long, value_name = "POS", conflicts_with = "from")]
    pub root: Option<String>,
}

impl AddArgs {
    fn action(&self) -> Action {
        let moves = names(self.line.as_deref().unwrap_or(""));
        match &self.root {
            Some(position) => Action::Root {
                position: position.clone(),
                moves,
            },
            None => Action::Line {
                moves,
                any_root: self.from.is_none(),
            },
        }
    }
}

/// Words without the numbers of moves before them: `12.Nf3` is `Nf3`, and `12...` is nothing.
fn names(line: &str) -> Vec<String> {
    let bare = |word: &str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let numbered = rest.len() < word.len() && rest.starts_with('.');
        let name = if numbered {
            rest.trim_start_matches('.')
        } else {
            word
        };
        name.to_string()
    };
    line.split_whitespace()
        .map(bare)
        .filter(|name| !name.is_empty())
        .collect()
}

/// Runs the command.
pub fn run(args: &AddArgs) -> anyhow::Result<Code> {
    let project = project::open(&args.name)?;
    let node = project.find(args.from.as_deref().unwrap_or(""))?;
    let done = project.act(node, &args.action())?;
    let mut report = EditReport::new("add", &args.name);
    report.figure("new_positions", done.new_positions);
    report.figure("new_moves", done.new_moves);
    report.figure("new_roots", done.new_roots);
    report.add(&*project, node, done)?;
    if args.root.is_some() {
        report.permanent("a root stays; its moves can be removed");
    }
    report.print()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn numbers_of_moves_are_left_out() {
        assert_eq!(names("1...h5 2. a3 a7a5"), ["h5", "a3", "a7a5"]);
        assert_eq!(names("4 4 5"), ["4", "4", "5"], "columns are moves");
        assert!(names(" ").is_empty());
    }
}
