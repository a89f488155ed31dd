//! A search as the user names it: `NAME[:key=value,...]`.

use gametree::Limits;

use crate::error::CatalogError;
use crate::info::{Positive, SearchInfo, SearchOption, Tuning};
use crate::suggest;

/// What a search is made for: every search of a request has the same.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The seed of everything random.
    pub seed: u64,
    /// What the search may spend.
    pub limits: Limits,
}

impl Conditions {
    /// These limits, and the usual seed.
    pub fn new(limits: Limits) -> Conditions {
        Conditions { seed: 1, limits }
    }
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
    pub fn parse(text: &str) -> Result<Spec, CatalogError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(Spec {
            name: name.trim().to_string(),
            pairs: Spec::options(rest, text)?,
        })
    }

    /// Reads `key=value,...`, a part of `text`.
    fn options(part: &str, text: &str) -> Result<Vec<(String, String)>, CatalogError> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in part
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (key, value) = part.split_once('=').unwrap_or((part, "on"));
            if pairs.iter().any(|(seen, _)| seen == key) {
                return Err(CatalogError::usage(format!(
                    "option '{key}' is given twice in '{text}'"
                )));
            }
            pairs.push((key.trim().to_string(), value.trim().to_string()));
        }
        Ok(pairs)
    }
}

/// What a search must know of the game it will search.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameTraits {
    /// Options that suit the game.
    pub tuned: Tuning,
    /// How values become positive, where a search needs that.
    pub positive: Positive,
    /// Whether the game has a solver for its last moves.
    pub endgame: bool,
    /// Whether the game guesses at good moves before a search.
    pub prior: bool,
}

/// What one search is made of: its options, checked, the seed, and the limits it will have.
#[derive(Clone, Debug)]
pub struct Settings {
    info: &'static SearchInfo,
    /// As given.
    pairs: Vec<(String, String)>,
    /// As tuned for the game, for what is not given.
    tuned: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The limits under which the search will be run.
    pub limits: Limits,
    /// The game.
    pub game: GameTraits,
}

impl Settings {
    /// Checks that every key is one of the search's options. What is tuned for the game holds where
    /// the search plays under a limit of time, nodes or moves; for a depth, the defaults hold: then
    /// the value is that of the depth.
    ///
    /// # Errors
    /// An option that the search does not have.
    pub fn new(
        info: &'static SearchInfo,
        spec: &Spec,
        conditions: &Conditions,
        game: GameTraits,
    ) -> Result<Settings, CatalogError> {
        let mut settings = Settings {
            pairs: known(info, spec.pairs.clone())?,
            tuned: Vec::new(),
            seed: conditions.seed,
            limits: conditions.limits.clone(),
            info,
            game,
        };
        let tuned = game.tuned.iter().find(|(name, _)| *name == info.name);
        if let Some((_, options)) = tuned.filter(|_| settings.may_stop()) {
            settings.tuned = known(info, Spec::options(options, options)?)?;
        }
        Ok(settings)
    }

