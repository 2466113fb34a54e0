//! The known advice tables: those built in, and those that a user has added from a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::Role;
use thiserror::Error;

use super::language::{AdviceTable, Aim, Checked, Handover, Parts, Problem, ProblemKind, check, first_table};
use super::position::material::{Change, Material};
use super::position::side::Side;
use super::text_hash::text_hash;
use crate::board::Board;
use crate::text::{decode, system_reason};

/// The built-in tables: name and text.
const BUILT_IN: &[(&str, &str)] = &[
    ("krk", include_str!("tables/krk.al0")),
    ("krk_book", include_str!("tables/krk_book.al0")),
    ("kqk", include_str!("tables/kqk.al0")),
    ("kpk", include_str!("tables/kpk.al0")),
    ("krrk", include_str!("tables/krrk.al0")),
    ("kbbk", include_str!("tables/kbbk.al0")),
    ("kbnk", include_str!("tables/kbnk.al0")),
    ("kqbk", include_str!("tables/kqbk.al0")),
    ("krbk", include_str!("tables/krbk.al0")),
    ("kbpk", include_str!("tables/kbpk.al0")),
    ("kqkr", include_str!("tables/kqkr.al0")),
    ("krkn", include_str!("tables/krkn.al0")),
    ("kqkb", include_str!("tables/kqkb.al0")),
    ("kqkn", include_str!("tables/kqkn.al0")),
    ("kqkq", include_str!("tables/kqkq.al0")),
    ("kqkp", include_str!("tables/kqkp.al0")),
    ("krpkr", include_str!("tables/rook_and_pawn/krpkr.al0")),
    ("krkrp", include_str!("tables/rook_and_pawn/krkrp.al0")),
    ("kqrkr", include_str!("tables/rook_and_pawn/kqrkr.al0")),
    ("kqrk", include_str!("tables/rook_and_pawn/kqrk.al0")),
    ("krpk", include_str!("tables/rook_and_pawn/krpk.al0")),
    ("krkr", include_str!("tables/rook_and_pawn/krkr.al0")),
    ("kpkr", include_str!("tables/rook_and_pawn/kpkr.al0")),
    ("kkp", include_str!("tables/holding/kkp.al0")),
    ("kbkr", include_str!("tables/holding/kbkr.al0")),
    ("knkr", include_str!("tables/holding/knkr.al0")),
    ("knkp", include_str!("tables/holding/knkp.al0")),
];

/// Where a table comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is part of the program.
    BuiltIn,
    /// It was read from a file.
    File(PathBuf),
    /// Somebody has just written it.
    Written,
}

/// A table and where it comes from.
#[derive(Clone, Debug)]
pub struct RegisteredTable {
    /// The table.
    pub table: AdviceTable,
    /// Where it comes from.
    pub origin: Origin,
}

/// Why a file gives no table, or a folder none at all.
#[derive(Debug, Error)]
pub enum LeftOut {
    /// It cannot be read.
    #[error("cannot read {}: {}", path.display(), system_reason(error))]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// One of the errors or warnings of a broken table.
    #[error("{}:{problem}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// One thing that is wrong with it.
        problem: Problem,
    },
}

/// All tables by name.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    shelved: Vec<RegisteredTable>,
}

impl Registry {
    /// Returns the built-in tables.
    pub fn built_in() -> Registry {
        let tables = BUILT_IN.iter().filter_map(|(name, text)| check(name, text).table);
        Registry { shelved: tables.map(|table| RegisteredTable { table, origin: Origin::BuiltIn }).collect() }
    }

