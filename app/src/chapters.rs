//! Chapters of the book that are written from the code (commands, games, searches), and the
//! commands that other chapters name: the grammar must know them.

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::PathBuf;

    use clap::{CommandFactory, Parser};
    use gametree_catalog::listing;
    use serde_json::{Value, json};

    use crate::cli::Cli;

    /// Columns of the help in the book.
    const WIDTH: usize = 100;

    fn directory() -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src"))
    }

    /// Every command with its help, as `--help` prints it.
    fn commands_chapter() -> String {
        let mut chapter = String::from(
            "# Commands\n\nEvery command, as its `-h` prints it; `--help` says more of some. `gametree man` writes the same as \
         manual pages, and `gametree completions bash` (or zsh, fish) the completions of a shell.\n",
        );
        let mut program = Cli::command().term_width(WIDTH);
        program.build();
        for verb in program.get_subcommands_mut() {
            add_command(&mut chapter, verb, 2);
        }
        chapter
    }

    fn add_command(chapter: &mut String, command: &mut clap::Command, level: usize) {
        let name = command.get_name().to_string();
        if command.is_hide_set() || name == "help" {
            return;
        }
        let title = command.get_bin_name().unwrap_or(&name).to_string();
        let help = command.render_help().to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(
            chapter,
            "\n{} {title}\n\n```text\n{}\n```\n",
            "#".repeat(level),
            lines.join("\n").trim_end()
        );
        for inner in command.get_subcommands_mut() {
            add_command(chapter, inner, 3);
        }
    }

    /// A table from the rows of a listing: the first column is a name.
    fn table(heading: &str, rows: &[Vec<String>]) -> String {
        let columns = heading.matches('|').count() - 1;
        let mut out = format!("{heading}\n|{}\n", " --- |".repeat(columns));
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
        out
    }

    fn text_of(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Bool(true) => "yes".into(),
            Value::Bool(false) | Value::Null => String::new(),
            other => other.to_string(),
        }
    }

    fn rows(list: &Value, fields: &[&str]) -> Vec<Vec<String>> {
        let all = list.as_array().cloned().unwrap_or_default();
        let row = |one: &Value| {
            let mut cells: Vec<String> = fields.iter().map(|field| text_of(&one[*field])).collect();
            cells[0] = format!("`{}`", cells[0]);
            cells
        };
        all.iter().map(row).collect()
    }

    /// The games, as `gametree games` lists them.
    fn games_chapter() -> String {
        let list = json!(listing::games());
        let fields = ["form", "about", "positions", "players", "chance", "hidden"];
        let heading = "| name | game | positions | players | dice | hidden cards |";
        format!(
            "# Games\n\nWhat `gametree games` lists. A name in brackets may be left out. `tree:FILE`, or the text of a \
         tree, is a game too. Everything works on every game that it fits: `gametree search`, `solve`, \
         `explain`, `play`, `match`. [Adding a game](add-a-game.md) says how to add yours.\n\n{}",
            table(heading, &rows(&list, &fields))
        )
    }

    /// The searches with their options, as `gametree searches` lists them.
    fn searches_chapter() -> String {
        let mut chapter = String::from(
            "# Searches\n\nWhat `gametree searches` lists. `--with NAME:key=value,key=value` sets options. \
         [Learning search](minimax.md) shows most of them at work.\n",
        );
        let list = json!(listing::searches());
        for search in list.as_array().into_iter().flatten() {
            let field = |name: &str| text_of(&search[name]);
            let about = capitalised(&field("about"));
            let _ = write!(chapter, "\n## {}\n\n{about}.", field("name"));
            let _ = writeln!(chapter, " For {}. {}.", field("fits"), field("paper"));
            let options = rows(&search["options"], &["key", "default", "about"]);
            if !options.is_empty() {
                let heading = "| option | default | meaning |";
                let _ = write!(chapter, "\n{}", table(heading, &options));
            }
        }
        chapter
    }

    fn capitalised(text: &str) -> String {
        let mut letters = text.chars();
        let first = letters.next().map(char::to_uppercase);
        first.into_iter().flatten().chain(letters).collect()
    }

    /// The words of a command, as a shell finds them: quotes keep spaces, a comment ends it.
    fn words(command: &str) -> Vec<String> {
        let (mut all, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for c in command.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, ' ') => all.extend(word.take()),
                (None, '#') if word.is_none() => return all,
                (_, c) => word.get_or_insert_default().push(c),
            }
        }
        all.extend(word);
        all
    }

    /// Compares a chapter with the saved one; `GAMETREE_WRITE=1` saves it again.
    fn compare(name: &str, chapter: &str) {
        let file = directory().join(name);
        if std::env::var_os("GAMETREE_WRITE").is_some() {
            std::fs::write(&file, chapter).expect("the chapter can be saved");
        }
        let saved = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            saved == chapter,
            "{name} is out of date; write it again: \
         GAMETREE_WRITE=1 cargo test -p gametree-cli generated_chapters"
        );
    }

    #[test]
    fn generated_chapters_are_up_to_date() {
        compare("commands.md", &commands_chapter());
        compare("games.md", &games_chapter());
        compare("searches.md", &searches_chapter());
    }

    /// Every `gametree …` of a text: lines after `$ ` in its blocks, and words between backquotes.
    fn commands(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut inside = false;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                inside = !inside;
            } else if inside {
                all.extend(line.strip_prefix("$ ").map(String::from));
            } else {
                all.extend(line.split('`').skip(1).step_by(2).map(String::from));
            }
        }
        all.retain(|command| command.starts_with("gametree "));
        all
    }

    #[test]
    fn the_book_names_no_command_that_is_none() {
        let mut named = 0;
        for entry in std::fs::read_dir(directory()).expect("the book") {
            let path = entry.expect("a chapter").path();
            if path.extension().is_none_or(|end| end != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a chapter");
            for command in commands(&text) {
                named += 1;
                let error = Cli::try_parse_from(words(&command)).err();
                // The name of a command without what it needs is no mistake in a text.
                let incomplete = |error: &clap::Error| {
                    use clap::error::ErrorKind as Kind;
                    matches!(
                        error.kind(),
                        Kind::MissingRequiredArgument
                            | Kind::MissingSubcommand
                            | Kind::DisplayHelpOnMissingArgumentOrSubcommand
                    )
                };
                if let Some(error) = error.filter(|error| !incomplete(error)) {
                    panic!("{}: {command}: {error}", path.display());
                }
            }
        }
        assert!(named >= 100, "only {named} commands in the book");
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(
            words("a 'b c' \"d'e\" '' f=g  # h"),
            ["a", "b c", "d'e", "", "f=g"]
        );
    }
}
