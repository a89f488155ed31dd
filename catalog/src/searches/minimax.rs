//! The searches for two players without chance: their entries in the list, and how each is made.

use gametree::alphabeta::AlphaBeta;
use gametree::best_first::BestFirst;
use gametree::deepening::Deepening;
use gametree::df_pn::DfPn;
use gametree::mcts::Mcts;
use gametree::minimax::Minimax;
use gametree::mtdf::Mtdf;
use gametree::on_path::OnPath;
use gametree::proof_number::ProofNumber;
use gametree::random_mover::RandomMover;
use gametree::retrograde::Retrograde;
use gametree::sorted::{Sorted, Ties};

use super::boxer::{BoxedSearch, Boxer};
use super::options::{DEEPENING, ENDGAME, QUIESCENCE, STEP, TABLE, WEIGHTS};
use super::{minmax, pvs};
use crate::error::CatalogError;
use crate::info::{SearchInfo, SearchOption};
use crate::knowledge::{Knowledge, SearchableGame};
use crate::spec::Settings;

/// The search used by default.
pub const DEFAULT: &str = "pvs";

const SORT: SearchOption = SearchOption::new(
    "sort",
    "off",
    "play and value all children first, to sort them; deepening from 2 plies (as in 1987); every (or on): at every node, inner: not at the last ply",
);

const REPLAY: SearchOption = SearchOption::new(
    "replay",
    "off",
    "with sort: a child that is searched is played again, as by a program that takes moves back after the sort",
);

const TIES: SearchOption = SearchOption::new(
    "ties",
    "first",
    "with sort: which of equal children comes first, the one that the game lists first or last",
);

/// The search that visits everything.
pub const PLAIN: &str = "minimax";

/// All of them, in the order of the list.
pub static SEARCHES: &[SearchInfo] = &[
    SearchInfo {
        name: PLAIN,
        paper: "von Neumann 1928; Shannon 1950",
        does: "visits every position down to the depth limit: the oracle of all others",
        fits: "small trees, checking",
        options: &[],
    },
    SearchInfo {
        name: "alphabeta",
        paper: "Knuth and Moore 1975; fail-soft: Fishburn 1983",
        does: "minimax that skips what cannot matter",
        fits: "trees, teaching",
        options: &[DEEPENING, SORT, REPLAY, TIES, ENDGAME, WEIGHTS],
    },
    SearchInfo {
        name: DEFAULT,
        paper: "Marsland and Campbell 1982; Reinefeld 1983",
        does: "principal variation search with table, move ordering, quiescence, extensions, threads",
        fits: "every game: the strongest here",
        options: pvs::OPTIONS,
    },
    SearchInfo {
        name: "mtdf",
        paper: "Plaat, Schaeffer, Pijls and de Bruin 1996",
        does: "null windows only, driven by the table",
        fits: "games with few distinct values",
        options: &[TABLE, QUIESCENCE, DEEPENING, STEP, ENDGAME, WEIGHTS],
    },
    SearchInfo {
        name: "bestfirst",
        paper: "Korf and Chickering 1996",
        does: "best-first minimax: expands the tip of the line that both sides consider best",
        fits: "good evaluators, uneven trees",
        options: &[ENDGAME, WEIGHTS],
    },
    minmax::INFO,
    SearchInfo {
        name: "mcts",
        paper: "Kocsis and Szepesvári 2006; Winands, Björnsson and Saito 2008",
        does: "Monte-Carlo tree search: UCT with random playouts and solved nodes",
        fits: "games without a good evaluator",
        options: MCTS_OPTIONS,
    },
    SearchInfo {
        name: "random",
        paper: "the baseline of every match",
        does: "moves at random",
        fits: "an opponent that everything must beat",
        options: &[],
    },
    SearchInfo {
        name: "pns",
        paper: "Allis, van der Meulen and van den Herik 1994",
        does: "proof-number search: grows the tree where a proof needs the fewest leaves",
        fits: "wins and losses in narrow positions",
        options: &[SearchOption::new(
            "fastest",
            "off",
            "prove the shortest win",
        )],
    },
    SearchInfo {
        name: "dfpn",
        paper: "Nagai 2002; Pawlewicz and Lew 2007",
        does: "proof-number search depth first, in the memory of a table",
        fits: "long proofs in little memory",
        options: DFPN_OPTIONS,
    },
    SearchInfo {
        name: "retrograde",
        paper: "Ströhlein 1970; Andersson, Hansen, Miltersen and Sørensen 2012",
        does: "lists every reachable position and settles values backwards from the ends",
        fits: "small games, games with cycles",
        options: &[],
    },
    SearchInfo {
        name: "onpath",
        paper: "Russell and Norvig, the exercise on the 4-square game",
        does: "minimax that stops with ? where a position is already on the path",
        fits: "small games with loops, teaching; retrograde is the exact way",
        options: &[SearchOption::new(
            "memo",
            "off",
            "remember values, though they hold for one path only: where this goes wrong",
        )],
    },
];

