//! The results in the file, as the search, the solver and commands ask for them: block by block, with the last blocks in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::{Mutex, RwLock};
use quick_cache::sync::Cache;
use shakmaty::{Bitboard, Board as Pieces, Color, EnPassantMode, Position};

use super::blocks::BlockTable;
use super::file::{self, ResultsError, Segment, append_segment, is_whole, read_block, read_table, segments};
use super::layout::{Question, SetLayout, Standing};
use super::sets::WonSets;
use crate::board::Board;
use crate::tablebase::embedded::tables_inside::EmbeddedTables;
use crate::tablebase::material::Material;
use crate::tablebase::value::Wdl;
use crate::text::system_reason;

/// The name of the file in the folder of tables.
const FILE_NAME: &str = "results.lucena";

/// The most blocks that stay unpacked: 64 MiB.
const MOST_UNPACKED: usize = 1 << 11;

/// The results of a file. Threads share them by reference.
#[derive(Debug)]
pub struct StoredResults {
    path: PathBuf,
    file: Mutex<Option<File>>,
    found: RwLock<HashMap<Question, Arc<Found>>>,
    /// The questions found so far, damaged and replaced ones included.
    count: AtomicU64,
    /// Segments that turned out to be damaged, and are not to be found again.
    damaged: Mutex<Vec<Segment>>,
    /// The bytes at the end of the file that are no whole segment.
    unusable: AtomicU64,
    /// By number of the question and of the block.
    unpacked: Cache<(u64, usize), Arc<[Bitboard]>>,
    problem: OnceLock<ResultsError>,
    is_problem_reported: AtomicBool,
}

/// A question in the file.
#[derive(Debug)]
struct Found {
    segment: Segment,
    /// Differs for each segment that was ever found.
    number: u64,
    layout: SetLayout,
    /// `None` inside if the table is damaged.
    table: OnceLock<Option<BlockTable>>,
}

impl StoredResults {
    /// Opens the results in a folder of tables; empty if there is no such file yet.
    ///
    /// # Errors
    /// If the file cannot be read or is of another kind.
    pub fn in_folder(folder: &Path) -> Result<StoredResults, ResultsError> {
        let results = StoredResults {
            path: folder.join(FILE_NAME),
            file: Mutex::default(),
            found: RwLock::default(),
            count: AtomicU64::new(0),
            damaged: Mutex::default(),
            unusable: AtomicU64::new(0),
            unpacked: Cache::new(MOST_UNPACKED),
            problem: OnceLock::new(),
            is_problem_reported: AtomicBool::new(false),
        };
        results.look()?;
        Ok(results)
    }

    /// Returns the file, whether it exists or not.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the results of a material are there, for both sides.
    pub fn has(&self, material: Material) -> bool {
        let found = self.found.read();
        Question::about(material).iter().all(|question| found.contains_key(question))
    }

    /// Returns whether the results of a material are there and, byte for byte, what was written. It forgets damaged ones, so that
    /// they can be built anew.
    pub fn has_whole(&self, material: Material) -> bool {
        for question in Question::about(material) {
            if self.verify(question).is_err()
                && let Some(found) = self.found.write().remove(&question)
            {
                self.damaged.lock().push(found.segment);
            }
        }
        self.has(material)
    }

    /// Returns whether the results of a question are there.
    pub fn answers(&self, question: Question) -> bool {
        self.found.read().contains_key(&question)
    }

    /// Returns the materials whose results are there, with their bytes on disk, sorted by name.
    pub fn materials(&self) -> Vec<(Material, u64)> {
        let found = self.found.read();
        let mut bytes: HashMap<Material, u64> = HashMap::new();
        for (question, found) in found.iter() {
            *bytes.entry(question.material()).or_default() += found.segment.bytes();
        }
        drop(found);
        let mut all: Vec<_> = bytes.into_iter().filter(|(material, _)| self.has(*material)).collect();
        all.sort_by_key(|(material, _)| material.to_string());
        all
    }

