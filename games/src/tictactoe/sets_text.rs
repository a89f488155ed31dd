//! Generalized tic-tac-toe as text: any squares S and any winning sets W.
//!
//! ```text
//!   ; the squares of S, then a winning set a line
//!   a b c d e
//!   a b c
//!   c d e
//! ```
//!
//! In one line `/` stands between them: `a b c d e / a b c / c d e`. Without a set (W = {}) every game
//! is a draw.

use super::rules::{Rules, RulesError};

impl Rules {
    /// The rules of a text of squares and winning sets.
    ///
    /// ```
    /// use gametree_games::tictactoe::Rules;
    /// let rules = Rules::from_sets("a b c / a b / b c").unwrap();
    /// assert_eq!((rules.squares(), rules.sets().len()), (3, 2));
    /// assert!(Rules::from_sets("a b c").unwrap().sets().is_empty());
    /// ```
    ///
    /// # Errors
    /// A name is wrong, or a set names no square of the board.
    pub fn from_sets(text: &str) -> Result<Rules, RulesError> {
        let bare = |line: &str| line.split(';').next().unwrap_or("").trim().to_string();
        let lines = text.lines().map(bare).collect::<Vec<_>>().join("/");
        let mut lines = lines
            .split('/')
            .map(words)
            .filter(|words| !words.is_empty());
        let names = lines.next().unwrap_or_default();
        let mut sets = Vec::new();
        for (number, squares) in lines.enumerate() {
            let find = |name: &String| {
                let place = names
                    .iter()
                    .position(|known| known.eq_ignore_ascii_case(name));
                place.ok_or_else(|| RulesError::UnknownSquare(number + 1, name.clone()))
            };
            sets.push(squares.iter().map(find).collect::<Result<Vec<_>, _>>()?);
        }
        Rules::custom(names, sets)
    }
}

fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',');
    words
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_slashes_say_the_same() {
        let file = Rules::from_sets("; S\na b c, d\n\na b ; a set\nC d\n").unwrap();
        let line = Rules::from_sets("a b c d / a b / c d").unwrap();
        assert_eq!((file.title(), file.sets()), (line.title(), line.sets()));
        assert_eq!(
            Rules::from_sets(" ; nothing").unwrap_err(),
            RulesError::Empty
        );
        assert_eq!(
            Rules::from_sets("a b / a x").unwrap_err(),
            RulesError::UnknownSquare(1, "x".into())
        );
        assert_eq!(
            Rules::from_sets("a b / a a").unwrap_err(),
            RulesError::Set(1)
        );
    }
}
