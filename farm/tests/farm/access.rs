//! Who is let in by what: certificates of one's own, and a broker left behind by its keeper.

use std::path::{Path, PathBuf};
use std::process::Command;

use gametree_farm::server::{Server, ServerError, ServerSettings, worker_url};
use gametree_farm::{BrokerAddress, Link, LinkError};

use crate::broker::{free_address, is_installed};

/// A certificate that signs itself, for this computer.
fn certificate(directory: &Path) -> Option<(PathBuf, PathBuf)> {
    let certificate = directory.join("certificate.pem");
    let key = directory.join("key.pem");
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt"])
        .args(["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    match made {
        Ok(made) => {
            let said = String::from_utf8_lossy(&made.stderr);
            assert!(made.status.success(), "{said}");
            Some((certificate, key))
        }
        Err(error) => {
            let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!ci, "openssl is missing");
            eprintln!("not tested: openssl: {error}");
            None
        }
    }
}

#[test]
fn tls_needs_the_certificate_that_signed() {
    let directory = tempfile::tempdir().expect("a directory");
    let Some(certificate) = certificate(directory.path()).filter(|_| is_installed()) else {
        return;
    };
    let server = Server::start(ServerSettings {
        listen: free_address(),
        directory: directory.path().join("broker"),
        workers: vec!["worker".into()],
        certificate: Some(certificate.clone()),
    });
    let server = server.expect("a broker");
    let plain = BrokerAddress::new(&server.worker_urls("127.0.0.1")[0]);
    assert!(plain.url.starts_with("tls://"), "{plain:?}");
    let stranger = Link::connect(&plain, "stranger").err();
    let unknown = matches!(stranger, Some(LinkError::Untrusted { .. }));
    assert!(unknown, "{stranger:?}");
    let trusted = BrokerAddress {
        authority: Some(certificate.0),
        ..plain
    };
    assert_eq!(Link::connect(&trusted, "friend").err(), None);
}

#[test]
fn a_directory_has_one_broker_and_knows_what_to_type_elsewhere() {
    if !is_installed() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let settings = |listen: &str| ServerSettings {
        listen: listen.parse().expect("an address"),
        directory: directory.path().to_path_buf(),
        workers: vec!["club".into()],
        certificate: None,
    };
    let port = free_address().port();
    let first = Server::start(settings(&format!("0.0.0.0:{port}"))).expect("a broker");
    let second = Server::start(settings(&free_address().to_string())).err();
    let ours =
        matches!(second, Some(ServerError::Running { keeper, .. }) if keeper == std::process::id());
    assert!(ours, "{second:?}");
    let coordinator = BrokerAddress::new(&first.coordinator_url("127.0.0.1"));
    let elsewhere = worker_url(directory.path(), &coordinator, "tower");
    assert_eq!(elsewhere, first.worker_urls("tower").pop());
    let other = BrokerAddress::new("nats://coordinator:another@127.0.0.1:4222");
    assert_eq!(worker_url(directory.path(), &other, "tower"), None);
}
