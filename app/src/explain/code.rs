//! The textbook's pseudo-code of minimax and alpha-beta, and which line a step stands at.

use super::trace::{Mover, What};

const MINIMAX: &str = "\
function MAX-VALUE(s)
  if the game is over: return its worth
  v ← −∞
  for each move a:
    v ← max(v, MIN-VALUE(s after a))
  return v
function MIN-VALUE(s)
  if the game is over: return its worth
  v ← +∞
  for each move a:
    v ← min(v, MAX-VALUE(s after a))
  return v";

const ALPHA_BETA: &str = "\
function MAX-VALUE(s, α, β)
  if the game is over: return its worth
  v ← −∞
  for each move a:
    v ← max(v, MIN-VALUE(s after a, α, β))
    if v ≥ β: return v      (cut-off)
    α ← max(α, v)
  return v
function MIN-VALUE(s, α, β)
  if the game is over: return its worth
  v ← +∞
  for each move a:
    v ← min(v, MAX-VALUE(s after a, α, β))
    if v ≤ α: return v      (cut-off)
    β ← min(β, v)
  return v";

const MIN_MAX: &str = "\
function MIN-MAX-APPROXIMATION(s)
  until s is settled:
    c ← s; while c has children: c ← a(c)
    add all successors of c
    for each f from c up to s:
      ṽ(f) ← M_p (MIN: M_−p) of all ṽ(c)
      w(c) ← −ln ∂ṽ(f)/∂ṽ(c)
      π(f) ← min w(c) + π(c)
      a(f) ← that c";

const EXPECTIMINIMAX: &str = "\
function VALUE(s)
  if the game is over: return its worth
  MAX moves: return the largest VALUE(s after a)
  MIN moves: return the smallest VALUE(s after a)
  chance moves: return Σ P(r) · VALUE(s after r)";

const STAR: &str = "\
function VALUE(s, α, β)
  if the game is over: return its worth
  MAX: v ← max over the moves; if v ≥ β: return v      (cut-off)
  MIN: v ← min over the moves; if v ≤ α: return v      (cut-off)
  chance: for each outcome r, the likeliest first:
    v ← v + P(r) · VALUE(s after r, what the others' bounds leave of α, β)
    if what is left cannot lift v above α or hold it below β: return      (cut-off)
  return v";

const MAXN: &str = "\
function VALUE(s)
  if the game is over: return its worth to each player
  p ← the player to move
  return the VALUE(s after a) that is best for p";

const ON_PATH: &str = "\
function VALUE(s)
  if the game is over: return its worth
  if s stands on the path already: return ?
  v ← the best VALUE(s after a) for the mover, where loss < ? < win
  return v";

const PIMC: &str = "\
function CHOOSE(what I have seen)
  for each world s that fits it:
    for each move a: sum(a) ← sum(a) + P(s) · VALUE(s after a, all cards open)
  return the a with the largest sum";

/// A search's pseudo-code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// Minimax.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// The min/max approximation.
    MinMax,
    /// Expectiminimax.
    Expectiminimax,
    /// Star1 and Star2.
    Star,
    /// max^n.
    Maxn,
    /// Minimax with the path as memory.
    OnPath,
    /// Averaging over worlds.
    Pimc,
    /// None known.
    Unknown,
}

impl Program {
    /// The program of a search by its name on the command line.
    pub fn of(search: &str) -> Program {
        match search.split([':', ' ']).next().unwrap_or_default() {
            "minimax" => Program::Minimax,
            "alphabeta" => Program::AlphaBeta,
            "minmax" => Program::MinMax,
            "expectiminimax" => Program::Expectiminimax,
            "star1" | "star2" => Program::Star,
            "maxn" => Program::Maxn,
            "onpath" => Program::OnPath,
            "pimc" => Program::Pimc,
            _ => Program::Unknown,
        }
    }

