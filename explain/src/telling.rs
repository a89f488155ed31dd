//! The words of claims. A sentence is its claims in their order; each brings the words that join
//! it to those before it.

use gametree::{Score, Window};

use crate::claim::{Claim, Origin, WindowEnd, Worth};
use crate::decimals::{labels_text, short};
use crate::leaves::leaves_seen;
use crate::minmax_labels::MinMaxLabels;
use crate::penalties;
use crate::trace::{Mover, PathBound, is_unbounded};
use crate::wording::Wording;
use crate::worlds;

impl Wording<'_> {
    /// A sentence, or two.
    pub fn tell(&self, claims: &[Claim]) -> String {
        let mut text = String::new();
        for claim in claims {
            text += &self.words(claim);
        }
        if !text.ends_with('.') {
            text.push('.');
        }
        capital(&text)
    }

    /// The words of one claim.
    pub fn words(&self, claim: &Claim) -> String {
        self.words_of_visits(claim)
            .or_else(|| self.words_of_leaves(claim))
            .or_else(|| self.words_of_values(claim))
            .or_else(|| self.words_of_cutoffs(claim))
            .or_else(|| self.words_of_several_players(claim))
            .or_else(|| self.words_of_grown_trees(claim))
            .or_else(|| self.words_of_results(claim))
            .unwrap_or_default()
    }

    fn words_of_visits(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Pass { depth, window } => self.pass(*depth, *window),
            Claim::WinsPass { winner } => {
                let who = winner.word();
                format!("{who} wins. A second pass searches only for wins, to see how fast")
            }
            Claim::Begins => format!("the search begins at {}", self.at(0)),
            Claim::Tries { node } => self.tries(*node),
            Claim::ToMove { node } => format!(", where {} is to move", self.mover(*node)),
            Claim::Window {
                window,
                alpha,
                beta,
            } => self.window_words(*window, *alpha, *beta),
            Claim::Asked { window } => {
                let Window { alpha, beta } = *window;
                let (alpha, beta) = (self.value(alpha), self.value(beta));
                format!("; the search looks only for values between α = {alpha} and β = {beta}")
            }
            Claim::OneQuestion { window } => format!(
                "; the window {} leaves one question, whether it is worth more than {}",
                self.window(*window),
                self.value(window.alpha)
            ),
            Claim::OnlyWins { winner } => {
                format!("; only wins for {} matter here", winner.word())
            }
            _ => return None,
        })
    }

    fn words_of_leaves(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Ends { worth } => self.ending(worth),
            Claim::NeverEnds { worth } => format!(
                ": a ?, play without end, which counts as {}",
                self.worth_text(worth)
            ),
            Claim::Evaluated { worth } => {
                let value = self.worth_text(worth);
                format!(": the depth is used up; the evaluator says {value}")
            }
            Claim::Repeats { above } => format!(
                ": the same position is already on the path, at {}, so play loops: ?",
                self.at(*above)
            ),
            Claim::OutOfReach { end, value } => {
                let side = if *end == WindowEnd::Alpha {
                    "above"
                } else {
                    "below"
                };
                format!(", not {side} {} = {}", end.letter(), self.value(*value))
            }
            Claim::NoImprovement { mover } => format!(", no improvement for {}", mover.word()),
            Claim::TableKnows { worth, bound } => {
                format!(
                    ": the table already knows it, {}",
                    self.known(worth, *bound)
                )
            }
            _ => return None,
        })
    }

    fn words_of_values(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::BestSoFar { node, child, value } => {
                let at = child.map(|child| format!(", at {}", self.at(child)));
                format!(
                    "{} at {} has found {}{}, the best so far",
                    self.mover(*node),
                    self.at(*node),
                    self.value(*value),
                    at.unwrap_or_default()
                )
            }
            Claim::NoMoreThan { node, child, value } => {
                let side = match self.trace.nodes[*node].mover {
                    Mover::Min => "less",
                    _ => "more",
                };
                format!(
                    "{} at {} gets no {side} than {} at {}",
                    self.mover(*node),
                    self.at(*node),
                    self.value(*value),
                    self.child(*child)
                )
            }
            Claim::Singular { node, child } => format!(
                "at {} the move {} is singular: no other comes near it at half the depth, \
                 so it is searched a ply deeper",
                self.at(*node),
                self.child(*child)
            ),
            Claim::StandsPat { node, value } => format!(
                "the depth is used up at {}: {} may stop there, which is worth {}, or try another move",
                self.at(*node),
                self.mover(*node),
                self.value(*value)
            ),
            Claim::Narrows { end, to } => {
                let way = if *end == WindowEnd::Alpha {
                    "rises"
                } else {
                    "falls"
                };
                format!(": {} {way} to {}", end.letter(), self.value(*to))
            }
            Claim::Finished { node, worth, bound } => self.finished(*node, worth, *bound),
            Claim::World(world) => worlds::words(world),
            _ => return None,
        })
    }

    fn words_of_cutoffs(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Refutes {
                node,
                value,
                end,
                limit,
            } => format!(
                "{} at {} has found {} and returns",
                self.mover(*node),
                self.at(*node),
                self.compared(*value, *end, *limit)
            ),
            Claim::Has { who, node, value } => {
                format!(
                    ": {} already has {} at {}",
                    who.word(),
                    self.value(*value),
                    self.at(*node)
                )
            }
            Claim::AskedOnly { end, limit } => {
                let value = self.value(*limit);
                let reached = match end {
                    WindowEnd::Beta => format!("{value} or more"),
                    WindowEnd::Alpha => format!("more than {value}"),
                };
                format!(": the question was only whether it is worth {reached}")
            }
            Claim::LeftOut { node, moves } => {
                let what = match self.trace.nodes[*node].mover {
                    Mover::Chance => "outcome",
                    _ => "move",
                };
                let rest = match moves {
                    None => format!("the rest of its {what}s"),
                    Some(1) => format!("the remaining {what} {}", self.there(*node)),
                    Some(n) => format!("the other {n} {what}s {}", self.there(*node)),
                };
                format!(", so {rest} cannot matter")
            }
            Claim::CutBy { bound } => self.cut_by_words(bound),
            Claim::CutByWindow => {
                " (cut by the window that was asked for, not by a value found elsewhere)".into()
            }
            Claim::LastMove => "; that was the last move, so nothing is left to prune".into(),
            Claim::BeyondDepth => {
                "; this lies beyond the depth limit, where only noisy moves are tried".into()
            }
            Claim::Saved { leaves, .. } if leaves.count == 0 => {
                ": nothing is saved, since this pass has already seen those leaves".into()
            }
            Claim::Saved { leaves, at_most } => {
                let up_to = if *at_most { "up to " } else { "" };
                format!(": {up_to}{} saved", leaves.words())
            }
            Claim::PathBounds { bounds } => {
                let all: Vec<String> = bounds.iter().map(|bound| self.path_bound(bound)).collect();
                format!(". On the path: {}", all.join(", "))
            }
            Claim::MeanOutside {
                node,
                value,
                bound,
                window,
            } => format!(
                "chance at {}: whatever the other outcomes bring, {}, outside the window {}",
                self.at(*node),
                self.mean_words(*value, *bound),
                self.window(*window)
            ),
            _ => return None,
        })
    }

    fn words_of_several_players(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Likes { node, child, own } => format!(
                "{} at {} likes {} best so far{}",
                self.mover(*node),
                self.at(*node),
                self.child(*child),
                gets(*own, "getting")
            ),
            Claim::Holds {
                node,
                victim,
                child,
                own,
            } => format!(
                "{} at {}, playing against player {victim}, chooses {} so far{}",
                self.mover(*node),
                self.at(*node),
                self.child(*child),
                gets(*own, &format!("leaving player {victim} with"))
            ),
            Claim::Sure { node, own } => {
                let much = own.map_or("enough".into(), short);
                format!(
                    "{} at {} is sure of {much}",
                    self.mover(*node),
                    self.at(*node)
                )
            }
            Claim::Most { player } => format!(", and nothing is worth more to {}", player.word()),
            Claim::RivalHas { rival, node, own } => format!(
                "; {} already has {} at {} and will not come here",
                rival.word(),
                short(*own),
                self.at(*node)
            ),
            _ => return None,
        })
    }

    fn words_of_grown_trees(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Grows { worth } => format!(
                "the tree begins with {}, {} to move{}",
                self.at(0),
                self.mover(0),
                self.first_value(0, worth)
            ),
            Claim::Added { node, worth } => {
                let parent = self.trace.nodes[*node].parent.unwrap_or(0);
                format!(
                    "{} is added below {}{}",
                    self.at(*node),
                    self.at(parent),
                    self.first_value(*node, worth)
                )
            }
            Claim::SeenOtherwise => {
                ": the same moves, but the player to move has seen something else".into()
            }
            Claim::Forced => ": the reply is forced, since every other move loses at once".into(),
            Claim::ClosedByProof {
                node,
                above,
                worth,
                sure,
            } => self.closed_text(*node, *above, worth, *sure),
            Claim::Turns { node, most_urgent } => {
                let why = if *most_urgent {
                    ": of all tips this one matters most now"
                } else {
                    ""
                };
                format!("the search turns to {}{why}", self.at(*node))
            }
            Claim::TurnsBecause { node, why } => penalties::select(self, *node, why),
            Claim::Recomputed {
                node,
                worth,
                labels,
            } => {
                let own = labels_text(labels);
                let own = if own.is_empty() {
                    own
                } else {
                    format!(" ({own})")
                };
                let value = self.worth_text(worth);
                format!("{} is now worth {value}{own}", self.at(*node))
            }
            Claim::Approximated {
                node,
                own,
                children,
            } => {
                let mut labels: Vec<Option<MinMaxLabels>> = vec![None; self.trace.nodes.len()];
                for &(child, known) in children {
                    labels[child] = Some(known);
                }
                labels[*node] = Some(*own);
                penalties::backup(self, *node, &labels)
            }
            _ => return None,
        })
    }

    /// `, estimated at 3`, or `, worth 3` where the game ends or is decided at a glance; nothing where
    /// there is no value yet.
    fn first_value(&self, node: usize, worth: &Option<Worth>) -> String {
        let over = self.trace.nodes[node].end_value.is_some();
        let decided = matches!(worth, Some(Worth::Score(score)) if score.is_decided());
        let how = if over || decided {
            "worth"
        } else {
            "estimated at"
        };
        let text = |worth| format!(", {how} {}", self.worth_text(worth));
        worth.as_ref().map(text).unwrap_or_default()
    }

    fn closed_text(&self, node: usize, above: usize, worth: &Worth, sure: Score) -> String {
        let mover = self.trace.nodes[above].mover;
        let most = if mover == Mover::Min {
            "at least"
        } else {
            "at most"
        };
        format!(
            "A proof closes {}: it is worth {most} {}, and {} at {} is already sure of {}. No tip below it will be expanded",
            self.at(node),
            self.worth_text(worth),
            mover.word(),
            self.at(above),
            self.value(sure)
        )
    }

    fn words_of_results(&self, claim: &Claim) -> Option<String> {
        Some(match claim {
            Claim::Stopped { limit } => match *limit {
                "asked" => "The search was stopped before its end. ".into(),
                limit => format!("The search was stopped by its limit of {limit}. "),
            },
            Claim::RootWorth { worth, so_far } => {
                let so_far = if *so_far { " so far" } else { "" };
                let value = self.worth_text(worth);
                // A search by random games reports the mean of the move that it plays; the root's
                // own mean counts all moves that were tried.
                if self.trace.samples() {
                    format!("The best move is{so_far} worth {value}")
                } else {
                    format!("The value of {} is{so_far} {value}", self.at(0))
                }
            }
            Claim::Plays { child } => {
                format!("; {} plays {}", self.mover(0), self.played(*child))
            }
            Claim::CertainDraw => ", a certain draw, which is better than play without end".into(),
            Claim::Line { nodes } => {
                let names: Vec<&str> = nodes.iter().map(|&node| self.played(node)).collect();
                format!(". Best play: {}", names.join(", "))
            }
            Claim::LeavesSeen {
                evaluated,
                total,
                depth,
            } => leaves_seen(*evaluated, *total, *depth),
            Claim::LeavesSaved { saved, total } => {
                let share = 100.0 * *saved as f64 / (*total).max(1) as f64;
                format!(", {saved} saved ({share:.0} %)")
            }
            Claim::NodesVisited { nodes } => format!(
                "{nodes} nodes visited; this search does not report which leaves it evaluates"
            ),
            Claim::MeanOfWorlds {
                worlds,
                cut_off,
                nodes,
            } => format!(
                "{}; {nodes} nodes visited in all",
                worlds::mean_of(*worlds, *cut_off)
            ),
            Claim::Endless => "; minimax would never end, since play can loop forever".into(),
            _ => return None,
        })
    }

    fn pass(&self, depth: u32, window: Option<Window>) -> String {
        let deep = if depth == u32::MAX {
            "without a depth limit".into()
        } else {
            format!("to depth {depth}")
        };
        let narrow = window.filter(|window| !is_unbounded(*window));
        let narrow = narrow.map(|window| format!(" in the window {}", self.window(window)));
        format!("A new pass begins, {deep}{}", narrow.unwrap_or_default())
    }

    fn tries(&self, node: usize) -> String {
        match self.trace.nodes[node].parent {
            None => format!("at {}", self.at(0)),
            Some(parent) if self.trace.nodes[parent].mover == Mover::Chance => {
                format!("chance may bring {}", self.at(node))
            }
            Some(parent) => format!("{} tries {}", self.mover(parent), self.at(node)),
        }
    }

    /// `; α = 3 (MAX has 3 at A), β = +∞`.
    fn window_words(&self, window: Window, alpha: Origin, beta: Origin) -> String {
        let end = |end: WindowEnd, origin: Origin| {
            let limit = self.value(end.value(window));
            let (who, side) = match end {
                WindowEnd::Alpha => (Mover::Max, "at or below"),
                WindowEnd::Beta => (Mover::Min, "at or above"),
            };
            let why = match origin {
                Origin::Unsaid => String::new(),
                Origin::Holder(node) => {
                    format!(" ({} has {limit} at {})", who.word(), self.at(node))
                }
                Origin::Chance(node) => format!(
                    " (a value {side} {limit} would put the mean at {} outside its window)",
                    self.at(node)
                ),
            };
            format!("{} = {limit}{why}", end.letter())
        };
        let low = end(WindowEnd::Alpha, alpha);
        format!("; {low}, {}", end(WindowEnd::Beta, beta))
    }

    /// `2 ≤ α = 3`.
    pub fn compared(&self, value: Score, end: WindowEnd, limit: Score) -> String {
        let sign = if end == WindowEnd::Alpha {
            "≤"
        } else {
            "≥"
        };
        let value = self.value(value);
        format!("{value} {sign} {} = {}", end.letter(), self.value(limit))
    }

    fn child(&self, child: Option<usize>) -> String {
        child.map_or("this move".into(), |child| self.at(child))
    }

    /// `(cut by l_1 = 3, MAX's best left of the path at depth 1)`.
    fn cut_by_words(&self, bound: &PathBound) -> String {
        let PathBound {
            depth,
            chooser,
            known,
        } = bound;
        let value = known.map(|(_, value)| self.value(value));
        format!(
            " (cut by l_{depth} = {}, {}'s best left of the path at depth {depth})",
            value.unwrap_or_default(),
            chooser.word()
        )
    }

    /// One bound: `l_1 = 3 (MAX's, at A)`.
    fn path_bound(&self, bound: &PathBound) -> String {
        match bound.known {
            Some((sibling, value)) => format!(
                "l_{} = {} ({}'s, at {})",
                bound.depth,
                self.value(value),
                bound.chooser.word(),
                self.at(sibling)
            ),
            None => format!("l_{} not known yet", bound.depth),
        }
    }
}

fn gets(own: Option<f64>, how: &str) -> String {
    own.map(|own| format!(", {how} {}", short(own)))
        .unwrap_or_default()
}

/// A sentence begins with a capital, but the name of a node or a move stays as it is.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), text.split([' ', ':']).next()) {
        (Some(first), Some("the" | "at" | "chance" | "player" | "move")) => {
            first.to_uppercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_string(),
    }
}
