//! A search's program, and at which of its lines a step stands.

use crate::programs as text;
use crate::trace::{EventKind, Mover};

/// A search's program: the parts of an annotated text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    before: &'static str,
    own: &'static str,
}

impl Program {
    /// The program of a search by its name on the command line; `deepens` where it goes over the
    /// tree again and again.
    pub fn of(search: &str, deepens: bool) -> Program {
        let own = match search.split([':', ' ']).next().unwrap_or_default() {
            "minimax" => text::MINIMAX,
            "alphabeta" => text::ALPHA_BETA,
            "pvs" => text::PVS,
            "mtdf" => text::MTDF,
            "minmax" => text::MIN_MAX,
            "bestfirst" => text::BEST_FIRST,
            "pns" => text::PROOF_NUMBER,
            "dfpn" => text::DF_PN,
            "mcts" => text::MCTS,
            "ismcts" => text::ISMCTS,
            "retrograde" => text::RETROGRADE,
            "expectiminimax" => text::EXPECTIMINIMAX,
            "star1" | "star2" => text::STAR,
            "maxn" => text::MAXN,
            "paranoid" => text::PARANOID,
            "brs" => text::BEST_REPLY,
            "onpath" => text::ON_PATH,
            "pimc" => text::PIMC,
            "climb" => text::HILL_CLIMBING,
            _ => "",
        };
        let deepens = deepens && !own.is_empty() && !own.contains("@iteration");
        Program {
            before: if deepens { text::DEEPEN } else { "" },
            own,
        }
    }

    /// The line at which the result is handed out.
    pub fn result_line(self) -> Option<usize> {
        self.tagged("result")
    }

    /// Every line and the events that happen there.
    fn annotated(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let all = self.before.lines().chain(self.own.lines());
        all.map(|line| line.split_once("  @").unwrap_or((line, "")))
    }

    /// Its lines.
    pub fn lines(self) -> Vec<&'static str> {
        self.annotated().map(|(line, _)| line).collect()
    }

    /// The line at which an event happens, counted from 0: that of the first call, of the mover, or
    /// of all.
    pub fn line(self, kind: &EventKind, mover: Mover, root: bool) -> Option<usize> {
        let repetition = kind.is_repetition();
        let event = if repetition { "repeat" } else { kind.name() };
        let own = format!("{}.{event}", word(mover));
        let first = root.then(|| format!("root.{event}"));
        first
            .and_then(|first| self.tagged(&first))
            .or_else(|| self.tagged(&own))
            .or_else(|| self.tagged(event))
    }

    fn tagged(self, wanted: &str) -> Option<usize> {
        self.annotated()
            .position(|(_, all)| all.split(' ').any(|tag| tag == wanted))
    }
}

/// The mover's name in the programs.
fn word(mover: Mover) -> &'static str {
    match mover {
        Mover::Max => "max",
        Mover::Min => "min",
        Mover::Chance => "chance",
        Mover::Player(_) => "player",
    }
}

#[cfg(test)]
mod tests {
    use super::Program;
    use crate::trace::{EventKind, Mover};

    const LEAVE: EventKind = EventKind::Leave(gametree::Bound::Exact);
    const LEAF: EventKind = EventKind::Leaf {
        terminal: true,
        repeats: None,
    };
    const IMPROVE: EventKind = EventKind::Improve {
        child: None,
        sure: true,
    };

