//! The rules of local search as programs to read beside a climb.

use crate::error::CatalogError;
use crate::spec::Spec;

const STEEPEST: &[&str] = &[
    "function STEEPEST-DESCENT(start)",
    "  state ← start",
    "  loop",
    "    minState ← a neighbour of state with the least Val, one of them at random",
    "    if Val(minState) ≥ Val(state) then return state",
    "    state ← minState",
];

const SIDEWAYS: &[&str] = &[
    "function SIDEWAYS-DESCENT(start, most)",
    "  state ← start; made ← 0",
    "  loop",
    "    if Val(state) = 0 then return state",
    "    minState ← a neighbour of state with the least Val, one of them at random",
    "    if Val(minState) > Val(state) then return state",
    "    if Val(minState) < Val(state) then made ← 0 else made ← made + 1",
    "    if made > most then return state",
    "    state ← minState",
];

const TOLERANCE: &[&str] = &[
    "function TOLERANT-DESCENT(start, α, patience)",
    "  state ← start",
    "  loop",
    "    if Val(state) = 0 then return state",
    "    if no new best value in patience steps then return state",
    "    minState ← a neighbour of state with the least Val",
    "    near ← all neighbours n of state with Val(n) ≤ Val(minState) + α",
    "    state ← one of near at random",
];

const THRESHOLD: &[&str] = &[
    "function THRESHOLD-ACCEPTING(start, α, patience)",
    "  state ← start",
    "  loop",
    "    if Val(state) = 0 then return state",
    "    if no new best value in patience neighbours then return state",
    "    n ← a neighbour of state at random",
    "    if Val(n) ≤ Val(state) + α then state ← n",
];

const ANNEALING: &[&str] = &[
    "function SIMULATED-ANNEALING(start, schedule)",
    "  state ← start",
    "  for t ← 1, 2, … do",
    "    if Val(state) = 0 then return state",
    "    T ← schedule(t); if T is frozen then return state",
    "    n ← a neighbour of state at random",
    "    Δ ← Val(n) − Val(state)",
    "    if Δ ≤ 0 then state ← n, else state ← n with probability e^(−Δ/T)",
];

const MIN_CONFLICTS: &[&str] = &[
    "function MIN-CONFLICTS(start, steps)",
    "  state ← start",
    "  for 1 to steps do",
    "    if Val(state) = 0 then return state",
    "    queen ← a queen that is attacked, at random",
    "    row ← the row of her column with the fewest attackers, one of them at random",
    "    move queen to row in state",
    "  return state",
];

/// The program of the search of a text, line by line. A state's Val is the number of pairs of
/// queens that attack each other.
///
/// # Errors
/// The text is not one of a local search.
pub fn program(with: &str) -> Result<&'static [&'static str], CatalogError> {
    let spec = Spec::parse(with)?;
    Ok(match spec.name.as_str() {
        "steepest" => STEEPEST,
        "sideways" => SIDEWAYS,
        "tolerance" => TOLERANCE,
        "threshold" => THRESHOLD,
        "annealing" => ANNEALING,
        "min-conflicts" => MIN_CONFLICTS,
        name => return Err(super::rules::unknown(name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_program() {
        for name in super::super::rules::names() {
            let lines = program(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(lines[0].starts_with("function"), "{name}");
        }
        assert!(program("hill").is_err());
    }
}
