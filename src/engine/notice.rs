//! The engine's notices, beside lines and moves: typed here, worded by `uci`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::san::SanPlus;

use crate::advice::prover::{ProofCacheError, ProveError};
use crate::advice::{Aim, LeftOut};
use crate::evaluation::{NetworkError, NetworkKind};
use crate::search::{MateNotice, TableError};
use crate::solve::{Proven, StoredError};
use crate::tablebase::{BackgroundError, CacheError, Material, ResultsError, SyzygyFolder, UnusableFile};
use crate::threads::Shortage;

/// Something that the user should know.
#[derive(Debug)]
pub enum Notice {
    /// The search failed through a bug in lucena.
    SearchFailed,
    /// The search has fewer threads than the options ask for.
    FewerThreads(Shortage),
    /// The transposition table could not be allocated.
    NoHash(TableError),
    /// What is proven of the mate that was asked for.
    Mate(MateNotice),
    /// The contents of a folder of Syzygy files.
    Syzygy(SyzygyFolder),
    /// A Syzygy file turned out to be damaged.
    SyzygyDamage(UnusableFile),
    /// A file of built results was opened.
    Results {
        /// Its path.
        path: PathBuf,
        /// The number of its materials.
        materials: usize,
    },
    /// The file of built results could not be used.
    NoResults(ResultsError),
    /// A distance table could not be built.
    NoDistances {
        /// Its material.
        material: Material,
        /// The reason.
        error: BackgroundError,
    },
    /// The position on the board, or one before it, is solved.
    Solved(SolvedNotice),
    /// A file of solved positions was read.
    SolvedFile {
        /// Its path.
        path: PathBuf,
        /// The number of arrangements that it stores.
        arrangements: usize,
    },
    /// A file of solved positions could not be used.
    NoSolvedFile(StoredError),
    /// Networks of a file are used from the next search on.
    Networks {
        /// The name of the file.
        file: String,
        /// The networks that it has.
        kinds: Vec<NetworkKind>,
    },
    /// The built-in networks are used again from the next search on.
    BuiltInNetworks,
    /// The file of networks that the configuration names could not be used.
    NoNetworks(NetworkError),
    /// A problem with the cache of tables.
    TableCache(CacheError),
    /// One of the user's tables of advice was left out.
    AdviceLeftOut(LeftOut),
    /// A table of advice that is listed for play does not exist.
    NoSuchAdvice {
        /// Its name.
        name: String,
        /// The names of the existing tables.
        known: Vec<String>,
    },
    /// A message from a table of advice.
    Advice {
        /// The name of the table.
        table: String,
        /// The message.
        says: AdviceNotice,
    },
}

/// A message from a table of advice.
#[derive(Debug)]
pub enum AdviceNotice {
    /// The table plays, for this reason.
    Plays(RuleAndAdvice),
    /// Something else plays, for this reason.
    Leaves(Veto),
    /// The table has just been proven.
    Proven {
        /// The longest win, in moves; `None` for a table that holds.
        longest: Option<u32>,
    },
    /// A problem with the file of its proof.
    ProofCache(ProofCacheError),
    /// A comment on the move that is played.
    Remark {
        /// The table's own move; `None` if it is the same.
        instead: Option<SanPlus>,
        /// The reason for the table's move.
        reason: RuleAndAdvice,
        /// Why the rules would stop the table's line before its end.
        doubt: Option<RulesVeto>,
    },
}

/// The names of rule and advice, and the purpose of the advice.
#[derive(Clone, Debug)]
pub struct RuleAndAdvice {
    /// The rule.
    pub rule: String,
    /// The advice.
    pub advice: String,
    /// The purpose of the advice; may be empty.
    pub purpose: String,
}

/// Why a table that is listed for play does not.
#[derive(Debug)]
pub enum Veto {
    /// It is not proven, or not yet.
    Unproven(Unproven),
    /// From here the table does not win, or does not hold.
    NotFromHere(Aim),
    /// The user asked for something else.
    Asked(AskedOtherwise),
    /// The rules of the game would stop its line.
    Rules(RulesVeto),
}

/// Why a table has no proof, or none yet.
#[derive(Clone, Debug)]
pub enum Unproven {
    /// The prover examined it, and positions escape.
    Escapes {
        /// Whether the table promises to win or to hold.
        promise: Aim,
        /// The number of won, or drawn, positions that escape.
        positions: u64,
        /// One of them, as a FEN; `None` if there is no example.
        example: Option<String>,
    },
    /// The prover could not examine it.
    Failed(Arc<ProofFailure>),
    /// Its proof is being read.
    BeingRead,
    /// It is being proven.
    UnderWay,
    /// Another table is being proven first.
    WaitsFor(String),
}

/// Why a table could not be proven or refuted.
#[derive(Debug)]
pub enum ProofFailure {
    /// The system gives no thread.
    NoThread(std::io::Error),
    /// The prover ended without a result.
    ProverFailed,
    /// The table no longer exists.
    NoSuchTable,
    /// It has so many men that no game waits for its proof.
    OnlyBeforehand,
    /// It cannot be proven at all.
    Impossible(ProveError),
}

/// What the user asked for that a table of advice does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedOtherwise {
    /// This many lines.
    Lines(usize),
    /// A limited strength.
    LimitedStrength,
    /// Only moves other than the table's.
    OtherMoves,
    /// A shorter mate.
    ShorterMate {
        /// The moves of the table's mate.
        moves: usize,
        /// The moves that were asked for.
        asked: u32,
    },
}

/// How the rules of the game would end a line to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesVeto {
    /// The 50-move rule ends the game first.
    FiftyMoves {
        /// The number of moves of the line.
        moves: usize,
        /// The plies that the rule leaves.
        left: u32,
    },
    /// A position would occur for the third time.
    Repetition,
}

/// A position that is solved.
#[derive(Clone, Debug)]
pub struct SolvedNotice {
    /// The proven result for White.
    pub of_white: Proven,
    /// The number of arrangements that were solved.
    pub arrangements: usize,
    /// The source of the result.
    pub by: SolvedBy,
}

/// The source of a solved result.
#[derive(Clone, Debug)]
pub enum SolvedBy {
    /// It was solved just now, in this time.
    Now(Duration),
    /// It is stored in this file.
    File(PathBuf),
}
