//! Grading: compares an answer with the expected one.

use std::fmt;

use super::Part;

/// What a part's answer must be.
#[derive(Clone, PartialEq, Debug)]
pub enum Expected {
    /// A word; capitals do not matter.
    Word(String),
    /// A number, and how far from it an answer may be.
    Number(f64, f64),
    /// Numbers in any order, by spaces or commas; `none` where there are none.
    Set(Vec<u64>),
    /// Numbers in this order.
    Vector(Vec<f64>),
}

/// A part's answer, graded.
#[derive(Clone, PartialEq, Debug)]
pub struct Graded {
    /// The answer given.
    pub answer: String,
    /// Whether it is correct.
    pub correct: bool,
}

/// Grades answers, with `;` between those of the parts.
pub fn grade(parts: &[Part], answers: &str) -> Vec<Graded> {
    let mut given = answers.split(';').map(str::trim);
    let one = |part: &Part| {
        let answer = given.next().unwrap_or("").to_string();
        Graded {
            correct: part.expected.accepts(&answer),
            answer,
        }
    };
    parts.iter().map(one).collect()
}

impl Expected {
    /// A word.
    pub fn word(word: &str) -> Expected {
        Expected::Word(word.into())
    }

    /// Yes or no.
    pub fn yes(is_so: bool) -> Expected {
        Expected::word(if is_so { "yes" } else { "no" })
    }

    /// A whole number.
    pub fn whole(number: u64) -> Expected {
        Expected::Number(number as f64, 0.0)
    }

    fn accepts(&self, answer: &str) -> bool {
        match self {
            Expected::Word(word) => word.eq_ignore_ascii_case(answer),
            Expected::Number(number, slack) => read(answer).is_some_and(|given| {
                (given - number).abs() <= slack + 1e-9 * number.abs().max(1.0)
            }),
            Expected::Set(set) => {
                let mut given: Option<Vec<u64>> =
                    numbers(answer).map(|word| word.parse().ok()).collect();
                if set.is_empty() && answer.eq_ignore_ascii_case("none") {
                    return true;
                }
                given.iter_mut().for_each(|given| given.sort_unstable());
                given.is_some_and(|given| given == *set && !set.is_empty())
            }
            Expected::Vector(all) => {
                let given: Option<Vec<f64>> = numbers(answer).map(read).collect();
                given.is_some_and(|given| given == *all)
            }
        }
    }
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "[],".contains(c))
        .filter(|word| !word.is_empty())
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
            Expected::Number(number, _) => write!(f, "{number}"),
            Expected::Set(set) if set.is_empty() => f.write_str("none"),
            Expected::Set(set) => f.write_str(&joined(set.iter().map(u64::to_string).collect())),
            Expected::Vector(all) => f.write_str(&joined(all.iter().map(f64::to_string).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
