//! One game at a table of any number of seats.

use gametree::{Game, Limits, Notation, Player};

use crate::adjudicate::{Opinions, Oracle, by_score};
use crate::clock::GameClocks;
use crate::contender::{Choice, Contender, Failure};
use crate::game::{Reason, Rules, Spent};
use crate::move_stats::MoveStats;
use crate::opening::Opening;
use crate::referee::{Luck, Referee};

/// What is played, and by whom. Contenders are counted by their places at this table.
pub(crate) struct GameSetup<'a, G: Game> {
    pub opening: &'a Opening<G>,
    pub referee: Referee<G>,
    pub luck: Luck,
    /// The contender in each seat; one may hold several.
    pub seats: Vec<usize>,
    /// Each contender's.
    pub limits: Vec<&'a Limits>,
    /// Each contender's.
    pub seeds: Vec<u64>,
    pub rules: Rules,
    /// Ends games whose result is known.
    pub oracle: Option<&'a Oracle<G>>,
}

/// A finished game.
pub(crate) struct Played {
    /// Those of players and those of chance.
    pub moves: Vec<String>,
    pub end: End,
    /// Each contender's.
    pub spent: Vec<Spent>,
    /// Each move's.
    pub stats: Vec<MoveStats>,
}

/// How a game ended.
pub(crate) enum End {
    /// By its rules, with what each seat gets.
    Payoffs(Vec<f64>),
    /// As a draw, being too long.
    TooLong,
    /// Before the rules ended it, with this sign of the first seat's result.
    Adjudicated(i32, Reason),
    /// A contender failed or broke the rules.
    Forfeit(usize, Reason),
}

/// Plays a game; `None` when it was stopped before its end.
pub(crate) fn play<'t, G>(
    setup: &GameSetup<'_, G>,
    contenders: &mut [&mut (dyn Contender<G> + 't)],
) -> Option<Played>
where
    G: Game + Notation + 't,
{
    for (contender, &seed) in contenders.iter_mut().zip(&setup.seeds) {
        contender.new_game(seed);
    }
    let mut running = Running::new(setup);
    loop {
        if let Some(end) = running.end() {
            return Some(running.played(end));
        }
        match running.step(contenders) {
            Ok(()) => {}
            Err(Interruption::Stopped) => return None,
            Err(Interruption::Forfeit(who, reason)) => {
                return Some(running.played(End::Forfeit(who, reason)));
            }
        }
    }
}

/// Why play does not go on.
enum Interruption {
    Stopped,
    Forfeit(usize, Reason),
}

/// A game in progress.
pub(crate) struct Running<'a, G: Game> {
    setup: &'a GameSetup<'a, G>,
    pub(crate) position: G,
    pub(crate) moves: Vec<String>,
    /// The moves themselves.
    line: Vec<G::Move>,
    stats: Vec<MoveStats>,
    pub(crate) clocks: Option<GameClocks>,
    /// What each contender said of its moves.
    opinions: Vec<Opinions>,
    /// How often chance has moved.
    throws: usize,
    spent: Vec<Spent>,
    /// What each contender has proven at its last choice.
    proven: Vec<Option<i32>>,
}

impl<'a, G: Game + Notation> Running<'a, G> {
    pub(crate) fn new(setup: &'a GameSetup<'a, G>) -> Self {
        let contenders = setup.seeds.len();
        Running {
            setup,
            position: setup.opening.position.clone(),
            moves: Vec::new(),
            line: Vec::new(),
            stats: Vec::new(),
            clocks: setup
                .rules
                .clock
                .map(|control| GameClocks::new(control, contenders)),
            opinions: vec![Opinions::default(); contenders],
            throws: 0,
            spent: vec![Spent::default(); contenders],
            proven: vec![None; contenders],
        }
    }

    pub(crate) fn end(&self) -> Option<End> {
        let GameSetup {
            referee,
            seats,
            rules,
            ..
        } = self.setup;
        if self.position.outcome().is_some() {
            let payoff = |seat: usize| (referee.payoff)(&self.position, Player(seat as u8));
            return Some(End::Payoffs((0..seats.len()).map(payoff).collect()));
        }
        if let Some((sign, reason)) = self.adjudicated() {
            return Some(End::Adjudicated(sign, reason));
        }
        let longest = rules
            .max_plies
            .is_some_and(|most| self.moves.len() >= most as usize);
        longest.then_some(End::TooLong)
    }

