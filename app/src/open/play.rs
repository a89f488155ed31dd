//! `gametree play` for games with chance, several players or hidden cards.

use gametree::rng::Rng;
use gametree::{Limits, Player};
use gametree_arena::Referee;

use super::answer::{OpenAnswer, short};
use super::recipes::BoxedAdviser;
use super::seat::{OpenGame, OpenSeat};
use crate::args::PlayArgs;
use crate::commands::play::ask;
use crate::commands::search::{on_a_screen, or_default};
use crate::error::{Code, Problem};
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};
use crate::seat::legal;
use crate::suggest;

const HELP: &str = "  a move     plays it (`moves` lists the legal ones)
  moves      the legal moves
  hint       what the machine would play for you
  undo       takes your last move back, and what followed it
  board      draws the board again
  new        a new game, with other dice and cards
  save FILE  writes the moves so far, those of chance included; give them as POS to go on later
  quit       leaves";

const WORDS: [&str; 8] = [
    "moves", "hint", "undo", "board", "new", "save", "help", "quit",
];

/// Plays the game of a seat.
pub fn run<G: OpenGame>(
    seat: &OpenSeat<'_, G>,
    against: &str,
    args: &PlayArgs,
) -> anyhow::Result<Code> {
    let limits = or_default(&args.limits, seat.entry, true);
    let start = seat.position(args.at.position.as_deref())?;
    let human = human(args, start.players())?;
    let session = Session {
        adviser: seat.build(against, &limits, args.seed)?,
        rng: Rng::new(args.seed),
        played: Vec::new(),
        referee: Referee::of_payoffs(),
        seat,
        start,
        limits,
        human,
    };
    session.run(against)
}

/// Which player the user is.
fn human(args: &PlayArgs, players: u8) -> Result<Player, Problem> {
    let seat = args.seat.unwrap_or(if args.second { 2 } else { 1 });
    if seat == 0 || seat > players {
        return Err(
            Problem::usage(format!("--seat {seat}: there are {players} players"))
                .mend(format!("give a number from 1 to {players}")),
        );
    }
    Ok(Player(seat - 1))
}

/// A game in progress.
struct Session<'s, 'a, G: OpenGame> {
    seat: &'s OpenSeat<'a, G>,
    start: G,
    limits: Limits,
    adviser: BoxedAdviser<'a, G>,
    referee: Referee<G>,
    rng: Rng,
    human: Player,
    played: Vec<G::Move>,
}

/// What follows a line of the user's.
enum Next {
    GoOn,
    Leave,
}

impl<G: OpenGame> Session<'_, '_, G> {
    fn run(mut self, against: &str) -> anyhow::Result<Code> {
        let (own, all) = (self.human.0 + 1, self.start.players());
        output::line(format!(
            "You are player {own} of {all}, against {against}. `help` tells what you can type."
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

    fn position(&self) -> G {
        self.played
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

    /// What chance brings; told only where everybody sees it.
    fn chance(&mut self, position: &G, m: G::Move) -> anyhow::Result<()> {
        if !self.seat.entry.hidden {
            output::line(format!("{DIM}Chance: {}{PLAIN}", position.write_move(m)))?;
        }
        self.played.push(m);
        Ok(())
    }

    /// The machine's move; true where Ctrl-C ended its thinking.
    fn machine(&mut self, position: &G) -> anyhow::Result<bool> {
        let (answer, best) = self.think(position);
        if answer.interrupted() {
            return Ok(true);
        }
        let (Some(m), Some(name)) = (best, &answer.best) else {
            return Ok(false);
        };
        let who = position.turn().0 + 1;
        if self.seat.entry.secret_moves {
            output::line(format!("Player {who} has moved."))?;
        } else {
            output::line(format!("Player {who} plays {BOLD}{name}{PLAIN}."))?;
        }
        self.played.push(m);
        Ok(false)
    }

    fn think(&mut self, position: &G) -> (OpenAnswer, Option<G::Move>) {
        let spinner = Spinner::new("thinking".into());
        let advice = self.adviser.advise_any(position, &self.limits);
        drop(spinner);
        (OpenAnswer::new(position, &advice), advice.best())
    }

    /// The board as the user may see it and, at the end, what everybody gets.
    fn draw(&self) -> anyhow::Result<()> {
        let position = self.position();
        output::line(format!(
            "\n{}\n",
            on_a_screen(&(self.seat.shown)(&position, self.human))
        ))?;
        if position.outcome().is_some() {
            let payoff = |p| format!("player {} {}", p + 1, short(position.payoff(Player(p))));
            let all: Vec<String> = (0..position.players()).map(payoff).collect();
            let own = short(position.payoff(self.human));
            output::line(format!(
                "{BOLD}The game is over: you get {own}.{PLAIN} ({}) `new` starts again, `quit` leaves.",
                all.join(", ")
            ))?;
        }
        Ok(())
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
            "moves" if position.outcome().is_some() => output::line("none: the game is over")?,
            "moves" => output::line(legal(&position))?,
            "board" => self.draw()?,
            "hint" => self.hint(&position)?,
            "undo" => self.undo()?,
            "new" => {
                self.played.clear();
                self.draw()?;
            }
            "save" => self.save(rest.trim())?,
            _ => refuse(line, &position)?,
        }
        Ok(Next::GoOn)
    }

    fn hint(&mut self, position: &G) -> anyhow::Result<()> {
        if position.outcome().is_some() {
            return Ok(output::line("The game is over.")?);
        }
        let (answer, _) = self.think(position);
        let best = answer.best.as_deref().unwrap_or("");
        Ok(output::line(format!(
            "Try {BOLD}{best}{PLAIN}: {}",
            answer.moves_words(5)
        ))?)
    }

    /// Back to the last position where the user had to move.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mine = |length: &usize| {
            let before = self.played[..*length]
                .iter()
                .fold(self.start.clone(), |p, &m| p.after(m));
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
        match std::fs::write(file, names.join(", ") + "\n") {
            Ok(()) => output::line(format!("{} moves are in {file}.", names.len()))?,
            Err(error) => output::line(format!("Cannot write {file}: {error}."))?,
        }
        Ok(())
    }
}

fn refuse<G: OpenGame>(line: &str, position: &G) -> anyhow::Result<()> {
    let line = output::shorten(line, 60);
    if position.outcome().is_some() {
        return Ok(output::line(format!(
            "'{line}': the game is over; `new`, `undo` or `quit`."
        ))?);
    }
    let guess = suggest::phrase(&line, WORDS);
    let legal = legal(position);
    Ok(output::line(format!(
        "'{line}' is not a legal move. {guess}Legal: {legal}. `help` tells more."
    ))?)
}
