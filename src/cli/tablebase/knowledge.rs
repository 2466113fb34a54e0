//! What the tables say of a position and of its moves: small tables are built when asked, large ones only read.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use shakmaty::{Move, Position as _};

use super::super::{CommandError, position, progress};
use crate::board::Board;
use crate::tablebase::{Build, Cache, DtmTables, MOST_MEN, Material, Wdl};

/// Tables of up to so many men are built on the fly: that takes seconds.
const BUILT_MEN: usize = 4;

/// What is known of a position, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub wdl: Wdl,
    /// Plies to the mate; nothing in a draw, and where only the result is known.
    pub plies: Option<u32>,
}

impl Value {
    /// The value of the move that leads to a position with this value, for the one who plays it.
    fn before(self) -> Value {
        Value { wdl: -self.wdl, plies: self.plies.map(|plies| plies + 1) }
    }

    /// Sorts what is better for the side to move first: quick wins, draws, slow losses.
    fn rank(self) -> (u8, i64) {
        let plies = self.plies.map_or(i64::from(u32::MAX), i64::from);
        match self.wdl {
            Wdl::Win => (0, plies),
            Wdl::Draw => (1, 0),
            Wdl::Loss => (3, -plies),
        }
    }
}

/// A legal move with its value for the one who plays it, where that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub played: Move,
    pub value: Option<Value>,
}

/// The tables at hand, and how to get more.
pub(super) struct Knowledge {
    tables: DtmTables,
    cache: Cache,
    threads: usize,
    /// Large tables that the cache does not have.
    missing: HashSet<Material>,
}

impl Knowledge {
    pub(super) fn new(cache: Cache, threads: usize) -> Knowledge {
        Knowledge { tables: DtmTables::new(), cache, threads, missing: HashSet::new() }
    }

    /// Reads a position that tables can be asked about; `place` says where it stands.
    pub(super) fn read(fen: &str, place: &str) -> Result<Board, CommandError> {
        let board = position::read_told(fen, place, false)?;
        let men = board.men();
        if men > MOST_MEN {
            let words = format!("{men} men are on the board; tables have at most {MOST_MEN}, kings included");
            return Err(CommandError::Usage(words));
        }
        if board.position().castles().any() {
            let words = "castling is still allowed; tables know only positions without castling rights (-)";
            return Err(CommandError::Usage(words.to_owned()));
        }
        Ok(board)
    }

    /// The value of a position; without its table, what its moves into other tables make certain.
    pub(super) fn value(&mut self, board: &Board) -> Result<Option<Value>, CommandError> {
        match self.stored(board)? {
            Some(value) => Ok(Some(value)),
            None => self.inferred(board),
        }
    }

    /// Every legal move, the best first, those of unknown value between the draws and the losses.
    pub(super) fn moves(&mut self, board: &Board) -> Result<Vec<RankedMove>, CommandError> {
        let mut moves = Vec::new();
        for &played in &board.legal_moves() {
            let value = self.value(&board.after(played))?.map(Value::before);
            moves.push(RankedMove { played, value });
        }
        moves.sort_by_key(|ranked| ranked.value.map_or((2, 0), Value::rank));
        Ok(moves)
    }

    /// Both sides' best play up to the mate, or as far as the distances are known.
    pub(super) fn line(&mut self, board: &Board) -> Result<Vec<Move>, CommandError> {
        let mut line = Vec::new();
        let mut board = board.clone();
        while let Some(plies) = self.value(&board)?.and_then(|value| value.plies)
            && let Some(best) = self.moves(&board)?.first()
            && best.value.and_then(|value| value.plies) == Some(plies)
        {
            line.push(best.played);
            board = board.after(best.played);
        }
        Ok(line)
    }

    /// The table that would have to be built to know everything about a position.
    pub(super) fn lacks(&self, board: &Board) -> Option<Material> {
        let (material, _) = Material::of_board(board.position().board())?;
        self.missing.contains(&material).then_some(material)
    }

    fn stored(&mut self, board: &Board) -> Result<Option<Value>, CommandError> {
        if let Some((material, _)) = Material::of_board(board.position().board()) {
            self.provide(material)?;
        }
        Ok(self.tables.distance(board).map(|outcome| Value {
            wdl: outcome.wdl,
            plies: (outcome.wdl != Wdl::Draw).then_some(outcome.plies),
        }))
    }

    /// A move to a lost position wins; where all moves lead to won ones, the position is lost.
    fn inferred(&mut self, board: &Board) -> Result<Option<Value>, CommandError> {
        let moves = board.legal_moves();
        if moves.is_empty() {
            let mated = Value { wdl: Wdl::Loss, plies: Some(0) };
            return Ok(Some(if board.is_check() { mated } else { Value { wdl: Wdl::Draw, plies: None } }));
        }
        let mut lost = true;
        for &played in &moves {
            match self.stored(&board.after(played))?.map(|value| value.wdl) {
                Some(Wdl::Loss) => return Ok(Some(Value { wdl: Wdl::Win, plies: None })),
                Some(Wdl::Win) => {}
                Some(Wdl::Draw) | None => lost = false,
            }
        }
        Ok(lost.then_some(Value { wdl: Wdl::Loss, plies: None }))
    }

    fn provide(&mut self, material: Material) -> Result<(), CommandError> {
        if self.tables.contains(material) || self.missing.contains(&material) {
            return Ok(());
        }
        if material.men() > BUILT_MEN {
            match self.cache.load(material) {
                Ok(Some(table)) => self.tables.insert(table),
                Ok(None) => drop(self.missing.insert(material)),
                Err(problem) => {
                    eprintln!("lucena: {problem}");
                    self.missing.insert(material);
                }
            }
            return Ok(());
        }
        let bar = progress::bar(0, "");
        progress::keep_ticking(&bar);
        let cancel = AtomicBool::new(false);
        let tell = |progress: crate::tablebase::Progress| {
            bar.set_message(progress.material.to_string());
            bar.set_length(progress.positions);
            bar.set_position(progress.solved);
        };
        let build = Build { threads: self.threads, gives_way: false, cancel: &cancel, progress: &tell };
        let provided = self.tables.provide(material, Some(&self.cache), &build)?;
        bar.finish_and_clear();
        for problem in provided.problems {
            eprintln!("lucena: {problem}");
        }
        Ok(())
    }
}
