//! How a project is grown: every knob, with its meaning.

use serde::{Deserialize, Serialize};

/// The knobs of a project. They are facts: changing one is remembered with the moment it was
/// changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// What an edge costs.
    pub cost: Cost,
    /// How many questions are open at once. Part of the project, so that the graph does not depend
    /// on the number or the speed of the engines.
    pub window: u32,
    /// Positions searched for a question, at least.
    pub nodes: u64,
    /// How a question's budget grows.
    pub growth: Growth,
    /// How many moves engines may add to a position; `None`: as many as their price allows.
    pub alternatives: Option<u16>,
    /// The most positions the graph may hold.
    pub most_positions: Option<u64>,
    /// Tables are cleared before every question, so that answers repeat exactly.
    pub reproducible: bool,
}

/// The cost of an edge: a ply, and what the move loses. Losses are taken on a bounded scale:
/// `u(v) = 4K(σ(v/K) − ½)`, so that +9 against +7 hardly matters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// Which rule.
    pub preset: Preset,
    /// K of the bounded scale, in points: 330 for centipawns.
    pub scale: f64,
    /// How much of the cost a move that forces most is spared, from 0 to 0.75.
    pub tactical: f64,
    /// How much of the cost is spared where a position's evaluations differ by one κ or more, from
    /// 0 to 0.75.
    pub doubt: f64,
}

/// Which rule prices an edge.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Preset {
    /// `ln n + (p − 1) ln(v_best / v)`, values shifted to be positive (Rivest 1987).
    Rivest {
        /// The exponent of the generalized mean.
        p: f64,
        /// Added to every value, in points.
        shift: f64,
    },
    /// `1 + loss / κ` (Lincke 2001): a loss of κ points costs as much as a ply.
    Dropout {
        /// κ.
        per_ply: f64,
    },
    /// Drop-out with a κ for each side: the own repertoire narrow, the answers broad.
    Repertoire {
        /// Whether the own side is the second player.
        second: bool,
        /// κ of the own side.
        own: f64,
        /// κ of the other side.
        theirs: f64,
    },
}

/// How a question's budget grows with the share of its position, and when the graph is believed
/// rather than a position's own search.
///
/// The root's own searches together have the part `root` of everything spent; a position d plies
/// below it has `root · decay^d · share`. All these searches together have at most `root / (1 −
/// decay)`, which must leave room for new positions: 0.7 by default.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Growth {
    /// The part of everything spent that the root's own searches have.
    pub root: f64,
    /// How much of that a ply further down still has, times the share.
    pub decay: f64,
    /// Every search of a position is so many times as long as the one before it, and never longer:
    /// a position that comes late into favour grows step by step.
    pub again: f64,
    /// No search is longer than so many times the shortest: in the long run new positions matter
    /// more, and nobody waits for hours.
    pub longest: u64,
    /// A position's own search is believed until its moves together have been searched this much of
    /// its nodes.
    pub trust: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            cost: Cost::default(),
            window: 4,
            nodes: 50_000,
            growth: Growth::default(),
            alternatives: None,
            most_positions: None,
            reproducible: false,
        }
    }
}

impl Default for Cost {
    fn default() -> Self {
        Cost {
            preset: Preset::Dropout { per_ply: 30.0 },
            scale: 330.0,
            tactical: 0.5,
            doubt: 0.5,
        }
    }
}

impl Default for Growth {
    fn default() -> Self {
        Growth {
            root: 0.5,
            decay: 0.3,
            again: 4.0,
            longest: 400,
            trust: 1.0,
        }
    }
}
