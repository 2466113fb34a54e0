//! Checks the documentation's links: each leads to a file of this repository, and every anchor to a heading.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Folders whose pages are not this project's own.
const FOREIGN: [&str; 3] = ["target", ".git", "corpus"];

/// All Markdown pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && !FOREIGN.contains(&name.as_ref()) {
            found.extend(pages(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// The text without its blocks of code, in which brackets are no links and `#` begins a comment.
fn without_code(text: &str) -> String {
    let outside = text.split("```").step_by(2).collect::<Vec<_>>().join("\n");
    outside.lines().map(|line| line.split('`').step_by(2).collect::<String>() + "\n").collect()
}

/// The targets of all links and pictures.
fn targets(text: &str) -> Vec<String> {
    let code = without_code(text);
    code.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target.to_owned())
        .collect()
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> HashSet<String> {
    let outside = text.split("```").step_by(2).collect::<Vec<_>>().join("\n");
    let headings = outside.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    letters.map(|letter| if letter == ' ' { '-' } else { letter }).flat_map(char::to_lowercase).collect()
}

/// What is wrong with a link of this page; `None` where it leads somewhere or outside.
fn complaint(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_owned() } else { page.parent()?.join(file) };
    if !path.exists() {
        return Some(format!("{}: {target} is not there", page.display()));
    }
    let is_found = anchor.is_empty() || anchors(&std::fs::read_to_string(&path).ok()?).contains(anchor);
    (!is_found).then(|| format!("{}: {target} has no such heading", page.display()))
}

#[test]
fn every_link_in_the_documentation_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut complaints = Vec::new();
    // docs/advice.md is written from this text, whose links are meant from there.
    let source = root.join("src/advice/language/reference.md");
    for page in pages(root).into_iter().filter(|page| *page != source) {
        let text = std::fs::read_to_string(&page).unwrap();
        complaints.extend(targets(&text).iter().filter_map(|target| complaint(&page, target)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_link_to_nowhere_is_found() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    assert!(complaint(&page, "missing.md").is_some() && complaint(&page, "#no-such-heading").is_some());
    assert!(complaint(&page, "#glossary").is_none() && complaint(&page, "https://example.org/x").is_none());
    assert_eq!(targets("[a](b.md) `[c](d.md)`\n```\n[e](f.md)\n```\n![g](h.png)"), ["b.md", "h.png"]);
    assert_eq!(anchor("`by least`, The *way* of one `go`"), "by-least-the-way-of-one-go");
}
