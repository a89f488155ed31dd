//! The options that an engine declares, and what they may be set to.

use super::error::ErrorKind;

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOption {
    /// Its name; case does not matter.
    pub name: String,
    /// Its type, with its values.
    pub kind: Kind,
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// True or false.
    Check(bool),
    /// A number, and its range.
    Spin {
        /// At the start.
        default: i64,
        /// At least.
        min: i64,
        /// At most.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// At the start.
        default: String,
        /// All of them.
        values: Vec<String>,
    },
    /// Nothing to set, something to press.
    Button,
    /// Any text.
    Text(String),
}

/// The longest value of an option.
const LONGEST: usize = 4096;

impl UciOption {
    /// Reads `option name ... type ...`.
    pub(super) fn read(line: &str) -> Option<UciOption> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let kinds = ["check", "spin", "combo", "button", "string"];
        let at = words
            .windows(2)
            .position(|pair| pair[0] == "type" && kinds.contains(&pair[1]))?;
        let name = words
            .get(2..at)
            .filter(|_| words.get(1) == Some(&"name"))?
            .join(" ");
        let kind = Kind::read(words[at + 1], &words[at + 2..])?;
        (!name.is_empty()).then_some(UciOption { name, kind })
    }

    /// What `setoption` shall say for this value.
    ///
    /// # Errors
    /// When the value is not one of those declared, or would begin a new line.
    pub fn check(&self, value: &str) -> Result<String, ErrorKind> {
        let accepted = if value.chars().any(char::is_control) {
            Err("it has a control character in it, and would be a command of its own".to_owned())
        } else if value.len() > LONGEST {
            Err(format!("it is longer than {LONGEST} bytes"))
        } else {
            self.kind.accept(value.trim())
        };
        accepted.map_err(|why| {
            let shown = value
                .chars()
                .take(80)
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            ErrorKind::BadValue {
                name: self.name.clone(),
                value: shown,
                why,
            }
        })
    }

    /// The value nearest to a wish that the option allows: a number within its range, a text, a
    /// switch's position; `None` for what is none of these.
    #[must_use]
    pub fn clamped(&self, wish: &str) -> Option<String> {
        match self.kind {
            Kind::Spin { min, max, .. } => {
                let wish: i64 = wish.trim().parse().ok()?;
                (min <= max).then(|| wish.clamp(min, max).to_string())
            }
            Kind::Text(_) => Some(wish.to_owned()),
            Kind::Check(_) => matches!(wish, "true" | "false").then(|| wish.to_owned()),
            Kind::Combo { .. } | Kind::Button => None,
        }
    }

    /// The value before it is set.
    #[must_use]
    pub fn default(&self) -> String {
        match &self.kind {
            Kind::Check(default) => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { default, .. } | Kind::Text(default) => default.clone(),
            Kind::Button => String::new(),
        }
    }
}

impl Kind {
    fn read(kind: &str, words: &[&str]) -> Option<Kind> {
        let number = |field| value(words, field).and_then(|text| text.parse().ok());
        let default = value(words, "default").unwrap_or_default();
        Some(match kind {
            "check" => Kind::Check(default == "true"),
            "spin" => Kind::Spin {
                default: number("default").unwrap_or(0),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => Kind::Combo {
                default,
                values: values(words),
            },
            "button" => Kind::Button,
            "string" => Kind::Text(default),
            _ => return None,
        })
    }

    fn accept(&self, value: &str) -> Result<String, String> {
        match self {
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".into()),
                "false" | "off" | "no" | "0" => Ok("false".into()),
                _ => Err("it is true or false".into()),
            },
            Kind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("it is a number from {min} to {max}")),
            },
            Kind::Combo { values, .. } => {
                let found = values
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(value));
                found
                    .cloned()
                    .ok_or_else(|| format!("it is one of: {}", values.join(", ")))
            }
            Kind::Button if value.is_empty() => Ok(String::new()),
            Kind::Button => Err("it is a button and takes no value".into()),
            Kind::Text(_) => Ok(value.to_owned()),
        }
    }
}

const FIELDS: [&str; 4] = ["default", "min", "max", "var"];

/// The words of the first field of this name.
fn value(words: &[&str], field: &str) -> Option<String> {
    let at = words.iter().position(|&word| word == field)?;
    let rest = words[at + 1..]
        .iter()
        .take_while(|word| !FIELDS.contains(word));
    Some(rest.copied().collect::<Vec<_>>().join(" "))
}

/// The values of a combo, each of one or more words.
fn values(words: &[&str]) -> Vec<String> {
    let starts = words.iter().enumerate().filter(|&(_, &word)| word == "var");
    starts
        .filter_map(|(at, _)| value(&words[at..], "var"))
        .collect()
}

/// The option of this name, in any case.
///
/// # Errors
/// When there is none; the error says which there are.
pub(super) fn named<'a>(declared: &'a [UciOption], name: &str) -> Result<&'a UciOption, ErrorKind> {
    let found = declared
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name.trim()));
    found.ok_or_else(|| {
        let known: Vec<String> = declared.iter().map(|option| option.name.clone()).collect();
        let near = nearest(name, &known);
        let name = name
            .chars()
            .take(80)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        ErrorKind::UnknownOption { name, near, known }
    })
}

