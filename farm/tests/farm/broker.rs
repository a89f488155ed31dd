//! A broker for one test.

use std::net::{SocketAddr, TcpListener};

use gametree_farm::server::{self, Server, ServerSettings};
use gametree_farm::{BrokerAddress, LinkError};

/// A broker that can be killed and wiped.
pub struct Broker {
    server: Option<Server>,
    settings: ServerSettings,
    _directory: tempfile::TempDir,
}

impl Broker {
    /// A fresh one; none where nats-server is not installed. With `CI=true` it must be.
    pub fn start() -> Option<Broker> {
        if !is_installed() {
            return None;
        }
        let directory = tempfile::tempdir().expect("a directory");
        let settings = ServerSettings {
            listen: free_address(),
            directory: directory.path().to_path_buf(),
            workers: vec!["worker".into()],
            certificate: None,
        };
        let mut broker = Broker {
            server: None,
            settings,
            _directory: directory,
        };
        broker.restart();
        Some(broker)
    }

    pub fn kill(&mut self) {
        self.server = None;
    }

    /// Everything that the broker holds is lost.
    pub fn wipe(&mut self) {
        self.kill();
        std::fs::remove_dir_all(self.settings.directory.join("streams")).expect("streams");
    }

    pub fn restart(&mut self) {
        self.kill();
        self.server = Some(Server::start(self.settings.clone()).expect("a broker"));
    }

    pub fn listen(&self) -> SocketAddr {
        self.settings.listen
    }

    fn server(&self) -> &Server {
        self.server.as_ref().expect("a broker that runs")
    }

    pub fn coordinator(&self) -> BrokerAddress {
        BrokerAddress::new(&self.server().coordinator_url("127.0.0.1"))
    }

    pub fn worker(&self) -> BrokerAddress {
        BrokerAddress::new(&self.server().worker_urls("127.0.0.1")[0])
    }
}

/// Whether there is a nats-server. With `CI=true` there must be.
pub fn is_installed() -> bool {
    let installed = server::program().is_some();
    if !installed {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!ci, "nats-server is missing");
        eprintln!("not tested: nats-server is missing");
    }
    installed
}

pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address")
}

#[test]
fn a_wrong_token_is_refused_and_never_shown() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let right = broker.worker();
    let wrong = BrokerAddress::new(&right.url.replace("worker:", "worker:x"));
    let refused = gametree_farm::Link::connect(&wrong, "stranger").err();
    let place = right.place();
    assert_eq!(refused, Some(LinkError::Refused(place.clone())));
    assert!(gametree_farm::Link::connect(&right, "friend").is_ok());
    let token = right.url.split(['@', ':']).nth(2).expect("a token");
    assert!(!format!("{right:?} {place}").contains(token));
}

#[test]
fn no_broker_is_an_error_that_says_where() {
    let nowhere = BrokerAddress::new(&format!("nats://token@{}", free_address()));
    let error = gametree_farm::Link::connect(&nowhere, "nobody").err();
    let error = error.expect("no broker is there");
    assert!(matches!(error, LinkError::Unreachable { .. }));
    assert!(error.to_string().contains(&nowhere.place()), "{error}");
}

#[test]
fn a_first_connection_waits_for_the_broker() {
    let Some(mut broker) = Broker::start() else {
        return;
    };
    let address = broker.worker();
    broker.kill();
    let mut tries = 0;
    let link = gametree_farm::patiently(
        || gametree_farm::Link::connect(&address, "early"),
        &mut |_| {
            tries += 1;
            if tries == 2 {
                broker.restart();
            }
            true
        },
    );
    assert_eq!(link.err(), None);
    assert_eq!(tries, 2);
    // A broker that refuses is not waited for; nor is one when the user has enough.
    let wrong = BrokerAddress::new(&address.url.replace("worker:", "worker:x"));
    let connect = || gametree_farm::Link::connect(&wrong, "stranger");
    let refused = gametree_farm::patiently(connect, &mut |_| panic!("no use")).err();
    assert!(
        matches!(refused, Some(LinkError::Refused(_))),
        "{refused:?}"
    );
    broker.kill();
    let connect = || gametree_farm::Link::connect(&address, "early");
    let enough = gametree_farm::patiently(connect, &mut |_| false).err();
    assert!(
        matches!(enough, Some(LinkError::Unreachable { .. })),
        "{enough:?}"
    );
}
