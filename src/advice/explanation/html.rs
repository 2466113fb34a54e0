//! The explanation as one self-contained page.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Serialize;

use super::comparison::Comparison;
use super::explain::{Explanation, Valued};
use super::tree::{Branch, branches};
use crate::advice::position::side::Side;
use crate::advice::position::step::Step;
use crate::page::{Carried, Line, Page, ShownBoard, Stepper, caption, picture, with_code};

/// Moves of the forcing tree that the page shows at most: some 200 bytes each.
const MOST_MOVES: usize = 1_500;

/// What the page's script steps through.
#[derive(Serialize)]
struct Lines<'a> {
    lines: BTreeMap<&'static str, &'a Line>,
}

impl Explanation {
    /// Returns the whole explanation as a page.
    ///
    /// # Errors
    /// If what the page carries cannot be written as JSON, which would be a bug.
    pub fn to_html(&self) -> Result<String, serde_json::Error> {
        let title = self.summary();
        let line = self.shown_line();
        let carried = Carried::new(&Lines { lines: BTreeMap::from([("game", &line)]) })?;
        Ok(Page {
            title: &title,
            body: self.body(&title, &line),
            carried: Some(carried),
            style: "",
            script: "",
        }
        .to_html())
    }

    fn body(&self, title: &str, line: &Line) -> Markup {
        let game = Stepper { name: Some("game"), label: "the game", is_main: true, is_small: false };
        html! {
            h1 { (title) }
            @if let Some(verdict) = self.verdict() { p.lead { (verdict) } }
            p { code { (self.position.fen(self.us)) } }
            (game.of(line))
            (self.legend(line))
            @if self.wants_too_much() { (self.draw()) }
            (self.rules())
            (self.advice())
            @for comparison in &self.comparisons { (measure(comparison)) }
            @if !self.wants_too_much() && self.result.is_some() { (self.moves()) }
            (self.words())
            (self.tree())
        }
    }

    /// Returns the meaning of the colours and arrows that the line uses.
    fn legend(&self, line: &Line) -> Markup {
        let has_moves = line.boards.len() > 1;
        html! {
            ul.legend {
                @for (class, words) in self.meanings(line) {
                    li { span class=(class) {} (words) }
                }
                @if has_moves { li { span.from {} "the move that was just played" } }
            }
            @if has_moves {
                p.hint { "Step through the game with the buttons, the keys ← → Home End, or by swiping the board." }
            }
        }
    }

    /// What every move is worth, the played one marked.
    fn moves(&self) -> Markup {
        let played = self.played.as_ref().map(|played| played.step);
        let class = |one| (Step::from_move(one, self.us) == played).then_some("changed");
        html! {
            h2 { "What every move is worth" }
            p.hint { "By the exact tables, both sides playing their best." }
            table { tbody {
                @for one in &self.moves { tr { td class=[class(one.played)] { (one.san) } td { (one.worth()) } } }
            } }
        }
    }

    /// What keeps each of our moves from winning.
    fn draw(&self) -> Markup {
        html! {
            h2 { "Why nothing wins" }
            p {
                "The exact tables say that against best play nobody can force mate. Advice of " (self.table)
                " has to work against every reply, so none of it can win here. To each move there is an answer:"
            }
            table {
                thead { tr { th scope="col" { "move" } th scope="col" { "what happens" } } }
                tbody { @for one in &self.moves { tr { td { (one.san) } td { (one.refutation()) } } } }
            }
        }
    }

    fn rules(&self) -> Markup {
        html! {
            h2 { "Which rule applies" }
            div.scroll { table {
                @for rule in &self.rules {
                    tr {
                        td { (rule.name) }
                        td { "if " code { (rule.condition) } }
                        td {
                            @if let Some(part) = &rule.failing { span.fails { code { (part) } " does not hold" } }
                            @else { span.fires { "applies" } }
                        }
                    }
                }
            } }
        }
    }