/// The known name with the fewest letters to change, if they are few.
fn nearest(name: &str, known: &[String]) -> Option<String> {
    let plain = |text: &str| text.to_lowercase().chars().take(80).collect::<Vec<char>>();
    let wanted = plain(name);
    let best = known
        .iter()
        .map(|option| (distance(&wanted, &plain(option)), option))
        .min()?;
    (best.0 <= 1 + wanted.len() / 4).then(|| best.1.clone())
}

/// Letters to insert, delete or replace.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> UciOption {
        UciOption::read(line).unwrap_or_else(|| panic!("{line}"))
    }

    #[test]
    fn options_of_every_type_are_read() {
        let hash = read("option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(
            hash.kind,
            Kind::Spin {
                default: 16,
                min: 1,
                max: 33_554_432
            }
        );
        let combo = read(
            "option name NullMove Pruning type combo default Fail High var Always var Fail High",
        );
        let values = vec!["Always".to_owned(), "Fail High".to_owned()];
        assert_eq!(
            (combo.name.as_str(), combo.default().as_str()),
            ("NullMove Pruning", "Fail High")
        );
        assert_eq!(
            combo.kind,
            Kind::Combo {
                default: "Fail High".into(),
                values
            }
        );
        assert_eq!(
            read("option name Clear Hash type button").kind,
            Kind::Button
        );
        assert_eq!(
            read("option name Debug Log File type string default").kind,
            Kind::Text(String::new())
        );
        assert_eq!(
            read("option name Ponder type check default true").kind,
            Kind::Check(true)
        );
        assert_eq!(
            read("option name type of play type check default false").name,
            "type of play"
        );
        for bad in [
            "option",
            "option name type spin",
            "option name x",
            "option x type spin",
            "option name x type y",
        ] {
            assert_eq!(UciOption::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_are_checked() {
        let hash = read("option name Hash type spin default 16 min 1 max 64");
        assert_eq!(hash.check(" 064 ").unwrap(), "64");
        assert!(
            hash.check("65")
                .unwrap_err()
                .to_string()
                .contains("from 1 to 64")
        );
        assert!(hash.check("many").is_err());
        let combo = read("option name Style type combo default Solid var Solid var Risky");
        assert_eq!(combo.check("risky").unwrap(), "Risky");
        assert!(
            combo
                .check("wild")
                .unwrap_err()
                .to_string()
                .contains("Solid, Risky")
        );
        assert_eq!(
            read("option name Ponder type check default true")
                .check("off")
                .unwrap(),
            "false"
        );
        assert!(
            read("option name Ponder type check")
                .check("maybe")
                .is_err()
        );
        assert!(read("option name Clear type button").check("x").is_err());
    }

    #[test]
    fn a_number_that_is_only_wished_for_is_brought_into_the_range() {
        let hash = read("option name Hash type spin default 16 min 2 max 64");
        let clamped = |wish: &str| hash.clamped(wish);
        assert_eq!(clamped("128").as_deref(), Some("64"));
        assert_eq!(clamped("1").as_deref(), Some("2"));
        assert_eq!(clamped(" 32 ").as_deref(), Some("32"));
        assert_eq!(clamped("much"), None);
        let switch = read("option name UCI_ShowWDL type check default false");
        assert_eq!(switch.clamped("true").as_deref(), Some("true"));
        assert_eq!(switch.clamped("1"), None);
        assert_eq!(read("option name Hash type button").clamped("16"), None);
        let upside_down = read("option name Hash type spin default 1 min 9 max 3");
        assert_eq!(upside_down.clamped("5"), None);
    }

    #[test]
    fn no_value_begins_a_new_line() {
        let file = read("option name SyzygyPath type string default <empty>");
        for smuggled in ["x\nquit", "x\r", "\0", "a\u{85}b"] {
            assert!(
                file.check(smuggled)
                    .unwrap_err()
                    .to_string()
                    .contains("control character"),
                "{smuggled:?}"
            );
        }
        assert!(file.check(&"x".repeat(LONGEST + 1)).is_err());
        assert_eq!(file.check("/a path/tables").unwrap(), "/a path/tables");
    }

    #[test]
    fn an_unknown_option_is_told_with_its_neighbour() {
        let declared = [
            read("option name Threads type spin default 1 min 1 max 8"),
            read("option name Hash type button"),
        ];
        let text = named(&declared, "Thread").unwrap_err().to_string();
        assert!(
            text.contains("did you mean `Threads`") && text.contains("Hash"),
            "{text}"
        );
        let text = named(&declared, "Contempt").unwrap_err().to_string();
        assert!(
            !text.contains("did you mean") && text.contains("it has: Threads, Hash"),
            "{text}"
        );
        assert!(named(&declared, "threads").is_ok());
    }
}