const MCTS_OPTIONS: &[SearchOption] = &[
    SearchOption::new("c", "1.414", "how much it explores"),
    SearchOption::new("expand", "8", "playouts of a tip before it gets children"),
    SearchOption::new(
        "scale",
        "0",
        "points that count as a whole win; 0: only their sign",
    ),
    ENDGAME,
];

const DFPN_OPTIONS: &[SearchOption] = &[
    SearchOption::new(
        "entries",
        "4194304",
        "the most entries of the table, 32 bytes each",
    ),
    SearchOption::new("patience", "0.25", "ε: how long it stays below a node"),
];

/// Makes the search that the settings describe.
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
    match settings.search() {
        PLAIN => Ok(boxer.boxed(Minimax {
            evaluator: knowledge,
        })),
        "alphabeta" => alphabeta(settings, knowledge, boxer),
        "pvs" => pvs::build(settings, knowledge, boxer),
        "mtdf" => mtdf(settings, knowledge, boxer),
        "bestfirst" => Ok(boxer.boxed(BestFirst {
            evaluator: knowledge,
        })),
        "minmax" => minmax::build(settings, knowledge, boxer),
        "mcts" => mcts(settings, knowledge, boxer),
        "pns" => Ok(boxer.boxed(ProofNumber {
            evaluator: knowledge,
            fastest: settings.switch("fastest")?,
        })),
        "dfpn" => Ok(boxer.boxed(DfPn {
            entries: settings.whole("entries", 64..=1 << 32)? as usize,
            patience: settings.real("patience", 0.0..=100.0)?,
            ..DfPn::new(knowledge)
        })),
        "retrograde" => Ok(boxer.boxed(Retrograde {
            evaluator: knowledge,
        })),
        "onpath" => Ok(boxer.boxed(OnPath {
            evaluator: knowledge,
            memoised: settings.switch("memo")?,
        })),
        _ => Ok(boxer.boxed(RandomMover::new(settings.seed))),
    }
}

/// Whether the search itself tells `?`, play without end, from a draw.
pub fn tells_endless_play(settings: &Settings) -> bool {
    match settings.search() {
        PLAIN | "onpath" | "retrograde" => true,
        "alphabeta" => settings.word("sort") == SORT.default,
        _ => false,
    }
}

fn alphabeta<G, K, B>(
    settings: &Settings,
    knowledge: K,
    boxer: B,
) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
    B: Boxer<G>,
{
    let sort = settings.word("sort");
    let words = ["off", "on", "every", "inner"];
    let sorted = match settings.switch("sort") {
        Err(_) => settings.one_of("sort", &words)? != "off",
        Ok(sorted) => sorted,
    };
    if sorted {
        let first_depth = if settings.deepening(true)? {
            2
        } else {
            u32::MAX
        };
        return Ok(boxer.boxed(Sorted {
            evaluator: knowledge,
            first_depth,
            last_ply: sort != "inner",
            replay: settings.switch("replay")?,
            ties: match settings.one_of("ties", &["first", "last"])? {
                "last" => Ties::Last,
                _ => Ties::First,
            },
        }));
    }
    let plain = AlphaBeta {
        evaluator: knowledge,
    };
    Ok(if settings.deepening(false)? {
        boxer.boxed(Deepening::new(plain))
    } else {
        boxer.boxed(plain)
    })
}

fn mtdf<G, K, B>(settings: &Settings, knowledge: K, boxer: B) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
    B: Boxer<G>,
{
    let search = Mtdf::new(pvs::plain(settings, knowledge)?);
    Ok(if settings.deepening(true)? {
        boxer.boxed(Deepening::new(search).by(settings.step()?))
    } else {
        boxer.boxed(search)
    })
}

fn mcts<G, K, B>(settings: &Settings, knowledge: K, boxer: B) -> Result<BoxedSearch, CatalogError>
where
    G: SearchableGame,
    K: Knowledge<G>,
    B: Boxer<G>,
{
    Ok(boxer.boxed(Mcts {
        exploration: settings.real("c", 0.0..=1000.0)?,
        expand_after: settings.whole("expand", 0..=1_000_000)? as u32,
        scale: settings.whole("scale", 0..=1_000_000)? as u32,
        ..Mcts::with(knowledge, settings.seed)
    }))
}
