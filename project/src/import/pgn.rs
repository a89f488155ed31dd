//! Games: every move with its variations, `[%eval]` as values.

use std::collections::HashSet;
use std::io::Read;

use gametree_chess::pgn::{PgnError, PgnGame, PgnReader, PgnScore};

use super::Bad;
use super::lines::{Lines, Played, Said, mate, points};
use crate::remarks;

/// A file with more annotators than this is known by its own name.
const ANNOTATORS: usize = 100;

/// The games of a file.
pub fn games<R: Read>(
    input: R,
    file: String,
    most_plies: Option<usize>,
) -> impl Iterator<Item = Result<Lines, Bad>> {
    let mut annotators = HashSet::new();
    PgnReader::new(input).map(move |game| match game {
        Ok(game) => {
            let source = source(&game, &file, &mut annotators);
            let mut lines = lines(&game, source, most_plies.unwrap_or(usize::MAX));
            if most_plies.is_some() {
                // A part of a game is no record of it.
                lines.played = None;
            }
            Ok(lines)
        }
        Err(error @ PgnError::Io(..)) => Err(Bad::File(error.to_string())),
        Err(error) => Err(Bad::Item(error.to_string())),
    })
}

fn source(game: &PgnGame, file: &str, annotators: &mut HashSet<String>) -> String {
    let named = game
        .header("Annotator")
        .map(str::trim)
        .filter(|name| !name.is_empty() && *name != "?");
    let known = |name: &&str| {
        annotators.contains(*name)
            || (annotators.len() < ANNOTATORS && annotators.insert((*name).to_string()))
    };
    format!("PGN import: {}", named.filter(known).unwrap_or(file))
}

/// The game as lines, at most this many half-moves deep.
fn lines(game: &PgnGame, source: String, most: usize) -> Lines {
    let mut lines = Lines::new(&game.start, source);
    // Where each node went, and how deep it is; parents come before their children.
    let mut places: Vec<Option<(usize, usize)>> = vec![None; game.len()];
    places[PgnGame::START] = Some((0, 0));
    say(game, PgnGame::START, &mut lines, 0);
    // The main line first: a position that a variation reaches too is the game's.
    let main_line: Vec<usize> = game.main_line().collect();
    let mut is_main = vec![false; game.len()];
    main_line.iter().for_each(|&id| is_main[id] = true);
    let others = (1..game.len()).filter(|&id| !is_main[id]);
    for id in main_line.iter().copied().chain(others) {
        let node = game.node(id);
        let (Some((from, depth)), Some(m)) = (places[node.parent()], node.played()) else {
            continue;
        };
        if depth >= most {
            continue;
        }
        if let Some(place) = lines.add(from, m) {
            places[id] = Some((place, depth + 1));
            say(game, id, &mut lines, place);
        }
    }
    let main_line = std::iter::once(PgnGame::START).chain(main_line);
    let main_line = main_line.map_while(|id| Some(places[id]?.0)).collect();
    let text = game.to_string();
    lines.played = Some(Played { text, main_line });
    lines
}

/// Puts the values and comments of a game's node onto its place.
fn say(game: &PgnGame, id: usize, lines: &mut Lines, place: usize) {
    let node = game.node(id);
    let place = &mut lines.places[place];
    place.note = remarks::readable(node.before().iter().chain(node.comments()));
    let Some(eval) = node.eval() else { return };
    let value = match eval.score {
        PgnScore::Centipawns(value) => Some(points(value)),
        PgnScore::Mate(moves) => mate(&place.position, moves),
    };
    place.said = value.map(|value| Said {
        value,
        line: Vec::new(),
        depth: eval.depth.unwrap_or(0),
        nodes: 0,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str, most: Option<usize>) -> Lines {
        games(text.as_bytes(), "f.pgn".into(), most)
            .next()
            .expect("a game")
            .ok()
            .expect("a good one")
    }

    #[test]
    fn variations_values_and_comments_come_along() {
        let text = "[Annotator \"Kotov\"]\n\n1. e4 {[%eval 0.30,20] best} (1. d4 d5) 1... e5 {[%eval #-3]} *\n";
        let lines = first(text, None);
        assert_eq!(
            (lines.places.len(), lines.source.as_str()),
            (5, "PGN import: Kotov")
        );
        let said = lines.places[1].said.as_ref().expect("a value");
        assert_eq!((said.value, said.depth, said.nodes), (points(30), 20, 0));
        assert_eq!(lines.places[1].note, "best");
        let mated = lines
            .places
            .iter()
            .rev()
            .find_map(|place| place.said.as_ref())
            .expect("a mate");
        assert_eq!(mated.value, gametree::Score::loss_in(6));
        assert_eq!(first(text, Some(1)).places.len(), 3);
    }

    #[test]
    fn too_many_annotators_are_the_file() {
        let game = |n: usize| format!("[Annotator \"a{n}\"]\n\n1. e4 *\n\n");
        let text: String = (0..ANNOTATORS + 5).map(game).collect();
        let sources: HashSet<String> = games(text.as_bytes(), "f.pgn".into(), None)
            .filter_map(|game| game.ok().map(|lines| lines.source))
            .collect();
        assert_eq!(sources.len(), ANNOTATORS + 1);
        assert!(sources.contains("PGN import: f.pgn"));
    }
}
