//! Explanations of searches: the library's, and the question that names a game and a search.

pub mod question;

pub use gametree_explain::{Explanation, Lens, Options, board, explain, explain_through, one_line};
pub use question::{Guard, Question, Told, answer};
