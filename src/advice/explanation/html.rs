//! The explanation as one self-contained page: no font, no picture, no script from anywhere else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::Bitboard;

use super::comparison::Comparison;
use super::explain::{Explanation, Valued};
use super::threats::{our_threats, their_threats};
use super::tree::{Branch, branches};
use crate::advice::page::{Arrow, Mark, ShownLine, escaped, page, quoted, stepper};
use crate::advice::position::side::Side;
use crate::advice::position::step::Step;
use crate::advice::position::view::Position;

/// Moves of the forcing tree that the page shows at most: some 200 bytes each.
const MOST_MOVES: usize = 1_500;

/// What the page's script steps through.
#[derive(Serialize)]
struct Carried {
    lines: BTreeMap<&'static str, ShownLine>,
}

impl Explanation {
    /// Returns the whole explanation as a page.
    ///
    /// # Errors
    /// Where what the page carries cannot be written as JSON, which would be a bug.
    pub fn to_html(&self) -> Result<String, serde_json::Error> {
        let summary = self.summary();
        let line = self.shown_line();
        let mut body = format!("<h1>{}</h1>\n", escaped(&summary));
        if let Some(verdict) = self.verdict() {
            let _ = writeln!(body, "<p class=\"lead\">{verdict}</p>");
        }
        let _ = writeln!(body, "<p><code>{}</code></p>", self.position.fen(self.us));
        body.push_str(&stepper("game", "the game", &line, true));
        self.add_legend(&mut body, &line);
        if self.wants_too_much() {
            self.add_draw(&mut body);
        }
        self.add_rules(&mut body);
        self.add_advice(&mut body);
        for comparison in &self.comparisons {
            add_comparison(&mut body, comparison);
        }
        if !self.wants_too_much() && self.result.is_some() {
            self.add_moves(&mut body);
        }
        self.add_words(&mut body);
        self.add_tree(&mut body);
        page(&summary, &body, &Carried { lines: BTreeMap::from([("game", line)]) }, "")
    }

    /// The game, with arrows on its first two boards.
    fn shown_line(&self) -> ShownLine {
        let marking = |position: &Position| self.marks(position);
        let mut line = ShownLine::new(&self.position, &self.line, self.us, &marking);
        let arrows = |class, steps: Vec<_>| {
            steps.into_iter().map(move |step| Arrow::new(class, step, self.us)).collect::<Vec<_>>()
        };
        if let Some(first) = line.boards.first_mut() {
            first.arrows = arrows("danger", their_threats(&self.position));
            first.arrows.extend(self.played.as_ref().map(|played| Arrow::new("move", played.step, self.us)));
        }
        if let (Some(second), Some(played)) = (line.boards.get_mut(1), self.line.moves.first()) {
            second.arrows = arrows("threat", our_threats(&played.after));
        }
        if self.line.moves.is_empty() {
            line.end = String::new();
        }
        line
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        let mark = |area: &super::areas::Area| Mark::new(area.class(), area.squares(position, self.us));
        self.areas.iter().filter_map(mark).collect()
    }

    /// What the colours and the arrows mean, as far as there are any.
    fn add_legend(&self, body: &mut String, line: &ShownLine) {
        body.push_str("<ul class=\"legend\">");
        let mut entry = |class: &str, words: &str| {
            let _ = write!(body, "<li><span class=\"{class}\"></span>{}</li>", escaped(words));
        };
        for area in &self.areas {
            let is_shown = |position: &Position| area.squares(position, self.us) != Bitboard::EMPTY;
            if is_shown(&self.position) || self.line.moves.iter().any(|played| is_shown(&played.after)) {
                entry(area.class(), area.legend());
            }
        }
        let has = |class: &str| line.boards.iter().flat_map(|board| &board.arrows).any(|one| one.is(class));
        for (class, words) in [
            ("move", "the move"),
            ("danger", "what they threaten to take before it"),
            ("threat", "what it threatens: mate, or a new queen, were it our turn again"),
        ] {
            if has(class) {
                entry(class, words);
            }
        }
        if line.boards.len() > 1 {
            entry("from", "the move that was just played");
        }
        body.push_str("</ul>\n");
        if line.boards.len() > 1 {
            body.push_str("<p class=\"hint\">Step through the game with the buttons, the keys ← → Home End, or by swiping the board.</p>\n");
        }
    }