    /// Returns the result of a position for the side to move, without the 50-move rule; `None` if it is not known.
    ///
    /// A file holds nothing where one capture shows the result, so captures come first.
    pub fn result(&self, board: &Board) -> Option<Wdl> {
        let position = board.position();
        if position.castles().any() {
            return None;
        }
        let (pieces, turn) = (position.board(), position.turn());
        let (own, other) = (self.asked(pieces, turn)?, self.asked(pieces, !turn)?);
        let (captures, others) = captures(board)?;
        if captures == Some(Wdl::Win) {
            return Some(Wdl::Win);
        }
        let is_by_en_passant_alone = !others && position.ep_square(EnPassantMode::Legal).is_some();
        if is_by_en_passant_alone {
            return captures;
        }
        if self.is_won(own.as_deref(), pieces, turn, turn)? {
            return Some(Wdl::Win);
        }
        if captures == Some(Wdl::Draw) || !self.is_won(other.as_deref(), pieces, !turn, turn)? {
            return Some(Wdl::Draw);
        }
        Some(Wdl::Loss)
    }

    /// Returns the question whether a colour wins, or `Some(None)` if it has only its king; `None` if it is not in the file.
    fn asked(&self, pieces: &Pieces, attacker: Color) -> Option<Option<Arc<Found>>> {
        let question = Question::of_board(pieces, attacker)?;
        if question.is_about_bare_king() {
            return Some(None);
        }
        self.found.read().get(&question).cloned().map(Some)
    }

    /// Returns whether a colour wins, without en passant rights; `None` if that is not known.
    fn is_won(&self, found: Option<&Found>, pieces: &Pieces, attacker: Color, turn: Color) -> Option<bool> {
        let Some(found) = found else { return Some(false) };
        let (standing, king) = Standing::of_board(pieces, attacker)?;
        let squares = self.squares_of(found, &standing, usize::from(turn != attacker))?;
        Some(squares.contains(king))
    }

    /// Returns what the file holds for the squares of the defender's king at which the attacker wins, with the attacker (0) or the
    /// defender (1) to move; `None` if it holds nothing. On squares that make the position illegal, or where one capture shows that
    /// the attacker wins or the defender holds, it means nothing.
    pub fn squares(&self, question: Question, standing: &Standing, mover: usize) -> Option<Bitboard> {
        let found = Arc::clone(self.found.read().get(&question)?);
        self.squares_of(&found, standing, mover)
    }

    fn squares_of(&self, found: &Found, standing: &Standing, mover: usize) -> Option<Bitboard> {
        let (number, turn) = found.layout.number(standing)?;
        let table = found.table.get_or_init(|| self.table_of(found)).as_ref()?;
        let (block, place) = table.place(mover & 1, number);
        let unpacked = self.block(found, table, block)?;
        Some(turn.back(*unpacked.get(place)?))
    }

    fn block(&self, found: &Found, table: &BlockTable, block: usize) -> Option<Arc<[Bitboard]>> {
        let key = (found.number, block);
        if let Some(known) = self.unpacked.get(&key) {
            return Some(known);
        }
        let packed = self.read(|file| read_block(file, &found.segment, &found.layout, table, block))?;
        let Some(unpacked) = table.unpack(block, &packed) else {
            self.report_damage(found);
            return None;
        };
        let unpacked: Arc<[Bitboard]> = unpacked.into();
        self.unpacked.insert(key, Arc::clone(&unpacked));
        Some(unpacked)
    }

    fn table_of(&self, found: &Found) -> Option<BlockTable> {
        let table = self.read(|file| read_table(file, &found.segment, &found.layout));
        if table.is_none() {
            self.report_damage(found);
        }
        table
    }

    fn read<T>(&self, read: impl FnOnce(&mut File) -> io::Result<Option<T>>) -> Option<T> {
        let mut file = self.file.lock();
        match read(file.as_mut()?) {
            Ok(read) => read,
            Err(error) => {
                let _ = self.problem.set(self.unreadable(&error));
                None
            }
        }
    }

    fn report_damage(&self, found: &Found) {
        let _ = self
            .problem
            .set(ResultsError::Damaged { path: self.path.clone(), question: found.segment.question });
    }

    fn unreadable(&self, error: &io::Error) -> ResultsError {
        ResultsError::Unreadable { path: self.path.clone(), reason: system_reason(error) }
    }

    /// Returns the first problem met while asking, but only once; results that cannot be read are not known.
    pub fn take_problem(&self) -> Option<ResultsError> {
        let problem = self.problem.get()?;
        (!self.is_problem_reported.swap(true, Ordering::Relaxed)).then(|| problem.clone())
    }

    /// Returns the bytes at the end of the file that a killed build left, or behind damage. The next build cuts them off.
    pub fn unusable_bytes(&self) -> u64 {
        self.unusable.load(Ordering::Relaxed)
    }

