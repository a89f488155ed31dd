//! The analysts that come with the program: a search for every game that can be a project.

use std::io;

use gametree::among::{Among, Within};
use gametree::deepening::Deepening;
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::reductions::Reductions;
use gametree::retrograde::Retrograde;
use gametree::thinkers::{Crew, Thinkers};
use gametree::{Analyst, Evaluator, Guided, Keyed, Noisy, Source};
use gametree_chess::Chess;
use gametree_games::connect4::{Connect4, Threats};
use gametree_games::nim::{HeapParity, Heaps};
use gametree_games::squares::{Race, Squares};
use gametree_games::tictactoe::Weighted;
use gametree_games::{breakthrough, othello, tictactoe};

use crate::host::{Host, Wanted};
use crate::refusal::Refusal;
use crate::shown::Shown;

/// An analyst behind a pointer.
pub type AnyAnalyst<G> = Box<dyn Analyst<G> + Send>;

/// A game for which the program has an analyst of its own.
pub trait Staffed: Shown<Move: Send + Sync> {
    /// So many threads, each with a search and a table of so many bytes of its own. Where it is
    /// `reproducible`, the same question always has the same answer.
    ///
    /// # Errors
    /// When the system gives no thread.
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>>;

    /// The analyst that a page wants, and a few words about it. Most games have the program's own
    /// only.
    ///
    /// # Errors
    /// When there is no such engine, or it does not work.
    fn hire(host: &dyn Host, wanted: &Wanted) -> Result<(AnyAnalyst<Self>, String), Refusal> {
        let _ = host;
        if wanted.engine != BUILTIN || !wanted.options.is_empty() {
            return Err(Refusal::absent(
                "this game has the built-in engine only, which has no options",
            ));
        }
        let count = wanted
            .count
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let table = (wanted.hash.unwrap_or(HASH) as usize) << 20;
        let analyst = Self::analyst(
            count.clamp(1, MOST_THREADS),
            table.clamp(1 << 20, 1 << 36),
            wanted.reproducible,
        );
        let analyst = analyst
            .map_err(|error| Refusal::failed(format!("no thread can be started: {error}")))?;
        Ok((analyst, format!("{count} × the built-in search")))
    }
}

/// The engine that needs nothing.
pub const BUILTIN: &str = "builtin";

/// Mebibytes of hash where nobody says.
const HASH: u64 = 64;

/// The most threads.
const MOST_THREADS: usize = 256;

/// How a game is searched.
#[derive(Clone, Copy, Debug)]
struct Method<E> {
    /// A word for the evaluator, which the values depend on.
    judge: &'static str,
    evaluator: E,
    params: Params,
    /// At most so many plies beyond the horizon.
    quiet: u32,
    /// Half the window round the last value, in points.
    aspiration: Option<i32>,
}

impl<E> Method<E> {
    /// Principal variation search that follows noisy moves.
    fn new(judge: &'static str, evaluator: E) -> Method<E> {
        let quiet = Quiescence::default().most_plies;
        Method {
            judge,
            evaluator,
            params: Params::default(),
            quiet,
            aspiration: None,
        }
    }

    /// Late moves are searched less deep.
    fn reduced(self, percent: u32, least_depth: u32) -> Method<E> {
        let reductions = Some(Reductions {
            percent,
            least_depth,
            ..Reductions::default()
        });
        Method {
            params: Params {
                reductions,
                ..self.params
            },
            ..self
        }
    }
}

/// Who answers.
fn crew(judge: &str, threads: usize, reproducible: bool) -> Crew {
    let name = format!("gametree built-in {}", env!("CARGO_PKG_VERSION"));
    Crew {
        source: Source {
            name,
            options: format!("evaluator={judge}"),
        },
        threads,
        reproducible,
    }
}

/// Starts principal variation searches on threads of their own.
fn hire<G, E>(
    method: Method<E>,
    threads: usize,
    table_bytes: usize,
    reproducible: bool,
) -> io::Result<AnyAnalyst<G>>
where
    G: Staffed + Keyed + Noisy + Guided,
    E: Evaluator<G> + Copy + Send + Sync + 'static,
{
    let Method {
        judge,
        evaluator,
        params,
        quiet,
        aspiration,
    } = method;
    let make = move || {
        let pvs = Pvs::<Among<G>, _>::new(Within(evaluator))
            .with(params)
            .guided();
        let inner = pvs
            .quiet(Quiescence { most_plies: quiet })
            .with_table(table_bytes);
        Box::new(Deepening {
            aspiration,
            ..Deepening::new(inner)
        }) as _
    };
    Ok(Box::new(Thinkers::start(
        crew(judge, threads, reproducible),
        make,
    )?))
}

impl Staffed for Chess {
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>> {
        Ok(Box::new(gametree_chess::builtin::analyst(
            threads,
            table_bytes,
            reproducible,
        )?))
    }

    /// Chess has the user's engines.
    fn hire(host: &dyn Host, wanted: &Wanted) -> Result<(AnyAnalyst<Self>, String), Refusal> {
        let hired = host.hire(wanted)?;
        Ok((hired.analyst, hired.about))
    }
}

impl Staffed for Connect4 {
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>> {
        hire(
            Method::new("threats", Threats),
            threads,
            table_bytes,
            reproducible,
        )
    }
}

