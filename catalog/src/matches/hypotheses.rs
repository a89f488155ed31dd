//! The hypotheses of a sequential test: `ELO0,ELO1`.

use gametree_arena::{Model, Sprt};

use crate::error::CatalogError;

/// Beyond this no hypothesis makes sense.
const MOST: f64 = 1000.0;

/// The test that a text describes.
///
/// # Errors
/// It is not two numbers, the smaller first.
pub fn sprt(text: &str, model: Model) -> Result<Sprt, CatalogError> {
    let wrong = |why: &str| {
        CatalogError::usage(format!("--sprt {text}: {why}"))
            .hint("give two numbers, the smaller first: --sprt 0,10 tests whether A is 0 or 10 Elo stronger")
    };
    let (low, high) = text
        .split_once(',')
        .ok_or_else(|| wrong("there is no comma"))?;
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok().filter(|x| x.abs() <= MOST);
        number.ok_or_else(|| wrong(&format!("'{text}' is not an Elo difference")))
    };
    let elo0 = number(low)?;
    let elo1 = number(high)?;
    if elo0 >= elo1 {
        return Err(wrong("the first must be smaller than the second"));
    }
    Ok(Sprt {
        model,
        ..Sprt::new(elo0, elo1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_the_smaller_first() {
        let test = sprt("0, 10", Model::Normalized).unwrap();
        assert_eq!(test.elo0, 0.0);
        assert_eq!(test.elo1, 10.0);
        assert_eq!(test.model, Model::Normalized);
        for wrong in ["", "5", "5,5", "10,0", "0,x", "0,5000"] {
            let error = sprt(wrong, Model::Logistic).unwrap_err();
            assert!(error.what.contains("--sprt"), "{wrong}");
        }
    }
}
