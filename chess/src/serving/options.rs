//! What `setoption` sets.

use std::sync::Arc;
use std::time::Duration;

use super::strength::Strength;
use crate::network::Network;
use crate::syzygy::Tables;

/// The options, as an interface set them.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// Mebibytes for the table, or the tree.
    pub hash: usize,
    pub threads: usize,
    /// How many of the best lines to report.
    pub lines: u32,
    pub chess960: bool,
    /// Search by the min/max approximation instead of PVS.
    pub minmax: bool,
    /// Lost between the interface and the engine, for every move.
    pub overhead: Duration,
    /// Every score comes with the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether the strength counts.
    pub limit_strength: bool,
    pub strength: Strength,
    pub tables: Option<Arc<Tables>>,
    /// Corrects the evaluator.
    pub network: Option<Network>,
}

const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 256;
const MOST_OVERHEAD: usize = 5000;

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 64,
            threads: 1,
            lines: 1,
            chess960: false,
            minmax: false,
            overhead: Duration::from_millis(20),
            show_wdl: false,
            limit_strength: false,
            strength: Strength::default(),
            tables: None,
            network: None,
        }
    }
}

impl Options {
    /// The lines that declare all options, with what they are by default.
    pub fn declarations() -> Vec<String> {
        let usual = Options::default();
        let spin = |name: &str, default: usize, least: usize, most: usize| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let check = |name: &str| format!("option name {name} type check default false");
        let overhead = usual.overhead.as_millis() as usize;
        let [least, most] = Strength::RANGE.map(|elo| elo as usize);
        vec![
            spin("Hash", usual.hash, 1, MOST_HASH),
            "option name Clear Hash type button".to_string(),
            spin("Threads", usual.threads, 1, MOST_THREADS),
            spin("MultiPV", usual.lines as usize, 1, MOST_LINES),
            check("Ponder"),
            spin("Move Overhead", overhead, 0, MOST_OVERHEAD),
            "option name SyzygyPath type string default <empty>".to_string(),
            check("Network"),
            "option name EvalFile type string default <empty>".to_string(),
            check("UCI_Chess960"),
            check("UCI_LimitStrength"),
            spin("UCI_Elo", usual.strength.elo() as usize, least, most),
            check("UCI_ShowWDL"),
            "option name Search type combo default pvs var pvs var alphabeta var minmax"
                .to_string(),
        ]
    }

    /// Sets one option, its name in small letters.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let unknown = || format!("no such option or value: {name} {value}");
        let number = |least: usize, most: usize| {
            let read = value.parse().ok().filter(|n| (least..=most).contains(n));
            read.ok_or_else(unknown)
        };
        let switch = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(unknown()),
        };
        let [least, most] = Strength::RANGE.map(|elo| elo as usize);
        match name {
            "hash" => self.hash = number(1, MOST_HASH)?,
            "threads" => self.threads = number(1, MOST_THREADS)?,
            "multipv" => self.lines = number(1, MOST_LINES)? as u32,
            "move overhead" => {
                self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD)? as u64);
            }
            "uci_elo" => self.strength = Strength::new(number(least, most)? as u32),
            "uci_limitstrength" => self.limit_strength = switch()?,
            "uci_showwdl" => self.show_wdl = switch()?,
            "uci_chess960" => self.chess960 = switch()?,
            // Interfaces tell whether they may ask to ponder: nothing depends on it.
            "ponder" => drop(switch()?),
            "search" if ["pvs", "alphabeta", "minmax"].contains(&value) => {
                self.minmax = value == "minmax";
            }
            "syzygypath" => self.tables = tables(value)?,
            "network" => self.network = switch()?.then(Network::learned),
            "evalfile" => self.network = network(value)?,
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// Whether an engine that was made for other options will do for these.
    pub fn keep_engine_of(&self, other: &Options) -> bool {
        let network = |options: &Options| options.network.as_ref().map(Network::number);
        (self.hash, self.threads, self.minmax) == (other.hash, other.threads, other.minmax)
            && network(self) == network(other)
    }
}

/// The network of a file; none for an empty name.
fn network(path: &str) -> Result<Option<Network>, String> {
    if path.is_empty() || path == "<empty>" {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let network = Network::from_bytes(&bytes).map_err(|error| format!("{path}: {error}"))?;
    Ok(Some(network))
}

/// The tables in the directories of a path; none for an empty one.
fn tables(path: &str) -> Result<Option<Arc<Tables>>, String> {
    if path.is_empty() || path == "<empty>" {
        return Ok(None);
    }
    let directories: Vec<_> = std::env::split_paths(path).collect();
    match Tables::open(&directories) {
        Ok(tables) if tables.files() > 0 => Ok(Some(Arc::new(tables))),
        Ok(_) => Err(format!("no tablebases in {path}")),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::weights::Weights;

    #[test]
    fn what_is_declared_can_be_set_to_its_default_and_nonsense_cannot() {
        let mut options = Options::default();
        for line in Options::declarations() {
            let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
            let mut words = rest.split(' ').skip_while(|&word| word != "default");
            let Some(value) = words.nth(1) else {
                assert_eq!(name, "Clear Hash");
                continue;
            };
            let name = name.to_lowercase();
            assert_eq!(options.set(&name, value), Ok(()), "{name}");
            if !["syzygypath", "evalfile"].contains(&name.as_str()) {
                assert!(options.set(&name, "nonsense").is_err(), "{name}");
            }
        }
        assert!(options.set("hash", "0").is_err());
        assert!(options.set("syzygypath", "no such directory").is_err());
        assert!(options.set("evalfile", "no such file").is_err());
        assert!(options.set("search", "alphabeta").is_ok() && !options.minmax);
        assert!(options.keep_engine_of(&Options::default()));
        assert!(options.set("search", "minmax").is_ok() && options.minmax);
        assert!(!options.keep_engine_of(&Options::default()));
    }

    #[test]
    fn a_network_is_read_from_its_file_and_needs_another_engine() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("network");
        let name = path.to_str().unwrap();
        std::fs::write(&path, Weights::zero().to_bytes()).unwrap();
        let mut options = Options::default();
        assert_eq!(options.set("evalfile", name), Ok(()));
        assert!(!options.keep_engine_of(&Options::default()));
        assert!(options.keep_engine_of(&options.clone()));
        assert_eq!(options.set("network", "false"), Ok(()));
        assert!(options.keep_engine_of(&Options::default()));
        assert_eq!(options.set("network", "true"), Ok(()));
        assert!(!options.keep_engine_of(&Options::default()));
        std::fs::write(&path, "no network").unwrap();
        let error = options.set("evalfile", name).unwrap_err();
        assert!(error.contains("not a network for chess"), "{error}");
        assert!(options.network.is_some(), "the one before stays");
        assert_eq!(options.set("evalfile", "<empty>"), Ok(()));
        assert!(options.keep_engine_of(&Options::default()));
    }
}
