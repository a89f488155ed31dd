//! Backgammon: fifteen checkers a side race round 24 points in opposite directions, by the numbers
//! of two dice.
//!
//! ```text
//!  +13-14-15-16-17-18------19-20-21-22-23-24-+
//!  | X           O    |   | O              X |      X moves from 24 down to 1 and off,
//!  | X           O    |   | O              X |      O the other way; who bears off all
//!  | X           O    |   | O                |      fifteen first wins
//!  | X                |   | O                |
//!  | X                |   | O                |      6-3, X to play: 24/15, 24/18 13/10 …
//!  |                  |   |                  |
//! ```
//!
//! A turn is two nodes: chance rolls ([`Move::Roll`]), then the player plays the whole roll
//! ([`Move::Play`]). With the doubling cube up to two more come before the roll: the player doubles
//! or not, the opponent takes or drops.
//!
//! | stage | who acts | moves |
//! | --- | --- | --- |
//! | [`Stage::Opening`] | chance | 30 rolls; the first player begins where their die, the first, is the higher |
//! | [`Stage::Cube`] | the one on roll | `roll`, `double` |
//! | [`Stage::Doubled`] | the opponent | `take`, `drop` |
//! | [`Stage::Roll`] | chance | 21 rolls |
//! | [`Stage::Play`] | the one on roll | the legal plays, each result once; `pass` where there is none |
//!
//! A win is worth one point, a gammon (the loser has borne off nothing) two, a backgammon (and
//! still has a checker on the bar or in the winner's home) three, times the cube.
//!
//! ```
//! use gametree::{Game, Notation};
//! use gametree_games::backgammon::Backgammon;
//! let mut game = Backgammon::start();
//! for name in ["3-1", "8/5 6/5", "6-4", "24/14", "5-5"] {
//!     game.play(game.read_move(name).unwrap());
//! }
//! assert_eq!(game.position_id(), "4HPwBSCwZ/ABMA");
//! ```

mod cube;
mod dice;
mod drawn;
mod features;
mod handmade;
mod network;
mod notation;
mod order;
mod packed;
mod plays;
mod position_id;
pub mod sampling;
mod text;
mod trained;

use gametree::rng::mix;
use gametree::{Bounds, Chance, Game, Keyed, Outcome, Payoffs, Player};

pub use cube::Cube;
pub use dice::Dice;
pub use features::Features;
pub use handmade::Handmade;
pub use network::{Expectation, Inputs, Network};
pub use plays::{BAR, OFF, Play, Plays, Step};
pub use trained::Trained;

/// Checkers of a side.
pub const CHECKERS: u8 = 15;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Backgammon {
    /// The checkers of both players, each on their own points.
    men: [[u8; 26]; 2],
    turn: Player,
    stage: Stage,
    cube: Cube,
    rules: Rules,
    /// What the first player has won; 0 while the game goes on.
    points: i16,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Both throw a die: the higher begins, with both.
    Opening,
    /// The one on roll may double.
    Cube,
    /// The one who acts was doubled.
    Doubled,
    /// The dice are thrown.
    Roll,
    /// This roll is to be played.
    Play(Dice),
}

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Rules {
    gammons: bool,
    cube: bool,
}

/// A move of a player, or of chance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the dice.
    Roll(Dice),
    /// A whole roll is played.
    Play(Play),
    /// The cube stays as it is: the dice are thrown.
    Wait,
    /// The cube is offered.
    Double,
    /// The offered cube is taken.
    Take,
    /// The offered cube is refused, and the game lost at what the cube showed.
    Drop,
}

/// Where the checkers of a side stand at the start.
const START: [(usize, u8); 4] = [(24, 2), (13, 5), (8, 3), (6, 5)];

impl Backgammon {
    /// A new game: the opening roll decides who begins.
    #[must_use]
    pub fn start() -> Backgammon {
        let mut men = [0; 26];
        for (point, count) in START {
            men[point] = count;
        }
        let rules = Rules {
            gammons: true,
            cube: false,
        };
        let (turn, stage, cube) = (Player::FIRST, Stage::Opening, Cube::default());
        Backgammon {
            men: [men; 2],
            turn,
            stage,
            cube,
            rules,
            points: 0,
        }
    }

