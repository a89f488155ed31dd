//! Every number that a sentence prints stands in its claims.

use gametree::{Score, Window};

use crate::claim::{Claim, Worth};
use crate::decimals::{coarse, fine, labels_text, short, values_text};
use crate::minmax_labels::MinMaxLabels;
use crate::trace::PathBound;
use crate::wording::Wording;

/// The numbers of a text, without their signs; `player 2` is a name.
pub fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut before = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() || (c == '.' && !word.is_empty()) {
            word.push(c);
            continue;
        }
        let number = word.trim_end_matches('.').to_string();
        if !number.is_empty() && !before.to_lowercase().ends_with("player ") {
            found.push(number);
        }
        before += &word;
        before.push(c);
        word.clear();
    }
    found
}

/// Lists the numbers of claims, as they are printed.
struct PrintedNumbers<'a> {
    words: &'a Wording<'a>,
}

impl PrintedNumbers<'_> {
    fn value(&self, value: Score) -> Vec<String> {
        numbers(&self.words.value(value))
    }

    fn worth(&self, worth: &Worth) -> Vec<String> {
        match worth {
            Worth::Score(score) => self.value(*score),
            Worth::Each(all) => numbers(&values_text(all)),
            Worth::Loop => Vec::new(),
        }
    }

    fn window(&self, window: &Window) -> Vec<String> {
        [self.value(window.alpha), self.value(window.beta)].concat()
    }

    fn bound(&self, bound: &PathBound) -> Vec<String> {
        let known = bound.known.map(|(_, known)| self.value(known));
        [vec![bound.depth.to_string()], known.unwrap_or_default()].concat()
    }

    fn labels(&self, labels: &MinMaxLabels) -> Vec<String> {
        let value = coarse(self.words.scale.label(labels.value));
        let weight = labels.weight.map(fine).unwrap_or_default();
        let beside = [labels.backed_up, labels.bonus].into_iter().flatten();
        let beside: Vec<String> = beside.map(|x| coarse(self.words.scale.label(x))).collect();
        let penalty = fine(labels.penalty);
        numbers(&format!("{value} {weight} {penalty} {}", beside.join(" ")))
    }

    fn of_claim(&self, claim: &Claim) -> Vec<String> {
        match claim {
            Claim::Pass {
                depth,
                window: within,
            } => {
                let within = within.as_ref().map(|window| self.window(window));
                [vec![depth.to_string()], within.unwrap_or_default()].concat()
            }
            Claim::Window { window: all, .. }
            | Claim::Asked { window: all }
            | Claim::OneQuestion { window: all } => self.window(all),
            Claim::Ends { worth: all }
            | Claim::Evaluated { worth: all }
            | Claim::TableKnows { worth: all, .. }
            | Claim::Finished { worth: all, .. }
            | Claim::RootWorth { worth: all, .. } => self.worth(all),
            Claim::Grows { worth: first } | Claim::Added { worth: first, .. } => {
                first.iter().flat_map(|worth| self.worth(worth)).collect()
            }
            Claim::OutOfReach { value: all, .. }
            | Claim::StandsPat { value: all, .. }
            | Claim::BestSoFar { value: all, .. }
            | Claim::NoMoreThan { value: all, .. }
            | Claim::Narrows { to: all, .. }
            | Claim::Has { value: all, .. }
            | Claim::AskedOnly { limit: all, .. } => self.value(*all),
            Claim::Refutes {
                value: all, limit, ..
            } => [self.value(*all), self.value(*limit)].concat(),
            Claim::MeanOutside {
                value: all,
                window: within,
                ..
            } => [self.value(*all), self.window(within)].concat(),
            Claim::Likes { own, .. } | Claim::Holds { own, .. } | Claim::Sure { own, .. } => {
                real(own)
            }
            Claim::RivalHas { own, .. } => real(&Some(*own)),
            Claim::LeftOut { moves, .. } => moves.iter().map(ToString::to_string).collect(),
            Claim::CutBy { bound: all } => self.bound(all),
            Claim::PathBounds { bounds } => {
                bounds.iter().flat_map(|bound| self.bound(bound)).collect()
            }
            Claim::Saved { leaves, .. } => vec![leaves.count.to_string()],
            _ => self.of_grown_tree(claim),
        }
    }

    fn of_grown_tree(&self, claim: &Claim) -> Vec<String> {
        match claim {
            Claim::ClosedByProof {
                worth: all, sure, ..
            } => [self.worth(all), self.value(*sure)].concat(),
            Claim::Recomputed {
                worth: all, labels, ..
            } => [self.worth(all), numbers(&labels_text(labels))].concat(),
            Claim::TurnsBecause { why, .. } => {
                let weights = why.edges.iter().flat_map(|edge| numbers(&fine(edge.1)));
                let tips = why.tips.map(|tips| tips.to_string());
                let sum = numbers(&fine(why.sum()));
                let least = numbers(&fine(why.least));
                weights.chain(sum).chain(tips).chain(least).collect()
            }
            Claim::Approximated { own, children, .. } => {
                let all = children.iter().map(|child| child.1).chain([*own]);
                all.flat_map(|labels| self.labels(&labels)).collect()
            }
            _ => of_result(claim),
        }
    }
}

fn of_result(claim: &Claim) -> Vec<String> {
    match claim {
        Claim::LeavesSeen {
            evaluated,
            total,
            depth,
        } => {
            let total = total.map(|total| total.count.to_string());
            let depth = depth.map(|depth| depth.to_string());
            [evaluated.to_string()]
                .into_iter()
                .chain(total)
                .chain(depth)
                .collect()
        }
        Claim::LeavesSaved { saved, total } => {
            let share = 100.0 * *saved as f64 / *total as f64;
            vec![saved.to_string(), format!("{share:.0}")]
        }
        Claim::NodesVisited { nodes } => vec![nodes.to_string()],
        Claim::MeanOfWorlds {
            worlds,
            cut_off,
            nodes,
        } => vec![worlds.to_string(), cut_off.to_string(), nodes.to_string()],
        Claim::World(world) => {
            let values = world.values.iter().flat_map(|value| real(&Some(value.1)));
            let number = (world.number + 1).to_string();
            let known = [number].into_iter().chain(numbers(&world.position));
            known
                .chain(real(&Some(world.probability)))
                .chain(values)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A payoff, where it is known.
fn real(own: &Option<f64>) -> Vec<String> {
    own.map(|own| numbers(&short(own))).unwrap_or_default()
}

/// Panics where a sentence prints a number that its claims do not have. Nodes are called by names
/// without digits here.
pub fn check(claims: &[Claim], words: &Wording<'_>) {
    let printed = PrintedNumbers { words };
    let known: Vec<String> = claims
        .iter()
        .flat_map(|claim| printed.of_claim(claim))
        .collect();
    let text = words.tell(claims);
    for number in numbers(&text) {
        assert!(
            known.contains(&number),
            "{number} of {text:?} is in no claim"
        );
    }
}
