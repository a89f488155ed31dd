//! Does it help to know the opponent's move (5.21)?

use std::sync::LazyLock;

use gametree::cfr::{Cfr, Solution};
use gametree::extensive::Profile;
use gametree::fully_observed::FullyObserved;
use gametree::tree::{Estimates, Node, Tree};
use gametree::{Game, Hidden, Limits, Payoffs, Player, Search, minimax::Minimax};
use gametree_games::kuhn::{Act, Card, Kuhn};

use crate::{Exercise, Expected, Part};

const TREE: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "knowing",
    title: "does it help to know what the opponent will play? With open cards, and with hidden ones",
    source: "5.21 (a), (b)",
    text: "Both play perfectly. Does it help the first player to know what move the second will make, given the first player's
move? In Kuhn poker the cards are J < Q < K, each player antes 1 and is dealt one card; see `gametree solve kuhn`.",
    parts: LazyLock::new(parts),
    see: &["gametree solve kuhn", "gametree search '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))'"],
};

fn parts() -> Vec<Part> {
    let (open, told_open) = with_open_cards().unwrap_or_default();
    let hidden = with_hidden_cards().unwrap_or_default();
    let helps = |without: f64, with: f64| Expected::yes(with > without + 1e-3);
    let how =
        |without: f64, with: f64| format!("worth {without:.4} without, {with:.4} with being told");
    vec![
        Part::new(
            format!("(a) In the game {TREE}, where everything is seen? (yes or no)"),
            helps(open, told_open),
            how(open, told_open),
        )
        .hint("minimax assumes the best reply already"),
        Part::new(
            "(b) In Kuhn poker, where cards are hidden? (yes or no)",
            helps(hidden.value, hidden.told_reply),
            how(hidden.value, hidden.told_reply),
        )
        .hint("what does a reply tell about a card?"),
        Part::new(
            "(b) Kuhn poker: the first player is told what the second will reply, with the card they hold, to a pass and to a bet. What does the first player get per game?",
            Expected::Number(hidden.told_reply, 1e-3),
            "7/18: the mean over all deals and replies of the best plan for the own card and the announced replies, which tell \
             something about the other card",
        )
        .hint("for each own card and each pair of replies, choose the best plan")
        .printed(
            "11/54",
            "11/54 = 0.2037 answers another question: there the first player knows the second's strategy for every card, coin \
             flips included, but not which of its replies will come.",
        ),
        Part::new(
            "Kuhn poker: the first player is told the second's strategy for every card, coin flips included, but not the card. What does the first player get per game?",
            Expected::Number(hidden.told_strategy, 1e-3),
            "11/54: the mean, over the second player's pure strategies, of the best replies to them",
        )
        .hint("less than in the part before: the reply itself tells more"),
    ]
}

/// The value of the tree, and the best answer to MIN's best strategy.
fn with_open_cards() -> Option<(f64, f64)> {
    let tree: Tree = TREE.parse().ok()?;
    let minimax = Minimax {
        evaluator: Estimates,
    }
    .search(&tree.two_player().ok()?, &Limits::none());
    let solution = Cfr::default()
        .solve(&FullyObserved::new(tree.root()), &Limits::none())
        .ok()?;
    let told = solution
        .game
        .foreknowledge(Player::FIRST, &sharpened(&solution), 1000)?;
    Some((f64::from(minimax.value.raw()), told))
}

/// In a game where everything is seen, a best move needs no coin: the likeliest one is taken.
fn sharpened(solution: &Solution<FullyObserved<Node<'_>>>) -> Profile {
    solution.game.profile(|set, m| {
        let mix = solution
            .game
            .at(&solution.profile, set.player, &set.view)
            .unwrap_or_default();
        let likeliest = mix.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if likeliest.is_some_and(|(best, _)| best == m) {
            1.0
        } else {
            0.0
        }
    })
}

/// What Kuhn poker is worth to the first player.
#[derive(Clone, Copy, Default)]
struct KuhnWorth {
    /// Without being told anything.
    value: f64,
    /// Told what the second will reply to each move, with the card they hold.
    told_reply: f64,
    /// Told what the second would reply with every card.
    told_strategy: f64,
}

fn with_hidden_cards() -> Option<KuhnWorth> {
    let solution = Cfr::default().solve(&Kuhn::new(), &Limits::none()).ok()?;
    let told_strategy = solution
        .game
        .foreknowledge(Player::FIRST, &solution.profile, 100_000)?;
    let mut told_reply = 0.0;
    for first in Card::ALL {
        for after_pass in [Act::Pass, Act::Bet] {
            for after_bet in [Act::Pass, Act::Bet] {
                let told = Told {
                    first,
                    after_pass,
                    after_bet,
                };
                told_reply += told.best(&solution)?;
            }
        }
    }
    Some(KuhnWorth {
        value: solution.value,
        told_reply,
        told_strategy,
    })
}

/// What the first player knows who is told the replies.
#[derive(Clone, Copy)]
struct Told {
    first: Card,
    after_pass: Act,
    after_bet: Act,
}

impl Told {
    /// What the best plan for this knowledge adds to the expected payoff: the best of its sums over the
    /// other's cards, weighed by how likely card and replies are.
    fn best(self, solution: &Solution<Kuhn>) -> Option<f64> {
        let plans: [&[Act]; 3] = [&[Act::Bet], &[Act::Pass, Act::Pass], &[Act::Pass, Act::Bet]];
        let mut sums = [0.0; 3];
        for second in Card::ALL {
            let Some(deal) = Kuhn::dealt(self.first, second) else {
                continue;
            };
            let likely = self.chance(solution, deal)? / 6.0;
            for (sum, plan) in sums.iter_mut().zip(plans) {
                *sum += likely * self.payoff(deal, plan);
            }
        }
        sums.into_iter().reduce(f64::max)
    }

    /// How likely the second player replies as announced, with the cards of this deal.
    fn chance(self, solution: &Solution<Kuhn>, deal: Kuhn) -> Option<f64> {
        let reply = |said: Act, announced: Act| {
            let position = deal.after(said);
            let mix = solution.game.at(
                &solution.profile,
                Player::SECOND,
                &position.view(Player::SECOND),
            )?;
            let found = mix.into_iter().find(|(act, _)| *act == announced);
            found.map(|(_, likely)| likely)
        };
        Some(reply(Act::Pass, self.after_pass)? * reply(Act::Bet, self.after_bet)?)
    }

    /// What a plan gets against the announced replies.
    fn payoff(self, deal: Kuhn, plan: &[Act]) -> f64 {
        let reply = if plan[0] == Act::Bet {
            self.after_bet
        } else {
            self.after_pass
        };
        let mut position = deal.after(plan[0]).after(reply);
        if let (None, Some(&answer)) = (position.outcome(), plan.get(1)) {
            position.play(answer);
        }
        position.payoff(Player::FIRST)
    }
}
