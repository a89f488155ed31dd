//! A network that carries nothing for a while: connections stay open, and no byte arrives.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gametree::Analyst;
use gametree_farm::BrokerAddress;
use gametree_farm::worker::Wish;

use crate::broker::Broker;
use crate::crew::{Crew, Manner, coordinator, expected, grown, next, question, settings, until};

/// A way to the broker that can be cut.
struct Wire {
    address: SocketAddr,
    cut: Arc<AtomicBool>,
}

impl Wire {
    fn to(broker: SocketAddr) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let cut = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&cut);
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(broker) else {
                    continue;
                };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let ends = (from.try_clone(), to.try_clone());
                    let cut = Arc::clone(&shared);
                    if let (Ok(from), Ok(to)) = ends {
                        std::thread::spawn(move || carry(from, to, &cut));
                    }
                }
            }
        });
        Wire { address, cut }
    }

    fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    fn mend(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }

    /// The same broker, by this way.
    fn by_way(&self, address: &BrokerAddress) -> BrokerAddress {
        let (access, _) = address.url.rsplit_once('@').expect("a token");
        BrokerAddress::new(&format!("{access}@{}", self.address))
    }
}

/// Carries bytes from one side to the other, except while the wire is cut.
fn carry(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        while cut.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

#[test]
fn a_worker_behind_a_cut_wire_counts_once() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let wire = Wire::to(broker.listen());
    let far = Crew::start(
        &wire.by_way(&broker.worker()),
        &[Manner::Sleepy(Duration::from_millis(500))],
    );
    let mut coordinator = coordinator(&broker.coordinator(), settings("far"));
    coordinator.ask(question(1));
    let orders = far.orders();
    until(|| orders.asleep.load(Ordering::SeqCst));
    wire.cut();
    let near = Crew::start(&broker.worker(), &[Manner::Good]);
    assert_eq!(next(&mut coordinator).ticket, 1);
    wire.mend();
    until(|| coordinator.counts().duplicates == 1);
    assert_eq!(coordinator.counts().applied, 1);
    near.end(Wish::GiveBack);
    // The one behind the wire is back.
    coordinator.ask(question(2));
    assert_eq!(next(&mut coordinator).ticket, 2);
    far.end(Wish::GiveBack);
}

#[test]
fn a_coordinator_behind_a_cut_wire_grows_the_same_graph() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let wire = Wire::to(broker.listen());
    let crew = Crew::start(&broker.worker(), &[Manner::Good; 4]);
    let address = wire.by_way(&broker.coordinator());
    let mut coordinator = coordinator(&address, settings("cut-off"));
    let mut cuts = 0;
    let atlas = grown(8, 200, &mut coordinator, |results| {
        if results >= 60 * (cuts + 1) && cuts < 2 {
            cuts += 1;
            wire.cut();
            // Longer than a lease.
            std::thread::sleep(Duration::from_millis(600));
            wire.mend();
        }
    });
    assert_eq!(cuts, 2);
    let alone = expected(8, 200);
    assert_eq!(atlas.graph().fingerprint(), alone.graph().fingerprint());
    crew.end(Wish::GiveBack);
}
