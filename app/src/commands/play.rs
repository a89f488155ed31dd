//! `gametree play`: a game against a search, in the terminal or from a script.

use std::io::{BufRead, IsTerminal, Write};

use gametree::erased::ErasedMove;
use gametree::rng::Rng;
use gametree::{Chance, Game, Limits, Notation, Outcome, Payoffs, Player, Score, Stop};
use gametree_arena::Referee;
use gametree_catalog::answer::names;
use gametree_catalog::format::{short, shorten};
use gametree_catalog::game::legal;
use gametree_catalog::{Answer, AnyGame, BuiltSearch, Conditions, Position, suggest};

use crate::args::PlayArgs;
use crate::error::{CliError, Code};
use crate::interrupt;
use crate::limits::or_default;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner, on_a_screen};

const HELP: &str = "  a move     plays it (`moves` lists the legal ones)
  moves      the legal moves
  hint       what the machine would play for you
  undo       takes your last move back, and what followed it
  board      draws the board again
  swap       you change sides
  new        a new game, with other dice and cards
  save FILE  writes the moves so far, those of chance included; give them as POS to go on later
  quit       leaves";

const WORDS: [&str; 9] = [
    "moves", "hint", "undo", "board", "swap", "new", "save", "help", "quit",
];

/// Runs the command.
pub fn run(args: &PlayArgs) -> anyhow::Result<Code> {
    let named: Vec<&str> = args.against.iter().map(String::as_str).collect();
    let game = gametree_catalog::open(&args.at.game, &named)?;
    let against = args.against.as_deref().unwrap_or(game.default_search());
    let granted = or_default(&args.limits, &game, against)?;
    let start = game.position(args.at.position.as_deref())?;
    let on = Conditions {
        seed: args.seed,
        limits: granted.asked,
    };
    let session = Session {
        search: game.build(against, &on)?,
        human: human(args, seats(&game, &start))?,
        rng: Rng::new(args.seed),
        played: Vec::new(),
        referee: game.referee(),
        game: &game,
        start,
        limits: granted.limits,
    };
    session.run(against)
}

fn seats(game: &AnyGame, start: &Position) -> u8 {
    (game.referee().seats)(start)
}

/// Which player the user is.
fn human(args: &PlayArgs, players: u8) -> Result<Player, CliError> {
    let seat = args.seat.unwrap_or(if args.second { 2 } else { 1 });
    if seat == 0 || seat > players {
        return Err(
            CliError::usage(format!("--seat {seat}: there are {players} players"))
                .hint(format!("give a number from 1 to {players}")),
        );
    }
    Ok(Player(seat - 1))
}

/// A game in progress.
struct Session<'g> {
    game: &'g AnyGame,
    start: Position,
    limits: Limits,
    search: BuiltSearch,
    referee: Referee<Position>,
    rng: Rng,
    human: Player,
    played: Vec<ErasedMove>,
}

/// What follows a line of the user's.
enum Next {
    GoOn,
    Leave,
}