    fn advice(&self) -> Markup {
        html! {
            h2 { "Advice tried, in order" }
            div.scroll { table {
                @for tried in &self.tried {
                    tr {
                        td { (tried.name) br; span.purpose { (tried.purpose) } }
                        td {
                            @if let Some(failure) = &tried.failure {
                                span.fails { (with_code(&failure.words(&self.position, self.us))) }
                            } @else { span.fires { "fires" } }
                            details {
                                summary { "goals" }
                                "better: " code { (tried.better) } br;
                                "holding: " code { (tried.holding) }
                            }
                        }
                    }
                }
            } }
        }
    }

    fn tree(&self) -> Markup {
        let Some(played) = &self.played else { return Markup::default() };
        let branches = branches(&self.position, &played.tree, self.us);
        let deepest = shown_depth(&branches);
        html! {
            h2 { "Every reply" }
            p {
                "The advice is forced: for each reply that it considers there is a move, until its goal is reached. Point at a \
                 move to see its position."
            }
            div.pair.small.tree {
                div.left { (picture(&ShownBoard::new(self.position.fen(self.us)))) }
                div.right {
                    (caption())
                    @for branch in &branches { (self.branch(branch, 0, deepest)) }
                }
            }
        }
    }

    fn branch(&self, branch: &Branch, depth: usize, deepest: usize) -> Markup {
        let dots = if branch.mover == Side::Us { "" } else { "…" };
        let (fen, uci) = (branch.position.fen(self.us), branch.step.uci(self.us));
        html! {
            @if branch.next.is_empty() || depth == deepest {
                div { span tabindex="0" data-fen=(fen) data-uci=(uci) {
                    (dots) (branch.san) " "
                    @if branch.next.is_empty() { span.fires { "goal reached" } }
                    @else { span.purpose { "and so on" } }
                } }
            } @else {
                details open[depth < 2] {
                    summary data-fen=(fen) data-uci=(uci) { (dots) (branch.san) }
                    @for next in &branch.next { (self.branch(next, depth + 1, deepest)) }
                }
            }
        }
    }

    fn words(&self) -> Markup {
        let name = |index: usize| self.line.moves.get(index).map(|played| &played.san);
        html! {
            h2 { "What the words say" }
            div.scroll { table {
                thead { tr {
                    th scope="col" { "word" }
                    th scope="col" { "now" }
                    @if let Some(san) = name(0) { th scope="col" { "after " (san) } }
                    @if let Some(san) = name(1) { th scope="col" { "after …" (san) } }
                } }
                tbody {
                    @for (name, goal) in &self.definitions {
                        tr { td colspan="4" { code { (name) } " stands for " code { (goal) } } }
                    }
                    @for valued in &self.values { (values(valued)) }
                }
            } }
        }
    }
}

/// A word's values, marked where they change.
fn values(Valued { word, value, after_move, after_reply }: &Valued) -> Markup {
    html! {
        tr {
            td { code { (word.name) } br; span.hint { (word.description) } }
            td { (value) }
            @for later in [after_move, after_reply].into_iter().flatten() {
                td class=[(later != value).then_some("changed")] { (later) }
            }
        }
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

fn measure(Comparison { name, formula, terms, columns }: &Comparison) -> Markup {
    html! {
        h2 { "The measure " code { (name) } }
        p { code { (name) " = " (formula) } }
        p.hint {
            "Now, after the move, and after the moves that come nearest to it; each with the reply that makes " code { (name) }
            " greatest."
        }
        div.scroll { table {
            thead { tr { th {} @for column in columns { th.number scope="col" { (column.head()) } } } }
            tbody {
                @for (index, term) in terms.iter().enumerate() {
                    tr {
                        td { (term) }
                        @for column in columns { td.number { (column.values.get(index).copied().unwrap_or(0)) } }
                    }
                }
                tr.sum { td { (name) } @for column in columns { td.number { (column.total) } } }
                tr {
                    td.purpose { "by the exact tables" }
                    @for column in columns { td.number.purpose { (column.note) } }
                }
            }
        } }
    }
}
