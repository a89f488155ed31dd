//! What a page is told of a game.

use gametree::board::{Board, Drawn, Squares};
use gametree::{Game, Notation};
use gametree_catalog::Answer;
use gametree_catalog::play_session::{PlaySession, PlayedMove};
use serde::Serialize;

use super::seal::Seal;

/// Plies of a line that are shown.
const LINE: usize = 12;

/// A game as the user may see it, schema `gametree.play/1`.
#[derive(Serialize)]
pub struct PlayView {
    schema: &'static str,
    game: String,
    /// What the players are called.
    players: Vec<String>,
    /// The user's seat, from 0.
    seat: u8,
    /// Whose turn it is; null where the game is over.
    turn: Option<u8>,
    /// The moves of the players, to be sent with the next request; sealed where the user may not
    /// know them.
    moves: Vec<String>,
    /// Everything that was played, as the user may read it.
    record: Vec<RecordRow>,
    /// The board as the user may see it; null where the game has none.
    board: Option<Board>,
    /// The same for a terminal.
    text: String,
    /// The squares of the last move that the user may see.
    last: Option<Squares>,
    /// The user's legal moves; empty where it is not their turn.
    legal: Vec<LegalRow>,
    /// How the game ended; null while it goes on.
    result: Option<String>,
    /// The opponent.
    search: String,
    /// Every search that can be the opponent, those that suit the game first.
    searches: Vec<&'static str>,
    /// What the search thought of its last move; null where it would tell what is hidden.
    thinking: Option<Thinking>,
    /// What the search would play in the user's place.
    hint: Option<Thinking>,
}

/// A move that was played.
#[derive(Serialize)]
struct RecordRow {
    /// Its name; null where the user does not see it.
    #[serde(rename = "move")]
    name: Option<String>,
    /// Whose it was; null for chance.
    by: Option<u8>,
}

/// A legal move.
#[derive(Serialize)]
struct LegalRow {
    #[serde(rename = "move")]
    name: String,
    squares: Squares,
}

/// What a search thought.
#[derive(Serialize)]
pub struct Thinking {
    /// The move.
    best: Option<String>,
    /// Its value with what it means.
    value: String,
    /// The expected line.
    line: String,
    /// The depth searched completely; null where it was not bounded.
    depth: Option<u32>,
    /// Positions visited.
    nodes: u64,
    /// Time on the clock.
    seconds: f64,
    /// Why the search ended.
    stop: &'static str,
}

impl Thinking {
    /// Of an answer.
    pub fn new(answer: &Answer) -> Thinking {
        Thinking {
            best: answer.best.clone(),
            value: answer.value_words(),
            line: answer.short_line(LINE),
            depth: answer.depth,
            nodes: answer.nodes,
            seconds: answer.seconds,
            stop: answer.stop,
        }
    }
}

/// What the search said: with its move, and in the user's place.
#[derive(Default)]
pub struct Said {
    /// With its last move.
    pub thinking: Option<Thinking>,
    /// In the user's place.
    pub hint: Option<Thinking>,
}

impl PlayView {
    /// Of a game.
    pub fn new(session: &PlaySession, search: &str, said: Said) -> PlayView {
        let over = session.position.outcome().is_some();
        let own = !over && session.position.turn() == session.human;
        PlayView {
            schema: "gametree.play/1",
            game: session.game.name().to_string(),
            players: session.players(),
            seat: session.human.0,
            turn: (!over).then(|| session.position.turn().0),
            moves: moves(session),
            record: record(session),
            board: session.position.board_for(session.human),
            text: session.game.board(&session.position, session.human),
            last: last(session),
            legal: if own { legal(session) } else { Vec::new() },
            result: session.result(),
            search: search.to_string(),
            searches: searches(session),
            thinking: said.thinking,
            hint: said.hint,
        }
    }
}

fn moves(session: &PlaySession) -> Vec<String> {
    let all = session.played.iter().enumerate();
    let of_players = all.filter(|(_, played)| played.by.is_some());
    let text = |(place, played): (usize, &PlayedMove)| match Seal::of(session) {
        Some(seal) if played.by != Some(session.human) => seal.close(place, &played.name),
        _ => played.name.clone(),
    };
    of_players.map(text).collect()
}

/// Cards that are dealt, and moves that are secret, are not told before the end.
fn record(session: &PlaySession) -> Vec<RecordRow> {
    let info = session.game.info();
    let over = session.position.outcome().is_some();
    let rows = session.played.iter().map(|played| {
        let veiled = match played.by {
            None => info.hidden,
            Some(by) => info.secret_moves && by != session.human,
        };
        RecordRow {
            name: (over || !veiled).then(|| played.name.clone()),
            by: played.by.map(|player| player.0),
        }
    });
    rows.collect()
}

fn last(session: &PlaySession) -> Option<Squares> {
    let played = session.played.last()?;
    let veiled = session.game.info().secret_moves && played.by != Some(session.human);
    (!veiled && played.by.is_some()).then(|| session.before.squares(played.erased))
}

fn legal(session: &PlaySession) -> Vec<LegalRow> {
    let position = &session.position;
    let rows = position.moves().map(|m| LegalRow {
        name: position.write_move(m),
        squares: position.squares(m),
    });
    rows.collect()
}

fn searches(session: &PlaySession) -> Vec<&'static str> {
    let mut names = session.game.fitting_searches();
    let others = session.game.searches().into_iter().map(|info| info.name);
    let others: Vec<&str> = others.filter(|name| !names.contains(name)).collect();
    names.extend(others);
    names.retain(|name| *name != gametree_catalog::searches::baseline::GNUBG.name);
    names
}
