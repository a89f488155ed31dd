//! The network that corrects the evaluator of chess: games against itself, in a file beside the
//! network's, then the training.

use std::path::{Path, PathBuf};

use gametree::learning::Curve;
use gametree::learning::curve::Mark;
use gametree_catalog::searches::boxer::BoxedSearch;
use gametree_catalog::searches::minimax::DEFAULT;
use gametree_catalog::{BuiltSearch, CatalogError, Conditions};
use gametree_chess::builtin::Builtin;
use gametree_chess::learning::data::{Data, Labels};
use gametree_chess::learning::games_file::{GamesFile, GamesFileError};
use gametree_chess::learning::self_play::SelfPlay;
use gametree_chess::learning::trainer::{Settings, Trainer};

use super::learn::Learned;
use super::{Side, Training, TrainingRequest};

/// Bytes of the table of the engine that plays.
const TABLE: usize = 4 << 20;

/// What else a request must say, and may not.
pub(super) fn check(request: &TrainingRequest) -> Result<(), CatalogError> {
    if request.game != "chess" || request.from.is_some() {
        let what = "--method network learns chess from its starting position only";
        return Err(CatalogError::usage(what).hint("the other methods learn any game"));
    }
    if request.out.is_none() {
        let what = "--method network needs --out FILE";
        return Err(CatalogError::usage(what).hint("its games are kept beside it, in FILE.games"));
    }
    Ok(())
}

/// Who plays the match: the engine's search with the network, and without.
pub(super) fn sides<'a>(training: &'a Training<'_>) -> Result<[Side<'a>; 2], CatalogError> {
    let out = training.out().display();
    let side =
        |text: String| -> Side<'a> { Box::new(move |on: &Conditions| search(training, &text, on)) };
    Ok([
        side(format!("{DEFAULT}:weights={out}")),
        side(DEFAULT.into()),
    ])
}

fn search(
    training: &Training<'_>,
    text: &str,
    on: &Conditions,
) -> Result<BoxedSearch, CatalogError> {
    match training.game.build(text, on)? {
        BuiltSearch::Score { search, .. } => Ok(search),
        BuiltSearch::Payoffs(_) => Err(CatalogError::usage("chess has no payoffs")),
    }
}

impl Training<'_> {
    fn out(&self) -> &Path {
        self.request.out.as_deref().unwrap_or(Path::new(""))
    }

    /// Where the games are.
    fn games_path(&self) -> PathBuf {
        let mut name = self.out().as_os_str().to_owned();
        name.push(".games");
        name.into()
    }

    /// Plays the games that are missing, then trains.
    pub(super) fn network(&self) -> Result<Learned, CatalogError> {
        let play = SelfPlay {
            nodes: self.request.nodes,
            seed: self.request.seed,
            ..SelfPlay::default()
        };
        let path = self.games_path();
        let failed = |error: GamesFileError| {
            CatalogError::failed(format!("{}: {error}", path.display()))
                .hint("name another file for --out, or delete its games")
        };
        let mut games = GamesFile::open(&path, &play).map_err(failed)?;
        if games.games > 0 {
            let note = format!("{}: holds {} games", path.display(), games.games);
            self.run.progress.note(&note);
        }
        self.play_missing(&play, &mut games).map_err(failed)?;
        let (mut data, labels) = (Data::default(), Labels::default());
        let read = games.read(self.request.games, |sample| data.push(&sample, &labels));
        read.map_err(|error| failed(error.into()))?;
        if data.is_empty() {
            let what = "no game has a quiet position to learn from";
            return Err(CatalogError::failed(what).hint("play more games: --games"));
        }
        Ok(self.train(&data, games.games.min(self.request.games)))
    }

    fn play_missing(&self, play: &SelfPlay, games: &mut GamesFile) -> Result<(), GamesFileError> {
        let wanted = self.request.games;
        let stage = self.run.progress.stage("chess plays itself".into(), wanted);
        let mut engine = Builtin::new(TABLE);
        while games.games < wanted && !self.run.stopped() {
            games.append(&play.play(games.games, &mut engine))?;
            stage.at(games.games);
        }
        Ok(())
    }

    fn train(&self, data: &Data, games: u64) -> Learned {
        let settings = Settings {
            seed: self.request.seed,
            ..Settings::default()
        };
        let mut trainer = Trainer::new(settings, data.len());
        let each = trainer.examples() as u64;
        let all = each * u64::from(settings.epochs);
        let stage = self.run.progress.stage("the network learns".into(), all);
        let mut curve = Curve::default();
        curve.marks.push(Mark {
            games: 0,
            loss: trainer.loss_without(data),
            score: None,
        });
        while trainer.epoch < settings.epochs {
            let before = u64::from(trainer.epoch) * each;
            let mut at = |done: usize| {
                stage.at(before + done as u64);
                !self.run.stopped()
            };
            let Some(losses) = trainer.epoch(data, &mut at) else {
                break;
            };
            let seen = games * u64::from(trainer.epoch);
            curve.marks.push(Mark {
                games: seen,
                loss: losses.held_out,
                score: None,
            });
        }
        // What was stopped before it learned anything is not worth a file.
        let learned = trainer.epoch > 0;
        let file = learned.then(|| trainer.model.quantized().to_bytes());
        Learned {
            linear: None,
            file: file.unwrap_or_default(),
            kinds: None,
            categories: Vec::new(),
            curve,
            games,
        }
    }
}
