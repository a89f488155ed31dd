//! Tree text: reading, with errors that say where and what, and writing it back.

use std::fmt;
use std::str::FromStr;

use super::{Edge, Kind, NodeData, Tree};
use crate::game::Player;
use crate::score::Score;

/// What is wrong with a tree text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("tree text, line {line}, column {column}: {what}")]
pub struct TreeError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub what: String,
}

impl FromStr for Tree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Tree, TreeError> {
        let mut reader = Reader::new(text);
        reader.tree().map_err(|what| reader.error(what))?;
        Ok(reader.tree)
    }
}

/// An open parenthesis and the children read since.
struct Open {
    id: u32,
    edges: Vec<Edge>,
    start: usize,
}

/// What stands before a node: a probability, a name, an exclamation mark.
#[derive(Default)]
struct Prefix {
    noisy: bool,
    probability: Option<f64>,
    name: Option<String>,
}

struct Reader<'s> {
    text: &'s str,
    at: usize,
    tree: Tree,
}

impl<'s> Reader<'s> {
    fn new(text: &'s str) -> Self {
        Reader {
            text,
            at: 0,
            tree: Tree::empty(2),
        }
    }

    fn error(&self, what: String) -> TreeError {
        let before = &self.text[..self.at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        TreeError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            what,
        }
    }

