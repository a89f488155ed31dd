//! The numbers of the min/max approximation in sentences and pictures: ṽ inside a node, w on the
//! edge into it, [a, π] beside it, and the reason for a tip as a sum.
//!
//! A search speaks of them by the names of its labels in `Event::Backup` and by `Event::Because`.
//! News of a new tip and of a sibling whose weight alone changed are no steps of their own: they
//! are shown with the next step.

use std::fmt::Write as _;

use super::steps::{Look, State};
use super::trace::{Mover, Trace, What};
use super::words::Words;

/// Children that a sentence lists.
const MOST_LISTED: usize = 8;
/// Nodes up to which the text draws the tree at every choice; a larger one is drawn at the end.
const MOST_DRAWN: usize = 40;
/// Lines of a drawing.
const MOST_LINES: usize = 120;

/// Why a tip was selected.
#[derive(Clone, PartialEq, Debug)]
pub struct Why {
    /// The nodes from the root's child to the tip, with the weights of the edges into them; `None`
    /// for nodes not kept.
    pub edges: Vec<(Option<usize>, f64)>,
    /// How many tips there were to choose from, where all are kept.
    pub tips: Option<usize>,
}

impl Why {
    /// The tip's penalty.
    pub fn sum(&self) -> f64 {
        self.edges.iter().map(|edge| edge.1).sum()
    }

    /// `0.069 + 0.095 = 0.165, the least of 3 tips`.
    fn words(&self) -> String {
        let mut sum = String::new();
        for (number, &(_, weight)) in self.edges.iter().enumerate() {
            let sign = if weight < 0.0 { "−" } else { "+" };
            let _ = match number {
                0 => write!(sum, "{}", fine(weight)),
                _ => write!(sum, " {sign} {}", fine(weight.abs())),
            };
        }
        let total = if self.edges.len() > 1 {
            format!(" = {}", fine(self.sum()))
        } else {
            String::new()
        };
        let among = match self.tips {
            Some(1) => "the only tip".into(),
            Some(tips) => format!("the least of {tips} tips"),
            None => "the least of all tips".into(),
        };
        if sum.is_empty() {
            among
        } else {
            format!("{sum}{total}, {among}")
        }
    }
}

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Numbers {
    /// ṽ.
    pub value: f64,
    /// w; absent at the root.
    pub weight: Option<f64>,
    /// π.
    pub penalty: f64,
    /// a; absent in tips and where no tip is left.
    pub next: Option<usize>,
}

