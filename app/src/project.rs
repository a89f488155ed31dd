//! Projects by name, for commands.

use std::sync::Arc;

pub use gametree_project::Project;
pub use gametree_project::files::{directory, existing, file};
use gametree_project::open::{Access, OpenAsk, open as open_file};
use gametree_project::{Engines, ErrorKind, ProjectError};

use crate::error::{CliError, Code};

/// Opens a project to read it, also while another process works on it.
pub fn read(name: &str) -> anyhow::Result<Arc<dyn Project>> {
    opened(name, Access::Read)
}

/// Opens a project to change it.
pub fn open(name: &str) -> anyhow::Result<Arc<dyn Project>> {
    opened(name, Access::Write)
}

fn opened(name: &str, access: Access) -> anyhow::Result<Arc<dyn Project>> {
    let path = existing(name)?;
    Ok(open_file(OpenAsk {
        name,
        path: &path,
        access,
        follow: false,
        engines: Arc::new(engines()),
    })?)
}

/// Where a broker of this computer has its tokens and its tasks.
pub fn broker_directory() -> std::path::PathBuf {
    directory().join("broker")
}

/// The engines of this computer, and where projects remember theirs.
pub fn engines() -> Engines {
    Engines::default().remembered_in(&directory())
}

impl From<&ProjectError> for CliError {
    fn from(error: &ProjectError) -> CliError {
        let code = match error.kind {
            ErrorKind::Invalid | ErrorKind::Conflict | ErrorKind::OtherEngine => Code::Usage,
            ErrorKind::NotFound => Code::NotFound,
            ErrorKind::Forbidden | ErrorKind::Failed => Code::Failed,
            ErrorKind::Locked => Code::Locked,
            ErrorKind::Engine => Code::Engine,
            ErrorKind::Damaged => Code::Damaged,
            ErrorKind::Interrupted => Code::Interrupted,
        };
        CliError {
            code,
            what: error.message.clone(),
            hint: (!error.hint.is_empty()).then(|| error.hint.clone()),
        }
    }
}
