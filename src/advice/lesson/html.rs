//! A lesson as one self-contained page: no font, no picture, no script from anywhere else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indicatif::HumanCount;
use serde::Serialize;
use shakmaty::{Color, Role};

use super::exercises::Exercise;
use super::gather::{Lesson, LongGame, TaughtAdvice, TaughtRule};
use crate::advice::language::Aim;
use crate::advice::page::{Mark, ShownLine, escaped, page, quoted, stepper};
use crate::advice::play::played_line::PlayedLine;
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::view::Position;
use crate::advice::prover::Proof;

const SCRIPT: &str = include_str!("exercises.js");
const US: Color = Color::White;

/// What the page's script steps through and judges by.
#[derive(Serialize)]
struct Carried<'a> {
    lines: BTreeMap<String, ShownLine>,
    exercises: &'a [Exercise],
}

/// A page in the making.
struct Writing<'a> {
    lesson: &'a Lesson,
    body: String,
    lines: BTreeMap<String, ShownLine>,
}

impl Lesson {
    /// Returns the lesson as a page.
    ///
    /// # Errors
    /// Where what the page carries cannot be written as JSON, which would be a bug.
    pub fn to_html(&self) -> Result<String, serde_json::Error> {
        let title = self.title();
        let mut writing = Writing { lesson: self, body: String::new(), lines: BTreeMap::new() };
        writing.idea(&title);
        writing.figures();
        writing.measures();
        writing.rules();
        writing.longest();
        writing.exercises();
        writing.words();
        let Writing { body, lines, .. } = writing;
        page(&title, &body, &Carried { lines, exercises: &self.exercises }, SCRIPT)
    }

    /// The ending in words.
    fn title(&self) -> String {
        let side = |side| side_words(&self.material, side);
        let title = format!("{} against {}", side(Side::Us), side(Side::Them));
        let mut letters = title.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }
}