    /// Makes sure that results can be appended, before someone spends time on them.
    ///
    /// # Errors
    /// If the folder cannot be made, or the file cannot be written.
    pub fn prepare(&self) -> Result<(), ResultsError> {
        file::prepare(&self.path)
    }

    /// Returns all that the file holds of a question; `None` if it holds nothing.
    ///
    /// # Errors
    /// If they cannot be read, or are damaged.
    pub fn load(&self, question: Question) -> Result<Option<WonSets>, ResultsError> {
        let Some(found) = self.found.read().get(&question).cloned() else { return Ok(None) };
        let damaged = || ResultsError::Damaged { path: self.path.clone(), question };
        let table = found.table.get_or_init(|| self.table_of(&found)).as_ref().ok_or_else(damaged)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, sets) in sides.iter_mut().enumerate() {
            for block in side * table.blocks_of_side()..(side + 1) * table.blocks_of_side() {
                let packed = self.read(|file| read_block(file, &found.segment, &found.layout, table, block));
                let unpacked = packed.and_then(|packed| table.unpack(block, &packed)).ok_or_else(damaged)?;
                sets.extend(unpacked);
            }
        }
        Ok(Some(WonSets::of_sets(question, sides)))
    }

    /// Returns whether the results of a question are, byte for byte, what was written.
    ///
    /// # Errors
    /// If they cannot be read, or are damaged.
    pub fn verify(&self, question: Question) -> Result<(), ResultsError> {
        let Some(found) = self.found.read().get(&question).cloned() else { return Ok(()) };
        let mut file = self.file.lock();
        let Some(file) = file.as_mut() else { return Ok(()) };
        match is_whole(file, &found.segment).map_err(|error| self.unreadable(&error))? {
            true => Ok(()),
            false => Err(ResultsError::Damaged { path: self.path.clone(), question }),
        }
    }

    /// Appends the sets of a question to the file, and finds what other runs appended meanwhile.
    ///
    /// # Errors
    /// If the file is of another kind or cannot be written.
    pub fn append(&self, sets: &WonSets) -> Result<(), ResultsError> {
        append_segment(&self.path, sets)?;
        self.look()
    }

    /// Finds the questions in the file, which another program may have replaced. Of two segments with the same question the later
    /// counts, unless it is damaged.
    fn look(&self) -> Result<(), ResultsError> {
        let mut file = match File::open(&self.path) {
            Ok(opened) => opened,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(self.unreadable(&error)),
        };
        let (segments, end) = segments(&mut file)
            .map_err(|error| self.unreadable(&error))?
            .ok_or_else(|| ResultsError::Foreign { path: self.path.clone() })?;
        let length = file.metadata().map_err(|error| self.unreadable(&error))?.len();
        self.unusable.store(length.saturating_sub(end), Ordering::Relaxed);
        *self.file.lock() = Some(file);
        let damaged = self.damaged.lock();
        let usable = segments.into_iter().filter(|segment| !damaged.contains(segment));
        let latest: HashMap<Question, Segment> = usable.map(|segment| (segment.question, segment)).collect();
        let mut found = self.found.write();
        found.retain(|question, known| latest.get(question) == Some(&known.segment));
        for (question, segment) in latest {
            found.entry(question).or_insert_with(|| {
                let number = self.count.fetch_add(1, Ordering::Relaxed);
                let layout = SetLayout::new(question);
                Arc::new(Found { segment, number, layout, table: OnceLock::new() })
            });
        }
        Ok(())
    }
}

