//! The table of whist.

use gametree::board::{Board, Drawn, Squares};
use gametree::{Game, Player};

use super::open::DoubleDummy;
use super::{SEATS, Whist};
use crate::cards::{Card, Seat, squares, table};

/// A player sees their own hand and the trick; at the end there is nothing to see.
impl Drawn for Whist {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        let seat = |seat: u8| {
            let place = (seat + 4 - self.trick.leader()) & 3;
            Seat {
                name: ["N", "E", "S", "W"][usize::from(seat)].into(),
                hand: self.hand(seat),
                open: Player(seat) == viewer,
                played: self.on_table().get(usize::from(place)).copied(),
            }
        };
        let seats: Vec<Seat> = (0..SEATS as u8).map(seat).collect();
        Some(Board::Grid(table(&seats, usize::from(self.cards_a_hand()))))
    }

    fn squares(&self, card: Card) -> Squares {
        let seat = self.turn().0;
        let most = usize::from(self.cards_a_hand());
        squares(usize::from(seat), self.hand(seat), card, most)
    }
}

/// Searched, never shown.
impl Drawn for DoubleDummy {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_hand_is_seen() {
        let text = "N:AK.2.. QJ.3.. 32.A.. 54.K.. lead=N play=SA";
        let whist: Whist = text.parse().unwrap();
        let Some(Board::Grid(grid)) = whist.board() else {
            panic!("no grid")
        };
        assert_eq!((grid.rows, grid.cols), (4, 4));
        let rows = ["SA|?|?|", "|H3|SJ|SQ", "|?|?|?", "|?|?|?"];
        for (row, expected) in grid.cells.chunks(4).zip(rows) {
            assert_eq!(row.join("|"), expected);
        }
        assert_eq!(whist.squares("SJ".parse().unwrap()), Squares::between(6, 4));
    }
}
