//! What is wrong with an argument, in words for people: the library's own speak of digits, floats
//! and target types.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// The same error; where a number cannot be read, with plain words.
pub fn worded(error: Error) -> Error {
    if error.kind() != ErrorKind::ValueValidation {
        return error;
    }
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let (Some(why), Some(value), Some(argument)) = (
        reason(&said),
        context(ContextKind::InvalidValue),
        context(ContextKind::InvalidArg),
    ) else {
        return error;
    };
    let what = format!("invalid value '{value}' for '{argument}': {why}");
    let message = format!("{what}\n\nFor more information, try '--help'.\n");
    Error::raw(ErrorKind::ValueValidation, message)
}

/// What the library means; `None` where it is clear already.
fn reason(said: &str) -> Option<String> {
    let plain = match said {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "not a whole number"
        }
        "invalid float literal" | "cannot parse float from empty string" => "not a number",
        "number too large to fit in target type" => "the number is too large",
        "number too small to fit in target type" => "the number is too small",
        said => return range(said),
    };
    Some(plain.into())
}

/// `-1 is not in 1..=1000` is `-1 is not from 1 to 1000`; bounds that only the type sets are left
/// out.
fn range(said: &str) -> Option<String> {
    let (value, range) = said.split_once(" is not in ")?;
    let (least, most) = range.split_once("..=").or_else(|| range.split_once(".."))?;
    let open = most.is_empty()
        || most
            .parse::<u64>()
            .is_ok_and(|most| most >= u32::MAX.into());
    Some(if open {
        format!("{value} is less than {least}")
    } else {
        format!("{value} is not from {least} to {most}")
    })
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn ranges_are_told_in_words() {
        for (said, plain) in [
            ("-1 is not in 0..=4294967295", "-1 is less than 0"),
            ("0 is not in 1..18446744073709551615", "0 is less than 1"),
            ("9 is not in 1..=5", "9 is not from 1 to 5"),
            ("invalid float literal", "not a number"),
        ] {
            assert_eq!(reason(said).as_deref(), Some(plain));
        }
        assert_eq!(reason("'x' is not a time"), None);
    }
}
