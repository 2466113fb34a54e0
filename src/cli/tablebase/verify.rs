//! `lucena tablebase verify`: compares every checksum: of the results inside the program, of built ones, and of the cached tables.

use std::io::Write as _;

use indicatif::HumanBytes;

use super::super::{CommandError, progress};
use crate::tablebase::{Cache, EmbeddedTables, Question, StoredResults};

pub(super) fn run(cache: &Cache) -> Result<(), CommandError> {
    let tables = cache.tables();
    let mut damaged = 0;
    let mut print = |name: &str, result: Result<(), String>| {
        let mut out = std::io::stdout().lock();
        match result {
            Ok(()) => writeln!(out, "{name:<8} good"),
            Err(reason) => {
                damaged += 1;
                writeln!(out, "{name:<8} {reason}")
            }
        }
    };
    print("embedded", EmbeddedTables::built_in().verify().map_err(|error| error.to_string()))?;
    let stored = StoredResults::in_folder(cache.folder())?;
    for (material, _) in stored.materials() {
        let mut questions = Question::about(material).into_iter();
        let whole = questions.try_for_each(|question| stored.verify(question));
        print(&format!("{material} results"), whole.map_err(|error| error.to_string()))?;
    }
    if stored.unusable_bytes() > 0 {
        let bytes = HumanBytes(stored.unusable_bytes());
        let reason = format!(
            "{}: the last {bytes} are incomplete or damaged; the next lucena tablebase build cuts them off",
            stored.path().display()
        );
        print("results", Err(reason))?;
    }
    let bar = progress::bar(tables.len(), "verify");
    for table in &tables {
        // Another lucena may evict a table between listing and reading; that is not an error.
        let result = cache.load(table.material).map(drop).map_err(|error| error.to_string());
        bar.inc(1);
        bar.suspend(|| print(&table.material.to_string(), result))?;
    }
    bar.finish_and_clear();
    match damaged {
        0 => Ok(()),
        1 => Err(CommandError::Failed(
            "1 check failed; lucena tablebase build with the name of the table builds it anew".to_owned(),
        )),
        _ => Err(CommandError::Failed(format!(
            "{damaged} checks failed; lucena tablebase build with the names of the tables builds them anew"
        ))),
    }
}
