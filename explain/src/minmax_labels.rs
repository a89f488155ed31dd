//! The numbers of the min/max approximation (Rivest 1987), read from a search's labels.

/// What the approximation knows of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MinMaxLabels {
    /// ṽ, the approximate value; v̂ where no means are taken.
    pub value: f64,
    /// Whether the value is a mean.
    pub mean: bool,
    /// v̂, the backed-up maximum or minimum, where it stands beside a mean.
    pub backed_up: Option<f64>,
    /// The part of v̂ that a node has for its choice of moves, where the search adds one.
    pub bonus: Option<f64>,
    /// w, the weight of the edge into the node; absent at the root.
    pub weight: Option<f64>,
    /// π, the penalty of the best tip below.
    pub penalty: f64,
    /// a, the child that leads to that tip, the node itself in a tip; absent where no tip is left.
    pub next: Option<usize>,
}

impl MinMaxLabels {
    /// Those among a search's labels, where it has them.
    pub fn of(labels: &[(&'static str, f64)]) -> Option<MinMaxLabels> {
        let named = |name| {
            let label = labels.iter().find(|label| label.0 == name)?;
            Some(label.1)
        };
        let mean = named("ṽ");
        let backed_up = named("v̂");
        Some(MinMaxLabels {
            value: mean.or(backed_up)?,
            mean: mean.is_some(),
            backed_up: mean.and(backed_up),
            bonus: named("bonus"),
            weight: named("w"),
            penalty: named("π")?,
            next: named("a").map(|id| id as usize),
        })
    }

    /// Whether these are the labels of a tip, this node, that can be expanded.
    pub fn is_open_tip(&self, node: usize) -> bool {
        self.next.is_none_or(|next| next == node) && self.penalty < f64::INFINITY
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
    /// The least penalty among them.
    pub least: f64,
    /// These tips and their penalties, the least first, where they are few.
    pub open: Vec<OpenTip>,
}

/// A tip that could have been selected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenTip {
    /// The node.
    pub node: usize,
    /// Its penalty.
    pub penalty: f64,
}

impl OpenTip {
    /// D(s, x): the derivative of the root's value by the tip's.
    pub fn derivative(&self) -> f64 {
        (-self.penalty).exp()
    }
}

impl Selection {
    /// The tip's penalty.
    pub fn sum(&self) -> f64 {
        // The empty sum is −0.
        self.edges.iter().map(|edge| edge.1).sum::<f64>() + 0.0
    }

    /// Whether no other tip has a smaller penalty.
    pub fn is_least(&self) -> bool {
        self.sum() <= self.least + 1e-9
    }
}
