//! Where engines are on this computer. Nothing is started.

use std::env;
use std::path::{Path, PathBuf};

use super::error::BadCommand;

/// Engines that speak UCI, and the arguments with which they do; the strongest first, roughly as
/// rating lists order them.
const KNOWN: [(&str, &[&str]); 22] = [
    ("stockfish", &[]),
    ("lc0", &[]),
    ("berserk", &[]),
    ("koivisto", &[]),
    ("ethereal", &[]),
    ("ethereal-chess", &[]),
    ("komodo", &[]),
    ("dragon", &[]),
    ("obsidian", &[]),
    ("caissa", &[]),
    ("viridithas", &[]),
    ("rubichess", &[]),
    ("seer", &[]),
    ("igel", &[]),
    ("laser", &[]),
    ("arasan", &[]),
    ("rofchade", &[]),
    ("demolito", &[]),
    ("fruit", &[]),
    ("toga2", &[]),
    ("glaurung", &[]),
    ("gnuchess", &["--uci"]),
];

/// Beyond `PATH`: Debian keeps games elsewhere, and so do package managers.
const PLACES: [&str; 8] = [
    "/usr/games",
    "/usr/local/bin",
    "/usr/local/games",
    "/usr/bin",
    "/opt/homebrew/bin",
    "/opt/local/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/snap/bin",
];

/// Beyond those, in one's own home.
const HOME_PLACES: [&str; 3] = ["bin", ".local/bin", ".cargo/bin"];

/// An engine that is installed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstalledEngine {
    /// What it is called.
    pub name: String,
    /// The command that starts it as a UCI engine.
    pub command: Vec<String>,
}

/// The well-known engines that are installed, the strongest first.
#[must_use]
pub fn discover() -> Vec<InstalledEngine> {
    KNOWN
        .iter()
        .filter_map(|&(name, arguments)| found(name, arguments))
        .collect()
}

/// The place of a program among the well-known engines, 0 for the strongest; none for others. Only
/// the name counts: nothing is started.
#[must_use]
pub fn strength_rank(program: &str) -> Option<usize> {
    let name = Path::new(program).file_stem()?.to_str()?.to_lowercase();
    KNOWN.iter().position(|&(known, _)| known == name)
}

/// The arguments with which a well-known engine speaks UCI.
pub(super) fn needed_arguments(program: &str) -> &'static [&'static str] {
    strength_rank(program).map_or(&[], |rank| KNOWN[rank].1)
}

fn found(name: &str, arguments: &[&str]) -> Option<InstalledEngine> {
    let program = find(name)?.to_str()?.to_owned();
    let command = std::iter::once(program)
        .chain(arguments.iter().map(|&text| text.to_owned()))
        .collect();
    Some(InstalledEngine {
        name: name.to_owned(),
        command,
    })
}

/// The program of this name: as a path, in `PATH`, or where engines usually are.
#[must_use]
pub fn find(program: &str) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    if Path::new(program).components().count() > 1 {
        return runnable(PathBuf::from(program));
    }
    places()
        .into_iter()
        .find_map(|place| runnable(place.join(program)))
}

fn places() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let home = env::home_dir().unwrap_or_default();
    let own = HOME_PLACES
        .iter()
        .filter(|_| home.is_absolute())
        .map(|place| home.join(place));
    let listed = env::split_paths(&path).filter(|place| place.is_absolute());
    listed
        .chain(PLACES.iter().map(PathBuf::from))
        .chain(own)
        .collect()
}

/// The file, or the file with `.exe`, if it can be run.
fn runnable(file: PathBuf) -> Option<PathBuf> {
    let suffix = env::consts::EXE_SUFFIX;
    let name = file.file_name()?.to_str()?;
    if !suffix.is_empty() && !name.ends_with(suffix) {
        return runnable(file.with_file_name(format!("{name}{suffix}")));
    }
    is_program(&file).then_some(file)
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// A command as typed, split into words: quotation marks keep words together, on Unix a backslash
/// takes the next character as it is. Nothing else is special: no shell sees it.
///
/// ```
/// use gametree_chess::uci::parse_command;
/// let words = parse_command(r#"gnuchess --uci "my file""#).unwrap();
/// assert_eq!(words, ["gnuchess", "--uci", "my file"]);
/// ```
///
/// # Errors
/// When there is no word, a quotation does not end, or there is a control character.
pub fn parse_command(text: &str) -> Result<Vec<String>, BadCommand> {
    let mut words = Words::default();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter.is_control() && letter != '\t' {
            return Err(BadCommand::Control);
        }
        let escaped = letter == '\\' && cfg!(unix) && words.quote != Some('\'');
        words.take(letter, if escaped { letters.next() } else { None });
    }
    words.finish()
}

/// Words as they are read.
#[derive(Default)]
struct Words {
    done: Vec<String>,
    word: Option<String>,
    quote: Option<char>,
}

impl Words {
    fn take(&mut self, letter: char, escaped: Option<char>) {
        if let Some(plain) = escaped {
            self.push(plain);
        } else if self.quote == Some(letter) {
            self.quote = None;
        } else if self.quote.is_none() && matches!(letter, '"' | '\'') {
            self.quote = Some(letter);
            self.word.get_or_insert_default();
        } else if self.quote.is_none() && letter.is_whitespace() {
            self.done.extend(self.word.take());
        } else {
            self.push(letter);
        }
    }

    fn push(&mut self, letter: char) {
        self.word.get_or_insert_default().push(letter);
    }

    fn finish(mut self) -> Result<Vec<String>, BadCommand> {
        if let Some(quote) = self.quote {
            return Err(BadCommand::OpenQuote(quote));
        }
        self.done.extend(self.word);
        if self.done.first().is_none_or(String::is_empty) {
            return Err(BadCommand::Empty);
        }
        Ok(self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_one_types_them() {
        let read = |text| parse_command(text).map(|words| words.join("|"));
        assert_eq!(read("a b  c").unwrap(), "a|b|c");
        assert_eq!(read(r#"'a b' "c'd" e"#).unwrap(), "a b|c'd|e");
        assert_eq!(read("a '' b").unwrap(), "a||b");
        assert_eq!(read("pre'mid dle'post").unwrap(), "premid dlepost");
        assert_eq!(read("  "), Err(BadCommand::Empty));
        assert_eq!(read("'' x"), Err(BadCommand::Empty));
        assert_eq!(read("a 'b"), Err(BadCommand::OpenQuote('\'')));
        assert_eq!(read("a\nquit"), Err(BadCommand::Control));
        #[cfg(unix)]
        assert_eq!(read(r"a\ b '\x' end\").unwrap(), r"a b|\x|end\");
    }

    #[test]
    fn the_strongest_engine_has_the_first_rank() {
        assert_eq!(strength_rank("stockfish"), Some(0));
        assert_eq!(strength_rank("/usr/games/stockfish"), Some(0));
        assert!(strength_rank("ethereal-chess") < strength_rank("gnuchess"));
        assert_eq!(strength_rank("my-own-engine"), None);
    }

    #[test]
    fn programs_are_found_where_they_are() {
        assert!(find("no-such-engine-anywhere").is_none());
        assert!(find("").is_none());
        assert!(find("/no/such/engine").is_none());
        assert!(find("/").is_none(), "a directory is no program");
        let this = env::current_exe().unwrap();
        assert_eq!(find(this.to_str().unwrap()), Some(this.clone()));
        #[cfg(unix)]
        assert!(find("sh").is_some_and(|path| path.is_absolute()));
        assert!(
            discover()
                .iter()
                .all(|found| Path::new(&found.command[0]).is_file())
        );
    }
}
