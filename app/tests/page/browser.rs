//! Chromium as a program: opens a file, gives back the document and what the browser logged.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long the browser may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(180);

/// Flags of a browser that keeps to itself: whatever asks for the network meets a closed door.
const QUIET: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--allow-file-access-from-files",
    "--proxy-server=127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--enable-logging=stderr",
    "--virtual-time-budget=20000",
    "--dump-dom",
];

/// An installed Chromium.
pub struct Browser {
    program: PathBuf,
}

/// What opening a file gave.
#[derive(Debug)]
pub struct Shown {
    /// The document at the end.
    pub document: String,
    log: String,
    net: Value,
}

impl Shown {
    /// What the page's scripts had to complain about.
    pub fn complaints(&self) -> Vec<&str> {
        self.log
            .lines()
            .filter(|line| line.contains(":CONSOLE"))
            .collect()
    }

    /// The addresses that a page asked the network for. The browser's own requests, for its clock
    /// and its accounts, have no page as their initiator.
    pub fn asked(&self) -> Vec<&str> {
        let events = self.net["events"].as_array().expect("events");
        let by_page = |event: &&Value| {
            event["params"]["initiator"]
                .as_str()
                .is_some_and(|initiator| initiator != "not an origin")
        };
        events
            .iter()
            .filter(by_page)
            .filter_map(|event| event["params"]["url"].as_str())
            .collect()
    }
}

impl Browser {
    /// The browser named in CHROMIUM, or the first of the usual names on the path.
    pub fn find() -> Option<Browser> {
        let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let usual = ["chromium", "chromium-browser", "google-chrome"].map(PathBuf::from);
        let answers = |program: &PathBuf| {
            let mut asked = Command::new(program);
            asked
                .arg("--version")
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            asked.status().is_ok_and(|status| status.success())
        };
        named
            .into_iter()
            .chain(usual)
            .find(answers)
            .map(|program| Browser { program })
    }

    /// Opens a file of `folder` and waits until its scripts have come to rest.
    pub fn open(&self, folder: &Path, file: &str) -> Shown {
        let home = tempfile::tempdir().expect("a folder for the browser");
        let [out, log, net] = ["out", "log", "net"].map(|name| home.path().join(name));
        let create =
            |path: &Path| std::fs::File::create(path).expect("a file for the browser's output");
        let mut browser = Command::new(&self.program)
            .args(QUIET)
            .arg(format!(
                "--user-data-dir={}",
                home.path().join("profile").display()
            ))
            .arg(format!("--log-net-log={}", net.display()))
            .arg(format!("file://{}/{file}", folder.display()))
            .stdin(Stdio::null())
            .stdout(create(&out))
            .stderr(create(&log))
            .spawn()
            .expect("the browser starts");
        let start = Instant::now();
        while browser.try_wait().expect("its state").is_none() {
            if start.elapsed() > PATIENCE {
                browser.kill().expect("it can be ended");
                panic!("the browser took more than {PATIENCE:?}: {}", read(&log));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let net = serde_json::from_str(&read(&net)).expect("the browser's log of requests");
        Shown {
            document: read(&out),
            log: read(&log),
            net,
        }
    }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("the browser's output")).into_owned()
}