impl Numbers {
    /// Those among a search's labels, where it has them.
    pub fn of(labels: &[(&'static str, f64)]) -> Option<Numbers> {
        let named = |name| {
            labels
                .iter()
                .find(|label| label.0 == name)
                .map(|label| label.1)
        };
        Some(Numbers {
            value: named("ṽ")?,
            weight: named("w"),
            penalty: named("π")?,
            next: named("a").map(|id| id as usize),
        })
    }

    /// A tip that can be expanded.
    pub fn is_open_tip(&self) -> bool {
        self.next.is_none() && self.penalty < f64::INFINITY
    }

    /// The same but for the weight.
    fn is_as(&self, other: &Numbers) -> bool {
        Numbers {
            weight: None,
            ..*self
        } == Numbers {
            weight: None,
            ..*other
        }
    }

    /// ṽ in the game's own unit.
    pub fn shown_value(&self, words: &Words<'_>) -> String {
        coarse(self.value / words.unit())
    }

    /// Puts them into the picture.
    pub fn dress(&self, look: &mut Look, words: &Words<'_>) {
        look.value = self.shown_value(words);
        look.window = self.beside(words);
        look.weight = self.weight.map(fine).unwrap_or_default();
        look.best = self.next;
    }

    /// `[a, π]`.
    fn beside(&self, words: &Words<'_>) -> String {
        let next = self.next.map_or("–", |child| words.played(child));
        format!("[{next}, {}]", fine(self.penalty))
    }
}

/// Whether a mark's numbers are shown with the next step, without a step of their own.
pub fn is_quiet(before: Option<&Numbers>, what: &What) -> bool {
    let What::Backup(labels) = what else {
        return false;
    };
    Numbers::of(labels).is_some_and(|now| before.is_none_or(|before| before.is_as(&now)))
}

/// The numbers that every node gets first.
pub fn first_numbers(trace: &Trace) -> Vec<Option<Numbers>> {
    let mut first = vec![None; trace.nodes.len()];
    for mark in &trace.marks {
        if let (What::Backup(labels), None) = (&mark.what, first[mark.node]) {
            first[mark.node] = Numbers::of(labels);
        }
    }
    first
}

/// Why this tip.
pub fn select(words: &Words<'_>, node: usize, why: &Why) -> String {
    let named: Vec<String> = why
        .edges
        .iter()
        .filter_map(|edge| edge.0)
        .map(|id| words.at(id))
        .collect();
    let along = match named.len() {
        0 | 1 => String::new(),
        _ => format!(" along {}", named.join(", ")),
    };
    format!(
        "the search turns to {}{along}: {}.",
        words.at(node),
        why.words()
    )
}

/// A node's numbers, computed again from its children's.
pub fn backup(words: &Words<'_>, node: usize, numbers: &[Option<Numbers>]) -> String {
    let Some(own) = numbers[node] else {
        return String::new();
    };
    let children: Vec<(usize, Numbers)> = words.trace.nodes[node]
        .children
        .iter()
        .filter_map(|&child| Some((child, numbers[child]?)))
        .collect();
    let list = |number: &dyn Fn(&Numbers) -> String| -> String {
        let all = children
            .iter()
            .take(MOST_LISTED)
            .map(|(id, n)| format!("{}: {}", words.played(*id), number(n)));
        let more = if children.len() > MOST_LISTED {
            ", …"
        } else {
            ""
        };
        all.collect::<Vec<_>>().join(", ") + more
    };
    let values = list(&|n| n.shown_value(words));
    let weights = list(&|n| n.weight.map(fine).unwrap_or_default());
    let next = match own.next {
        Some(child) => format!(
            "the best tip lies under {}, [a, π] = {}",
            words.at(child),
            own.beside(words)
        ),
        None => "no tip is left below it, π = ∞".into(),
    };
    let mover = words.trace.nodes[node].mover.word();
    let at = words.at(node);
    let value = own.shown_value(words);
    format!("At {at} the mean for {mover} of {values} is ṽ = {value}; weights {weights}; {next}.")
}

/// The tree as it is known, in lines: `├─0.069─ ○ u 10.56 [w, 0.095]`.
pub fn drawing(words: &Words<'_>, looks: &[Look]) -> String {
    let mut out = String::new();
    let mut open = vec![(0, String::new(), String::new())];
    for _ in 0..MOST_LINES {
        let Some((id, edge, below)) = open.pop() else {
            return out;
        };
        let shape = match words.trace.nodes[id].mover {
            _ if words.trace.nodes[id].over.is_some() => "·",
            Mover::Min => "○",
            _ => "□",
        };
        let Look { value, window, .. } = &looks[id];
        let _ = writeln!(
            out,
            "    {edge}{shape} {} {value}  {window}",
            words.names[id]
        );
        let known = |child: &&usize| looks[**child].state != State::Unseen;
        let children: Vec<usize> = words.trace.nodes[id]
            .children
            .iter()
            .filter(known)
            .copied()
            .collect();
        for (number, &child) in children.iter().enumerate().rev() {
            let last = number + 1 == children.len();
            let (corner, bar) = if last {
                ("└─", "   ")
            } else {
                ("├─", "│  ")
            };
            let weight = &looks[child].weight;
            open.push((
                child,
                format!("{below}{corner}{weight}─ "),
                format!("{below}{bar}"),
            ));
        }
    }
    out + "    …\n"
}

/// Whether the text draws the tree at every choice.
pub fn is_small(trace: &Trace) -> bool {
    trace.nodes.iter().filter(|node| node.visited).count() <= MOST_DRAWN
}

/// ṽ: as many digits as fit into a node.
fn coarse(x: f64) -> String {
    let decimals = match x.abs() {
        x if x < 99.995 => 2,
        x if x < 999.95 => 1,
        _ => 0,
    };
    let text = format!("{x:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').into()
    } else {
        text
    }
}

/// A weight or a penalty.
pub fn fine(x: f64) -> String {
    match x {
        x if x.is_nan() => "?".into(),
        x if x.is_infinite() => if x > 0.0 { "∞" } else { "−∞" }.into(),
        0.0 => "0".into(),
        x => {
            format!(
                "{}{:.*}",
                if x < 0.0 { "−" } else { "" },
                if x.abs() < 9.9995 { 3 } else { 2 },
                x.abs()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::alphabeta::AlphaBeta;
    use gametree::best_first::BestFirst;
    use gametree::minmax::Exact;
    use gametree::tree::{Estimates, Shape, random};
    use gametree::{AnySearch, Limits, Verdict};
    use serde_json::{Value, json};

    use super::super::Explanation;
    use super::super::testing::explained;
    use super::{Why, coarse, fine};

    const TREE: &str = "(max ~9 t:(min ~2 1 3) u:(min ~11 w:(max ~10 y:(min ~11 10 12) z:(min ~11 11 9)) x:(max ~12 12 13)))";

    fn on<T>(
        text: &str,
        shift: i32,
        limits: &Limits,
        check: impl FnOnce(&Explanation<'_>) -> T,
    ) -> T {
        explained(
            &text.parse().unwrap(),
            &mut Exact {
                evaluator: Estimates,
                p: 10.0,
                shift,
            },
            limits,
            check,
        )
    }

    #[test]
    fn numbers_have_the_digits_that_fit() {
        assert_eq!(
            [2.0, 10.5585, 99.999, 517.96, 1023.2, 10.501].map(coarse),
            ["2", "10.56", "100", "518", "1023", "10.5"]
        );
        let all = [0.0, 0.0693, 15.0433, -0.01, f64::INFINITY, f64::NAN].map(fine);
        assert_eq!(all, ["0", "0.069", "15.04", "−0.010", "∞", "?"]);
    }

    #[test]
    fn the_data_has_the_labels_and_the_reasons() {
        on(TREE, 0, &Limits::nodes(7), |told| {
            let data = told.json();
            let events = data["events"].as_array().unwrap();
            let select = events
                .iter()
                .find(|event| event["kind"] == "select" && event["name"] == "w")
                .unwrap();
            let because = &select["because"];
            assert_eq!(
                (&because["tips"], &because["edges"][1]["name"]),
                (&json!(3), &json!("w"))
            );
            assert!((because["sum"].as_f64().unwrap() - 0.1647).abs() < 5e-5);
            let root = events
                .iter()
                .rfind(|event| event["kind"] == "backup")
                .unwrap();
            assert_eq!(
                (&root["name"], &root["labels"]["a"]),
                (&json!("root"), &json!("u"))
            );
            assert!((root["labels"]["ṽ"].as_f64().unwrap() - 10.6218).abs() < 5e-5);
            let t = root["also"]
                .as_array()
                .unwrap()
                .iter()
                .find(|news| news["name"] == "t")
                .unwrap();
            assert!((t["labels"]["w"].as_f64().unwrap() - 15.7210).abs() < 5e-5);
        });
        on(TREE, 0, &Limits::none(), |told| {
            let data: Value = serde_json::from_str(&told.json().to_string()).unwrap();
            let last = data["events"]
                .as_array()
                .unwrap()
                .iter()
                .rfind(|event| event["kind"] == "backup");
            assert_eq!(last.unwrap()["labels"]["π"], Value::Null, "infinite");
        });
    }

    #[test]
    fn the_picture_has_weights_only_where_the_search_has_them() {
        on(TREE, 0, &Limits::nodes(7), |told| {
            let svg = told.svg();
            for expected in [
                ">15.72</text>",
                ">[u, 1.078]</text>",
                ">10.62</text>",
                ">0.316</text>",
                "[a, π] beside",
            ] {
                assert!(svg.contains(expected), "{expected} is not in\n{svg}");
            }
            let text = told.text();
            assert!(
                text.contains(
                    "    └─0.069─ ○ u 11.38  [w, 1.009]\n       ├─0.316─ □ w 11  [y, 0.693]\n"
                ),
                "{text}"
            );
            assert!(told.html().contains("<body class=\"weights\">"));
        });
        let tree = TREE.parse().unwrap();
        unweighted(
            &tree,
            &mut AlphaBeta {
                evaluator: Estimates,
            },
        );
        unweighted(
            &tree,
            &mut BestFirst {
                evaluator: Estimates,
            },
        );
    }

    fn unweighted<S: for<'t> AnySearch<gametree::tree::TwoPlayerTree<'t>>>(
        tree: &gametree::tree::Tree,
        search: &mut S,
    ) {
        explained(tree, search, &Limits::none(), |told| {
            assert!(
                !told.svg().contains("class=\"weight\"")
                    && told.html().contains("<body class=\"windows\">")
            );
            assert!(told.steps.iter().all(|step| step.quiet.is_empty()));
        });
    }

    #[test]
    fn values_are_drawn_in_the_unit_of_the_text_with_the_shift() {
        on(
            "(max ~1 a:(min ~-0.5 1 2) b:(min ~2.5 1 2))",
            10,
            &Limits::nodes(3),
            |told| {
                let inside: Vec<&str> = told.looks[1..3]
                    .iter()
                    .map(|look| look.value.as_str())
                    .collect();
                assert_eq!(inside, ["0.5", "3.5"], "-0.5 and 2.5 with a shift of 1.0");
            },
        );
    }

    #[test]
    fn every_reason_is_the_least_sum_and_the_value_is_that_of_minimax() {
        for seed in 0..150 {
            let shape = Shape {
                values: -9..=9,
                most_nodes: 80,
                alternating: seed % 2 == 0,
                ..Shape::default()
            };
            let tree = random(&shape, seed);
            let plain = explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
                told.value
            });
            explained(
                &tree,
                &mut Exact {
                    evaluator: Estimates,
                    p: 10.0,
                    shift: 10,
                },
                &Limits::none(),
                |told| {
                    assert_eq!(told.value, plain, "seed {seed}");
                    assert!(matches!(told.value.verdict(), Verdict::Points(_)));
                    for step in told.steps.iter().filter(|step| step.kind == "select") {
                        assert!(
                            step.text.contains("the least of ")
                                || step.text.contains("the only tip"),
                            "{}",
                            step.text
                        );
                        assert!(!step.text.contains("the least of 0"), "{}", step.text);
                    }
                },
            );
        }
    }

    #[test]
    fn a_reason_is_a_sum() {
        let why = |weights: &[f64], tips| {
            Why {
                edges: weights.iter().map(|&w| (None, w)).collect(),
                tips,
            }
            .words()
        };
        assert_eq!(why(&[], Some(1)), "the only tip");
        assert_eq!(why(&[0.0693], Some(2)), "0.069, the least of 2 tips");
        assert_eq!(
            why(&[0.0693, 0.0954], Some(3)),
            "0.069 + 0.095 = 0.165, the least of 3 tips"
        );
        assert_eq!(
            why(&[1.0, -0.25], None),
            "1.000 − 0.250 = 0.750, the least of all tips"
        );
    }
}
