//! Who plays: today's searches, or those of the paper.

use std::fmt;

/// What the paper leaves open about its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// AB sorts the children of inner nodes only, not of every node.
    pub sort_inner: bool,
    /// AB pays a second call for a child that is searched after the sort.
    pub replay: bool,
    /// AB puts the last of equal children first.
    pub last_of_equals: bool,
    /// MM pays calls for the way down to a tip.
    pub counted_descents: bool,
}

impl Choices {
    /// Min/max approximation of 1987: the reverse approximation on a tree, w = 0.05 + |ln v − ln v(best
    /// sibling)|. Here a ply costs 1 and a logarithm 20, the same twenty times over.
    fn mm(self) -> &'static str {
        if self.counted_descents {
            "minmax:mode=reverse,p=20,cost=dropout,shift=512,slack=0,tolerance=0,dag=off"
        } else {
            "minmax:mode=reverse,form=formula,p=20,cost=dropout,shift=512"
        }
    }

    /// Alpha-beta of 1987.
    fn ab(self) -> String {
        let sort = if self.sort_inner { "inner" } else { "every" };
        let replay = if self.replay { ",replay=on" } else { "" };
        let ties = if self.last_of_equals {
            ",ties=last"
        } else {
            ""
        };
        format!("alphabeta:sort={sort}{replay}{ties}")
    }
}

/// The searches of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    /// Min/max approximation.
    pub mm: String,
    /// Alpha-beta.
    pub ab: String,
    /// Those of the paper, with what it leaves open; else those of today.
    of_1987: Option<Choices>,
    /// Whether one of them is the user's.
    given: bool,
}

impl Sides {
    /// Those of today, or of the paper.
    #[must_use]
    pub fn new(of_1987: Option<Choices>) -> Sides {
        let [mm, ab] = match of_1987 {
            Some(choices) => [choices.mm().to_string(), choices.ab()],
            None => ["minmax", "pvs"].map(str::to_string),
        };
        Sides {
            mm,
            ab,
            of_1987,
            given: false,
        }
    }

    /// The same with searches that the user gives.
    #[must_use]
    pub fn given(mut self, mm: Option<&str>, ab: Option<&str>) -> Sides {
        self.given = mm.is_some() || ab.is_some();
        self.mm = mm.map_or(self.mm, str::to_string);
        self.ab = ab.map_or(self.ab, str::to_string);
        self
    }

    /// The game with what its searches may know.
    #[must_use]
    pub fn game(&self) -> &'static str {
        match self.of_1987 {
            None => "connect4",
            Some(_) => "connect4:1987",
        }
    }

    /// What is not as it was in 1987.
    #[must_use]
    pub fn differences(&self) -> Vec<&'static str> {
        match self.of_1987 {
            None => NOW.to_vec(),
            Some(_) if self.given => GIVEN.to_vec(),
            Some(choices) => {
                let mm = if choices.counted_descents {
                    COUNTED
                } else {
                    FREE
                };
                [&OF_1987[..1], mm, &OF_1987[1..]].concat()
            }
        }
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.mm, self.ab)
    }
}

const OF_1987: &[&str] = &[
    "the unit of time is --unit, not a second, and a unit holds far more calls than a second of 1987",
    "both begin every turn with an empty tree",
];

const FREE: &[&str] = &["MM plays the move of the best value; of equals the first"];

const COUNTED: &[&str] = &[
    "MM: logarithms are rounded to steps of 1/1280, weights add up to 25 at most",
    "MM plays the move of the best value; of equals the one whose best tip is furthest away",
];

const GIVEN: &[&str] =
    &["the evaluator is that of 1987, the searches are given on the command line"];

const NOW: &[&str] = &[
    "the searches, their evaluator (the same for both) and their machine are of today",
    "both keep what they learnt from one move of a game to the next",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_those_of_the_paper_of_today_or_of_the_user() {
        let now = Sides::new(None);
        assert_eq!(now.to_string(), "minmax against pvs");
        assert_eq!(now.game(), "connect4");
        let choices = Choices {
            sort_inner: true,
            replay: true,
            last_of_equals: true,
            counted_descents: true,
        };
        let paper = Sides::new(Some(choices));
        assert_eq!(paper.ab, "alphabeta:sort=inner,replay=on,ties=last");
        assert!(paper.mm.ends_with("dag=off"), "{}", paper.mm);
        assert!(paper.differences().contains(&COUNTED[0]));
        let own = paper.given(None, Some("pvs"));
        assert_eq!(own.ab, "pvs");
        assert_eq!(own.differences(), GIVEN);
    }
}
