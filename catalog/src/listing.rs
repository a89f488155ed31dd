//! The lists of games and searches as data: what `--json` prints and the pages get.

use serde::Serialize;

use crate::info::{GameInfo, SearchInfo, SearchOption};

/// A game in the list.
#[derive(Serialize)]
pub struct GameRow {
    name: &'static str,
    form: &'static str,
    about: &'static str,
    positions: &'static str,
    example: &'static str,
    players: u8,
    chance: bool,
    hidden: bool,
    loops: bool,
    searches: &'static [&'static str],
}

impl GameRow {
    fn new(info: &GameInfo) -> GameRow {
        GameRow {
            name: info.name,
            form: info.form,
            about: info.about,
            positions: info.positions,
            example: info.example,
            players: info.players,
            chance: info.chance,
            hidden: info.hidden,
            loops: info.loops,
            searches: info.fits,
        }
    }
}

/// A search in the list.
#[derive(Serialize)]
pub struct SearchRow {
    name: &'static str,
    paper: &'static str,
    about: &'static str,
    fits: &'static str,
    games: Vec<&'static str>,
    options: &'static [SearchOption],
    tuned: Vec<TunedRow>,
}

/// Options that suit a game.
#[derive(Serialize)]
pub struct TunedRow {
    /// The game.
    pub game: &'static str,
    /// `key=value,...`
    pub options: &'static str,
}

impl SearchRow {
    fn new(info: &'static SearchInfo) -> SearchRow {
        let suits = |game: &&GameInfo| game.fits.contains(&info.name);
        SearchRow {
            name: info.name,
            paper: info.paper,
            about: info.does,
            fits: info.fits,
            games: crate::games().filter(suits).map(|game| game.name).collect(),
            options: info.options,
            tuned: tuned(info.name).collect(),
        }
    }
}

/// What is tuned of a search, game by game.
pub fn tuned(search: &str) -> impl Iterator<Item = TunedRow> {
    let of = move |game: &'static GameInfo| {
        let found = game.tuned.iter().find(|(name, _)| *name == search);
        found.map(|(_, options)| TunedRow {
            game: game.name,
            options,
        })
    };
    crate::games().filter_map(of)
}

/// All games.
pub fn games() -> Vec<GameRow> {
    crate::games().map(GameRow::new).collect()
}

/// All searches.
pub fn searches() -> Vec<SearchRow> {
    crate::searches().map(SearchRow::new).collect()
}
