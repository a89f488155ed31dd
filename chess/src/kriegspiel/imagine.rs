//! Worlds made up to fit what was observed last.
//!
//! ```text
//!   the enemy's men at the start         each wanders at random,          one man after the other is moved
//!   less as many pawns and pieces   ──▶  as often as it has moved    ──▶  as long as fewer facts are wrong,
//!   as were taken                        (see the file `camp`)            until none is
//! ```
//!
//! What always holds: the player's own men and castling rights, the number of the enemy's men, who
//! is to move, what the player has seen, and that it is a legal chess position in which the game
//! goes on.
//!
//! The *facts*, which nearly always hold (where they cannot be met in [`TRIES`] tries of [`STEPS`]
//! steps the world that meets most of them is taken): the checks and the number of pawn tries that
//! were told last; that each attempt refused in this turn is illegal; and that an enemy stands
//! where it took with its last move.
//!
//! What is not kept: earlier refusals and announcements, earlier moves through squares that were
//! empty then, repetitions. The clock of the fifty moves is guessed, at most the plies since
//! something was taken. The other player of such a world does not remember their own moves, but has
//! heard the umpire.
//!
//! Everything is a function of the player's view and the random numbers. Hill climbing by least
//! conflicts: Minton, Johnston, Philips and Laird 1992.

use gametree::rng::Rng;
use gametree::{Game, Player};
use shakmaty::{
    Bitboard, Board, CastlingMode, Color, EnPassantMode, FromSetup, Position, Role, Setup, Square,
};

use super::attempts::Attempt;
use super::camp::{Camp, Past};
use super::record::Event;
use super::umpire::{self, Victim, Word};
use super::{Chess, Kriegspiel};

/// This many times men are placed again.
pub const TRIES: usize = 6;
/// This many steps each time.
pub const STEPS: usize = 400;

/// What counts as wrong with a position that is none, or in which the game is over.
const IMPOSSIBLE: u32 = 1000;

/// What a player knows.
struct Known {
    /// The position without the enemy's men.
    setup: Setup,
    past: Past,
    word: Word,
    refused: Vec<Attempt>,
    /// An enemy stands on one of these: it took here.
    captor: Option<Bitboard>,
    /// Rooks of the enemy that could castle at the start, and its king then.
    rooks: Bitboard,
    king: Option<Square>,
    /// The most that the clock of the fifty moves can show.
    clock: u32,
    /// The enemy has just moved and took nothing: it may have been a pawn's double step.
    may_pass: bool,
}

/// A position that looks to `player` as this one does, as far as the module says. `None` where the
/// game is over.
pub(super) fn imagine(game: &Kriegspiel, player: Player, rng: &mut Rng) -> Option<Kriegspiel> {
    if game.outcome().is_some() {
        return None;
    }
    let known = Known::of(game, player);
    let mut best: Option<(u32, shakmaty::Chess)> = None;
    for _ in 0..TRIES {
        let Some((wrong, position)) = known.climb(rng) else {
            continue;
        };
        if best.as_ref().is_none_or(|(least, _)| wrong < *least) {
            best = Some((wrong, position));
        }
        if wrong == 0 {
            break;
        }
    }
    let (_, position) = best?;
    let truth = Chess::from_position(position);
    let world = Kriegspiel {
        truth,
        record: game.record.known_to(player),
        ..game.clone()
    };
    let goes_on = world.moves().any(|attempt| world.legal(attempt).is_some());
    goes_on.then_some(world)
}

impl Known {
    fn of(game: &Kriegspiel, player: Player) -> Known {
        let own = if player == Player::FIRST {
            Color::White
        } else {
            Color::Black
        };
        let waits = game.turn() != player;
        let start = game.start.position.inner();
        let mut known = Known {
            setup: own_setup(game, own),
            past: Past {
                board: start.board().clone(),
                color: !own,
                taken: Vec::new(),
                takes: 0,
                moves: 0,
            },
            word: game.word,
            refused: if waits {
                Vec::new()
            } else {
                game.record.refused().collect()
            },
            captor: None,
            rooks: start.castles().castling_rights() & start.board().by_color(!own),
            king: start.board().king_of(!own),
            clock: start.halfmoves() + u32::from(game.plies),
            may_pass: false,
        };
        known.remember(game, player);
        known
    }

