//! The searches by name.

pub mod baseline;
pub mod boxer;
pub mod chance;
pub mod hidden;
pub mod minimax;
pub mod minmax;
pub mod options;
pub mod players;
pub mod pvs;

use crate::info::SearchInfo;

/// The searches for games with chance, several players or hidden cards.
pub static PAYOFF_SEARCHES: [&SearchInfo; 15] = [
    &chance::EXPECTIMINIMAX,
    &chance::STAR1,
    &chance::STAR2,
    &chance::MINMAX,
    &players::MAXN,
    &players::PARANOID,
    &players::BRS,
    &hidden::PIMC,
    &hidden::ISMCTS,
    &hidden::CFR,
    &baseline::ONE_PLY,
    &baseline::ANY,
    &baseline::HANDMADE,
    &baseline::GNUBG,
    &baseline::GREEDY,
];

/// Every search, each name once: where both families have one, the one for two players.
pub fn all() -> impl Iterator<Item = &'static SearchInfo> {
    let for_two = |name: &str| minimax::SEARCHES.iter().any(|info| info.name == name);
    let others = PAYOFF_SEARCHES.iter().copied();
    minimax::SEARCHES
        .iter()
        .chain(others.filter(move |info| !for_two(info.name)))
}

/// Whether a search is for games with payoffs only.
pub fn is_for_payoffs_only(name: &str) -> bool {
    let for_two = minimax::SEARCHES.iter().any(|info| info.name == name);
    !for_two && all().any(|info| info.name == name)
}
