//! What analyses, workers and matches at a broker share: names, the request of a worker, errors.

use std::path::Path;
use std::time::Duration;

use gametree::rng::mix;
use gametree_catalog::matches::AllowedEngines;
use gametree_farm::message::as_name;
use gametree_farm::{BrokerAddress, LinkError};

use super::choice::EngineChoice;
use crate::error::{ErrorKind, ProjectError};

/// How often a worker says that it is there.
pub(super) const BEAT: Duration = Duration::from_secs(1);

/// The name of a project in a farm: other computers may have projects of the same name.
#[must_use]
pub fn project_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let place = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let host = host();
    let bytes = place.as_os_str().as_encoded_bytes().iter();
    let bytes = bytes.chain(host.as_bytes());
    let hash = bytes.fold(0, |hash, &byte| mix(hash ^ u64::from(byte)));
    format!("{}-{:08x}", as_name(&stem), hash as u32)
}

/// This computer's name.
#[must_use]
pub fn host() -> String {
    let named = std::env::var("HOSTNAME").ok();
    let system = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = named.or_else(system).unwrap_or_default();
    match host.trim() {
        "" => "worker".into(),
        host => host.to_owned(),
    }
}

/// What a worker is to do.
#[derive(Clone, Debug)]
pub struct WorkRequest {
    /// The broker.
    pub broker: BrokerAddress,
    /// The game.
    pub game: String,
    /// The engines.
    pub engines: EngineChoice,
    /// The engines that matches may use, by name.
    pub allowed: AllowedEngines,
    /// Whether it ends when no task is left.
    pub once: bool,
}

/// What a user is told when there is no link to the broker.
pub(super) fn problem(error: &LinkError) -> ProjectError {
    let what = error.to_string();
    match error {
        LinkError::Address(_) => {
            ProjectError::invalid(what).hint("as in nats://USER:TOKEN@HOST:4222")
        }
        LinkError::Refused(_) => ProjectError::new(ErrorKind::Forbidden, what)
            .hint("`gametree broker` prints the line to type, with its token"),
        LinkError::Unreachable { .. } => {
            ProjectError::failed(what).hint("`gametree broker` starts one")
        }
        LinkError::Untrusted { .. } => ProjectError::failed(what)
            .hint("--tls-ca FILE: the authority that signed it, or the certificate itself, made with CA:FALSE"),
        LinkError::Streams(_) => ProjectError::failed(what).hint(
            "is this a worker's token? `gametree broker` prints another line for this computer",
        ),
        LinkError::System(_) => ProjectError::failed(what),
    }
}
