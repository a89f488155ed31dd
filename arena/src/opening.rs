//! Where games begin.

use std::collections::HashSet;

use gametree::rng::Rng;
use gametree::{Game, Keyed, Notation};

/// A position from which a pair of games is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<G> {
    /// The moves from the start, or the text of the position.
    pub name: String,
    /// The position; the game goes on there.
    pub position: G,
}

/// The most openings that [`all`] lists.
pub const MOST: usize = 1_000_000;

/// There are more than [`MOST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more than {MOST} openings of {0} plies")]
pub struct TooMany(pub u32);

/// All openings of this many plies: every sequence of moves after which the game still goes on, in
/// the order of the game's moves. Sequences that lead to the same position are different openings.
pub fn all<G: Notation>(start: &G, plies: u32) -> Result<Vec<Opening<G>>, TooMany> {
    let mut level = Vec::new();
    if start.outcome().is_none() {
        level.push(Opening {
            name: String::new(),
            position: start.clone(),
        });
    }
    for _ in 0..plies {
        let mut next = Vec::new();
        for opening in &level {
            let longer = opening.position.moves().map(|m| opening.after(m));
            next.extend(longer.filter(|opening| opening.position.outcome().is_none()));
            if next.len() > MOST {
                return Err(TooMany(plies));
            }
        }
        level = next;
    }
    Ok(level)
}

impl<G: Notation> Opening<G> {
    /// The opening with one move more.
    #[must_use]
    pub fn after(&self, m: G::Move) -> Opening<G> {
        let word = self.position.write_move(m);
        let name = if self.name.is_empty() {
            word
        } else {
            format!("{} {word}", self.name)
        };
        Opening {
            name,
            position: self.position.after(m),
        }
    }
}

/// Random openings.
pub struct Random<'a, G> {
    /// How many plies each has.
    pub plies: u32,
    /// How many are wanted.
    pub count: usize,
    /// The seed.
    pub seed: u64,
    /// Which positions may be used, besides that they are distinct and the game goes on.
    pub accept: &'a dyn Fn(&G) -> bool,
}

/// Draws without a new position after which no more are tried.
const MAX_FAILURES: usize = 10_000;

impl<G: Keyed + Notation> Random<'_, G> {
    /// Distinct positions, each after this many random moves. There may be fewer than wanted where
    /// the game has not enough; with the same seed, a smaller count gives the beginning of the same
    /// list.
    #[must_use]
    pub fn draw(&self, start: &G) -> Vec<Opening<G>> {
        let mut rng = Rng::new(self.seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        let mut failures = 0;
        while openings.len() < self.count && failures < MAX_FAILURES {
            let fresh = walk(start, self.plies, &mut rng).filter(|opening| {
                seen.insert(opening.position.key()) && (self.accept)(&opening.position)
            });
            match fresh {
                Some(opening) => {
                    openings.push(opening);
                    failures = 0;
                }
                None => failures += 1,
            }
        }
        openings
    }
}

/// Random moves; `None` when the game ends on the way.
fn walk<G: Notation>(start: &G, plies: u32, rng: &mut Rng) -> Option<Opening<G>> {
    let mut opening = Opening {
        name: String::new(),
        position: start.clone(),
    };
    for _ in 0..plies {
        let m = random_move(&opening.position, rng)?;
        opening = opening.after(m);
    }
    opening.position.outcome().is_none().then_some(opening)
}

fn random_move<G: Game>(position: &G, rng: &mut Rng) -> Option<G::Move> {
    if position.outcome().is_some() {
        return None;
    }
    let pick = rng.below(position.moves().count());
    position.moves().nth(pick)
}

/// The text of an opening that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadLine {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// Openings from a text, a position a line; empty lines and lines that begin with `#` are passed
/// over.
pub fn read<G: Game>(
    text: &str,
    position: impl Fn(&str) -> Result<G, String>,
) -> Result<Vec<Opening<G>>, BadLine> {
    let mut openings = Vec::new();
    for (line, name) in (1..).zip(text.lines().map(str::trim)) {
        if name.is_empty() || name.starts_with('#') {
            continue;
        }
        let position = position(name).map_err(|why| BadLine { line, why })?;
        if position.outcome().is_some() {
            return Err(BadLine {
                line,
                why: format!("the game is over at '{name}'"),
            });
        }
        openings.push(Opening {
            name: name.to_string(),
            position,
        });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::tree::{Tree, TwoPlayerTree};

    fn tree() -> Tree {
        "(max (min (max 1 2) 3) (min (max 4 5) (max 6 7) 0))"
            .parse()
            .unwrap()
    }

    #[test]
    fn all_lists_unfinished_sequences_only() {
        let tree = tree();
        let root = tree.two_player().unwrap();
        let count = |plies| all(&root, plies).unwrap().len();
        assert_eq!([count(0), count(1), count(2), count(3)], [1, 2, 3, 0]);
        let names: Vec<String> = all(&root, 2).unwrap().into_iter().map(|o| o.name).collect();
        assert_eq!(names, ["A A1", "B B1", "B B2"]);
    }

    #[test]
    fn random_openings_are_distinct_repeat_and_grow_at_the_end() {
        let tree = tree();
        let root = tree.two_player().unwrap();
        let draw = |count, seed| {
            let names = Random {
                plies: 2,
                count,
                seed,
                accept: &|_| true,
            }
            .draw(&root);
            names
                .into_iter()
                .map(|opening| opening.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(draw(9, 1).len(), 3, "the game has only three");
        assert_eq!(draw(2, 5), draw(9, 5)[..2]);
        assert!(
            (0..20).any(|seed| draw(9, seed) != draw(9, 1)),
            "the seed decides"
        );
        let picky = Random {
            plies: 2,
            count: 9,
            seed: 1,
            accept: &|p: &TwoPlayerTree<'_>| p.key() == root.key(),
        };
        assert!(picky.draw(&root).is_empty());
    }

    #[test]
    fn files_are_read_and_bad_lines_told() {
        let tree = tree();
        let root = tree.two_player().unwrap();
        let position = |text: &str| {
            let m = root
                .read_move(text)
                .ok_or_else(|| format!("no move '{text}'"))?;
            Ok(root.after(m))
        };
        let good = read("# two\n1\n\n 2 \n", position).unwrap();
        assert_eq!(
            good.iter().map(|o| o.name.as_str()).collect::<Vec<_>>(),
            ["1", "2"]
        );
        let bad = read("1\n9\n", position).unwrap_err();
        assert_eq!(bad.to_string(), "line 2: no move '9'");
        let over = |_: &str| {
            Ok(root
                .after(root.read_move("1").unwrap())
                .after(root.read_move("2").unwrap()))
        };
        assert!(read("x", over).unwrap_err().why.contains("over"));
    }
}
