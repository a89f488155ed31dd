//! The depths of iterative deepening.

/// One of the depths that a deepening search goes through, in whole steps. A depth limit is always
/// met exactly: the first depth is the shallowest from which whole steps lead there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depths {
    /// The depth now.
    pub depth: u32,
    step: u32,
    limit: u32,
}

impl Depths {
    /// The first depth, in steps of this many plies (at least 1), up to a limit.
    pub fn first(limit: Option<u32>, step: u32) -> Depths {
        let step = step.max(1);
        let depth = match limit {
            None => 1,
            Some(0) => 0,
            Some(limit) => (limit - 1) % step + 1,
        };
        Depths {
            depth,
            step,
            limit: limit.unwrap_or(u32::MAX),
        }
    }

    /// The next depth, unless the limit is met.
    pub fn deeper(self) -> Option<Depths> {
        let depth = self.depth.checked_add(self.step)?;
        (depth <= self.limit).then_some(Depths { depth, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::Depths;

    #[test]
    fn whole_steps_lead_to_the_limit() {
        let depths = |limit, step| {
            let all = std::iter::successors(Some(Depths::first(limit, step)), |d| d.deeper());
            all.map(|d| d.depth).take(4).collect::<Vec<_>>()
        };
        assert_eq!(depths(Some(5), 2), [1, 3, 5]);
        assert_eq!(depths(Some(6), 2), [2, 4, 6]);
        assert_eq!(depths(Some(3), 0), [1, 2, 3]);
        assert_eq!(depths(Some(0), 3), [0]);
        assert_eq!(depths(None, 3), [1, 4, 7, 10]);
        assert_eq!(depths(Some(u32::MAX), 1), [1, 2, 3, 4]);
    }
}
