//! An analyst that has endgame tables: what they know it answers at once, the rest goes to another.
//!
//! What tables say is exact: the source says so ([`Source::exact`]), and a project does not search
//! such a position any further. A win is worth 200 pawns, less a hundredth for each ply to the next
//! capture or pawn move: tables do not know how far the mate is. The 50-move rule counts, with the
//! clock of the position; where the tables round so near the limit that they cannot tell, and where
//! positions of the game before have occurred twice, another is asked.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use gametree::{Analyst, Answer, Finding, Game, Outcome, Player, Question, Score, Source, Worker};
use shakmaty::Move;

use crate::Chess;
use crate::syzygy::{Tables, TablesError};

/// What a win is worth, in hundredths of a pawn.
const WIN: i32 = 20_000;

/// The name that values from tables bear.
pub const NAME: &str = "Syzygy";

/// An analyst with endgame tables.
pub struct WithTables<A> {
    analyst: A,
    tables: Tables,
    source: Arc<Source>,
    answers: VecDeque<Answer<Move>>,
}

impl<A: Analyst<Chess>> WithTables<A> {
    /// The analyst is asked what the tables do not know.
    #[must_use]
    pub fn new(analyst: A, tables: Tables) -> WithTables<A> {
        WithTables {
            analyst,
            tables,
            source: Arc::new(Source::exact(NAME)),
            answers: VecDeque::new(),
        }
    }

    fn finding(&self, best: Best) -> Finding<Move> {
        Finding {
            value: best.value,
            line: vec![best.m],
            shown: vec![(best.m, best.value)],
            depth: 1,
            nodes: best.probed,
            wdl: None,
            source: Arc::clone(&self.source),
            lines: Vec::new(),
        }
    }
}

impl<A: Analyst<Chess>> Analyst<Chess> for WithTables<A> {
    fn ask(&mut self, question: Question<Chess>) {
        // A table that is broken knows nothing.
        match best(&self.tables, &question).ok().flatten() {
            None => self.analyst.ask(question),
            Some(best) => self.answers.push_back(Answer {
                ticket: question.ticket,
                outcome: Ok(self.finding(best)),
                elapsed: Duration::ZERO,
            }),
        }
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<Move>> {
        self.answers
            .pop_front()
            .or_else(|| self.analyst.answer(patience))
    }

    fn give_up(&mut self) {
        self.answers.clear();
        self.analyst.give_up();
    }

    fn workers(&self) -> Vec<Worker> {
        self.analyst.workers()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        let mut sources = self.analyst.sources();
        sources.push(Arc::clone(&self.source));
        sources
    }
}

/// A move that keeps the result.
struct Best {
    m: Move,
    /// White's view.
    value: Score,
    probed: u64,
}

/// The best of the moves that are asked about; `None` where the tables do not know.
fn best(tables: &Tables, question: &Question<Chess>) -> Result<Option<Best>, TablesError> {
    let position = &question.position;
    if !tables.may_know(position) || position.past.is_some() {
        return Ok(None);
    }
    let moves = match &question.among[..] {
        [] => position.moves().collect(),
        among => among.to_vec(),
    };
    let mut best: Option<(Move, Score)> = None;
    for &m in &moves {
        let Some(value) = after(tables, position, m)? else {
            return Ok(None);
        };
        if best.is_none_or(|(_, known)| value > known) {
            best = Some((m, value));
        }
    }
    let white = position.turn() == Player::FIRST;
    Ok(best.map(|(m, value)| Best {
        m,
        value: if white { value } else { -value },
        probed: moves.len() as u64,
    }))
}

/// What a move is worth to the mover.
pub(crate) fn after(
    tables: &Tables,
    position: &Chess,
    m: Move,
) -> Result<Option<Score>, TablesError> {
    let after = position.after(m);
    match after.outcome() {
        Some(Outcome::Win(_)) => return Ok(Some(Score::win_in(1))),
        Some(_) => return Ok(Some(Score::DRAW)),
        None => {}
    }
    let Some(reply) = tables.by_the_clock(&after)? else {
        return Ok(None);
    };
    let plies = if m.is_zeroing() {
        1
    } else {
        reply.plies.saturating_add(1)
    };
    let win = Score::points(WIN - plies.min(WIN / 2));
    Ok(Some(match reply.winner {
        0 => Score::DRAW,
        1.. => -win,
        _ => win,
    }))
}
