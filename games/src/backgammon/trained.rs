//! The network that comes with the library, and networks as evaluators.
//!
//! The weights were made by `cargo run --release -p gametree-games --example train_backgammon --
//! weights.bin 700000 1`.

use std::sync::LazyLock;

use gametree::{PayoffEvaluator, Player};

use super::handmade::carried;
use super::{Backgammon, Expectation, Inputs, Network};

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    Network::from_bytes(include_bytes!("weights.bin")).expect("the library's own weights")
});

/// The evaluator that comes with the library: a [`Network`] trained by play against itself.
///
/// ```
/// use gametree::{Player, PayoffEvaluator};
/// use gametree_games::backgammon::{Backgammon, Trained};
/// // To be the first to roll is worth a little.
/// let value = Trained.expected_payoff(&Backgammon::first_to_roll(), Player::FIRST);
/// assert!((0.0..0.2).contains(&value));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trained;

impl Trained {
    /// What the one about to roll may expect. The dice, where they are already thrown, are not
    /// looked at.
    #[must_use]
    pub fn expect(self, position: &Backgammon) -> Expectation {
        NETWORK.expect_of(position)
    }

    /// The weights.
    #[must_use]
    pub fn network(self) -> &'static Network {
        &NETWORK
    }
}

impl Network {
    /// What the one about to roll may expect.
    #[must_use]
    pub fn expect_of(&self, position: &Backgammon) -> Expectation {
        let (mine, theirs) = (
            position.men(position.turn),
            position.men(position.turn.opponent()),
        );
        self.expect(&Inputs::of(mine, theirs))
    }
}

impl PayoffEvaluator<Backgammon> for Network {
    fn expected_payoff(&self, position: &Backgammon, player: Player) -> f64 {
        carried(position, player, &|position| self.expect_of(position))
    }
}

impl PayoffEvaluator<Backgammon> for Trained {
    fn expected_payoff(&self, position: &Backgammon, player: Player) -> f64 {
        NETWORK.expected_payoff(position, player)
    }
}
