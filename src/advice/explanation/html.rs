//! The explanation as one self-contained page: no script, no font, no picture from anywhere else.

use std::fmt::Write as _;

use super::explain::Explanation;
use super::svg::{BOARD_STYLE, svg_board};
use super::tree::{Branch, branches};
use crate::advice::side::Side;

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
code { background: #f2f2ee; padding: 0 .25em; border-radius: 3px }
table { border-collapse: collapse } td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; border-bottom: 1px solid #e4e4dc }
details { margin-left: 1.2rem; border-left: 2px solid #e4e4dc; padding-left: .6rem } summary { cursor: pointer }
.fires { color: #2a6b33; font-weight: 600 } .fails { color: #8a3324 } .purpose { color: #555 }
";

/// Boards inside the tree; a tree with more positions shows the first ones only.
const MOST_BOARDS: usize = 120;

impl Explanation {
    /// Returns the whole explanation as a page.
    pub fn to_html(&self) -> String {
        let mut page = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
        page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        let summary = escaped(&self.summary());
        let _ = write!(
            page,
            "<title>{summary}</title><style>{STYLE}{BOARD_STYLE}</style></head><body>\n<h1>{summary}</h1>\n"
        );
        let _ = writeln!(page, "<p><code>{}</code></p>", self.position.fen(self.us));
        page.push_str(&svg_board(&self.position, self.us));
        self.write_rules(&mut page);
        self.write_advice(&mut page);
        self.write_tree(&mut page);
        self.write_words(&mut page);
        page.push_str("</body></html>\n");
        page
    }

    fn write_rules(&self, page: &mut String) {
        page.push_str("\n<h2>Rules</h2>\n<table>");
        for rule in &self.rules {
            let verdict = match &rule.failing {
                None => "<span class=\"fires\">applies</span>".to_owned(),
                Some(part) => {
                    format!("<span class=\"fails\"><code>{}</code> does not hold</span>", escaped(part))
                }
            };
            let (name, condition) = (escaped(&rule.name), escaped(&rule.condition));
            let _ = write!(
                page,
                "<tr><td>{name}</td><td>if <code>{condition}</code></td><td>{verdict}</td></tr>"
            );
        }
        page.push_str("</table>\n");
    }

    fn write_advice(&self, page: &mut String) {
        page.push_str("<h2>Advice tried</h2>\n<table>");
        for tried in &self.tried {
            let verdict = match &tried.failure {
                None => "<span class=\"fires\">fires</span>".to_owned(),
                Some(failure) => {
                    format!("<span class=\"fails\">{}</span>", quoted(&escaped(&failure.words(self.us))))
                }
            };
            let _ = write!(
                page,
                "<tr><td>{}<br><span class=\"purpose\">{}</span></td><td>{verdict}<details><summary>goals</summary>\
                 better: <code>{}</code><br>holding: <code>{}</code></details></td></tr>",
                escaped(&tried.name),
                escaped(&tried.purpose),
                escaped(&tried.better),
                escaped(&tried.holding),
            );
        }
        page.push_str("</table>\n");
    }

    fn write_tree(&self, page: &mut String) {
        let Some(played) = &self.played else { return };
        page.push_str("<h2>Forcing tree</h2>\n");
        let mut boards = 0;
        for branch in branches(&self.position, &played.tree, self.us) {
            self.write_branch(page, &branch, 0, &mut boards);
        }
    }

    fn write_branch(&self, page: &mut String, branch: &Branch, depth: usize, boards: &mut usize) {
        let dots = if branch.mover == Side::Us { "" } else { "…" };
        let open = if depth < 2 { " open" } else { "" };
        let end = if branch.next.is_empty() { " <span class=\"fires\">goal reached</span>" } else { "" };
        let _ = write!(page, "<details{open}><summary>{dots}{}{end}</summary>", escaped(&branch.san));
        if branch.mover == Side::Us && *boards < MOST_BOARDS {
            *boards += 1;
            page.push_str(&svg_board(&branch.position, self.us));
        }
        for next in &branch.next {
            self.write_branch(page, next, depth + 1, boards);
        }
        page.push_str("</details>\n");
    }

    fn write_words(&self, page: &mut String) {
        page.push_str("<h2>What the words say here</h2>\n<table>");
        for valued in &self.values {
            let (word, value) = (valued.word.name, &valued.value);
            let description = escaped(valued.word.description);
            let _ =
                write!(page, "<tr><td><code>{word}</code></td><td>{value}</td><td>{description}</td></tr>");
        }
        page.push_str("</table>\n");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Words between backquotes become code.
fn quoted(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| if index % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}
