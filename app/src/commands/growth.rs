//! Flags that say how a project grows.

use clap::{Args, ValueEnum};
use gametree_atlas::settings::{Change, CostRule};

/// How a project grows; what is not given stays as it is in the project.
#[derive(Args, Clone, Debug, Default)]
pub struct GrowthArgs {
    /// The fewest positions an engine searches per task [default: 50k]
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count, help_heading = "Growth")]
    pub nodes: Option<u64>,
    /// Tasks open at once: a larger window keeps more engines busy, a smaller one selects better
    /// [default: twice the number of engines, at least 4]
    #[arg(long, value_name = "N", help_heading = "Growth")]
    pub window: Option<u32>,
    /// What a move costs
    #[arg(long, value_enum, help_heading = "Growth")]
    pub cost: Option<CostName>,
    /// The loss, in centipawns, that costs as much as a ply of depth [default: 30]
    #[arg(long, value_name = "CP", help_heading = "Growth")]
    pub per_ply: Option<f64>,
    /// For --cost white or black: the loss that costs a ply for the other side [default: 60]
    #[arg(long, value_name = "CP", help_heading = "Growth")]
    pub theirs: Option<f64>,
    /// For --cost rivest: the exponent of the generalized mean [default: 20]
    #[arg(long, value_name = "P", help_heading = "Growth")]
    pub p: Option<f64>,
    /// How many moves engines may add to a position; 0 is no limit
    #[arg(long, value_name = "N", help_heading = "Growth")]
    pub alternatives: Option<u16>,
    /// How many of its best lines the root's searches report (MultiPV); positions with a smaller
    /// share report fewer [default: 4]
    #[arg(long, value_name = "N", help_heading = "Growth")]
    pub lines: Option<u32>,
    /// The most positions the project may hold; 0 is no limit
    #[arg(long, value_name = "N", value_parser = gametree_catalog::units::count, help_heading = "Growth")]
    pub most_positions: Option<u64>,
    /// Clear the engines' hash before every task: slower, and the same graph every time
    #[arg(long, value_name = "yes|no", num_args = 0..=1, default_missing_value = "yes", value_parser = yes_or_no,
          help_heading = "Growth")]
    pub reproducible: Option<bool>,
}

impl GrowthArgs {
    /// What is to change.
    pub fn change(&self) -> Change {
        Change {
            nodes: self.nodes,
            window: self.window,
            cost: self.cost.map(CostName::rule),
            per_ply: self.per_ply,
            theirs: self.theirs,
            p: self.p,
            alternatives: self.alternatives,
            most_positions: self.most_positions,
            reproducible: self.reproducible,
            lines: self.lines,
        }
    }
}

/// The rules that price a move.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostName {
    /// A ply, and the loss in --per-ply
    Dropout,
    /// The penalties of Rivest 1987 (see --p)
    Rivest,
    /// Drop-out for White's repertoire: own moves narrow (--per-ply), Black's broad (--theirs)
    White,
    /// The same for Black's repertoire
    Black,
}

impl CostName {
    fn rule(self) -> CostRule {
        match self {
            CostName::Dropout => CostRule::Dropout,
            CostName::Rivest => CostRule::Rivest,
            CostName::White => CostRule::White,
            CostName::Black => CostRule::Black,
        }
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("'{other}' is neither yes nor no")),
    }
}
