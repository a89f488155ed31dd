//! A fuzzer without coverage: it changes inputs at random and goes on from those that the target
//! accepted, so that changes add up. The seed decides everything.

use gametree::rng::Rng;

use crate::targets::Target;

/// Accepted inputs that are remembered beside the corpus.
const MOST_FOUND: usize = 256;
/// Inputs do not grow beyond this.
const MOST_BYTES: usize = 1 << 18;
/// What readers look for.
const WORDS: [&str; 28] = [
    "0",
    "-1",
    "65536",
    "4294967296",
    "18446744073709551615",
    "1e400",
    "NaN",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    "/",
    ";",
    "$",
    "*",
    "\n",
    "\r\n",
    "\u{feff}",
    "é",
    "O-O-O",
    "info ",
    " pv ",
    "mate ",
    "(max ",
];

/// Runs a target on mutated inputs.
pub struct Driver<'c> {
    target: Target,
    corpus: &'c [Vec<u8>],
    found: Vec<Vec<u8>>,
    rng: Rng,
}

impl<'c> Driver<'c> {
    /// Begins with the corpus, which must not be empty.
    #[must_use]
    pub fn new(target: Target, corpus: &'c [Vec<u8>], seed: u64) -> Driver<'c> {
        assert!(!corpus.is_empty(), "a corpus without inputs");
        Driver {
            target,
            corpus,
            found: Vec::new(),
            rng: Rng::new(seed),
        }
    }

    /// Tries the next input. A panic of the target passes through.
    pub fn step(&mut self) {
        let input = self.next_input();
        self.run(input);
    }

    /// The input that [`Driver::step`] tries next.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.any().to_vec();
        for _ in 0..=self.rng.below(4) {
            self.change(&mut input);
        }
        input.truncate(MOST_BYTES);
        input
    }

    /// Runs the target on an input.
    pub fn run(&mut self, input: Vec<u8>) {
        if (self.target)(&input) {
            if self.found.len() < MOST_FOUND {
                self.found.push(input);
            } else {
                let at = self.rng.below(MOST_FOUND);
                self.found[at] = input;
            }
        }
    }

    fn any(&mut self) -> &[u8] {
        let at = self.rng.below(self.corpus.len() + self.found.len());
        match at.checked_sub(self.corpus.len()) {
            None => &self.corpus[at],
            Some(at) => &self.found[at],
        }
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let from = self.rng.below(input.len() + 1);
        let to = from + self.rng.below((input.len() - from).min(64) + 1);
        match self.rng.below(6) {
            0 if from < input.len() => input[from] ^= 1 << self.rng.below(8),
            1 if from < input.len() => input[from] = self.rng.bits() as u8,
            2 => drop(input.drain(from..to)),
            3 => {
                let twice = input[from..to].to_vec();
                input.splice(from..from, twice);
            }
            4 => {
                let other = self.piece();
                input.splice(from..to, other);
            }
            _ => {
                let word = WORDS[self.rng.below(WORDS.len())];
                input.splice(from..from, word.bytes());
            }
        }
    }

    /// A piece of any input.
    fn piece(&mut self) -> Vec<u8> {
        let other = self.any().to_vec();
        let from = self.rng.below(other.len() + 1);
        let to = from + self.rng.below((other.len() - from).min(256) + 1);
        other[from..to].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus;
    use crate::targets::TARGETS;

    #[test]
    fn the_seed_decides_and_inputs_differ() {
        let corpus = [b"(max 1 (min 2 3))".to_vec()];
        let inputs = |seed| {
            let mut driver = Driver::new(crate::targets::tree, &corpus, seed);
            let mut step = || {
                let input = driver.next_input();
                driver.run(input.clone());
                input
            };
            (0..200).map(|_| step()).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        let changed = inputs(1).into_iter().filter(|input| *input != corpus[0]);
        assert!(changed.count() > 150);
    }

    #[test]
    fn a_panic_passes_through() {
        let corpus = [b"x".to_vec()];
        let mut driver = Driver::new(
            |bytes| {
                assert!(bytes.len() < 8);
                true
            },
            &corpus,
            1,
        );
        let run = std::panic::AssertUnwindSafe(|| (0..10_000).for_each(|_| driver.step()));
        assert!(std::panic::catch_unwind(run).is_err());
    }

    /// Every corpus has inputs that its target accepts, and no target panics near them.
    #[test]
    fn no_target_panics_near_its_corpus() {
        for (name, target) in TARGETS {
            let corpus = corpus::read(name).unwrap();
            let accepted = corpus.iter().filter(|input| target(input)).count();
            assert!(accepted > 0, "{name}: nothing of the corpus is accepted");
            let mut driver = Driver::new(target, &corpus, 5);
            let steps = match name {
                "store" => 40,
                // A request takes as long as a thousand lines of text.
                "http" | "openapi" | "topics" => 100,
                _ => 1000,
            };
            (0..steps).for_each(|_| driver.step());
        }
    }
}
