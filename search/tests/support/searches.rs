//! Every search of the crate for a game of any type, and its answers without their type: so that a
//! typed search and the same search on erased positions can be compared.
#![allow(dead_code, missing_docs, reason = "every test uses a part of them")]

use gametree::alphabeta::AlphaBeta;
use gametree::best_first::BestFirst;
use gametree::best_reply::{BestReply, First, Greedy};
use gametree::cfr::{Cfr, Equilibrium};
use gametree::deepening::Deepening;
use gametree::df_pn::DfPn;
use gametree::erased::{ErasedMove, ErasedPosition, Own, PackedMoves};
use gametree::expectiminimax::Expectiminimax;
use gametree::finishing::{Finisher, Finishing};
use gametree::ismcts::{Ismcts, Observers};
use gametree::maxn::Maxn;
use gametree::mcts::Mcts;
use gametree::minimax::Minimax;
use gametree::minmax::{
    self, Aim, Breadth, DROP_OUT, Exact, Losses, MinMax, ParallelMinMax, Policy, Prior, Proving,
};
use gametree::minmax_chance::MinMaxChance;
use gametree::mtdf::Mtdf;
use gametree::on_path::OnPath;
use gametree::one_ply::OnePly;
use gametree::ordering::{ByGame, Guide};
use gametree::parallel::Parallel;
use gametree::paranoid::Paranoid;
use gametree::payoff_deepening::PayoffDeepening;
use gametree::pimc::{InnerSearch, Pimc};
use gametree::playout::Playout;
use gametree::proof_number::ProofNumber;
use gametree::pruning::Pruning;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::random_mover::RandomMover;
use gametree::real_table::RealTable;
use gametree::reductions::Reductions;
use gametree::retrograde::Retrograde;
use gametree::singular::Singular;
use gametree::sorted::Sorted;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::star2::Star2;
use gametree::{
    AnyPayoffSearch, AnySearch, Chance, Evaluator, Forced, Guided, Hidden, Keyed, Limits, Noisy,
    NullMove, PayoffEvaluator, PayoffReport, Payoffs, Report, TwoPlayer,
};

pub type Searches<'a, G> = Vec<(&'static str, Box<dyn AnySearch<G> + 'a>)>;
pub type PayoffSearches<'a, G> = Vec<(&'static str, Box<dyn AnyPayoffSearch<G> + 'a>)>;

pub trait Full:
    TwoPlayer<Move: Send + Sync> + Keyed + Noisy + Forced + Guided + NullMove + Send + Sync
{
}
impl<G> Full for G where
    G: TwoPlayer<Move: Send + Sync> + Keyed + Noisy + Forced + Guided + NullMove + Send + Sync
{
}

pub trait Knows<G: Full>:
    Evaluator<G> + Playout<G> + Finisher<G> + Prior<G> + Clone + Send + Sync
{
}
impl<G: Full, K> Knows<G> for K where
    K: Evaluator<G> + Playout<G> + Finisher<G> + Prior<G> + Clone + Send + Sync
{
}

/// Every search for two players, in every way it can be set up.
pub fn of_two<'a, G: Full + 'a, K: Knows<G> + 'a>(known: &K) -> Searches<'a, G> {
    let mut all = depth_first(known);
    all.extend(refined(known));
    all.extend(growing(known));
    all.extend(min_max(known));
    all
}

/// Plain searches that walk the tree, and those that only prove or move.
pub fn depth_first<'a, G: Full + 'a, K: Knows<G> + 'a>(known: &K) -> Searches<'a, G> {
    let k = || known.clone();
    vec![
        ("minimax", Box::new(Minimax { evaluator: k() })),
        ("alphabeta", Box::new(AlphaBeta { evaluator: k() })),
        (
            "alphabeta deepening",
            Box::new(Deepening::new(AlphaBeta { evaluator: k() })),
        ),
        ("alphabeta sorting", Box::new(Sorted::new(k()))),
        (
            "on the path",
            Box::new(OnPath {
                evaluator: k(),
                memoised: false,
            }),
        ),
        (
            "on the path, with memory",
            Box::new(OnPath {
                evaluator: k(),
                memoised: true,
            }),
        ),
        ("retrograde", Box::new(Retrograde { evaluator: k() })),
        ("random", Box::new(RandomMover::new(7))),
        (
            "finishing",
            Box::new(Finishing {
                inner: AlphaBeta { evaluator: k() },
                finisher: k(),
            }),
        ),
    ]
}