impl<const N: usize> Staffed for tictactoe::Board<'static, N> {
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>> {
        hire(
            Method::new("open lines", Weighted::AIMA),
            threads,
            table_bytes,
            reproducible,
        )
    }
}

/// As the command line searches it: the settings won matches.
impl Staffed for othello::Board {
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>> {
        let method = Method::new("patterns", othello::Patterns::default()).reduced(80, 3);
        let method = Method {
            quiet: 0,
            aspiration: Some(3 * othello::DISC),
            ..method
        };
        hire(method, threads, table_bytes, reproducible)
    }
}

/// As the command line searches it: the settings won matches.
impl Staffed for breakthrough::Board {
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>> {
        let method = Method::new("rows", breakthrough::Rows::default()).reduced(80, 2);
        hire(method, threads, table_bytes, reproducible)
    }
}

impl Staffed for Heaps {
    fn analyst(
        threads: usize,
        table_bytes: usize,
        reproducible: bool,
    ) -> io::Result<AnyAnalyst<Self>> {
        hire(
            Method::new("parity of heaps", HeapParity),
            threads,
            table_bytes,
            reproducible,
        )
    }
}

/// Play may go round in circles: every position that can be reached is listed and settled
/// backwards.
impl Staffed for Squares {
    fn analyst(threads: usize, _: usize, reproducible: bool) -> io::Result<AnyAnalyst<Self>> {
        let make = || {
            Box::new(Retrograde {
                evaluator: Within(Race),
            }) as _
        };
        Ok(Box::new(Thinkers::start(
            crew("race", threads, reproducible),
            make,
        )?))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use gametree::{Finding, Question, Score, Verdict};

    use super::*;
    use crate::shown::list::{PLAYABLE, Visit, with_game};

    const PATIENCE: Duration = Duration::from_secs(60);

    fn ask<G: Staffed>(analyst: &mut AnyAnalyst<G>, position: &G, nodes: u64) -> Finding<G::Move> {
        analyst.ask(Question {
            ticket: 1,
            position: position.clone(),
            among: Vec::new(),
            nodes,
            region: 0,
        });
        analyst
            .answer(PATIENCE)
            .expect("an answer in time")
            .outcome
            .unwrap_or_else(|trouble| panic!("{trouble:?}"))
    }

    fn value<G: Staffed>(text: &str, nodes: u64) -> (String, Verdict) {
        let position = G::from_user(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let finding = ask(&mut G::analyst(1, 1 << 20, true).unwrap(), &position, nodes);
        (
            position.write_move(finding.line[0]),
            finding.value.verdict(),
        )
    }

    /// Asks the analyst of a game about all its starts, twice.
    struct Start(&'static [&'static str]);

    impl Visit for Start {
        type Out = ();

        fn run<G: Staffed>(self) {
            let mut analyst = G::analyst(2, 1 << 20, true).unwrap();
            for start in self.0 {
                let position = G::from_user(start).unwrap();
                let finding = ask(&mut analyst, &position, 3000);
                let mut reached = position.clone();
                for &m in &finding.line {
                    assert!(
                        reached.outcome().is_none() && reached.moves().any(|legal| legal == m),
                        "{start}"
                    );
                    reached.play(m);
                }
                assert!(!finding.line.is_empty() && finding.nodes > 0, "{start}");
                assert_eq!(
                    ask(&mut analyst, &position, 3000),
                    finding,
                    "{start}: asked again"
                );
                assert!((0.0..=1.0).contains(&G::chance(finding.value)));
            }
            assert!(analyst.sources()[0].name.starts_with("gametree built-in"));
        }
    }

    #[test]
    fn every_analyst_answers_about_every_start_with_a_legal_line() {
        for playable in PLAYABLE {
            with_game(playable.name, Start(playable.starts)).unwrap();
        }
    }

    #[test]
    fn wins_at_hand_are_found() {
        assert_eq!(
            value::<Connect4>("121212", 1000),
            ("1".into(), Verdict::Win(1))
        );
        assert_eq!(
            value::<Connect4>("7121216", 1000).1,
            Verdict::Loss(1),
            "the second player has three ones"
        );
        assert_eq!(
            value::<tictactoe::Board<'static, 1>>("b2 b1", 10_000).1,
            Verdict::Win(5)
        );
        assert_eq!(
            value::<tictactoe::Board<'static, 6>>("mnk:9x9x5 a1 i9 b1 i8 c1 i7 d1 i6", 1000),
            ("e1".into(), Verdict::Win(1))
        );
        assert_eq!(
            value::<breakthrough::Board>("OOOO/XO.O/..O./..XX/XXXX X", 1000).1,
            Verdict::Win(1)
        );
        assert_eq!(value::<Heaps>("3,4,5", 100_000).0, "1:2");
        assert_eq!(value::<Squares>("squares:4", 1000).1, Verdict::Win(3));
    }

    /// The whole game on the small board: the second player wins by eight discs.
    #[test]
    fn small_othello_is_played_to_its_end() {
        assert_eq!(
            value::<othello::Board>("othello:4", 2_000_000).1,
            Score::points(-8 * othello::DISC).verdict()
        );
    }
}
