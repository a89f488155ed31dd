//! Small games with dice, hidden cards and several seats, and contenders for all of them.
#![allow(dead_code, reason = "every test file uses some of them")]

use std::time::Duration;

use gametree::rng::Rng;
use gametree::{Chance, Counts, Game, Hidden, Limits, Notation, Outcome, Payoffs, Player};
use gametree_arena::{Choice, Contender, Failure};

/// In turn every seat says 0 or 1 and throws a die; a seat that says 1 has one pip less. This many
/// rounds; the pips are the payoff, in some unit.
#[derive(Clone, Debug)]
pub struct Race {
    pub pips: Vec<i32>,
    pub turns: usize,
    pub left: usize,
    pub said: Option<u8>,
    pub unit: f64,
}

/// The race of this many seats and rounds.
pub fn race(seats: usize, rounds: usize) -> Race {
    Race {
        pips: vec![0; seats],
        turns: 0,
        left: seats * rounds,
        said: None,
        unit: 1.0,
    }
}

impl Game for Race {
    type Move = u8;
    fn turn(&self) -> Player {
        Player((self.turns % self.pips.len()) as u8)
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        if self.said.is_some() { 1..=6 } else { 0..=1 }
    }
    fn play(&mut self, m: u8) {
        let Some(said) = self.said.take() else {
            self.said = Some(m);
            return;
        };
        let seat = self.turn().0 as usize;
        self.pips[seat] += i32::from(m) - i32::from(said);
        self.turns += 1;
        self.left -= 1;
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Draw)
    }
}

impl Chance for Race {
    fn chances(&self) -> Option<impl Iterator<Item = (u8, f64)>> {
        self.said.map(|_| (1..=6).map(|pips| (pips, 1.0 / 6.0)))
    }
}

impl Payoffs for Race {
    fn players(&self) -> u8 {
        self.pips.len() as u8
    }
    fn payoff(&self, player: Player) -> f64 {
        f64::from(self.pips[player.0 as usize]) * self.unit
    }
}

impl Notation for Race {
    fn write_move(&self, m: u8) -> String {
        format!("{}{m}", if self.said.is_some() { 'd' } else { 's' })
    }
}

/// Both are dealt a card, 0 or 1, and guess the other's; a right guess is a point.
#[derive(Clone, Debug)]
pub struct Guess {
    pub cards: Vec<u8>,
    pub guesses: Vec<u8>,
    /// The first player has seen what cannot be.
    pub smudged: bool,
}

pub fn guess() -> Guess {
    Guess {
        cards: Vec::new(),
        guesses: Vec::new(),
        smudged: false,
    }
}

/// After this deal.
pub fn dealt(cards: [u8; 2]) -> Guess {
    Guess {
        cards: cards.to_vec(),
        ..guess()
    }
}

impl Game for Guess {
    type Move = u8;
    fn turn(&self) -> Player {
        Player(self.guesses.len() as u8 % 2)
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        0..=1
    }
    fn play(&mut self, m: u8) {
        if self.cards.len() < 2 {
            self.cards.push(m)
        } else {
            self.guesses.push(m)
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.guesses.len() == 2).then_some(Outcome::Draw)
    }
}

impl Chance for Guess {
    fn chances(&self) -> Option<impl Iterator<Item = (u8, f64)>> {
        (self.cards.len() < 2).then(|| [(0, 0.5), (1, 0.5)].into_iter())
    }
}

impl Payoffs for Guess {
    fn players(&self) -> u8 {
        2
    }
    fn payoff(&self, player: Player) -> f64 {
        let right = |seat: usize| f64::from(u8::from(self.guesses[seat] == self.cards[1 - seat]));
        let gain = right(0) - right(1);
        if player == Player::FIRST { gain } else { -gain }
    }
}

impl Hidden for Guess {
    type Seen = u8;
    fn view(&self, player: Player) -> Vec<u8> {
        let own = self.cards.get(player.0 as usize).copied();
        own.map(|card| if self.smudged { 9 } else { card })
            .into_iter()
            .chain(self.guesses.clone())
            .collect()
    }
    fn beginning(&self) -> Self {
        guess()
    }
}

impl Notation for Guess {
    fn write_move(&self, m: u8) -> String {
        m.to_string()
    }
}

fn choice<M>(play: M) -> Result<Choice<M>, Failure> {
    Ok(Choice {
        play,
        counts: Counts::default(),
        time: Duration::ZERO,
        proven: None,
        value: None,
        depth: None,
    })
}

/// Plays the move of this number wherever there are this many.
#[derive(Clone, Copy)]
pub struct Habit(pub usize);

impl<G: Game> Contender<G> for Habit {
    fn new_game(&mut self, _: u64) {}
    fn choose(&mut self, position: &G, _: &Limits) -> Result<Choice<G::Move>, Failure> {
        let m = position
            .moves()
            .nth(self.0)
            .or_else(|| position.moves().next());
        choice(m.ok_or_else(|| Failure::Broken("no move".into()))?)
    }
}

/// Moves at random.
#[derive(Clone)]
pub struct RandomSeat(Rng);

impl Default for RandomSeat {
    fn default() -> Self {
        RandomSeat(Rng::new(0))
    }
}

impl<G: Game> Contender<G> for RandomSeat {
    fn new_game(&mut self, seed: u64) {
        self.0 = Rng::new(seed);
    }
    fn choose(&mut self, position: &G, _: &Limits) -> Result<Choice<G::Move>, Failure> {
        let pick = self.0.below(position.moves().count());
        choice(
            position
                .moves()
                .nth(pick)
                .ok_or_else(|| Failure::Broken("no move".into()))?,
        )
    }
}

/// Looks at the other's card.
#[derive(Clone, Copy)]
pub struct Cheater;

impl Contender<Guess> for Cheater {
    fn new_game(&mut self, _: u64) {}
    fn choose(&mut self, position: &Guess, _: &Limits) -> Result<Choice<u8>, Failure> {
        choice(position.cards[1 - position.turn().0 as usize])
    }
}

/// Uses what it may: its own card in [`Guess`], its own pips in [`Race`].
#[derive(Clone, Copy)]
pub struct Careful;

impl Contender<Guess> for Careful {
    fn new_game(&mut self, _: u64) {}
    fn choose(&mut self, position: &Guess, _: &Limits) -> Result<Choice<u8>, Failure> {
        choice(1 - position.cards[position.turn().0 as usize])
    }
}

impl Contender<Race> for Careful {
    fn new_game(&mut self, _: u64) {}
    fn choose(&mut self, position: &Race, _: &Limits) -> Result<Choice<u8>, Failure> {
        choice(u8::from(position.pips[position.turn().0 as usize] % 2 == 0))
    }
}
