//! What an engine can do beyond the least that UCI asks, found out by two short searches.
//!
//! Many engines take no notice of `searchmoves` or `go nodes`, and none of them says so. What is
//! missing is replaced in `fallback.rs`.

use gametree::Game;
use shakmaty::Move;

use super::cancel::CancelToken;
use super::engine::Engine;
use super::error::{EngineError, ErrorKind};
use super::fallback::{Abilities, search};
use super::task::{Effort, Task};
use super::thought::Thought;
use crate::Chess;

/// Positions to search: few enough for slow engines.
const NODES: u64 = 1000;

/// Of a queen and a bishop, each lost at once, no engine chooses by itself.
const POSITION: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
const LOSING: [&str; 2] = ["d1g4", "f1a6"];

impl Engine {
    /// Tries what it obeys.
    ///
    /// # Errors
    /// When it does not respond, or its move is not legal.
    pub fn try_abilities(&mut self, cancel: &CancelToken) -> Result<Abilities, EngineError> {
        let position: Chess = POSITION.parse().expect("a legal position");
        let task = Task {
            cancel: cancel.clone(),
            ..Task::new(&position, Effort::Nodes(NODES))
        };
        let nodes = obeys_nodes(&self.think(&task)?);
        let losing: Vec<Move> = position
            .moves()
            .filter(|&m| LOSING.contains(&position.uci(m).as_str()))
            .collect();
        let searchmoves = self.obeys_searchmoves(&task, &losing, nodes)?;
        Ok(Abilities { searchmoves, nodes })
    }

    fn obeys_searchmoves(
        &mut self,
        task: &Task,
        losing: &[Move],
        nodes: bool,
    ) -> Result<bool, EngineError> {
        let abilities = Abilities {
            nodes,
            ..Abilities::ALL
        };
        let among = Task {
            among: losing,
            ..task.clone()
        };
        match search(self, &among, abilities) {
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind, ErrorKind::NotAmong(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Engines check their limits and report their nodes only now and then.
fn obeys_nodes(thought: &Thought) -> bool {
    !thought.stopped && (thought.nodes == 0 || thought.nodes >= NODES / 10)
}
