//! Searches for several players.

use gametree::best_reply::{BestReply, Greedy};
use gametree::erased::Own;
use gametree::maxn::Maxn;
use gametree::paranoid::Paranoid;

use super::chance::deepened;
use super::options::DEEPENING;
use crate::info::{SearchInfo, SearchOption};
use crate::payoff::Recipe;

/// `maxn`.
pub static MAXN: SearchInfo = SearchInfo {
    name: "maxn",
    paper: "Luckhardt and Irani 1986; shallow pruning: Korf 1991",
    does: "every player takes the move that is best for them: a value for each",
    fits: "three or more players, teaching",
    options: &[
        DEEPENING,
        SearchOption::new(
            "pruning",
            "on",
            "shallow pruning, where the sum of payoffs is known",
        ),
    ],
};

/// `paranoid`.
pub static PARANOID: SearchInfo = SearchInfo {
    name: "paranoid",
    paper: "Sturtevant and Korf 2000",
    does: "all others play together against the mover: alpha-beta works again",
    fits: "three or more players, deep search",
    options: &[DEEPENING],
};

/// `brs`.
pub static BRS: SearchInfo = SearchInfo {
    name: "brs",
    paper: "Schadd and Winands 2011; Esser, Gras, Winands, Schadd and Lanctot 2013",
    does: "only the opponent with the strongest reply chooses, the others move as usual (BRS+)",
    fits: "three or more players, deeper still",
    options: &[DEEPENING],
};

/// For any number of players.
pub fn of_many() -> Vec<Recipe> {
    vec![
        Recipe::new(&PARANOID, |settings| {
            deepened(settings, Paranoid { evaluator: Own })
        }),
        Recipe::new(&MAXN, |settings| {
            let search = Maxn {
                pruning: settings.switch("pruning")?,
                ..Maxn::new(Own)
            };
            deepened(settings, search)
        }),
        Recipe::new(&BRS, |settings| {
            let search = BestReply {
                evaluator: Own,
                habit: Greedy(Own),
            };
            deepened(settings, search)
        }),
    ]
}
