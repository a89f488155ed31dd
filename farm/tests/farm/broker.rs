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
        if server::program().is_none() {
            let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!ci, "nats-server is missing");
            eprintln!("not tested: nats-server is missing");
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

fn free_address() -> SocketAddr {
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
