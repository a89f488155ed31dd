//! A game of any kind, with the searches that fit it.

use std::sync::Arc;

use gametree::learning::Linear;
use gametree::rng::Rng;
use gametree::{Game, Limits, Notation, Player};
use gametree_arena::{Clock, Referee};

use crate::built::BuiltSearch;
use crate::error::CatalogError;
use crate::format::{Scale, number, shorten};
use crate::game_history;
use crate::info::{GameInfo, SearchInfo};
use crate::knowledge::{ErasedFeatures, FeatureSet, Position};
use crate::payoff::{BoxedContender, PayoffGame, Recipe, acts};
use crate::root_solver::RootSolver;
use crate::searches::boxer::BoxedSearch;
use crate::searches::options::ENDGAME;
use crate::searches::{self, minimax, minmax};
use crate::solve::{Solution, Solved};
use crate::spec::{Conditions, GameTraits, Settings, Spec};
use crate::suggest;
use crate::two_player::AnyTwoPlayerGame;

pub use crate::user_text::START;

/// A game of any kind, selected by its name.
pub struct AnyGame {
    info: &'static GameInfo,
    name: String,
    family: Family,
}

/// Which searches can search a game. A tree for two players without chance has both families.
enum Family {
    /// Minimax and its refinements: an integer value.
    Minimax(Arc<dyn AnyTwoPlayerGame>),
    /// Chance, several players, hidden cards: a real value for each player.
    Payoffs(PayoffGame),
}

impl AnyGame {
    /// A game for two without chance.
    pub fn two_player(name: &str, game: impl AnyTwoPlayerGame + 'static) -> AnyGame {
        AnyGame {
            info: game.info(),
            name: name.into(),
            family: Family::Minimax(Arc::new(game)),
        }
    }

    /// A game with chance, several players or hidden cards.
    pub fn with_payoffs(info: &'static GameInfo, name: &str, game: PayoffGame) -> AnyGame {
        AnyGame {
            info,
            name: name.into(),
            family: Family::Payoffs(game),
        }
    }

    /// Its entry in the list.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// As the user named it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether values are real numbers, one for each player.
    pub fn has_payoffs(&self) -> bool {
        matches!(self.family, Family::Payoffs(_))
    }

    /// How its values become numbers and text.
    pub fn scale(&self) -> Scale {
        match &self.family {
            Family::Minimax(game) => game.scale(),
            Family::Payoffs(_) => Scale::default(),
        }
    }

    /// The starting position.
    pub fn start(&self) -> Position {
        match &self.family {
            Family::Minimax(game) => game.start(),
            Family::Payoffs(game) => game.start.clone(),
        }
    }

    /// The game inside, where it is one for two players without chance.
    pub fn two_player_game(&self) -> Option<Arc<dyn AnyTwoPlayerGame>> {
        match &self.family {
            Family::Minimax(game) => Some(Arc::clone(game)),
            Family::Payoffs(_) => None,
        }
    }

