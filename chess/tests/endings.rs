//! Endings from the rules alone: retrograde analysis knows the longest mates, and agrees with
//! tables.

use crate::data;

use gametree::retrograde::Retrograde;
use gametree::{Event, Game, Keyed, Limits, Observer, Outcome, Player, Score, Search, TwoPlayer};
use gametree_chess::Chess;
use gametree_chess::shakmaty::{Move, Position};
use gametree_chess::syzygy::Tables;

/// Chess without the 50-move rule, which positions of equal key do not share.
#[derive(Clone)]
struct Timeless(Chess);

impl Game for Timeless {
    type Move = Move;

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.0.moves()
    }

    fn play(&mut self, m: Move) {
        self.0.play(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        let known = self.0.inner().outcome().known()?;
        Some(known.winner().map_or(Outcome::Draw, |winner| {
            Outcome::Win(if winner.is_white() {
                Player::FIRST
            } else {
                Player::SECOND
            })
        }))
    }
}

impl TwoPlayer for Timeless {}

impl Keyed for Timeless {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// All positions that a search saw, with their values; those without one are draws.
#[derive(Default)]
struct Album {
    positions: Vec<Timeless>,
    values: Vec<Score>,
}

impl Observer<Timeless> for Album {
    fn see(&mut self, event: &Event<'_, Timeless>) {
        match event {
            Event::Grow { position, .. } => {
                self.positions.push((*position).clone());
                self.values.push(Score::DRAW);
            }
            Event::Backup { node, value, .. } => self.values[*node as usize] = *value,
            _ => {}
        }
    }
}

/// Everything that can be reached from a position.
fn solve(fen: &str) -> Album {
    let (root, mut album) = (Timeless(fen.parse().unwrap()), Album::default());
    let report = Retrograde::blind().watch(&root, &Limits::none(), &mut album);
    assert!(report.proven);
    assert!(album.positions.len() > 300_000, "{}", album.positions.len());
    album
}

/// The longest win of White, who moves.
fn longest(album: &Album) -> Score {
    let all = album.positions.iter().zip(&album.values);
    let wins =
        all.filter(|(position, value)| position.turn() == Player::FIRST && **value > Score::DRAW);
    wins.map(|(_, &value)| value).min().unwrap()
}

/// Tables that are there must say the same of who wins.
fn compare(album: &Album) {
    let Some(directory) = data::fetched("syzygy/regular") else {
        return;
    };
    let tables = Tables::open(&[directory]).unwrap();
    for (position, &value) in album.positions.iter().zip(&album.values).step_by(7) {
        let probe = tables
            .probe(&position.0)
            .unwrap()
            .expect("a table of three pieces");
        let white = if position.turn() == Player::FIRST {
            1
        } else {
            -1
        };
        let sign = i32::from(value > Score::DRAW) - i32::from(value < Score::DRAW);
        assert_eq!(probe.wdl.signum() * white, sign, "{}", position.0.fen());
    }
}

#[test]
fn the_queen_mates_in_ten() {
    let album = solve("8/8/8/3k4/8/8/8/QK6 w - - 0 1");
    assert_eq!(longest(&album), Score::win_in(19));
    compare(&album);
}

#[test]
fn the_rook_mates_in_sixteen() {
    let album = solve("8/8/8/3k4/8/8/8/RK6 w - - 0 1");
    assert_eq!(longest(&album), Score::win_in(31));
    compare(&album);
}
