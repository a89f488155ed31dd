//! The games by name. To add one: a file here that opens it, and its line in [`GAMES`].

pub mod backgammon;
mod breakthrough;
mod chess;
mod chess_positions;
pub mod connect4;
mod fork;
mod grids;
mod hearts;
mod hex;
mod kriegspiel;
mod kuhn;
mod nim;
mod othello;
mod pig;
mod squares;
mod tictactoe3;
pub mod tree;
mod veil;
pub mod whist;

use std::fmt::Display;

use crate::error::CatalogError;
use crate::format::shorten;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::searches::is_for_payoffs_only;
use crate::spec::Spec;
use crate::suggest;
use crate::two_player::AnyTwoPlayerGame;

/// A game in the list, and how to open it.
pub struct Entry {
    /// What the list says of it.
    pub info: &'static GameInfo,
    open: fn(&Request<'_>) -> Result<AnyGame, CatalogError>,
}

const fn entry(
    info: &'static GameInfo,
    open: fn(&Request<'_>) -> Result<AnyGame, CatalogError>,
) -> Entry {
    Entry { info, open }
}

/// All games. Where a line says `compiled`, every search is compiled for the game: these are the
/// games whose speed people measure. All others share one instance of each search.
pub static GAMES: &[Entry] = &[
    entry(&grids::TICTACTOE, grids::open),
    entry(&grids::MNK, grids::open),
    entry(&grids::CUBE, grids::open),
    entry(&grids::SETS, grids::open),
    entry(&connect4::INFO, |r| match r.parameters {
        Some(connect4::YEAR) => r.two_player(connect4::of_1987()),
        _ => r.two_player(connect4::open(r)?.compiled()),
    }),
    entry(&othello::INFO, |r| {
        r.two_player(othello::open(r)?.compiled())
    }),
    entry(&hex::INFO, |r| r.two_player(hex::open(r)?)),
    entry(&nim::INFO, |r| r.two_player(nim::open(r)?)),
    entry(&squares::INFO, |r| r.two_player(squares::open(r)?)),
    entry(&breakthrough::INFO, |r| {
        r.two_player(breakthrough::open(r)?.compiled())
    }),
    entry(&chess::INFO, |r| r.two_player(chess::open(r)?.compiled())),
    entry(&pig::INFO, pig::open),
    entry(&backgammon::INFO, backgammon::open),
    entry(&kuhn::INFO, kuhn::open),
    entry(&kriegspiel::INFO, kriegspiel::open),
    entry(&fork::INFO, fork::open),
    entry(&whist::INFO, whist::open),
    entry(&hearts::INFO, hearts::open),
    entry(&tictactoe3::INFO, tictactoe3::open),
    entry(&tree::INFO, tree::open),
];

/// A game as the user names it.
pub struct Request<'a> {
    /// Its entry in the list.
    pub info: &'static GameInfo,
    /// The whole name.
    pub name: &'a str,
    /// What follows the colon.
    pub parameters: Option<&'a str>,
    /// Whether the searches to be built are those for games with payoffs.
    pub payoffs: bool,
}

impl Request<'_> {
    /// A game for two, under the requested name.
    fn two_player(&self, game: impl AnyTwoPlayerGame + 'static) -> Result<AnyGame, CatalogError> {
        Ok(AnyGame::two_player(self.name, game))
    }

    /// The family and its parameters.
    fn full_name(&self) -> String {
        match self.parameters {
            Some(parameters) => format!("{}:{parameters}", self.info.name),
            None => self.info.name.into(),
        }
    }

    /// For games without parameters.
    fn no_parameters(&self) -> Result<(), CatalogError> {
        let Some(text) = self.parameters else {
            return Ok(());
        };
        let GameInfo { name, form, .. } = self.info;
        let text = shorten(text, 60);
        let what = format!("{name} takes no parameters, but ':{text}' follows it");
        let hint = format!("write {form}; the position is an argument of its own");
        Err(CatalogError::usage(what).hint(hint))
    }

