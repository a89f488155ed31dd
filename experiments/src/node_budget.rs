//! One engine as an analyst that may spend so many nodes and no more.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use gametree::{AnalysisError, Analyst, Answer, Finding, Game, Question, Source, Worker};
use gametree_chess::Chess;
use gametree_chess::uci::{CancelToken, Effort, Engine, Task};

type Move = <Chess as Game>::Move;

/// The least that a question is worth asking for.
const LEAST: u64 = 1000;

/// An engine that may search so many nodes in all.
pub struct NodeBudgetedEngine<'a> {
    pub engine: &'a mut Engine,
    /// Nodes left.
    pub left: u64,
    pub questions: VecDeque<Question<Chess>>,
    pub source: Arc<Source>,
    /// Ends what is in progress.
    pub cancel: CancelToken,
}

impl<'a> NodeBudgetedEngine<'a> {
    pub fn new(engine: &'a mut Engine, nodes: u64, cancel: CancelToken) -> NodeBudgetedEngine<'a> {
        let source = Arc::new(Source {
            name: engine.name().to_string(),
            options: String::new(),
        });
        NodeBudgetedEngine {
            engine,
            left: nodes,
            questions: VecDeque::new(),
            source,
            cancel,
        }
    }

    fn think(&mut self, question: &Question<Chess>) -> Result<Finding<Move>, AnalysisError> {
        let nodes = question.nodes.min(self.left.max(LEAST));
        let task = Task {
            among: &question.among,
            cancel: self.cancel.clone(),
            lines: question.lines.min(self.engine.most_lines()),
            ..Task::new(&question.position, Effort::Nodes(nodes))
        };
        let thought = self.engine.think(&task).map_err(|error| AnalysisError {
            what: error.to_string(),
            attempts: 1,
        })?;
        self.left = self.left.saturating_sub(thought.nodes);
        let wdl = thought.wdl();
        Ok(Finding {
            lines: thought.other_lines(),
            value: thought.value,
            line: thought.line,
            shown: thought.shown,
            depth: thought.depth,
            nodes: thought.nodes,
            wdl,
            source: self.source.clone(),
        })
    }
}

impl Analyst<Chess> for NodeBudgetedEngine<'_> {
    fn ask(&mut self, question: Question<Chess>) {
        self.questions.push_back(question);
    }

    fn answer(&mut self, _: Duration) -> Option<Answer<Move>> {
        let question = self.questions.pop_front()?;
        let outcome = self.think(&question);
        Some(Answer {
            ticket: question.ticket,
            outcome,
            elapsed: Duration::ZERO,
        })
    }

    fn give_up(&mut self) {
        self.questions.clear();
    }

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        vec![self.source.clone()]
    }
}
