//! The tests of the Python package: the library as the other tests have built it, beside a copy of
//! the Python files, under `target`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::browser::skip;
use crate::tools::{run, succeeds};
use crate::workspace::root;

/// The environment with pytest.
const VENV: &str = "target/python-venv";
/// Where Python finds the package.
const STAGE: &str = "target/python-package";

/// Puts the package that was built where its tests find it, and says which Python has what they need.
/// Without one they are left out, and that is said; with `CI=true` it is an error.
pub fn prepare() -> Result<Option<String>> {
    let python = match environment() {
        Ok(python) => python,
        Err(error) => {
            skip("the Python package", &format!("{error:#}"))?;
            return Ok(None);
        }
    };
    stage(&root().join(STAGE))?;
    Ok(Some(python))
}

/// Runs the tests of the package that was built.
pub fn test(python: Option<&str>) -> Result<()> {
    let Some(python) = python else {
        return Ok(());
    };
    let package = root().join(STAGE);
    let tests = text(&root().join("python"))?;
    let package = text(&package)?;
    let env = [("PYTHONPATH", &*package), ("PYTHONDONTWRITEBYTECODE", "1")];
    run(&[python, "-m", "pytest", &tests], &env)
}

/// The Python of an environment with pytest, which is made where it is missing.
fn environment() -> Result<String> {
    let venv = root().join(VENV);
    let python = text(&venv.join("bin/python"))?;
    let ready = || succeeds(Command::new(&python).args(["-m", "pytest", "--version"]));
    if !ready() {
        run(&["python3", "-m", "venv", &text(&venv)?], &[])?;
        run(&[&python, "-m", "pip", "install", "--quiet", "pytest"], &[])?;
    }
    if !ready() {
        bail!("{python} has no pytest");
    }
    Ok(python)
}

fn text(path: &Path) -> Result<String> {
    let text = path
        .to_str()
        .context("the path of the project is no text")?;
    Ok(text.to_string())
}

/// Puts the Python files and the library where Python finds them.
fn stage(to: &Path) -> Result<()> {
    let package = to.join("gametree");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    for entry in fs::read_dir(root().join("python/python/gametree"))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    let (built, name) = if cfg!(target_os = "macos") {
        ("lib_native.dylib", "_native.abi3.so")
    } else if cfg!(windows) {
        ("_native.dll", "_native.pyd")
    } else {
        ("lib_native.so", "_native.abi3.so")
    };
    let built = root().join("target/debug").join(built);
    fs::copy(&built, package.join(name))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(())
}
