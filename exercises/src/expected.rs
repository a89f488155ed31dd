//! What an answer must be: its form, and whether a given one is accepted.

use std::fmt;

use serde::Serialize;

use crate::formula::Formula;

/// What a part's answer must be.
#[derive(Clone, Debug)]
pub enum Expected {
    /// A word; capitals do not matter.
    Word(String),
    /// One of these words.
    OneOf {
        /// The words.
        choices: &'static [&'static str],
        /// The right one.
        right: usize,
    },
    /// One of these statements, by its letter.
    Statement {
        /// The statements, (a), (b), (c) …
        choices: &'static [&'static str],
        /// The right one.
        right: usize,
    },
    /// A number, and how far from it an answer may be.
    Number(f64, f64),
    /// Numbers in any order, by spaces or commas; `none` where there are none.
    Set(Vec<u64>),
    /// Numbers in this order.
    Vector(Vec<f64>),
    /// States such as `(1,4)` in any order.
    States(Vec<String>),
    /// A formula, compared by its values.
    Formula(Formula),
}

/// The form of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Form {
    /// `word`, `choice`, `number`, `set`, `vector`, `states` or `formula`.
    pub kind: &'static str,
    /// What to choose from, where `kind` is `choice`: the answers, with the statements they stand
    /// for.
    pub choices: Vec<Choice>,
    /// How to write it.
    pub help: &'static str,
}

/// One answer to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Choice {
    /// What to answer.
    pub answer: String,
    /// What it says.
    pub text: &'static str,
}

impl Expected {
    /// A word.
    pub fn word(word: &str) -> Expected {
        Expected::Word(word.into())
    }

    /// Yes or no.
    pub fn yes(is_so: bool) -> Expected {
        Expected::OneOf {
            choices: &["yes", "no"],
            right: usize::from(!is_so),
        }
    }

    /// A whole number.
    pub fn whole(number: u64) -> Expected {
        Expected::Number(number as f64, 0.0)
    }

    /// The form of the answer, without the answer.
    pub fn form(&self) -> Form {
        let (kind, help) = match self {
            Expected::Word(_) => ("word", "a word"),
            Expected::OneOf { .. } => ("choice", "one of the words"),
            Expected::Statement { .. } => ("choice", "the letter of a statement"),
            Expected::Number(..) => (
                "number",
                "a number, a fraction such as -1/18, or a percentage",
            ),
            Expected::Set(_) => ("set", "numbers in any order, or none"),
            Expected::Vector(_) => ("vector", "numbers in this order"),
            Expected::States(_) => ("states", "states in any order, such as (1,4) (2,4)"),
            Expected::Formula(_) => (
                "formula",
                "min, max, names and numbers: min(l2, max(l3, n3))",
            ),
        };
        Form {
            kind,
            choices: self.choices(),
            help,
        }
    }