    /// The whole text. It has its own stack, so that nesting has no limit.
    fn tree(&mut self) -> Result<(), String> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            self.skip_space();
            if self.peek() == Some(')') {
                let top = open.pop().ok_or("')' without '('")?;
                self.close(top)?;
                self.at += 1;
            } else if self.peek().is_none() {
                return self.unfinished(&open);
            } else {
                self.node(&mut open)?;
            }
            if open.is_empty() {
                self.skip_space();
                return match self.peek() {
                    None => self.validate(),
                    Some(c) => Err(format!("'{c}' after the end of the tree")),
                };
            }
        }
    }

    fn unfinished(&mut self, open: &[Open]) -> Result<(), String> {
        let Some(last) = open.last() else {
            return Err("the tree is empty; expected a number or '('".into());
        };
        self.at = last.start;
        Err(format!("'(' is never closed ({} missing ')')", open.len()))
    }

    /// One leaf, or the beginning of an inner node.
    fn node(&mut self, open: &mut Vec<Open>) -> Result<(), String> {
        let mut prefix = self.prefix()?;
        let start = self.at;
        let (kind, inner) = match self.peek() {
            Some('(') => (self.inner_kind()?, true),
            Some('[') => (self.vector()?, false),
            Some('?') => {
                self.at += 1;
                (Kind::Loop, false)
            }
            _ if self.is_unknown() => (self.unknown(&mut prefix)?, false),
            _ => (Kind::Points(self.number(true)?), false),
        };
        let id = self.tree.nodes.len() as u32;
        self.attach(open, &prefix, id)?;
        let estimate = if inner { self.estimate()? } else { None };
        self.tree.nodes.push(NodeData {
            kind,
            parent: open.last().map(|parent| parent.id),
            name: prefix.name,
            estimate,
            first: 0,
            children: 0,
        });
        if inner {
            open.push(Open {
                id,
                edges: Vec::new(),
                start,
            });
        }
        Ok(())
    }

    /// A word where a value is expected: the name of a leaf that is not known. (`nan` and `inf` are no
    /// names, but wrong numbers.)
    fn is_unknown(&self) -> bool {
        let word = self.word();
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        is_name && word.parse::<f64>().is_err()
    }

    fn unknown(&mut self, prefix: &mut Prefix) -> Result<Kind, String> {
        let word = self.word();
        if matches!(word, "max" | "min" | "chance") {
            return Err(format!("'{word}' without '(' before it"));
        }
        if prefix.name.is_some() {
            return Err(format!("an unknown leaf has one name, here '{word}'"));
        }
        self.at += word.len();
        prefix.name = Some(word.into());
        self.tree.unknown.push(self.tree.nodes.len() as u32);
        Ok(Kind::Points(0.0))
    }

    fn attach(&mut self, open: &mut [Open], prefix: &Prefix, child: u32) -> Result<(), String> {
        let Some(parent) = open.last_mut() else {
            return match prefix.probability {
                Some(_) => Err("a probability at the root".into()),
                None => Ok(()),
            };
        };
        let chance = self.tree.nodes[parent.id as usize].kind == Kind::Chance;
        let probability = match (chance, prefix.probability) {
            (true, None) => {
                return Err("a child of a chance node needs a probability, as in 0.5:3".into());
            }
            (false, Some(_)) => return Err("a probability outside a chance node".into()),
            (_, p) => p.unwrap_or(0.0),
        };
        parent.edges.push(Edge {
            child,
            probability,
            noisy: prefix.noisy,
        });
        Ok(())
    }

    fn close(&mut self, top: Open) -> Result<(), String> {
        if top.edges.is_empty() {
            self.at = top.start;
            return Err("a node without children; expected (max 3 5) or the like".into());
        }
        let node = &mut self.tree.nodes[top.id as usize];
        if node.kind == Kind::Chance {
            let sum: f64 = top.edges.iter().map(|edge| edge.probability).sum();
            if (sum - 1.0).abs() > 1e-6 {
                self.at = top.start;
                return Err(format!(
                    "the probabilities sum to {}, not to 1",
                    number(sum)
                ));
            }
        }
        node.first = self.tree.edges.len() as u32;
        node.children = top.edges.len() as u32;
        self.tree.edges.extend(top.edges);
        Ok(())
    }

    /// Reads `!`, `0.5:` and `name:`, in any order.
    fn prefix(&mut self) -> Result<Prefix, String> {
        let mut prefix = Prefix::default();
        loop {
            let word = self.word();
            if self.peek() == Some('!') {
                self.at += 1;
                prefix.noisy = true;
            } else if self.text[self.at + word.len()..].starts_with(':') && !word.is_empty() {
                self.label(word, &mut prefix)?;
            } else {
                return Ok(prefix);
            }
            self.skip_space();
        }
    }

    fn label(&mut self, word: &str, prefix: &mut Prefix) -> Result<(), String> {
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '/') {
            let p = fraction(word).ok_or_else(|| format!("'{word}' is not a probability"))?;
            if !(0.0..=1.0).contains(&p) || prefix.probability.is_some() {
                return Err(format!("'{word}' is not a probability between 0 and 1"));
            }
            prefix.probability = Some(p);
        } else if prefix.name.is_some() {
            return Err(format!("a second name, '{word}'"));
        } else {
            prefix.name = Some(word.to_string());
        }
        self.at += word.len() + 1;
        Ok(())
    }

    fn inner_kind(&mut self) -> Result<Kind, String> {
        self.at += 1;
        self.skip_space();
        let word = self.word();
        let kind = match word {
            "max" => Kind::Turn(Player::FIRST),
            "min" => Kind::Turn(Player::SECOND),
            "chance" => Kind::Chance,
            _ => match word.strip_prefix('p').and_then(|n| n.parse::<u8>().ok()) {
                Some(n @ 1..=16) => Kind::Turn(Player(n - 1)),
                _ => {
                    let found = match (word, self.peek()) {
                        ("", None) => "the text ends".to_string(),
                        ("", Some(other)) => format!("found '{other}'"),
                        _ => format!("found '{word}'"),
                    };
                    return Err(format!(
                        "expected max, min, chance or p1 to p16 after '(', {found}"
                    ));
                }
            },
        };
        self.at += word.len();
        if let Kind::Turn(Player(p)) = kind {
            self.tree.players = self.tree.players.max(p + 1);
        }
        Ok(kind)
    }

    fn estimate(&mut self) -> Result<Option<f64>, String> {
        self.skip_space();
        if self.peek() != Some('~') {
            return Ok(None);
        }
        self.at += 1;
        self.number(true).map(Some)
    }

    fn vector(&mut self) -> Result<Kind, String> {
        self.at += 1;
        let mut payoffs = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(']') => break,
                None => return Err("'[' is never closed".into()),
                Some(_) => payoffs.push(self.number(false)?),
            }
        }
        self.at += 1;
        if payoffs.is_empty() || payoffs.len() > 16 {
            return Err("a vector holds 1 to 16 payoffs".into());
        }
        Ok(Kind::Vector(payoffs))
    }

    /// A number; `scalar` ones decide the unit of points.
    fn number(&mut self, scalar: bool) -> Result<f64, String> {
        let word = self.word();
        let shape = word
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
        let value: f64 = match word.parse() {
            Ok(value) if shape => value,
            _ if word.is_empty() => {
                return Err(format!(
                    "expected a number or '(', found '{}'",
                    self.peek().unwrap_or(' ')
                ));
            }
            _ => return Err(format!("'{word}' is not a number")),
        };
        let decimals = word
            .split_once('.')
            .map_or(0, |(_, after)| after.trim_end_matches('0').len());
        if decimals > 6 {
            return Err(format!("'{word}' has more than 6 decimals"));
        }
        if scalar {
            self.tree.decimals = self.tree.decimals.max(decimals as u32);
        }
        self.at += word.len();
        Ok(value)
    }

    /// What only the whole tree shows: sizes in the finest unit, one kind of leaf.
    fn validate(&mut self) -> Result<(), String> {
        let limit = f64::from(Score::MAX_POINTS) / self.tree.scale();
        let vectors = self
            .tree
            .nodes
            .iter()
            .filter(|n| matches!(n.kind, Kind::Vector(_)))
            .count();
        let mut length = None;
        for node in &self.tree.nodes {
            let sizes = [
                node.estimate,
                if let Kind::Points(v) = node.kind {
                    Some(v)
                } else {
                    None
                },
            ];
            if let Some(value) = sizes.into_iter().flatten().find(|v| v.abs() > limit) {
                return Err(format!(
                    "{} is too large; values stay within ±{limit}",
                    number(value)
                ));
            }
            match &node.kind {
                Kind::Points(_) if vectors > 0 => {
                    return Err("numbers and vectors at the leaves of one tree".into());
                }
                Kind::Vector(v) if *length.get_or_insert(v.len()) != v.len() => {
                    return Err("vectors of different lengths".into());
                }
                _ => {}
            }
        }
        let length = length.unwrap_or(self.tree.players as usize);
        if length < self.tree.players as usize {
            return Err(format!(
                "{} players move but the vectors have {length} payoffs",
                self.tree.players
            ));
        }
        self.tree.players = length as u8;
        self.tree.sum = self.tree.common_sum();
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// The letters, digits and signs that follow.
    fn word(&self) -> &'s str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || "()[]:!?~;".contains(c));
        &rest[..end.unwrap_or(rest.len())]
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }
}

