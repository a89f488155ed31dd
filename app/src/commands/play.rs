//! `gametree play`: a game against a search, in the terminal or from a script.

use std::io::{BufRead, IsTerminal, Write};

use gametree::{Limits, Outcome, Player};

use crate::answer::Answer;
use crate::args::PlayArgs;
use crate::commands::search::{board, or_default};
use crate::error::Code;
use crate::games::with_game;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};
use crate::searches::{self, Boxed};
use crate::seat::{CliEvaluator, CliGame, Seat, WithGame, legal};
use crate::{interrupt, open, suggest};

const HELP: &str = "  a move     plays it (`moves` lists the legal ones)
  moves      the legal moves
  hint       what the machine would play for you
  undo       takes your last move back, and the machine's answer
  board      draws the board again
  swap       you change sides
  new        a new game
  save FILE  writes the moves so far; give them as POS to go on later
  quit       leaves";

const WORDS: [&str; 9] = [
    "moves", "hint", "undo", "board", "swap", "new", "save", "help", "quit",
];

/// Runs the command.
pub fn run(args: &PlayArgs) -> anyhow::Result<Code> {
    let searches: Vec<&str> = args.against.iter().map(String::as_str).collect();
    let mut open = |table: &dyn open::Table| {
        let against = args
            .against
            .as_deref()
            .unwrap_or_else(|| open::default_search(table));
        table.play(against, args)
    };
    match open::with_table(&args.at.game, &searches, &mut open)? {
        Some(code) => Ok(code),
        None => with_game(&args.at.game, Command(args)),
    }
}

struct Command<'a>(&'a PlayArgs);

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let against = args.against.as_deref().unwrap_or(searches::DEFAULT);
        let limits = or_default(&args.limits, seat.entry, true);
        let setup = seat.setup(args.seed, &limits);
        let game = Game {
            start: seat.position(args.at.position.as_deref())?,
            search: searches::build(against, &setup, seat.evaluator.clone())?,
            limits,
            human: if args.second || args.seat == Some(2) {
                Player::SECOND
            } else {
                Player::FIRST
            },
            played: Vec::new(),
            seat: &seat,
        };
        game.run(against)
    }
}

/// A game in progress.
struct Game<'a, G: CliGame, E> {
    seat: &'a Seat<'a, G, E>,
    start: G,
    limits: Limits,
    search: Boxed<'a, G>,
    human: Player,
    played: Vec<G::Move>,
}

/// What follows a line of the user's.
enum Next {
    GoOn,
    Leave,
}