    /// What every move is worth, the played one marked.
    fn add_moves(&self, body: &mut String) {
        body.push_str("<h2>What every move is worth</h2>\n<p class=\"hint\">By the exact tables, both sides playing their best.</p>\n<table><tbody>");
        let played = self.played.as_ref().map(|played| played.step);
        for one in &self.moves {
            let is_played = Step::from_move(one.played, self.us) == played;
            let mark = if is_played { " class=\"changed\"" } else { "" };
            let _ = write!(body, "<tr><td{mark}>{}</td><td>{}</td></tr>", one.san, escaped(&one.worth()));
        }
        body.push_str("</tbody></table>\n");
    }

    /// What keeps each of our moves from winning.
    fn add_draw(&self, body: &mut String) {
        let _ = write!(
            body,
            "<h2>Why nothing wins</h2>\n<p>The exact tables say that against best play nobody can force mate. Advice of {} \
             has to work against every reply, so none of it can win here. To each move there is an answer:</p>\n\
             <table><thead><tr><th scope=\"col\">move</th><th scope=\"col\">what happens</th></tr></thead><tbody>",
            escaped(&self.table)
        );
        for one in &self.moves {
            let _ = write!(body, "<tr><td>{}</td><td>{}</td></tr>", one.san, escaped(&one.refutation()));
        }
        body.push_str("</tbody></table>\n");
    }

    fn add_rules(&self, body: &mut String) {
        body.push_str("<h2>Which rule applies</h2>\n<div class=\"scroll\"><table>");
        for rule in &self.rules {
            let verdict = match &rule.failing {
                None => "<span class=\"fires\">applies</span>".to_owned(),
                Some(part) => {
                    format!("<span class=\"fails\"><code>{}</code> does not hold</span>", escaped(part))
                }
            };
            let (name, condition) = (escaped(&rule.name), escaped(&rule.condition));
            let _ = write!(
                body,
                "<tr><td>{name}</td><td>if <code>{condition}</code></td><td>{verdict}</td></tr>"
            );
        }
        body.push_str("</table></div>\n");
    }

    fn add_advice(&self, body: &mut String) {
        body.push_str("<h2>Advice tried, in order</h2>\n<div class=\"scroll\"><table>");
        for tried in &self.tried {
            let verdict = match &tried.failure {
                None => "<span class=\"fires\">fires</span>".to_owned(),
                Some(failure) => {
                    let words = failure.words(&self.position, self.us);
                    format!("<span class=\"fails\">{}</span>", quoted(&words))
                }
            };
            let _ = write!(
                body,
                "<tr><td>{}<br><span class=\"purpose\">{}</span></td><td>{verdict}<details><summary>goals</summary>\
                 better: <code>{}</code><br>holding: <code>{}</code></details></td></tr>",
                escaped(&tried.name),
                escaped(&tried.purpose),
                escaped(&tried.better),
                escaped(&tried.holding),
            );
        }
        body.push_str("</table></div>\n");
    }

    fn add_tree(&self, body: &mut String) {
        let Some(played) = &self.played else { return };
        body.push_str(
            "<h2>Every reply</h2>\n<p>The advice is forced: to each reply that it has to reckon with there is a move, until its \
             goal is reached. Point at a move to see its position.</p>\n\
             <div class=\"stepper tree small\"><div class=\"left\"></div><div class=\"right\"><p class=\"told\" aria-live=\"polite\"></p>",
        );
        let branches = branches(&self.position, &played.tree, self.us);
        let deepest = shown_depth(&branches);
        for branch in &branches {
            self.add_branch(body, branch, 0, deepest);
        }
        body.push_str("</div></div>\n");
    }

