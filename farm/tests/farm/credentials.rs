//! A broker of others, that knows its users by signed credentials (as `nsc` makes them).

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use data_encoding::BASE64URL_NOPAD;
use gametree_farm::{BrokerAddress, Link, LinkError, server};
use nkeys::{KeyPair, KeyPairType};
use serde_json::{Value, json};

use crate::broker::{free_address, is_installed};
use crate::crew::until;

/// A server that is ended with the test.
struct Foreign {
    child: Child,
}

impl Drop for Foreign {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Foreign {
    fn start(directory: &Path, listen: SocketAddr, settings: &str) -> Foreign {
        let file = directory.join("foreign.conf");
        fs::write(&file, settings).expect("settings");
        let program = server::program().expect("nats-server");
        let child = Command::new(program)
            .arg("--config")
            .arg(file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let foreign = Foreign {
            child: child.expect("a server"),
        };
        until(|| TcpStream::connect(listen).is_ok());
        foreign
    }
}

fn pair(kind: KeyPairType, seed: u8) -> KeyPair {
    KeyPair::new_from_raw(kind, [seed; 32]).expect("a key")
}

/// A claim about a key, signed by another.
fn signed(issuer: &KeyPair, subject: &KeyPair, about: &Value) -> String {
    let claim = json!({
        "jti": "test", "iat": 1_700_000_000, "name": "test",
        "iss": issuer.public_key(), "sub": subject.public_key(), "nats": about,
    });
    let header = json!({"typ": "JWT", "alg": "ed25519-nkey"});
    let encoded = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let body = format!("{}.{}", encoded(&header), encoded(&claim));
    let signature = issuer.sign(body.as_bytes()).expect("a signature");
    format!("{body}.{}", BASE64URL_NOPAD.encode(&signature))
}

/// The file that lets a user in.
fn credentials(user: &KeyPair, claim: &str) -> String {
    let seed = user.seed().expect("a seed");
    format!(
        "-----BEGIN NATS USER JWT-----\n{claim}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    )
}

#[test]
fn signed_credentials_let_in_and_others_do_not() {
    if !is_installed() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let listen = free_address();
    let operator = pair(KeyPairType::Operator, 1);
    let account = pair(KeyPairType::Account, 2);
    let user = pair(KeyPairType::User, 3);
    let limits = json!({
        "subs": -1, "conn": -1, "leaf": -1, "imports": -1, "exports": -1, "data": -1,
        "payload": -1, "wildcards": true,
    });
    let operator_claim = json!({"type": "operator", "version": 2});
    let account_claim = json!({"type": "account", "version": 2, "limits": limits});
    let user_claim = json!({"type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1});
    let settings = format!(
        "listen: \"{listen}\"\noperator: {}\nresolver: MEMORY\nresolver_preload: {{\n  {}: {}\n}}\n",
        signed(&operator, &operator, &operator_claim),
        account.public_key(),
        signed(&operator, &account, &account_claim),
    );
    let _server = Foreign::start(directory.path(), listen, &settings);
    let write = |name: &str, issuer: &KeyPair| {
        let file = directory.path().join(name);
        let text = credentials(&user, &signed(issuer, &user, &user_claim));
        fs::write(&file, text).expect("credentials");
        BrokerAddress {
            credentials: Some(file),
            ..BrokerAddress::new(&format!("nats://{listen}"))
        }
    };
    let good = write("good.creds", &account);
    assert_eq!(Link::connect(&good, "friend").err(), None);
    let forged = write("forged.creds", &pair(KeyPairType::Account, 4));
    let refused = Link::connect(&forged, "forger").err();
    assert_eq!(refused, Some(LinkError::Refused(forged.place())));
    let missing = BrokerAddress {
        credentials: Some(directory.path().join("missing.creds")),
        ..good
    };
    let error = Link::connect(&missing, "lost").err();
    assert!(matches!(error, Some(LinkError::System(_))), "{error:?}");
}
