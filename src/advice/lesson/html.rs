//! A lesson as one self-contained page.

use std::collections::BTreeMap;

use indicatif::HumanCount;
use maud::{Markup, html};
use serde::Serialize;
use shakmaty::{Color, Role};

use super::gather::{Lesson, LongGame, TaughtAdvice, TaughtMeasure, TaughtRule};
use crate::advice::language::Aim;
use crate::advice::play::played_line::PlayedLine;
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;
use crate::advice::prover::Proof;
use crate::advice::shown::shown_line;
use crate::page::{
    Carried, Exercise, HOW_TO_MOVE, Line, Mark, Page, Stepper, exercise, solved_exercises, with_code,
};

const US: Color = Color::White;

/// What the page's script steps through and judges by.
#[derive(Serialize)]
struct Data<'a> {
    lines: BTreeMap<String, Line>,
    exercises: &'a [Exercise],
}

/// The name under which the page carries an example.
fn name_of(rule: usize, advice: usize) -> String {
    format!("rule{rule}-{advice}")
}

impl Lesson {
    /// Returns the lesson as a page.
    ///
    /// # Errors
    /// If what the page carries cannot be written as JSON, which would be a bug.
    pub fn to_html(&self) -> Result<String, serde_json::Error> {
        let data = Data { lines: self.lines(), exercises: &self.exercises };
        let title = self.title();
        let body = html! {
            (self.idea_of(&title))
            (figures(&self.proof))
            @for measure in &self.measures { (self::measure(measure)) }
            (self.all_rules(&data.lines))
            (self.long_game(&data.lines))
            (self.all_exercises())
            (self.all_words())
        };
        let carried = Some(Carried::new(&data)?);
        Ok(Page { title: &title, body, carried, style: "", script: "" }.to_html())
    }

    /// Returns the ending in words.
    pub(super) fn title(&self) -> String {
        let side = |side| side_words(&self.material, side);
        let title = format!("{} against {}", side(Side::Us), side(Side::Them));
        let mut letters = title.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }

    /// The examples and the long game, by name.
    fn lines(&self) -> BTreeMap<String, Line> {
        let mut lines = BTreeMap::new();
        for (number, rule) in self.rules.iter().enumerate() {
            for (place, advice) in rule.advice.iter().enumerate() {
                if let Some(line) = self.example(advice) {
                    lines.insert(name_of(number, place), line);
                }
            }
        }
        if let Some(game) = &self.longest {
            lines.insert("longest".to_owned(), self.long_line(game));
        }
        lines
    }

    /// Returns the example of a piece of advice, as boards to step through.
    pub(super) fn example(&self, advice: &TaughtAdvice) -> Option<Line> {
        let (position, line) = advice.example.as_ref()?;
        Some(Line { end: goal_words(line).to_owned(), ..self.shown(position, line) })
    }

    /// Returns the long game, as boards to step through.
    pub(super) fn long_line(&self, LongGame { position, line, .. }: &LongGame) -> Line {
        self.shown(position, line)
    }

    fn shown(&self, position: &Position, line: &PlayedLine) -> Line {
        let marking = |position: &Position| -> Vec<Mark> {
            let mark =
                |area: &crate::advice::explanation::Area| Mark::new(area.class(), area.squares(position, US));
            self.areas.iter().filter_map(mark).collect()
        };
        shown_line(position, line, US, &marking)
    }

    fn idea_of(&self, title: &str) -> Markup {
        html! {
            h1 { (title) }
            nav aria-label="On this page" {
                a href="#rules" { "Rules" } " "
                a href="#longest" { (self.long_game_title()) } " "
                a href="#exercises" { "Exercises" } " "
                a href="#words" { "Words" }
            }
            @for paragraph in &self.idea { p.lead { (with_code(paragraph)) } }
            p.hint {
                "White plays by the rules of the table " code { (self.table) } ". Step through every board with its buttons, by \
                 swiping it, or with the arrow keys once you have chosen it with Tab or a click."
            }
        }
    }

