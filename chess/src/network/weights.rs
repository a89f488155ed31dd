//! The weights in whole numbers, and their file.
//!
//! ```text
//!   byte 0          16        20        24        28           …
//!        name       inputs    hidden    buckets   weights      checksum
//!                   u32       u32       u32       i16, rows    u32
//! ```

use super::inputs::{BUCKETS, INPUTS};

/// Neurons of the hidden layer for each side.
pub const HIDDEN: usize = 64;

/// A hidden neuron at its most.
pub const FULL: i32 = 255;
/// An output weight of 1.
pub const ONE: i32 = 64;
/// Centipawns of an output of 1.
pub const UNIT: i32 = 100;
/// The largest output weight: times a neuron it stays within 16 bits.
pub const MOST_OUTPUT: i16 = 127;
/// The largest weight of the first layer: the sum of 32 stays within 16 bits.
pub const MOST_INPUT: i16 = 900;

const MAGIC: &[u8; 16] = b"gametree-chess-1";

/// A row of the first layer.
pub type Row = [i16; HIDDEN];

/// The weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// What each input adds to the hidden neurons of the side that sees it.
    pub inputs: Vec<Row>,
    /// What the hidden neurons begin with.
    pub bias: Row,
    /// For the mover's neurons and the other's, by bucket.
    pub outputs: [[Row; 2]; BUCKETS],
    /// What the output begins with, in parts of [`FULL`] · [`ONE`].
    pub output_bias: [i16; BUCKETS],
}

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadWeights {
    /// It is another kind of file.
    #[error("not a network for chess: it does not begin with 'gametree-chess-1'")]
    Kind,
    /// The network has another form.
    #[error("a network of {found}, but {wanted} are needed")]
    Shape {
        /// Of the file.
        found: String,
        /// Of this version.
        wanted: String,
    },
    /// It is too short or too long.
    #[error("{found} bytes instead of {wanted}")]
    Length {
        /// Of the file.
        found: usize,
        /// Of a whole one.
        wanted: usize,
    },
    /// Some bytes have changed.
    #[error("damaged: its checksum is wrong")]
    Damaged,
    /// A weight is so large that sums could overflow.
    #[error("a weight of {0} is too large")]
    TooLarge(i16),
}

const SHAPE: [usize; 3] = [INPUTS, HIDDEN, BUCKETS];
const HEADER: usize = MAGIC.len() + 4 * SHAPE.len();
const NUMBERS: usize = (INPUTS + 1 + 2 * BUCKETS) * HIDDEN + BUCKETS;
/// Bytes of a file.
pub const FILE: usize = HEADER + 2 * NUMBERS + 4;

impl Weights {
    /// All 0.
    #[must_use]
    pub fn zero() -> Weights {
        Weights {
            inputs: vec![[0; HIDDEN]; INPUTS],
            bias: [0; HIDDEN],
            outputs: [[[0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        }
    }

    /// All numbers in the order of the file.
    fn numbers(&self) -> impl Iterator<Item = i16> {
        let rows = self.inputs.iter().chain([&self.bias]);
        let rows = rows.chain(self.outputs.as_flattened());
        rows.flatten().chain(&self.output_bias).copied()
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = self.inputs.iter_mut().chain([&mut self.bias]);
        let rows = rows.chain(self.outputs.as_flattened_mut());
        rows.flatten().chain(&mut self.output_bias)
    }

    /// As a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(SHAPE.iter().flat_map(|&size| (size as u32).to_le_bytes()));
        bytes.extend(self.numbers().flat_map(i16::to_le_bytes));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// From such a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, BadWeights> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BadWeights::Kind)?;
        let (sizes, _) = rest.as_chunks::<4>();
        let sizes: Vec<u32> = sizes
            .iter()
            .take(3)
            .map(|&size| u32::from_le_bytes(size))
            .collect();
        if sizes.len() == 3 && sizes != SHAPE.map(|size| size as u32) {
            let text = |[inputs, hidden, buckets]: [u32; 3]| {
                format!("{inputs} inputs, {hidden} neurons and {buckets} outputs")
            };
            return Err(BadWeights::Shape {
                found: text([sizes[0], sizes[1], sizes[2]]),
                wanted: text(SHAPE.map(|size| size as u32)),
            });
        }
        if bytes.len() != FILE {
            let (found, wanted) = (bytes.len(), FILE);
            return Err(BadWeights::Length { found, wanted });
        }
        let (content, sum) = bytes.split_at(FILE - 4);
        if checksum(content).to_le_bytes() != sum {
            return Err(BadWeights::Damaged);
        }
        let mut weights = Weights::zero();
        let (numbers, _) = content[HEADER..].as_chunks::<2>();
        for (weight, &number) in weights.numbers_mut().zip(numbers) {
            *weight = i16::from_le_bytes(number);
        }
        weights.check().map(|()| weights)
    }

    /// Within the limits in which no sum overflows.
    fn check(&self) -> Result<(), BadWeights> {
        let rows = self.inputs.iter().chain([&self.bias]).flatten();
        let outputs = self.outputs.as_flattened().as_flattened();
        let too_large = rows.map(|&weight| (weight, MOST_INPUT));
        let mut too_large = too_large.chain(outputs.iter().map(|&weight| (weight, MOST_OUTPUT)));
        match too_large.find(|(weight, most)| weight.unsigned_abs() > most.unsigned_abs()) {
            Some((weight, _)) => Err(BadWeights::TooLarge(weight)),
            None => Ok(()),
        }
    }
}

/// Whether a file begins as one of weights does.
#[must_use]
pub fn is_file(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Adler's (RFC 1950): two sums.
fn checksum(bytes: &[u8]) -> u32 {
    let (mut first, mut second) = (1u32, 0u32);
    for &byte in bytes {
        first = (first + u32::from(byte)) % 65_521;
        second = (second + first) % 65_521;
    }
    second << 16 | first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Weights {
        let mut weights = Weights::zero();
        for (i, weight) in weights.numbers_mut().enumerate() {
            *weight = (i % 200) as i16 - 100;
        }
        weights
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let bytes = some().to_bytes();
        assert_eq!(bytes.len(), FILE);
        assert!(is_file(&bytes) && FILE < 2 << 20);
        assert_eq!(Weights::from_bytes(&bytes), Ok(some()));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let bytes = some().to_bytes();
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err().to_string();
        assert!(error(b"").contains("not a network for chess"));
        assert!(error(b"gametree-weights 1 chess").contains("not a network for chess"));
        for length in [MAGIC.len(), HEADER, FILE - 1] {
            assert!(
                error(&bytes[..length]).contains("bytes instead of"),
                "{length}"
            );
        }
        assert!(error(&[&bytes[..], &[0]].concat()).contains("bytes instead of"));
        for at in [HEADER, FILE / 2, FILE - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(error(&damaged).contains("damaged"), "{at}");
        }
        let mut wider = bytes;
        wider[20] += 1;
        let told = error(&wider);
        assert!(
            told.contains("65 neurons") && told.contains("64 neurons"),
            "{told}"
        );
    }

    #[test]
    fn weights_that_overflow_are_refused() {
        let with = |change: fn(&mut Weights)| {
            let mut weights = some();
            change(&mut weights);
            Weights::from_bytes(&weights.to_bytes())
        };
        let large = with(|weights| weights.inputs[3][5] = -901);
        assert_eq!(large, Err(BadWeights::TooLarge(-901)));
        let large = with(|weights| weights.outputs[7][1][0] = 128);
        assert_eq!(large, Err(BadWeights::TooLarge(128)));
        assert!(with(|weights| weights.inputs[3][5] = -900).is_ok());
    }
}
