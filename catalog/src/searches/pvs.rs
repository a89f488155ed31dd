//! `pvs` and what `mtdf` shares with it.

use gametree::Limits;
use gametree::deepening::Deepening;
use gametree::ordering::ByNullMove;
use gametree::parallel::Parallel;
use gametree::pruning::Pruning;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::reductions::Reductions;
use gametree::singular::Singular;
use gametree_chess::builtin;

use super::boxer::{BoxedSearch, Boxer};
use super::options::{DEEPENING, ENDGAME, QUIESCENCE, STEP, TABLE, WEIGHTS};
use crate::error::CatalogError;
use crate::info::SearchOption;
use crate::knowledge::{Knowledge, SearchableGame};
use crate::spec::Settings;

/// The options of `pvs`.
pub const OPTIONS: &[SearchOption] = &[
    TABLE,
    QUIESCENCE,
    DEEPENING,
    STEP,
    SearchOption::new(
        "aspiration",
        "0",
        "half the window round the last value, in points; 0: open",
    ),
    SearchOption::new(
        "singular",
        "off",
        "extend a move that is clearly better than all others",
    ),
    SearchOption::new(
        "reductions",
        "off",
        "search late moves less deep, by this many hundredths of ln(depth) · ln(number); on: 50",
    ),
    SearchOption::new("full", "3", "never reduce this many moves of a position"),
    SearchOption::new(
        "least",
        "3",
        "reduce where at least this many plies are left",
    ),
    SearchOption::new(
        "enhanced",
        "3",
        "look children up in the table first where this many plies are left",
    ),
    SearchOption::new(
        "sorted",
        "2",
        "sort moves where at least this many plies are left",
    ),
    SearchOption::new(
        "pruning",
        "off",
        "null moves and futility, where the game tells of passing: chess does; engine: all that the built-in engine of chess prunes, with its margins",
    ),
    SearchOption::new(
        "threats",
        "off",
        "a ply more where a threat must be met, as in check",
    ),
    SearchOption::new(
        "repetitions",
        "off",
        "what repeats a position on the way to it is a draw",
    ),
    SearchOption::new(
        "scout",
        "on",
        "null windows after the first move; off: alpha-beta with memory",
    ),
    SearchOption::new("threads", "1", "how many search together"),
    ENDGAME,
    WEIGHTS,
];

/// The search type that `pvs`, `mtdf` and `solve` share: it is compiled once for a game.
pub type Plain<G, K> = Pvs<G, K, Quiescence, ByNullMove>;

/// Makes `pvs`.
pub fn build<G, K, B>(
    settings: &Settings,
    knowledge: K,
    boxer: B,
) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
    B: Boxer<G>,
{
    let search = plain(settings, knowledge)?.with(params(settings)?);
    let threads = settings.whole("threads", 1..=256)? as usize;
    if threads == 1 && !settings.deepening(true)? {
        return Ok(boxer.boxed(search));
    }
    let worker = match settings.whole("aspiration", 0..=1_000_000)? {
        0 => Deepening::new(search),
        points => Deepening::aspiring(search, points as i32),
    };
    Ok(boxer.boxed(Parallel {
        worker: worker.by(settings.step()?),
        threads,
    }))
}

/// With table and quiescence as the options say, and nothing else.
pub fn plain<G, K>(settings: &Settings, knowledge: K) -> Result<Plain<G, K>, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
{
    // Without quiescence no ply is followed beyond the horizon: one search serves both cases.
    let most_plies = if settings.switch("quiescence")? {
        Quiescence::default().most_plies
    } else {
        0
    };
    let Limits {
        memory, ceiling, ..
    } = settings.limits;
    // The stack must have room beside the table.
    let most = memory.or(ceiling.map(|bytes| bytes / 2));
    let bytes = settings.table("table")?.min(most.unwrap_or(usize::MAX));
    Ok(with_table(knowledge, most_plies, bytes))
}

/// The search with this many plies of quiescence and bytes of table.
pub fn with_table<G, K>(knowledge: K, most_plies: u32, bytes: usize) -> Plain<G, K>
where
    G: SearchableGame,
    K: Knowledge<G>,
{
    let search = Pvs::new(knowledge).by_null_move().quiet(Quiescence {
        most_plies,
        ..Quiescence::default()
    });
    if bytes == 0 {
        search
    } else {
        search.with_table(bytes)
    }
}

pub(crate) fn params(settings: &Settings) -> Result<Params, CatalogError> {
    let usual = match settings.word("pruning") {
        "engine" => builtin::params(),
        _ => Params {
            pruning: settings.switch("pruning")?.then(Pruning::default),
            ..Params::default()
        },
    };
    let usual_rule = usual.reductions.unwrap_or_default();
    let with_base = |rule: Reductions| Reductions {
        base: usual_rule.base,
        cut: usual_rule.cut,
        ..rule
    };
    Ok(Params {
        scout: settings.switch("scout")?,
        singular: settings.switch("singular")?.then(Singular::default),
        reductions: reductions(settings)?.map(with_base),
        enhanced_depth: settings.whole("enhanced", 0..=1000)? as u32,
        sorted_depth: settings.whole("sorted", 1..=1000)? as u32,
        extend_in_check: settings.switch("threats")?,
        repetitions: settings.switch("repetitions")?,
        ..usual
    })
}

/// `off`, `on`, or how strong.
fn reductions(settings: &Settings) -> Result<Option<Reductions>, CatalogError> {
    let rule = Reductions {
        full_moves: settings.whole("full", 1..=1000)? as u32,
        least_depth: settings.whole("least", 2..=1000)? as u32,
        ..Reductions::default()
    };
    match settings.switch("reductions") {
        Ok(on) => Ok(on.then_some(rule)),
        Err(_) => Ok(Some(Reductions {
            percent: settings.whole("reductions", 2..=1000)? as u32,
            ..rule
        })),
    }
}
