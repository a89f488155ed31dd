//! Explanations of searches: the library's, and the question that names a game and a search.

pub mod question;

pub use gametree_explain::{Explanation, Options, Scale};
pub use question::{ExplainAnswer, Guard, Question, answer};
