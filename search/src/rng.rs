//! A small seeded generator (xoshiro256++, Blackman and Vigna 2019) and the mixer that seeds it.

/// Spreads a packed board over all 64 bits: a bijection (the finaliser of SplitMix64), so
/// distinct boards keep distinct keys.
#[inline]
#[must_use]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Pseudo-random numbers that repeat: the same seed, the same numbers, on every machine.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        let step = |i: u64| mix(seed.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        Rng {
            state: [step(1), step(2), step(3), step(4)],
        }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c = c ^ a;
        let d = d ^ b;
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below `n`, which must not be 0. (By multiplication: the bias is below n / 2^64.)
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_and_all_values_occur() {
        let mut a = Rng::new(7);
        let mut b = Rng::new(7);
        let mut c = Rng::new(8);
        let draws: Vec<u64> = (0..100).map(|_| a.bits()).collect();
        assert!(draws.iter().all(|&x| x == b.bits()));
        assert!(draws.iter().any(|&x| x != c.bits()));
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[a.below(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&a.unit())));
    }
}
