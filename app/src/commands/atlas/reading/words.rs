//! Positions, lines and rules as people read them.

use gametree::{Score, Source};
use gametree_atlas::fact::Rule;
use gametree_atlas::walk::Walk;
use gametree_chess::Chess;
use gametree_chess::shakmaty::Position;

use crate::centipawns;
use crate::project::Project;

/// `12.Nf3 Nf6 13.g3`, or `12...Nf6 13.g3` where Black begins.
pub fn numbered(from: &Chess, words: &[String]) -> String {
    let black = usize::from(from.color().is_black());
    let first = from.inner().fullmoves().get() as usize;
    let name = |(place, word): (usize, &String)| {
        let number = first + (place + black) / 2;
        match (place + black) % 2 {
            0 => format!("{number}.{word}"),
            _ if place == 0 => format!("{number}...{word}"),
            _ => word.clone(),
        }
    };
    words
        .iter()
        .enumerate()
        .map(name)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The moves from an outline's start to one of its rows; `the start` for the first.
pub fn transposition(project: &Project, start: &Chess, walk: &Walk, row: usize) -> String {
    let words = project.words(start, &walk.path(row));
    if words.is_empty() {
        "the start".into()
    } else {
        numbered(start, &words)
    }
}

/// A value, or a question mark.
pub fn value(value: Option<Score>) -> String {
    value.map_or("?".into(), centipawns::text)
}

/// What the user wants to be told.
pub fn rule(rule: Rule) -> String {
    let pawns = |raw| centipawns::text(Score::from_raw(raw));
    match rule {
        Rule::Moves(points) => format!(
            "the value moves by {:.2} or more",
            f64::from(points) / 100.0
        ),
        Rule::BestChanges => "the best move changes".into(),
        Rule::Above(raw) => format!("the value rises to {} or above", pawns(raw)),
        Rule::Below(raw) => format!("the value falls to {} or below", pawns(raw)),
    }
}

/// An engine's name, with the options that change its values.
pub fn source(source: &Source) -> String {
    let options = if source.options.is_empty() {
        String::new()
    } else {
        format!(" ({})", source.options)
    };
    format!("{}{options}", source.name)
}

/// Thousandths of a ply as plies.
pub fn plies(milli: u32) -> f64 {
    f64::from(milli) / 1000.0
}

/// `12.3 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn moves_have_the_numbers_of_the_position() {
        assert_eq!(
            numbered(&Chess::default(), &words("e4 e5 Nf3")),
            "1.e4 e5 2.Nf3"
        );
        let black: Chess = "4k3/8/8/8/8/8/8/4K2R b K - 0 41"
            .parse()
            .expect("a position");
        assert_eq!(
            numbered(&black, &words("Kd7 O-O Kd6")),
            "41...Kd7 42.O-O Kd6"
        );
        assert_eq!(numbered(&black, &[]), "");
    }

    #[test]
    fn rules_say_what_they_look_for() {
        assert_eq!(rule(Rule::Moves(15)), "the value moves by 0.15 or more");
        assert_eq!(
            rule(Rule::Above(Score::points(75).raw())),
            "the value rises to +0.75 or above"
        );
    }
}
