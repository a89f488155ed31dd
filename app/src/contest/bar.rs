//! The progress of a match, on stderr, where that is a terminal.

use gametree_arena::Standing;
use indicatif::{ProgressBar, ProgressStyle};

/// Shows how a match stands; goes away when dropped.
pub struct Bar(ProgressBar);

impl Bar {
    /// For so many games, of which some are played.
    pub fn new(games: usize, played: usize) -> Bar {
        let bar = ProgressBar::new(games as u64);
        let template =
            "{bar:30} {pos}/{len} games, {msg} {elapsed} (about {eta} left; Ctrl-C stops)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(played as u64);
        bar.reset_eta();
        Bar(bar)
    }

    /// One game more.
    pub fn show(&self, standing: &Standing) {
        self.0.set_message(words(standing));
        self.0.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// `+12 =3 -5, Elo +127 [+20, +260]`.
fn words(standing: &Standing) -> String {
    let tally = &standing.tally;
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(e) = &standing.estimate {
        text.push_str(&format!(
            ", Elo {:+.0} [{:+.0}, {:+.0}]",
            e.elo, e.low, e.high
        ));
    }
    if let Some(llr) = standing.llr {
        text.push_str(&format!(", LLR {llr:+.2}"));
    }
    text
}
