//! Formulas of min and max, compared by what they are worth: two are the same if they agree wherever
//! they are tried.

use std::collections::BTreeMap;
use std::fmt;

/// The values of the names in a formula.
pub type Values = BTreeMap<&'static str, f64>;

/// A formula as it is expected, with its value for many values of its names.
#[derive(Clone, Debug)]
pub struct Formula {
    /// One way to write it.
    pub text: &'static str,
    /// Values of the names, and what a search finds the formula to be worth there.
    pub samples: Vec<(Values, f64)>,
}

impl Formula {
    /// Whether a text is a formula with the same values.
    pub fn accepts(&self, text: &str) -> bool {
        let agrees = |(values, worth): &(Values, f64)| {
            evaluate(text, values).is_some_and(|found| (found - worth).abs() < 1e-9)
        };
        !self.samples.is_empty() && self.samples.iter().all(agrees)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// What a formula is worth; `None` where it cannot be read.
pub fn evaluate(text: &str, values: &Values) -> Option<f64> {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .collect();
    let mut reader = Reader {
        rest: &plain.to_lowercase(),
        values,
        nesting: 0,
    };
    let value = reader.value()?;
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
    values: &'a Values,
    nesting: u32,
}

/// Deeper formulas are refused: no answer needs them.
const DEEPEST: u32 = 50;

impl Reader<'_> {
    fn value(&mut self) -> Option<f64> {
        let end = self.rest.find(['(', ',', ')']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "min" => self.all()?.into_iter().reduce(f64::min),
            "max" => self.all()?.into_iter().reduce(f64::max),
            name => self.values.get(name).copied().or_else(|| name.parse().ok()),
        }
    }

    /// `(a, b, c)`.
    fn all(&mut self) -> Option<Vec<f64>> {
        self.nesting += 1;
        self.rest = self
            .rest
            .strip_prefix('(')
            .filter(|_| self.nesting < DEEPEST)?;
        let mut values = vec![self.value()?];
        while let Some(rest) = self.rest.strip_prefix(',') {
            self.rest = rest;
            values.push(self.value()?);
        }
        self.rest = self.rest.strip_prefix(')')?;
        self.nesting -= 1;
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_read() {
        let values = Values::from([("l2", 3.0), ("n3", 5.0)]);
        assert_eq!(evaluate("min(l_2, max(n3, 1))", &values), Some(3.0));
        assert_eq!(evaluate("MAX( l2 ,n3)", &values), Some(5.0));
        for wrong in [
            "",
            "min",
            "min()",
            "min(l2",
            "min(l2))",
            "l3",
            "min(l2,,n3)",
        ] {
            assert_eq!(evaluate(wrong, &values), None, "{wrong}");
        }
        assert_eq!(evaluate(&"min(".repeat(100_000), &values), None);
    }
}
