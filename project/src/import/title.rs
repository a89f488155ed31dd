//! What a text of games is called, and what it holds.

use gametree_chess::pgn::{PgnGame, PgnReader};

use crate::error::{ProjectError, Result};

/// The longest name of a player in a title.
const LONGEST: usize = 30;

/// The players of the first game and its year: `Kasparov - Topalov 1999`, as a project can be
/// called; none where the players are not known.
#[must_use]
pub fn title(text: &str) -> Option<String> {
    let game = PgnReader::new(text.as_bytes()).next()?.ok()?;
    let player = |header: &str| {
        let name = game.header(header).unwrap_or("");
        // `Kasparov, Garry` is known by what stands before the comma.
        let name = name.split(',').next().unwrap_or(name);
        plain(name)
    };
    let white = player("White");
    let black = player("Black");
    if white.is_empty() && black.is_empty() {
        return None;
    }
    let year = game.header("Date").and_then(|date| date.get(..4));
    let year = year.filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    let named = |name: String| if name.is_empty() { "NN".into() } else { name };
    let title = format!("{} - {} {}", named(white), named(black), year.unwrap_or(""));
    Some(title.trim().to_string())
}

/// What of a name may stand in the name of a file.
fn plain(name: &str) -> String {
    let fits = |c: &char| c.is_alphanumeric() || " _-+,.()'".contains(*c);
    let name: String = name.chars().filter(fits).take(LONGEST).collect();
    name.trim_matches([' ', '.', '-']).to_string()
}

/// How much there is, in words: `1 game: 88 moves played, 12 moves in variations, 5 comments`.
///
/// # Errors
/// When it cannot be read.
pub fn summary(text: &str) -> Result<String> {
    let games: Vec<PgnGame> = PgnReader::new(text.as_bytes())
        .collect::<std::result::Result<_, _>>()
        .map_err(|error| ProjectError::invalid(format!("The PGN cannot be read: {error}.")))?;
    let sum = |count: fn(&PgnGame) -> usize| games.iter().map(count).sum::<usize>();
    let played = sum(|game| game.main_line().count());
    let all = sum(|game| game.len() - 1);
    let comments = sum(|game| {
        let nodes = (0..game.len()).map(|id| game.node(id));
        nodes
            .map(|node| node.before().len() + node.comments().len())
            .sum()
    });
    let parts = [
        (played, "move played", "moves played"),
        (all - played, "move in variations", "moves in variations"),
        (comments, "comment", "comments"),
    ];
    let parts =
        parts.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }));
    let head = match games.len() {
        1 => "1 game".to_string(),
        many => format!("{many} games in one graph, named after the first"),
    };
    Ok(format!("{head}: {}", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_the_players_and_the_year() {
        let text = "[White \"Kasparov, Garry\"]\n[Black \"Topalov/?\"]\n[Date \"1999.01.20\"]\n\n1. e4 *\n";
        assert_eq!(title(text).as_deref(), Some("Kasparov - Topalov 1999"));
        assert_eq!(title("[White \"A\"]\n\n1. e4 *").as_deref(), Some("A - NN"));
        assert_eq!(title("[White \"?\"]\n[Black \"?\"]\n\n1. e4 *"), None);
        assert_eq!(title("1. e4 *"), None);
    }

    #[test]
    fn a_summary_counts_what_there_is() {
        let text = "1. e4 {a} e5 (1... c5 {b}) 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 *\n";
        assert_eq!(
            summary(text).expect("readable"),
            "2 games in one graph, named after the first: 4 moves played, 1 move in variations, 2 comments"
        );
    }
}
