//! Measurements that anyone can repeat: what is measured, by which methods, and what came out.
//!
//! ```text
//!   request ──▶ run(request, &Run { progress, stop }) ──▶ report ──▶ JSON, TextTable, SVG
//! ```
//!
//! [`rivest`] is the experiment of 1987; [`oracle`] counts the moves of searches that keep the value of solved positions; [`suite`] lets
//! a plain engine and an atlas solve the same chess positions at equal cost; [`truth`] measures how near their values come to those of a
//! much longer search; [`farm`] finds how many workers a coordinator keeps busy; [`mod@bench`] is fixed work. [`training`] learns the
//! weights of an evaluator; [`queens`] counts what local search comes to; [`complexity`] sets counts beside the formulas. A report is an object
//! that serde writes; what a person sees on the way goes through [`Progress`].

mod assess;
pub mod bench;
pub mod complexity;
mod each;
pub mod farm;
mod journal;
mod node_budget;
pub mod oracle;
mod progress;
pub mod queens;
pub mod rivest;
mod saved;
pub mod suite;
pub mod training;
pub mod truth;

pub use progress::{Progress, Run, Stage};

/// A report in the forms that files hold.
pub trait Renderings {
    /// For people who read.
    fn markdown(&self) -> String;
    /// For spreadsheets.
    fn csv(&self) -> String;
    /// A picture.
    fn svg(&self) -> String;
}
