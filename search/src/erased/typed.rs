//! What knows one game only, on erased positions: a game's own solver, sampler, rule of thumb, or
//! another program.

use std::fmt;
use std::marker::PhantomData;

use std::sync::Arc;
use std::time::Duration;

use super::{ErasedMove, ErasedPosition, PackedMoves};
use crate::analyst::{Analyst, Answer, Finding, PvLine, Question, Source, Worker};
use crate::evaluator::Evaluator;
use crate::game::{Game, Payoffs, Player};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::pimc::{Clairvoyant, Sight};
use crate::report::Report;
use crate::search::Search;

/// Something for the game `G`, to be used on erased positions of that game.
///
/// It is the other half of *compile what is hot*: a typed search in here is a search for erased
/// positions like any other, and runs at full speed. Its steps cannot be seen: what is observed
/// runs on the erased position itself.
///
/// # Panics
///
/// Where it is given a position of another game, or one that borrows
/// ([`ErasedPosition::downcast_ref`] gives `None`).
///
/// ```
/// use gametree::erased::Typed;
/// # use gametree::{Bounds, Chance, Game, Keyed, Limits, Notation, Outcome, Payoffs, Player};
/// # #[derive(Clone, Copy)]
/// # struct Coin(u8);
/// # impl Game for Coin {
/// #     type Move = u8;
/// #     fn turn(&self) -> Player { Player::FIRST }
/// #     fn moves(&self) -> impl Iterator<Item = u8> { 1..=2 }
/// #     fn play(&mut self, m: u8) { self.0 = m; }
/// #     fn outcome(&self) -> Option<Outcome> { (self.0 > 0).then_some(Outcome::Points(i32::from(self.0))) }
/// # }
/// # impl Chance for Coin {}
/// # impl Payoffs for Coin {
/// #     fn players(&self) -> u8 { 2 }
/// #     fn payoff(&self, p: Player) -> f64 { if p.0 == 0 { f64::from(self.0) } else { -f64::from(self.0) } }
/// # }
/// # impl gametree::erased::PackedMoves for Coin {
/// #     fn pack(m: u8) -> u64 { m.into() }
/// #     fn unpack(code: u64) -> u8 { code as u8 }
/// # }
/// # impl gametree::Drawn for Coin {}
/// # impl Keyed for Coin { fn key(&self) -> u64 { u64::from(self.0) } }
/// # impl Notation for Coin { fn write_move(&self, m: u8) -> String { m.to_string() } }
/// # impl std::fmt::Display for Coin {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { write!(f, "{}", self.0) }
/// # }
/// use gametree::{PayoffSearch, Blind, erased::{ErasedMove, ErasedPosition}, one_ply::OnePly};
/// let root = ErasedPosition::payoff(Coin(0), std::sync::Arc::new(Blind));
/// let mut typed = Typed::<Coin, _>::new(OnePly { evaluator: Blind });
/// assert_eq!(typed.search_payoffs(&root, &Limits::none()).best(), Some(ErasedMove(2)));
/// ```
pub struct Typed<G, T> {
    /// What knows the game.
    pub inner: T,
    game: PhantomData<fn() -> G>,
}

impl<G, T> Typed<G, T> {
    /// This, on erased positions.
    #[must_use]
    pub fn new(inner: T) -> Typed<G, T> {
        Typed {
            inner,
            game: PhantomData,
        }
    }
}

impl<G, T: Clone> Clone for Typed<G, T> {
    fn clone(&self) -> Self {
        Typed::new(self.inner.clone())
    }
}

impl<G, T: fmt::Debug> fmt::Debug for Typed<G, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Typed").field(&self.inner).finish()
    }
}

/// The typed position inside.
pub(super) fn inside<'p, G: 'static>(position: &'p ErasedPosition<'_>) -> &'p G {
    position
        .downcast_ref()
        .expect("a position of the game that this was made for")
}

impl<G: Game + 'static, T: Evaluator<G>> Evaluator<ErasedPosition<'_>> for Typed<G, T> {
    fn evaluate(&self, position: &ErasedPosition<'_>) -> i32 {
        self.inner.evaluate(inside(position))
    }
}

impl<G: Payoffs + 'static, T: PayoffEvaluator<G>> PayoffEvaluator<ErasedPosition<'_>>
    for Typed<G, T>
{
    fn expected_payoff(&self, position: &ErasedPosition<'_>, player: Player) -> f64 {
        self.inner.expected_payoff(inside(position), player)
    }
}

