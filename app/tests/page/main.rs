//! The page that `gametree explain --html` writes, in a real browser: Chromium without a window.
//!
//! `driver.html` holds the page in a frame, moves through it as a reader does, and writes down what
//! it shows at every step; here that is compared with `gametree explain --json`. The browser also
//! writes down what its pages asked the network for: it must be nothing.

mod browser;
mod film;

use browser::Browser;

/// Runs `check` with the browser. Without one the test fails in CI; elsewhere it says that it did
/// not run.
fn with_browser(check: impl FnOnce(&Browser)) {
    match Browser::find() {
        Some(browser) => check(&browser),
        None if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
            panic!("no Chromium: install the package `chromium`, or name the program in CHROMIUM")
        }
        None => eprintln!(
            "\n*** NOT TESTED: the explanation's page. No Chromium: install the package `chromium`, \
             or name the program in CHROMIUM. ***\n"
        ),
    }
}

#[test]
fn a_page_that_misbehaves_is_caught() {
    with_browser(|browser| {
        let folder = tempfile::tempdir().expect("a folder");
        let page = "<img src='http://example.org/spy.png'><script>setTimeout(() => nobody.home(), 0)</script>";
        std::fs::write(folder.path().join("bad.html"), page).expect("written");
        let shown = browser.open(folder.path(), "bad.html");
        assert!(
            shown
                .complaints()
                .iter()
                .any(|line| line.contains("nobody is not defined")),
            "{shown:?}"
        );
        assert_eq!(shown.asked(), ["http://example.org/spy.png"]);
    });
}
