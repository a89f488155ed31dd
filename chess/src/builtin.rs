//! The engine of our own: the searches of [`gametree`], set up for chess, with the evaluator of
//! [`crate::evaluate`].

use std::io;
use std::sync::Arc;

use gametree::deepening::Deepening;
use gametree::ordering::ByNullMove;
use gametree::parallel::Parallel;
use gametree::pruning::Pruning;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::reductions::Reductions;
use gametree::root_moves::RootMoves;
use gametree::search_pool::{PoolConfig, SearchPool};
use gametree::table::Table;
use gametree::{
    Game, Guided, Keyed, Limits, Noisy, NullMove, Observer, Report, Search, Source, TwoPlayer,
};

use crate::Chess;
use crate::network::StaticEvaluator;

/// Chess, or a position that wraps one: with only some of its moves, with a history.
pub trait Playable:
    TwoPlayer + Keyed + Noisy + Guided + NullMove + AsRef<Chess> + Send + Sync
{
}

impl<G: TwoPlayer + Keyed + Noisy + Guided + NullMove + AsRef<Chess> + Send + Sync> Playable for G {}

type Inner<G> = Parallel<Deepening<Pvs<G, StaticEvaluator, Quiescence, ByNullMove>>>;

/// The built-in engine.
///
/// ```
/// use gametree::{Limits, Notation, Score, Search};
/// use gametree_chess::{Chess, builtin::Builtin};
/// let game: Chess = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse().unwrap();
/// let report = Builtin::new(1 << 20).search(&game, &Limits::nodes(10_000));
/// assert_eq!(game.write_move(report.best().unwrap()), "Rd8#");
/// assert_eq!(report.value, Score::win_in(1));
/// ```
#[derive(Clone, Debug)]
pub struct Builtin<G: Game = Chess> {
    search: Inner<G>,
}

/// The switches of [`Pvs`] that suit chess.
#[must_use]
pub fn params() -> Params {
    Params {
        reductions: Some(Reductions {
            full_moves: 3,
            least_depth: 3,
            percent: 45,
            base: 30,
            cut: 0,
        }),
        // Deeper than any search: off.
        enhanced_depth: 1000,
        sorted_depth: 1,
        pruning: Some(Pruning {
            null_depth: 2,
            null_reduction: 3,
            null_points: 200,
            static_depth: 2,
            futile_depth: 7,
            margin: 80,
            late_moves: 4,
            improvement: true,
            razor: 250,
            losing: 25,
            history: 0,
            by_table: true,
        }),
        unknown_depth: Some(4),
        table_at_horizon: true,
        extend_in_check: true,
        repetitions: true,
        ..Params::default()
    }
}

/// Half the window round the last iteration's value, in centipawns.
pub const ASPIRATION: i32 = 40;

/// How the parts of the engine are set: for those who look for better ones.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The search before the horizon.
    pub params: Params,
    /// The search beyond it.
    pub horizon: Quiescence,
    /// Half the window round the last iteration's value, in centipawns.
    pub aspiration: i32,
}

/// What the engine plays with.
impl Default for Setup {
    fn default() -> Self {
        let horizon = Quiescence {
            margin: Some(MARGIN),
            threat_plies: 1,
            ..Quiescence::default()
        };
        Setup {
            params: params(),
            horizon,
            aspiration: ASPIRATION,
        }
    }
}

/// Centipawns that a capture may bring beside what it takes.
const MARGIN: i32 = 150;

impl Builtin<Chess> {
    /// With a table of this many bytes, on one thread.
    #[must_use]
    pub fn new(table_bytes: usize) -> Builtin<Chess> {
        Builtin::with(table_bytes, StaticEvaluator::default())
    }
}

impl<G: Game> Builtin<G> {
    /// With an evaluator of your own, for positions of chess of any kind.
    #[must_use]
    pub fn with(table_bytes: usize, evaluator: impl Into<StaticEvaluator>) -> Builtin<G> {
        Builtin::set_up(table_bytes, evaluator, &Setup::default())
    }

    /// The same with its parts set otherwise.
    #[must_use]
    pub fn set_up(
        table_bytes: usize,
        evaluator: impl Into<StaticEvaluator>,
        setup: &Setup,
    ) -> Builtin<G> {
        let pvs = Pvs::new(evaluator.into())
            .with(setup.params)
            .by_null_move()
            .quiet(setup.horizon);
        let worker = Deepening::aspiring(pvs.with_table(table_bytes), setup.aspiration);
        Builtin {
            search: Parallel { worker, threads: 1 },
        }
    }

    /// Its table.
    #[must_use]
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.search.worker.inner.table()
    }

    /// On this many threads. Then the nodes, and sometimes the move, differ from run to run.
    #[must_use]
    pub fn on(mut self, threads: usize) -> Builtin<G> {
        self.search.threads = threads.max(1);
        self
    }
}

