//! Backgammon positions from and to text, and the board as a drawing.

use std::fmt;
use std::str::FromStr;

use gametree::{Game, Outcome, Player};

use super::{BAR, Backgammon, CHECKERS, Cube, Dice, OFF, Stage, cube::HIGHEST_CUBE, position_id};
use crate::PositionError;

impl Backgammon {
    /// The start of the game of this name: `backgammon`; with `:cube` the doubling cube, with
    /// `:single` no gammons.
    pub fn named(name: &str) -> Result<Backgammon, PositionError> {
        let mut words = name.trim().split(':');
        let mut game = Backgammon::start();
        let unknown = || {
            PositionError(format!(
                "{name:?} is not backgammon, backgammon:cube or backgammon:single"
            ))
        };
        if words.next() != Some("backgammon") {
            return Err(unknown());
        }
        for word in words {
            game = match word {
                "cube" => game.with_cube(),
                "single" => game.without_gammons(),
                _ => return Err(unknown()),
            };
        }
        Ok(game)
    }

    /// A position of this game: what counts, and whether there is a cube, is as here where the text
    /// does not say so.
    pub fn read(&self, text: &str) -> Result<Backgammon, PositionError> {
        let mut words = text.split_whitespace();
        let id = words
            .next()
            .ok_or_else(|| PositionError("there is no position in the text".into()))?;
        let mut game = Backgammon {
            rules: self.rules,
            ..Backgammon::first_to_roll()
        };
        if id == "start" && words.clone().next().is_none() {
            game.stage = Stage::Opening;
            return Ok(game);
        }
        let [theirs, mine] = position_id::decode(id)?;
        if let Some(player) = words.next() {
            let unknown = || PositionError(format!("{player:?} acts in no game: X or O"));
            game.turn = read_player(player).ok_or_else(unknown)?;
        }
        game.men = if game.turn == Player::FIRST {
            [mine, theirs]
        } else {
            [theirs, mine]
        };
        if let Some(stage) = words.next() {
            game.read_stage(stage)?;
        }
        words.try_for_each(|term| game.read_term(term))?;
        game.check()
    }

    /// GNU Backgammon's position identifier, the one who acts as the player on roll.
    #[must_use]
    pub fn position_id(&self) -> String {
        position_id::encode(self.men(self.turn.opponent()), self.men(self.turn))
    }

    /// The position as one line, which [`FromStr`] reads: identifier, who acts, what they do, and
    /// where they are not as usual the cube and the rules.
    ///
    /// ```
    /// use gametree_games::backgammon::Backgammon;
    /// let text = "4HPwATDgc/ABMA O 6-3";
    /// assert_eq!(text.parse::<Backgammon>().unwrap().text(), text);
    /// let text = "4HPwATDgc/ABMA X cube cube=2X single";
    /// assert_eq!(text.parse::<Backgammon>().unwrap().text(), text);
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let stage = match self.stage {
            Stage::Opening => "opening".to_string(),
            Stage::Cube => "cube".to_string(),
            Stage::Doubled => "doubled".to_string(),
            Stage::Roll => "roll".to_string(),
            Stage::Play(dice) => dice.to_string(),
        };
        format!(
            "{} {} {stage}{}",
            self.position_id(),
            mark(self.turn),
            self.terms()
        )
    }

    /// The cube and the rules, where they are not as usual.
    fn terms(&self) -> String {
        let owner = self.cube.owner.map_or("", mark);
        let cube = if self.rules.cube {
            format!(" cube={}{owner}", self.cube.value())
        } else {
            String::new()
        };
        cube + if self.rules.gammons { "" } else { " single" }
    }

    fn read_stage(&mut self, word: &str) -> Result<(), PositionError> {
        self.stage = match word.to_ascii_lowercase().as_str() {
            "opening" => Stage::Opening,
            "cube" => Stage::Cube,
            "doubled" => Stage::Doubled,
            "roll" => Stage::Roll,
            other => Stage::Play(read_dice(other).map(Dice::sorted).ok_or_else(|| {
                PositionError(format!(
                    "{word:?} is none of opening, roll, cube, doubled and dice like 6-3"
                ))
            })?),
        };
        Ok(())
    }

    fn read_term(&mut self, word: &str) -> Result<(), PositionError> {
        if word.eq_ignore_ascii_case("single") {
            self.rules.gammons = false;
            return Ok(());
        }
        let unknown = || {
            PositionError(format!(
                "{word:?} is neither single nor a cube like cube=1 or cube=4X"
            ))
        };
        let cube = word.strip_prefix("cube=").ok_or_else(unknown)?;
        let value = cube.trim_end_matches(['x', 'X', 'o', 'O']);
        let owner = match &cube[value.len()..] {
            "" => None,
            owner => Some(read_player(owner).ok_or_else(unknown)?),
        };
        let doubled = (0..=HIGHEST_CUBE)
            .find(|&n| (1u8 << n).to_string() == value)
            .ok_or_else(unknown)?;
        self.cube = Cube { doubled, owner };
        self.rules.cube = true;
        Ok(())
    }

    /// Refuses what no game leads to, and what would never end.
    fn check(self) -> Result<Backgammon, PositionError> {
        let [first, second] = &self.men;
        let refuse = |why: &str| Err(PositionError(why.to_string()));
        if first[0].max(second[0]) >= CHECKERS {
            return refuse("a side has borne off all its checkers: that game is over");
        }
        if (1..=24).any(|point| first[point] > 0 && second[25 - point] > 0) {
            return refuse("both sides have checkers on one point");
        }
        let shut = |mine: &[u8; 26], theirs: &[u8; 26]| {
            mine[usize::from(BAR)] > 0 && theirs[1..=6].iter().all(|&count| count > 1)
        };
        if shut(first, second) && shut(second, first) {
            return refuse("both sides wait on the bar before six closed points");
        }
        self.check_cube()
    }

    fn check_cube(self) -> Result<Backgammon, PositionError> {
        let refuse = |why: &str| Err(PositionError(why.to_string()));
        let doubler = if self.stage == Stage::Doubled {
            self.turn.opponent()
        } else {
            self.turn
        };
        let needs_cube = matches!(self.stage, Stage::Cube | Stage::Doubled);
        if (self.cube.doubled == 0) != self.cube.owner.is_none() {
            return refuse("a cube of 1 belongs to nobody, a higher one to somebody: cube=2X");
        }
        if needs_cube && !(self.rules.cube && self.cube.is_free(doubler)) {
            return refuse("who doubles needs a cube below 64 that is not the opponent's: cube=1");
        }
        if self.stage == Stage::Opening && self.men != Backgammon::start().men {
            return refuse("a game opens from the start only");
        }
        Ok(self)
    }
}

