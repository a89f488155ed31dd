//! What the live engine says.

use serde::Serialize;
use utoipa::ToSchema;

use super::node::Crumb;
use super::value::PositionValue;

/// What the live engine says.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct LiveView {
    /// `gametree.atlas.live/1`.
    pub schema: &'static str,
    /// Whether it thinks.
    pub on: bool,
    /// The position.
    pub node: Option<u32>,
    /// The engine.
    pub engine: String,
    /// The value.
    #[serde(flatten)]
    pub value: PositionValue,
    /// The depth.
    pub depth: u32,
    /// Positions searched in the last whole search.
    pub nodes: u64,
    /// Positions a second.
    pub speed: f64,
    /// The line: moves with their numbers.
    pub line: Vec<Crumb>,
    /// Whether the project knows this score.
    pub kept: bool,
    /// Why it stopped.
    pub trouble: Option<String>,
}
