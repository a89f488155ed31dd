//! The shares of the tasks that a user gives to positions.

use gametree_atlas::fact::{NodeId, Order};

use super::{Edit, Editor};
use crate::action::{Action, Share};
use crate::error::{ProjectError, Result};
use crate::paths::{checked, named};

impl Editor<'_> {
    pub(super) fn boost(&mut self, percent: u8) -> Result<Edit> {
        let mut shares = self.present();
        shares.retain(|share| share.node != self.node);
        if percent > 0 {
            shares.push(Share {
                node: self.node,
                percent,
            });
        }
        let boosts = self.atlas.graph().boosts().iter();
        let old = boosts
            .filter(|(node, _)| *node == self.node)
            .map(|&(_, percent)| percent)
            .sum();
        let mut edit = self.shares(&shares)?;
        if !edit.undo.is_empty() {
            edit.undo = vec![Action::Boost { percent: old }];
        }
        Ok(edit)
    }

    pub(super) fn present(&self) -> Vec<Share> {
        let share = |&(node, percent): &(NodeId, u8)| Share { node, percent };
        self.atlas.graph().boosts().iter().map(share).collect()
    }

    /// Every share there is, in words.
    fn shares_in_words(&self) -> Result<String> {
        let mut left = 100;
        let mut all = Vec::new();
        for share in self.present() {
            left -= i32::from(share.percent);
            let at = named(self.atlas, share.node)?;
            all.push(format!("{at} {} %", share.percent));
        }
        all.push(format!("everything by its price {} %", left.max(0)));
        Ok(all.join(", "))
    }

    pub(super) fn shares(&mut self, wanted: &[Share]) -> Result<Edit> {
        let sum: u32 = wanted.iter().map(|share| u32::from(share.percent)).sum();
        if sum > 100 {
            let now = self.shares_in_words()?;
            return Err(ProjectError::invalid(format!(
                "the shares would add up to {sum} %; now they are: {now}"
            ))
            .hint("make another share smaller first"));
        }
        for share in wanted {
            checked(self.atlas, share.node)?;
        }
        let old = self.present();
        if same_shares(&old, wanted) {
            return self.edit(
                format!("it is so already: {}", self.shares_in_words()?),
                Vec::new(),
            );
        }
        // What changes ends first: on the way no more than a hundred may be given away.
        let gone = |share: &&Share| !wanted.contains(share);
        let ended = old.iter().filter(gone).map(|share| Share {
            percent: 0,
            ..*share
        });
        let new = wanted.iter().filter(|share| !old.contains(share)).copied();
        for Share { node, percent } in ended.chain(new) {
            self.atlas.steer(Order::Boost { node, percent })?;
        }
        self.edit(
            format!("shares of the tasks: {}", self.shares_in_words()?),
            vec![Action::Shares { shares: old }],
        )
    }
}

fn same_shares(one: &[Share], other: &[Share]) -> bool {
    let sorted = |shares: &[Share]| {
        let mut all: Vec<(u32, u8)> = shares
            .iter()
            .filter(|share| share.percent > 0)
            .map(|share| (share.node, share.percent))
            .collect();
        all.sort_unstable();
        all
    };
    sorted(one) == sorted(other)
}
