//! A game that a person plays against a search: the moves so far, whose turn it is, how it ended.

use gametree::erased::ErasedMove;
use gametree::rng::{Rng, mix};
use gametree::{Game, Notation, Outcome, Payoffs, Player, Score};
use gametree_arena::Referee;

use crate::error::CatalogError;
use crate::format::short;
use crate::game::AnyGame;
use crate::knowledge::Position;

/// A move that was played.
pub struct PlayedMove {
    /// Its name.
    pub name: String,
    /// Whose it was; `None` for chance.
    pub by: Option<Player>,
    /// The move.
    pub erased: ErasedMove,
}

/// A game in progress.
pub struct PlaySession {
    /// The game.
    pub game: AnyGame,
    /// The user's seat.
    pub human: Player,
    /// The moves so far, those of chance included.
    pub played: Vec<PlayedMove>,
    /// The position before the last move; the start where there is none.
    pub before: Position,
    /// The position now.
    pub position: Position,
    start: Position,
    referee: Referee<Position>,
    seed: u64,
}

impl PlaySession {
    /// A game from a position, in which the user has the first seat. Dice and cards come from the
    /// seed.
    ///
    /// # Errors
    /// There is no such position.
    pub fn new(
        game: AnyGame,
        position: Option<&str>,
        seed: u64,
    ) -> Result<PlaySession, CatalogError> {
        let start = game.position(position)?;
        let mut session = PlaySession {
            human: Player::FIRST,
            played: Vec::new(),
            before: start.clone(),
            position: start.clone(),
            start,
            referee: game.referee(),
            game,
            seed,
        };
        session.roll();
        Ok(session)
    }

    /// Plays the move of a text; false where it is none, or the game is over.
    pub fn read(&mut self, name: &str) -> bool {
        let legal = match self.position.outcome() {
            None => self.position.read_move(name),
            Some(_) => None,
        };
        if let Some(m) = legal {
            self.play(m);
        }
        legal.is_some()
    }

    /// Plays a move of the player whose turn it is, and what chance brings after it.
    pub fn play(&mut self, m: ErasedMove) {
        let by = self.position.turn();
        self.push(m, Some(by));
        self.roll();
    }

    /// The dice and cards of a step depend only on the seed and the number of moves before it: a
    /// player who takes a move back gets the same throw again.
    fn roll(&mut self) {
        while self.position.outcome().is_none() {
            let mut rng = Rng::new(self.luck());
            let Some(m) = (self.referee.chance)(&self.position, &mut rng) else {
                return;
            };
            self.push(m, None);
        }
    }

    /// What dice and cards come from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A number for this moment of the game.
    pub fn luck(&self) -> u64 {
        mix(self.seed ^ mix(self.played.len() as u64 + 1))
    }

    fn push(&mut self, m: ErasedMove, by: Option<Player>) {
        let name = self.position.write_move(m);
        self.before = self.position.clone();
        self.position.play(m);
        self.played.push(PlayedMove {
            name,
            by,
            erased: m,
        });
    }

    /// Takes the user's last move back, and what followed it; false where there is none.
    pub fn undo(&mut self) -> bool {
        let own = |played: &PlayedMove| played.by == Some(self.human);
        let last = self.played.iter().rposition(own);
        if let Some(length) = last {
            let moves = self.played.drain(..).take(length).collect();
            self.replay(moves);
        }
        last.is_some()
    }

    /// Begins again, with other dice and cards.
    pub fn restart(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.replay(Vec::new());
        self.roll();
    }

    fn replay(&mut self, moves: Vec<PlayedMove>) {
        self.played.clear();
        self.before = self.start.clone();
        self.position = self.start.clone();
        for played in moves {
            self.push(played.erased, played.by);
        }
    }

    /// The user takes the next seat.
    pub fn swap(&mut self) {
        self.human = Player((self.human.0 + 1) % self.seats());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn session(game: &str) -> PlaySession {
        let game = crate::open(game, &[]).unwrap();
        PlaySession::new(game, None, 7).unwrap()
    }

    fn names(session: &PlaySession) -> Vec<&str> {
        let played = session.played.iter();
        played.map(|played| played.name.as_str()).collect()
    }

    #[test]
    fn a_move_taken_back_throws_the_same_dice_again() {
        let mut pig = session("pig");
        assert!(!pig.undo(), "nothing was played");
        assert!(pig.read("roll"));
        let first = names(&pig).join(" ");
        assert!(pig.played.len() > 1, "{first}");
        assert!(pig.undo() && pig.played.is_empty());
        assert!(pig.read("roll"));
        assert_eq!(names(&pig).join(" "), first);
    }

    #[test]
    fn cards_are_dealt_at_once_and_anew_in_another_game() {
        let mut kuhn = session("kuhn");
        let dealt = |kuhn: &PlaySession| names(kuhn).join(" ");
        assert!(!kuhn.played.is_empty());
        let first = dealt(&kuhn);
        let mut others = (0..20).map(|_| {
            kuhn.restart();
            dealt(&kuhn)
        });
        assert!(others.any(|other| other != first));
    }

    #[test]
    fn what_is_no_move_changes_nothing() {
        let mut game = session("tictactoe");
        assert!(game.read("b2") && game.waits_for_search());
        assert!(!game.read("b2") && !game.read("z9"));
        assert_eq!(names(&game), ["b2"]);
        game.swap();
        assert!(!game.waits_for_search() && game.result().is_none());
    }
}
