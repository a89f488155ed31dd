//! The characters of old PGN files.

/// What the bytes 0x80 to 0x9f are in Windows-1252, the character set of most programs before
/// Unicode; elsewhere it is Latin-1. Five of them mean nothing.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file: UTF-8, or UTF-16 where it begins with that mark, else Windows-1252.
///
/// ```
/// use gametree_chess::pgn::decode;
/// assert_eq!(decode("Müller".into()), "Müller");
/// assert_eq!(decode(b"M\xfcller\x92s".to_vec()), "Müller’s");
/// assert_eq!(decode(b"\xff\xfee\x004\x00".to_vec()), "e4");
/// ```
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| windows(byte)).collect()),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

fn windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}