    /// The result and why it is known before the end.
    fn adjudicated(&self) -> Option<(i32, Reason)> {
        let GameSetup {
            seats,
            rules,
            oracle,
            ..
        } = self.setup;
        if let Some(sign) = oracle.and_then(|oracle| oracle.result(&self.position)) {
            return Some((sign, Reason::Tablebases));
        }
        let &[one, two] = &seats[..] else {
            return None;
        };
        if rules.both_proven
            && let (Some(sign), true) = (self.proven[one], self.proven[one] == self.proven[two])
        {
            return Some((sign, Reason::BothProven));
        }
        by_score(&self.opinions, rules.win_by_score, rules.draw_by_score)
            .map(|sign| (sign, Reason::Score))
    }

    /// One move, of chance or of a contender.
    fn step(
        &mut self,
        contenders: &mut [&mut (dyn Contender<G> + '_)],
    ) -> Result<(), Interruption> {
        if self.throw() {
            return Ok(());
        }
        let who = self.mover();
        let choice = self.ask(who, &mut *contenders[who])?;
        self.proven[who] = choice.proven;
        if self.accept(who, &choice) {
            return Ok(());
        }
        Err(Interruption::Forfeit(
            who,
            Reason::IllegalMove(format!("{:?}", choice.play)),
        ))
    }

    /// The move of chance, where one is due.
    pub(crate) fn throw(&mut self) -> bool {
        let GameSetup { referee, luck, .. } = self.setup;
        let Some(m) = (referee.chance)(&self.position, &mut luck.throw(self.throws)) else {
            return false;
        };
        self.throws += 1;
        self.play(m, MoveStats::default());
        true
    }

    /// Whose move it is, among the contenders.
    pub(crate) fn mover(&self) -> usize {
        let seats = &self.setup.seats;
        // A game that names more players than it has seats goes round the table.
        seats[self.position.turn().0 as usize % seats.len()]
    }

    /// Whether a game may end here because both sides have proven its result.
    pub(crate) fn may_end_proven(&self) -> bool {
        let moved = |spent: &Spent| spent.choices > 0;
        self.setup.rules.both_proven && self.setup.seats.len() == 2 && self.spent.iter().all(moved)
    }

    /// Plays a contender's choice; returns whether it is legal.
    pub(crate) fn accept(&mut self, who: usize, choice: &Choice<G::Move>) -> bool {
        self.spent[who].add(choice);
        self.opinions[who].add(choice.value);
        let legal = self.position.moves().any(|m| m == choice.play);
        if legal {
            self.play(choice.play, MoveStats::of(choice));
        }
        legal
    }

    /// A contender's choice, in time.
    fn ask(
        &mut self,
        who: usize,
        contender: &mut (dyn Contender<G> + '_),
    ) -> Result<Choice<G::Move>, Interruption> {
        let limits = self.setup.limits[who];
        let choice = match &self.clocks {
            None => contender.choose(&self.position, limits),
            Some(clocks) => contender.choose_on_clock(&self.position, limits, &clocks.seen_by(who)),
        };
        let choice = choice.map_err(|failure| {
            let reason = match failure {
                Failure::Stopped => return Interruption::Stopped,
                Failure::Illegal(m) => Reason::IllegalMove(m),
                Failure::Late => Reason::Time,
                Failure::Broken(why) => Reason::Failed(why),
            };
            Interruption::Forfeit(who, reason)
        })?;
        let clocks = self.clocks.as_mut();
        if clocks.is_none_or(|clocks| clocks.press(who, choice.time)) {
            Ok(choice)
        } else {
            Err(Interruption::Forfeit(who, Reason::Time))
        }
    }

    fn play(&mut self, m: G::Move, stats: MoveStats) {
        self.moves.push(self.position.write_move(m));
        self.stats.push(stats);
        self.line.push(m);
        let GameSetup {
            referee, opening, ..
        } = self.setup;
        match (referee.recall)(&opening.position, &self.line) {
            Some(position) => self.position = position,
            None => self.position.play(m),
        }
    }

    fn played(self, end: End) -> Played {
        Played {
            moves: self.moves,
            end,
            spent: self.spent,
            stats: self.stats,
        }
    }
}
