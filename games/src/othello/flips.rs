//! Outflanking on bit boards, eight directions at a time by shifts.
//!
//! A run of the opponent's discs is filled by doubling (Kogge and Stone 1973): one, two, then four
//! steps at once, so that three steps reach the six discs that the longest run can have.

/// A direction: how far to shift, and the squares of the opponent's on which a run may stand. A run
/// along a row or a diagonal never holds a square of the outer columns, which also stops it at the
/// edge.
const DIRECTIONS: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// All columns but the first and the last.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares reached from `from` over one or more of `run`, in the direction of rising squares;
/// the squares passed over only.
#[inline(always)]
fn fill_up(from: u64, mut run: u64, step: u32) -> u64 {
    let mut filled = run & (from << step);
    filled |= run & (filled << step);
    run &= run << step;
    filled |= run & (filled << (2 * step));
    filled | run & (filled << (2 * step))
}

/// The same in the direction of falling squares.
#[inline(always)]
fn fill_down(from: u64, mut run: u64, step: u32) -> u64 {
    let mut filled = run & (from >> step);
    filled |= run & (filled >> step);
    run &= run >> step;
    filled |= run & (filled >> (2 * step));
    filled | run & (filled >> (2 * step))
}

/// The empty squares of `area` where `mine` would outflank some of `theirs`.
#[inline]
pub(super) fn legal(mine: u64, theirs: u64, area: u64) -> u64 {
    let mut ends = 0;
    for (step, columns) in DIRECTIONS {
        ends |= fill_up(mine, theirs & columns, step) << step;
        ends |= fill_down(mine, theirs & columns, step) >> step;
    }
    ends & area & !(mine | theirs)
}

/// The discs of `theirs` that turn when `mine` plays on `square`.
#[inline]
pub(super) fn turned(mine: u64, theirs: u64, square: u8) -> u64 {
    let disc = 1u64 << square;
    let mut turned = 0;
    for (step, columns) in DIRECTIONS {
        let (up, down) = (
            fill_up(disc, theirs & columns, step),
            fill_down(disc, theirs & columns, step),
        );
        turned |= if up << step & mine != 0 { up } else { 0 };
        turned |= if down >> step & mine != 0 { down } else { 0 };
    }
    turned
}

/// All squares next to one of `squares`, themselves included.
#[inline]
pub(super) fn around(squares: u64) -> u64 {
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = squares | (squares & NOT_LAST) << 1 | squares >> 1 & NOT_LAST;
    wide | wide << 8 | wide >> 8
}
