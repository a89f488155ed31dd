//! One thing to answer.

use crate::expected::Expected;

/// One thing to answer.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is asked.
    pub ask: String,
    /// The answer that the searches found.
    pub expected: Expected,
    /// How they found it, and why it is so.
    pub why: String,
    /// A nudge that does not give the answer away.
    pub hint: String,
    /// Where a printed key is wrong: its answer, which is graded as wrong.
    pub printed_key: Option<String>,
    /// What is said of the printed key.
    pub remark: Option<String>,
}

impl Part {
    /// A part.
    pub fn new(ask: impl Into<String>, expected: Expected, why: impl Into<String>) -> Part {
        Part {
            ask: ask.into(),
            expected,
            why: why.into(),
            hint: String::new(),
            printed_key: None,
            remark: None,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Part {
        self.hint = hint.into();
        self
    }

    /// The same with a remark on what books print.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Part {
        self.remark = Some(remark.into());
        self
    }

    /// The same with a printed answer that is wrong, and why.
    #[must_use]
    pub fn printed(mut self, key: impl Into<String>, remark: impl Into<String>) -> Part {
        self.printed_key = Some(key.into());
        self.remark(remark)
    }
}
