//! Pig as text: moves, positions, the scoreboard, and the names of games.

use std::fmt;

use gametree::{Game, Notation, Player};

use super::{Move, Pig};
use crate::PositionError;
use crate::standing::standing;

/// `roll`, `hold`, and the number that the die shows.
impl Notation for Pig {
    fn write_move(&self, m: Move) -> String {
        match m {
            Move::Roll => "roll".into(),
            Move::Hold => "hold".into(),
            Move::Side(side) => side.to_string(),
        }
    }
}

const HELP: &str = "positions are written as 37-52 8 second: both scores, the turn total and who is to move, \
                    and 'rolls' behind it while the die is in the air";

impl Pig {
    /// The game of this name: `pig`, `pig:3` with a die of three sides, `pig:2,20` to twenty
    /// points.
    pub fn named(name: &str) -> Result<Pig, PositionError> {
        let name = name.trim();
        let unknown = || {
            PositionError(format!(
                "{name:?} is not a game like pig, pig:3 or pig:2,20"
            ))
        };
        let rules = name.strip_prefix("pig").ok_or_else(unknown)?;
        if rules.is_empty() {
            return Ok(Pig::default());
        }
        let rules = rules.strip_prefix(':').ok_or_else(unknown)?;
        let (sides, target) = rules.split_once(',').unwrap_or((rules, "100"));
        let sides = sides.trim().parse().map_err(|_| unknown())?;
        Pig::new(sides, target.trim().parse().map_err(|_| unknown())?)
    }

    /// The position of this text by the same rules: `37-52 8 second`. The turn total is 0 where it
    /// is left out, the first player is to move where no player is named.
    pub fn read(&self, text: &str) -> Result<Pig, PositionError> {
        let mut words = text.split_whitespace().peekable();
        let wrong = |word: &str| PositionError(format!("{word:?} is not understood; {HELP}"));
        let scores = words
            .next()
            .ok_or_else(|| PositionError(format!("no scores; {HELP}")))?;
        let (first, second) = scores.split_once('-').ok_or_else(|| wrong(scores))?;
        let number = |word: &str| word.parse::<u16>().map_err(|_| wrong(word));
        let scores = [number(first)?, number(second)?];
        let mut pig = Pig {
            scores,
            total: 0,
            turn: Player::FIRST,
            rolling: false,
            ..*self
        };
        if let Some(total) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            pig.total = number(total)?;
        }
        if let Some(name) = words.next_if(|word| ["first", "second"].contains(word)) {
            pig.turn = if name == "first" {
                Player::FIRST
            } else {
                Player::SECOND
            };
        }
        pig.rolling = words.next_if_eq(&"rolls").is_some();
        match words.next() {
            Some(word) => Err(wrong(word)),
            None => pig.checked(),
        }
    }

    /// Refuses what no play leads to.
    fn checked(self) -> Result<Pig, PositionError> {
        let target = self.target;
        if let Some(score) = self.scores.iter().find(|&&score| score >= target) {
            return Err(PositionError(format!(
                "a score of {score}: the game was over at {target}"
            )));
        }
        let most = target - self.score(self.turn) - 1 + u16::from(self.sides);
        if self.total > most {
            return Err(PositionError(format!(
                "a turn total of {}: the turn was over by {most}",
                self.total
            )));
        }
        if self.total == 1 {
            return Err(PositionError(
                "a turn total of 1: a 1 loses the turn".into(),
            ));
        }
        if self.rolling && self.outcome().is_some() {
            return Err(PositionError("nobody rolls when the game is over".into()));
        }
        Ok(self)
    }

    /// The position as [`Pig::read`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let who = if self.turn == Player::FIRST {
            "first"
        } else {
            "second"
        };
        let rolls = if self.rolling { " rolls" } else { "" };
        format!(
            "{}-{} {} {who}{rolls}",
            self.scores[0], self.scores[1], self.total
        )
    }
}

/// A line of the scoreboard: a bar of twenty for the target, `+` for what the turn may add.
fn bar(pig: &Pig, player: Player) -> String {
    const WIDTH: u32 = 20;
    let marks =
        |points: u16| (u32::from(points) * WIDTH / u32::from(pig.target)).min(WIDTH) as usize;
    let kept = marks(pig.score(player));
    let hoped = if pig.turn == player {
        marks(pig.score(player) + pig.total) - kept
    } else {
        0
    };
    format!(
        "{}{}{}",
        "#".repeat(kept),
        "+".repeat(hoped),
        ".".repeat(WIDTH as usize - kept - hoped)
    )
}

/// The scoreboard, the turn total, and who is to do what.
impl fmt::Display for Pig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, player) in [("first ", Player::FIRST), ("second", Player::SECOND)] {
            writeln!(f, "{name} {:>4} {}", self.score(player), bar(self, player))?;
        }
        write!(f, "turn   {:>4}, ", self.total)?;
        let who = if self.turn == Player::FIRST {
            "first"
        } else {
            "second"
        };
        if self.outcome().is_some() {
            writeln!(f, "{}", standing(self, ["first", "second"]))
        } else if self.rolling {
            writeln!(f, "{who} has rolled")
        } else {
            writeln!(f, "{}", standing(self, ["first", "second"]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::testkit::Kit;

    #[test]
    fn every_position_is_read_as_it_was_written() {
        for start in [
            Pig::default(),
            Pig::new(2, 10).unwrap(),
            Pig::new(3, 1).unwrap().for_points(),
        ] {
            Kit::new(&start)
                .each(|position| assert_eq!(start.read(&position.text()).as_ref(), Ok(position)));
        }
    }

    #[test]
    fn what_is_left_out_is_the_start_of_a_turn() {
        let pig = Pig::default();
        assert_eq!(pig.read("0-0"), Ok(pig));
        assert_eq!(
            pig.read(" 37-52  8 second ").unwrap().text(),
            "37-52 8 second"
        );
        assert_eq!(
            pig.read("37-52 second rolls").unwrap().text(),
            "37-52 0 second rolls"
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let read = |text: &str| Pig::default().read(text).unwrap_err().to_string();
        for (text, part) in [
            ("", "no scores"),
            ("37", "\"37\" is not understood"),
            ("37-x", "\"x\" is not understood"),
            ("37-52 third", "\"third\""),
            ("37-52 8 second rolls again", "\"again\""),
            ("100-3", "over at 100"),
            ("90-3 17", "over by 15"),
            ("90-3 1", "a 1 loses"),
            ("90-3 10 first rolls", "over"),
            ("99999-0", "\"99999\""),
        ] {
            assert!(read(text).contains(part), "{text:?}: {}", read(text));
        }
        let name = |name: &str| Pig::named(name).map_err(|error| error.to_string());
        assert_eq!(name("pig"), Ok(Pig::default()));
        assert_eq!(
            name("pig:3"),
            Pig::new(3, 100).map_err(|error| error.to_string())
        );
        assert_eq!(name("pig:2,20").unwrap().target(), 20);
        for bad in [
            "pog",
            "pigs",
            "pig:",
            "pig:1",
            "pig:6,0",
            "pig:6,1001",
            "pig:6,x",
            "pig:300",
        ] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_scoreboard_shows_what_is_kept_and_what_is_hoped_for() {
        let shown = |text: &str| Pig::default().read(text).unwrap().to_string();
        assert_eq!(
            shown("37-52 8 second"),
            "first    37 #######.............\nsecond   52 ##########++........\nturn      8, second to move\n"
        );
        assert!(shown("37-52 8 second rolls").ends_with("second has rolled\n"));
        assert!(shown("96-52 6").contains("first has won"));
    }
}
