//! Rules by name, so that a position on disk can say what it is played by.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::rules::{Grid, Rules, RulesError};

/// So many different rules are kept at most while the program runs.
const MOST: usize = 256;

static KEPT: Mutex<BTreeMap<String, &'static Rules>> = Mutex::new(BTreeMap::new());

impl Rules {
    /// The same rules for as long as the program runs; made once.
    ///
    /// # Errors
    /// Where too many are kept already.
    pub fn kept(&self) -> Result<&'static Rules, RulesError> {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = kept.get(self.title()) {
            return Ok(rules);
        }
        if kept.len() == MOST {
            return Err(RulesError::Kept(MOST));
        }
        let rules: &'static Rules = Box::leak(Box::new(self.clone()));
        kept.insert(rules.title().to_string(), rules);
        Ok(rules)
    }
}

/// The name of lines of `k` in a grid.
pub(super) fn of_lines(grid: Grid, k: usize) -> String {
    match (grid.rows, grid.columns, grid.levels) {
        (3, 3, 1) if k == 3 => "tictactoe".to_string(),
        (rows, columns, 1) => format!("mnk:{rows}x{columns}x{k}"),
        (side, _, _) => format!("cube:{side}"),
    }
}

/// What the name of rules made of names and sets begins with.
const CUSTOM: &str = "custom:";

/// `custom:0+1,1+2:left,middle,right`: the sets, then the names.
pub(super) fn of_custom(names: &[String], sets: &[Vec<usize>]) -> String {
    let set = |set: &Vec<usize>| {
        set.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("+")
    };
    let sets: Vec<String> = sets.iter().map(set).collect();
    format!("{CUSTOM}{}:{}", sets.join(","), names.join(","))
}

/// The rules of such a name; `None` for another kind of name.
pub(super) fn read_custom(title: &str) -> Option<Result<Rules, RulesError>> {
    let rest = title.strip_prefix(CUSTOM)?;
    let unknown = || RulesError::Unknown(title.chars().take(60).collect());
    let parts = rest
        .split_once(':')
        .and_then(|(sets, names)| Some((read_sets(sets)?, names)));
    Some(
        parts
            .ok_or_else(unknown)
            .and_then(|(sets, names)| Rules::custom(names.split(','), sets)),
    )
}

fn read_sets(text: &str) -> Option<Vec<Vec<usize>>> {
    let set = |set: &str| set.split('+').map(|square| square.parse().ok()).collect();
    text.split(',').map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        let strange =
            Rules::custom(["left:", "x=1;", "é"], [vec![0, 1], vec![2], vec![1, 2]]).unwrap();
        assert_eq!(strange.title(), "custom:0+1,2,1+2:left:,x=1;,é");
        let all = [
            Rules::tictactoe(),
            Rules::mnk(4, 5, 3).unwrap(),
            Rules::cube(4).unwrap(),
            strange,
        ];
        let one = [
            Rules::cube(1).unwrap(),
            Rules::mnk(1, 1, 1).unwrap(),
            Rules::mnk(1, 3, 2).unwrap(),
        ];
        for rules in all.iter().chain(&one) {
            let again: Rules = rules.title().parse().unwrap();
            assert_eq!((again.title(), again.sets()), (rules.title(), rules.sets()));
            assert_eq!(
                (again.identity(), again.grid()),
                (rules.identity(), rules.grid())
            );
        }
        assert_eq!(one[0].title(), one[1].title());
        assert_ne!(all[0].identity(), all[1].identity());
        for text in [
            "custom:",
            "custom:0",
            "custom::a",
            "custom:a:a",
            "custom:1:a",
            "custom:0+0:a",
            "custom:0:a,a",
        ] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
    }

    #[test]
    fn rules_are_kept_once() {
        let rules = Rules::mnk(4, 4, 3).unwrap();
        let (one, other) = (
            rules.kept().unwrap(),
            Rules::mnk(4, 4, 3).unwrap().kept().unwrap(),
        );
        assert!(std::ptr::eq(one, other) && one.sets() == rules.sets());
    }
}
