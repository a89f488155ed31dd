//! The game that was played, and how it goes on: its curve, the next move, the last one taken back.

use std::collections::HashSet;

use gametree::{Game, Notation, Persistent};
use gametree_atlas::fact::{NodeId, Order, Origin};
use gametree_catalog::{Position as AnyPosition, user_text};
use gametree_chess::Chess;
use gametree_chess::pgn::PgnGame;
use gametree_chess::shakmaty::{Move, Position};

use super::about::About;
use super::node::best;
use crate::action::Share;
use crate::error::{ProjectError, Result};
use crate::judgement::{Mark, chances};
use crate::paths::{File, focused, root};
use crate::recorded::{self, RecordedGame};
use crate::view::{GameRow, GameView, PositionValue};

/// A move that loses more of a hundred in winning chances turns the game.
const TURNS: f64 = 10.0;

/// The first game, move by move.
pub fn game(about: &About, atlas: &File) -> Result<GameView> {
    let recorded = recorded::first(atlas).ok_or_else(no_game)?;
    let header = |name: &str| {
        let text = recorded.game.header(name).unwrap_or("");
        if text == "?" { "" } else { text }.to_string()
    };
    let rows = rows(atlas, &recorded)?;
    let turns = |row: &&GameRow| row.loss.is_some_and(|loss| loss > TURNS);
    Ok(GameView {
        schema: "gametree.atlas.game/1",
        project: about.name.clone(),
        white: header("White"),
        black: header("Black"),
        result: recorded.game.result.as_str().to_string(),
        focus: focused(atlas),
        turning_points: rows.iter().filter(turns).map(|row| row.ply).collect(),
        valued: rows.iter().filter(|row| row.value.value.is_some()).count(),
        rows,
    })
}

fn no_game() -> ProjectError {
    ProjectError::not_found("the project has no game that was played")
        .hint("`gametree analyse GAME.pgn` makes one of a PGN, `gametree follow` plays a move")
}

fn rows(atlas: &File, recorded: &RecordedGame) -> Result<Vec<GameRow>> {
    let query = atlas.query();
    let mut rows: Vec<GameRow> = Vec::new();
    let mut position = recorded.game.start.clone();
    for (ply, (id, node)) in recorded.main_line().enumerate() {
        let mut row = unmoved(atlas, node, ply);
        if let (Some(before), Some(m)) = (rows.last(), recorded.game.node(id).played()) {
            row.number = position.number();
            row.name = position.write_move(m);
            let best = best(&query, &atlas.position(before.node)?, before.node);
            row.best = best.filter(|best| *best != row.name);
            row.loss = loss(atlas, before.node, node);
            row.mark = row.loss.and_then(Mark::of).map_or("", Mark::text);
            position.play(m);
        }
        rows.push(row);
    }
    Ok(rows)
}

fn unmoved(atlas: &File, node: NodeId, ply: usize) -> GameRow {
    GameRow {
        ply,
        node,
        number: String::new(),
        name: String::new(),
        value: PositionValue::of(atlas.game.facts, searched_value(atlas, node)),
        loss: None,
        mark: "",
        best: None,
        note: atlas.query().note(node),
    }
}

/// The value of a position that an engine has searched itself, else the one that came with the game:
/// what only follows from the moves that were played says nothing of others.
fn searched_value(atlas: &File, node: NodeId) -> Option<gametree::Score> {
    let known = atlas.query().position(node);
    if known.ended || known.nodes > 0 {
        known.value
    } else {
        known.direct.filter(|_| known.source.is_some())
    }
}

/// What the mover's win chance lost, of a hundred.
fn loss(atlas: &File, from: NodeId, to: NodeId) -> Option<f64> {
    let turn = atlas.query().position(from).turn;
    let chance = |node| {
        let value = searched_value(atlas, node)?;
        Some(chances(atlas.game.facts, value, turn))
    };
    Some((chance(from)? - chance(to)?).max(0.0))
}

/// Where the game stands: the last position of the game, else the focus, else the root.
pub fn present(atlas: &File) -> Result<NodeId> {
    let last = recorded::first(atlas).and_then(|game| game.main_line().last());
    match last.map(|(_, node)| node).or_else(|| focused(atlas)) {
        Some(node) => Ok(node),
        None => root(atlas),
    }
}

