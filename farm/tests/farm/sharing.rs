//! Workers share the work: none waits while there is a task for it.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gametree_farm::worker::Wish;

use crate::broker::Broker;
use crate::crew::{Crew, Manner, coordinator, grown, settings, until};
use gametree::Analyst;

/// Measures, and asserts nothing about time: `cargo test -p gametree-farm --test farm -- --ignored
/// --nocapture share_of_the_time` prints how busy two engines are.
#[test]
#[ignore = "a measurement"]
fn share_of_the_time_that_two_engines_search() {
    let Some(broker) = Broker::start() else {
        return;
    };
    for share in [0.0, 0.01] {
        let node = Duration::from_micros(500);
        let crew = Crew::start(&broker.worker(), &[Manner::Paced(node); 2]);
        let orders = crew.orders();
        let mut settings = settings("busy");
        settings.check_share = share;
        let mut coordinator = coordinator(&broker.coordinator(), settings);
        until(|| coordinator.workers().len() == 2);
        let started = Instant::now();
        grown(8, 300, &mut coordinator, |_| ());
        let elapsed = started.elapsed().as_secs_f64();
        let busy = orders.busy.load(Ordering::SeqCst) as f64 / 1e6;
        eprintln!(
            "check {share}: {elapsed:.1} s, {busy:.1} s searched: {:.1} % of two engines",
            50.0 * busy / elapsed
        );
        crew.end(Wish::Drain);
    }
}
