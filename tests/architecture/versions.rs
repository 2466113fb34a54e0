//! Checks that everything made from here has the version that Cargo.toml names in one place.

use std::path::Path;

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The versions of the changelog that are not to come, newest first.
fn versions_told(changelog: &str) -> Vec<&str> {
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## ["));
    headings.filter_map(|rest| rest.split(']').next()).filter(|version| *version != "Unreleased").collect()
}

#[test]
fn everything_has_the_version_of_the_workspace() {
    let version = env!("CARGO_PKG_VERSION");
    let manifest = text("Cargo.toml");
    assert_eq!(manifest.matches(&format!("\nversion = \"{version}\"\n")).count(), 1, "one place names it");
    assert!(manifest.contains(&format!("lucena-networks = {{ version = \"={version}\"")));
    assert!(text("networks/Cargo.toml").contains("version.workspace = true"));
    assert!(text("pyproject.toml").contains("dynamic = [\"version\"]"));
    // Its own workspace: nothing else brings it up to date.
    assert!(text("fuzz/Cargo.lock").contains(&format!("name = \"lucena\"\nversion = \"{version}\"")));
    assert_eq!(versions_told(&text("CHANGELOG.md")).first(), Some(&version));
}

#[test]
fn the_changelog_is_read_without_what_is_to_come() {
    let changelog = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-01\n\n## [0.1.0]\n";
    assert_eq!(versions_told(changelog), ["0.2.0", "0.1.0"]);
}