/// Equal shares of the tasks for the positions of the game, at most a hundred of them: those that
/// were searched least, in the order of the game.
pub fn spread(atlas: &File) -> Result<Vec<Share>> {
    let recorded = recorded::first(atlas).ok_or_else(no_game)?;
    let query = atlas.query();
    let mut seen = HashSet::new();
    let mut nodes: Vec<NodeId> = recorded.main_line().map(|(_, node)| node).collect();
    nodes.retain(|&node| seen.insert(node) && !query.position(node).ended);
    nodes.sort_by_key(|&node| query.position(node).nodes);
    nodes.truncate(100);
    let percent = (100 / nodes.len().max(1)) as u8;
    let share = |node| Share { node, percent };
    Ok(nodes.into_iter().map(share).collect())
}

/// The last move of the game with its number.
pub fn standing(atlas: &File) -> String {
    let last = || {
        let game = recorded::first(atlas)?.game;
        let last = game.node(game.main_line().last()?);
        let before = game.position(last.parent())?;
        Some(format!(
            "{}{}",
            before.number(),
            before.write_move(last.played()?)
        ))
    };
    last().unwrap_or_else(|| "the start".into())
}

/// Plays a move, by its name, where the game stands; gives the position after it.
pub fn play(atlas: &mut File, at: NodeId, name: &str) -> Result<NodeId> {
    let m = named(atlas, at, name)?;
    let mut game = match recorded::first(atlas) {
        Some(recorded) => {
            let whole = recorded.main_line().count() == recorded.game.main_line().count() + 1;
            let last = recorded.main_line().last().map(|(_, node)| node);
            if last != Some(at) || !whole {
                return Err(
                    ProjectError::invalid("this is not the last position of the game")
                        .hint("a move of the game is played in its last position"),
                );
            }
            recorded.game
        }
        None => so_far(atlas, at)?,
    };
    let last = game.main_line().last().unwrap_or(PgnGame::START);
    let after = game.add(last, m);
    let ended = game
        .position(after)
        .map(|position| position.inner().outcome());
    game.result = ended.unwrap_or(game.result);
    let node = atlas.add_move(
        at,
        gametree::erased::ErasedMove::of::<Chess>(m),
        Origin::User,
    )?;
    save(atlas, at, &game)?;
    Ok(node)
}

/// Takes the last move of the game back; gives the position before it. The move stays in the graph.
pub fn take_back(atlas: &mut File) -> Result<NodeId> {
    let recorded = recorded::first(atlas).ok_or_else(no_game)?;
    let line: Vec<NodeId> = recorded.main_line().map(|(_, node)| node).collect();
    let mut game = recorded.game;
    let (Some(last), [.., before, at]) = (game.main_line().last(), line.as_slice()) else {
        return Err(ProjectError::invalid(
            "no move of the game is left to take back",
        ));
    };
    game.detach(last);
    game.result = gametree_chess::shakmaty::Outcome::Unknown;
    save(atlas, *at, &game)?;
    Ok(*before)
}

/// The moves from the root to a position as a game.
fn so_far(atlas: &File, at: NodeId) -> Result<PgnGame> {
    let (root, codes) = atlas.query().path(at);
    let mut position = chess(&atlas.position(root)?)?;
    let mut game = PgnGame::new(position.clone());
    let mut id = PgnGame::START;
    for code in codes {
        let m = position
            .decode(code)
            .ok_or_else(|| ProjectError::failed("a move of the graph is not legal"))?;
        id = game.add(id, m);
        position.play(m);
        position.normalize();
    }
    Ok(game)
}

/// Saves the first game's record; a new one begins at the root above a position.
fn save(atlas: &mut File, at: NodeId, game: &PgnGame) -> Result<()> {
    let known = atlas.graph().games().first().map(|record| record.node);
    let node = known.unwrap_or_else(|| atlas.query().path(at).0);
    Ok(atlas.steer(Order::Game {
        number: 0,
        node,
        text: game.to_string(),
    })?)
}

/// A move of chess by its name.
fn named(atlas: &File, at: NodeId, name: &str) -> Result<Move> {
    let position = chess(&atlas.position(at)?)?;
    let m = position.parse_move(name.trim());
    let shown = user_text::shortened(name.trim());
    m.map_err(|_| ProjectError::invalid(format!("Illegal move: {shown}")))
}

fn chess(position: &AnyPosition) -> Result<Chess> {
    let chess = position.downcast_ref::<Chess>().cloned();
    chess.ok_or_else(|| ProjectError::invalid("only a project of chess can hold a played game"))
}
