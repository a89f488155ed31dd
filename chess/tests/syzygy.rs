//! Endgame tables: known results, none where nothing is known, errors where tables are broken.

use crate::data;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gametree::{
    Analyst, Answer, Game, Keyed, Notation, Outcome, Player, Question, Score, Source, Worker,
};
use gametree_chess::Chess;
use gametree_chess::shakmaty::{Move, Position};
use gametree_chess::syzygy::{Tables, TablesError, Wdl};
use gametree_chess::with_tables::{NAME, WithTables};

fn position(fen: &str) -> Chess {
    fen.parse().unwrap()
}

#[test]
fn known_endings_have_known_results() {
    let Some(directory) = data::fetched("syzygy/regular") else {
        return;
    };
    let tables = Tables::open(&[directory]).unwrap();
    assert!(tables.files() >= 70 && tables.pieces() >= 4, "{tables:?}");
    for (fen, wdl) in [
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Wdl::Win),
        ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", Wdl::Loss),
        ("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", Wdl::Draw),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win),
        ("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Wdl::Draw),
        ("8/8/8/8/4k3/8/3KB1N1/8 w - - 0 1", Wdl::Win),
        ("8/8/8/8/4k3/8/3KN1N1/8 w - - 0 1", Wdl::Draw),
    ] {
        let probe = tables.probe(&position(fen)).unwrap().unwrap();
        assert_eq!(
            (probe.wdl, probe.dtz.signum()),
            (wdl, wdl.signum()),
            "{fen}"
        );
    }
    assert!(tables.probe(&Chess::default()).unwrap().is_none());
    assert!(
        tables
            .probe(&position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))
            .unwrap()
            .is_none()
    );
}

#[test]
fn best_moves_mate_with_bishop_and_knight() {
    let Some(directory) = data::fetched("syzygy/regular") else {
        return;
    };
    let tables = Tables::open(&[directory]).unwrap();
    let mut game = position("8/8/8/8/4k3/8/3KBN2/8 b - - 0 1");
    for _ in 0..100 {
        if game.outcome().is_some() {
            break;
        }
        let m = tables.best(&game).unwrap().unwrap();
        assert!(game.read_move(&game.write_move(m)).is_some());
        game.play(m);
    }
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::FIRST)));
    assert!(tables.best(&game).unwrap().is_none());
}

#[test]
fn without_tables_nothing_is_known_and_broken_ones_are_errors() {
    let directory = tempfile::tempdir().unwrap();
    let tables = Tables::open(&[directory.path()]).unwrap();
    assert_eq!((tables.files(), tables.pieces()), (0, 0));
    let queen = position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    assert!(tables.probe(&queen).unwrap().is_none());
    let missing = Tables::open(&[directory.path().join("nowhere")]).unwrap_err();
    assert!(
        matches!(missing, TablesError::Directory(..)) && missing.to_string().contains("nowhere")
    );
    std::fs::write(directory.path().join("KQvK.rtbw"), [1; 17]).unwrap();
    assert!(matches!(
        Tables::open(&[directory.path()]),
        Err(TablesError::Directory(..))
    ));
    for kind in ["rtbw", "rtbz"] {
        std::fs::write(directory.path().join(format!("KQvK.{kind}")), [1; 80]).unwrap();
    }
    let broken = Tables::open(&[directory.path()]).unwrap();
    let error = broken.probe(&queen).unwrap_err();
    assert!(error.to_string().contains("KQvK"), "{error}");
    // No tables are needed where only kings are left, and a lone pawn has none here.
    assert!(
        broken
            .probe(&position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
            .unwrap()
            .is_none()
    );
}

/// Whom the tables leave a question to: it only counts them.
#[derive(Default)]
struct Counting(usize);

impl Analyst<Chess> for Counting {
    fn ask(&mut self, _: Question<Chess>) {
        self.0 += 1;
    }

    fn answer(&mut self, _: Duration) -> Option<Answer<Move>> {
        None
    }

    fn give_up(&mut self) {}

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        Vec::new()
    }
}

