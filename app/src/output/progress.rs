//! Bars and spinners on stderr, where that is a terminal; they go away when dropped.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on stderr.
pub struct Meter(ProgressBar);

impl Meter {
    /// Counts up to a number of steps.
    pub fn new(doing: String, steps: u64) -> Meter {
        Meter(bar(
            steps,
            "{bar:30} {pos}/{len} {msg} {elapsed} (about {eta} left; Ctrl-C stops)",
        ))
        .with_message(doing)
    }

    /// Counts games, of which some were played before; [`Meter::say`] tells how they stand.
    pub fn of_games(games: u64, played: u64) -> Meter {
        let template =
            "{bar:30} {pos}/{len} games, {msg} {elapsed} (about {eta} left; Ctrl-C stops)";
        let bar = bar(games, template);
        bar.set_position(played);
        bar.reset_eta();
        Meter(bar)
    }

    fn with_message(self, text: String) -> Meter {
        self.0.set_message(text);
        self
    }

    /// This many steps are done.
    pub fn at(&self, steps: u64) {
        self.0.set_position(steps);
    }

    /// One step more.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// Says something beside the bar.
    pub fn say(&self, text: String) {
        self.0.set_message(text);
    }
}

fn bar(steps: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A spinner on stderr.
pub struct Spinner(ProgressBar);

impl Spinner {
    /// Spins until dropped.
    pub fn new(doing: String) -> Spinner {
        let bar = ProgressBar::new_spinner().with_message(doing);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed} (Ctrl-C stops)")
        {
            bar.set_style(style);
        }
        // The ticker is a thread: only where it is seen.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Spinner(bar)
    }

    /// Says something else beside the spinner.
    pub fn say(&self, text: String) {
        self.0.set_message(text);
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
