//! Reads tables of more men than the embedded ones from their folder, when a position of their material first occurs.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use shakmaty::{Bitboard, Board as Pieces, Position};

use super::arrangement::layout::{Arrangement, Placement, ProofSide};
use super::arrangement::tables::won_squares;
use crate::board::Board;
use crate::tablebase::{Cache, CacheError, DtmTable, MOST_MEN, Material, Outcome};

/// The tables that `lucena tablebase build` wrote into a folder. Exits of the solved graph may lead into them.
#[derive(Debug)]
pub struct BuiltTables {
    cache: Cache,
    /// The materials whose tables were in the folder at the start.
    there: HashSet<Material>,
    most_bytes: usize,
    read: RwLock<ReadTables>,
}

#[derive(Debug, Default)]
struct ReadTables {
    /// By material; `None` if the table cannot be used.
    tables: HashMap<Material, Option<Arc<ReadTable>>>,
    bytes: usize,
    problems: Vec<CacheError>,
}

#[derive(Debug)]
struct ReadTable {
    table: DtmTable,
    longest: OnceLock<u32>,
}

impl BuiltTables {
    /// Opens the tables of a folder. Tables in memory take at most `most_bytes` bytes.
    pub fn of_folder(cache: Cache, most_bytes: usize) -> BuiltTables {
        let there = cache.tables().into_iter().map(|table| table.material).collect();
        BuiltTables { cache, there, most_bytes, read: RwLock::default() }
    }

    /// Whether the folder held a table of this material at the start.
    pub fn has(&self, material: Material) -> bool {
        self.there.contains(&material)
    }

    /// The materials whose tables have been read, sorted by name.
    pub fn materials(&self) -> Vec<Material> {
        let read = self.read.read();
        let mut materials: Vec<Material> =
            read.tables.iter().filter(|(_, table)| table.is_some()).map(|(material, _)| *material).collect();
        materials.sort_by_key(Material::to_string);
        materials
    }

    /// Takes the problems met in files since the last call. Lucena does not use such tables.
    pub fn take_problems(&self) -> Vec<CacheError> {
        std::mem::take(&mut self.read.write().problems)
    }

    /// The longest mate in any table that was read, in moves; 0 if none was.
    pub(super) fn longest(&self) -> u32 {
        self.read.read().tables.values().flatten().map(|table| table.longest()).max().unwrap_or(0)
    }

    /// The value of a position and the plies to mate, without the 50-move rule; `None` if no table knows it.
    pub(super) fn outcome(&self, board: &Board) -> Option<Outcome> {
        if self.there.is_empty() {
            return None;
        }
        let (material, _) = Material::of_board(board.position().board())?;
        self.table(material)?.table.outcome(board)
    }

    /// What a table knows of an arrangement; `None` if no table covers its material.
    pub(super) fn wins(&self, arrangement: &Arrangement) -> Option<BuiltWins> {
        if arrangement.all_men() > MOST_MEN {
            return None;
        }
        let (material, _) = Material::of_board(&arrangement.some_men()?)?;
        let table = self.table(material)?;
        Some(BuiltWins { arrangement: *arrangement, table, has_gaps: AtomicBool::new(false) })
    }

    fn table(&self, material: Material) -> Option<Arc<ReadTable>> {
        if !self.there.contains(&material) {
            return None;
        }
        if let Some(known) = self.read.read().tables.get(&material) {
            return known.clone();
        }
        let mut read = self.read.write();
        if let Some(known) = read.tables.get(&material) {
            return known.clone();
        }
        let table = self.read_table(material, &mut read);
        read.tables.insert(material, table.clone());
        table
    }

    fn read_table(&self, material: Material, read: &mut ReadTables) -> Option<Arc<ReadTable>> {
        // A table takes one byte for each index.
        if read.bytes.saturating_add(material.table_size() as usize) > self.most_bytes {
            return None;
        }
        match self.cache.load(material) {
            Ok(table) => {
                let table = table?;
                read.bytes += table.bytes();
                Some(Arc::new(ReadTable { table, longest: OnceLock::new() }))
            }
            Err(problem) => {
                read.problems.push(problem);
                None
            }
        }
    }
}

impl ReadTable {
    fn longest(&self) -> u32 {
        *self.longest.get_or_init(|| {
            let plies = [0, 1].map(|side| self.table.census(side).longest_plies);
            plies[0].max(plies[1]).div_ceil(2)
        })
    }
}

/// What a built table knows of one arrangement.
#[derive(Debug)]
pub(super) struct BuiltWins {
    arrangement: Arrangement,
    table: Arc<ReadTable>,
    /// Set once a caller asked for a position that the table does not know.
    has_gaps: AtomicBool,
}

impl BuiltWins {
    /// The squares of the defender's king at which the attacker wins; `None` if the table does not know one of them.
    pub fn squares(&self, at: &Placement, mover: ProofSide) -> Option<Bitboard> {
        let result =
            |men: &Pieces| self.table.table.outcome_of_pieces(men, mover.color()).map(|outcome| outcome.wdl);
        let squares = won_squares(&self.arrangement, at, mover, result);
        if squares.is_none() {
            self.has_gaps.store(true, Ordering::Relaxed);
        }
        squares
    }

    /// Whether a caller asked for a position that the table does not know.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps.load(Ordering::Relaxed)
    }
}
