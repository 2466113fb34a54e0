//! The routes of the tables of advice: their list, their lessons, and tables that somebody writes.

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::advice::explanation::AdvisedMove;
use crate::advice::lesson::{Teacher, ToldLesson};
use crate::advice::prover::ProofCacheError;
use crate::advice::{
    AdviceTable, Checked, Origin, RegisteredTable, Registry, Severity, check as check_table, choose,
};
use crate::analysis::advising::{ResultsAtHand, coverage, proof_at_hand};
use crate::serve::extract::{Object, board};
use crate::serve::refusal::{Problem, Refusal};
use crate::serve::state::Shared;

/// The name of a table that has none.
const OWN: &str = "own";
/// The longest name of a table: files have it.
const LONGEST_NAME: usize = 40;
/// The longest text of a table, in bytes.
const LONGEST_TEXT: usize = 1 << 18;

/// All tables.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableList {
    /// The tables, the built-in ones first.
    tables: Vec<TableView>,
}

/// A table of advice.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableView {
    /// Its name.
    name: String,
    /// What it is for.
    material: String,
    /// What it promises.
    promise: String,
    /// How many rules it has.
    rules: usize,
    /// How many pieces of advice it has.
    advice: usize,
    /// `built in` or `yours`.
    origin: &'static str,
    /// How much of its promise is proven; null if it is not proven yet.
    proof: Option<Kept>,
}

/// How much of what is won or drawn a table wins or holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct Kept {
    /// Positions that it wins or holds.
    kept: u64,
    /// Positions that are won or drawn.
    all: u64,
    /// The share in percent, rounded down.
    percent: f64,
}

/// A table with its text and its lesson.
#[derive(Debug, Serialize, ToSchema)]
pub struct WholeTable {
    #[serde(flatten)]
    table: TableView,
    /// Its text.
    text: String,
    /// Its lesson; null if no proof is at hand.
    lesson: Option<ToldLesson>,
}

/// A known table, or one that somebody writes.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableAsked {
    /// The name of a known table; instead of a text.
    table: Option<String>,
    /// The name of the table that is written; `own` if there is none.
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    name: Option<String>,
    /// The text of a table.
    text: Option<String>,
}

impl TableAsked {
    /// Returns the table, and all tables that it may hand over to.
    ///
    /// # Errors
    /// If there is no such table, or its text has errors.
    pub fn table(&self, shared: &Shared) -> Result<(Registry, AdviceTable), Refusal> {
        let mut registry = shared.registry();
        match (&self.table, &self.text) {
            (Some(name), None) => {
                let table = shared.table(&registry, name)?.clone();
                Ok((registry, table))
            }
            (None, Some(text)) => {
                let Checked { table, problems } = check_table(name(self.name.as_deref())?, sized(text)?);
                let table = table.ok_or_else(|| {
                    let words: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    Refusal::wrong(format!("the table has errors: {}", words.join("; ")))
                })?;
                registry.add(table.clone(), Origin::Written);
                Ok((registry, table))
            }
            _ => Err(Refusal::wrong("name a table, or give the text of one; allowed: either table or text")),
        }
    }
}

/// Returns the name of a table that somebody writes.
fn name(asked: Option<&str>) -> Result<&str, Refusal> {
    let name = asked.unwrap_or(OWN);
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    match (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(fits) {
        true => Ok(name),
        false => {
            Err(Refusal::impossible("the name", format_args!("1 to {LONGEST_NAME} letters, digits, _ and -")))
        }
    }
}

fn sized(text: &str) -> Result<&str, Refusal> {
    match text.len() <= LONGEST_TEXT {
        true => Ok(text),
        false => Err(Refusal::wrong(format!("the text is too long; allowed: at most {LONGEST_TEXT} bytes"))),
    }
}

fn view(shared: &Shared, registry: &Registry, registered: &RegisteredTable) -> TableView {
    let problems = |problem: &ProofCacheError| shared.settings.notice(problem);
    let table = &registered.table;
    let proof = coverage(&shared.settings.config.advice, registry, registered, &problems);
    TableView {
        name: table.name.clone(),
        material: table.material.to_string(),
        promise: table.promise.to_string(),
        rules: table.rules.len(),
        advice: table.advice.len(),
        origin: if registered.origin == Origin::BuiltIn { "built in" } else { "yours" },
        proof: proof.map(|proof| Kept { kept: proof.kept, all: proof.all, percent: proof.percent() }),
    }
}

/// All tables of advice, with what they promise and how much of it is proven.
#[utoipa::path(get, path = "/api/tables", tag = "tables", responses((status = 200, body = TableList)))]
pub async fn tables(State(shared): State<Shared>) -> Result<Json<TableList>, Refusal> {
    shared
        .work(|shared| {
            let registry = shared.registry();
            let tables =
                registry.tables().iter().map(|registered| view(shared, &registry, registered)).collect();
            Ok(Json(TableList { tables }))
        })
        .await
}

/// One table, with its text and its lesson.
#[utoipa::path(
    get, path = "/api/tables/{name}", tag = "tables",
    params(("name" = String, Path, description = "The name of the table", example = "krk")),
    responses((status = 200, body = WholeTable), (status = 404, body = Problem))
)]
pub async fn table(
    State(shared): State<Shared>,
    Path(name): Path<String>,
) -> Result<Json<WholeTable>, Refusal> {
    shared
        .work(move |shared| {
            let registry = shared.registry();
            let table = shared.table(&registry, &name)?;
            let registered = registry.tables().iter().find(|registered| registered.table.name == name);
            let registered = registered.ok_or_else(Refusal::bug)?;
            let problems = |problem: &ProofCacheError| shared.settings.notice(problem);
            let stored = proof_at_hand(&shared.settings.config.advice, &registry, table, &problems);
            let exact = ResultsAtHand::of(&shared.settings.config, table);
            let lesson = stored.map(|stored| {
                let (proof, playbook) = (&stored.proof, &stored.playbook);
                Teacher { registry: &registry, table, proof, playbook, exact: &exact }.lesson().told()
            });
            let view = view(shared, &registry, registered);
            Ok(Json(WholeTable { table: view, text: table.text.clone(), lesson }))
        })
        .await
}

