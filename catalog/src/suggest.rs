//! The name that was probably meant.

/// The closest of the names, if one is close.
pub fn closest<'a>(meant: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let meant = meant.to_ascii_lowercase();
    let rated = names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&meant, name), name));
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.75).then_some(best.1)
}

/// `did you mean 'x'? ` or nothing.
pub fn phrase<'a>(meant: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    closest(meant, names).map_or(String::new(), |name| format!("did you mean '{name}'? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_mended_and_nonsense_is_not() {
        let names = ["connect4", "tictactoe", "nim"];
        assert_eq!(closest("conect4", names), Some("connect4"));
        assert_eq!(closest("Tictactoe", names), Some("tictactoe"));
        assert_eq!(closest("zzzz", names), None);
        assert_eq!(phrase("zzzz", names), "");
    }
}
