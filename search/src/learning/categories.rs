//! An evaluator by categories (Russell and Norvig, *Artificial Intelligence: A Modern Approach*, on
//! evaluation functions): positions with equal features are of one kind, and worth the mean result
//! that was seen of that kind.
//!
//! ```text
//!   two pawns against one:   72 % won, 20 % lost, 8 % drawn
//!                            0.72 · 1 + 0.20 · 0 + 0.08 · ½ = 0.76
//! ```
//!
//! A kind that was never seen is worth the mean of all games; one that was seen seldom is drawn to
//! it.

use std::collections::HashMap;

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::Score;

use super::features::Features;

/// How often each result was seen: the first player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Seen {
    /// Counts a result: above ½ a win, below ½ a loss.
    pub fn add(&mut self, result: f64) {
        if result > 0.5 {
            self.wins += 1;
        } else if result < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// All together.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean result; ½ where nothing was seen.
    ///
    /// ```
    /// use gametree::learning::categories::Seen;
    /// let seen = Seen { wins: 72, losses: 20, draws: 8 };
    /// assert_eq!(seen.mean(), 0.76);
    /// ```
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.count() as f64
    }

    /// The mean as if `by` more results had been seen, each worth `prior`.
    fn drawn_to(&self, prior: f64, by: f64) -> f64 {
        let count = self.count() as f64;
        (self.mean() * count + prior * by) / (count + by)
    }
}

/// Results by kind of position.
#[derive(Clone, PartialEq, Debug)]
pub struct Categories<F> {
    /// What makes positions equal.
    pub features: F,
    /// Points of one unit of log-odds, for the evaluator.
    pub scale: f64,
    /// Each kind counts as if this many average results had been added to its own.
    pub caution: f64,
    kinds: HashMap<Vec<i64>, Seen>,
    all: Seen,
}

/// What is wrong with a file of categories.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CategoriesError {
    /// It does not begin as it should.
    #[error(
        "a file of categories of {game} begins with '{MAGIC} {game}' and the names of its features, not with '{found}'"
    )]
    Header {
        /// The game.
        game: String,
        /// What stands there.
        found: String,
    },
    /// A line that is not as it should be.
    #[error("line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

const MAGIC: &str = "gametree-categories 1";

impl<F> Categories<F> {
    /// Nothing seen yet.
    #[must_use]
    pub fn new(features: F, scale: f64) -> Categories<F> {
        Categories {
            features,
            scale,
            caution: 1.0,
            kinds: HashMap::new(),
            all: Seen::default(),
        }
    }

    /// What was seen of all kinds together.
    #[must_use]
    pub fn all(&self) -> Seen {
        self.all
    }

    /// How many kinds were seen.
    #[must_use]
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Every kind with what was seen of it, the most frequent first.
    #[must_use]
    pub fn rows(&self) -> Vec<(&[i64], Seen)> {
        let kinds = self.kinds.iter();
        let mut rows: Vec<(&[i64], Seen)> = kinds.map(|(kind, seen)| (&kind[..], *seen)).collect();
        rows.sort_by(|a, b| b.1.count().cmp(&a.1.count()).then_with(|| a.0.cmp(b.0)));
        rows
    }

    /// Counts the result of a game in which a position occurred.
    pub fn add<G: Game>(&mut self, position: &G, result: f64)
    where
        F: Features<G>,
    {
        let kind = self.kind(position);
        self.kinds.entry(kind).or_default().add(result);
        self.all.add(result);
    }

    /// What was seen of positions like this one, if anything.
    pub fn seen<G: Game>(&self, position: &G) -> Option<Seen>
    where
        F: Features<G>,
    {
        self.kinds.get(&self.kind(position)).copied()
    }

    /// What the first player is expected to score, from 0 to 1.
    pub fn expectation<G: Game>(&self, position: &G) -> f64
    where
        F: Features<G>,
    {
        let prior = self.all.mean();
        self.seen(position)
            .map_or(prior, |seen| seen.drawn_to(prior, self.caution))
    }

    /// Features to the nearest whole number.
    fn kind<G: Game>(&self, position: &G) -> Vec<i64>
    where
        F: Features<G>,
    {
        self.features
            .of(position)
            .iter()
            .map(|value| value.round() as i64)
            .collect()
    }

    /// As text: one kind per line, its features and then wins, draws and losses.
    #[must_use]
    pub fn to_text<G: Game>(&self, game: &str) -> String
    where
        F: Features<G>,
    {
        let mut lines: Vec<_> = self.kinds.iter().collect();
        lines.sort_by_key(|&(kind, _)| kind);
        let mut text = header(game, self.features.names());
        for (
            kind,
            Seen {
                wins,
                draws,
                losses,
            },
        ) in lines
        {
            let kind: Vec<String> = kind.iter().map(ToString::to_string).collect();
            text += &format!("\n{} = {wins} {draws} {losses}", kind.join(" "));
        }
        text + "\n"
    }

    /// From such a text.
    pub fn read<G: Game>(mut self, game: &str, text: &str) -> Result<Categories<F>, CategoriesError>
    where
        F: Features<G>,
    {
        let mut lines = (1..).zip(text.lines());
        let found = lines.next().map_or("", |(_, line)| line.trim_end());
        if found != header(game, self.features.names()) {
            let found = found.chars().take(80).collect();
            return Err(CategoriesError::Header {
                game: game.to_string(),
                found,
            });
        }
        let width = self.features.names().len();
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            let (kind, seen) =
                entry(text, width).map_err(|why| CategoriesError::Line { line, why })?;
            if self.kinds.insert(kind, seen).is_some() {
                return Err(CategoriesError::Line {
                    line,
                    why: "this kind stands there twice".into(),
                });
            }
            self.all.wins += seen.wins;
            self.all.draws += seen.draws;
            self.all.losses += seen.losses;
        }
        Ok(self)
    }
}

