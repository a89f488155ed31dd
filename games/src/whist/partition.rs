//! Partition search (Ginsberg 1996): alpha-beta with null windows whose table speaks of families of
//! positions.
//!
//! Every result comes with the ranks it rests on. A trick that was won by rank rests on the
//! winner's; a node where one move suffices rests on what that move rests on; a node where all
//! moves fail rests on the ranks of all of them. Two positions with the same lengths of suits, and
//! the same owners of all cards down to the lowest such rank, have the same result.
//!
//! ```text
//!   N: SA2  E: SK3  S: S54  W: S76   N to lead, no trump: does the first side take a trick? yes, by SA; the answer
//!                                    rests on SA with N, and holds for whoever has the king
//! ```
//!
//! Invariant: for all positions of the family of (position, ranks) the first side takes at least
//! `goal` of the tricks that are left exactly where the result is yes. Cards that are as good as
//! each other are tried once, so where all moves failed the lowest rank that matters is taken down
//! to the end of its run in the mover's hand: the family has the same runs.

use gametree::{Budget, Game, Player, Stop};

use super::open::DoubleDummy;
use super::order;
use super::sure;
use super::table::{Answer, Lookup, Table};
use super::trick::side;
use crate::cards::{Card, Cards, Suit};

/// One search.
pub(crate) struct Walk<'a> {
    pub table: &'a mut Table,
    pub budget: &'a mut Budget,
}

impl Walk<'_> {
    /// Whether the first side takes at least `goal` of the tricks that are left.
    pub fn takes(&mut self, position: &DoubleDummy, goal: i32) -> Result<Answer, Stop> {
        self.budget.visit();
        let left = position.left();
        if goal <= 0 || goal > i32::from(left) {
            return Ok(Answer {
                yes: goal <= 0,
                ranks: Cards::EMPTY,
            });
        }
        if !position.trick().is_empty() || left == 1 {
            return self.best_move(position, goal);
        }
        let goal_here = goal as u8;
        let lookup = Lookup::new(position.hands(), position.seat(), position.trump());
        if let Some(answer) = self.table.find(&lookup, goal_here) {
            return Ok(answer);
        }
        if let Some(answer) = settled(position, goal_here) {
            return Ok(answer);
        }
        let answer = self.best_move(position, goal)?;
        self.table.put(&lookup, goal_here, answer);
        Ok(answer)
    }

    /// Tries the moves until one gives the mover what they want.
    fn best_move(&mut self, position: &DoubleDummy, goal: i32) -> Result<Answer, Stop> {
        let wanted = position.turn() == Player::FIRST;
        let mut ranks = Cards::EMPTY;
        for card in Sorted::of(position) {
            self.budget.spend()?;
            let answer = self.after(position, card, goal)?;
            if answer.yes == wanted {
                return Ok(answer);
            }
            ranks = ranks | answer.ranks;
        }
        Ok(Answer {
            yes: !wanted,
            ranks: whole_runs(position, ranks),
        })
    }

    /// The result after a card, with the rank that won the trick.
    fn after(&mut self, position: &DoubleDummy, card: Card, goal: i32) -> Result<Answer, Stop> {
        let mut trick = *position.trick();
        trick.add(card, position.trump());
        if !trick.is_full() {
            return self.takes(&position.after(card), goal);
        }
        let gained = i32::from(side(trick.winner()) == 0);
        let answer = self.takes(&position.after(card), goal - gained)?;
        Ok(Answer {
            ranks: answer.ranks | trick.won_by_rank(),
            ..answer
        })
    }
}

/// What sure tricks say.
fn settled(position: &DoubleDummy, goal: u8) -> Option<Answer> {
    let first = sure::tricks(position, 0);
    if first.tricks >= goal {
        return Some(Answer {
            yes: true,
            ranks: first.ranks,
        });
    }
    let second = sure::tricks(position, 1);
    (position.left() - second.tricks < goal).then_some(Answer {
        yes: false,
        ranks: second.ranks,
    })
}

/// The ranks, taken down to the end of the run of the mover's cards in which the lowest of a suit
/// lies.
fn whole_runs(position: &DoubleDummy, ranks: Cards) -> Cards {
    let hand = position.hand(position.seat());
    let others = position.in_sight() - hand;
    let mut whole = ranks;
    for suit in Suit::ALL {
        let Some(lowest) = ranks
            .of_suit(suit)
            .lowest()
            .filter(|&card| hand.contains(card))
        else {
            continue;
        };
        let below = (1u64 << lowest.0) - 1;
        let next = Cards(others.of_suit(suit).0 & below).highest();
        let run =
            Cards(hand.of_suit(suit).0 & below & !next.map_or(0, |card| (2u64 << card.0) - 1));
        whole = whole | run;
    }
    whole
}

/// The moves of a position, the most promising first.
struct Sorted {
    moves: [(i32, Card); 13],
    count: usize,
    next: usize,
}