    /// The side of a board, for games with one number as parameter.
    fn side(&self, default: usize) -> Result<usize, CatalogError> {
        let Some(text) = self.parameters else {
            return Ok(default);
        };
        let GameInfo { name, form, .. } = self.info;
        text.trim().parse().map_err(|_| {
            let what = format!("'{}' is not a size for {name}", shorten(text, 60));
            CatalogError::usage(what).hint(format!("write {form}, as in {name}:6"))
        })
    }

    /// The name with what is wrong about it.
    fn wrong(&self, error: impl Display) -> CatalogError {
        let (name, error) = (shorten(self.name, 60), error.to_string());
        // Some say the name themselves.
        if error.starts_with(&format!("\"{}\"", self.name)) {
            return CatalogError::usage(error);
        }
        CatalogError::usage(format!("{name}: {error}"))
    }

    /// How the game is named.
    fn form_hint(&self) -> String {
        let GameInfo { form, example, .. } = self.info;
        if form == example {
            return format!("write {form}");
        }
        format!("write {form}, as in {example}")
    }
}

/// A game's name and what follows the colon; a bare tree is one too.
fn split(name: &str) -> (&str, Option<&str>) {
    if is_bare_tree(name) {
        return (tree::INFO.name, Some(name));
    }
    match name.split_once(':') {
        Some((family, parameters)) => (family, Some(parameters)),
        None => (name, None),
    }
}

/// Whether a name is the text of a tree: `(max 1 2)`, or `s:(max 1 2)` with a name for the root.
fn is_bare_tree(name: &str) -> bool {
    let text = name.trim_start();
    let named = text.split_once(":(").map(|(root, _)| root);
    text.starts_with('(')
        || named.is_some_and(|root| root != tree::INFO.name && !root.contains([':', '(', ' ']))
}

/// Whether opening a game of this name may read a file: pages must not.
#[must_use]
pub fn reads_file(name: &str) -> bool {
    let (family, parameters) = name.trim().split_once(':').unwrap_or((name.trim(), ""));
    match family.trim() {
        family if family == tree::INFO.name => !parameters.contains('('),
        family if family == grids::SETS.name => grids::names_file(parameters),
        _ => false,
    }
}

/// The entry of a game's name.
///
/// # Errors
/// No game has this name.
pub fn info(name: &str) -> Result<&'static GameInfo, CatalogError> {
    find(name).map(|entry| entry.info)
}

fn find(name: &str) -> Result<&'static Entry, CatalogError> {
    let (family, _) = split(name);
    let entry = GAMES.iter().find(|entry| entry.info.name == family);
    entry.ok_or_else(|| unknown(family))
}

fn unknown(family: &str) -> CatalogError {
    let guess = suggest::phrase(family, GAMES.iter().map(|entry| entry.info.name));
    let forms: Vec<&str> = GAMES.iter().map(|entry| entry.info.form).collect();
    CatalogError::not_found(format!("unknown game '{}'", shorten(family, 60)))
        .hint(format!("{guess}games: {}", forms.join(", ")))
}

/// Opens a game by its name. The searches to be built, as the user wrote them, decide how a tree
/// for two players is read: they may be for games with payoffs.
///
/// # Errors
/// No game has this name, or its parameters are wrong.
pub fn open(name: &str, searches: &[&str]) -> Result<AnyGame, CatalogError> {
    let for_payoffs =
        |text: &&str| Spec::parse(text).is_ok_and(|spec| is_for_payoffs_only(&spec.name));
    let entry = find(name)?;
    let (_, parameters) = split(name);
    (entry.open)(&Request {
        info: entry.info,
        name,
        parameters,
        payoffs: searches.iter().any(for_payoffs),
    })
}

/// The position as its game's own type.
fn typed<G: 'static>(position: &Position) -> &G {
    position
        .downcast_ref()
        .expect("a game is asked about its own positions")
}
