//! Projects by name, for commands.

use std::path::PathBuf;
use std::sync::Arc;

pub use gametree_project::Project;
use gametree_project::files::all;
pub use gametree_project::files::{directory, file};
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

/// The file of a project that must be there.
pub fn existing(name: &str) -> Result<PathBuf, CliError> {
    let path = file(name);
    if path.exists() {
        return Ok(path);
    }
    let names: Vec<String> = all(&directory())
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let guess = gametree_catalog::suggest::phrase(name, names.iter().map(String::as_str));
    let known = if names.is_empty() {
        "there is none yet".to_string()
    } else {
        names.join(", ")
    };
    Err(
        CliError::not_found(format!("there is no project '{name}' ({})", path.display())).hint(
            format!("{guess}projects: {known}; `gametree analyse --project {name}` makes one"),
        ),
    )
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
