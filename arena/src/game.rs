//! One game between two contenders.

use gametree::{Limits, Notation, Outcome, Player, TwoPlayer};
use serde::{Deserialize, Serialize};

use crate::contender::{Choice, Contender, Failure};
use crate::matches::Table;
use crate::opening::Opening;

/// A side of the match, whatever colour it has in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The one whose view the result is.
    A,
    /// The other one.
    B,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// A game's result in the view of A.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// A won.
    Win,
    /// Nobody won.
    Draw,
    /// B won.
    Loss,
}

impl Points {
    /// Half points of A: 2, 1 or 0.
    #[must_use]
    pub fn halves(self) -> usize {
        match self {
            Points::Win => 2,
            Points::Draw => 1,
            Points::Loss => 0,
        }
    }

    fn won_by(side: Side) -> Points {
        if side == Side::A { Points::Win } else { Points::Loss }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// It was as long as a game may be: a draw.
    MaxPlies,
    /// Both had proven the same result.
    BothProven,
    /// The loser's move was not legal.
    IllegalMove(String),
    /// The loser failed.
    Failed(String),
}

/// When a game ends before the rules end it. The default: never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// A draw after so many plies, those of the opening not counted.
    pub max_plies: Option<u32>,
    /// Ends when the last choice of each side was proven, with the same result.
    pub both_proven: bool,
}

/// What a side spent on a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Moves chosen.
    pub choices: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Calls of the evaluator.
    pub evaluations: u64,
    /// Calls of the move operator.
    pub moves: u64,
    /// Time used.
    pub seconds: f64,
}

impl Spent {
    fn add<M>(&mut self, choice: &Choice<M>) {
        self.choices += 1;
        self.nodes += choice.counts.nodes;
        self.evaluations += choice.counts.evaluations;
        self.moves += choice.counts.moves;
        self.seconds += choice.time.as_secs_f64();
    }

    /// Calls of the move operator in a second.
    #[must_use]
    pub fn moves_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.moves as f64 / self.seconds } else { 0.0 }
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.choices += other.choices;
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.moves += other.moves;
        self.seconds += other.seconds;
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0. The games 2k and 2k + 1 are a pair.
    pub number: usize,
    /// The opening's name.
    pub opening: String,
    /// Who was the first player.
    pub first: Side,
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// The result, A's view.
    pub result: Points,
    /// Why it ended.
    pub reason: Reason,
    /// What A spent.
    pub a: Spent,
    /// What B spent.
    pub b: Spent,
}

/// What is to be played.
pub(crate) struct Assignment<'a, G> {
    pub number: usize,
    pub opening: &'a Opening<G>,
    pub first: Side,
    /// A's and B's.
    pub limits: [&'a Limits; 2],
    pub seeds: [u64; 2],
    pub rules: Rules,
}

/// Plays a game; `None` when it was stopped before its end.
pub(crate) fn play<G>(task: &Assignment<'_, G>, table: &mut Table<'_, G>) -> Option<GameRecord>
where
    G: TwoPlayer + Notation,
{
    table.a.new_game(task.seeds[0]);
    table.b.new_game(task.seeds[1]);
    let mut game = Running::new(task);
    loop {
        if let Some((result, reason)) = game.end() {
            return Some(game.record(result, reason));
        }
        match game.step(table) {
            Ok(()) => {}
            Err(Failure::Stopped) => return None,
            Err(Failure::Broken(why)) => return Some(game.forfeit(Reason::Failed(why))),
        }
        if let Some(text) = game.illegal.take() {
            return Some(game.forfeit(Reason::IllegalMove(text)));
        }
    }
}

/// A game in progress.
struct Running<'a, G> {
    task: &'a Assignment<'a, G>,
    position: G,
    moves: Vec<String>,
    spent: [Spent; 2],
    /// What each side has proven at its last choice.
    proven: [Option<i32>; 2],
    illegal: Option<String>,
}

impl<'a, G: TwoPlayer + Notation> Running<'a, G> {
    fn new(task: &'a Assignment<'a, G>) -> Self {
        let position = task.opening.position.clone();
        Running {
            task,
            position,
            moves: Vec::new(),
            spent: Default::default(),
            proven: [None; 2],
            illegal: None,
        }
    }

    /// The side of a player.
    fn side(&self, player: Player) -> Side {
        if player == Player::FIRST { self.task.first } else { self.task.first.other() }
    }

    /// The result by its sign for the first player.
    fn points(&self, sign: i32) -> Points {
        match sign {
            0 => Points::Draw,
            1.. => Points::won_by(self.task.first),
            _ => Points::won_by(self.task.first.other()),
        }
    }

    fn end(&self) -> Option<(Points, Reason)> {
        if let Some(outcome) = self.position.outcome() {
            let sign = match outcome {
                Outcome::Win(player) => return Some((Points::won_by(self.side(player)), Reason::Rules)),
                Outcome::Draw | Outcome::Loop => 0,
                Outcome::Points(points) => points.signum(),
            };
            return Some((self.points(sign), Reason::Rules));
        }
        if let [Some(a), Some(b)] = self.proven
            && self.task.rules.both_proven
            && a == b
        {
            return Some((self.points(a), Reason::BothProven));
        }
        let longest = self.task.rules.max_plies.is_some_and(|most| self.moves.len() >= most as usize);
        longest.then_some((Points::Draw, Reason::MaxPlies))
    }

    fn step(&mut self, table: &mut Table<'_, G>) -> Result<(), Failure> {
        let side = self.side(self.position.turn());
        let contender: &mut dyn Contender<G> = match side {
            Side::A => table.a.as_mut(),
            Side::B => table.b.as_mut(),
        };
        let choice = contender.choose(&self.position, self.task.limits[side as usize])?;
        self.spent[side as usize].add(&choice);
        self.proven[side as usize] = choice.proven;
        if !self.position.moves().any(|m| m == choice.play) {
            self.illegal = Some(format!("{:?}", choice.play));
            return Ok(());
        }
        self.moves.push(self.position.write_move(choice.play));
        self.position.play(choice.play);
        Ok(())
    }

    /// The mover loses.
    fn forfeit(self, reason: Reason) -> GameRecord {
        let winner = self.side(self.position.turn()).other();
        self.record(Points::won_by(winner), reason)
    }

    fn record(self, result: Points, reason: Reason) -> GameRecord {
        let [a, b] = self.spent;
        GameRecord {
            number: self.task.number,
            opening: self.task.opening.name.clone(),
            first: self.task.first,
            moves: self.moves,
            result,
            reason,
            a,
            b,
        }
    }
}
