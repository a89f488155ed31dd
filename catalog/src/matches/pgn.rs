//! Games of chess matches as PGN: the moves of the opening, then every move with its value and its
//! time, as `[%eval 0.31,12] [%emt 0:00:00.052]`.

use gametree::erased::ErasedMove;
use gametree::{Game, Notation, Verdict};
use gametree_arena::{GameRecord, MoveStats, Points, Reason, Side, TableRecord, TimeControl};
use gametree_chess::Chess;
use gametree_chess::pgn::{PgnEval, PgnGame, PgnScore};
use gametree_chess::shakmaty::{Color, KnownOutcome, Outcome};

use crate::game::AnyGame;
use crate::knowledge::Position;
use crate::opponents::uci;

/// Whether games of this game can be written.
pub fn is_chess(game: &AnyGame) -> bool {
    game.start().downcast_ref::<Chess>().is_some()
}

/// What all games of an event have in common.
pub struct Event<'a> {
    /// Its game.
    pub game: &'a AnyGame,
    /// Its name.
    pub name: &'a str,
    /// Its players, as users name them.
    pub players: &'a [String],
    /// Its clock.
    pub clock: Option<TimeControl>,
}

/// A game as matches and tournaments have it.
struct Played<'a> {
    round: String,
    opening: &'a str,
    moves: &'a [String],
    stats: &'a [MoveStats],
    reason: &'a Reason,
    /// The players of White and Black, by number.
    seats: [usize; 2],
    result: KnownOutcome,
}

impl Event<'_> {
    /// The games of a match.
    pub fn of_match(&self, games: &[GameRecord]) -> String {
        let played = games.iter().map(|game| Played {
            round: format!("{}.{}", game.number / 2 + 1, game.number % 2 + 1),
            opening: &game.opening,
            moves: &game.moves,
            stats: &game.stats,
            reason: &game.reason,
            seats: if game.first == Side::A {
                [0, 1]
            } else {
                [1, 0]
            },
            result: result(game),
        });
        self.write(played)
    }

    /// The games of a tournament.
    pub fn of_tournament(&self, games: &[TableRecord]) -> String {
        let played = games.iter().filter_map(|game| {
            let &[white, black] = &game.seats[..] else {
                return None;
            };
            let decisive = |winner| KnownOutcome::Decisive { winner };
            let result = match game.ranks[0].cmp(&game.ranks[1]) {
                std::cmp::Ordering::Less => decisive(Color::White),
                std::cmp::Ordering::Equal => KnownOutcome::Draw,
                std::cmp::Ordering::Greater => decisive(Color::Black),
            };
            Some(Played {
                round: (game.number + 1).to_string(),
                opening: &game.opening,
                moves: &game.moves,
                stats: &game.stats,
                reason: &game.reason,
                seats: [white, black],
                result,
            })
        });
        self.write(played)
    }

    fn write<'p>(&self, games: impl Iterator<Item = Played<'p>>) -> String {
        let texts = games.filter_map(|played| self.game(&played));
        texts.map(|game| game.to_string() + "\n").collect()
    }

    /// `None` where the opening cannot be read: then the record is not one of this game.
    fn game(&self, played: &Played<'_>) -> Option<PgnGame> {
        let Opened { start, line } = Opened::read(self.game, played.opening)?;
        let mut game = PgnGame::new(start.clone());
        self.set_headers(&mut game, played);
        let mut position = start;
        let mut at = PgnGame::START;
        for m in line {
            at = game.add(at, m.typed::<Chess>());
            position.play(m.typed::<Chess>());
        }
        for (number, word) in played.moves.iter().enumerate() {
            let m = position.read_move(word)?;
            at = game.add(at, m);
            position.play(m);
            if let Some(stats) = played.stats.get(number) {
                game.set_eval(at, evaluation(stats));
                game.comment(at, &format!("[%emt {}]", elapsed(stats.seconds)));
            }
        }
        if *played.reason != Reason::Rules {
            game.comment(at, &played.reason.to_string());
        }
        game.result = Outcome::Known(played.result);
        Some(game)
    }

    fn set_headers(&self, game: &mut PgnGame, played: &Played<'_>) {
        let [white, black] = played.seats.map(|seat| self.name_of(seat));
        let plies = played.moves.len().to_string();
        let headers = [
            ("Event", self.name),
            ("Site", "gametree"),
            ("Round", &played.round),
            ("White", &white),
            ("Black", &black),
            ("PlyCount", &plies),
            ("Termination", termination(played.reason)),
        ];
        headers
            .iter()
            .for_each(|(name, value)| game.set_header(name, value));
        if let Some(clock) = self.clock {
            let TimeControl {
                base, increment, ..
            } = clock;
            let text = format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64());
            game.set_header("TimeControl", &text);
        }
    }

    /// A name that no other player has.
    fn name_of(&self, seat: usize) -> String {
        let player = &self.players[seat];
        let name = uci::command(player).unwrap_or(player);
        let namesakes = self.players.iter().filter(|other| *other == player);
        if namesakes.count() > 1 {
            format!("{name} ({})", seat + 1)
        } else {
            name.to_string()
        }
    }
}

/// Where a game began: its opening as moves where they are known.
struct Opened {
    start: Chess,
    line: Vec<ErasedMove>,
}

impl Opened {
    fn read(game: &AnyGame, opening: &str) -> Option<Opened> {
        let start: Position = game.start();
        let mut position = start.clone();
        let mut line = Vec::new();
        for word in opening.split_whitespace() {
            let Some(m) = position.read_move(word) else {
                let position = game.position(Some(opening)).ok()?;
                return Some(Opened {
                    start: position.downcast_ref::<Chess>()?.clone(),
                    line: Vec::new(),
                });
            };
            line.push(m);
            position.play(m);
        }
        let start = start.downcast_ref::<Chess>()?.clone();
        Some(Opened { start, line })
    }
}

fn result(game: &GameRecord) -> KnownOutcome {
    let winner = match (game.result, game.first) {
        (Points::Draw, _) => return KnownOutcome::Draw,
        (Points::Win, Side::A) | (Points::Loss, Side::B) => Color::White,
        (Points::Loss, Side::A) | (Points::Win, Side::B) => Color::Black,
    };
    KnownOutcome::Decisive { winner }
}

/// The words of the PGN standard.
fn termination(reason: &Reason) -> &'static str {
    match reason {
        Reason::Rules => "normal",
        Reason::MaxPlies | Reason::BothProven | Reason::Score | Reason::Tablebases => {
            "adjudication"
        }
        Reason::Time => "time forfeit",
        Reason::IllegalMove(_) => "rules infraction",
        Reason::Failed(_) => "abandoned",
    }
}

fn evaluation(stats: &MoveStats) -> Option<PgnEval> {
    let moves = |plies: u32| i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
    let score = match stats.score()?.verdict() {
        Verdict::Points(points) => PgnScore::Centipawns(points),
        Verdict::Win(plies) => PgnScore::Mate(moves(plies)),
        Verdict::Loss(plies) => PgnScore::Mate(-moves(plies)),
    };
    Some(PgnEval {
        score,
        depth: stats.depth,
    })
}

/// `0:00:01.250`.
fn elapsed(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    let (hours, minutes) = (whole / 3600, whole / 60 % 60);
    format!(
        "{hours}:{minutes:02}:{:06.3}",
        seconds - (whole / 60 * 60) as f64
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_standard_has_them() {
        assert_eq!(elapsed(0.0524), "0:00:00.052");
        assert_eq!(elapsed(3725.5), "1:02:05.500");
    }
}
