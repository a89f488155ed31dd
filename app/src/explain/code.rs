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

/// A search's pseudo-code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// Minimax.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// The min/max approximation.
    MinMax,
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
            _ => Program::Unknown,
        }
    }

    /// Its lines.
    pub fn lines(self) -> Vec<&'static str> {
        match self {
            Program::Minimax => MINIMAX.lines().collect(),
            Program::AlphaBeta => ALPHA_BETA.lines().collect(),
            Program::MinMax => MIN_MAX.lines().collect(),
            Program::Unknown => Vec::new(),
        }
    }

    /// The line at which an event happens, counted from 0.
    pub fn line(self, what: &What, mover: Mover) -> Option<usize> {
        if self == Program::MinMax {
            return match what {
                What::Select(_) => Some(2),
                What::Grow => Some(3),
                What::Backup(_) => Some(5),
                _ => None,
            };
        }
        let improve = if self == Program::AlphaBeta { 6 } else { 4 };
        let within = match what {
            What::Enter => 0,
            What::Leaf { .. } => 1,
            What::Improve { .. } => improve,
            What::Cutoff(_) => 5,
            What::Leave(_) => improve + 1,
            _ => return None,
        };
        match (self, mover) {
            (Program::Unknown | Program::MinMax, _) => None,
            (_, Mover::Min) => Some(within + improve + 2),
            _ => Some(within),
        }
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
            assert!(at(&What::Leaf { terminal: true }, Mover::Min).contains("over"));
            assert!(at(&What::Improve { child: None }, Mover::Min).contains("min("));
            assert!(at(&What::Improve { child: None }, Mover::Max).contains("max("));
            assert_eq!(at(&leave, Mover::Max).trim(), "return v");
            assert_eq!(at(&leave, Mover::Min).trim(), "return v");
        }
        assert!(Program::of("pns").lines().is_empty());
        let program = Program::of("minmax:p=10");
        let at = |what: &What| program.lines()[program.line(what, Mover::Max).unwrap()];
        assert!(at(&What::Select(None)).contains("a(c)") && at(&What::Grow).contains("successor"));
        assert!(at(&What::Backup(Vec::new())).contains("M_p"));
    }
}
