//! Reads from the exact tables what is won, drawn or lost, and how quickly; the prover measures tables of advice against it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::error::ProveError;
use super::notice::ProofNotice;
use crate::advice::language::Aim;
use crate::advice::position::material::Material;
use crate::advice::position::view::Position;
use crate::board::Keys;
use crate::tablebase::{
    self, Build, Cache, DtmTable, DtmTables, EMBEDDED_MEN, EmbeddedTables, GenerateError, Outcome, Results,
    Wdl,
};

/// The exact tables of one material and of all that captures and promotions lead to, with the aim of a table of advice.
#[derive(Clone, Copy)]
pub(super) struct Truth<'a> {
    aim: Aim,
    source: Source<'a>,
}

/// Where the results come from.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// The material's own table of distances, and those of all it can become.
    Distances { own: &'a DtmTable, tables: &'a DtmTables },
    /// Results alone: those inside the program for few men, and for more what somebody else knows, if anybody does.
    Results(Option<&'a (dyn Results + Sync)>),
}

/// How a position relates to the promise of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The table is asked, and must keep its promise.
    Asked,
    /// More than the promise is there: a table that holds is not asked where we can win.
    Exceeded,
    /// The promise cannot be kept any more.
    Broken,
}

/// What a position is worth to us with our side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// We mate, in this many of our moves if that is known.
    Won(Option<u32>),
    /// Neither side can force a mate.
    Drawn,
    /// They mate.
    Lost,
    /// Nobody knows.
    Unknown,
}

impl<'a> Truth<'a> {
    /// Returns what the tables say about a material; `own` is the material's own table.
    pub fn new(aim: Aim, own: &'a DtmTable, tables: &'a DtmTables) -> Truth<'a> {
        Truth { aim, source: Source::Distances { own, tables } }
    }

    /// Returns what is known by results alone: of up to four men inside the program, of more by `more`.
    pub fn of_results(aim: Aim, more: Option<&'a (dyn Results + Sync)>) -> Truth<'a> {
        Truth { aim, source: Source::Results(more) }
    }

    /// Returns what a position of the table's own material, or of one it can become, is worth.
    pub fn worth(&self, position: &Position) -> Worth {
        match self.source {
            Source::Distances { own, tables } => match outcome(own, tables, position) {
                Some(Outcome { wdl: Wdl::Win, plies }) => Worth::Won(Some(plies.div_ceil(2))),
                Some(Outcome { wdl: Wdl::Loss, .. }) => Worth::Lost,
                Some(Outcome { wdl: Wdl::Draw, .. }) | None => Worth::Drawn,
            },
            Source::Results(more) => match result(more, position) {
                Some(Wdl::Win) => Worth::Won(None),
                Some(Wdl::Loss) => Worth::Lost,
                Some(Wdl::Draw) => Worth::Drawn,
                None => Worth::Unknown,
            },
        }
    }

    /// Returns whether the result of a position is known.
    pub fn knows(&self, position: &Position) -> bool {
        self.worth(position) != Worth::Unknown
    }

    /// Returns the aim of the table.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// Returns how a position relates to the table's promise.
    pub fn standing(&self, position: &Position) -> Standing {
        match (self.aim, self.worth(position)) {
            (Aim::Wins, Worth::Won(_)) | (Aim::Holds, Worth::Drawn) | (_, Worth::Unknown) => Standing::Asked,
            (Aim::Holds, Worth::Won(_)) => Standing::Exceeded,
            (Aim::Wins, Worth::Drawn) | (_, Worth::Lost) => Standing::Broken,
        }
    }

    /// Returns whether with best play we win, or hold if no more is promised.
    pub fn can_be_kept(&self, position: &Position) -> bool {
        self.standing(position) != Standing::Broken
    }

    /// Returns whether nothing can go wrong in a position with our side to move that is not lost: we are stalemated, or win
    /// with best play. Other tables are not asked there, and their playbooks say nothing about it.
    pub fn is_held_whatever_is_played(&self, position: &Position) -> bool {
        !position.has_legal_step() || self.standing(position) == Standing::Exceeded
    }
}

fn outcome(own: &DtmTable, tables: &DtmTables, position: &Position) -> Option<Outcome> {
    let pieces = position.board_pieces()?;
    let turn = position.turn().color();
    own.outcome_of_pieces(&pieces, turn).or_else(|| {
        let (material, _) = tablebase::Material::of_board(&pieces)?;
        tables.get(material)?.outcome_of_pieces(&pieces, turn)
    })
}

fn result(more: Option<&(dyn Results + Sync)>, position: &Position) -> Option<Wdl> {
    if position.occupied().count() > EMBEDDED_MEN {
        return more?.result(&position.board()?);
    }
    // A proof asks for millions of positions, and the keys of a whole board would cost more than the answer.
    let men = position.board_pieces()?;
    let material = Keys::material_of(|piece| men.by_piece(piece).count());
    EmbeddedTables::built_in().result_of_men(material, &men, position.turn().color())
}

/// Loads the exact tables of a material, and of all that it can become, from the cache, and builds the missing ones.
/// Returns the material's own. The work goes on on this many threads, until it is cancelled.
pub(super) fn provide(
    tables: &DtmTables,
    material: &Material,
    (threads, cancel): (usize, &AtomicBool),
    cache: Option<&Cache>,
    report: &(dyn Fn(ProofNotice<'_>) + Sync),
) -> Result<Arc<DtmTable>, ProveError> {
    let progress = |progress| report(ProofNotice::Building(progress));
    let build = Build { threads, gives_way: false, cancel, progress: &progress };
    let own = material.exact().ok_or_else(|| ProveError::too_many_men(material))?;
    for needed in own.with_dependencies() {
        let provided = tables.provide(needed, cache, &build)?;
        provided.problems.iter().for_each(|problem| report(ProofNotice::Cache(problem)));
        provided.built.iter().for_each(|built| report(ProofNotice::Built(*built)));
    }
    tables.get(own).ok_or(ProveError::Exact(GenerateError::MissingTable { material: own, missing: own }))
}