/// Principal variation search in several ways, and MTD(f).
pub fn refined<'a, G: Full + 'a, K: Knows<G> + 'a>(known: &K) -> Searches<'a, G> {
    let pvs = || Pvs::<G, K>::new(known.clone());
    let risky = Params {
        singular: Some(Singular::default()),
        reductions: Some(Reductions::default()),
        pruning: Some(Pruning::default()),
        extend_in_check: true,
        repetitions: true,
        ..Params::default()
    };
    vec![
        ("pvs", Box::new(pvs())),
        ("pvs with table", Box::new(pvs().with_table(1 << 14))),
        (
            "pvs with everything",
            Box::new(Deepening::aspiring(
                pvs()
                    .by_null_move()
                    .quiet(Quiescence::default())
                    .with(risky)
                    .with_table(1 << 14),
                3,
            )),
        ),
        (
            "pvs, one of many threads",
            Box::new(Parallel {
                worker: Deepening::new(pvs().by_null_move().with_table(1 << 14)),
                threads: 1,
            }),
        ),
        (
            "mtdf",
            Box::new(Deepening::new(Mtdf::new(
                pvs()
                    .guided()
                    .quiet(Quiescence::default())
                    .with_table(1 << 14),
            ))),
        ),
    ]
}

/// Searches that grow a tree, and proof-number searches.
pub fn growing<'a, G: Full + 'a, K: Knows<G> + 'a>(known: &K) -> Searches<'a, G> {
    let k = || known.clone();
    vec![
        ("bestfirst", Box::new(BestFirst { evaluator: k() })),
        ("mcts", Box::new(Mcts::with(k(), 3))),
        (
            "mcts with points",
            Box::new(Mcts {
                scale: 10,
                expand_after: 1,
                ..Mcts::with(k(), 4)
            }),
        ),
        (
            "pns",
            Box::new(ProofNumber {
                evaluator: k(),
                fastest: false,
            }),
        ),
        (
            "pns, the shortest win",
            Box::new(ProofNumber {
                evaluator: k(),
                fastest: true,
            }),
        ),
        (
            "dfpn",
            Box::new(DfPn {
                entries: 1 << 12,
                ..DfPn::new(k())
            }),
        ),
    ]
}

/// The min/max approximation in all its modes.
pub fn min_max<'a, G: Full + 'a, K: Knows<G> + 'a>(known: &K) -> Searches<'a, G> {
    let k = || known.clone();
    let small = minmax::Params {
        memory: 1 << 20,
        ..minmax::Params::default()
    };
    let aimed = minmax::Params {
        aim: Aim::Move,
        ..small
    };
    let soft = || MinMax::new(k()).with(small);
    vec![
        ("minmax", Box::new(soft())),
        ("minmax for a move", Box::new(MinMax::new(k()).with(aimed))),
        (
            "minmax by drop-out",
            Box::new(soft().costing(DROP_OUT).quiet(Quiescence::default())),
        ),
        (
            "minmax reverse",
            Box::new(ParallelMinMax {
                search: MinMax::new(k())
                    .with(small.power(40.0, 512))
                    .costing(Losses(Breadth::Count)),
                threads: 1,
            }),
        ),
        (
            "minmax with a prior",
            Box::new(soft().costing(Policy {
                cost: Losses(Breadth::Soft),
                prior: k(),
                weight: 0.3,
            })),
        ),
        (
            "minmax exact",
            Box::new(Proving(Exact {
                evaluator: k(),
                p: 10.0,
                shift: 2000,
            })),
        ),
    ]
}

/// Every search for two players and chance.
pub fn with_chance<'a, G, E, H>(evaluator: &E, guide: H) -> PayoffSearches<'a, G>
where
    G: Chance + Payoffs + Keyed + 'a,
    E: PayoffEvaluator<G> + Clone + 'a,
    H: Guide<G> + Copy + 'a,
{
    let e = || evaluator.clone();
    let plain = || Expectiminimax { evaluator: e() };
    let star1 = || Star1::new(e()).guided(guide);
    let star2 = || Star2::new(e()).guided(guide);
    vec![
        ("expectiminimax", Box::new(plain())),
        (
            "expectiminimax deepened",
            Box::new(PayoffDeepening::new(plain())),
        ),
        ("star1", Box::new(star1().ordered(Order::AS_LISTED))),
        (
            "star1 with table",
            Box::new(PayoffDeepening::new(
                star1().remembering(Some(RealTable::new(1 << 12))),
            )),
        ),
        ("star2", Box::new(star2())),
        (
            "star2 with table",
            Box::new(PayoffDeepening::new(
                star2().remembering(Some(RealTable::new(1 << 12))),
            )),
        ),
        ("minmax with chance", Box::new(MinMaxChance::new(e()))),
    ]
}

/// Every search for any number of players.
pub fn of_many<'a, G, E>(evaluator: &E) -> PayoffSearches<'a, G>
where
    G: Chance + Payoffs + Keyed + 'a,
    E: PayoffEvaluator<G> + Clone + 'a,
{
    let e = || evaluator.clone();
    let habit = || Greedy(e());
    vec![
        ("maxn", Box::new(Maxn::new(e()))),
        (
            "maxn without pruning",
            Box::new(Maxn {
                pruning: false,
                ..Maxn::new(e())
            }),
        ),
        ("paranoid", Box::new(Paranoid { evaluator: e() })),
        (
            "paranoid deepened",
            Box::new(PayoffDeepening::new(Paranoid { evaluator: e() })),
        ),
        (
            "brs",
            Box::new(BestReply {
                evaluator: e(),
                habit: First,
            }),
        ),
        (
            "brs, greedy",
            Box::new(BestReply {
                evaluator: e(),
                habit: habit(),
            }),
        ),
        ("one ply", Box::new(OnePly { evaluator: e() })),
        ("random", Box::new(RandomMover::new(5))),
    ]
}

