//! What a person should know, beside lines and moves: typed here, worded by `uci`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use shakmaty::san::SanPlus;

use crate::advice::prover::{ProofCacheError, ProveError};
use crate::advice::{Aim, LeftOut};
use crate::search::{MateNotice, TableError};
use crate::solve::{Proven, StoredError};
use crate::tablebase::{BackgroundError, CacheError, Material, SyzygyFolder, UnusableFile};
use crate::threads::Shortage;

/// Something that a person should know.
#[derive(Debug)]
pub enum Notice {
    /// The search has failed by a bug in lucena.
    SearchFailed,
    /// The search has fewer threads than the options say.
    FewerThreads(Shortage),
    /// The transposition table could not be made.
    NoHash(TableError),
    /// What has been proven of the mate that was asked for.
    Mate(MateNotice),
    /// What a folder of Syzygy files gave.
    Syzygy(SyzygyFolder),
    /// What has turned out to be wrong with a Syzygy file.
    SyzygyDamage(UnusableFile),
    /// A table of distances could not be built.
    NoDistances {
        /// Of this material.
        material: Material,
        /// Why.
        error: BackgroundError,
    },
    /// The position on the board, or one before it, has been solved.
    Solved(SolvedNotice),
    /// A file of solved positions was read.
    SolvedFile {
        /// Where it lies.
        path: PathBuf,
        /// Arrangements of men that it keeps.
        arrangements: usize,
    },
    /// A file of solved positions could not be used.
    NoSolvedFile(StoredError),
    /// What is wrong with the cache of tables.
    TableCache(CacheError),
    /// A table of advice of the user's was left out, for this reason.
    AdviceLeftOut(LeftOut),
    /// A table of advice that is to play is not there.
    NoSuchAdvice {
        /// Its name.
        name: String,
        /// Those that are there.
        known: Vec<String>,
    },
    /// What a table of advice has to say.
    Advice {
        /// Its name.
        table: String,
        /// What it says.
        says: AdviceNotice,
    },
}

/// What a table of advice has to say.
#[derive(Debug)]
pub enum AdviceNotice {
    /// It plays, for this reason.
    Plays(RuleAndAdvice),
    /// Others play, for this reason.
    Leaves(Veto),
    /// It has just been proven.
    Proven {
        /// The longest win, in moves; `None` if it holds.
        longest: Option<u32>,
    },
    /// What is wrong with the file of its proof.
    ProofCache(ProofCacheError),
    /// What it makes of the move that is played.
    Remark {
        /// What it would play, if that is another move.
        instead: Option<SanPlus>,
        /// Why.
        reason: RuleAndAdvice,
        /// Why its way would not be played to its end.
        doubt: Option<RulesVeto>,
    },
}

/// Rule and advice by name, and what the advice is for.
#[derive(Clone, Debug)]
pub struct RuleAndAdvice {
    /// The rule.
    pub rule: String,
    /// The advice.
    pub advice: String,
    /// What the advice is for; may be empty.
    pub purpose: String,
}

/// Why a table that is listed for play does not.
#[derive(Debug)]
pub enum Veto {
    /// It is not proven, or not yet.
    Unproven(Unproven),
    /// It does not win from here, or does not hold.
    NotFromHere(Aim),
    /// The user has asked for something else.
    Asked(AskedOtherwise),
    /// The rules of the game would end its way.
    Rules(RulesVeto),
}

/// What a table without a proof lacks or waits for.
#[derive(Clone, Debug)]
pub enum Unproven {
    /// It has been looked at, and positions escape.
    Escapes {
        /// Whether the table is to win or to hold.
        promise: Aim,
        /// So many won, or drawn, positions.
        positions: u64,
        /// One of them, as a FEN.
        example: Option<String>,
    },
    /// It could not be looked at.
    Failed(Arc<ProofFailure>),
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
    /// The prover ended without an answer.
    ProverFailed,
    /// The table has gone.
    NoSuchTable,
    /// It cannot be proven at all.
    Impossible(ProveError),
}

/// What the user has asked for that a table of advice does not give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedOtherwise {
    /// So many lines.
    Lines(usize),
    /// A limited strength.
    LimitedStrength,
    /// Other moves.
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
    /// The 50-move rule comes first.
    FiftyMoves {
        /// The moves of the line.
        moves: usize,
        /// The plies that the rule leaves.
        left: u32,
    },
    /// A position would occur for the third time.
    Repetition,
}

/// A position that has been solved.
#[derive(Clone, Debug)]
pub struct SolvedNotice {
    /// The proven result for White.
    pub of_white: Proven,
    /// Arrangements of men that were solved.
    pub arrangements: usize,
    /// How that is known.
    pub by: SolvedBy,
}

/// How a result came about.
#[derive(Clone, Debug)]
pub enum SolvedBy {
    /// It was solved just now, in so much time.
    Now(Duration),
    /// It is kept in a file.
    File(PathBuf),
}