impl<G: Playable<Move: Send + Sync>> Search<G> for Builtin<G> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        self.search.watch(root, limits, observer)
    }

    fn new_game(&mut self, seed: u64) {
        self.search.new_game(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.search.set_lines(lines);
    }
}

/// The name that its values bear.
#[must_use]
pub fn name() -> String {
    format!("gametree built-in {}", env!("CARGO_PKG_VERSION"))
}

/// The built-in engine as an analyst: this many threads, each with a search and a table of its own.
///
/// # Errors
/// When the system gives no thread.
pub fn analyst(
    threads: usize,
    table_bytes: usize,
    reproducible: bool,
) -> io::Result<SearchPool<Chess>> {
    let source = Source {
        name: name(),
        options: String::new(),
    };
    let config = PoolConfig {
        source,
        threads,
        reproducible,
    };
    SearchPool::start(config, move || {
        Box::new(Builtin::<RootMoves<Chess>>::with(
            table_bytes,
            StaticEvaluator::default(),
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use gametree::repetition::WithHistory;
    use gametree::{Analyst, Notation, Outcome, Player, Question, Score};

    use super::*;
    use crate::evaluate::Tapered;

    fn solve(fen: &str, nodes: u64) -> (String, Score) {
        let game: Chess = fen.parse().unwrap();
        let report = Builtin::new(4 << 20).search(&game, &Limits::nodes(nodes));
        (game.write_move(report.best().unwrap()), report.value)
    }

    #[test]
    fn mates_are_found_and_counted_in_plies() {
        let mates = [
            (
                "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
                "Qxf7#",
                Score::win_in(1),
            ),
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", Score::win_in(3)),
        ];
        for (fen, best, value) in &mates {
            assert_eq!(solve(fen, 50_000), ((*best).to_string(), *value), "{fen}");
        }
    }

    /// Just beyond the horizon quiet checks are tried: else a mate on the back rank is not seen there.
    #[test]
    fn a_quiet_mate_behind_the_horizon_is_met() {
        let game: Chess = "6k1/5ppp/8/8/8/8/P1r2PPP/4R1K1 b - - 0 1".parse().unwrap();
        let is_mated = |threat_plies: u32| {
            let horizon = Quiescence {
                threat_plies,
                ..Quiescence::default()
            };
            let pvs = Pvs::new(Tapered::default()).with(params()).by_null_move();
            let report = pvs.quiet(horizon).search(&game, &Limits::depth(1));
            let after = game.after(report.best().unwrap());
            let mut replies = after.moves();
            replies.any(|m| after.after(m).outcome() == Some(Outcome::Win(Player::FIRST)))
        };
        assert!(is_mated(0), "it needs the check to see it");
        assert!(!is_mated(1));
    }

    /// A perpetual check saves the side that is a rook down.
    #[test]
    fn a_draw_by_repetition_is_taken_by_who_needs_it() {
        let perpetual = "6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1";
        assert_eq!(solve(perpetual, 20_000), ("Qe8+".to_string(), Score::DRAW));
        let without = "6k1/5pp1/8/7Q/8/8/rq6/7K w - - 0 1";
        assert!(
            solve(without, 20_000).1 < Score::points(-500),
            "here the pawn is in the way"
        );
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let mut analyst = analyst(2, 1 << 20, true).unwrap();
        let position = Chess::default();
        let among: Vec<_> = ["a3", "h3", "f3"]
            .iter()
            .map(|text| position.read_move(text).unwrap())
            .collect();
        for ticket in 0..4 {
            let (position, among) = (position.clone(), among.clone());
            analyst.ask(Question {
                ticket,
                position,
                among,
                nodes: 3000,
                lines: 1,
                region: 0,
            });
        }
        let answers: Vec<_> = (0..4)
            .map(|_| analyst.answer(Duration::from_secs(60)).unwrap())
            .collect();
        let findings: Vec<_> = answers
            .into_iter()
            .map(|answer| answer.outcome.unwrap())
            .collect();
        assert!(findings.iter().all(|finding| *finding == findings[0]));
        assert!(among.contains(&findings[0].line[0]) && findings[0].nodes <= 3000);
        assert!(findings[0].source.name.starts_with("gametree built-in "));
        assert!(findings[0].shown.iter().all(|(m, _)| among.contains(m)));
    }

    #[test]
    fn what_was_played_before_the_search_counts() {
        let game: Chess = "7k/8/8/8/8/8/1qr5/6QK b - - 0 1".parse().unwrap();
        let quiet = |text: &str| game.after(game.read_move(text).unwrap()).key();
        let report = Builtin::new(1 << 20).search(&game, &Limits::nodes(5000));
        let best = report.best().unwrap();
        let past = WithHistory::new(game.clone(), &[game.after(best).key(), quiet("Kh7")]);
        let mut engine = Builtin::with(1 << 20, Tapered::default());
        let other = engine.search(&past, &Limits::nodes(5000));
        assert_ne!(other.best(), Some(best), "who is ahead does not repeat");
    }
}
