//! `gametree play`: a game against a search, in the terminal or from a script.

use std::io::{BufRead, IsTerminal, Write};

use gametree::erased::ErasedMove;
use gametree::{Game, Limits, Player, Stop};
use gametree_catalog::format::shorten;
use gametree_catalog::game::legal;
use gametree_catalog::play_session::PlaySession;
use gametree_catalog::{Answer, BuiltSearch, Conditions, Position, suggest};

use crate::args::PlayArgs;
use crate::error::{CliError, Code};
use crate::interrupt;
use crate::limits::or_default;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner, on_a_screen};

const HELP: &str = "  a move     plays it (`moves` lists the legal ones)
  moves      the legal moves
  hint       what the computer would play for you
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
    let on = Conditions {
        seed: args.seed,
        limits: granted.asked,
    };
    let search = game.build(against, &on)?;
    let mut session = PlaySession::new(game, args.at.position.as_deref(), args.seed)?;
    session.human = human(args, session.seats())?;
    let terminal = Terminal {
        session,
        search,
        limits: granted.limits,
    };
    terminal.run(against)
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

/// A game in progress, on a terminal.
struct Terminal {
    session: PlaySession,
    search: BuiltSearch,
    limits: Limits,
}

/// What follows a line of the user's.
enum Next {
    GoOn,
    Leave,
}

impl Terminal {
    fn run(mut self, against: &str) -> anyhow::Result<Code> {
        output::line(format!(
            "You {}, against {against}. `help` lists the commands.",
            self.seat_words()
        ))?;
        self.tell_chance(0)?;
        self.draw()?;
        loop {
            if self.let_search_move()? {
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
        let human = self.session.human;
        if self.session.game.has_payoffs() {
            return format!("are player {} of {}", human.0 + 1, self.session.seats());
        }
        let side = if human == Player::FIRST {
            "first"
        } else {
            "second"
        };
        format!("play {side}")
    }

    /// The search moves until the user has to, or the game is over; true where Ctrl-C ended it.
    fn let_search_move(&mut self) -> anyhow::Result<bool> {
        let moved = self.session.waits_for_search();
        while self.session.waits_for_search() {
            if self.search_moves()? {
                return Ok(true);
            }
        }
        if moved {
            self.draw()?;
        }
        Ok(false)
    }

    /// What chance brought after some of the moves; told only where everything is seen.
    fn tell_chance(&self, from: usize) -> anyhow::Result<()> {
        if self.session.game.info().hidden {
            return Ok(());
        }
        let rolled = self.session.played[from..].iter();
        for played in rolled.filter(|played| played.by.is_none()) {
            output::line(format!("{DIM}Chance: {}{PLAIN}", played.name))?;
        }
        Ok(())
    }

    /// The search's move; true where Ctrl-C ended its thinking.
    fn search_moves(&mut self) -> anyhow::Result<bool> {
        let (answer, best) = self.think();
        let (Some(m), Some(name)) = (best, &answer.best) else {
            return Ok(true);
        };
        if answer.interrupted() {
            return Ok(true);
        }
        let game = &self.session.game;
        let who = match game.has_payoffs() {
            true => format!("Player {}", self.session.position.turn().0 + 1),
            false => "The computer".into(),
        };
        if game.info().secret_moves {
            output::line(format!("{who} has moved."))?;
        } else {
            output::line(format!("{who} plays {BOLD}{name}{PLAIN}."))?;
        }
        if !game.has_payoffs() {
            output::line(format!("{DIM}  {}{PLAIN}", thoughts(&answer)))?;
        }
        let before = self.session.played.len();
        self.session.play(m);
        self.tell_chance(before)?;
        Ok(false)
    }

    fn think(&mut self) -> (Answer, Option<ErasedMove>) {
        let spinner = Spinner::new("thinking".into());
        let position = &self.session.position;
        let found = self.search.search(position, &self.limits);
        drop(spinner);
        debug_assert!(found.best().is_some() || found.stop() == Stop::Asked);
        (self.search.answer(position, &found), found.best())
    }

    /// The board as the user may see it and, at the end, the result.
    fn draw(&self) -> anyhow::Result<()> {
        let session = &self.session;
        let board = on_a_screen(&session.game.board(&session.position, session.human));
        output::line(format!("\n{board}\n"))?;
        if let Some(result) = session.result() {
            output::line(format!(
                "{BOLD}{result}{PLAIN} `new` starts again, `quit` leaves."
            ))?;
        }
        Ok(())
    }

    /// A move, or a word.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let before = self.session.played.len();
        if self.session.read(line) {
            self.tell_chance(before)?;
            self.draw()?;
            return Ok(Next::GoOn);
        }
        let over = self.session.position.outcome().is_some();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => output::line(HELP)?,
            "moves" if over => output::line("none: the game is over")?,
            "moves" => output::line(legal(&self.session.position))?,
            "board" => self.draw()?,
            "hint" if over => output::line("The game is over.")?,
            "hint" => self.hint()?,
            "undo" if self.session.undo() => self.draw()?,
            "undo" => output::line("There is no move of yours to take back.")?,
            "new" => {
                self.session.restart();
                self.tell_chance(0)?;
                self.draw()?;
            }
            "swap" if self.session.game.info().hidden => {
                output::line("The other hands are hidden.")?;
            }
            "swap" => self.session.swap(),
            "save" => self.save(rest.trim())?,
            _ => refuse(line, &self.session.position)?,
        }
        Ok(Next::GoOn)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let (answer, _) = self.think();
        let best = answer.best.as_deref().unwrap_or("");
        let why = if self.session.game.has_payoffs() {
            answer.moves_words(5)
        } else {
            thoughts(&answer)
        };
        Ok(output::line(format!("Try {BOLD}{best}{PLAIN}: {why}"))?)
    }

    /// Writes the moves so far into a file.
    fn save(&self, file: &str) -> anyhow::Result<()> {
        if file.is_empty() {
            return Ok(output::line("save needs a file name: save game.txt")?);
        }
        let played = self.session.played.iter();
        let names: Vec<&str> = played.map(|played| played.name.as_str()).collect();
        // Moves of games with chance may hold spaces.
        let between = match self.session.game.has_payoffs() {
            true => ", ",
            false => " ",
        };
        match std::fs::write(file, names.join(between) + "\n") {
            Ok(()) => output::line(format!("{} moves are in {file}.", names.len()))?,
            Err(error) => output::line(format!("Cannot write {file}: {error}."))?,
        }
        Ok(())
    }
}

/// What the search thinks.
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
