//! The words of a PGN file, one after the other, with the lines they stand on.
//!
//! Written here because a reader must not lose moves: words it cannot read are handed on, never
//! passed over.

use std::io::{self, BufRead};

use shakmaty::{Color, KnownOutcome, Outcome};

use super::charset::decode;

/// A word, a comment, a tag may have this many bytes.
const LONGEST: usize = 1 << 20;

/// What stands in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A line that begins with `[` but is no tag.
    BadTag(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$7`, `!?`
    Nag(u8),
    /// `{...}` or `; ...`
    Comment(String),
    /// A move, or what should be one.
    Word(String),
    /// A move number: it says nothing that the position does not.
    Number,
    /// `1-0`, `*`, ...
    Result(Outcome),
    /// An empty line.
    Blank,
    /// Something is not closed, or too long.
    Broken(&'static str),
    /// The end of the file.
    End,
}

/// Cuts a file into tokens.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    input: R,
    /// The line of the next byte, from 1.
    pub line: u64,
    line_start: bool,
    begun: bool,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(input: R) -> Lexer<R> {
        Lexer {
            input,
            line: 1,
            line_start: true,
            begun: false,
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn bump(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.line_start = byte == b'\n';
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }

    fn eat(&mut self, wanted: u8) -> io::Result<bool> {
        let found = self.peek()? == Some(wanted);
        if found {
            self.bump()?;
        }
        Ok(found)
    }

    /// Bytes as long as they go on; those beyond the limit are dropped, and that is reported.
    fn take_while(&mut self, goes_on: impl Fn(u8) -> bool) -> io::Result<(Vec<u8>, bool)> {
        let (mut bytes, mut fits) = (Vec::new(), true);
        while let Some(byte) = self.peek()?.filter(|&byte| goes_on(byte)) {
            self.bump()?;
            fits &= bytes.len() < LONGEST;
            if fits {
                bytes.push(byte);
            }
        }
        Ok((bytes, fits))
    }

    /// The next token.
    pub fn next(&mut self) -> io::Result<Token> {
        loop {
            if !self.begun {
                self.begun = true;
                self.skip_mark()?;
            }
            let line_start = self.line_start;
            let Some(byte) = self.bump()? else {
                return Ok(Token::End);
            };
            match byte {
                b'\n' if line_start => return Ok(Token::Blank),
                b'\r' if line_start => self.line_start = true,
                b'%' if line_start => self.rest_of_line().map(drop)?,
                b'[' if line_start => return self.tag(),
                b' ' | b'\t' if line_start => self.line_start = true,
                byte if byte.is_ascii_whitespace() || byte == b'.' => {}
                byte => return self.token(byte),
            }
        }
    }

    /// The mark with which some UTF-8 files begin.
    fn skip_mark(&mut self) -> io::Result<()> {
        for byte in [0xef, 0xbb, 0xbf] {
            if !self.eat(byte)? {
                break;
            }
        }
        self.line_start = true;
        Ok(())
    }

    fn token(&mut self, first: u8) -> io::Result<Token> {
        Ok(match first {
            b'{' => self.comment()?,
            b';' => Token::Comment(self.rest_of_line()?),
            b'(' => Token::Open,
            b')' => Token::Close,
            b'*' => Token::Result(Outcome::Unknown),
            b'$' => self.numeric_nag()?,
            b'!' | b'?' => self.glyph(first)?,
            b'}' => Token::Broken("a comment ends that did not begin"),
            first => self.word(first)?,
        })
    }

    fn comment(&mut self) -> io::Result<Token> {
        let (text, fits) = self.take_while(|byte| byte != b'}')?;
        Ok(match self.bump()? {
            None => Token::Broken("a comment is not closed"),
            Some(_) if !fits => Token::Broken("a comment is longer than a million bytes"),
            Some(_) => Token::Comment(decode(text)),
        })
    }

    fn rest_of_line(&mut self) -> io::Result<String> {
        Ok(decode(self.take_while(|byte| byte != b'\n')?.0))
    }

    fn numeric_nag(&mut self) -> io::Result<Token> {
        let (digits, _) = self.take_while(|byte| byte.is_ascii_digit())?;
        let number = decode(digits).parse();
        Ok(number.map_or(
            Token::Broken("after $ should be a number up to 255"),
            Token::Nag,
        ))
    }

    fn glyph(&mut self, first: u8) -> io::Result<Token> {
        let second = match self.peek()? {
            Some(byte @ (b'!' | b'?')) => {
                self.bump()?;
                byte
            }
            _ => 0,
        };
        Ok(Token::Nag(match (first, second) {
            (b'!', b'!') => 3,
            (b'!', b'?') => 5,
            (b'!', _) => 1,
            (_, b'?') => 4,
            (_, b'!') => 6,
            _ => 2,
        }))
    }

    fn word(&mut self, first: u8) -> io::Result<Token> {
        let ends = |byte: u8| byte.is_ascii_whitespace() || b"{}();$!?*.".contains(&byte);
        let (rest, fits) = self.take_while(|byte| !ends(byte))?;
        if !fits {
            return Ok(Token::Broken("a word is longer than a million bytes"));
        }
        let mut word = decode([&[first], &rest[..]].concat());
        let capture = word
            .strip_suffix('e')
            .filter(|_| self.peek().is_ok_and(is_dot));
        if let Some(capture) = capture.map(str::to_owned) {
            // `e.p.` after a capture.
            self.take_while(|byte| b".p+#".contains(&byte))?;
            word = capture;
        }
        Ok(named(&word).unwrap_or(Token::Word(word)))
    }

    /// A tag, after its `[`.
    fn tag(&mut self) -> io::Result<Token> {
        let (mut bytes, fits) = self.take_while(|byte| byte != b'\n')?;
        bytes.insert(0, b'[');
        let text = decode(bytes);
        let text = text.trim_end();
        let tag = if fits { parse_tag(text) } else { None };
        Ok(tag.map_or_else(
            || Token::BadTag(text.to_owned()),
            |(name, value)| Token::Tag(name, value),
        ))
    }

    /// Passes over everything up to the next empty line that a tag follows. True if there is one.
    pub fn skip_game(&mut self) -> io::Result<bool> {
        let mut blank = false;
        loop {
            if blank && self.line_start && self.peek()? == Some(b'[') {
                return Ok(true);
            }
            let (line, _) = self.take_while(|byte| byte != b'\n')?;
            blank = line.iter().all(u8::is_ascii_whitespace);
            if self.bump()?.is_none() {
                return Ok(false);
            }
        }
    }
}

fn is_dot(byte: Option<u8>) -> bool {
    byte == Some(b'.')
}

/// Words that are no moves.
fn named(word: &str) -> Option<Token> {
    let wins = |winner| {
        Some(Token::Result(Outcome::Known(KnownOutcome::Decisive {
            winner,
        })))
    };
    match word {
        "1-0" | "1–0" => wins(Color::White),
        "0-1" | "0–1" => wins(Color::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½–½" => {
            Some(Token::Result(Outcome::Known(KnownOutcome::Draw)))
        }
        "=" => Some(Token::Nag(10)),
        "∞" => Some(Token::Nag(13)),
        "+=" | "⩲" => Some(Token::Nag(14)),
        "=+" | "⩱" => Some(Token::Nag(15)),
        "+/-" | "±" => Some(Token::Nag(16)),
        "-/+" | "∓" => Some(Token::Nag(17)),
        "+-" => Some(Token::Nag(18)),
        "-+" => Some(Token::Nag(19)),
        "N" => Some(Token::Nag(146)),
        "ep" | "…" => Some(Token::Number),
        word => word
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(Token::Number),
    }
}

/// The name and the value of a tag. A quotation mark within the value should be escaped, but is
/// also read where it is not, as many programs write it.
fn parse_tag(text: &str) -> Option<(String, String)> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, rest) = inner.split_once('"')?;
    let (name, raw) = (name.trim(), rest.strip_suffix('"')?);
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let (mut value, mut chars) = (String::new(), raw.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next()?),
            // The tag ends here, and another one follows on the same line.
            '"' if chars.as_str().trim_start().starts_with(']') => return None,
            c => value.push(c),
        }
    }
    Some((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes());
        let all =
            std::iter::from_fn(|| Some(lexer.next().unwrap()).filter(|token| *token != Token::End));
        all.collect()
    }

    #[test]
    fn files_are_cut_into_words() {
        let word = |text: &str| Token::Word(text.into());
        let found = tokens(
            "1.e4! e5$71 2...Ng1-f3 ({x\ny} 0-0-0#!?) exd6 e.p. fxg3e.p.+ ; rest\n%no\n1/2-1/2",
        );
        let wanted = [
            Token::Number,
            word("e4"),
            Token::Nag(1),
            word("e5"),
            Token::Nag(71),
            Token::Number,
            word("Ng1-f3"),
            Token::Open,
            Token::Comment("x\ny".into()),
            word("0-0-0#"),
            Token::Nag(5),
            Token::Close,
            word("exd6"),
            Token::Number,
            word("fxg3"),
            Token::Comment(" rest".into()),
            Token::Result(Outcome::Known(KnownOutcome::Draw)),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn tags_are_read_and_bad_ones_are_told() {
        let tag = |name: &str, value: &str| Token::Tag(name.into(), value.into());
        let found = tokens(
            "\u{feff}[White \"a \\\"b\\\" \\\\ ]\"]\r\n [Black\"x\"]\n[Nothing]\n[A \"x\n\r\n[B \"\"]\n\
             [Event \"the \"Immortal\" game\"]\n[A \"x\"] [B \"y\"]",
        );
        let bad = |text: &str| Token::BadTag(text.into());
        let wanted = [
            tag("White", "a \"b\" \\ ]"),
            tag("Black", "x"),
            bad("[Nothing]"),
            bad("[A \"x"),
            Token::Blank,
            tag("B", ""),
            tag("Event", "the \"Immortal\" game"),
            bad("[A \"x\"] [B \"y\"]"),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn what_is_not_closed_or_too_long_is_told() {
        assert_eq!(
            tokens("{ never"),
            [Token::Broken("a comment is not closed")]
        );
        assert_eq!(
            tokens("e4 }").last(),
            Some(&Token::Broken("a comment ends that did not begin"))
        );
        assert_eq!(
            tokens("$256"),
            [Token::Broken("after $ should be a number up to 255")]
        );
        let long = "x".repeat(LONGEST + 2);
        assert_eq!(
            tokens(&long),
            [Token::Broken("a word is longer than a million bytes")]
        );
        assert_eq!(
            tokens(&format!("{{{long}}}")),
            [Token::Broken("a comment is longer than a million bytes")]
        );
    }
}
