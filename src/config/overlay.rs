//! Lays a user's file over the defaults, key by key, and notes what does not count.

use std::path::Path;

use toml_edit::{Document, Item, Table, TableLike, TomlError};

use super::schema::{Schema, Setting, item_of, line_at, value_of};
use super::{Problem, ProblemKind};
use crate::engine::options::Value;
use crate::text::did_you_mean;

/// The most broken lines to skip. With more, the file is not an engine.toml.
const MAXIMUM_BROKEN_LINES: usize = 100;

/// The current values, one for each setting of the schema.
pub(super) struct Overlay<'a> {
    schema: &'a Schema,
    values: Vec<Value>,
    problems: Vec<Problem>,
}

impl<'a> Overlay<'a> {
    /// Starts with the defaults.
    pub(super) fn new(schema: &'a Schema) -> Overlay<'a> {
        let values = schema.settings().iter().map(|setting| setting.default.clone()).collect();
        Overlay { schema, values, problems: Vec::new() }
    }

    /// Lays the text of a file over the values.
    pub(super) fn read(&mut self, text: &str, path: &Path) {
        let mut reader = Reader { overlay: self, path };
        if let Some(document) = reader.parse_without_broken_lines(text) {
            reader.read_document(&document);
        }
        // The parser goes by section, but a person reads by line.
        self.problems.sort_by_key(|problem| problem.line);
    }

    /// Returns the current values of a section.
    pub(super) fn section(&self, name: &str) -> Table {
        let mut table = Table::new();
        for (setting, value) in self.schema.settings().iter().zip(&self.values) {
            if setting.section == name {
                table.insert(&setting.key, item_of(value));
            }
        }
        table
    }

    /// Returns what did not count.
    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }
}

/// One pass through one file.
struct Reader<'o, 'a> {
    overlay: &'o mut Overlay<'a>,
    path: &'o Path,
}

impl Reader<'_, '_> {
    /// Parses the file. It blanks out and notes each line that the parser refuses, so that the others count.
    fn parse_without_broken_lines(&mut self, text: &str) -> Option<Document<String>> {
        let mut lines: Vec<&str> = text.lines().collect();
        for _ in 0..MAXIMUM_BROKEN_LINES {
            let joined = lines.join("\n");
            match Document::parse(joined.clone()) {
                Ok(document) => return Some(document),
                Err(error) => {
                    let line = broken_line(&error, &joined, &lines);
                    self.note(line, ProblemKind::Syntax { reason: reason(&error) });
                    *lines.get_mut(line - 1)? = "";
                }
            }
        }
        let reason = format!("more than {MAXIMUM_BROKEN_LINES} of its lines are not TOML");
        self.note(0, ProblemKind::Unreadable { reason });
        None
    }

    fn read_document(&mut self, document: &Document<String>) {
        // Spans refer to the document's own text, in which broken lines are blank.
        let text = document.raw();
        for (name, item) in document.iter() {
            self.read_section(name, item, key_line(document.as_table(), name, text), text);
        }
    }

    fn read_section(&mut self, name: &str, item: &Item, line: usize, text: &str) {
        let sections = self.overlay.schema.sections();
        let allowed = sections.iter().map(|section| format!("[{section}]")).collect::<Vec<_>>().join(" ");
        let Some(table) = item.as_table_like() else {
            return self.note(line, ProblemKind::OutsideSection { found: name.to_owned(), allowed });
        };
        if !sections.contains(&name) {
            let hint = did_you_mean(name, sections);
            return self.note(line, ProblemKind::UnknownSection { found: name.to_owned(), hint, allowed });
        }
        for (key, item) in table.iter() {
            self.read_key(name, key, item, key_line(table, key, text));
        }
    }

    fn read_key(&mut self, section: &str, key: &str, item: &Item, line: usize) {
        let schema = self.overlay.schema;
        let matches = |setting: &Setting| setting.section == section && setting.key == key;
        let Some(index) = schema.settings().iter().position(matches) else {
            let keys = schema.keys(section);
            let kind = ProblemKind::UnknownKey {
                section: section.to_owned(),
                found: key.to_owned(),
                hint: did_you_mean(key, keys.iter().copied()),
                allowed: keys.join(" "),
            };
            return self.note(line, kind);
        };
        let setting = &schema.settings()[index];
        match value_of(item) {
            Some(value) if setting.allows(&value) => self.overlay.values[index] = value,
            _ => {
                let kind = ProblemKind::BadValue {
                    section: section.to_owned(),
                    key: key.to_owned(),
                    found: item.to_string().trim().to_owned(),
                    allowed: setting.allowed(),
                    default: setting.default.to_string(),
                };
                self.note(line, kind);
            }
        }
    }

    fn note(&mut self, line: usize, kind: ProblemKind) {
        self.overlay.problems.push(Problem { file: self.path.to_owned(), line, kind });
    }
}

/// Returns the line of a key, from 1.
fn key_line(table: &dyn TableLike, key: &str, text: &str) -> usize {
    table.key(key).and_then(|key| key.span()).map_or(1, |span| line_at(text, span.start))
}

/// Returns the line that the parser refuses. For an error at the end of the text, that is the last line with content.
fn broken_line(error: &TomlError, joined: &str, lines: &[&str]) -> usize {
    let line = error.span().map_or(1, |span| line_at(joined, span.start));
    (1..=line.min(lines.len())).rev().find(|line| !lines[line - 1].trim().is_empty()).unwrap_or(1)
}

/// Returns the parser's message on one line.
fn reason(error: &TomlError) -> String {
    error.message().lines().map(str::trim).collect::<Vec<_>>().join(", ")
}
