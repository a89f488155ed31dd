//! Which engine to start, and how long to wait for it.

use std::path::Path;
use std::time::Duration;

use super::discovery::{needed_arguments, parse_command};
use super::error::BadCommand;

/// An engine to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// What people call it.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Numbers and texts to set where the engine declares such an option, as near as its range allows, and
    /// where [`EngineSpec::options`] does not name it.
    pub wishes: Vec<(String, String)>,
}

impl EngineSpec {
    /// The engine of a program with its arguments, called after the program.
    #[must_use]
    pub fn new(command: Vec<String>) -> EngineSpec {
        let program = command.first().map_or("", String::as_str);
        let name = Path::new(program)
            .file_stem()
            .map_or("engine".into(), |stem| stem.to_string_lossy());
        EngineSpec {
            name: name.into_owned(),
            command,
            options: Vec::new(),
            wishes: Vec::new(),
        }
    }

    /// The engine of a command as one types it. A well-known engine that speaks UCI only with an
    /// argument gets it where none is typed.
    ///
    /// # Errors
    /// When the command is empty or a quotation does not end.
    pub fn parse(command: &str) -> Result<EngineSpec, BadCommand> {
        let mut words = parse_command(command)?;
        if let [program] = &words[..] {
            let arguments = needed_arguments(program);
            words.extend(arguments.iter().map(|&word| word.to_owned()));
        }
        Ok(EngineSpec::new(words))
    }

    /// The same engine with another option set.
    #[must_use]
    pub fn with(mut self, option: &str, value: &str) -> EngineSpec {
        self.options.push((option.to_owned(), value.to_owned()));
        self
    }

    /// The same engine with a number or a text set where it can be: an engine without this option does not
    /// mind.
    #[must_use]
    pub fn wishing(mut self, option: &str, value: &str) -> EngineSpec {
        self.wishes.push((option.to_owned(), value.to_owned()));
        self
    }

    /// The same engine under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> EngineSpec {
        name.clone_into(&mut self.name);
        self
    }

    pub(super) fn option(&self, name: &str) -> Option<&str> {
        let found = self
            .options
            .iter()
            .rev()
            .find(|(option, _)| option.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// How long to wait for what.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeouts {
    /// From the start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
    /// The longest silence during a search.
    pub silence: Duration,
    /// Nodes a second that an engine is taken to search until it has shown what it can.
    pub slowest: u64,
    /// What a search may take beyond its time.
    pub margin: Duration,
    /// The longest search by depth.
    pub longest: Duration,
    /// From `stop` to `bestmove`.
    pub grace: Duration,
}

/// As the referees of engine matches have it.
impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts {
            start: seconds(35),
            ready: seconds(15),
            quit: seconds(3),
            silence: seconds(60),
            slowest: 100,
            margin: seconds(10),
            longest: seconds(3600),
            grace: seconds(5),
        }
    }
}

impl Timeouts {
    /// The time for this many nodes: at a tenth of the lowest speed it has shown.
    pub(super) fn for_nodes(&self, nodes: u64, shown: Option<f64>) -> Duration {
        let speed = shown
            .map_or(self.slowest as f64, |speed| speed / 10.0)
            .max(1e-3);
        let seconds = (nodes as f64 / speed).min(1e9);
        self.margin + Duration::from_secs_f64(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_for_nodes_follows_the_speed_shown() {
        let timeouts = Timeouts {
            margin: Duration::from_secs(1),
            slowest: 100,
            ..Timeouts::default()
        };
        assert_eq!(timeouts.for_nodes(1000, None), Duration::from_secs(11));
        assert_eq!(
            timeouts.for_nodes(1000, Some(10_000.0)),
            Duration::from_secs(2)
        );
        assert!(timeouts.for_nodes(u64::MAX, Some(0.0)) > Duration::from_secs(1_000_000));
    }

    #[test]
    fn an_engine_is_called_after_its_program() {
        let spec = EngineSpec::parse("'/opt/my engines/Fish 3' --uci").unwrap();
        assert_eq!((spec.name.as_str(), spec.command.len()), ("Fish 3", 2));
        assert_eq!(
            spec.with("Hash", "1").with("hash", "2").option("HASH"),
            Some("2")
        );
        assert_eq!(EngineSpec::parse("  "), Err(BadCommand::Empty));
    }

    #[test]
    fn an_engine_that_needs_an_argument_to_speak_uci_gets_it() {
        let command = |text| EngineSpec::parse(text).unwrap().command;
        assert_eq!(command("gnuchess"), ["gnuchess", "--uci"]);
        assert_eq!(
            command("/usr/games/gnuchess"),
            ["/usr/games/gnuchess", "--uci"]
        );
        assert_eq!(command("gnuchess -u"), ["gnuchess", "-u"]);
        assert_eq!(command("stockfish"), ["stockfish"]);
    }
}