impl Session<'_> {
    fn run(mut self, against: &str) -> anyhow::Result<Code> {
        output::line(format!(
            "You {}, against {against}. `help` lists the commands.",
            self.seat_words()
        ))?;
        self.draw()?;
        loop {
            if self.let_others_move()? {
                return Ok(Code::Interrupted);
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

    fn seat_words(&self) -> String {
        if self.game.has_payoffs() {
            let all = seats(self.game, &self.start);
            return format!("are player {} of {all}", self.human.0 + 1);
        }
        let side = if self.human == Player::FIRST {
            "first"
        } else {
            "second"
        };
        format!("play {side}")
    }

    fn position(&self) -> Position {
        self.after(self.played.len())
    }

    /// The position after some of the moves played.
    fn after(&self, moves: usize) -> Position {
        self.played[..moves]
            .iter()
            .fold(self.start.clone(), |position, &m| position.after(m))
    }

    /// Chance and the machine move until the user has to, or the game is over; true where Ctrl-C
    /// ended it.
    fn let_others_move(&mut self) -> anyhow::Result<bool> {
        let before = self.played.len();
        loop {
            let position = self.position();
            if position.outcome().is_some() {
                break;
            }
            if let Some(m) = (self.referee.chance)(&position, &mut self.rng) {
                self.chance(&position, m)?;
            } else if position.turn() == self.human {
                break;
            } else if self.machine(&position)? {
                return Ok(true);
            }
        }
        if self.played.len() > before {
            self.draw()?;
        }
        Ok(false)
    }

    /// What chance brings; told only where everything is seen.
    fn chance(&mut self, position: &Position, m: ErasedMove) -> anyhow::Result<()> {
        if !self.game.info().hidden {
            output::line(format!("{DIM}Chance: {}{PLAIN}", position.write_move(m)))?;
        }
        self.played.push(m);
        Ok(())
    }

    /// The machine's move; true where Ctrl-C ended its thinking.
    fn machine(&mut self, position: &Position) -> anyhow::Result<bool> {
        let (answer, best) = self.think(position);
        if answer.interrupted() {
            return Ok(true);
        }
        let (Some(m), Some(name)) = (best, &answer.best) else {
            return Ok(false);
        };
        let who = match self.game.has_payoffs() {
            true => format!("Player {}", position.turn().0 + 1),
            false => "The machine".into(),
        };
        if self.game.info().secret_moves {
            output::line(format!("{who} has moved."))?;
        } else {
            output::line(format!("{who} plays {BOLD}{name}{PLAIN}."))?;
        }
        if !self.game.has_payoffs() {
            output::line(format!("{DIM}  {}{PLAIN}", thoughts(&answer)))?;
        }
        self.played.push(m);
        Ok(false)
    }

    fn think(&mut self, position: &Position) -> (Answer, Option<ErasedMove>) {
        let spinner = Spinner::new("thinking".into());
        let found = self.search.search(position, &self.limits);
        drop(spinner);
        debug_assert!(found.best().is_some() || found.stop() == Stop::Asked);
        (self.search.answer(position, &found), found.best())
    }

    /// The board as the user may see it and, at the end, the result.
    fn draw(&self) -> anyhow::Result<()> {
        let position = self.position();
        let board = on_a_screen(&self.game.board(&position, self.human));
        output::line(format!("\n{board}\n"))?;
        if let Some(outcome) = position.outcome() {
            let result = if self.game.has_payoffs() {
                self.payoff_words(&position)
            } else {
                format!("{BOLD}{}{PLAIN}", self.outcome_words(outcome))
            };
            output::line(format!("{result} `new` starts again, `quit` leaves."))?;
        }
        Ok(())
    }

    fn outcome_words(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(winner) if winner == self.human => "You win.".into(),
            Outcome::Win(_) => "The machine wins.".into(),
            Outcome::Draw => "A draw.".into(),
            Outcome::Loop => "Play never ends: a draw.".into(),
            Outcome::Points(points) => {
                let value = self.game.scale().text(Score::points(points));
                format!("The game is over: {value} points for the first player.")
            }
        }
    }

    fn payoff_words(&self, position: &Position) -> String {
        let payoff = |p| format!("player {} {}", p + 1, short(position.payoff(Player(p))));
        let all: Vec<String> = (0..position.players()).map(payoff).collect();
        let own = short(position.payoff(self.human));
        format!(
            "{BOLD}The game is over: you get {own}.{PLAIN} ({})",
            all.join(", ")
        )
    }

    /// A move, or a word.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let position = self.position();
        let over = position.outcome().is_some();
        if !over && let Some(m) = position.read_move(line) {
            self.played.push(m);
            self.draw()?;
            return Ok(Next::GoOn);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => output::line(HELP)?,
            "moves" if over => output::line("none: the game is over")?,
            "moves" => output::line(legal(&position))?,
            "board" => self.draw()?,
            "hint" if over => output::line("The game is over.")?,
            "hint" => self.hint(&position)?,
            "undo" => self.undo()?,
            "new" => {
                self.played.clear();
                self.draw()?;
            }
            "swap" => self.swap()?,
            "save" => self.save(rest.trim())?,
            _ => refuse(line, &position)?,
        }
        Ok(Next::GoOn)
    }

    fn hint(&mut self, position: &Position) -> anyhow::Result<()> {
        let (answer, _) = self.think(position);
        let best = answer.best.as_deref().unwrap_or("");
        let why = if self.game.has_payoffs() {
            answer.moves_words(5)
        } else {
            thoughts(&answer)
        };
        Ok(output::line(format!("Try {BOLD}{best}{PLAIN}: {why}"))?)
    }

    /// Back to the last position where the user had to move.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mine = |&length: &usize| {
            let before = self.after(length);
            before.turn() == self.human && before.chances().is_none()
        };
        match (0..self.played.len()).rev().find(mine) {
            Some(length) => {
                self.played.truncate(length);
                self.draw()
            }
            None => Ok(output::line("There is no move of yours to take back.")?),
        }
    }

    /// The user takes the next seat.
    fn swap(&mut self) -> anyhow::Result<()> {
        if self.game.info().hidden {
            return Ok(output::line("The other hands are hidden.")?);
        }
        self.human = Player((self.human.0 + 1) % seats(self.game, &self.start));
        Ok(())
    }

    /// Writes the moves so far into a file.
    fn save(&self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return Ok(output::line("save needs a file name: save game.txt")?);
        }
        let names = names(&self.start, &self.played);
        // Moves of games with chance may hold spaces.
        let between = if self.game.has_payoffs() { ", " } else { " " };
        match std::fs::write(file, names.join(between) + "\n") {
            Ok(()) => output::line(format!("{} moves are in {file}.", names.len()))?,
            Err(error) => output::line(format!("Cannot write {file}: {error}."))?,
        }
        Ok(())
    }
}

/// What the machine thinks.
fn thoughts(answer: &Answer) -> String {
    format!("{}; line {}", answer.value_words(), answer.short_line(12))
}

fn refuse(line: &str, position: &Position) -> anyhow::Result<()> {
    let line = shorten(line, 60);
    if position.outcome().is_some() {
        return Ok(output::line(format!(
            "'{line}': the game is over; `new`, `undo` or `quit`."
        ))?);
    }
    let guess = suggest::phrase(&line, WORDS);
    let legal = legal(position);
    Ok(output::line(format!(
        "Illegal move: {line}. {guess}Legal: {legal}. `help` lists the commands."
    ))?)
}

/// The user's next line; `None` at the end of the input.
fn ask() -> anyhow::Result<Option<String>> {
    if std::io::stdin().is_terminal() {
        let mut out = anstream::stdout().lock();
        write!(out, "{BOLD}your move>{PLAIN} ")?;
        out.flush()?;
    }
    let mut line = String::new();
    let read = interrupt::waiting(|| std::io::stdin().lock().read_line(&mut line))?;
    Ok((read > 0).then_some(line))
}
