//! One record per position: what is known of it, for suites and other programs.

use gametree::{Game, Persistent, Player, Score, Verdict};
use gametree_atlas::fact::Code;
use gametree_atlas::query::{Position, Query};
use gametree_atlas::walk::Cut;
use gametree_chess::Chess;
use gametree_chess::epd::{Epd, Operation};
use gametree_chess::shakmaty::Move;

use super::subject::Subject;
use crate::error::Result;

/// The longest line.
const LINE: usize = 24;

/// What `ce` says of a mate that is on the board.
const MATE: i32 = 32_767;

/// The records, in the order of the outline.
pub fn records(subject: &Subject<'_>, cut: Cut) -> Result<Vec<Epd>> {
    let query = subject.project.query();
    let mut records = Vec::new();
    subject.each(cut, |node, position, share| {
        let known = query.position(node);
        records.push(Epd {
            position: position.clone(),
            operations: operations(&query, &known, position, share),
        });
    })?;
    Ok(records)
}

fn operations(query: &Query<'_>, known: &Position, position: &Chess, share: f64) -> Vec<Operation> {
    let mut operations = Vec::new();
    if let Some(best) = query
        .best(known.node)
        .and_then(|code| position.decode(code))
    {
        operations.push(Operation::Best(vec![best]));
    }
    operations.extend(
        known
            .value
            .into_iter()
            .flat_map(|value| mover_value(value, known.turn)),
    );
    if known.source.is_some() {
        operations.extend([Operation::Depth(known.depth), Operation::Nodes(known.nodes)]);
    }
    let line = moves(position, &query.line(known.node, LINE).codes);
    if !line.is_empty() {
        operations.push(Operation::Line(line));
    }
    operations.push(Operation::Comment(0, format!("share {share:.6}")));
    if !known.note.is_empty() {
        operations.push(Operation::Comment(1, known.note.clone()));
    }
    operations
}

/// The value in the mover's view; of a mate both how many plies it is away and, if the mover mates,
/// in how many moves.
fn mover_value(value: Score, turn: Player) -> Vec<Operation> {
    let value = if turn == Player::FIRST { value } else { -value };
    let near = |plies: u32| MATE - i32::try_from(plies).unwrap_or(MATE);
    match value.verdict() {
        Verdict::Points(points) => vec![Operation::Centipawns(points)],
        Verdict::Loss(plies) => vec![Operation::Centipawns(-near(plies))],
        Verdict::Win(plies) => {
            let moves = i32::try_from(plies.div_ceil(2)).unwrap_or(MATE);
            vec![Operation::Centipawns(near(plies)), Operation::Mate(moves)]
        }
    }
}

/// A line as moves, as far as they are legal.
fn moves(position: &Chess, codes: &[Code]) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::with_capacity(codes.len());
    for &code in codes {
        let Some(m) = position.decode(code) else {
            break;
        };
        line.push(m);
        position.play(m);
        position.normalize();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_movers() {
        assert_eq!(
            mover_value(Score::points(31), Player::SECOND),
            [Operation::Centipawns(-31)]
        );
        assert_eq!(
            mover_value(Score::win_in(5), Player::SECOND),
            [Operation::Centipawns(-32_762)]
        );
        let mates = [Operation::Centipawns(32_764), Operation::Mate(2)];
        assert_eq!(mover_value(Score::win_in(3), Player::FIRST), mates);
        assert_eq!(mover_value(Score::loss_in(3), Player::SECOND), mates);
    }
}