fn header(game: &str, names: &[&str]) -> String {
    format!("{MAGIC} {game}: {}", names.join(" "))
}

/// A line: whole numbers, `=`, three counts.
fn entry(text: &str, width: usize) -> Result<(Vec<i64>, Seen), String> {
    let (kind, seen) = text.split_once('=').ok_or("there is no '='")?;
    let kind: Vec<i64> = numbers(kind)?;
    if kind.len() != width {
        return Err(format!("{} features, not {width}", kind.len()));
    }
    match numbers::<u32>(seen)?[..] {
        [wins, draws, losses] => {
            let [wins, draws, losses] = [wins, draws, losses].map(u64::from);
            Ok((
                kind,
                Seen {
                    wins,
                    draws,
                    losses,
                },
            ))
        }
        _ => Err("wins, draws and losses are three numbers".into()),
    }
}

fn numbers<T: std::str::FromStr>(text: &str) -> Result<Vec<T>, String> {
    let number = |word: &str| {
        word.parse()
            .map_err(|_| format!("'{word:.40}' is not a whole number in range"))
    };
    text.split_whitespace().map(number).collect()
}

/// The most log-odds that a mean is taken for, however few games say so.
const MOST_ODDS: f64 = 7.0;

impl<G: Game, F: Features<G>> Evaluator<G> for Categories<F> {
    fn evaluate(&self, position: &G) -> i32 {
        let p = self.expectation(position);
        let odds = (p / (1.0 - p)).ln().clamp(-MOST_ODDS, MOST_ODDS);
        let most = f64::from(Score::MAX_POINTS);
        (self.scale * odds).round().clamp(-most, most) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Tree, TwoPlayerTree};

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Choices;
    impl Features<TwoPlayerTree<'_>> for Choices {
        fn names(&self) -> &[&'static str] {
            &["moves"]
        }
        fn write(&self, position: &TwoPlayerTree<'_>, values: &mut [f64]) {
            values[0] = position.moves().count() as f64;
        }
    }

    fn trees() -> [Tree; 3] {
        ["(max 1 2)", "(max 1 2 3)", "(max 1 2 3 4)"].map(|text| text.parse().unwrap())
    }

    /// 72 wins, 20 losses and 8 draws with two moves; nothing but 50 losses with three.
    fn taught(trees: &[Tree; 3]) -> Categories<Choices> {
        let mut categories = Categories {
            caution: 0.0,
            ..Categories::new(Choices, 100.0)
        };
        let [two, three, _] = trees.each_ref().map(|tree| tree.two_player().unwrap());
        for i in 0..100 {
            categories.add(
                &two,
                if i < 72 {
                    1.0
                } else if i < 92 {
                    0.0
                } else {
                    0.5
                },
            );
        }
        (0..50).for_each(|_| categories.add(&three, 0.0));
        categories
    }

    #[test]
    fn seventy_two_percent_won_and_eight_drawn_are_076() {
        let trees = trees();
        let [two, three, four] = trees.each_ref().map(|tree| tree.two_player().unwrap());
        let categories = taught(&trees);
        assert_eq!(categories.expectation(&two), 0.76);
        assert_eq!(
            categories.seen(&two),
            Some(Seen {
                wins: 72,
                draws: 8,
                losses: 20
            })
        );
        assert_eq!(
            categories.evaluate(&two),
            (100.0 * (0.76f64 / 0.24).ln()).round() as i32
        );
        assert_eq!(
            categories.evaluate(&three),
            -700,
            "never won is not impossible"
        );
        // 72 wins and 8 draws of 150 in all.
        assert_eq!(
            (categories.seen(&four), categories.expectation(&four)),
            (None, 76.0 / 150.0)
        );
        let cautious = Categories {
            caution: 50.0,
            ..categories
        };
        assert!((cautious.expectation(&two) - (76.0 + 50.0 * 76.0 / 150.0) / 150.0).abs() < 1e-12);
        let blank = Categories::new(Choices, 100.0);
        assert_eq!((blank.expectation(&two), blank.evaluate(&two)), (0.5, 0));
    }

    #[test]
    fn the_file_says_the_same_and_errors_are_told() {
        let trees = trees();
        let categories = taught(&trees);
        let text = categories.to_text("chain");
        assert_eq!(
            text,
            "gametree-categories 1 chain: moves\n2 = 72 8 20\n3 = 0 0 50\n"
        );
        let blank = || Categories {
            caution: 0.0,
            ..Categories::new(Choices, 100.0)
        };
        assert_eq!(blank().read("chain", &text).unwrap(), categories);
        let error = |text: &str| blank().read("chain", text).unwrap_err().to_string();
        assert!(
            blank()
                .read("other", &text)
                .unwrap_err()
                .to_string()
                .contains("begins with")
        );
        assert!(error("").contains("begins with"));
        assert_eq!(
            error(&text.replace("3 = ", "2 = ")),
            "line 3: this kind stands there twice"
        );
        assert_eq!(
            error(&text.replace("3 = ", "3 4 = ")),
            "line 3: 2 features, not 1"
        );
        assert!(error(&text.replace("72", "x")).contains("'x' is not a whole number"));
        assert!(error(&text.replace("0 0 50", "0 50")).contains("three numbers"));
        assert!(error(&text.replace("= 0", "0")).contains("no '='"));
    }
}
