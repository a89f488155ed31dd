//! Flags that say how a project grows.

use clap::{Args, ValueEnum};
use gametree_atlas::settings::{Change, CostRule, Weight};

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
    /// How much of its cost a move is spared, from 0 to 0.75 each and together, except by --cost
    /// rivest: check, attack, march, exchange, promotion, disagreement, spread, or all (see
    /// 'gametree glossary weights')
    #[arg(long, value_name = "NAME=PART,...", value_delimiter = ',', value_parser = weight,
          help_heading = "Growth")]
    pub weights: Vec<NamedWeight>,
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
            weights: self.weights.iter().flat_map(NamedWeight::each).collect(),
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

/// One weight, or all of them, as `--weights` gives it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NamedWeight {
    /// Which; `None` is all.
    name: Option<Weight>,
    part: f64,
}

impl NamedWeight {
    fn each(&self) -> impl Iterator<Item = (Weight, f64)> {
        let part = self.part;
        let named = Weight::ALL.into_iter();
        let name = self.name;
        named
            .filter(move |&weight| name.is_none_or(|name| name == weight))
            .map(move |weight| (weight, part))
    }
}

fn weight(text: &str) -> Result<NamedWeight, String> {
    let names = Weight::ALL.map(Weight::name);
    let (name, part) = text
        .split_once('=')
        .ok_or_else(|| format!("'{text}' is not as check=0.25"))?;
    let known = Weight::ALL.into_iter().find(|weight| weight.name() == name);
    if known.is_none() && name != "all" {
        let phrase = gametree_catalog::suggest::phrase(name, names);
        let names = names.join(", ");
        return Err(format!(
            "'{name}' is not a weight; {phrase}there are {names} and all"
        ));
    }
    let part = part
        .parse()
        .map_err(|_| format!("'{part}' is not a number"))?;
    Ok(NamedWeight { name: known, part })
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        other => Err(format!("'{other}' is neither yes nor no")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(texts: &[&str]) -> Change {
        let args = GrowthArgs {
            weights: texts.iter().map(|text| weight(text).unwrap()).collect(),
            ..GrowthArgs::default()
        };
        args.change()
    }

    #[test]
    fn weights_are_given_by_name_and_the_last_counts() {
        let one = change(&["march=0.2"]);
        assert_eq!(
            one.weights.into_iter().collect::<Vec<_>>(),
            [(Weight::March, 0.2)]
        );
        let most = change(&["all=0", "check=0.5"]).weights;
        assert_eq!(most.len(), Weight::ALL.len());
        assert_eq!((most[&Weight::Check], most[&Weight::Spread]), (0.5, 0.0));
    }

    #[test]
    fn what_is_wrong_with_a_weight_is_told() {
        assert!(
            weight("chek=0.2")
                .unwrap_err()
                .contains("did you mean 'check'")
        );
        assert!(weight("check").unwrap_err().contains("check=0.25"));
        assert!(
            weight("check=much")
                .unwrap_err()
                .contains("'much' is not a number")
        );
    }
}