/// `0.25` or `1/4`.
fn fraction(word: &str) -> Option<f64> {
    match word.split_once('/') {
        None => word.parse().ok(),
        Some((a, b)) => {
            let (a, b) = (a.parse::<f64>().ok()?, b.parse::<f64>().ok()?);
            (b != 0.0).then(|| a / b)
        }
    }
}

/// A number without needless zeros.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, 0, f)
    }
}

/// Writes a subtree. It has its own stack, so that nesting has no limit.
pub(super) fn write(tree: &Tree, root: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    enum Step {
        Node(u32, Option<Edge>),
        Close,
    }
    let mut steps = vec![Step::Node(root, None)];
    while let Some(step) = steps.pop() {
        let Step::Node(id, edge) = step else {
            f.write_str(")")?;
            continue;
        };
        let node = &tree.nodes[id as usize];
        if let Some(edge) = edge {
            let chance = edge.probability > 0.0;
            f.write_str(if edge.noisy { " !" } else { " " })?;
            if chance {
                write!(f, "{}:", edge.probability)?;
            }
        }
        if let Some(name) = &node.name {
            let is_unknown = tree.unknown.contains(&id);
            write!(f, "{name}{}", if is_unknown { "" } else { ":" })?;
            if is_unknown {
                continue;
            }
        }
        write_head(node, tree.players > 2, f)?;
        if node.children > 0 {
            steps.push(Step::Close);
            steps.extend(
                tree.edges(id)
                    .iter()
                    .rev()
                    .map(|edge| Step::Node(edge.child, Some(*edge))),
            );
        }
    }
    Ok(())
}

