//! Games from a file, one after the other.

use std::io::{self, BufReader, Read};

use gametree::Game;
use shakmaty::{Color, Outcome, Position};

use super::PgnGame;
use super::lex::{Lexer, Token};
use crate::notation::shorten;
use crate::{BadMove, BadPosition, Chess};

/// Whether a text is a game as PGN writes it, rather than a position or a list of moves: it has a
/// tag, a comment, a variation, a glyph or a result.
#[must_use]
pub fn looks_like_pgn(text: &str) -> bool {
    let text = text.trim();
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    text.starts_with('[')
        || text.contains(['{', '(', ';', '$'])
        || results.iter().any(|result| text.ends_with(result))
}

/// The games of a file. A game that is wrong is an error; reading goes on with the next, which
/// begins with a tag after an empty line. Memory is that of one game.
///
/// ```
/// use gametree_chess::pgn::PgnReader;
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 (1. c4!? {English}) d5 1-0\n";
/// let mut games = PgnReader::new(text.as_bytes());
/// let wrong = games.next().unwrap().unwrap_err();
/// assert_eq!(wrong.to_string(), "game 1, line 3, move 2. Ke3: 'Ke3' is not legal here (2 half-moves were read)");
/// let game = games.next().unwrap().unwrap();
/// assert_eq!((game.header("White"), game.main_line().count(), game.len()), (Some("B"), 2, 4));
/// assert!(games.next().is_none());
/// ```
#[derive(Debug)]
pub struct PgnReader<R> {
    lexer: Lexer<BufReader<R>>,
    /// A tag that was read and belongs to the next game.
    ahead: Option<Token>,
    games: u64,
    ended: bool,
}

/// What is wrong with a game, and where.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// A move cannot be played.
    #[error(
        "game {game}, line {line}, move {number} {text}: {reason} ({read} half-move{} read)",
        if *read == 1 { " was" } else { "s were" }
    )]
    Move {
        /// The game's number, from 1.
        game: u64,
        /// The line's number, from 1.
        line: u64,
        /// The move's number with its dots, `12.` or `12...`.
        number: String,
        /// The move.
        text: String,
        /// Why it cannot be played.
        reason: BadMove,
        /// How many moves of the game, variations included, were read before.
        read: usize,
    },
    /// The position where the game should start cannot be.
    #[error("game {0}, line {1}: header FEN: {2}")]
    Start(u64, u64, BadPosition),
    /// The game's text is wrong.
    #[error("game {0}, line {1}: {2}")]
    Text(u64, u64, String),
    /// The file could not be read.
    #[error("game {0}, line {1}: {2}")]
    Io(u64, u64, io::Error),
}

impl<R: Read> PgnReader<R> {
    /// Reads from here; buffers by itself.
    pub fn new(input: R) -> PgnReader<R> {
        let lexer = Lexer::new(BufReader::with_capacity(1 << 16, input));
        PgnReader {
            lexer,
            ahead: None,
            games: 0,
            ended: false,
        }
    }

    fn token(&mut self) -> Result<Token, PgnError> {
        if let Some(token) = self.ahead.take() {
            return Ok(token);
        }
        self.lexer
            .next()
            .map_err(|error| PgnError::Io(self.games, self.lexer.line, error))
    }

    fn wrong(&self, why: impl Into<String>) -> PgnError {
        PgnError::Text(self.games, self.lexer.line, why.into())
    }