    fn at(program: Program, what: &EventKind, mover: Mover) -> &'static str {
        program.lines()[program.line(what, mover, false).unwrap()]
    }

    #[test]
    fn lines_point_at_the_words_they_mean() {
        for program in [
            Program::of("minimax", false),
            Program::of("alphabeta:depth=3", true),
        ] {
            let result = program.lines()[program.result_line().unwrap()];
            assert!(result.trim().starts_with("return the move"), "{result}");
            assert!(at(program, &EventKind::Enter, Mover::Max).starts_with("function MAX"));
            assert!(at(program, &EventKind::Enter, Mover::Min).starts_with("function MIN"));
            assert!(at(program, &LEAF, Mover::Min).contains("over"));
            assert!(at(program, &IMPROVE, Mover::Min).contains("min("));
            assert!(at(program, &IMPROVE, Mover::Max).contains("max("));
            assert_eq!(at(program, &LEAVE, Mover::Max).trim(), "return v");
            assert!(
                program.line(&LEAVE, Mover::Max, false) < program.line(&LEAVE, Mover::Min, false)
            );
        }
        for (name, what, mover, wanted) in [
            ("expectiminimax", LEAVE, Mover::Chance, "chance moves"),
            ("expectiminimax", IMPROVE, Mover::Min, "smallest"),
            ("star1:table=0", LEAVE, Mover::Chance, "return v"),
            (
                "star2",
                EventKind::TableHit(gametree::Bound::Lower),
                Mover::Chance,
                "table",
            ),
            ("maxn", LEAVE, Mover::Player(2), "best for p"),
            (
                "onpath",
                EventKind::Leaf {
                    terminal: true,
                    repeats: Some(2),
                },
                Mover::Max,
                "return ?",
            ),
            ("minmax:p=10", EventKind::Select(None), Mover::Max, "a(c)"),
            ("minmax", EventKind::Grow, Mover::Min, "successor"),
            ("minmax", EventKind::Backup(Vec::new()), Mover::Min, "M_p"),
            (
                "pns",
                EventKind::Backup(Vec::new()),
                Mover::Max,
                "least proof, disproof(f) ← sum",
            ),
            (
                "pns",
                EventKind::Backup(Vec::new()),
                Mover::Min,
                "sum of proofs",
            ),
            (
                "bestfirst",
                EventKind::Select(None),
                Mover::Max,
                "whose value c has",
            ),
            ("pvs", IMPROVE, Mover::Min, "α ← max"),
            ("dfpn", LEAVE, Mover::Max, "remember"),
        ] {
            assert!(
                at(Program::of(name, false), &what, mover).contains(wanted),
                "{name}"
            );
        }
    }

    #[test]
    fn the_first_call_and_new_passes_have_lines_of_their_own() {
        let mtdf = Program::of("mtdf", false);
        let line = |root| mtdf.lines()[mtdf.line(&EventKind::Enter, Mover::Max, root).unwrap()];
        assert!(line(true).contains("f ← VALUE") && line(false).starts_with("function VALUE"));
        let again = EventKind::Iteration { depth: 2 };
        assert!(mtdf.line(&again, Mover::Max, true).is_none());
        assert!(at(Program::of("mtdf", true), &again, Mover::Max).contains("for depth"));
        assert_eq!(
            Program::of("dfpn", true),
            Program::of("dfpn", false),
            "its passes are questions"
        );
        assert!(Program::of("random", true).lines().is_empty());
    }

    #[test]
    fn every_annotation_is_an_event() {
        let names = [
            "iteration",
            "enter",
            "leaf",
            "repeat",
            "table",
            "improve",
            "cutoff",
            "leave",
        ];
        let growing = ["grow", "select", "backup", "world", "result"];
        for name in [
            "minimax",
            "alphabeta",
            "pvs",
            "mtdf",
            "minmax",
            "bestfirst",
            "pns",
            "dfpn",
            "mcts",
            "ismcts",
            "retrograde",
            "expectiminimax",
            "star1",
            "maxn",
            "paranoid",
            "brs",
            "onpath",
            "pimc",
        ] {
            for (line, tags) in Program::of(name, true).annotated() {
                assert!(!line.contains('@') && line.trim_end() == line, "{line}");
                for tag in tags.split(' ').filter(|tag| !tag.is_empty()) {
                    let event = tag.split_once('.').map_or(tag, |(_, event)| event);
                    assert!(names.contains(&event) || growing.contains(&event), "{tag}");
                }
            }
        }
    }
}
