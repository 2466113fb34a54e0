//! The files of the page, which are part of the program. Each has its place below `src` as its address, so that the scripts import
//! each other in the browser as they do on disk.

use crate::page;

/// The page itself.
pub const PAGE: &str = include_str!("assets/index.html");

/// A file of the page of its own.
macro_rules! own {
    ($($name:literal),* $(,)?) => {
        [$((concat!("serve/assets/", $name), include_str!(concat!("assets/", $name)))),*]
    };
}

/// What only this page has.
const OWN: [(&str, &str); 25] = own![
    "app.css",
    "announce.mjs",
    "api.mjs",
    "editor.mjs",
    "examples.mjs",
    "game.mjs",
    "jobs.mjs",
    "link.mjs",
    "main.mjs",
    "movelist.mjs",
    "opening.mjs",
    "parts.mjs",
    "setup.mjs",
    "sparring.mjs",
    "surface.mjs",
    "tabs.mjs",
    "tree.mjs",
    "words.mjs",
    "panels/certain.mjs",
    "panels/games.mjs",
    "panels/lessons.mjs",
    "panels/prove.mjs",
    "panels/search.mjs",
    "panels/why.mjs",
    "panels/writing.mjs",
];

/// Returns the text of a file by its place below `src`; `None` if the page has no such file.
pub fn text(place: &str) -> Option<&'static str> {
    OWN.iter().chain(&page::FILES).find(|(known, _)| *known == place).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_served_from_its_place() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut count = 0;
        for folder in ["serve/assets", "serve/assets/panels", "page/script"] {
            for entry in fs::read_dir(root.join(folder)).unwrap().map(Result::unwrap) {
                let name = entry.file_name().into_string().unwrap();
                if entry.file_type().unwrap().is_file() && name != "index.html" {
                    let place = format!("{folder}/{name}");
                    assert_eq!(text(&place).unwrap(), fs::read_to_string(entry.path()).unwrap(), "{place}");
                    count += 1;
                }
            }
        }
        assert!(count > 25, "{count}");
    }
}