    /// The next game; `None` after the last.
    fn game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut token = self.token()?;
        while token == Token::Blank {
            token = self.token()?;
        }
        if token == Token::End {
            return Ok(None);
        }
        self.games += 1;
        let mut tags = Tags::default();
        let first = self.tags(token, &mut tags)?;
        let start = tags.start().map_err(|error| match error {
            Ok(bad) => PgnError::Start(self.games, self.lexer.line, bad),
            Err(why) => self.wrong(why),
        })?;
        let mut builder = Builder::new(start, tags);
        self.movetext(first, &mut builder)?;
        Ok(Some(builder.game))
    }

    /// The tags; then the first token that is none of this game's.
    fn tags(&mut self, mut token: Token, tags: &mut Tags) -> Result<Token, PgnError> {
        let mut blank = false;
        loop {
            match token {
                Token::Tag(name, value) if name == "Event" && blank => {
                    return Ok(Token::Tag(name, value));
                }
                Token::Tag(name, value) => tags.add(name, value),
                Token::BadTag(text) => {
                    let text = shorten(&text);
                    return Err(self.wrong(format!(
                        "a tag should look like [Name \"value\"], not {text}"
                    )));
                }
                Token::Blank => blank = true,
                token => return Ok(token),
            }
            token = self.token()?;
        }
    }

    /// The moves, to the game's end: its result, an empty line after moves, or the next tag.
    fn movetext(&mut self, mut token: Token, builder: &mut Builder) -> Result<(), PgnError> {
        loop {
            match token {
                Token::Tag(..) | Token::BadTag(_) => {
                    self.ahead = Some(token);
                    break;
                }
                Token::Blank if builder.game.is_empty() => {}
                Token::Blank | Token::End => break,
                Token::Result(result) if builder.depth() == 0 => {
                    builder.game.result = result;
                    return self.after_result(builder);
                }
                Token::Result(_) => break,
                Token::Broken(why) => return Err(self.wrong(why)),
                token => self.take(token, builder)?,
            }
            token = self.token()?;
        }
        if builder.depth() > 0 {
            Err(self.wrong("a variation is not closed at the game's end"))
        } else {
            Ok(())
        }
    }

    /// Comments after the result are on the last move; all else belongs to the next game.
    fn after_result(&mut self, builder: &mut Builder) -> Result<(), PgnError> {
        loop {
            match self.token()? {
                Token::Comment(text) => builder.game.comment(builder.at, &text),
                token => {
                    self.ahead = Some(token);
                    return Ok(());
                }
            }
        }
    }

    /// One token of the moves.
    fn take(&mut self, token: Token, builder: &mut Builder) -> Result<(), PgnError> {
        if let Some(untold) = &mut builder.untold {
            let Some(rest) = untold.take(&token) else {
                return Ok(());
            };
            builder.untold = None;
            return builder.tell(&rest).map_err(|why| self.wrong(why));
        }
        let done = match token {
            Token::Word(word) => {
                return builder
                    .word(&word)
                    .map_err(|reason| self.illegal(word, reason, builder));
            }
            Token::Comment(text) => builder.comment(&text),
            Token::Nag(nag) => builder.nag(nag),
            Token::Open => builder.open(),
            Token::Close => builder.close(),
            _ => Ok(()),
        };
        done.map_err(|why| self.wrong(why))
    }

    fn illegal(&self, text: String, reason: BadMove, builder: &Builder) -> PgnError {
        let position = builder.position.inner();
        let dots = if position.turn() == Color::White {
            "."
        } else {
            "..."
        };
        let number = format!("{}{dots}", position.fullmoves());
        let (game, line, read) = (self.games, self.lexer.line, builder.game.len() - 1);
        PgnError::Move {
            game,
            line,
            number,
            text: shorten(&text),
            reason,
            read,
        }
    }

    /// To the next game, after one that was wrong.
    fn recover(&mut self, error: &PgnError) {
        let found = match error {
            PgnError::Io(..) => Ok(false),
            _ if matches!(self.ahead, Some(Token::Tag(..))) => Ok(true),
            _ => self.lexer.skip_game(),
        };
        self.ended = !found.unwrap_or(false);
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game();
        match &game {
            Ok(None) => self.ended = true,
            Ok(Some(_)) => {}
            Err(error) => self.recover(error),
        }
        game.transpose()
    }
}

/// The tags of a game as they are read.
#[derive(Default)]
struct Tags {
    pairs: Vec<(String, String)>,
}

impl Tags {
    fn add(&mut self, name: String, value: String) {
        self.pairs.push((name, value));
    }

    fn get(&self, wanted: &str) -> Option<&str> {
        self.pairs
            .iter()
            .rev()
            .find(|(name, _)| name == wanted)
            .map(|(_, value)| value.as_str())
    }

    /// Where the game starts; else what is wrong with the FEN, or with the variant.
    fn start(&self) -> Result<Chess, Result<BadPosition, String>> {
        let fen = self
            .get("FEN")
            .unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let variant = self.get("Variant").unwrap_or("standard").to_lowercase();
        let start = match variant.replace([' ', '-'], "").as_str() {
            "chess960" | "fischerandom" | "fischerrandom" => Chess::from_fen_960(fen),
            "" | "?" | "standard" | "chess" | "normal" | "fromposition" => Chess::from_fen(fen),
            other => {
                return Err(Err(format!(
                    "'{}' is another game than chess",
                    shorten(other)
                )));
            }
        };
        start.map_err(Ok)
    }

    fn result(&self) -> Outcome {
        self.get("Result")
            .and_then(|text| Outcome::from_ascii(text.as_bytes()).ok())
            .unwrap_or(Outcome::Unknown)
    }
}

/// A game that grows.
struct Builder {
    game: PgnGame,
    /// The node whose move was read last, and the position there.
    at: usize,
    position: Chess,
    /// The position before that move: a variation starts there. `None` where no move was read since
    /// the variation began.
    before: Option<Chess>,
    /// Comments before the first move of a variation.
    waiting: Vec<String>,
    /// What was left for variations.
    stack: Vec<(usize, Chess, Chess)>,
    /// The rest of a variation that cannot be played.
    untold: Option<Untold>,
}

