//! Searches for several players.

use gametree::Prospect;
use gametree::best_reply::{BestReply, Greedy};
use gametree::deepened::Deepened;
use gametree::maxn::Maxn;
use gametree::paranoid::Paranoid;

use super::{BoxedAdviser, Recipe};
use crate::open::seat::OpenGame;
use crate::searches::About;
use crate::spec::Opt;

pub const MAXN: About = About {
    name: "maxn",
    paper: "Luckhardt and Irani 1986; shallow pruning: Korf 1991",
    does: "everybody takes the move that is best for himself: a value for each player",
    fits: "three or more players, teaching",
    options: &[
        DEEPENING,
        Opt {
            key: "pruning",
            default: "on",
            about: "shallow pruning, where the sum of payoffs is known",
        },
    ],
};

pub const PARANOID: About = About {
    name: "paranoid",
    paper: "Sturtevant and Korf 2000",
    does: "all others play together against the mover: alpha-beta works again",
    fits: "three or more players, deep search",
    options: &[DEEPENING],
};

pub const BRS: About = About {
    name: "brs",
    paper: "Schadd and Winands 2011; Esser, Gras, Winands, Schadd and Lanctot 2013",
    does: "only the opponent with the strongest reply chooses, the others move as usual (BRS+)",
    fits: "three or more players, deeper still",
    options: &[DEEPENING],
};

const DEEPENING: Opt = Opt {
    key: "deepening",
    default: "auto",
    about: "depth 1, 2, 3, …: on, off, or auto",
};

/// For any number of players.
pub fn of_many<'a, G, E>(prospect: E) -> Vec<Recipe<'a, G>>
where
    G: OpenGame + 'a,
    E: Prospect<G> + Clone + Sync + 'a,
{
    let (one, two, three) = (prospect.clone(), prospect.clone(), prospect);
    vec![
        Recipe::new(PARANOID, move |settings| {
            let search = Paranoid {
                prospect: one.clone(),
            };
            let deepen = settings.deepening(false)?;
            Ok(if deepen {
                Box::new(Deepened::new(search))
            } else {
                Box::new(search) as BoxedAdviser<'a, G>
            })
        }),
        Recipe::new(MAXN, move |settings| {
            let search = Maxn {
                pruning: settings.switch("pruning")?,
                ..Maxn::new(two.clone())
            };
            let deepen = settings.deepening(false)?;
            Ok(if deepen {
                Box::new(Deepened::new(search))
            } else {
                Box::new(search) as BoxedAdviser<'a, G>
            })
        }),
        Recipe::new(BRS, move |settings| {
            let search = BestReply {
                prospect: three.clone(),
                habit: Greedy(three.clone()),
            };
            let deepen = settings.deepening(false)?;
            Ok(if deepen {
                Box::new(Deepened::new(search))
            } else {
                Box::new(search) as BoxedAdviser<'a, G>
            })
        }),
    ]
}
