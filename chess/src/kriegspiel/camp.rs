//! The enemy's men as a player might suppose them: those it began with less those taken, each
//! somewhere on a way that such a man can go.

use gametree::rng::Rng;
use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::umpire::{Capture, Victim};

/// What is known of the enemy's past.
#[derive(Debug)]
pub(super) struct Past {
    /// The board at the start.
    pub board: Board,
    /// Which colour it has.
    pub color: Color,
    /// Its men that were taken.
    pub taken: Vec<Capture>,
    /// How often it took.
    pub takes: usize,
    /// How often it moved.
    pub moves: usize,
}

/// What it is, and where.
pub(super) type Man = (Role, Square);

/// A change of the camp, and what was there before.
#[derive(Debug)]
pub(super) struct Change {
    man: usize,
    before: Man,
    /// The officer that came back for it, as it was when it was taken.
    back: Option<(usize, Man)>,
}

/// Supposed men, and the pawn that could be taken en passant.
#[derive(Clone, Debug)]
pub(super) struct Camp {
    pub color: Color,
    pub men: Vec<Man>,
    /// Officers that are taken to be gone. Which they are is not announced.
    gone: Vec<Man>,
    /// Where the player's own men stand.
    own: Bitboard,
    pub passed: Option<Square>,
}

/// From this ply of its own on the enemy may have promoted, each pawn with a chance that grows by
/// one in this many with every move.
const PROMOTES: usize = 25;
const SELDOM: usize = 1000;

impl Camp {
    /// The men of a random past, that need not fit anything but their number.
    pub fn drafted(past: &Past, own: Bitboard, rng: &mut Rng) -> Camp {
        let men = past.board.by_color(past.color).into_iter();
        let men = men
            .filter_map(|square| past.board.role_at(square).map(|role| (role, square)))
            .collect();
        let mut camp = Camp {
            color: past.color,
            men,
            gone: Vec::new(),
            own,
            passed: None,
        };
        past.taken
            .iter()
            .for_each(|capture| camp.lose(*capture, past.moves, rng));
        camp.make_room(rng);
        camp.promote(past.moves, rng);
        let mut takes = past.takes;
        for _ in 0..past.moves {
            camp.wander(&mut takes, rng);
        }
        camp
    }

    pub fn occupied(&self) -> Bitboard {
        self.men
            .iter()
            .fold(self.own, |squares, (_, square)| squares.with(*square))
    }

    /// One man is gone: the one that stood there at the start (surely, where the enemy has not
    /// moved), a pawn from the nearest file, or an officer that could have come there.
    fn lose(&mut self, capture: Capture, moves: usize, rng: &mut Rng) {
        let pawn = capture.victim == Victim::Pawn;
        let stood = |man: &Man| man.1 == capture.square && (man.0 == Role::Pawn) == pawn;
        if let Some(gone) = self
            .men
            .iter()
            .position(stood)
            .filter(|_| moves == 0 || rng.below(2) == 0)
        {
            self.take(gone);
            return;
        }
        let far = |man: &Man| man.1.file().distance(capture.square.file());
        let light = capture.square.is_light();
        let could = |man: &Man| match man.0 {
            Role::King | Role::Pawn => false,
            Role::Bishop => man.1.is_light() == light,
            _ => true,
        };
        let officers: Vec<usize> = (0..self.men.len())
            .filter(|&i| could(&self.men[i]))
            .collect();
        let pawns = (0..self.men.len()).filter(|&i| self.men[i].0 == Role::Pawn);
        // Where there is no officer left a pawn had been promoted.
        let gone = match capture.victim {
            Victim::Piece if !officers.is_empty() => Some(officers[rng.below(officers.len())]),
            _ => pawns.min_by_key(|&i| (far(&self.men[i]), rng.below(8))),
        };
        if let Some(gone) = gone.or(officers.first().copied()) {
            self.take(gone);
        }
    }

    fn take(&mut self, man: usize) {
        let man = self.men.swap_remove(man);
        self.gone.extend((man.0 != Role::Pawn).then_some(man));
    }

    /// Men whose square at the start is the player's now go elsewhere.
    fn make_room(&mut self, rng: &mut Rng) {
        for man in 0..self.men.len() {
            if self.own.contains(self.men[man].1) {
                let squares = self.places(man);
                self.men[man].1 = any(squares, rng).unwrap_or(self.men[man].1);
            }
        }
    }

