//! What every number means: one source for the pages, the command line and the book.

use serde::Serialize;
use utoipa::ToSchema;

/// A word of the tables and pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Term {
    /// What links call it by.
    pub id: &'static str,
    /// As tables write it.
    pub title: &'static str,
    /// Where it is met: `analysis`, `search`, `match` or `learning`.
    pub topic: &'static str,
    /// What it means, in one to four sentences.
    pub text: &'static str,
}

const fn term(
    id: &'static str,
    title: &'static str,
    topic: &'static str,
    text: &'static str,
) -> Term {
    Term {
        id,
        title,
        topic,
        text,
    }
}

/// What every number means.
pub const TERMS: &[Term] = &[
    term(
        "view",
        "Point of view",
        "analysis",
        "Values are stored as White's (the first player's), and shown so unless you choose another point of view: the side to move, or your own side. Plus is good for the one whose view it is.",
    ),
    term(
        "eval",
        "Eval",
        "analysis",
        "What a move or position is worth after everything the project knows: the best line of the whole graph, not one engine's guess. In chess in pawns, #5 is mate in 5 moves.",
    ),
    term(
        "direct",
        "Direct",
        "analysis",
        "The engine's own score of that very position, with the depth (d) it reached. It is never mixed with Eval: where the two differ by more than 0.30, the mark ≠ says that engine and tree disagree, a good place to look.",
    ),
    term(
        "wdl",
        "W/D/L",
        "analysis",
        "Wins, draws and losses, in percent, as the engine reports them with its own score (Direct). They show how drawish a position is. Nothing is computed from them; engines that do not report them leave the column empty.",
    ),
    term(
        "win",
        "Chance",
        "analysis",
        "A value as the first player's chance to score, from 0 to 100 %. In chess 50 + 50·(2/(1+e^(−0.00368208·centipawns)) − 1), the curve that Lichess fitted to games.",
    ),
    term(
        "delta",
        "Δwin",
        "analysis",
        "The chance that a move gives away against the best one, in points of a hundred. Below 2 it is good, to 5 playable, to 10 doubtful (?!), to 15 a mistake (?), above that a blunder (??).",
    ),
    term(
        "loss",
        "Loss",
        "analysis",
        "How much worse than the best a move is, in hundredths of a pawn on a bounded scale: from +9 to +7 hardly matters, from +1 to −1 does.",
    ),
    term(
        "penalty",
        "Penalty",
        "analysis",
        "The cost of the cheapest way from here through a move to the next task: in plies, and in nats by Rivest's rule. Every move costs a ply and what it loses; engines always look where the sum is least. So a small penalty means: soon.",
    ),
    term(
        "cost",
        "Cost",
        "analysis",
        "What choosing one move costs. By the drop-out rule a loss of this many centipawns (30 unless set otherwise) costs as much as a ply, and costs are counted in plies; by Rivest's rule a cost is −ln of the derivative of the generalized mean, in nats.",
    ),
    term(
        "weights",
        "Weights",
        "analysis",
        "What spares a move a part of its cost, so that it is searched although it looks bad at first: it gives check; it attacks squares round the enemy king that its piece did not attack before (attack: three squares count in full); a pawn comes near its last rank, more so where no enemy pawn can stop it (march); it takes and loses no material on that square (exchange); it makes a queen (promotion); two engines differ about the position behind it (disagreement), or one engine's values of it have differed (spread), in full from the loss that costs a ply. Each weight is the part of the cost that it spares in full strength, from 0 to 0.75; together they spare at most 0.75. By Rivest's rule nothing is spared.",
    ),
    term(
        "share",
        "Share",
        "analysis",
        "How much of a position hangs on a move: all moves together, with those not searched yet, have 100 %. Shares multiply along a line, so the share of a position is its influence on the root.",
    ),
    term(
        "state",
        "State",
        "analysis",
        "open: the value comes from its moves. searched: from its own search. asked: an engine is at work on it. new: not searched yet. decided, ended: certain. excluded: you do not want it. failed: a task about it failed and waits for you.",
    ),
    term(
        "rest",
        "Other moves",
        "analysis",
        "The legal moves that are not in the graph, as one row: an engine has searched all of them together and found this to be the best. When it matters, the best of them comes into the graph.",
    ),
    term(
        "nodes",
        "Nodes",
        "analysis",
        "Positions that engines searched for a score. The graph's own positions are counted as positions.",
    ),
    term(
        "depth",
        "Depth",
        "analysis",
        "How many plies deep the engine says that it searched.",
    ),
    term(
        "transposition",
        "Transposition",
        "analysis",
        "Another order of moves leads to the same position. It is one position in the graph, analysed once, and stands once in the outline and on the map; elsewhere ↺ points to it.",
    ),
    term(
        "repetition",
        "Repetition",
        "analysis",
        "A line that comes back to an earlier position of its own is worth a draw, exactly; ⟳ marks it. Only the position counts, not how often it stood on the board in the game.",
    ),
    term(
        "boost",
        "Boost",
        "analysis",
        "This many of a hundred tasks go to what lies below a position, whatever its penalty. 100 is a focus: nothing else is searched.",
    ),
    term(
        "damp",
        "Damp",
        "analysis",
        "Every way into a position costs this many plies more, so it is searched less, and still counts.",
    ),
    term(
        "exclude",
        "Exclude",
        "analysis",
        "A move that you do not want to see: it does not count for the value, and it is not searched, until you include it again. Nothing is forgotten.",
    ),
    term(
        "watch",
        "Watch",
        "analysis",
        "A rule for a position: tell me when its value moves by a given amount, rises above or falls below a value, or its best move changes. What came true stands under 'what changed'.",
    ),
    term(
        "window",
        "Window",
        "analysis",
        "How many tasks are open at once. It is part of the project, so that the graph does not depend on how fast engines are, nor on how many work within it. More engines than this widen it, unless the project is reproducible.",
    ),
    term(
        "map",
        "Map",
        "analysis",
        "Every position is a box as wide as its share of the one at the top, its moves stand below it, best first. What is narrower than a pixel is left out: that is a cut by penalty.",
    ),
    term(
        "minimax",
        "Minimax",
        "search",
        "The value of a position when both sides play perfectly: the largest of the moves' values where MAX is to move, the smallest where MIN is, and at the end the result. Plain minimax visits the whole tree, b^m leaves with b moves and m plies.",
    ),
    term(
        "evaluation",
        "Evaluation function",
        "search",
        "What a position is worth before it is searched: Eval(s) = w₁·f₁(s) + w₂·f₂(s) + …, features f that are counted and weights w. A search uses it where its depth ends. `gametree features` shows f, w and the sum.",
    ),
    term(
        "horizon",
        "Horizon",
        "search",
        "Where the depth is used up. What lies beyond it is not seen, so a search may push a loss behind it with moves that only delay: the horizon effect.",
    ),
    term(
        "quiescence",
        "Quiescence",
        "search",
        "At the horizon noisy moves, such as captures, are still followed until the position is quiet, because the evaluation function is reliable only there.",
    ),
    term(
        "singular",
        "Singular extension",
        "search",
        "A move that is clearly better than all others at a node is searched a ply deeper, because everything hangs on it. Remembered, it is also tried at the horizon where it is legal.",
    ),
    term(
        "expectiminimax",
        "Expectiminimax",
        "search",
        "Minimax with dice: where chance moves, a position is worth the mean of what can come out, weighed by the probabilities.",
    ),
    term(
        "tip",
        "Tip",
        "search",
        "A node of a growing tree that has no successors in memory yet. A best-first search expands one tip at a time; the min/max approximation takes the one on which the root's value depends most.",
    ),
    term(
        "strategy",
        "Strategy",
        "search",
        "A move for every position that can come up, whatever the opponent does. In a tree of MAX and MIN it is a subtree with one move at every node of its player and all moves at the other's.",
    ),
    term(
        "p",
        "p",
        "search",
        "The exponent of the generalized mean that stands for max (and −p for min). The larger it is, the more the mean is like max, and the more only the best line is grown.",
    ),
    term(
        "soft",
        "ṽ",
        "search",
        "The value of a position by generalized means instead of max and min (Rivest 1987): a smooth function of all tips, so that it has derivatives.",
    ),
    term(
        "weight",
        "w(c)",
        "search",
        "The cost of an edge in the min/max approximation: −ln ∂ṽ(parent)/∂ṽ(c). The sum along the way to a tip is its penalty; the tip with the least penalty is grown.",
    ),
    term(
        "alpha",
        "α, β",
        "search",
        "What the first player has for certain elsewhere (α), and what the second can hold them to (β). A position outside of these bounds cannot matter, so the rest of its moves is cut off.",
    ),
    term(
        "cutoff",
        "Cut-off",
        "search",
        "The remaining moves of a position are left out, because one of them already shows that the position will not be played.",
    ),
    term(
        "vector",
        "⟨a, b, c⟩",
        "search",
        "With three or more players a value is a number for each of them; whoever moves takes the move that is best for themselves (max^n).",
    ),
    term(
        "world",
        "World",
        "search",
        "One way in which the hidden cards may lie. A search of worlds solves many of them as if nothing were hidden, and takes the move that is best on average.",
    ),
    term(
        "elo",
        "Elo",
        "match",
        "How much stronger A is than B: 0 is equal, +100 scores about 64 %. Always with its 95 % interval; if that holds 0, nothing is shown yet.",
    ),
    term(
        "nelo",
        "nElo",
        "match",
        "Elo in units of the spread of a pair of games: it does not depend on how many games are drawn, and says how many games a test needs.",
    ),
    term(
        "los",
        "LOS",
        "match",
        "The likelihood of superiority: how probable it is that A is the stronger one, given these games and no other knowledge.",
    ),
    term(
        "llr",
        "LLR",
        "match",
        "The log-likelihood ratio of a sequential test: how much more probable the games are if A is stronger by elo1 than if by elo0. At the upper bound H1 is accepted, at the lower one H0; in between nothing is decided, however it looks.",
    ),
    term(
        "pentanomial",
        "Pentanomial",
        "match",
        "Pairs of games with the same opening and colours swapped, counted by their result together: 0, ½, 1, 1½ or 2 points for A. Openings that favour a colour cancel out in a pair.",
    ),
    term(
        "calls",
        "Calls of the move operator",
        "match",
        "How often a search asked for the position after a move: the measure by which Rivest compared searches in 1987, beside processor time.",
    ),
];

