//! `lucena tablebase list`: prints the tables in the cache with their sizes and when they were last used.

use std::io::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, HumanDuration};

use super::super::CommandError;
use crate::tablebase::{Cache, StoredResults};

pub(super) fn run(cache: &Cache) -> Result<(), CommandError> {
    let tables = cache.tables();
    let mut out = std::io::stdout().lock();
    if !tables.is_empty() {
        let mut list = Table::new();
        list.load_style(presets::UTF8_BORDERS_ONLY);
        list.set_header(["table", "size", "last used"]);
        for table in &tables {
            let used = match table.used.elapsed() {
                Ok(age) if age.as_secs() >= 1 => format!("{} ago", HumanDuration(age)),
                _ => "now".to_owned(),
            };
            list.add_row([table.material.to_string(), HumanBytes(table.bytes).to_string(), used]);
        }
        if let Some(column) = list.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(out, "{list}")?;
    }
    let bytes = HumanBytes(tables.iter().map(|table| table.bytes).sum());
    let stored = StoredResults::in_folder(cache.folder())?;
    let results = stored.materials();
    if !results.is_empty() {
        let bytes = HumanBytes(results.iter().map(|(_, bytes)| bytes).sum());
        let names: Vec<String> = results.iter().map(|(material, _)| material.to_string()).collect();
        writeln!(
            out,
            "results of {}, {bytes}, in {}: {}",
            if names.len() == 1 { "1 material".to_owned() } else { format!("{} materials", names.len()) },
            stored.path().display(),
            names.join(", ")
        )?;
    }
    let count = if tables.len() == 1 { "1 table".to_owned() } else { format!("{} tables", tables.len()) };
    writeln!(out, "{count}, {bytes}, in {}", cache.folder().display())?;
    Ok(())
}