fn write_head(node: &NodeData, numbered: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &node.kind {
        Kind::Turn(Player::FIRST) if !numbered => f.write_str("(max"),
        Kind::Turn(Player::SECOND) if !numbered => f.write_str("(min"),
        Kind::Turn(Player(p)) => write!(f, "(p{}", p + 1),
        Kind::Chance => f.write_str("(chance"),
        Kind::Points(value) => f.write_str(&number(*value)),
        Kind::Loop => f.write_str("?"),
        Kind::Vector(payoffs) => {
            let parts: Vec<String> = payoffs.iter().map(|&p| number(p)).collect();
            write!(f, "[{}]", parts.join(" "))
        }
    }?;
    match node.estimate {
        Some(value) => write!(f, " ~{}", number(value)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{NotTwoPlayer, Shape, random};

    fn error(text: &str) -> String {
        text.parse::<Tree>().unwrap_err().to_string()
    }

    #[test]
    fn text_comes_back_as_it_was() {
        let texts = [
            "7",
            "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))",
            "(chance 0.5:3 0.5:-1)",
            "(max (min 3 x) (min y 2))",
            "(p3 [1 2 6] (p1 [4 -2 0.5] [1 1 1]))",
            "(max a:(min ~7 !3 b:0.25) ? 12.5)",
        ];
        for text in texts {
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
        for seed in 0..200 {
            let tree = random(&Shape::default(), seed);
            let text = tree.to_string();
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(
            error("(max 3 (min 2"),
            "tree text, line 1, column 8: '(' is never closed (2 missing ')')"
        );
        assert_eq!(
            error("(max 3\n  4) 5"),
            "tree text, line 2, column 6: '5' after the end of the tree"
        );
        for (text, part) in [
            ("", "empty"),
            (")", "')' without"),
            ("(max)", "without children"),
            ("(mox 3)", "'mox'"),
            ("(max 3 inf)", "'inf' is not a number"),
            ("(max 3 a:x)", "an unknown leaf has one name, here 'x'"),
            ("(max min 3 4)", "'min' without '(' before it"),
            ("(max 3 1e5)", "'1e5' is not a number"),
            ("(chance 0.5:3 0.4:1)", "sum to 0.9"),
            ("(chance 3 4)", "needs a probability"),
            ("(max 0.5:3 4)", "outside a chance node"),
            ("(max 3 [1 2])", "numbers and vectors"),
            ("(p3 [1 2] [2 1])", "3 players"),
            ("(max [1 2", "never closed"),
            ("(max 9999999999 1)", "too large"),
            ("(max 0.12345678 1)", "more than 6 decimals"),
        ] {
            assert!(error(text).contains(part), "{text}: {}", error(text));
        }
    }

    #[test]
    fn nesting_has_no_limit() {
        let text = format!("{}1{}", "(max ".repeat(100_000), ")".repeat(100_000));
        assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        assert!(error(&"(max ".repeat(100_000)).contains("100000 missing"));
    }

    #[test]
    fn decimals_become_points_of_the_finest_unit() {
        let tree: Tree = "(max 0.5 -1.25)".parse().unwrap();
        assert_eq!(tree.show(Score::points(-125)), "-1.25");
        assert_eq!(tree.show(Score::points(50)), "0.5");
        assert_eq!((tree.unit(), tree.least()), (100, -125));
    }

    #[test]
    fn the_least_value_counts_estimates_and_leaves_below_the_root() {
        let least = |text: &str| text.parse::<Tree>().unwrap().least();
        assert_eq!(least("(max ~-9 3 (min ~7 4 5))"), 3);
        assert_eq!(least("(max 3 (min ~-2 4 5))"), -2);
        assert_eq!(least("(max 3 (min 4 5))"), 0, "no estimate is 0");
        assert_eq!(least("(max 3 ?)"), 0, "endless play is a draw");
        assert_eq!(least("-4"), -4);
    }

    #[test]
    fn the_kind_of_tree_is_checked() {
        let two = |text: &str| text.parse::<Tree>().unwrap().two_player().err();
        assert_eq!(two("(max 1 2)"), None);
        assert_eq!(two("(chance 1/2:1 1/2:2)"), Some(NotTwoPlayer::Chance));
        assert_eq!(two("(max [1 2 3] [2 1 0])"), Some(NotTwoPlayer::Players(3)));
    }
}