/// What [`Backgammon::text`] writes; what is left out is `X`, `roll`, no cube and gammons. `start`
/// is the start.
impl FromStr for Backgammon {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Backgammon, PositionError> {
        Backgammon::start().read(text)
    }
}

/// Dice like `6-3` or `63`.
pub(super) fn read_dice(text: &str) -> Option<Dice> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|&c| c != '-')
        .map(|c| c.to_digit(10))
        .collect::<Option<_>>()?;
    let &[one, other] = digits.as_slice() else {
        return None;
    };
    Dice::new(one as u8, other as u8)
}

fn read_player(text: &str) -> Option<Player> {
    match text {
        "X" | "x" => Some(Player::FIRST),
        "O" | "o" => Some(Player::SECOND),
        _ => None,
    }
}

fn mark(player: Player) -> &'static str {
    if player == Player::FIRST { "X" } else { "O" }
}

/// Rows of checkers drawn on each half of the board.
const ROWS: u8 = 5;

/// A stack of checkers, seen at a height above the edge: its mark, or how many they are where they
/// do not fit.
fn stack(count: u8, mark: &str, height: u8) -> String {
    match count {
        _ if count <= height => " ".to_string(),
        _ if count > ROWS && height == ROWS - 1 => format!("{count:X}"),
        _ => mark.to_string(),
    }
}

impl Backgammon {
    /// A point as the first player counts, at a height above the edge.
    fn cell(&self, point: usize, height: u8) -> String {
        let [first, second] = [self.men[0][point], self.men[1][25 - point]];
        if first > 0 {
            stack(first, "X", height)
        } else {
            stack(second, "O", height)
        }
    }

    fn write_row(
        &self,
        f: &mut fmt::Formatter<'_>,
        points: [usize; 12],
        height: u8,
    ) -> fmt::Result {
        let half = |points: &[usize]| -> String {
            points
                .iter()
                .map(|&point| format!(" {} ", self.cell(point, height)))
                .collect()
        };
        let (owner, upper) = (usize::from(points[0] != 13), points[0] == 13);
        let bar = stack(
            self.men[owner][usize::from(BAR)],
            if upper { "X" } else { "O" },
            height,
        );
        write!(
            f,
            " |{}| {bar} |{}|",
            half(&points[..6]),
            half(&points[6..])
        )
    }

    fn legend(&self, player: Player) -> String {
        let off = self.men(player)[usize::from(OFF)];
        format!("{}: {} pips, {off} off", mark(player), self.pips(player))
    }

    fn standing(&self) -> String {
        let who = mark(self.turn);
        match (self.outcome(), self.stage) {
            (Some(Outcome::Points(points)), _) => {
                let winner = if points > 0 { "X" } else { "O" };
                format!("{winner} has won {}", points.abs())
            }
            (_, Stage::Opening) => "the opening roll decides who begins".to_string(),
            (_, Stage::Cube) => format!("{who} to roll or double"),
            (_, Stage::Doubled) => format!("{who} to take or drop"),
            (_, Stage::Roll) => format!("{who} to roll"),
            (_, Stage::Play(dice)) => format!("{who} to play {dice}"),
        }
    }
}

/// The board as the first player sees it, then the position as one line.
impl fmt::Display for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            " +13-14-15-16-17-18------19-20-21-22-23-24-+  {}",
            self.legend(Player::SECOND)
        )?;
        for height in 0..ROWS {
            self.write_row(f, std::array::from_fn(|i| 13 + i), height)?;
            writeln!(f)?;
        }
        writeln!(
            f,
            " |                  |BAR|                  |  {}",
            self.standing()
        )?;
        for height in (0..ROWS).rev() {
            self.write_row(f, std::array::from_fn(|i| 12 - i), height)?;
            writeln!(f)?;
        }
        writeln!(
            f,
            " +12-11-10--9--8--7-------6--5--4--3--2--1-+  {}",
            self.legend(Player::FIRST)
        )?;
        writeln!(f, " {}", self.text())
    }
}

impl fmt::Debug for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backgammon({})", self.text())
    }
}
