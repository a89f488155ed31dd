//! A search as the user names it: `NAME[:key=value,...]`.

use gametree::Limits;

use crate::error::Problem;
use crate::minmax::Positive;
use crate::suggest;

/// An option of a search.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its key.
    pub key: &'static str,
    /// The value it has when not given.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Name and options as they stand in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The search's name.
    pub name: String,
    /// Keys and values in the order given.
    pub pairs: Vec<(String, String)>,
}

impl Spec {
    /// Reads `NAME[:key=value,...]`; a key alone means `key=on`.
    pub fn parse(text: &str) -> Result<Spec, Problem> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(Spec {
            name: name.trim().to_string(),
            pairs: Spec::options(rest, text)?,
        })
    }

    /// Reads `key=value,...`, a part of `text`.
    fn options(part: &str, text: &str) -> Result<Vec<(String, String)>, Problem> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in part
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (key, value) = part.split_once('=').unwrap_or((part, "on"));
            if pairs.iter().any(|(seen, _)| seen == key) {
                return Err(Problem::usage(format!(
                    "option '{key}' is given twice in '{text}'"
                )));
            }
            pairs.push((key.trim().to_string(), value.trim().to_string()));
        }
        Ok(pairs)
    }
}

/// The options of one search, checked, with the seed of the command line.
#[derive(Clone, Debug)]
pub struct Settings {
    search: &'static str,
    options: &'static [Opt],
    /// As given.
    pairs: Vec<(String, String)>,
    /// As tuned for the game, for what is not given.
    tuned: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The limits under which the search will be run.
    pub limits: Limits,
    /// How values become positive, where a search needs that.
    pub positive: Positive,
}

impl Settings {
    /// Checks that every key is one of the search's options.
    pub fn new(
        search: &'static str,
        options: &'static [Opt],
        spec: &Spec,
    ) -> Result<Settings, Problem> {
        let pairs = known(search, options, spec.pairs.clone())?;
        let (limits, positive) = (Limits::none(), Positive::default());
        Ok(Settings {
            search,
            options,
            pairs,
            tuned: Vec::new(),
            seed: 1,
            limits,
            positive,
        })
    }

    /// The same, with other values for options that are not given, `key=value,...`, where the
    /// search plays against a limit of time, nodes or moves. Where it is asked for a depth, the
    /// defaults hold: then the value is that of the depth.
    pub fn tuned(self, options: &str) -> Result<Settings, Problem> {
        if !self.may_stop() {
            return Ok(self);
        }
        let tuned = known(self.search, self.options, Spec::options(options, options)?)?;
        Ok(Settings { tuned, ..self })
    }