    /// The searches that can search it.
    pub fn searches(&self) -> Vec<&'static SearchInfo> {
        match &self.family {
            Family::Minimax(_) => minimax::SEARCHES.iter().collect(),
            Family::Payoffs(game) => game.recipes.iter().map(|recipe| recipe.info).collect(),
        }
    }

    /// The search used by default: the strongest for two players, else the first that suits the
    /// game.
    pub fn default_search(&self) -> &'static str {
        if !self.has_payoffs() {
            return minimax::DEFAULT;
        }
        let searches = self.searches();
        let has = |name: &str| searches.iter().any(|info| info.name == name);
        let fits = self.info.fits.iter().find(|name| has(name));
        fits.copied().unwrap_or(searches[0].name)
    }

    /// The searches that suit it, the best first.
    pub fn fitting_searches(&self) -> Vec<&'static str> {
        let searches = self.searches();
        let there = |name: &&&'static str| searches.iter().any(|info| info.name == **name);
        self.info.fits.iter().filter(there).copied().collect()
    }

    /// The position of a text: `startpos`, the game's own notation, or moves from the start.
    ///
    /// # Errors
    /// The text is none of these.
    pub fn position(&self, text: Option<&str>) -> Result<Position, CatalogError> {
        let text = text.unwrap_or(START).trim();
        if text.is_empty() || text == START {
            return Ok(self.start());
        }
        let own = self.read(text);
        if let Some(Ok(position)) = own {
            return Ok(position);
        }
        let reason = match (by_moves(&self.start(), text), own) {
            (Ok(position), _) => return Ok(position),
            (Err(_), Some(Err(reason))) | (Err(reason), _) => reason,
        };
        let GameInfo {
            name, positions, ..
        } = self.info;
        let shown = shorten(text, 100);
        Err(CatalogError::usage(format!(
            "'{shown}' is not a position of {name}: {}",
            shorten(&reason, 400)
        ))
        .hint(format!("positions of {name}: {positions}")))
    }

    fn read(&self, text: &str) -> Option<Result<Position, String>> {
        match &self.family {
            Family::Minimax(game) => game.read(text),
            Family::Payoffs(game) => game.reader.as_ref().map(|read| read(text)),
        }
    }

    /// The position that a search gets: where cards are hidden and no position is named, they are
    /// dealt by the seed.
    ///
    /// # Errors
    /// As [`AnyGame::position`].
    pub fn dealt(&self, text: Option<&str>, seed: u64) -> Result<Position, CatalogError> {
        let mut position = self.position(text)?;
        if text.is_none() && self.info.hidden {
            let mut rng = Rng::new(seed);
            let referee = self.referee();
            while let Some(m) = (referee.chance)(&position, &mut rng) {
                position.play(m);
            }
        }
        Ok(position)
    }

    /// Who moves for chance and says what every player gets.
    pub fn referee(&self) -> Referee<Position> {
        if self.has_payoffs() {
            Referee::of_payoffs()
        } else {
            Referee {
                recall: game_history::recall,
                ..Referee::plain()
            }
        }
    }

    /// The board as a player may see it.
    pub fn board(&self, position: &Position, viewer: Player) -> String {
        match &self.family {
            Family::Minimax(_) => position.to_string(),
            Family::Payoffs(game) => (game.board)(position, viewer),
        }
    }

    /// Makes the search of a text `NAME[:key=value,...]`.
    ///
    /// # Errors
    /// There is no such search for this game, or an option of it is wrong.
    pub fn build(&self, text: &str, on: &Conditions) -> Result<BuiltSearch, CatalogError> {
        let settings = self.settings(text, on)?;
        match &self.family {
            Family::Minimax(game) => Ok(BuiltSearch::Score {
                search: game.search(&settings)?,
                scale: self.scale(),
            }),
            Family::Payoffs(game) => {
                let recipe = self.recipe(game, settings.search())?;
                Ok(BuiltSearch::Payoffs((recipe.build)(&settings)?))
            }
        }
    }

    /// Makes the same search on the erased position, where every step can be watched.
    ///
    /// # Errors
    /// As [`AnyGame::build`].
    pub fn build_observable(
        &self,
        text: &str,
        on: &Conditions,
    ) -> Result<BuiltSearch, CatalogError> {
        match &self.family {
            Family::Minimax(game) => {
                let settings = self.settings(text, on)?;
                Ok(BuiltSearch::Score {
                    search: game.observable(&settings)?,
                    scale: self.scale(),
                })
            }
            Family::Payoffs(_) => self.build(text, on),
        }
    }

    /// Makes a search of a game with features that plays by these weights.
    ///
    /// # Errors
    /// As [`AnyGame::build`].
    pub fn build_with_weights(
        &self,
        text: &str,
        on: &Conditions,
        weights: &Linear<ErasedFeatures>,
    ) -> Result<BoxedSearch, CatalogError> {
        let settings = self.settings(text, on)?;
        match &self.family {
            Family::Minimax(game) => game.search_with_weights(&settings, weights),
            Family::Payoffs(_) => Err(CatalogError::usage("this game has no features to weigh")),
        }
    }

    /// Makes a player of matches.
    ///
    /// # Errors
    /// As [`AnyGame::build`].
    pub fn contender(
        &self,
        text: &str,
        on: &Conditions,
        clock: Clock,
    ) -> Result<BoxedContender, CatalogError> {
        if let Family::Payoffs(game) = &self.family {
            let settings = self.settings(text, on)?;
            if let Some(make) = &self.recipe(game, settings.search())?.contender {
                return make(&settings);
            }
            return Ok(game.covered(self.build(text, on)?.contender(clock)));
        }
        Ok(self.build(text, on)?.contender(clock))
    }

    /// What the user must know to read the numbers of a search, if anything.
    ///
    /// # Errors
    /// As [`AnyGame::build`].
    pub fn note(&self, text: &str, on: &Conditions) -> Result<Option<String>, CatalogError> {
        let settings = self.settings(text, on)?;
        let Family::Minimax(game) = &self.family else {
            return Ok(None);
        };
        let mut notes: Vec<String> = game.note().map(String::from).into_iter().collect();
        if settings.search() == minmax::INFO.name {
            notes.push(minmax::note(&settings)?);
        }
        Ok((!notes.is_empty()).then(|| notes.join(". ")))
    }

    fn settings(&self, text: &str, on: &Conditions) -> Result<Settings, CatalogError> {
        let spec = Spec::parse(text)?;
        let searches = self.searches();
        let info = searches.iter().find(|info| info.name == spec.name);
        let info = info.ok_or_else(|| self.unknown(&spec.name))?;
        let traits = match &self.family {
            Family::Minimax(game) => game.traits(),
            Family::Payoffs(_) => GameTraits {
                tuned: self.info.tuned,
                ..GameTraits::default()
            },
        };
        let settings = Settings::new(info, &spec, on, traits)?;
        if !traits.endgame && settings.has(ENDGAME.key)? {
            let what = format!(
                "{}: endgame=on, but this game has no solver for its last moves",
                spec.name
            );
            return Err(CatalogError::usage(what).hint("leave the option out; othello has one"));
        }
        Ok(settings)
    }

    fn recipe<'g>(&self, game: &'g PayoffGame, name: &str) -> Result<&'g Recipe, CatalogError> {
        let recipe = game.recipes.iter().find(|recipe| recipe.info.name == name);
        recipe.ok_or_else(|| self.unknown(name))
    }

    /// What to say of a search that the game does not have.
    fn unknown(&self, name: &str) -> CatalogError {
        let names: Vec<&str> = self.searches().iter().map(|info| info.name).collect();
        let guess = suggest::phrase(name, names.iter().copied());
        let game = self.info.name;
        let hint = format!("{guess}searches for {game}: {}", names.join(", "));
        let shown = shorten(name, 60);
        match searches::all().find(|info| info.name == name) {
            Some(info) => CatalogError::usage(format!("{shown} cannot search {game}"))
                .hint(format!("{shown} fits {}; {hint}", info.fits)),
            None => CatalogError::not_found(format!("unknown search '{shown}'")).hint(hint),
        }
    }

    /// Makes a solver, which may remember from position to position.
    pub fn solver(&self) -> Box<dyn RootSolver + '_> {
        match &self.family {
            Family::Minimax(game) => game.solver(),
            Family::Payoffs(game) => Box::new(PayoffRootSolver(game)),
        }
    }

    /// What can be learned; `None` where the game has no features.
    pub fn features(&self) -> Option<FeatureSet> {
        match &self.family {
            Family::Minimax(game) => game.features(),
            Family::Payoffs(_) => None,
        }
    }
}