impl Writing<'_> {
    fn idea(&mut self, title: &str) {
        let _ = writeln!(self.body, "<h1>{}</h1>", escaped(title));
        let _ = writeln!(
            self.body,
            "<nav aria-label=\"On this page\"><a href=\"#rules\">Rules</a> <a href=\"#longest\">{}</a> \
             <a href=\"#exercises\">Exercises</a> <a href=\"#words\">Words</a></nav>",
            self.long_game_title()
        );
        for paragraph in &self.lesson.idea {
            let _ = writeln!(self.body, "<p class=\"lead\">{}</p>", quoted(paragraph));
        }
        let _ = writeln!(
            self.body,
            "<p class=\"hint\">White plays by the rules of the table <code>{}</code>. Every board can be stepped through with its \
             buttons, by swiping, or with the arrow keys once it is chosen with Tab or a click.</p>",
            escaped(&self.lesson.table)
        );
    }

    fn figures(&mut self) {
        let proof = &self.lesson.proof;
        let _ = write!(
            self.body,
            "<p><strong>{}</strong></p>\n<table class=\"figures\">",
            escaped(&match proof.promise {
                Aim::Wins => verdict_of_win(proof),
                Aim::Holds => verdict_of_hold(proof),
            })
        );
        let mut row = |name: &str, value: String| {
            let _ = write!(self.body, "<tr><td>{name}</td><td>{value}</td></tr>");
        };
        row(
            "positions with White to move",
            format!(
                "{}: {} won, {} drawn, {} lost with best play",
                HumanCount(proof.positions),
                HumanCount(proof.won),
                HumanCount(proof.drawn),
                HumanCount(proof.lost)
            ),
        );
        if proof.promise == Aim::Holds {
            self.body.push_str("</table>\n");
            return;
        }
        let optimum =
            proof.optimum_longest.map_or(String::new(), |moves| format!("; best play takes {moves}"));
        row("longest win", format!("{} moves{optimum}", proof.longest));
        let optimum =
            proof.optimum_mean.map_or(String::new(), |moves| format!("; best play takes {moves:.1}"));
        row("mean win", format!("{:.1} moves{optimum}", proof.mean));
        self.body.push_str("</table>\n");
    }

    fn measures(&mut self) {
        for measure in &self.lesson.measures {
            let _ = writeln!(
                self.body,
                "<h2>What is measured: <code>{0}</code></h2>\n<p>{1}</p>\n<p><code>{0} = {2}</code></p>\n\
                 <p class=\"hint\">What each word counts stands under <a href=\"#words\">Words</a>.</p>",
                escaped(&measure.name),
                quoted(&measure.comment),
                escaped(&measure.formula),
            );
        }
    }

    fn rules(&mut self) {
        self.body.push_str(
            "<h2 id=\"rules\">The rules</h2>\n<p>The first rule whose condition holds is used. Its pieces of advice are tried in \
             order, and the first one that can be forced against every reply is played.</p>\n",
        );
        let legend = self.lesson.areas.iter().map(|area| {
            format!("<li><span class=\"{}\"></span>{}</li>", area.class(), escaped(area.legend()))
        });
        let legend: String = legend.collect();
        let _ = writeln!(
            self.body,
            "<ul class=\"legend\">{legend}<li><span class=\"from\"></span>the move that was just played</li></ul>"
        );
        let rules = &self.lesson.rules;
        for (number, rule) in rules.iter().enumerate() {
            self.rule(number, rule);
        }
    }

    fn rule(&mut self, number: usize, rule: &TaughtRule) {
        let _ = writeln!(
            self.body,
            "<section class=\"card\"><h3>{}. {}: if <code>{}</code></h3>",
            number + 1,
            escaped(&rule.name),
            escaped(&rule.condition)
        );
        if !rule.comment.is_empty() {
            let _ = writeln!(self.body, "<p>{}</p>", quoted(&rule.comment));
        }
        for (place, advice) in rule.advice.iter().enumerate() {
            self.advice(&format!("rule{number}-{place}"), advice);
        }
        self.body.push_str("</section>\n");
    }

    fn advice(&mut self, name: &str, advice: &TaughtAdvice) {
        let share = match advice.fires {
            0 => "it never fires here".to_owned(),
            1 => "fires in one position".to_owned(),
            fires => format!("fires in {} positions", HumanCount(fires)),
        };
        let _ = write!(
            self.body,
            "<div class=\"advice\"><h4>{}: {} <span class=\"purpose\">({share})</span></h4>\n\
             <p class=\"hint\">{}: <code>{}</code>. {}: <code>{}</code>.</p>\n",
            escaped(&advice.name),
            escaped(&advice.purpose),
            if advice.endless { "It is over when" } else { "Goal" },
            escaped(&advice.better),
            if advice.endless { "For ever" } else { "All the while" },
            escaped(&advice.holding),
        );
        if let Some((position, line)) = &advice.example {
            let shown = self.shown(position, line);
            let shown = ShownLine { end: goal_words(line).to_owned(), ..shown };
            let label = format!("an example of {}", advice.name);
            let stepper =
                stepper(name, &label, &shown, false).replace("class=\"stepper\"", "class=\"stepper small\"");
            self.body.push_str(&stepper);
            self.lines.insert(name.to_owned(), shown);
        }
        self.body.push_str("</div>\n");
    }

    fn long_game_title(&self) -> &'static str {
        match self.lesson.proof.promise {
            Aim::Wins => "The longest win",
            Aim::Holds => "A long defence",
        }
    }

    fn longest(&mut self) {
        let (aim, title) = (self.lesson.proof.promise, self.long_game_title());
        let _ = writeln!(self.body, "<h2 id=\"longest\">{title}</h2>");
        let Some(LongGame { position, line, narrow }) = &self.lesson.longest else {
            let nothing = if aim == Aim::Wins { "wins" } else { "holds" };
            let _ = writeln!(self.body, "<p>The table {nothing} nowhere.</p>");
            return;
        };
        let ours = line.moves.iter().filter(|played| played.mover == Side::Us).count();
        let told = match aim {
            Aim::Wins => {
                format!("From here the defence holds out longest: {} moves.", self.lesson.proof.longest)
            }
            Aim::Holds => format!(
                "Black leaves no man to be taken if he can help it, and plays what leaves White the fewest moves that hold. In \
                 {narrow} of these {ours} moves White has a single one."
            ),
        };
        let _ = writeln!(self.body, "<p>{told} Each move of White's is told with its reason.</p>");
        let shown = self.shown(position, line);
        self.body.push_str(&stepper("longest", &title.to_lowercase(), &shown, false));
        self.lines.insert("longest".to_owned(), shown);
    }

    fn shown(&self, position: &Position, line: &PlayedLine) -> ShownLine {
        let marking = |position: &Position| -> Vec<Mark> {
            let mark =
                |area: &crate::advice::explanation::Area| Mark::new(area.class(), area.squares(position, US));
            self.lesson.areas.iter().filter_map(mark).collect()
        };
        ShownLine::new(position, line, US, &marking)
    }

    fn exercises(&mut self) {
        let verdicts = match self.lesson.proof.promise {
            Aim::Wins => "also winning, or throwing the win away",
            Aim::Holds => "also holding, or losing",
        };
        let _ = writeln!(
            self.body,
            "<h2 id=\"exercises\">Exercises</h2>\n<p>White to move. Drag a man, or click it and then its square; or choose the \
             board with Tab, move the frame with the arrow keys and press Enter; or type the move. Every move is judged: \
             right by the table, {verdicts}.</p>\n<p id=\"solved\" aria-live=\"polite\"></p>\n\
             <noscript><p>Exercises need a browser with scripts.</p></noscript>"
        );
        for number in 0..self.lesson.exercises.len() {
            let _ = writeln!(
                self.body,
                "<h3>Exercise {}</h3>\n<div class=\"exercise\" data-exercise=\"{number}\"></div>",
                number + 1
            );
        }
    }

    fn words(&mut self) {
        self.body.push_str("<h2 id=\"words\">Words</h2>\n<dl>");
        for (name, goal) in &self.lesson.definitions {
            let (name, goal) = (escaped(name), escaped(goal));
            let _ = write!(
                self.body,
                "<dt><code>{name}</code></dt><dd>named by the table: <code>{goal}</code></dd>"
            );
        }
        for word in &self.lesson.words {
            let _ = write!(
                self.body,
                "<dt><code>{}</code></dt><dd>{}</dd>",
                word.name,
                escaped(word.description)
            );
        }
        self.body.push_str("</dl>\n");
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

/// What is told at the end of an example.
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