    /// A new game that the first player begins, with any roll.
    #[must_use]
    pub fn first_to_roll() -> Backgammon {
        Backgammon {
            stage: Stage::Roll,
            ..Backgammon::start()
        }
    }

    /// The same with the doubling cube, as in money play: no limit but 64, no Jacoby rule, no
    /// beavers.
    #[must_use]
    pub fn with_cube(self) -> Backgammon {
        Backgammon {
            rules: Rules {
                cube: true,
                ..self.rules
            },
            ..self
        }
    }

    /// The same where every win is worth one point.
    #[must_use]
    pub fn without_gammons(self) -> Backgammon {
        Backgammon {
            rules: Rules {
                gammons: false,
                ..self.rules
            },
            ..self
        }
    }

    /// What happens next. Without meaning when the game is over.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The doubling cube.
    #[must_use]
    pub fn cube(&self) -> Cube {
        self.cube
    }

    /// Whether gammons count.
    #[must_use]
    pub fn has_gammons(&self) -> bool {
        self.rules.gammons
    }

    /// Whether the doubling cube is in play.
    #[must_use]
    pub fn has_cube(&self) -> bool {
        self.rules.cube
    }

    /// A player's checkers on the points as they count them: [`OFF`], 1 to 24, [`BAR`].
    #[inline]
    #[must_use]
    pub fn men(&self, player: Player) -> &[u8; 26] {
        &self.men[usize::from(player.0 & 1)]
    }

    /// The sum of the ways that a player's checkers still have to go.
    #[must_use]
    pub fn pips(&self, player: Player) -> u32 {
        (1u32..)
            .zip(&self.men(player)[1..])
            .map(|(point, &count)| point * u32::from(count))
            .sum()
    }

    /// The same position where this roll is to be played, or `None` where no roll is due.
    #[must_use]
    pub fn rolled(&self, dice: Dice) -> Option<Backgammon> {
        let due = matches!(self.stage, Stage::Roll | Stage::Cube) && self.points == 0;
        due.then_some(Backgammon {
            stage: Stage::Play(dice.sorted()),
            ..*self
        })
    }

    /// The legal plays of this roll for the one who acts.
    #[inline]
    #[must_use]
    pub fn plays(&self, dice: Dice) -> Plays {
        Plays::new(self.men(self.turn), self.men(self.turn.opponent()), dice)
    }

    #[inline]
    fn make(&mut self, play: Play) {
        let me = usize::from(self.turn.0 & 1);
        for Step { from, to } in play.steps() {
            let (from, to) = (usize::from(from.min(BAR)), usize::from(to.min(24)));
            self.men[me][from] = self.men[me][from].wrapping_sub(1);
            self.men[me][to] = self.men[me][to].wrapping_add(1);
            if to != usize::from(OFF) && self.men[me ^ 1][25 - to] == 1 {
                self.men[me ^ 1][25 - to] = 0;
                self.men[me ^ 1][usize::from(BAR)] += 1;
            }
        }
        if self.men[me][usize::from(OFF)] >= CHECKERS {
            self.win(self.turn, self.size());
        } else {
            self.pass_turn();
        }
    }

    fn pass_turn(&mut self) {
        self.turn = self.turn.opponent();
        self.stage = self.before_roll();
    }

    /// The stage in which a turn begins.
    fn before_roll(&self) -> Stage {
        if self.rules.cube && self.cube.is_free(self.turn) {
            Stage::Cube
        } else {
            Stage::Roll
        }
    }

    /// One point, a gammon's two or a backgammon's three: what the mover, who has borne off
    /// everything, wins.
    fn size(&self) -> i16 {
        let theirs = self.men(self.turn.opponent());
        if !self.rules.gammons || theirs[usize::from(OFF)] > 0 {
            1
        } else if theirs[19..].iter().any(|&count| count > 0) {
            3
        } else {
            2
        }
    }

    fn win(&mut self, winner: Player, points: i16) {
        let points = points * self.cube.value();
        self.stage = Stage::Roll;
        self.points = if winner == Player::FIRST {
            points
        } else {
            -points
        };
    }

    fn take(&mut self) {
        self.cube.doubled += 1;
        self.cube.owner = Some(self.turn);
        self.turn = self.turn.opponent();
        self.stage = Stage::Roll;
    }

