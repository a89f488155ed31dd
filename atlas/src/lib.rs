//! A persistent analysis graph for any game.
