//! Rules that live as long as the program: a position that is read from a text borrows them.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::rules::{Rules, RulesError};

/// The most different rules that are kept while the program runs.
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

#[cfg(test)]
mod tests {
    use super::*;

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