    fn all_rules(&self, lines: &BTreeMap<String, Line>) -> Markup {
        html! {
            h2 id="rules" { "The rules" }
            p {
                "The first rule whose condition holds is used. Its pieces of advice are tried in order, and the first one that can \
                 be forced against every reply is played."
            }
            ul.legend {
                @for area in &self.areas { li { span class=(area.class()) {} (area.legend()) } }
                li { span.from {} "the move that was just played" }
            }
            @for (number, rule) in self.rules.iter().enumerate() { (self::rule(number, rule, lines)) }
        }
    }

    pub(super) fn long_game_title(&self) -> &'static str {
        match self.proof.promise {
            Aim::Wins => "The longest win",
            Aim::Holds => "A long defence",
        }
    }

    fn long_game(&self, lines: &BTreeMap<String, Line>) -> Markup {
        let title = self.long_game_title();
        let label = title.to_lowercase();
        let stepper = Stepper { name: Some("longest"), label: &label, is_main: false, is_small: false };
        html! {
            h2 id="longest" { (title) }
            @if let Some(game) = &self.longest {
                p { (self.about(game)) " Each move of White's comes with its reason." }
            } @else {
                p { "The table " (self.proof.promise.words()) " nowhere." }
            }
            @if let Some(line) = lines.get("longest") { (stepper.of(line)) }
        }
    }

    /// Returns what makes the long game long.
    pub(super) fn about(&self, LongGame { line, narrow, .. }: &LongGame) -> String {
        let ours = line.moves.iter().filter(|played| played.mover == Side::Us).count();
        match self.proof.promise {
            Aim::Wins => format!("From here the defence holds out longest: {} moves.", self.proof.longest),
            Aim::Holds => format!(
                "Black leaves no man to be taken if he can help it, and plays what leaves White the fewest moves that hold. In \
                 {narrow} of these {ours} moves White has a single one."
            ),
        }
    }

    fn all_exercises(&self) -> Markup {
        let verdicts = match self.proof.promise {
            Aim::Wins => "also winning, or throwing the win away",
            Aim::Holds => "also holding, or losing",
        };
        html! {
            h2 id="exercises" { "Exercises" }
            p { "White to move. " (HOW_TO_MOVE) " Every move is judged: right by the table, " (verdicts) "." }
            (solved_exercises())
            @for (number, task) in self.exercises.iter().enumerate() {
                h3 { "Exercise " (number + 1) }
                (exercise(number, task, &Markup::default()))
            }
        }
    }

    fn all_words(&self) -> Markup {
        html! {
            h2 id="words" { "Words" }
            dl {
                @for (name, goal) in &self.definitions {
                    dt { code { (name) } }
                    dd { "named by the table: " code { (goal) } }
                }
                @for word in &self.words { dt { code { (word.name) } } dd { (word.description) } }
            }
        }
    }
}

fn figures(proof: &Proof) -> Markup {
    let (positions, won, drawn, lost) =
        (HumanCount(proof.positions), HumanCount(proof.won), HumanCount(proof.drawn), HumanCount(proof.lost));
    html! {
        p { strong { (verdict(proof)) } }
        table.figures {
            tr {
                td { "positions with White to move" }
                td { (format_args!("{positions}: {won} won, {drawn} drawn, {lost} lost with best play")) }
            }
            @if proof.promise == Aim::Wins {
                tr {
                    td { "longest win" }
                    td { (proof.longest) " moves" @if let Some(moves) = proof.optimum_longest { "; best play takes " (moves) } }
                }
                tr {
                    td { "mean win" }
                    td {
                        (format_args!("{:.1} moves", proof.mean))
                        @if let Some(moves) = proof.optimum_mean { (format_args!("; best play takes {moves:.1}")) }
                    }
                }
            }
        }
    }
}