    fn add_branch(&self, body: &mut String, branch: &Branch, depth: usize, deepest: usize) {
        let dots = if branch.mover == Side::Us { "" } else { "…" };
        let (fen, uci, san) = (branch.position.fen(self.us), branch.step.uci(self.us), escaped(&branch.san));
        let data = format!("data-fen=\"{fen}\" data-uci=\"{uci}\"");
        if branch.next.is_empty() || depth == deepest {
            let end = if branch.next.is_empty() {
                "<span class=\"fires\">goal reached</span>"
            } else {
                "<span class=\"purpose\">and so on</span>"
            };
            let _ = write!(body, "<div><span tabindex=\"0\" {data}>{dots}{san} {end}</span></div>");
            return;
        }
        let open = if depth < 2 { " open" } else { "" };
        let _ = write!(body, "<details{open}><summary {data}>{dots}{san}</summary>");
        for next in &branch.next {
            self.add_branch(body, next, depth + 1, deepest);
        }
        body.push_str("</details>\n");
    }

    fn add_words(&self, body: &mut String) {
        let name = |index: usize| self.line.moves.get(index).map(|played| escaped(&played.san));
        body.push_str("<h2>What the words say</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">word</th><th scope=\"col\">now</th>");
        if let Some(san) = name(0) {
            let _ = write!(body, "<th scope=\"col\">after {san}</th>");
        }
        if let Some(san) = name(1) {
            let _ = write!(body, "<th scope=\"col\">after …{san}</th>");
        }
        body.push_str("</tr></thead><tbody>");
        for (name, goal) in &self.definitions {
            let (name, goal) = (escaped(name), escaped(goal));
            let _ = write!(
                body,
                "<tr><td colspan=\"4\"><code>{name}</code> stands for <code>{goal}</code></td></tr>"
            );
        }
        for Valued { word, value, after_move, after_reply } in &self.values {
            let _ = write!(
                body,
                "<tr><td><code>{}</code><br><span class=\"hint\">{}</span></td><td>{value}</td>",
                word.name,
                escaped(word.description)
            );
            for later in [after_move, after_reply].into_iter().flatten() {
                let class = if later == value { "" } else { " class=\"changed\"" };
                let _ = write!(body, "<td{class}>{later}</td>");
            }
            body.push_str("</tr>");
        }
        body.push_str("</tbody></table></div>\n");
    }
}

/// Returns how deep a tree can be shown so that every branch is shown as deep.
fn shown_depth(branches: &[Branch]) -> usize {
    let mut level: Vec<&Branch> = branches.iter().collect();
    let (mut depth, mut moves) = (0, level.len());
    while !level.is_empty() {
        level = level.into_iter().flat_map(|branch| &branch.next).collect();
        moves += level.len();
        if moves > MOST_MOVES {
            return depth;
        }
        depth += 1;
    }
    depth
}

fn add_comparison(body: &mut String, comparison: &Comparison) {
    let Comparison { name, formula, terms, columns } = comparison;
    let _ = write!(
        body,
        "<h2>The measure <code>{0}</code></h2>\n<p><code>{0} = {1}</code></p>\n<p class=\"hint\">Now, after the move, and after \
         the moves that come nearest to it; each with the reply that makes <code>{0}</code> greatest.</p>\n\
         <div class=\"scroll\"><table><thead><tr><th></th>",
        escaped(name),
        escaped(formula)
    );
    for column in columns {
        let _ = write!(body, "<th class=\"number\" scope=\"col\">{}</th>", escaped(&column.head()));
    }
    body.push_str("</tr></thead><tbody>");
    for (index, term) in terms.iter().enumerate() {
        let _ = write!(body, "<tr><td>{}</td>", escaped(term));
        for column in columns {
            let value = column.values.get(index).copied().unwrap_or(0);
            let _ = write!(body, "<td class=\"number\">{value}</td>");
        }
        body.push_str("</tr>");
    }
    let _ = write!(body, "<tr class=\"sum\"><td>{}</td>", escaped(name));
    for column in columns {
        let _ = write!(body, "<td class=\"number\">{}</td>", column.total);
    }
    body.push_str("</tr><tr><td class=\"purpose\">by the exact tables</td>");
    for column in columns {
        let _ = write!(body, "<td class=\"number purpose\">{}</td>", escaped(&column.note));
    }
    body.push_str("</tr></tbody></table></div>\n");
}