impl<'a, G, T> Search<ErasedPosition<'a>> for Typed<G, T>
where
    G: PackedMoves + 'static,
    T: Search<G>,
{
    fn watch<O: Observer<ErasedPosition<'a>>>(
        &mut self,
        root: &ErasedPosition<'a>,
        limits: &Limits,
        _: &mut O,
    ) -> Report<ErasedMove> {
        let report = self.inner.search(inside(root), limits);
        Report {
            value: report.value,
            line: report.line.into_iter().map(ErasedMove::of::<G>).collect(),
            proven: report.proven,
            stop: report.stop,
            depth: report.depth,
            counts: report.counts,
            elapsed: report.elapsed,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.inner.set_lines(lines);
    }
}

impl<'a, G, T> PayoffSearch<ErasedPosition<'a>> for Typed<G, T>
where
    G: PackedMoves + Payoffs + 'static,
    T: PayoffSearch<G>,
{
    fn watch_payoffs<O: Observer<ErasedPosition<'a>>>(
        &mut self,
        root: &ErasedPosition<'a>,
        limits: &Limits,
        _: &mut O,
    ) -> PayoffReport<ErasedMove> {
        let payoff_report = self.inner.search_payoffs(inside(root), limits);
        let moves = payoff_report.moves.into_iter();
        PayoffReport {
            values: payoff_report.values,
            line: payoff_report
                .line
                .into_iter()
                .map(ErasedMove::of::<G>)
                .collect(),
            moves: moves
                .map(|(m, value)| (ErasedMove::of::<G>(m), value))
                .collect(),
            proven: payoff_report.proven,
            stop: payoff_report.stop,
            depth: payoff_report.depth,
            worlds: payoff_report.worlds,
            counts: payoff_report.counts,
            elapsed: payoff_report.elapsed,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }
}

/// An analyst of one game: engines, or a pool of its own searches.
impl<'a, G, T> Analyst<ErasedPosition<'a>> for Typed<G, T>
where
    G: PackedMoves + 'static,
    T: Analyst<G>,
{
    fn ask(&mut self, question: Question<ErasedPosition<'a>>) {
        let among = question.among.into_iter().map(ErasedMove::typed::<G>);
        self.inner.ask(Question {
            ticket: question.ticket,
            position: inside::<G>(&question.position).clone(),
            among: among.collect(),
            nodes: question.nodes,
            lines: question.lines,
            region: question.region,
        });
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<ErasedMove>> {
        let answer = self.inner.answer(patience)?;
        Some(Answer {
            ticket: answer.ticket,
            outcome: answer.outcome.map(erased_finding::<G>),
            elapsed: answer.elapsed,
        })
    }

    fn give_up(&mut self) {
        self.inner.give_up();
    }

    fn cancel(&mut self, ticket: u64) {
        self.inner.cancel(ticket);
    }

    fn workers(&self) -> Vec<Worker> {
        self.inner.workers()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        self.inner.sources()
    }
}

fn erased_finding<G: PackedMoves>(finding: Finding<G::Move>) -> Finding<ErasedMove> {
    let erased = |moves: Vec<G::Move>| moves.into_iter().map(ErasedMove::of::<G>).collect();
    let shown = finding.shown.into_iter();
    let lines = finding.lines.into_iter().map(|line| PvLine {
        value: line.value,
        moves: erased(line.moves),
        depth: line.depth,
    });
    Finding {
        value: finding.value,
        line: erased(finding.line),
        shown: shown
            .map(|(m, value)| (ErasedMove::of::<G>(m), value))
            .collect(),
        lines: lines.collect(),
        depth: finding.depth,
        nodes: finding.nodes,
        wdl: finding.wdl,
        source: finding.source,
    }
}

/// A double-dummy solver of one game, for [`crate::pimc::Pimc`] on erased positions.
impl<'a, G, T> Clairvoyant<ErasedPosition<'a>> for Typed<G, T>
where
    G: PackedMoves + Payoffs + 'static,
    T: Clairvoyant<G>,
{
    fn sight(&mut self, world: &ErasedPosition<'a>, limits: &Limits) -> Sight<ErasedMove> {
        let sight = self.inner.sight(inside(world), limits);
        let moves = sight.moves.into_iter();
        Sight {
            moves: moves
                .map(|(m, values)| (ErasedMove::of::<G>(m), values))
                .collect(),
            stop: sight.stop,
            counts: sight.counts,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }
}
