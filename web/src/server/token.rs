//! The secret of a server: who knows it may ask.

use rand::RngExt;
use rand::distr::Alphanumeric;

/// A secret.
#[derive(Clone)]
pub struct Token(String);

/// The fewest characters of a secret that a user chooses, and how many a random one has.
const LEAST: usize = 16;
const LENGTH: usize = 32;

impl Token {
    /// The user's, or a random one; `None` when the user's is too easy to guess or does not fit an
    /// address.
    #[must_use]
    pub fn new(given: Option<&str>) -> Option<Token> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match given {
            None => Some(Token(
                rand::rng()
                    .sample_iter(Alphanumeric)
                    .take(LENGTH)
                    .map(char::from)
                    .collect(),
            )),
            Some(text) if text.len() >= LEAST && text.chars().all(plain) => {
                Some(Token(text.to_string()))
            }
            Some(_) => None,
        }
    }

    /// The secret itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the secret; how long it takes does not tell how much of it is right.
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
    fn weak_secrets_are_refused() {
        assert!(
            Token::new(Some("short")).is_none() && Token::new(Some("sixteen letters!")).is_none()
        );
        assert!(Token::new(Some("sixteen-letters_")).is_some());
    }
}
