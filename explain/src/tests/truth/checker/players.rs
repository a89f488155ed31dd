//! Claims about games of three or more players.

use super::Checker;
use crate::claim::Claim;
use crate::tests::truth::raw::What;
use crate::trace::Mover;

impl Checker<'_> {
    pub(super) fn check_players(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Likes { node, child, own } => {
                self.is_here(*node);
                let mover = self.mover(&self.now.path);
                assert!(own.is_some());
                assert_eq!(*own, self.gets(*child, mover));
                self.check_preferred(mover, *child, |new, old| new >= old);
            }
            Claim::Holds {
                node,
                victim,
                child,
                own,
            } => {
                self.is_here(*node);
                let victim = Mover::Player(*victim);
                assert!(own.is_some());
                assert_eq!(*own, self.gets(*child, victim));
                self.check_preferred(victim, *child, |new, old| new <= old);
            }
            Claim::Sure { node, own } => {
                self.is_here(*node);
                let What::Cutoff { child } = &self.now.what else {
                    panic!("no cutoff")
                };
                let mover = self.mover(&self.now.path);
                assert_eq!(*own, self.gets(Some(self.id(child)), mover));
            }
            Claim::Most { player } => {
                let What::Cutoff { child } = &self.now.what else {
                    panic!("no cutoff")
                };
                let own = self.gets(Some(self.id(child)), *player).unwrap();
                assert!(own >= self.promise.high - 1e-9, "{own} is not the most");
            }
            Claim::RivalHas { rival, node, own } => self.check_rival(*rival, *node, *own),
            _ => return false,
        }
        true
    }

    fn check_preferred(&self, whose: Mover, child: Option<usize>, fits: fn(f64, f64) -> bool) {
        let new = self.gets(child, whose).unwrap();
        let Mover::Player(number) = whose else {
            panic!("one of several players")
        };
        for values in self.visit().gave.iter().flatten() {
            let old = values[usize::from(number) - 1];
            assert!(fits(new, old), "{new} after {old}");
        }
    }

    /// The rival has that much, and cannot get more here.
    fn check_rival(&self, rival: Mover, node: usize, own: f64) {
        let above = &self.way[self.now.path.len() - 1];
        assert_eq!(self.mover(&above.path), rival);
        assert_eq!(above.improved.last(), Some(&self.path(node)));
        assert_eq!(self.gets(Some(node), rival), Some(own));
        let What::Cutoff { child } = &self.now.what else {
            panic!("no cutoff")
        };
        let sure = self
            .gets(Some(self.id(child)), self.mover(&self.now.path))
            .unwrap();
        let players = self.vectors[child].len() as f64;
        let most = self.promise.sum.unwrap() - sure - (players - 2.0) * self.promise.low;
        assert!(most <= own + 1e-6, "{most} is more than {own}");
    }
}