    fn roll(&mut self, dice: Dice) {
        let [first, second] = dice.pair();
        if self.stage == Stage::Opening {
            self.turn = if first > second {
                Player::FIRST
            } else {
                Player::SECOND
            };
        }
        self.stage = Stage::Play(dice.sorted());
    }
}

/// The moves of a stage.
enum Moves {
    Rolls(std::slice::Iter<'static, Dice>),
    Plays(Plays),
    Few(std::slice::Iter<'static, Move>),
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self {
            Moves::Plays(plays) => plays.next().map(Move::Play),
            Moves::Rolls(rolls) => rolls.next().map(|&dice| Move::Roll(dice)),
            Moves::Few(moves) => moves.next().copied(),
        }
    }
}

impl Game for Backgammon {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        match self.stage {
            Stage::Opening => Moves::Rolls(Dice::OPENING.iter()),
            Stage::Roll => Moves::Rolls(Dice::ALL.iter()),
            Stage::Play(dice) => Moves::Plays(self.plays(dice)),
            Stage::Cube => Moves::Few([Move::Wait, Move::Double].iter()),
            Stage::Doubled => Moves::Few([Move::Take, Move::Drop].iter()),
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        match m {
            Move::Play(play) => self.make(play),
            Move::Roll(dice) => self.roll(dice),
            Move::Wait => self.stage = Stage::Roll,
            Move::Double => {
                self.turn = self.turn.opponent();
                self.stage = Stage::Doubled;
            }
            Move::Take => self.take(),
            Move::Drop => self.win(self.turn.opponent(), 1),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.points != 0).then(|| Outcome::Points(i32::from(self.points)))
    }
}

impl Chance for Backgammon {
    #[inline]
    fn chances(&self) -> Option<impl Iterator<Item = (Move, f64)>> {
        let rolls: &'static [Dice] = match self.stage {
            Stage::Opening => &Dice::OPENING,
            Stage::Roll => &Dice::ALL,
            _ => return None,
        };
        let opening = self.stage == Stage::Opening;
        let chance = move |dice: Dice| {
            if opening {
                1.0 / 30.0
            } else {
                dice.probability()
            }
        };
        Some(
            rolls
                .iter()
                .map(move |&dice| (Move::Roll(dice), chance(dice))),
        )
    }
}

impl Payoffs for Backgammon {
    fn players(&self) -> u8 {
        2
    }

    #[inline]
    fn payoff(&self, player: Player) -> f64 {
        f64::from(if player == Player::FIRST {
            self.points
        } else {
            -self.points
        })
    }

    /// ±3 points, ±1 without gammons; 64 times as many with the cube.
    fn bounds(&self) -> Bounds {
        let most =
            if self.rules.gammons { 3.0 } else { 1.0 } * if self.rules.cube { 64.0 } else { 1.0 };
        Bounds::new(-most, most)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

impl Keyed for Backgammon {
    fn key(&self) -> u64 {
        let fold = |key: u64, word: u64| mix(key.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word);
        let men = |side: &[u8; 26]| {
            let (low, high) = side.split_at(13);
            [low, high].map(|half| {
                half.iter()
                    .fold(0, |word, &count| word << 4 | u64::from(count))
            })
        };
        let [a, b] = men(&self.men[0]);
        let [c, d] = men(&self.men[1]);
        [a, b, c, d, self.rest()].into_iter().fold(0, fold)
    }
}

impl Backgammon {
    /// All but the checkers, in a word.
    fn rest(&self) -> u64 {
        let stage = match self.stage {
            Stage::Opening => 0,
            Stage::Cube => 1,
            Stage::Doubled => 2,
            Stage::Roll => 3,
            Stage::Play(dice) => 4 + 8 * u64::from(dice.high()) + 64 * u64::from(dice.low()),
        };
        let owner = self.cube.owner.map_or(2, |owner| u64::from(owner.0));
        let rules = u64::from(self.rules.gammons) + 2 * u64::from(self.rules.cube);
        let over = u64::from(self.points as u16);
        [
            over,
            rules,
            owner,
            u64::from(self.cube.doubled),
            u64::from(self.turn.0),
        ]
        .into_iter()
        .fold(stage, |word, part| word << 10 | part & 0x3ff)
    }
}
