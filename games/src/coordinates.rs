//! Squares by name: a column in letters, a row as a number, `a1` in the corner.

/// The letters of a column counted from 0: `a` to `z`, then `aa`, `ab` and so on.
pub(crate) fn column(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (index % 26) as u8);
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters
        .iter()
        .rev()
        .map(|&letter| char::from(letter))
        .collect()
}

/// The name of a square of a bit board with eight squares to the row.
pub(crate) fn name(square: u8) -> String {
    format!("{}{}", column(usize::from(square % 8)), square / 8 + 1)
}

/// A row of a bit board with eight squares to the row: its number, then X, O or a dot for each
/// square.
pub(crate) fn row_text(stones: &[u64; 2], row: u8, columns: u8) -> String {
    let mark = |square: u8| match stones.map(|set| set >> square & 1) {
        [1, _] => " X",
        [_, 1] => " O",
        _ => " .",
    };
    let squares: String = (row * 8..row * 8 + columns).map(mark).collect();
    format!("{}{squares}", row + 1)
}

/// The square of a name, for bit boards with eight squares to the row and at most eight rows.
pub(crate) fn square(name: &str) -> Option<u8> {
    let &[letter, digit] = name.as_bytes() else {
        return None;
    };
    let (column, row) = (
        letter.to_ascii_lowercase().wrapping_sub(b'a'),
        digit.wrapping_sub(b'1'),
    );
    (column < 8 && row < 8).then(|| row * 8 + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_and_letters_go_on_after_z() {
        assert!((0..64).all(|s| square(&name(s)) == Some(s)));
        assert_eq!((name(0), name(63)), ("a1".into(), "h8".into()));
        assert_eq!(
            square("i1")
                .or(square("a9"))
                .or(square("a"))
                .or(square("é")),
            None
        );
        let columns = [0, 25, 26, 51, 52, 383].map(column);
        assert_eq!(columns, ["a", "z", "aa", "az", "ba", "nt"]);
    }
}
