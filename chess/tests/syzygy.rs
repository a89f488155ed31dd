//! Endgame tables: known results, none where nothing is known, errors where tables are broken.

mod data;

use gametree::{Game, Notation, Outcome, Player};
use gametree_chess::Chess;
use gametree_chess::syzygy::{Tables, TablesError, Wdl};

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
