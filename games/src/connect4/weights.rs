//! The learned numbers of the evaluator, in hundredths of a nat (ln of the odds), the mover's view.
//!
//! By logistic regression on 28,000 quiet positions of plies 14 to 34 and their mirror images, from
//! games of a shallow alpha-beta with a random move in four, each labelled with its exact outcome
//! by the solver.

/// A number that changes with the game: at [`MIDDLE_PLY`], and per ten plies after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drift(pub i16, pub i16);

/// The ply at which a drift is 0.
pub(super) const MIDDLE_PLY: i32 = 22;

/// Having the move.
pub(super) const MOVE: Drift = Drift(93, -47);

/// A line with two stones and no other of the opponent's: not upright, and upright.
pub(super) const TWO: Drift = Drift(28, -14);
/// The same in a column.
pub(super) const UPRIGHT_TWO: Drift = Drift(42, -20);

/// The endgame, by the numbers (0, 1, more) of threats that no threat of the other side lies under:
/// the first player's on odd rows · 27, the second's on even rows · 9, the second's on odd rows ·
/// 3, the first's on even rows. The first player's view.
#[rustfmt::skip]
pub(super) static ENDGAME: [Drift; 81] = [
    Drift(-8, 6), Drift(10, -45), Drift(10, -88), Drift(-48, 47), Drift(-35, 68), Drift(-45, 81),
    Drift(-189, 81), Drift(-187, 33), Drift(74, 58), Drift(-201, -42), Drift(-156, -63), Drift(-76, -79),
    Drift(-232, -4), Drift(-188, 20), Drift(-32, -289), Drift(-205, -86), Drift(-16, -202), Drift(0, 0),
    Drift(-291, -31), Drift(-242, -75), Drift(-258, -71), Drift(-303, 4), Drift(-278, -37), Drift(-203, 10),
    Drift(-351, -68), Drift(-190, -89), Drift(-106, 22), Drift(206, 13), Drift(266, 46), Drift(277, 34),
    Drift(144, 46), Drift(238, 101), Drift(208, -11), Drift(-263, 40), Drift(-324, -150), Drift(0, 0),
    Drift(107, 58), Drift(202, -12), Drift(201, 22), Drift(42, 147), Drift(221, 136), Drift(228, 184),
    Drift(-261, -83), Drift(-179, -160), Drift(0, 0), Drift(114, 41), Drift(125, 90), Drift(219, 200),
    Drift(-37, 30), Drift(91, -98), Drift(0, 0), Drift(-269, -71), Drift(0, 0), Drift(0, 0),
    Drift(261, 14), Drift(289, 63), Drift(290, -25), Drift(96, 10), Drift(246, 100), Drift(299, 86),
    Drift(-258, -53), Drift(0, 0), Drift(0, 0), Drift(141, 74), Drift(160, 242), Drift(216, 208),
    Drift(-72, 80), Drift(31, -91), Drift(208, 104), Drift(0, 0), Drift(0, 0), Drift(0, 0),
    Drift(161, 142), Drift(0, 0), Drift(0, 0), Drift(0, 0), Drift(0, 0), Drift(0, 0),
    Drift(0, 0), Drift(0, 0), Drift(0, 0),
];

/// A column by its distance from the edge and its seven bits: the mover's stones, and a 1 over the
/// last stone.
#[rustfmt::skip]
pub(super) static COLUMN: [[i16; 128]; 4] = [
    [
        0, -8, -7, -11, 47, -6, 0, -47, 0, 29, -4, -21, 29, 15, -5, 0,
        0, 0, 32, 16, 19, -8, 18, -36, 22, 14, -9, -32, 7, -11, 0, 0,
        0, 0, 0, 0, 44, -7, 29, 3, 18, 45, 19, 10, 52, 9, -4, 0,
        0, 22, 50, -33, 22, -6, -12, -38, 25, -13, -8, -86, 0, 0, 0, 0,
        0, 0, 0, 0, 33, 32, 40, 31, 47, 19, -3, -83, 51, 24, -3, 0,
        0, -15, -23, -38, -29, 13, -16, -64, 44, 3, -24, 14, 23, -31, 0, 0,
        0, 0, 4, 4, -9, -14, -30, -31, 5, 45, -4, -37, 59, 32, 0, 0,
        0, -23, 43, 126, 27, 23, 48, -71, 68, -39, 2, -103, 0, 0, 0, 0,
    ],
    [
        0, -15, -3, -18, 34, -28, 26, -19, 0, -8, 5, -22, 39, 5, 42, 0,
        0, 0, 4, 16, -15, -28, 16, 10, -11, -12, 31, 5, 1, 4, 0, 0,
        0, 0, 0, 0, -24, 28, 14, -11, 22, 17, 15, -16, 13, 26, 47, 0,
        0, -24, -22, -34, 9, -15, 13, -20, 10, 19, 26, -9, 0, 0, 0, 0,
        0, 0, 0, 0, 10, -14, 36, -24, 48, 61, 14, -10, 26, 29, 45, 0,
        0, -33, 44, -4, 55, -12, -7, 11, 9, 40, -5, 41, 32, 16, 0, 0,
        0, 0, -12, -12, -67, -61, 47, 59, -42, -16, 3, -61, 18, -40, -13, 0,
        0, -29, -70, -38, 11, -29, -127, -4, -26, -56, -17, -69, 0, 0, 0, 0,
    ],
    [
        0, -22, 14, -15, 43, -30, 36, -15, 0, -18, 2, -38, 56, 0, 46, 0,
        0, 0, 12, -27, 24, -4, 56, 42, -13, -51, 19, -13, 73, 15, 0, 0,
        0, 0, 0, 0, -10, -15, 39, 37, -38, -47, -5, -31, 26, -17, 29, 0,
        0, -18, 10, -29, 6, -6, 31, 49, 18, -20, 6, -48, 0, 0, 0, 0,
        0, 0, 0, 0, 92, 53, 58, 21, -32, -66, 2, -47, 23, -33, 70, 0,
        0, 5, 12, -2, 42, 2, 103, 55, 2, -19, 35, 26, 71, 14, 0, 0,
        0, 0, -32, -51, -2, -29, -9, 1, -31, -96, -25, -76, -12, -19, 7, 0,
        0, -48, -70, 2, -29, -41, -61, -28, -61, -107, -27, -73, 0, 0, 0, 0,
    ],
    [
        0, -47, 18, -10, 47, -26, 54, -2, 0, -54, -35, -35, 58, 38, 105, 0,
        0, 0, -29, -52, 9, 10, 122, 118, -45, -88, 23, 13, 99, 115, 0, 0,
        0, 0, 0, 0, -27, -35, 4, 78, -124, -79, -60, -52, 45, 42, 134, 0,
        0, -72, -42, -24, 49, 60, 98, 109, -109, -41, 42, 39, 0, 0, 0, 0,
        0, 0, 0, 0, 36, -27, 32, 110, -48, -164, -62, -92, -25, -2, 28, 0,
        0, -54, 3, -11, -13, 1, 86, 100, -51, -19, 43, 61, 92, 69, 0, 0,
        0, 0, -103, -117, -59, 2, -12, 39, -146, -156, -34, -29, 13, -8, -2, 0,
        0, -109, -63, -48, 31, 18, 78, 82, -74, -40, 9, -31, 0, 0, 0, 0,
    ],
];
