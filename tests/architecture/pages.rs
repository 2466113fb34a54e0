//! Checks that page frames, boards and escaping are in one room, which all writers of pages use.

use std::path::{Path, PathBuf};

const KIT: &str = "page/";

/// What only the kit has, in small letters: in Rust (where `maud` writes elements without brackets) and in scripts.
const IN_RUST: [&str; 7] = ["doctype", "<html", "svg", "&amp;", "&lt;", "replace('<'", "\\u{265f"];
const IN_SCRIPTS: [&str; 5] = ["createelement", "innerhtml", "&amp;", "\\u265f", "\"carried\""];

/// What a file has that only the kit may have. `path` is relative to src.
fn found_in(path: &str, text: &str) -> Vec<String> {
    let markers = match path.rsplit('.').next() {
        _ if path.starts_with(KIT) => return Vec::new(),
        Some("rs") => IN_RUST.as_slice(),
        Some("js" | "mjs") => IN_SCRIPTS.as_slice(),
        _ => return Vec::new(),
    };
    let text = text.to_lowercase();
    let found = markers.iter().filter(|marker| text.contains(**marker));
    found.map(|marker| format!("{path}: {marker} stands in {KIT} alone")).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn frames_boards_and_escaping_stand_in_the_kit_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut scripts = 0;
    let mut found = Vec::new();
    for file in files(&root) {
        let path = file.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        scripts += usize::from(path.ends_with(".mjs"));
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        found.extend(found_in(&path, &text));
    }
    assert!(scripts > 5, "{scripts} scripts");
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn a_second_frame_board_or_escape_function_is_found() {
    let elsewhere = [
        ("analysis/review/page/mod.rs", "html! { (DOCTYPE) html { } }"),
        ("advice/lesson/html.rs", "let text = \"<svg class=\";"),
        ("analysis/solved/page/mod.rs", "html! { svg.board { } }"),
        ("advice/lesson/html.rs", "text.replace('&', \"&amp;\")"),
        ("analysis/solved/page/page.mjs", "document.createElementNS(SVG, kind)"),
    ];
    for (path, text) in elsewhere {
        assert_eq!(found_in(path, text).len(), 1, "{path}: {text}");
        assert!(found_in("page/board.rs", text).is_empty());
    }
}