impl<G: CliGame, E> Game<'_, G, E> {
    fn run(mut self, against: &str) -> anyhow::Result<Code> {
        let side = if self.human == Player::FIRST {
            "first"
        } else {
            "second"
        };
        output::line(format!(
            "You play {side}, against {against}. `help` tells what you can type."
        ))?;
        self.draw()?;
        loop {
            while self.is_machines_turn() {
                if self.answer()?.interrupted() {
                    return Ok(Code::Interrupted);
                }
            }
            let Some(line) = ask()? else {
                return Ok(Code::Done);
            };
            match self.obey(line.trim())? {
                Next::GoOn => {}
                Next::Leave => return Ok(Code::Done),
            }
        }
    }

    fn position(&self) -> G {
        self.played
            .iter()
            .fold(self.start.clone(), |position, &m| position.after(m))
    }

    fn is_machines_turn(&self) -> bool {
        let position = self.position();
        position.outcome().is_none() && position.turn() != self.human
    }

    /// The board and, at the end, the result.
    fn draw(&self) -> anyhow::Result<()> {
        let position = self.position();
        output::line(format!("\n{}\n", board(&position)))?;
        if let Some(outcome) = position.outcome() {
            output::line(format!(
                "{BOLD}{}{PLAIN} `new` starts again, `quit` leaves.",
                self.result(outcome)
            ))?;
        }
        Ok(())
    }

    fn result(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(winner) if winner == self.human => "You win.".into(),
            Outcome::Win(_) => "The machine wins.".into(),
            Outcome::Draw => "A draw.".into(),
            Outcome::Loop => "Play goes on for ever: a draw.".into(),
            Outcome::Points(points) => {
                let value = (self.seat.show)(gametree::Score::points(points));
                format!("The game is over: {value} points for the first player.")
            }
        }
    }

    /// Searches the position.
    fn think(&mut self) -> (Answer, Option<G::Move>) {
        let position = self.position();
        let spinner = Spinner::new("thinking".into());
        let report = self.search.search_any(&position, &self.limits);
        drop(spinner);
        (Answer::new(self.seat, &position, &report), report.best())
    }

    /// The machine's move.
    fn answer(&mut self) -> anyhow::Result<Answer> {
        let (answer, best) = self.think();
        if answer.interrupted() {
            return Ok(answer);
        }
        if let (Some(m), Some(name)) = (best, &answer.best) {
            output::line(format!("The machine plays {BOLD}{name}{PLAIN}."))?;
            output::line(format!(
                "{DIM}  {}; line {}{PLAIN}",
                answer.value_words(),
                answer.short_line(12)
            ))?;
            self.played.push(m);
            self.draw()?;
        }
        Ok(answer)
    }

    /// A move, or a word.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let position = self.position();
        if position.outcome().is_none()
            && let Some(m) = position.read_move(line)
        {
            self.played.push(m);
            self.draw()?;
            return Ok(Next::GoOn);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => output::line(HELP)?,
            "moves" => self.tell_moves(&position)?,
            "board" => self.draw()?,
            "hint" => self.hint(&position)?,
            "undo" => self.undo()?,
            "new" => self.restart()?,
            "swap" => self.human = self.human.opponent(),
            "save" => self.save(rest.trim())?,
            _ => self.refuse(line, &position)?,
        }
        Ok(Next::GoOn)
    }

    fn tell_moves(&self, position: &G) -> anyhow::Result<()> {
        let text = if position.outcome().is_some() {
            "none: the game is over".into()
        } else {
            legal(position)
        };
        Ok(output::line(text)?)
    }

    fn hint(&mut self, position: &G) -> anyhow::Result<()> {
        if position.outcome().is_some() {
            return Ok(output::line("The game is over.")?);
        }
        let (answer, _) = self.think();
        let best = answer.best.as_deref().unwrap_or("");
        output::line(format!(
            "Try {BOLD}{best}{PLAIN}: {}; line {}",
            answer.value_words(),
            answer.short_line(12)
        ))?;
        Ok(())
    }

    /// Back to the last position where the user was to move.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mine = |played: &[G::Move]| {
            let position = played
                .iter()
                .fold(self.start.clone(), |position, &m| position.after(m));
            position.turn() == self.human
        };
        let back = (0..self.played.len())
            .rev()
            .find(|&length| mine(&self.played[..length]));
        match back {
            Some(length) => {
                self.played.truncate(length);
                self.draw()
            }
            None => Ok(output::line("There is no move of yours to take back.")?),
        }
    }

    fn restart(&mut self) -> anyhow::Result<()> {
        self.played.clear();
        self.draw()
    }

    /// Writes the moves so far into a file.
    fn save(&self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return Ok(output::line("save needs a file's name: save game.txt")?);
        }
        let mut position = self.start.clone();
        let mut names = Vec::new();
        for &m in &self.played {
            names.push(position.write_move(m));
            position.play(m);
        }
        match std::fs::write(file, names.join(" ") + "\n") {
            Ok(()) => output::line(format!("{} moves are in {file}.", names.len()))?,
            Err(error) => output::line(format!("Cannot write {file}: {error}."))?,
        }
        Ok(())
    }

    fn refuse(&self, line: &str, position: &G) -> anyhow::Result<()> {
        let line = output::shorten(line, 60);
        if position.outcome().is_some() {
            return Ok(output::line(format!(
                "'{line}': the game is over; `new`, `undo` or `quit`."
            ))?);
        }
        let guess = suggest::phrase(&line, WORDS);
        output::line(format!(
            "'{line}' is not a legal move. {guess}Legal: {}. `help` tells more.",
            legal(position)
        ))?;
        Ok(())
    }
}

/// The user's next line; `None` at the end of the input.
pub fn ask() -> anyhow::Result<Option<String>> {
    if std::io::stdin().is_terminal() {
        let mut out = anstream::stdout().lock();
        write!(out, "{BOLD}your move>{PLAIN} ")?;
        out.flush()?;
    }
    let mut line = String::new();
    let read = interrupt::waiting(|| std::io::stdin().lock().read_line(&mut line))?;
    Ok((read > 0).then_some(line))
}
