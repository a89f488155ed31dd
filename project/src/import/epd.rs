//! Records: positions, and what an engine said of them.

use std::io::BufRead;

use gametree::{Game, Player, Score};
use gametree_chess::epd::{Epd, EpdError, EpdReader, Operation};

use super::Bad;
use super::lines::{Lines, Said, mate, points};

/// `ce` from here on is a mate: 32767 less the plies to it.
const MATES: i32 = 32_000;
const MATED: i32 = 32_767;

/// The records of a file.
pub fn records<R: BufRead>(input: R, file: String) -> impl Iterator<Item = Result<Lines, Bad>> {
    EpdReader::new(input).map(move |record| match record {
        Ok(epd) => Ok(lines(&epd, format!("EPD import: {file}"))),
        Err(error @ EpdError::Io(..)) => Err(Bad::File(error.to_string())),
        Err(error) => Err(Bad::Item(error.to_string())),
    })
}

fn lines(epd: &Epd, source: String) -> Lines {
    let mut lines = Lines::new(&epd.position, source);
    lines.places[0].said = said(epd);
    lines.places[0].note = note(epd);
    lines
}

/// The value, when there is one; with the line, or the best move, that goes with it.
fn said(epd: &Epd) -> Option<Said> {
    let mut said = Said {
        value: value(epd)?,
        line: Vec::new(),
        depth: 0,
        nodes: 0,
    };
    for operation in &epd.operations {
        match operation {
            Operation::Line(moves) => said.line.clone_from(moves),
            Operation::Depth(depth) => said.depth = *depth,
            Operation::Nodes(nodes) => said.nodes = *nodes,
            _ => {}
        }
    }
    if said.line.is_empty() {
        said.line = epd.best_moves().first().copied().into_iter().collect();
    }
    Some(said)
}

/// `dm` says more than `ce`; both are the mover's.
fn value(epd: &Epd) -> Option<Score> {
    let sign = if epd.position.turn() == Player::FIRST {
        1
    } else {
        -1
    };
    let find = |wanted: fn(&Operation) -> Option<i32>| epd.operations.iter().find_map(wanted);
    let moves = find(|operation| {
        if let Operation::Mate(moves) = operation {
            Some(*moves)
        } else {
            None
        }
    });
    if let Some(value) =
        moves.and_then(|moves| mate(&epd.position, sign * moves.clamp(-5000, 5000)))
    {
        return Some(value);
    }
    let ce = find(|operation| {
        if let Operation::Centipawns(ce) = operation {
            Some(*ce)
        } else {
            None
        }
    })?;
    let white = ce.clamp(-MATED, MATED) * sign;
    Some(match white {
        MATES.. => Score::win_in((MATED - white) as u32),
        _ if white <= -MATES => Score::loss_in((MATED + white) as u32),
        _ => points(white),
    })
}

fn note(epd: &Epd) -> String {
    let texts = epd
        .operations
        .iter()
        .filter_map(|operation| match operation {
            Operation::Id(text) | Operation::Comment(_, text) => Some(text.as_str()),
            _ => None,
        });
    texts.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";

    fn read(operations: &str) -> Lines {
        let text = format!("{BLACK} {operations}");
        records(text.as_bytes(), "f.epd".into())
            .next()
            .expect("one")
            .ok()
            .expect("a good one")
    }

    #[test]
    fn values_are_turned_to_white_s_view() {
        let lines = read("ce 34; acd 20; acn 99999; pv e5 Nf3; bm c5; id \"x\"; c0 \"y\";");
        let said = lines.places[0].said.as_ref().expect("a value");
        assert_eq!(
            (said.value, said.depth, said.nodes, said.line.len()),
            (points(-34), 20, 99_999, 2)
        );
        assert_eq!(lines.places[0].note, "x; y");
        let value = |operations: &str| {
            read(operations).places[0]
                .said
                .as_ref()
                .map(|said| said.value)
        };
        assert_eq!(value("dm 3; ce 100;"), Some(Score::loss_in(5)));
        assert_eq!(value("dm -3;"), Some(Score::win_in(6)));
        assert_eq!(value("ce 32762;"), Some(Score::loss_in(5)));
        assert_eq!(value("ce -32763;"), Some(Score::win_in(4)));
        assert_eq!(value("bm e5;"), None);
    }
}