/// Returns the best result of a capture, if there is one, and whether there are other moves; `None` if a result is not known.
/// A capture leaves few enough men for the embedded tables.
fn captures(board: &Board) -> Option<(Option<Wdl>, bool)> {
    let (mut best, mut others) = (None, false);
    for played in board.legal_moves() {
        if played.is_capture() {
            best = best.max(Some(-EmbeddedTables::built_in().result(&board.after(played))?));
        } else {
            others = true;
        }
    }
    Some((best, others))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn question(name: &str) -> Question {
        Question::about(name.parse().unwrap())[0]
    }

    /// Sets with some squares in them.
    fn sets(name: &str, seed: u64) -> WonSets {
        let mut sets = WonSets::new(question(name));
        let mut random = fastrand::Rng::with_seed(seed);
        for side in sets.sets_mut() {
            side.iter_mut().step_by(97).for_each(|squares| *squares = Bitboard(random.u64(..)));
        }
        sets
    }

    #[test]
    fn a_file_keeps_what_was_appended_and_the_later_of_two_counts() {
        let folder = tempfile::tempdir().unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        assert!(!stored.answers(question("KPPvK")));
        stored.append(&sets("KPPvK", 1)).unwrap();
        stored.append(&sets("KQvKR", 2)).unwrap();
        stored.append(&sets("KPPvK", 3)).unwrap();
        for stored in [stored, StoredResults::in_folder(folder.path()).unwrap()] {
            for (name, seed) in [("KPPvK", 3), ("KQvKR", 2)] {
                let loaded = stored.load(question(name)).unwrap().unwrap();
                assert!(loaded.sets() == sets(name, seed).sets(), "{name}");
                stored.verify(question(name)).unwrap();
            }
            assert!(stored.take_problem().is_none());
        }
    }

    #[test]
    fn a_half_written_end_is_cut_off_and_what_came_before_stays() {
        let folder = tempfile::tempdir().unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        stored.append(&sets("KPPvK", 1)).unwrap();
        let whole = fs::read(stored.path()).unwrap();
        stored.append(&sets("KQvKR", 2)).unwrap();
        let more = fs::read(stored.path()).unwrap();
        for end in [whole.len() + 1, whole.len() + 40, more.len() - 1] {
            fs::write(stored.path(), &more[..end]).unwrap();
            let cut = StoredResults::in_folder(folder.path()).unwrap();
            assert!(cut.answers(question("KPPvK")) && !cut.answers(question("KQvKR")));
            cut.append(&sets("KQvKR", 2)).unwrap();
            assert_eq!(fs::read(stored.path()).unwrap(), more);
        }
    }

    #[test]
    fn a_damaged_question_stays_forgotten_until_it_is_appended_anew() {
        let folder = tempfile::tempdir().unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        stored.append(&sets("KPPvK", 1)).unwrap();
        let mut bytes = fs::read(stored.path()).unwrap();
        *bytes.last_mut().unwrap() ^= 0x40;
        fs::write(stored.path(), &bytes).unwrap();
        let damaged = StoredResults::in_folder(folder.path()).unwrap();
        assert!(!damaged.has_whole("KPPvK".parse().unwrap()));
        damaged.append(&sets("KQvKR", 2)).unwrap();
        assert!(!damaged.answers(question("KPPvK")));
        damaged.append(&sets("KPPvK", 1)).unwrap();
        assert!(damaged.has_whole("KPPvK".parse().unwrap()));
    }

    #[test]
    fn two_builds_of_one_question_store_it_once() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = [0, 1].map(|_| StoredResults::in_folder(folder.path()).unwrap());
        one.append(&sets("KPPvK", 1)).unwrap();
        let once = fs::read(one.path()).unwrap();
        other.append(&sets("KPPvK", 1)).unwrap();
        assert!(fs::read(one.path()).unwrap() == once);
        assert!(other.answers(question("KPPvK")));
    }

    #[test]
    fn a_file_that_someone_replaces_is_read_anew() {
        let folder = tempfile::tempdir().unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        stored.append(&sets("KPPvK", 1)).unwrap();
        fs::remove_file(stored.path()).unwrap();
        stored.append(&sets("KQvKR", 2)).unwrap();
        assert!(stored.answers(question("KQvKR")) && !stored.answers(question("KPPvK")));
    }

    #[test]
    fn a_file_that_was_killed_in_its_first_bytes_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE_NAME), "luce").unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        stored.append(&sets("KPPvK", 1)).unwrap();
        assert!(stored.answers(question("KPPvK")));
    }

    #[test]
    fn changed_bytes_are_reported_and_a_file_of_another_kind_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let stored = StoredResults::in_folder(folder.path()).unwrap();
        stored.append(&sets("KPPvK", 1)).unwrap();
        let mut bytes = fs::read(stored.path()).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x40;
        fs::write(stored.path(), &bytes).unwrap();
        let damaged = StoredResults::in_folder(folder.path()).unwrap();
        assert!(matches!(damaged.verify(question("KPPvK")), Err(ResultsError::Damaged { .. })));
        assert!(!damaged.has_whole("KPPvK".parse().unwrap()));
        fs::write(stored.path(), "a letter").unwrap();
        assert!(matches!(StoredResults::in_folder(folder.path()), Err(ResultsError::Foreign { .. })));
        assert!(matches!(stored.append(&sets("KQvKR", 2)), Err(ResultsError::Foreign { .. })));
        assert_eq!(fs::read(stored.path()).unwrap(), b"a letter");
    }
}