/// What an analyst with tables says at once: the value, and the move.
fn said(directory: &Path, position: &Chess, among: &[Move]) -> Option<(Score, Move)> {
    let tables = Tables::open(&[directory]).unwrap();
    let mut analyst = WithTables::new(Counting::default(), tables);
    analyst.ask(Question {
        ticket: 7,
        position: position.clone(),
        among: among.to_vec(),
        nodes: 1000,
        region: 0,
        lines: 1,
    });
    let answer = analyst.answer(Duration::ZERO)?;
    assert_eq!(answer.ticket, 7);
    let finding = answer.outcome.unwrap();
    assert!(finding.source.is_exact() && finding.source.name == NAME);
    Some((finding.value, finding.line[0]))
}

#[test]
fn an_analyst_with_tables_says_what_they_know_and_passes_on_the_rest() {
    let Some(directory) = data::fetched("syzygy/regular") else {
        return;
    };
    let value = |fen: &str| said(&directory, &position(fen), &[]).map(|(value, _)| value);
    let white = value("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").unwrap();
    assert!(
        white > Score::points(19_000) && !white.is_decided(),
        "{white:?}"
    );
    assert!(value("4k3/8/8/8/8/8/8/3QK3 b - - 0 1").unwrap() > Score::points(19_000));
    assert!(value("3qk3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap() < Score::points(-19_000));
    let mate = position("6k1/8/6K1/8/8/8/8/1Q6 w - - 0 1");
    let (value_of_mate, m) = said(&directory, &mate, &[]).unwrap();
    assert_eq!(value_of_mate, Score::win_in(1));
    assert!(mate.after(m).inner().is_checkmate());
    assert_eq!(value("4k3/8/8/8/4p3/8/8/4K3 w - - 0 1"), Some(Score::DRAW));
    // The rook is lost if only the king may move.
    let loose = position("8/8/8/8/3k4/4R3/8/7K w - - 0 1");
    let king: Vec<Move> = loose
        .moves()
        .filter(|m| m.role() == gametree_chess::shakmaty::Role::King)
        .collect();
    assert_eq!(
        said(&directory, &loose, &king).map(|(value, _)| value),
        Some(Score::DRAW)
    );
    assert!(said(&directory, &loose, &[]).unwrap().0 > Score::points(19_000));
    // Every move ends the right to castle, and the tables know what follows.
    assert!(value("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap() > Score::points(19_000));
    // Too many pieces, a right that black does not end, a game in which positions occurred twice.
    for passed_on in [
        "startpos",
        "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1",
        "7k/8/8/8/8/8/8/KQ6 w - - 0 1 moves b1c1 h8g8 c1b1 g8h8",
    ] {
        assert_eq!(value(passed_on), None, "{passed_on}");
    }
}

/// The mover's result, by search to the limit of the 50-move rule.
fn solved(position: &Chess, known: &mut HashMap<(u64, u32), i32>) -> i32 {
    match position.outcome() {
        Some(Outcome::Win(_)) => return -1,
        Some(_) => return 0,
        None => {}
    }
    let place = (position.key(), position.inner().halfmoves());
    if let Some(&result) = known.get(&place) {
        return result;
    }
    let results = position.moves().map(|m| -solved(&position.after(m), known));
    let result = results.max().unwrap_or(0);
    known.insert(place, result);
    result
}

/// Near the limit the clock decides: against a search of everything that is left to play.
#[test]
fn the_clock_counts_as_in_a_search_to_its_end() {
    let Some(directory) = data::fetched("syzygy/regular") else {
        return;
    };
    let (mut known, mut counts) = (HashMap::new(), [0; 3]);
    for start in [
        "k7/8/1K6/8/8/8/8/7R",
        "k7/8/2K5/8/8/8/8/6Q1",
        "8/8/8/3k4/8/3K4/8/7R",
    ] {
        for (clock, side) in (92..100).flat_map(|clock| [(clock, "w"), (clock, "b")]) {
            let position = position(&format!("{start} {side} - - {clock} 90"));
            let Some((value, _)) = said(&directory, &position, &[]) else {
                counts[2] += 1;
                continue;
            };
            let mover = if side == "w" { value } else { -value };
            let sign = i32::from(mover > Score::DRAW) - i32::from(mover < Score::DRAW);
            assert_eq!(sign, solved(&position, &mut known), "{}", position.fen());
            counts[usize::from(sign == 0)] += 1;
        }
    }
    assert!(
        counts[0] > 5 && counts[1] > 5 && counts[2] < 20,
        "{counts:?}"
    );
}