impl Sorted {
    fn of(position: &DoubleDummy) -> Sorted {
        let mut sorted = Sorted {
            moves: [(0, Card(0)); 13],
            count: 0,
            next: 0,
        };
        let choices = position.choices();
        if choices.len() == 1 {
            sorted.count = 1;
            sorted.moves[0].1 = choices.highest().unwrap_or(Card(0));
            return sorted;
        }
        let scene = order::Scene::of(position);
        for card in choices.iter().take(sorted.moves.len()) {
            sorted.moves[sorted.count] = (order::promise(&scene, card), card);
            sorted.count += 1;
        }
        sorted
    }
}

impl Iterator for Sorted {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let rest = &mut self.moves[self.next..self.count];
        let best = (0..rest.len()).max_by_key(|&i| rest[i].0)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whist::Deal;
    use gametree::alphabeta::AlphaBeta;
    use gametree::rng::Rng;
    use gametree::{Limits, Search};

    fn ask(position: &DoubleDummy, goal: i32) -> Answer {
        let (mut table, mut budget) = (Table::new(1 << 16), Budget::new(&Limits::none()));
        Walk {
            table: &mut table,
            budget: &mut budget,
        }
        .takes(position, goal)
        .unwrap()
    }

    /// Random hands of four cards from a short deck.
    fn random_deal(number: usize, rng: &mut Rng) -> Deal {
        let mut deck: Vec<Card> = Cards::deck(&Suit::ALL, 6).iter().collect();
        rng.shuffle(&mut deck);
        let hands =
            std::array::from_fn(|seat| deck[4 * seat..4 * seat + 4].iter().copied().collect());
        Deal {
            hands,
            leader: (number % 4) as u8,
            trump: Suit::ALL.get(number % 5).copied(),
        }
    }

    /// The same deal with the cards below the lowest of `ranks` of each suit dealt anew, as many to
    /// each hand.
    fn relative(deal: &Deal, ranks: Cards, rng: &mut Rng) -> Deal {
        let mut hands = deal.hands;
        for suit in Suit::ALL {
            let below = |cards: Cards| match ranks.of_suit(suit).lowest() {
                Some(lowest) => Cards(cards.of_suit(suit).0 & ((1 << lowest.0) - 1)),
                None => cards.of_suit(suit),
            };
            let mut small: Vec<Card> = hands.iter().flat_map(|&hand| below(hand).iter()).collect();
            rng.shuffle(&mut small);
            let mut small = small.into_iter();
            for hand in &mut hands {
                let old = below(*hand);
                *hand = (*hand - old) | small.by_ref().take(old.len()).collect();
            }
        }
        Deal { hands, ..*deal }
    }

    /// The tricks of the first side by plain alpha-beta.
    fn truth(position: &DoubleDummy) -> i32 {
        let points = AlphaBeta::blind()
            .search(position, &Limits::none())
            .value
            .raw();
        (points + i32::from(position.left())) / 2
    }

    #[test]
    fn an_answer_holds_for_its_whole_family() {
        let (mut rng, mut changed) = (Rng::new(1), 0);
        for number in 0..400 {
            let deal = random_deal(number, &mut rng);
            let position = DoubleDummy::new(deal).unwrap();
            let goal = 1 + (number / 20 % 4) as i32;
            let answer = ask(&position, goal);
            assert_eq!(answer.yes, truth(&position) >= goal, "{position}");
            for _ in 0..3 {
                let other = relative(&deal, answer.ranks, &mut rng);
                let other_position = DoubleDummy::new(other).unwrap();
                changed += usize::from(other != deal);
                let same = (truth(&other_position) >= goal) == answer.yes;
                assert!(
                    same,
                    "{goal} tricks, {}:\n{position}{other_position}",
                    answer.ranks
                );
            }
        }
        assert!(changed > 300, "families are single positions: {changed}");
    }

    #[test]
    fn an_ace_is_enough_for_a_trick() {
        let deal: DoubleDummy = "N:A2... K3... 54... 76...".parse().unwrap();
        assert_eq!(
            ask(&deal, 1),
            Answer {
                yes: true,
                ranks: "SA".parse().unwrap()
            }
        );
        assert!(!ask(&deal, 2).yes);
    }

    #[test]
    fn sure_tricks_are_taken() {
        let (mut rng, mut all) = (Rng::new(2), 0);
        for number in 0..400 {
            let position = DoubleDummy::new(random_deal(number, &mut rng)).unwrap();
            let first = truth(&position);
            let [low, high] = [0, 1].map(|side| i32::from(sure::tricks(&position, side).tricks));
            assert!(
                low <= first && first <= 4 - high,
                "{position}: {low}, {first}, 4 - {high}"
            );
            all += low + high;
        }
        assert!(all > 400, "too few sure tricks to be of use: {all}");
    }
}
