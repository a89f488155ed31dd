//! One game at a table of any number of seats.

use gametree::{Game, Limits, Notation, Player};

use crate::contender::{Contender, Failure};
use crate::game::{Reason, Rules, Spent};
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
}

/// A finished game.
pub(crate) struct Played {
    /// Those of players and those of chance.
    pub moves: Vec<String>,
    pub end: End,
    /// Each contender's.
    pub spent: Vec<Spent>,
}

/// How a game ended.
pub(crate) enum End {
    /// By its rules, with what each seat gets.
    Payoffs(Vec<f64>),
    /// As a draw, being too long.
    TooLong,
    /// Both of two have proven this sign of the first seat's result.
    Proven(i32),
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
struct Running<'a, G: Game> {
    setup: &'a GameSetup<'a, G>,
    position: G,
    moves: Vec<String>,
    /// How often chance has moved.
    throws: usize,
    spent: Vec<Spent>,
    /// What each contender has proven at its last choice.
    proven: Vec<Option<i32>>,
}

impl<'a, G: Game + Notation> Running<'a, G> {
    fn new(setup: &'a GameSetup<'a, G>) -> Self {
        let contenders = setup.seeds.len();
        Running {
            setup,
            position: setup.opening.position.clone(),
            moves: Vec::new(),
            throws: 0,
            spent: vec![Spent::default(); contenders],
            proven: vec![None; contenders],
        }
    }

    fn end(&self) -> Option<End> {
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
        if rules.both_proven
            && let [one, two] = seats[..]
            && let (Some(sign), true) = (self.proven[one], self.proven[one] == self.proven[two])
        {
            return Some(End::Proven(sign));
        }
        let longest = rules
            .max_plies
            .is_some_and(|most| self.moves.len() >= most as usize);
        longest.then_some(End::TooLong)
    }

    /// One move, of chance or of a contender.
    fn step(
        &mut self,
        contenders: &mut [&mut (dyn Contender<G> + '_)],
    ) -> Result<(), Interruption> {
        let GameSetup {
            referee,
            luck,
            seats,
            limits,
            ..
        } = self.setup;
        if let Some(m) = (referee.chance)(&self.position, &mut luck.throw(self.throws)) {
            self.throws += 1;
            self.play(m);
            return Ok(());
        }
        // A game that names more players than it has seats goes round the table.
        let who = seats[self.position.turn().0 as usize % seats.len()];
        let choice = match contenders[who].choose(&self.position, limits[who]) {
            Ok(choice) => choice,
            Err(Failure::Stopped) => return Err(Interruption::Stopped),
            Err(Failure::Broken(why)) => {
                return Err(Interruption::Forfeit(who, Reason::Failed(why)));
            }
        };
        self.spent[who].add(&choice);
        self.proven[who] = choice.proven;
        if !self.position.moves().any(|m| m == choice.play) {
            return Err(Interruption::Forfeit(
                who,
                Reason::IllegalMove(format!("{:?}", choice.play)),
            ));
        }
        self.play(choice.play);
        Ok(())
    }

    fn play(&mut self, m: G::Move) {
        self.moves.push(self.position.write_move(m));
        self.position.play(m);
    }

    fn played(self, end: End) -> Played {
        Played {
            moves: self.moves,
            end,
            spent: self.spent,
        }
    }
}