    fn choices(&self) -> Vec<Choice> {
        match self {
            Expected::OneOf { choices, .. } => {
                let word = |text: &&'static str| Choice {
                    answer: (*text).into(),
                    text,
                };
                choices.iter().map(word).collect()
            }
            Expected::Statement { choices, .. } => {
                let lettered = |(letter, text): (char, &&'static str)| Choice {
                    answer: letter.into(),
                    text,
                };
                ('a'..).zip(choices.iter()).map(lettered).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether an answer is right.
    pub fn accepts(&self, answer: &str) -> bool {
        match self {
            Expected::Word(word) => word.eq_ignore_ascii_case(answer),
            Expected::OneOf { choices, right } => choices[*right].eq_ignore_ascii_case(answer),
            Expected::Statement { right, .. } => {
                let letter = answer.trim_matches(['(', ')']);
                letter.eq_ignore_ascii_case(&self.choices()[*right].answer)
            }
            Expected::Number(number, slack) => read(answer).is_some_and(|given| {
                (given - number).abs() <= slack + 1e-9 * number.abs().max(1.0)
            }),
            Expected::Set(set) => accepts_set(set, answer),
            Expected::Vector(all) => {
                let given: Option<Vec<f64>> = numbers(answer).map(read).collect();
                given.is_some_and(|given| given == *all)
            }
            Expected::States(states) => read_states(answer) == sorted(states.clone()),
            Expected::Formula(formula) => formula.accepts(answer),
        }
    }
}

fn accepts_set(set: &[u64], answer: &str) -> bool {
    if set.is_empty() {
        return answer.eq_ignore_ascii_case("none");
    }
    let mut given: Vec<u64> = Vec::new();
    for word in numbers(answer) {
        match word.parse() {
            Ok(number) => given.push(number),
            Err(_) => return false,
        }
    }
    given.sort_unstable();
    given == set
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "[],".contains(c))
        .filter(|word| !word.is_empty())
}

/// `(1,4) (2, 4)` or `1,4 2,4`.
fn read_states(text: &str) -> Vec<String> {
    let joined = text.replace(", ", ",");
    let words = joined.split(|c: char| c.is_whitespace() || "()".contains(c));
    let states = words.filter(|word| !word.is_empty());
    sorted(states.map(|word| format!("({word})")).collect())
}

fn sorted(mut states: Vec<String>) -> Vec<String> {
    states.sort();
    states.dedup();
    states
}

/// A number, a fraction such as `-1/18`, or a percentage.
fn read(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Some((above, below)) = text.split_once('/') {
        return Some(above.trim().parse::<f64>().ok()? / below.trim().parse::<f64>().ok()?);
    }
    let percent = text
        .strip_suffix('%')
        .map(|number| number.trim().parse::<f64>().ok().map(|x| x / 100.0));
    percent
        .unwrap_or_else(|| text.replace(['_', '\''], "").parse().ok())
        .filter(|x| x.is_finite())
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |all: Vec<String>| all.join(" ");
        match self {
            Expected::Word(word) => f.write_str(word),
            Expected::OneOf { choices, right } => f.write_str(choices[*right]),
            Expected::Statement { right, .. } => f.write_str(&self.choices()[*right].answer),
            Expected::Number(number, _) => f.write_str(&readable(*number)),
            Expected::Set(set) if set.is_empty() => f.write_str("none"),
            Expected::Set(set) => f.write_str(&joined(set.iter().map(u64::to_string).collect())),
            Expected::Vector(all) => f.write_str(&joined(all.iter().map(f64::to_string).collect())),
            Expected::States(states) => f.write_str(&joined(states.clone())),
            Expected::Formula(formula) => write!(f, "{formula}"),
        }
    }
}

/// Four decimals at most: more is noise where a search has found the number.
fn readable(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_to_be_read() {
        let shown = |number: f64| Expected::Number(number, 0.001).to_string();
        assert_eq!(shown(0.388_862_110_501_387_47), "0.3889");
        assert_eq!(shown(1.5), "1.5");
        assert_eq!(shown(-1.0), "-1");
        assert_eq!(shown(362_880.0), "362880");
    }

    #[test]
    fn answers_are_read_as_people_write_them() {
        let third = Expected::Number(1.0 / 3.0, 0.001);
        assert!(third.accepts("1/3") && third.accepts("0.333") && third.accepts("33.3 %"));
        assert!(!third.accepts("0.3") && !third.accepts("1/0") && !third.accepts(""));
        let set = Expected::Set(vec![6, 7, 8]);
        assert!(set.accepts("8, 6 7") && !set.accepts("6 7") && !set.accepts("none"));
        assert!(
            Expected::Set(Vec::new()).accepts("none") && !Expected::Set(Vec::new()).accepts("")
        );
        assert!(Expected::whole(362_880).accepts("362'880"));
        assert!(
            Expected::Vector(vec![1.0, 2.0]).accepts("[1, 2]") && Expected::word("A").accepts("a")
        );
        let states = Expected::States(vec!["(1,4)".into(), "(2,4)".into()]);
        assert!(states.accepts("2,4 (1, 4)") && !states.accepts("(1,4)"));
        let choices: &[&str] = &["this", "that"];
        let second = Expected::Statement { choices, right: 1 };
        assert!(second.accepts("b") && second.accepts("(B)") && !second.accepts("a"));
        assert_eq!(second.form().choices[1].answer, "b");
    }
}
