//! A card table: a row for each seat, with the card on the table before the hand.

use gametree::board::{Grid, Look, Squares};

use super::{Card, Cards};

/// A seat, as one player may see it.
pub(crate) struct Seat {
    pub name: String,
    pub hand: Cards,
    /// Whether the hand can be seen.
    pub open: bool,
    /// The card on the table.
    pub played: Option<Card>,
}

/// The table of these seats, with room for hands of this many cards.
pub(crate) fn table(seats: &[Seat], most: usize) -> Grid {
    let mut grid = Grid::new(seats.len(), most + 1, Look::Cards);
    for (row, seat) in seats.iter().enumerate() {
        let cells = &mut grid.cells[row * (most + 1)..];
        cells[0] = seat.played.map(|card| card.to_string()).unwrap_or_default();
        for (place, card) in cells[1..].iter_mut().zip(seat.hand.iter()) {
            *place = if seat.open {
                card.to_string()
            } else {
                "?".into()
            };
        }
        grid.row_names.push(seat.name.clone());
    }
    grid
}

/// A card goes from the hand of a seat onto the table.
pub(crate) fn squares(seat: usize, hand: Cards, card: Card, most: usize) -> Squares {
    let first = seat * (most + 1);
    match hand.iter().position(|own| own == card) {
        Some(place) => Squares::between(first + 1 + place, first),
        None => Squares::default(),
    }
}
