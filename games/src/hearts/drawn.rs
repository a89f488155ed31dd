//! The table of hearts.

use gametree::board::{Board, Drawn, Squares};
use gametree::{Game, Player};

use super::Hearts;
use crate::cards::{Card, Seat, squares, table};

/// A player sees their own hand and the trick; at the end there is nothing to see.
impl Drawn for Hearts {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        let players = self.rules.players;
        let seat = |player: u8| {
            let place = (player + players - self.leader) % players;
            let taken = self.taken(Player(player));
            Seat {
                name: format!("{} (taken {taken})", player + 1),
                hand: self.hand(Player(player)),
                open: Player(player) == viewer,
                played: self.trick().get(usize::from(place)).copied(),
            }
        };
        let seats: Vec<Seat> = (0..players).map(seat).collect();
        Some(Board::Grid(table(&seats, usize::from(self.rules.hand))))
    }

    fn squares(&self, card: Card) -> Squares {
        let turn = self.turn();
        let most = usize::from(self.rules.hand);
        squares(usize::from(turn.0), self.hand(turn), card, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_hand_is_seen() {
        let rules = "hearts:3x2".parse().unwrap();
        let table = Hearts::read(rules, "DA HK / HA DK / SA SK : DA").unwrap();
        let Some(Board::Grid(grid)) = table.board() else {
            panic!("no grid")
        };
        assert_eq!(table.turn(), Player(1));
        assert_eq!(grid.cells, ["DA", "?", "", "", "DK", "HA", "", "?", "?"]);
        assert_eq!(table.squares("DK".parse().unwrap()), Squares::between(4, 3));
        let Some(Board::Grid(other)) = table.board_for(Player(2)) else {
            panic!("no grid")
        };
        assert_eq!(other.cells[4..6], ["?", "?"]);
    }
}