    /// Goes through what the umpire said, from the last word back.
    fn remember(&mut self, game: &Kriegspiel, player: Player) {
        let (mut plies, mut quiet) = (0, None);
        for entry in game.record.iter() {
            let Event::Played(_, word) = entry.event else {
                continue;
            };
            if word.captured.is_some() {
                quiet = quiet.or(Some(plies));
            }
            if entry.by == player {
                self.past.taken.extend(word.captured);
            } else {
                self.past.moves += 1;
                self.past.takes += usize::from(word.captured.is_some());
            }
            if plies == 0 && entry.by != player {
                self.may_pass = word.captured.is_none();
                self.captor = word.captured.map(|capture| {
                    let behind = capture.square.offset(self.past.color.fold_wb(8, -8));
                    let passed = behind.filter(|_| capture.victim == Victim::Pawn);
                    Bitboard::from_square(capture.square)
                        | passed.map_or(Bitboard::EMPTY, Bitboard::from_square)
                });
            }
            plies += 1;
        }
        self.past.taken.reverse();
        self.clock = quiet.unwrap_or(self.clock).min(99);
    }

    /// Men at random, moved until all facts are met or there are no steps left; the number of facts
    /// that are wrong then.
    fn climb(&self, rng: &mut Rng) -> Option<(u32, shakmaty::Chess)> {
        let clock = self.clock_of(rng);
        let mut camp = Camp::drafted(&self.past, self.setup.board.occupied(), rng);
        let mut found = self.judge(&camp, clock);
        for _ in 0..STEPS {
            if found.0 == 0 {
                break;
            }
            let change = camp.change(rng);
            let passed = camp.passed;
            camp.passed = if self.may_pass && rng.below(4) == 0 {
                camp.passing(rng)
            } else {
                None
            };
            let next = self.judge(&camp, clock);
            if next.0 < found.0 || (next.0 == found.0 && rng.below(8) == 0) {
                found = next;
            } else {
                camp.undo(&change);
                camp.passed = passed;
            }
        }
        let (wrong, position) = found;
        position.map(|position| (wrong, position))
    }

    /// What the clock may show: known where neither side has pawns.
    fn clock_of(&self, rng: &mut Rng) -> u32 {
        let begun = self.past.board.pawns() & self.past.board.by_color(self.past.color);
        let gone = self
            .past
            .taken
            .iter()
            .filter(|capture| capture.victim == Victim::Pawn)
            .count();
        let pawns = begun.count() > gone || self.setup.board.pawns().any();
        if pawns {
            rng.below(self.clock as usize + 1) as u32
        } else {
            self.clock
        }
    }

    /// How many facts are wrong, and the position where it is one.
    fn judge(&self, camp: &Camp, clock: u32) -> (u32, Option<shakmaty::Chess>) {
        let setup = self.peopled(camp, clock);
        let position = shakmaty::Chess::from_setup(setup, CastlingMode::Standard);
        let position = position.or_else(shakmaty::PositionError::ignore_impossible_check);
        let Ok(position) = position else {
            return (IMPOSSIBLE, None);
        };
        let legal = position.legal_moves();
        let word = umpire::word(&position, &legal, None);
        if word.end.is_some() {
            return (IMPOSSIBLE, None);
        }
        let allowed = |attempt: &&Attempt| legal.iter().any(|&m| Attempt::of(m) == **attempt);
        let mut wrong = word.checks.differences(self.word.checks)
            + u32::from(word.tries.abs_diff(self.word.tries));
        wrong += self.refused.iter().filter(allowed).count() as u32;
        let enemies = position.board().by_color(camp.color);
        wrong += u32::from(
            self.captor
                .is_some_and(|squares| (squares & enemies).is_empty()),
        );
        (wrong, Some(position))
    }

    fn peopled(&self, camp: &Camp, clock: u32) -> Setup {
        let mut setup = self.setup.clone();
        camp.men
            .iter()
            .for_each(|&(role, square)| setup.board.set_piece_at(square, role.of(camp.color)));
        if self.king.is_some() && self.king == setup.board.king_of(camp.color) {
            let rooks = setup.board.by_piece(Role::Rook.of(camp.color));
            setup.castling_rights |= self.rooks & rooks;
        }
        setup.ep_square = camp.passed.or(setup.ep_square);
        setup.halfmoves = clock;
        setup
    }
}

/// The position without the enemy. En passant is known where the player has just moved, and at the
/// start.
fn own_setup(game: &Kriegspiel, own: Color) -> Setup {
    let mut setup = game.truth.inner().to_setup(EnPassantMode::Always);
    let men = setup.board.by_color(own);
    let mut board = Board::empty();
    for square in men {
        if let Some(piece) = setup.board.piece_at(square) {
            board.set_piece_at(square, piece);
        }
    }
    setup.board = board;
    setup.castling_rights &= men;
    let seen = setup.turn != own || game.plies == 0;
    setup.ep_square = setup.ep_square.filter(|_| seen);
    setup
}