    /// The search's name.
    pub fn search(&self) -> &'static str {
        self.info.name
    }

    /// Whether an option of `on` or `off` is on; off where the search does not have it.
    ///
    /// # Errors
    /// The value is neither.
    pub fn has(&self, key: &str) -> Result<bool, CatalogError> {
        Ok(self.info.has_option(key) && self.switch(key)?)
    }

    /// The text of an option: as given, else as tuned for the game, else its default.
    fn text(&self, key: &str) -> &str {
        let all = || self.pairs.iter().chain(&self.tuned);
        let given = all()
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str());
        let default = || {
            self.info
                .options
                .iter()
                .find(|option| option.key == key)
                .map(|option| option.default)
        };
        given.or_else(default).unwrap_or("")
    }

    fn wrong(&self, key: &str, expected: &str) -> CatalogError {
        let what = format!(
            "{}: {key}={} is not {expected}",
            self.info.name,
            self.text(key)
        );
        let option = self.info.options.iter().find(|option| option.key == key);
        let hint = option.map_or_else(
            || keys(self.info.options),
            |option| format!("{key}: {}; the default is {}", option.about, option.default),
        );
        CatalogError::usage(what).hint(hint)
    }

    /// Whether the search should decide for itself.
    pub fn is_auto(&self, key: &str) -> bool {
        self.text(key) == "auto"
    }

    /// One of a few words.
    pub fn one_of(&self, key: &str, words: &[&'static str]) -> Result<&'static str, CatalogError> {
        let found = words.iter().copied().find(|&word| word == self.text(key));
        found.ok_or_else(|| {
            let (last, others) = words.split_last().expect("there are words");
            let others = others.join(", ");
            self.wrong(key, &format!("{others} or {last}"))
        })
    }

    /// A word as it stands there: a name, a file.
    pub fn word(&self, key: &str) -> &str {
        self.text(key)
    }

    /// `on` or `off`.
    pub fn switch(&self, key: &str) -> Result<bool, CatalogError> {
        match self.text(key) {
            "on" | "yes" | "true" | "1" => Ok(true),
            "off" | "no" | "false" | "0" => Ok(false),
            _ => Err(self.wrong(key, "on or off")),
        }
    }

    /// Whether to deepen step by step; `auto`: where the search must be ready to stop at any
    /// moment, or `at_a_depth` too where only the depth is limited.
    pub fn deepening(&self, at_a_depth: bool) -> Result<bool, CatalogError> {
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
    /// no one waits for a result in between.
    pub fn step(&self) -> Result<u32, CatalogError> {
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
    pub fn whole(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, CatalogError> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let number = crate::units::count(self.text(key)).ok();
        number
            .filter(|n| range.contains(n))
            .ok_or_else(|| self.wrong(key, &expected))
    }

    /// A whole number in a range that may reach below 0.
    pub fn signed(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<i64, CatalogError> {
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
    ) -> Result<Option<f64>, CatalogError> {
        if self.text(key) == "auto" {
            Ok(None)
        } else {
            self.real(key, range).map(Some)
        }
    }

    /// A number in a range.
    pub fn real(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Result<f64, CatalogError> {
        let expected = format!("a number from {} to {}", range.start(), range.end());
        let number = self.text(key).parse::<f64>().ok();
        number
            .filter(|n| range.contains(n))
            .ok_or_else(|| self.wrong(key, &expected))
    }

    /// The size of a table in bytes; `auto`: about four times what the search can write before its
    /// limit, since a smaller table is faster, and 64 MiB without such a limit.
    pub fn table(&self, key: &str) -> Result<usize, CatalogError> {
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
    pub fn size(&self, key: &str) -> Result<usize, CatalogError> {
        crate::units::size(self.text(key)).map_err(|_| self.wrong(key, "a size such as 64MiB"))
    }
}

/// The same pairs, if every key is an option.
fn known(
    info: &SearchInfo,
    pairs: Vec<(String, String)>,
) -> Result<Vec<(String, String)>, CatalogError> {
    match pairs.iter().find(|(key, _)| !info.has_option(key)) {
        Some((key, _)) => Err(unknown_key(info.name, info.options, key)),
        None => Ok(pairs),
    }
}

fn unknown_key(search: &str, options: &[SearchOption], key: &str) -> CatalogError {
    let what = format!(
        "{search} has no option '{}'",
        crate::format::shorten(key, 60)
    );
    let guess = suggest::phrase(key, options.iter().map(|option| option.key));
    CatalogError::usage(what).hint(format!("{guess}{}", keys(options)))
}

fn keys(options: &[SearchOption]) -> String {
    if options.is_empty() {
        return "it has no options".into();
    }
    let all: Vec<&str> = options.iter().map(|option| option.key).collect();
    format!(
        "options: {}; `gametree searches` explains them",
        all.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    static INFO: SearchInfo = SearchInfo {
        name: "pvs",
        paper: "",
        does: "",
        fits: "",
        options: OPTIONS,
    };

    const OPTIONS: &[SearchOption] = &[
        SearchOption::new("table", "64MiB", "size"),
        SearchOption::new("deepening", "on", "iterate"),
        SearchOption::new("c", "1.4", "exploration"),
    ];

    fn settings(text: &str) -> Result<Settings, CatalogError> {
        tuned(text, Limits::none(), &[])
    }

    fn tuned(text: &str, limits: Limits, tuned: Tuning) -> Result<Settings, CatalogError> {
        let game = GameTraits {
            tuned,
            ..GameTraits::default()
        };
        Settings::new(&INFO, &Spec::parse(text)?, &Conditions::new(limits), game)
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
        let better: Tuning = &[("pvs", "c=3,table=1MiB")];
        let s = tuned("pvs:c=2", Limits::nodes(9), better).unwrap();
        assert_eq!(s.real("c", 0.0..=10.0).unwrap(), 2.0);
        assert_eq!(s.size("table").unwrap(), 1 << 20);
        assert!(s.switch("deepening").unwrap());
        assert!(tuned("pvs", Limits::nodes(9), &[("pvs", "d=3")]).is_err());
        let s = tuned("pvs", Limits::none(), better).unwrap();
        let c = s.real("c", 0.0..=10.0).unwrap();
        assert_eq!(c, 1.4, "only against a limit");
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
        let hint = problem.hint.unwrap();
        assert!(hint.contains("did you mean 'table'"));
        assert!(hint.chars().count() < 400, "short: {hint}");
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
