//! Plays as backgammon players write them: `13/7 8/7`, `24/22(2)`, `bar/20*`, `13/7*/5`, `6/off`.

use gametree::{Game, Notation};

use super::text::read_dice;
use super::{BAR, Backgammon, Move, OFF, Play, Stage, Step};

/// What a play does to the board: how the mover's checkers change, and the points where it hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Change {
    men: [i8; 26],
    hits: u32,
}

impl Backgammon {
    /// Whether a checker that lands there hits.
    fn hits_on(&self, point: u8) -> bool {
        point != OFF && self.men(self.turn.opponent())[25 - usize::from(point)] == 1
    }

    fn change(&self, play: Play) -> Change {
        let mut change = Change::default();
        for Step { from, to } in play.steps() {
            change.men[usize::from(from)] -= 1;
            change.men[usize::from(to)] += 1;
            change.hits |= u32::from(self.hits_on(to)) << to;
        }
        change
    }

    fn write_play(&self, play: Play) -> String {
        if play.is_empty() {
            return "pass".to_string();
        }
        let paths = paths(play);
        let names: Vec<String> = paths.iter().map(|path| self.write_path(path)).collect();
        let mut words: Vec<(String, usize)> = Vec::new();
        for name in names {
            match words.last_mut() {
                Some((last, times)) if *last == name => *times += 1,
                _ => words.push((name, 1)),
            }
        }
        let word = |(name, times): (String, usize)| {
            if times > 1 {
                format!("{name}({times})")
            } else {
                name
            }
        };
        words.into_iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// One checker's way: its ends, and where it hits in between.
    fn write_path(&self, path: &[u8]) -> String {
        let mut text = write_point(path[0]);
        for (at, &point) in path.iter().enumerate().skip(1) {
            let hit = self.hits_on(point);
            if hit || at + 1 == path.len() {
                text += &format!("/{}{}", write_point(point), if hit { "*" } else { "" });
            }
        }
        text
    }

    /// The legal play that changes the board as the text says. Where hits are not marked they are
    /// allowed, if only one play fits.
    fn read_play(&self, text: &str) -> Option<Move> {
        let Stage::Play(dice) = self.stage else {
            return None;
        };
        let said = if text.eq_ignore_ascii_case("pass") {
            Change::default()
        } else {
            read_change(text)?
        };
        let fits = || {
            self.plays(dice)
                .filter(|&play| self.change(play).men == said.men)
        };
        if let Some(exact) = fits().find(|&play| self.change(play).hits == said.hits) {
            return Some(Move::Play(exact));
        }
        let mut more = fits().filter(|&play| self.change(play).hits & said.hits == said.hits);
        let only = more.next()?;
        more.next().is_none().then_some(Move::Play(only))
    }
}

/// The ways of the checkers, the rearmost first: steps that follow each other are joined.
fn paths(play: Play) -> Vec<Vec<u8>> {
    let mut steps: Vec<Step> = play.steps().collect();
    steps.sort_by(|a, b| b.cmp(a));
    let mut paths: Vec<Vec<u8>> = Vec::new();
    for Step { from, to } in steps {
        match paths.iter_mut().find(|path| path.last() == Some(&from)) {
            Some(path) => path.push(to),
            None => paths.push(vec![from, to]),
        }
    }
    paths.sort_by(|a, b| b.cmp(a));
    paths
}

fn write_point(point: u8) -> String {
    match point {
        BAR => "bar".to_string(),
        OFF => "off".to_string(),
        point => point.to_string(),
    }
}

fn read_point(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        number => number.parse().ok().filter(|point| (1..=24).contains(point)),
    }
}

/// What a play in words would do; `None` where it is none.
fn read_change(text: &str) -> Option<Change> {
    let mut change = Change::default();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (path, times) = match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
            Some((path, times)) => (
                path,
                times.parse().ok().filter(|times| (1..=4).contains(times))?,
            ),
            None => (word, 1),
        };
        read_path(path, times, &mut change)?;
    }
    (change != Change::default()).then_some(change)
}

fn read_path(text: &str, times: i8, change: &mut Change) -> Option<()> {
    let mut before: Option<u8> = None;
    let mut first = None;
    for part in text.split('/') {
        let name = part.trim_end_matches('*');
        let point = read_point(name)?;
        if before.is_some_and(|before| before <= point) {
            return None;
        }
        if name.len() < part.len() {
            change.hits |= 1 << point;
        }
        first = first.or(Some(point));
        before = Some(point);
    }
    let (first, last) = (first?, before?);
    // At most four steps of four checkers: more would not fit a byte.
    if first == last || change.men.iter().any(|count| count.abs() > 4) {
        return None;
    }
    change.men[usize::from(first)] -= times;
    change.men[usize::from(last)] += times;
    Some(())
}

impl Notation for Backgammon {
    fn write_move(&self, m: Move) -> String {
        match m {
            Move::Roll(dice) => dice.to_string(),
            Move::Play(play) => self.write_play(play),
            Move::Wait => "roll".to_string(),
            Move::Double => "double".to_string(),
            Move::Take => "take".to_string(),
            Move::Drop => "drop".to_string(),
        }
    }

    /// Plays in any order of their parts, dice also as `63` and `3-6` (which open another game than
    /// `6-3`).
    fn read_move(&self, text: &str) -> Option<Move> {
        let text = text.trim();
        match self.stage {
            Stage::Play(_) => self.read_play(text),
            Stage::Opening => read_dice(text)
                .filter(|dice| !dice.is_double())
                .map(Move::Roll),
            Stage::Roll => read_dice(text).map(|dice| Move::Roll(dice.sorted())),
            Stage::Cube | Stage::Doubled => self
                .moves()
                .find(|&m| self.write_move(m).eq_ignore_ascii_case(text)),
        }
    }
}
