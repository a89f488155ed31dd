//! The rules of backgammon in plain words, to compare with, and random boards.

use std::collections::BTreeSet;

use gametree::rng::Rng;
use gametree::{Chance, Game, Player};
use gametree_games::backgammon::{Backgammon, Dice, Move, Stage};

type Board = [[u8; 26]; 2];

/// Mover first.
fn board(game: &Backgammon, mover: Player) -> Board {
    [*game.men(mover), *game.men(mover.opponent())]
}

/// The rules in plain words: one checker, one die.
fn step(board: &Board, from: usize, die: usize) -> Option<Board> {
    let [mine, theirs] = board;
    let on_bar = mine[25] > 0;
    if mine[from] == 0 || from == 0 || (on_bar && from != 25) {
        return None;
    }
    let mut next = *board;
    next[0][from] -= 1;
    if from > die {
        let to = from - die;
        if theirs[25 - to] >= 2 {
            return None;
        }
        if theirs[25 - to] == 1 {
            next[1][25 - to] = 0;
            next[1][25] += 1;
        }
        next[0][to] += 1;
        return Some(next);
    }
    let all_home = mine[7..].iter().all(|&count| count == 0);
    let none_behind = mine[from + 1..].iter().all(|&count| count == 0);
    if !all_home || (from < die && !none_behind) {
        return None;
    }
    next[0][0] += 1;
    Some(next)
}

/// Every way to use the dice in this order, with what was used.
fn follow(
    board: &Board,
    dice: &[usize],
    used: &mut Vec<usize>,
    ends: &mut BTreeSet<(Vec<usize>, Board)>,
) {
    ends.insert((used.clone(), *board));
    let Some((&die, rest)) = dice.split_first() else {
        return;
    };
    for from in 1..=25 {
        if let Some(next) = step(board, from, die) {
            used.push(die);
            follow(&next, rest, used, ends);
            used.pop();
        }
    }
}

/// All results of a roll: as many dice as possible, the higher if only one.
fn plain_results(start: &Board, dice: Dice) -> BTreeSet<Board> {
    let [a, b] = dice.pair().map(usize::from);
    let orders = if a == b {
        vec![vec![a; 4]]
    } else {
        vec![vec![a, b], vec![b, a]]
    };
    let mut ends = BTreeSet::new();
    orders
        .iter()
        .for_each(|order| follow(start, order, &mut Vec::new(), &mut ends));
    let most = ends.iter().map(|(used, _)| used.len()).max().unwrap_or(0);
    let high = ends
        .iter()
        .filter(|(used, _)| used.len() == most)
        .flat_map(|(used, _)| used)
        .max()
        .copied();
    let kept = ends.into_iter().filter(|(used, _)| used.len() == most);
    kept.filter(|(used, _)| used.len() != 1 || used.first().copied() == high)
        .map(|(_, board)| board)
        .collect()
}

/// Some checkers for each side, often in few points, by way of the text of positions.
pub fn random_board(rng: &mut Rng) -> Option<Backgammon> {
    let mut sides: Board = [[0; 26]; 2];
    let reach = [6, 7, 12, 25, 25][rng.below(5)];
    for side in 0..2 {
        let on_board = 1 + rng.below(15);
        for _ in 0..on_board {
            let far = if side == 0 { reach } else { 25 };
            let home = if side == 1 && reach == 25 { 1 } else { 3 };
            let point = if rng.below(home) == 0 {
                1 + rng.below(6)
            } else {
                1 + rng.below(far)
            };
            if point == 25 || side == 0 || sides[0][25 - point] == 0 {
                sides[side][point] += 1;
            }
        }
    }
    let text = |side: &[u8; 26]| {
        side[1..]
            .iter()
            .map(|&n| "1".repeat(n.into()) + "0")
            .collect::<String>()
    };
    let bits: Vec<u8> = (text(&sides[1]) + &text(&sides[0]))
        .bytes()
        .map(|b| b - b'0')
        .collect();
    identifier(&bits).parse().ok()
}

/// GNU Backgammon's identifier, written out bit by bit.
pub fn identifier(bits: &[u8]) -> String {
    let letters: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['+', '/'])
        .collect();
    let mut bytes = [0u8; 11];
    bits.iter()
        .enumerate()
        .for_each(|(at, bit)| bytes[at / 8] |= bit << (at % 8));
    let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
    let six = |letter: usize| {
        (0..6).fold(0, |sum, i| {
            2 * sum
                + if 6 * letter + i < 80 {
                    bit(6 * letter + i)
                } else {
                    0
                }
        })
    };
    (0..14).map(|letter| letters[six(letter)]).collect()
}

/// Compares the plays of a position with those of the plain rules.
pub fn check_plays(game: &Backgammon) {
    let Stage::Play(dice) = game.stage() else {
        return;
    };
    let mover = game.turn();
    let results: Vec<Board> = game.moves().map(|m| board(&game.after(m), mover)).collect();
    let distinct: BTreeSet<Board> = results.iter().copied().collect();
    assert_eq!(
        distinct.len(),
        results.len(),
        "a result comes twice in\n{game}"
    );
    assert_eq!(distinct, plain_results(&board(game, mover), dice), "{game}");
}

/// How likely the last checker, on this point, is borne off in one roll.
pub fn bears_off(point: usize) -> f64 {
    let mut bits = vec![0; 50];
    bits.insert(25 + point - 1, 1);
    bits.insert(0, 1);
    let game: Backgammon = identifier(&bits).parse().unwrap();
    assert_eq!(game.pips(Player::FIRST), point as u32);
    let wins = |m: Move| {
        game.after(m)
            .moves()
            .any(|play| game.after(m).after(play).outcome().is_some())
    };
    game.chances()
        .unwrap()
        .filter(|&(m, _)| wins(m))
        .map(|(_, p)| p)
        .sum()
}
