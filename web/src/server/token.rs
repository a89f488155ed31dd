//! The secret of a server: whoever knows it may send requests.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use rand::Rng;
use rand::distr::Alphanumeric;

/// A secret.
#[derive(Clone)]
pub struct Token(String);

/// The fewest characters of a secret that a user chooses, and how many a random one has.
const LEAST: usize = 16;
const LENGTH: usize = 32;
/// The file that holds it, among the projects.
const FILE: &str = ".token";

impl Token {
    /// The user's, or a random one; `None` when the user's is too easy to guess or does not fit an
    /// address.
    #[must_use]
    pub fn new(given: Option<&str>) -> Option<Token> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match given {
            None => Some(Token::random()),
            Some(text) if text.len() >= LEAST && text.chars().all(plain) => {
                Some(Token(text.to_string()))
            }
            Some(_) => None,
        }
    }

    /// The one that a directory holds, so that addresses outlive a restart; a random one is saved
    /// there where none is. Where it cannot be saved it lasts as long as the server.
    #[must_use]
    pub fn saved(directory: &Path) -> Token {
        let file = directory.join(FILE);
        let known = fs::read_to_string(&file).ok();
        if let Some(token) = known.and_then(|text| Token::new(Some(text.trim()))) {
            return token;
        }
        let token = Token::random();
        // The server also runs without the file; only its address differs the next time.
        let _ = fs::create_dir_all(directory).and_then(|()| write_private(&file, &token.0));
        token
    }

    fn random() -> Token {
        let letters = rand::rng().sample_iter(Alphanumeric).take(LENGTH);
        Token(letters.map(char::from).collect())
    }

    /// The secret itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the secret; how long this takes does not reveal how much of it is right.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        let differ = self
            .0
            .bytes()
            .zip(text.bytes())
            .fold(0, |all, (a, b)| all | (a ^ b));
        self.0.len() == text.len() && differ == 0
    }
}

/// Writes a file that only its owner can read.
fn write_private(file: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_is_the_secret() {
        let token = Token::new(None).expect("a random one");
        assert!(token.is(token.text()) && token.text().len() == LENGTH);
        assert!(
            !token.is("")
                && !token.is(&token.text()[1..])
                && !token.is(&format!("{}x", token.text()))
        );
        assert_ne!(token.text(), Token::new(None).expect("another").text());
        assert!(format!("{token:?}").len() < 12, "it is not printed");
    }

    #[test]
    fn a_restart_keeps_the_secret() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("projects");
        let first = Token::saved(&place);
        assert_eq!(first.text(), Token::saved(&place).text());
        fs::write(place.join(FILE), "short").unwrap();
        let other = Token::saved(&place);
        assert!(other.text() != first.text() && other.text().len() == LENGTH);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(place.join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "others cannot read it");
        }
    }

    #[test]
    fn weak_secrets_are_refused() {
        assert!(
            Token::new(Some("short")).is_none() && Token::new(Some("sixteen letters!")).is_none()
        );
        assert!(Token::new(Some("sixteen-letters_")).is_some());
    }
}
