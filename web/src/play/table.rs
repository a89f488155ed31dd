//! The table at which a game is played: the moves so far, and whose turn it is. It is set up anew
//! for every request, from the game's name, the moves and the seed.

use gametree::erased::ErasedMove;
use gametree::rng::{Rng, mix};
use gametree::{Game, Notation, Outcome, Payoffs, Player, Score};
use gametree_arena::Referee;
use gametree_catalog::format::{short, shorten};
use gametree_catalog::{AnyGame, Position};

use super::request::PlayAsk;
use super::seal::Seal;
use crate::error::ApiError;

/// The longest game, in moves of players.
const LONGEST: usize = 2_000;

/// A move that was played.
pub struct Played {
    /// Its name.
    pub name: String,
    /// Whose it was; `None` for chance.
    pub by: Option<Player>,
    /// The move.
    pub erased: ErasedMove,
}

/// A game in progress.
pub struct Table {
    /// The game.
    pub game: AnyGame,
    /// The user's seat.
    pub human: Player,
    /// The moves so far, those of chance included.
    pub played: Vec<Played>,
    /// The position before the last move; the start where there is none.
    pub before: Position,
    /// The position now.
    pub position: Position,
    referee: Referee<Position>,
    seed: u64,
}

impl Table {
    /// Plays the moves of a request.
    ///
    /// # Errors
    /// There is no such game, position or seat, or a move is illegal.
    pub fn new(game: AnyGame, ask: &PlayAsk) -> Result<Table, ApiError> {
        if ask.moves.len() > LONGEST {
            return Err(ApiError::bad(format!("more than {LONGEST} moves")));
        }
        let start = game.position(ask.position.as_deref())?;
        let referee = game.referee();
        let seats = (referee.seats)(&start);
        if ask.seat >= seats {
            return Err(ApiError::bad(format!("seat {} of {seats}", ask.seat))
                .hint("seats are counted from 0"));
        }
        let mut table = Table {
            human: Player(ask.seat),
            played: Vec::new(),
            before: start.clone(),
            position: start,
            seed: ask.seed,
            referee,
            game,
        };
        table.roll();
        for name in &ask.moves {
            table.read(name)?;
        }
        Ok(table)
    }

    /// What others played in secret; the others' moves are no secret where it is `None`.
    pub fn seal(&self) -> Option<Seal> {
        let secret = self.game.info().secret_moves;
        secret.then(|| Seal::new(self.human.0, self.seed))
    }

    fn read(&mut self, text: &str) -> Result<(), ApiError> {
        let name = match self.seal() {
            Some(seal) if Seal::is_sealed(text) => {
                let name = seal.open(self.played.len(), text);
                name.ok_or_else(of_another_run)?
            }
            _ => text.to_string(),
        };
        let sealed = name != text;
        let legal = match self.position.outcome() {
            None => self.position.read_move(&name),
            Some(_) => None,
        };
        let m = match legal {
            Some(m) => m,
            None if sealed => return Err(of_another_run()),
            None => {
                let what = format!("Illegal move: {}", shorten(&name, 40));
                return Err(ApiError::bad(what));
            }
        };
        self.play(m);
        Ok(())
    }

    /// Plays a move of the player whose turn it is, and what chance brings after it.
    pub fn play(&mut self, m: ErasedMove) {
        let by = self.position.turn();
        self.push(m, Some(by));
        self.roll();
    }

    /// The dice and cards of a step depend on the seed and the number of moves before it alone:
    /// who takes a move back throws the same again.
    fn roll(&mut self) {
        while self.position.outcome().is_none() {
            let mut rng = Rng::new(self.luck());
            let Some(m) = (self.referee.chance)(&self.position, &mut rng) else {
                return;
            };
            self.push(m, None);
        }
    }

    /// A number for this moment of the game.
    pub fn luck(&self) -> u64 {
        mix(self.seed ^ mix(self.played.len() as u64 + 1))
    }

    fn push(&mut self, m: ErasedMove, by: Option<Player>) {
        let name = self.position.write_move(m);
        self.before = self.position.clone();
        self.position.play(m);
        self.played.push(Played {
            name,
            by,
            erased: m,
        });
    }

    /// Whether a search has to move.
    pub fn waits_for_search(&self) -> bool {
        self.position.outcome().is_none() && self.position.turn() != self.human
    }

    /// How many play.
    pub fn seats(&self) -> u8 {
        (self.referee.seats)(&self.position)
    }

    /// What the players are called.
    pub fn players(&self) -> Vec<String> {
        let pair = match self.game.info().name {
            "chess" | "breakthrough" | "kriegspiel" | "backgammon" | "hex" => ["White", "Black"],
            "othello" => ["Black", "White"],
            "connect4" | "tictactoe" | "mnk" | "cube" => ["X", "O"],
            "squares" => ["A", "B"],
            _ => ["Player 1", "Player 2"],
        };
        match self.seats() {
            2 => pair.map(String::from).to_vec(),
            seats => (1..=seats).map(|seat| format!("Player {seat}")).collect(),
        }
    }

    /// How the game ended, for the user; `None` while it goes on.
    pub fn result(&self) -> Option<String> {
        let outcome = self.position.outcome()?;
        Some(if self.game.has_payoffs() {
            self.payoffs()
        } else {
            self.ending(outcome)
        })
    }

    fn ending(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(winner) if winner == self.human => "You win.".into(),
            Outcome::Win(_) => "The computer wins.".into(),
            Outcome::Draw => "A draw.".into(),
            Outcome::Loop => "A draw by repetition.".into(),
            Outcome::Points(points) => {
                let sign = if self.human == Player::FIRST { 1 } else { -1 };
                let own = points * sign;
                let margin = self.game.scale().text(Score::points(own.abs()));
                match own.signum() {
                    0 => "A draw.".into(),
                    1 => format!("You win by {margin}."),
                    _ => format!("The computer wins by {margin}."),
                }
            }
        }
    }

    fn payoffs(&self) -> String {
        let payoff = |seat| short(self.position.payoff(Player(seat)));
        let names = self.players();
        let all: Vec<String> = (0..self.seats())
            .map(|seat| format!("{} {}", names[usize::from(seat)], payoff(seat)))
            .collect();
        format!("You get {}: {}.", payoff(self.human.0), all.join(", "))
    }
}

/// A seal that does not open: the key is another one since the server was restarted.
fn of_another_run() -> ApiError {
    ApiError::bad("The secret moves of this game cannot be read")
        .hint("they are sealed for one seat, and until the server is restarted: start a new game")
}