    /// Adds every `.al0` file of a folder, in the order of their names. A table with a known name replaces the older one.
    /// Returns why files were left out.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<LeftOut> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return vec![LeftOut::Unreadable { path: folder.to_owned(), error }],
        };
        let is_table = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "al0");
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_table).collect();
        paths.sort();
        paths.into_iter().filter_map(|path| self.add_file(path).err()).flatten().collect()
    }

    /// Adds the table of one file, and returns its warnings.
    ///
    /// # Errors
    /// If the file cannot be read or its table is broken.
    pub fn add_file(&mut self, path: PathBuf) -> Result<Vec<Problem>, Vec<LeftOut>> {
        let text = match fs::read(&path).map(|bytes| decode(&bytes)) {
            Ok(text) => text,
            Err(error) => return Err(vec![LeftOut::Unreadable { path, error }]),
        };
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let Checked { table, problems } = check(&name, &text);
        match table {
            Some(table) => {
                self.add(table, Origin::File(path));
                Ok(problems)
            }
            None => {
                let broken = |problem| LeftOut::Broken { path: path.clone(), problem };
                Err(problems.into_iter().map(broken).collect())
            }
        }
    }

    /// Adds the tables that a table hands over to, by way of others, too, if none has their name yet and the folder has them as
    /// `NAME.al0`. An author keeps tables that belong together in one folder.
    ///
    /// # Errors
    /// If one of these files cannot be read or its table is broken.
    pub fn add_handed_over(&mut self, table: &AdviceTable, folder: &Path) -> Result<(), Vec<LeftOut>> {
        for Handover { table: name, .. } in &table.handovers {
            let path = folder.join(format!("{name}.al0"));
            if *name == table.name || self.find(name).is_some() || !path.is_file() {
                continue;
            }
            self.add_file(path)?;
            if let Some(next) = self.find(name).cloned() {
                self.add_handed_over(&next, folder)?;
            }
        }
        Ok(())
    }

    /// Adds a table, in place of one with the same name.
    pub fn add(&mut self, table: AdviceTable, origin: Origin) {
        self.shelved.retain(|known| known.table.name != table.name);
        self.shelved.push(RegisteredTable { table, origin });
    }

    /// Returns all tables.
    pub fn tables(&self) -> &[RegisteredTable] {
        &self.shelved
    }

    /// Returns the table of that name; `None` if there is none.
    pub fn find(&self, name: &str) -> Option<&AdviceTable> {
        self.shelved.iter().map(|shelved| &shelved.table).find(|table| table.name == name)
    }

    /// Returns the tables whose material a board has, in order.
    pub fn for_board<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = &'a AdviceTable> {
        self.shelved
            .iter()
            .map(|shelved| &shelved.table)
            .filter(|table| table.material.side_on(board).is_some())
    }

    /// Returns the table that a table hands this material over to; `None` if there is none with the same promise.
    pub fn handed_over(&self, table: &AdviceTable, material: &Material) -> Option<&AdviceTable> {
        let handover = table.handovers.iter().find(|handover| handover.material == *material)?;
        let fits = |next: &&AdviceTable| next.material == *material && next.promise.aim == table.promise.aim;
        self.find(&handover.table).filter(fits)
    }

    /// Returns what a table for a material usually promises: to hold if they have men, and ours are worth less than theirs or cannot
    /// mate; otherwise to win.
    pub fn usual_aim(material: &Material) -> Aim {
        let cannot_win = !material.can_mate() && !material.pieces(Side::Them).is_empty();
        if material.is_weaker() || cannot_win { Aim::Holds } else { Aim::Wins }
    }

    /// Returns the text of a first table for a material, with comments, that hands over to the known tables.
    pub fn first_table(&self, name: &str, material: &Material, aim: Aim) -> String {
        let (mut handovers, mut without_table) = (Vec::new(), Vec::new());
        for (change, changed) in material.changed() {
            let fits = |table: &&AdviceTable| table.promise.aim == aim && table.material == changed;
            match self.shelved.iter().map(|shelved| &shelved.table).find(fits) {
                Some(next) => handovers.push((changed.written(), next.name.clone())),
                None if aim == Aim::Wins && is_expected(change) && changed.can_mate() => {
                    without_table.push(changed.written());
                }
                None => {}
            }
        }
        let parts = Parts {
            material: material.written(),
            aim,
            handovers,
            without_table,
            has_pawn: [Side::Us, Side::Them].map(|side| material.has_pawn(side)),
            men: [Side::Us, Side::Them].map(|side| 1 + material.pieces(side).len()),
        };
        first_table(name, &parts)
    }

    /// Returns what is wrong with the tables that a table hands over to.
    pub fn handover_problems(&self, table: &AdviceTable) -> Vec<Problem> {
        let problem = |handover: &Handover| {
            let (name, material) = (handover.table.clone(), handover.material.to_string());
            let kind = match self.find(&handover.table) {
                Some(next) if next.material == handover.material => other_promise(table.promise.aim, next)
                    .map(|promises| ProblemKind::OtherPromise { table: name, promises })?,
                Some(next) => {
                    ProblemKind::UnfitHandover { table: name, knows: next.material.to_string(), material }
                }
                None => {
                    let known: Vec<&str> =
                        self.shelved.iter().map(|shelved| shelved.table.name.as_str()).collect();
                    ProblemKind::UnknownHandover { table: name, material, known: known.join(", ") }
                }
            };
            Some(Problem { place: handover.place, kind })
        };
        table.handovers.iter().filter_map(problem).collect()
    }

    /// Returns a hash of a table's text and of the texts of all tables that it hands over to.
    pub(super) fn text_hash(&self, table: &AdviceTable) -> u64 {
        text_hash(&self.with_handed_over(table).iter().map(|table| table.text.as_str()).collect::<String>())
    }

    /// Returns a table and all that it hands over to, by way of others, too.
    pub(super) fn with_handed_over<'a>(&'a self, table: &'a AdviceTable) -> Vec<&'a AdviceTable> {
        let mut found = vec![table];
        let mut next = vec![table];
        while let Some(table) = next.pop() {
            for handover in &table.handovers {
                if found.iter().any(|known| known.name == handover.table) {
                    continue;
                }
                if let Some(other) = self.find(&handover.table) {
                    found.push(other);
                    next.push(other);
                }
            }
        }
        found
    }
}

/// Returns whether the advice of a first table leads to a change, or cannot keep them from it: it takes, and promotes to a
/// queen or a rook; their pawn may become anything.
const fn is_expected(change: Change) -> bool {
    matches!(change, Change::WeTake | Change::WePromote(Role::Queen | Role::Rook) | Change::TheyPromote(_))
}

/// Returns what a table promises, if the table that hands over to it promises something else.
fn other_promise(aim: Aim, next: &AdviceTable) -> Option<&'static str> {
    (next.promise.aim != aim).then_some(next.promise.aim.words())
}