    fn promote(&mut self, moves: usize, rng: &mut Rng) {
        let chance = moves.saturating_sub(PROMOTES);
        for man in 0..self.men.len() {
            if self.men[man].0 == Role::Pawn && rng.below(SELDOM) < chance {
                self.men[man].0 = Role::Queen;
            }
        }
    }

    /// One random step of one man. The king seldom goes.
    fn wander(&mut self, takes: &mut usize, rng: &mut Rng) {
        let man = rng.below(self.men.len());
        let (role, square) = self.men[man];
        if role == Role::King && rng.below(4) > 0 {
            return;
        }
        let diagonal = role == Role::Pawn && *takes > 0 && rng.below(4) == 0;
        let squares = if diagonal {
            attacks::pawn_attacks(self.color, square) & !self.occupied() & allowed(role)
        } else {
            self.steps(man)
        };
        if let Some(to) = any(squares, rng) {
            self.men[man].1 = to;
            *takes -= usize::from(diagonal);
        }
    }

    /// Where a man can go without taking.
    fn steps(&self, man: usize) -> Bitboard {
        let ((role, square), occupied) = (self.men[man], self.occupied());
        if role != Role::Pawn {
            return attacks::attacks(square, role.of(self.color), occupied) & !occupied;
        }
        let ahead =
            |from: Bitboard| Bitboard(self.color.fold_wb(from.0 << 8, from.0 >> 8)) & !occupied;
        let one = ahead(Bitboard::from_square(square));
        let home = self.color.relative_rank(square.rank()) == Rank::Second;
        (if home { one | ahead(one) } else { one }) & allowed(role)
    }

    /// Where such a man might stand: free, no pawn on a last rank, a bishop on its colour.
    fn places(&self, man: usize) -> Bitboard {
        let (role, square) = self.men[man];
        let same = if square.is_light() {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
        let shade = if role == Role::Bishop {
            same
        } else {
            Bitboard::FULL
        };
        !self.occupied() & allowed(role) & shade
    }

    /// Another square for some man, half of the time a step, otherwise any; or another officer in
    /// its place.
    pub fn change(&mut self, rng: &mut Rng) -> Change {
        let man = rng.below(self.men.len());
        let before = self.men[man];
        let officer = !matches!(before.0, Role::King | Role::Pawn);
        if officer && !self.gone.is_empty() && rng.below(4) == 0 {
            return self.exchange(man, rng);
        }
        let squares = if rng.below(2) == 0 {
            self.steps(man)
        } else {
            self.places(man)
        };
        self.men[man].1 = any(squares, rng).unwrap_or(before.1);
        Change {
            man,
            before,
            back: None,
        }
    }

    /// One that was taken to be gone for one that is there, on its square unless a bishop must keep
    /// its colour.
    fn exchange(&mut self, man: usize, rng: &mut Rng) -> Change {
        let (before, other) = (self.men[man], rng.below(self.gone.len()));
        let back = self.gone[other];
        (self.men[man], self.gone[other]) = (back, before);
        let stays = back.0 != Role::Bishop || back.1.is_light() == before.1.is_light();
        let square = if stays {
            Some(before.1)
        } else {
            any(self.places(man), rng)
        };
        self.men[man].1 = square.unwrap_or(before.1);
        Change {
            man,
            before,
            back: Some((other, back)),
        }
    }

    /// As it was before the change.
    pub fn undo(&mut self, change: &Change) {
        self.men[change.man] = change.before;
        if let Some((other, back)) = change.back {
            self.gone[other] = back;
        }
    }

    /// Whether the last move may have been this double step of a pawn, with what it passed;
    /// selected at random.
    pub fn passing(&self, rng: &mut Rng) -> Option<Square> {
        let occupied = self.occupied();
        let passed = |&(role, square): &Man| {
            let back = self.color.fold_wb(-8, 8);
            let behind = square.offset(back)?;
            let home = behind.offset(back)?;
            let doubled =
                role == Role::Pawn && self.color.relative_rank(square.rank()) == Rank::Fourth;
            (doubled && !occupied.contains(behind) && !occupied.contains(home)).then_some(behind)
        };
        let all: Vec<Square> = self.men.iter().filter_map(passed).collect();
        (!all.is_empty()).then(|| all[rng.below(all.len())])
    }
}

fn allowed(role: Role) -> Bitboard {
    if role == Role::Pawn {
        !Bitboard::BACKRANKS
    } else {
        Bitboard::FULL
    }
}

/// One of some squares.
fn any(squares: Bitboard, rng: &mut Rng) -> Option<Square> {
    if squares.is_empty() {
        None
    } else {
        squares.into_iter().nth(rng.below(squares.count()))
    }
}