/// A variation from a null move on, by which annotators show a threat. There is no such position,
/// so its text is a comment.
struct Untold {
    text: String,
    /// Variations within it.
    open: usize,
}

impl Untold {
    /// One token more; the whole text where the variation ends with it.
    fn take(&mut self, token: &Token) -> Option<String> {
        let word = match token {
            Token::Close if self.open == 0 => return Some(std::mem::take(&mut self.text)),
            Token::Close => {
                self.open -= 1;
                ")".into()
            }
            Token::Open => {
                self.open += 1;
                "(".into()
            }
            Token::Word(word) => word.clone(),
            Token::Comment(text) => without_commands(text),
            Token::Nag(nag) => glyph(*nag),
            _ => return None,
        };
        let apart = !self.text.is_empty()
            && !self.text.ends_with('(')
            && !matches!(token, Token::Close | Token::Nag(..=6));
        if apart {
            self.text.push(' ');
        }
        self.text.push_str(&word);
        None
    }
}

/// A comment without commands such as `[%eval 0.3]`: they belong to positions.
fn without_commands(text: &str) -> String {
    let mut parts = text.split("[%");
    let first = parts.next().unwrap_or("");
    let others = parts.map(|part| part.split_once(']').map_or("", |(_, rest)| rest));
    let all: Vec<&str> = std::iter::once(first)
        .chain(others)
        .map(str::trim)
        .collect();
    all.join(" ").trim().to_owned()
}

/// How a glyph is written in a text.
fn glyph(nag: u8) -> String {
    let known = ["!", "?", "!!", "??", "!?", "?!"];
    match usize::from(nag).checked_sub(1).and_then(|at| known.get(at)) {
        Some(glyph) => (*glyph).into(),
        None => format!("${nag}"),
    }
}

impl Builder {
    fn new(start: Chess, tags: Tags) -> Builder {
        let mut game = PgnGame::new(start.clone());
        game.result = tags.result();
        for (name, value) in &tags.pairs {
            game.set_header(name, value);
        }
        Builder {
            game,
            at: PgnGame::START,
            position: start,
            before: None,
            waiting: Vec::new(),
            stack: Vec::new(),
            untold: None,
        }
    }

    fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Plays a move.
    fn word(&mut self, word: &str) -> Result<(), BadMove> {
        let m = match self.position.parse_move(word) {
            Err(BadMove::Null(text)) if self.depth() > 0 => {
                self.untold = Some(Untold { text, open: 0 });
                return Ok(());
            }
            parsed => parsed?,
        };
        self.at = self.game.add(self.at, m);
        for comment in std::mem::take(&mut self.waiting) {
            self.game.comment_before(self.at, &comment);
        }
        self.before = Some(self.position.clone());
        self.position.play(m);
        Ok(())
    }

    fn comment(&mut self, text: &str) -> Result<(), &'static str> {
        if self.before.is_none() && self.depth() > 0 {
            self.waiting.push(text.to_owned());
        } else {
            self.game.comment(self.at, text);
        }
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), &'static str> {
        if self.before.is_none() && self.depth() > 0 {
            return Err("a glyph before a variation's first move");
        }
        self.game.nag(self.at, nag);
        Ok(())
    }

    /// A variation begins instead of the last move.
    fn open(&mut self) -> Result<(), &'static str> {
        let Some(before) = self.before.take() else {
            return Err("a variation begins before any move");
        };
        let parent = self.game.node(self.at).parent();
        let position = std::mem::replace(&mut self.position, before.clone());
        self.stack.push((self.at, position, before));
        self.at = parent;
        Ok(())
    }

    fn close(&mut self) -> Result<(), &'static str> {
        if self.depth() > 0 && self.before.is_none() {
            return Err("a variation has no move");
        }
        self.leave()
    }

    /// Back to where the variation began.
    fn leave(&mut self) -> Result<(), &'static str> {
        let Some((at, position, before)) = self.stack.pop() else {
            return Err("a variation ends that did not begin");
        };
        (self.at, self.position, self.before) = (at, position, Some(before));
        Ok(())
    }

    /// Ends a variation whose rest cannot be played: that is a comment on its last move; on the move
    /// it would replace where there is none.
    fn tell(&mut self, rest: &str) -> Result<(), &'static str> {
        if self.before.is_some() {
            self.game.comment(self.at, rest);
            return self.leave();
        }
        let said = std::mem::take(&mut self.waiting).join(" ");
        self.leave()?;
        let text = format!("({said} {rest})").replace("( ", "(");
        self.game.comment(self.at, &text);
        Ok(())
    }
}