    /// The text of an option: as given, else as tuned for the game, else its default.
    fn text(&self, key: &str) -> &str {
        let all = || self.pairs.iter().chain(&self.tuned);
        let given = all()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str());
        let default = || {
            self.options
                .iter()
                .find(|option| option.key == key)
                .map(|option| option.default)
        };
        given.or_else(default).unwrap_or("")
    }

    fn wrong(&self, key: &str, expected: &str) -> Problem {
        let what = format!(
            "{}: {key}={} is not {expected}",
            self.search,
            self.text(key)
        );
        Problem::usage(what).mend(keys(self.options))
    }

    /// Whether the search is to choose for itself.
    pub fn is_auto(&self, key: &str) -> bool {
        self.text(key) == "auto"
    }

    /// One of a few words.
    pub fn one_of(&self, key: &str, words: &[&'static str]) -> Result<&'static str, Problem> {
        let found = words.iter().copied().find(|&word| word == self.text(key));
        found.ok_or_else(|| self.wrong(key, &words.join(" or ")))
    }

    /// A word as it stands there: a name, a file.
    pub fn word(&self, key: &str) -> &str {
        self.text(key)
    }

    /// `on` or `off`.
    pub fn switch(&self, key: &str) -> Result<bool, Problem> {
        match self.text(key) {
            "on" | "yes" | "true" | "1" => Ok(true),
            "off" | "no" | "false" | "0" => Ok(false),
            _ => Err(self.wrong(key, "on or off")),
        }
    }

    /// Whether to deepen step by step; `auto`: where the search must be ready to stop at any
    /// moment, or `at_a_depth` too where only the depth is limited.
    pub fn deepening(&self, at_a_depth: bool) -> Result<bool, Problem> {
        if self.text("deepening") != "auto" {
            return self.switch("deepening");
        }
        Ok(if self.limits.depth.is_some() {
            at_a_depth
        } else {
            self.may_stop()
        })
    }

    /// Plies from one iteration to the next; `auto`: two where only the depth is limited, because
    /// nobody waits for an answer in between.
    pub fn step(&self) -> Result<u32, Problem> {
        if self.text("step") != "auto" {
            return Ok(self.whole("step", 1..=16)? as u32);
        }
        Ok(if self.limits.depth.is_some() && !self.may_stop() {
            2
        } else {
            1
        })
    }

    /// Whether the search may be stopped before its depth is done.
    fn may_stop(&self) -> bool {
        let Limits {
            nodes,
            moves,
            time,
            cpu,
            ..
        } = &self.limits;
        nodes.is_some() || moves.is_some() || time.is_some() || cpu.is_some()
    }

    /// A whole number in a range.
    pub fn whole(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, Problem> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let number = crate::limits::count(self.text(key)).ok();
        number
            .filter(|n| range.contains(n))
            .ok_or_else(|| self.wrong(key, &expected))
    }

    /// A whole number in a range that may reach below 0.
    pub fn signed(&self, key: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, Problem> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let number = self.text(key).parse::<i64>().ok();
        number
            .filter(|n| range.contains(n))
            .ok_or_else(|| self.wrong(key, &expected))
    }

    /// A number in a range, or `None` for `auto`.
    pub fn number_or_auto(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Result<Option<f64>, Problem> {
        if self.text(key) == "auto" {
            Ok(None)
        } else {
            self.real(key, range).map(Some)
        }
    }

    /// A number in a range.
    pub fn real(&self, key: &str, range: std::ops::RangeInclusive<f64>) -> Result<f64, Problem> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let number = self.text(key).parse::<f64>().ok();
        number
            .filter(|n| range.contains(n))
            .ok_or_else(|| self.wrong(key, &expected))
    }

    /// The size of a table in bytes; `auto`: some four times what the search can write before its
    /// limit, since a smaller table is faster, and 64 MiB without such a limit.
    pub fn table(&self, key: &str) -> Result<usize, Problem> {
        const MOST: u64 = 64 << 20;
        const BYTES_A_NODE: u64 = 64;
        const NODES_A_SECOND: f64 = 1e7;
        if self.text(key) != "auto" {
            return self.size(key);
        }
        let Limits {
            nodes,
            moves,
            time,
            cpu,
            ..
        } = &self.limits;
        let in_time = |time: &std::time::Duration| (time.as_secs_f64() * NODES_A_SECOND) as u64;
        let limits = [
            *nodes,
            *moves,
            time.as_ref().map(in_time),
            cpu.as_ref().map(in_time),
        ];
        let written = limits.into_iter().flatten().min().unwrap_or(u64::MAX);
        Ok(written.saturating_mul(BYTES_A_NODE).clamp(1 << 18, MOST) as usize)
    }

    /// A size in bytes.
    pub fn size(&self, key: &str) -> Result<usize, Problem> {
        crate::limits::size(self.text(key)).map_err(|_| self.wrong(key, "a size such as 64MiB"))
    }
}

/// The same pairs, if every key is an option.
fn known(
    search: &str,
    options: &[Opt],
    pairs: Vec<(String, String)>,
) -> Result<Vec<(String, String)>, Problem> {
    match pairs
        .iter()
        .find(|(key, _)| !options.iter().any(|option| option.key == key))
    {
        Some((key, _)) => Err(unknown_key(search, options, key)),
        None => Ok(pairs),
    }
}

fn unknown_key(search: &str, options: &[Opt], key: &str) -> Problem {
    let what = format!(
        "{search} has no option '{}'",
        crate::output::shorten(key, 60)
    );
    let guess = suggest::phrase(key, options.iter().map(|option| option.key));
    Problem::usage(what).mend(format!("{guess}{}", keys(options)))
}

fn keys(options: &[Opt]) -> String {
    if options.is_empty() {
        return "it has no options".into();
    }
    let all: Vec<String> = options
        .iter()
        .map(|o| format!("{}={} ({})", o.key, o.default, o.about))
        .collect();
    format!("options: {}", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[Opt] = &[
        Opt {
            key: "table",
            default: "64MiB",
            about: "size",
        },
        Opt {
            key: "deepening",
            default: "on",
            about: "iterate",
        },
        Opt {
            key: "c",
            default: "1.4",
            about: "exploration",
        },
    ];

    fn settings(text: &str) -> Result<Settings, Problem> {
        Settings::new("pvs", OPTIONS, &Spec::parse(text)?)
    }

    #[test]
    fn options_are_read_and_have_defaults() {
        let s = settings("pvs: table=1MiB , deepening=off").unwrap();
        assert_eq!(
            (s.size("table").unwrap(), s.switch("deepening").unwrap()),
            (1 << 20, false)
        );
        assert_eq!(s.real("c", 0.0..=10.0).unwrap(), 1.4);
        let s = settings("pvs:deepening").unwrap();
        assert!(s.switch("deepening").unwrap());
    }

    #[test]
    fn what_is_given_goes_before_what_is_tuned_before_the_default() {
        let limited = |text| Settings {
            limits: Limits::nodes(9),
            ..settings(text).unwrap()
        };
        let s = limited("pvs:c=2").tuned("c=3,table=1MiB").unwrap();
        assert_eq!(
            (s.real("c", 0.0..=10.0).unwrap(), s.size("table").unwrap()),
            (2.0, 1 << 20)
        );
        assert!(s.switch("deepening").unwrap());
        assert!(limited("pvs").tuned("d=3").is_err());
        let s = settings("pvs").unwrap().tuned("c=3").unwrap();
        assert_eq!(
            s.real("c", 0.0..=10.0).unwrap(),
            1.4,
            "only against a limit"
        );
    }

    #[test]
    fn a_table_is_as_large_as_the_limits_can_fill() {
        let size = |limits| {
            Settings {
                limits,
                ..settings("pvs:table=auto").unwrap()
            }
            .table("table")
            .unwrap()
        };
        assert_eq!(size(Limits::none()), 64 << 20);
        assert_eq!(size(Limits::nodes(100_000)), 6_400_000);
        assert_eq!(size(Limits::nodes(1)), 1 << 18);
        assert_eq!(
            settings("pvs:table=1MiB").unwrap().table("table").unwrap(),
            1 << 20
        );
    }

    #[test]
    fn wrong_keys_and_values_are_told() {
        let problem = settings("pvs:tabel=1").unwrap_err();
        assert!(problem.mend.unwrap().contains("did you mean 'table'"));
        assert!(settings("pvs:c=1,c=2").unwrap_err().what.contains("twice"));
        let s = settings("pvs:c=x,table=y,deepening=z").unwrap();
        assert!(
            s.real("c", 0.0..=1.0).is_err()
                && s.size("table").is_err()
                && s.switch("deepening").is_err()
        );
        assert!(s.whole("c", 1..=9).is_err());
    }
}