fn measure(measure: &TaughtMeasure) -> Markup {
    html! {
        h2 { "What is measured: " code { (measure.name) } }
        p { (with_code(&measure.comment)) }
        p { code { (measure.name) " = " (measure.formula) } }
        p.hint { a href="#words" { "Words" } " says what each word counts." }
    }
}

fn rule(number: usize, rule: &TaughtRule, lines: &BTreeMap<String, Line>) -> Markup {
    html! {
        section.card {
            h3 { (number + 1) ". " (rule.name) ": if " code { (rule.condition) } }
            @if !rule.comment.is_empty() { p { (with_code(&rule.comment)) } }
            @for (place, advice) in rule.advice.iter().enumerate() {
                (self::advice(&name_of(number, place), advice, lines))
            }
        }
    }
}

fn advice(name: &str, advice: &TaughtAdvice, lines: &BTreeMap<String, Line>) -> Markup {
    let share = match advice.fires {
        0 => "it never fires here".to_owned(),
        1 => "fires in one position".to_owned(),
        fires => format!("fires in {} positions", HumanCount(fires)),
    };
    let (goal, condition) =
        if advice.endless { ("It is over when", "For ever") } else { ("Goal", "All the while") };
    let label = format!("an example of {}", advice.name);
    let stepper = Stepper { name: Some(name), label: &label, is_main: false, is_small: true };
    html! {
        div.advice {
            h4 { (advice.name) ": " (advice.purpose) " " span.purpose { "(" (share) ")" } }
            p.hint { (goal) ": " code { (advice.better) } ". " (condition) ": " code { (advice.holding) } "." }
            @if let Some(line) = lines.get(name) { (stepper.of(line)) }
        }
    }
}

/// Returns what is proven, in a sentence.
pub(super) fn verdict(proof: &Proof) -> String {
    match proof.promise {
        Aim::Wins => verdict_of_win(proof),
        Aim::Holds => verdict_of_hold(proof),
    }
}

fn verdict_of_win(proof: &Proof) -> String {
    let (claimed, won) = (HumanCount(proof.claimed), HumanCount(proof.won));
    match (&proof.part, proof.proven) {
        (None, true) => {
            "Proven: the rules win every position that can be won, against every defence.".to_owned()
        }
        (Some(part), true) => format!(
            "Proven: against every defence the rules win {claimed} of {won} positions that can be won, those where {part}."
        ),
        (_, false) => format!(
            "Not proven: in {} of {claimed} positions that should be won the defence escapes.",
            HumanCount(proof.claimed - proof.kept)
        ),
    }
}

fn verdict_of_hold(proof: &Proof) -> String {
    let claimed = HumanCount(proof.claimed);
    match (&proof.part, proof.proven) {
        (None, true) => {
            "Proven: the rules hold every drawn position for ever, against every attack.".to_owned()
        }
        (Some(part), true) => format!(
            "Proven: against every attack the rules hold for ever {claimed} of {} drawn positions, those where {part}.",
            HumanCount(proof.drawn)
        ),
        (_, false) => format!(
            "Not proven: in {} of {claimed} positions that should be held the attack breaks through.",
            HumanCount(proof.claimed - proof.kept)
        ),
    }
}

/// Returns the words at the end of an example.
fn goal_words(line: &PlayedLine) -> &'static str {
    let last = line.moves.last().is_some_and(|played| played.mover == Side::Us);
    if last { line.end.words() } else { "the goal is reached" }
}

/// A side's men in words: `king and two rooks`.
fn side_words(material: &Material, side: Side) -> String {
    let pieces = material.pieces(side);
    let mut words = vec!["king".to_owned()];
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        let name = match role {
            Role::Queen => "queen",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Knight => "knight",
            _ => "pawn",
        };
        match pieces.iter().filter(|known| **known == role).count() {
            0 => {}
            1 => words.push(name.to_owned()),
            2 => words.push(format!("two {name}s")),
            count => words.push(format!("{count} {name}s")),
        }
    }
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}
