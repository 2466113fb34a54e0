//! Runs a test in its own process, for properties of a whole process such as its memory.

use std::process::Command;

/// Holds the name of the test that is alone.
const ALONE: &str = "LUCENA_TEST_ALONE";

/// Runs the body of the test with this full name, with no other test in its process.
pub fn alone(name: &str, body: impl FnOnce()) {
    if std::env::var(ALONE).is_ok_and(|running| running == name) {
        return body();
    }
    let mut process = Command::new(std::env::current_exe().unwrap());
    let output = process
        .args([name, "--exact", "--nocapture", "--include-ignored"])
        .env(ALONE, name)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    // A name that is none would pass without having run anything.
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    println!("{said}");
}