/// The solver of a game with payoffs, its result as text.
struct PayoffRootSolver<'g>(&'g PayoffGame);

impl RootSolver for PayoffRootSolver<'_> {
    fn solve(&mut self, root: &Position, limits: &Limits) -> Solved {
        let found = (self.0.solver)(root, limits);
        let nodes = found.as_ref().map_or(0, |exact| exact.nodes);
        let mover = if acts(root) {
            usize::from(root.turn().0)
        } else {
            0
        };
        let solution = found.map(|exact| Solution {
            outcome: None,
            score: number(exact.values[mover]),
            plies: None,
            values: exact.values,
            mover,
            best: exact.best.iter().map(|&m| root.write_move(m)).collect(),
            note: exact.note,
        });
        Solved { solution, nodes }
    }
}

/// A position written as the moves that lead to it, by spaces or commas.
///
/// # Errors
/// A sentence for people: which word is not a legal move.
pub fn by_moves<G: Notation>(start: &G, text: &str) -> Result<G, String> {
    let mut position = start.clone();
    let words = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    for (number, word) in (1..).zip(words) {
        if position.outcome().is_some() {
            return Err(format!("the game is over before move {number}, '{word}'"));
        }
        let Some(m) = position.read_move(word) else {
            let word = shorten(word, 30);
            let legal = legal(&position);
            return Err(format!(
                "move {number}, '{word}', is not legal; legal: {legal}"
            ));
        };
        position.play(m);
    }
    Ok(position)
}

/// The legal moves, on one line.
pub fn legal<G: Notation>(position: &G) -> String {
    const MOST: usize = 60;
    let mut names: Vec<String> = position
        .moves()
        .take(MOST + 1)
        .map(|m| position.write_move(m))
        .collect();
    if names.len() > MOST {
        names[MOST] = "…".into();
    }
    names.join(" ")
}
