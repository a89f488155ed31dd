//! One match as its journal tells it, read on as it grows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gametree_arena::follower::{Follower, JournalEntry};
use gametree_arena::history::moments;
use gametree_arena::{GameRecord, JournalError, Ledger, Points, Side, Spent, Sprt, Standing};

use super::figures::{Effort, Figures};
use super::request::MOST_GAMES;
use super::view::{Efforts, Game, Games, Series};

/// The most points of a series.
const MOST_POINTS: usize = 500;

/// What is known of a match before it begins.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How many games; `None` where only the program knows.
    pub games: Option<u64>,
    /// The sequential test.
    pub sprt: Option<Sprt>,
}

/// A match.
pub struct RunReader {
    dir: PathBuf,
    terms: Terms,
    follower: Option<Follower>,
    /// Games without their moves, which stay on the disk.
    ledger: Ledger,
    /// Where the line of every game is, by its number.
    places: BTreeMap<usize, u64>,
    /// What both spent on the games that count.
    spent: [Spent; 2],
    series: Option<Series>,
}

impl RunReader {
    /// The match of a directory.
    #[must_use]
    pub fn new(dir: &Path, terms: Terms) -> RunReader {
        let most = usize::try_from(terms.games.unwrap_or(MOST_GAMES)).unwrap_or(usize::MAX);
        RunReader {
            dir: dir.to_path_buf(),
            terms,
            follower: None,
            ledger: Ledger::new(most, terms.sprt),
            places: BTreeMap::new(),
            spent: [Spent::default(); 2],
            series: None,
        }
    }

    /// Reads what was written since the last time.
    ///
    /// # Errors
    /// The journal cannot be read or believed.
    pub fn read(&mut self) -> Result<(), JournalError> {
        if self.follower.is_none() {
            self.follower = Follower::open(&self.dir)?;
        }
        let Some(follower) = &mut self.follower else {
            return Ok(());
        };
        let found = follower.more()?;
        if found.is_empty() {
            return Ok(());
        }
        for JournalEntry { at, entry } in found {
            self.places.entry(entry.number).or_insert(at);
            self.ledger.add(GameRecord {
                moves: Vec::new(),
                stats: Vec::new(),
                ..entry
            });
        }
        self.series = None;
        self.spent = [Spent::default(); 2];
        for game in self.ledger.games() {
            self.spent[0] += game.a;
            self.spent[1] += game.b;
        }
        Ok(())
    }

    /// The settings of the match, as its journal has it.
    #[must_use]
    pub fn settings(&self) -> BTreeMap<String, String> {
        self.follower
            .as_ref()
            .map(|follower| follower.settings().clone())
            .unwrap_or_default()
    }

    /// How it stands. Where only the program knows how many games there are, its result tells
    /// whether all are played.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let standing = self.ledger.standing();
        let complete =
            standing.complete || (self.terms.games.is_none() && told_complete(&self.dir));
        Standing {
            complete,
            ..standing
        }
    }

    /// How it stands, for people.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let standing = self.standing();
        let total = self
            .terms
            .games
            .or(standing.complete.then_some(standing.tally.games()));
        Figures::new(&standing, self.spent, total)
    }

    /// How it went.
    pub fn series(&mut self) -> Series {
        if let Some(series) = &self.series {
            return series.clone();
        }
        let games: Vec<&GameRecord> = self.ledger.games().collect();
        let mut series = Series {
            test: self.terms.sprt.map(Into::into),
            ..Series::default()
        };
        for moment in moments(&games, self.terms.sprt.as_ref(), MOST_POINTS) {
            series.games.push(moment.games);
            series.elo.push(moment.estimate.elo);
            series.low.push(moment.estimate.low);
            series.high.push(moment.estimate.high);
            series.score.push(moment.estimate.score);
            series.llr.extend(moment.llr);
            push(&mut series.a, &moment.spent[0]);
            push(&mut series.b, &moment.spent[1]);
        }
        self.series = Some(series.clone());
        series
    }

    /// The game of a number, from 0; `None` where it is not finished.
    ///
    /// # Errors
    /// The journal cannot be read or believed.
    pub fn game(&self, number: usize) -> Result<Option<GameRecord>, JournalError> {
        let place = self.follower.as_ref().zip(self.places.get(&number));
        place.map(|(follower, &at)| follower.again(at)).transpose()
    }

    /// Some of the games that are finished, whether they count already or not.
    ///
    /// # Errors
    /// The journal cannot be read or believed.
    pub fn games(&self, offset: usize, limit: usize) -> Result<Games, JournalError> {
        let mut games = Vec::new();
        if let Some(follower) = &self.follower {
            for at in self.places.values().skip(offset).take(limit) {
                games.push(shown(follower.again(*at)?));
            }
        }
        Ok(Games {
            count: self.places.len(),
            offset,
            games,
        })
    }
}

fn push(to: &mut Efforts, spent: &Spent) {
    to.moves.push(spent.moves);
    to.nodes.push(spent.nodes);
    to.seconds.push(spent.seconds);
}

/// Whether the program's own result says that nothing is left to play.
pub fn told_complete(dir: &Path) -> bool {
    let read = |name: &str| -> Option<bool> {
        let result: serde_json::Value =
            serde_json::from_slice(&std::fs::read(dir.join(name)).ok()?).ok()?;
        result.get("complete")?.as_bool()
    };
    read("result.json")
        .or_else(|| read("sweep.json"))
        .unwrap_or(false)
}

/// A game as pages read it.
pub fn shown(game: GameRecord) -> Game {
    Game {
        number: game.number + 1,
        opening: game.opening,
        first: if game.first == Side::A { "a" } else { "b" },
        result: match game.result {
            Points::Win => "win",
            Points::Draw => "draw",
            Points::Loss => "loss",
        },
        reason: game.reason.to_string(),
        moves: game.moves,
        a: Effort::from(game.a),
        b: Effort::from(game.b),
        margin: game.margin,
    }
}