    /// Its lines.
    pub fn lines(self) -> Vec<&'static str> {
        match self {
            Program::Minimax => MINIMAX.lines().collect(),
            Program::AlphaBeta => ALPHA_BETA.lines().collect(),
            Program::MinMax => MIN_MAX.lines().collect(),
            Program::Expectiminimax => EXPECTIMINIMAX.lines().collect(),
            Program::Star => STAR.lines().collect(),
            Program::Maxn => MAXN.lines().collect(),
            Program::OnPath => ON_PATH.lines().collect(),
            Program::Pimc => PIMC.lines().collect(),
            Program::Unknown => Vec::new(),
        }
    }

    /// The line at which an event happens, counted from 0.
    pub fn line(self, what: &What, mover: Mover) -> Option<usize> {
        match self {
            Program::Minimax | Program::AlphaBeta => self.two_functions(what, mover),
            Program::MinMax => match what {
                What::Select(_) => Some(2),
                What::Grow => Some(3),
                What::Backup(_) => Some(5),
                _ => None,
            },
            Program::Pimc => matches!(what, What::World(_)).then_some(2),
            Program::Unknown => None,
            _ => self.one_function(what, mover),
        }
    }

    /// The line in a program with one function for all.
    fn one_function(self, what: &What, mover: Mover) -> Option<usize> {
        let last = self.lines().len() - 1;
        Some(match (self, what) {
            (_, What::Enter) => 0,
            (Program::OnPath, What::Leaf { repeats: Some(_), .. }) => 2,
            (_, What::Leaf { .. }) => 1,
            (Program::OnPath | Program::Maxn, What::Improve { .. }) => 3,
            (Program::OnPath | Program::Maxn, What::Leave(_)) => last,
            (_, What::Improve { .. } | What::Leave(_) | What::Cutoff(_)) => match (self, mover, what) {
                (_, Mover::Max, _) => 2,
                (_, Mover::Min, _) => 3,
                (Program::Star, _, What::Cutoff(_)) => 6,
                (Program::Star, _, What::Improve { .. }) => 5,
                _ => last,
            },
            _ => return None,
        })
    }

    /// The line in a program with a function for each side.
    fn two_functions(self, what: &What, mover: Mover) -> Option<usize> {
        let improve = if self == Program::AlphaBeta { 6 } else { 4 };
        let within = match what {
            What::Enter => 0,
            What::Leaf { .. } => 1,
            What::Improve { .. } => improve,
            What::Cutoff(_) => 5,
            What::Leave(_) => improve + 1,
            _ => return None,
        };
        Some(if mover == Mover::Min { within + improve + 2 } else { within })
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::{Mover, What};
    use super::Program;

    #[test]
    fn lines_point_at_the_words_they_mean() {
        let leave = What::Leave(gametree::Bound::Exact);
        for program in [Program::of("minimax"), Program::of("alphabeta:depth=3")] {
            let lines = program.lines();
            let at = |what: &What, mover| lines[program.line(what, mover).unwrap()];
            assert!(at(&What::Enter, Mover::Max).starts_with("function MAX"));
            assert!(at(&What::Enter, Mover::Min).starts_with("function MIN"));
            assert!(at(&What::Leaf { terminal: true, repeats: None }, Mover::Min).contains("over"));
            assert!(at(&What::Improve { child: None }, Mover::Min).contains("min("));
            assert!(at(&What::Improve { child: None }, Mover::Max).contains("max("));
            assert_eq!(at(&leave, Mover::Max).trim(), "return v");
            assert_eq!(at(&leave, Mover::Min).trim(), "return v");
        }
        assert!(Program::of("pns").lines().is_empty());
        for (name, what, mover, wanted) in [
            ("expectiminimax", leave.clone(), Mover::Chance, "chance moves"),
            ("expectiminimax", What::Improve { child: None }, Mover::Min, "smallest"),
            ("star1:table=0", leave.clone(), Mover::Chance, "return v"),
            ("maxn", leave.clone(), Mover::Player(2), "best for p"),
            ("onpath", What::Leaf { terminal: true, repeats: Some(2) }, Mover::Max, "return ?"),
        ] {
            let program = Program::of(name);
            assert!(program.lines()[program.line(&what, mover).unwrap()].contains(wanted), "{name}");
        }
        let program = Program::of("minmax:p=10");
        let at = |what: &What| program.lines()[program.line(what, Mover::Max).unwrap()];
        assert!(at(&What::Select(None)).contains("a(c)") && at(&What::Grow).contains("successor"));
        assert!(at(&What::Backup(Vec::new())).contains("M_p"));
    }
}