/// A term by its name or title.
#[must_use]
pub fn find(name: &str) -> Option<&'static Term> {
    TERMS
        .iter()
        .find(|term| term.id == name || term.title.eq_ignore_ascii_case(name))
}

/// The terms as a page of the book.
#[must_use]
pub fn book() -> String {
    let mut page = String::from(
        "# What every number means\n\nThe same words as on the pages (`/help`) and of `gametree glossary`.\n",
    );
    for (topic, title) in [
        ("analysis", "Analysis"),
        ("search", "Searches"),
        ("match", "Matches"),
    ] {
        page.push_str(&format!("\n## {title}\n"));
        for term in TERMS.iter().filter(|term| term.topic == topic) {
            page.push_str(&format!(
                "\n**{}** (`{}`): {}\n",
                term.title, term.id, term.text
            ));
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_texts_are_sentences() {
        let mut ids: Vec<&str> = TERMS.iter().map(|term| term.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), TERMS.len());
        for term in TERMS {
            assert!(
                term.text.ends_with('.') && term.text.len() > 40,
                "{}",
                term.id
            );
            assert!(
                book().contains(term.text),
                "{} has a topic that the book leaves out",
                term.id
            );
        }
    }

    /// The book is written from the same source: `GAMETREE_WRITE=1 cargo test -p gametree-web`
    /// writes it anew.
    #[test]
    fn the_book_says_the_same() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src/numbers.md");
        if std::env::var_os("GAMETREE_WRITE").is_some() {
            std::fs::write(path, book()).expect("the book can be written");
        }
        assert_eq!(
            std::fs::read_to_string(path).unwrap_or_default(),
            book(),
            "numbers.md is not up to date"
        );
    }
}