/// Every search for hidden information; `rounds` bounds the longest of them.
pub fn of_hidden<'a, G, E>(evaluator: &E, rounds: u64) -> PayoffSearches<'a, G>
where
    G: Hidden + Chance + Payoffs + Keyed + 'a,
    E: PayoffEvaluator<G> + Clone + 'a,
{
    let e = || evaluator.clone();
    let openly = || InnerSearch::by(PayoffDeepening::new(Maxn::new(e())));
    vec![
        (
            "pimc",
            Box::new(Pimc {
                worlds: 20,
                ..Pimc::new(openly(), 3)
            }),
        ),
        (
            "pimc with drawn worlds",
            Box::new(Pimc {
                worlds: 7,
                ..Pimc::new(openly(), 4).exact(0)
            }),
        ),
        (
            "ismcts",
            Box::new(Ismcts {
                rounds,
                ..Ismcts::with(e(), 5)
            }),
        ),
        (
            "ismcts, a single observer",
            Box::new(Ismcts {
                rounds,
                playout: 2,
                observers: Observers::Single,
                ..Ismcts::with(e(), 6)
            }),
        ),
    ]
}

/// The equilibrium of a small game.
pub fn equilibrium<'a, G: Hidden + Chance + Payoffs + 'a>(rounds: u64) -> PayoffSearches<'a, G> {
    [("cfr", false), ("cfr+", true)]
        .into_iter()
        .map(|(name, plus)| {
            let cfr = Cfr {
                plus,
                rounds,
                ..Cfr::default()
            };
            let search: Box<dyn AnyPayoffSearch<G> + 'a> = Box::new(Equilibrium::new(cfr, 9));
            (name, search)
        })
        .collect()
}

/// One position twice.
pub struct Roots<'r, 'a, G> {
    pub typed: &'r G,
    pub erased: &'r ErasedPosition<'a>,
}

impl<'a, G: PackedMoves> Roots<'_, 'a, G> {
    /// Two lists of the same searches answer the same: value, line, proof, counts.
    pub fn same_reports(
        &self,
        typed: Searches<'_, G>,
        erased: Searches<'_, ErasedPosition<'a>>,
        limits: &Limits,
    ) {
        assert_eq!(typed.len(), erased.len());
        for ((name, mut one), (_, mut other)) in typed.into_iter().zip(erased) {
            let expected = report::<G>(one.search_any(self.typed, limits));
            let mut found = other.search_any(self.erased, limits);
            found.elapsed = expected.elapsed;
            assert_eq!(found, expected, "{name} under {limits:?}");
        }
    }

    /// The same for games with payoffs.
    pub fn same_payoff_report(
        &self,
        typed: PayoffSearches<'_, G>,
        erased: PayoffSearches<'_, ErasedPosition<'a>>,
        limits: &Limits,
    ) where
        G: Payoffs,
    {
        assert_eq!(typed.len(), erased.len());
        for ((name, mut one), (_, mut other)) in typed.into_iter().zip(erased) {
            let expected = payoff_report::<G>(one.search_payoffs_any(self.typed, limits));
            let mut found = other.search_payoffs_any(self.erased, limits);
            found.elapsed = expected.elapsed;
            assert_eq!(found, expected, "{name} under {limits:?}");
        }
    }
}

/// The same list on erased positions: with [`Own`], which may guide.
pub fn erased_with_chance<'a>() -> PayoffSearches<'a, ErasedPosition<'a>> {
    with_chance(&Own, ByGame)
}

/// The report with codes for moves.
pub fn report<G: PackedMoves>(typed: Report<G::Move>) -> Report<ErasedMove> {
    Report {
        value: typed.value,
        line: typed.line.into_iter().map(ErasedMove::of::<G>).collect(),
        proven: typed.proven,
        stop: typed.stop,
        depth: typed.depth,
        counts: typed.counts,
        elapsed: typed.elapsed,
    }
}

/// The report with codes for moves.
pub fn payoff_report<G: PackedMoves>(typed: PayoffReport<G::Move>) -> PayoffReport<ErasedMove> {
    let moves = typed.moves.into_iter();
    PayoffReport {
        values: typed.values,
        line: typed.line.into_iter().map(ErasedMove::of::<G>).collect(),
        moves: moves
            .map(|(m, value)| (ErasedMove::of::<G>(m), value))
            .collect(),
        proven: typed.proven,
        stop: typed.stop,
        depth: typed.depth,
        worlds: typed.worlds,
        counts: typed.counts,
        elapsed: typed.elapsed,
    }
}
