//! The numbers of the min/max approximation (Rivest 1987), read from a search's labels.

/// What the approximation knows of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MinMaxLabels {
    /// ṽ, the approximate value.
    pub value: f64,
    /// w, the weight of the edge into the node; absent at the root.
    pub weight: Option<f64>,
    /// π, the penalty of the best tip below.
    pub penalty: f64,
    /// a, the child that leads to that tip; absent in tips and where no tip is left.
    pub next: Option<usize>,
}

impl MinMaxLabels {
    /// Those among a search's labels, where it has them.
    pub fn of(labels: &[(&'static str, f64)]) -> Option<MinMaxLabels> {
        let named = |name| {
            let label = labels.iter().find(|label| label.0 == name)?;
            Some(label.1)
        };
        Some(MinMaxLabels {
            value: named("ṽ")?,
            weight: named("w"),
            penalty: named("π")?,
            next: named("a").map(|id| id as usize),
        })
    }

    /// Whether this is a tip that can be expanded.
    pub fn is_open_tip(&self) -> bool {
        self.next.is_none() && self.penalty < f64::INFINITY
    }

    /// The same labels without the weight.
    pub fn unweighted(&self) -> MinMaxLabels {
        MinMaxLabels {
            weight: None,
            ..*self
        }
    }
}

/// Why a tip was selected.
#[derive(Clone, PartialEq, Debug)]
pub struct Selection {
    /// The nodes from the root's child to the tip, with the weights of the edges into them; `None`
    /// for nodes not kept.
    pub edges: Vec<(Option<usize>, f64)>,
    /// How many tips there were to choose from, where all are kept.
    pub tips: Option<usize>,
}

impl Selection {
    /// The tip's penalty.
    pub fn sum(&self) -> f64 {
        self.edges.iter().map(|edge| edge.1).sum()
    }
}