/// The text of a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextAsked {
    /// The name; `own` if there is none.
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    name: Option<String>,
    /// The text.
    text: String,
}

/// What is wrong with a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckedText {
    /// Whether it is a table; it may have warnings all the same.
    is_table: bool,
    /// What is wrong, in the order of the text.
    problems: Vec<TextProblem>,
}

/// One thing that is wrong with a text.
#[derive(Debug, Serialize, ToSchema)]
pub struct TextProblem {
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
    /// `error` or `warning`.
    severity: &'static str,
    /// What is wrong, and what would be right.
    message: String,
}

/// Checks the text of a table.
#[utoipa::path(
    post, path = "/api/tables/check", tag = "tables", request_body = TextAsked,
    responses((status = 200, body = CheckedText), (status = 400, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem))
)]
pub async fn check(
    State(shared): State<Shared>,
    Object(asked): Object<TextAsked>,
) -> Result<Json<CheckedText>, Refusal> {
    shared
        .work(move |shared| {
            let mut checked = check_table(name(asked.name.as_deref())?, sized(&asked.text)?);
            if let Some(table) = &checked.table {
                checked.problems.extend(shared.registry().handover_problems(table));
            }
            let is_error = |problem: &crate::advice::Problem| problem.severity() == Severity::Error;
            let is_table = checked.table.is_some() && !checked.problems.iter().any(is_error);
            let problems = checked.problems.iter().map(|problem| TextProblem {
                line: problem.place.line,
                column: problem.place.column,
                severity: if is_error(problem) { "error" } else { "warning" },
                message: problem.kind.to_string(),
            });
            Ok(Json(CheckedText { is_table, problems: problems.collect() }))
        })
        .await
}

/// A position to play with a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayAsked {
    /// The position as a FEN.
    #[schema(example = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1")]
    fen: String,
    /// The name of a known table; instead of a text.
    table: Option<String>,
    /// The name of the table that is written; `own` if there is none.
    #[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    name: Option<String>,
    /// The text of a table.
    text: Option<String>,
}

/// What a table plays.
#[derive(Debug, Serialize, ToSchema)]
pub struct Played {
    /// The move and the reason; null if the table has no advice here.
    #[serde(rename = "move")]
    played: Option<AdvisedMove>,
}

/// Lets a table play a move.
#[utoipa::path(
    post, path = "/api/tables/play", tag = "tables", request_body = PlayAsked,
    responses(
        (status = 200, body = Played), (status = 400, body = Problem), (status = 404, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem)
    )
)]
pub async fn play(
    State(shared): State<Shared>,
    Object(asked): Object<PlayAsked>,
) -> Result<Json<Played>, Refusal> {
    let PlayAsked { fen, table, name, text } = asked;
    let board = board(&fen)?;
    shared
        .work(move |shared| {
            let (_, table) = TableAsked { table, name, text }.table(shared)?;
            let played = choose(&table, &board).map(|choice| AdvisedMove {
                uci: board.uci(choice.played),
                san: board.notation(choice.played).to_string(),
                rule: choice.rule.to_owned(),
                advice: choice.advice.to_owned(),
                purpose: table.advice[choice.advised.advice].purpose.clone(),
            });
            Ok(Json(Played { played }))
        })
        .await
}
