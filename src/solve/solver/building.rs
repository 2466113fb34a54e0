//! Builds results of five men that a proof lacks, as one more piece of work beside arrangements.

use std::collections::HashMap;

use shakmaty::Position;

use super::work::{Step, Work};
use crate::board::Board;
use crate::solve::arrangement::layout::MOST_SOLVED_PIECES;
use crate::solve::materials::build::ResultsBuilder;
use crate::solve::walk::Found;
use crate::tablebase::{MOST_MEN, Material};

/// Sets of a material that take as long as one placement of an arrangement.
const SETS_OF_PLACEMENT: usize = 2;

/// A build may cost this many times all work so far. Most builds help, and what was built helps later runs, too.
const EAGERNESS: usize = 4;

/// Materials to build together.
#[derive(Debug)]
pub(super) struct Lacking {
    /// In order.
    plan: Vec<Material>,
    /// In placements.
    cost: usize,
}

impl Work<'_> {
    /// What a walk lacked most often, if building it costs little beside all work so far and can end before the work must.
    pub(super) fn worth_building(&self, found: &Found) -> Option<Lacking> {
        let work = self.solved.graph.work();
        let ends_in_time = |lacking: &Lacking| {
            let time = self.began.elapsed().mul_f64(lacking.cost as f64 / work.max(1) as f64);
            self.stop.time_left().is_none_or(|left| time < left)
        };
        self.lacking(found).filter(|lacking| lacking.cost <= EAGERNESS * work).filter(ends_in_time)
    }

    /// The results of five men that a walk lacked: natural ones first, then those that it lacked most often.
    pub(super) fn lacking(&self, found: &Found) -> Option<Lacking> {
        let built = self.solved.graph.built()?;
        let mut met: HashMap<Material, (bool, usize)> = HashMap::new();
        let is_unknown = |board: &Board| board.men() == MOST_MEN && !self.is_in_files(board);
        for costly in found.costly.iter().filter(|costly| is_unknown(&costly.board)) {
            let men = costly.board.position().board();
            if let Some((material, _)) = Material::of_board(men)
                && built.can_build(material)
            {
                let pieces =
                    || costly.board.all_pieces().into_iter().filter_map(|square| men.role_at(square));
                let met = met.entry(material).or_insert_with(|| (self.are_natural(pieces()), 0));
                met.1 += 1;
            }
        }
        let most = met.into_iter().max_by_key(|(material, met)| (*met, *material));
        most.map(|(material, _)| self.plan_of(material))
    }

    fn is_in_files(&self, board: &Board) -> bool {
        self.solved.graph.syzygy().is_some_and(|files| files.covers(board))
    }

    fn plan_of(&self, material: Material) -> Lacking {
        let plan = self.solved.graph.built().map(|built| built.plan(material)).unwrap_or_default();
        let cost =
            plan.iter().map(|material| ResultsBuilder::work(*material) as usize / SETS_OF_PLACEMENT).sum();
        Lacking { plan, cost }
    }

    /// Builds the results of the position itself, if it has few men but too many pieces.
    pub(super) fn build_root(&mut self) {
        let men = self.root.position().board();
        if self.root.all_pieces().count() > MOST_SOLVED_PIECES
            && !self.is_in_files(self.root)
            && let Some((material, _)) = Material::of_board(men)
            && self.solved.graph.built().is_some_and(|built| built.can_build(material))
        {
            self.build(&self.plan_of(material));
        }
    }

    /// Builds materials, and looks the arrangements of their positions up.
    pub(super) fn build(&mut self, lacking: &Lacking) -> Step {
        let Some(built) = self.solved.graph.built().cloned() else { return Step::NotPossible };
        for material in &lacking.plan {
            self.report_building(Some(*material));
            if !built.build(*material, self.limits.threads, self.stop) {
                // After a failure nothing more is built, and the work goes on without.
                return if self.stop.is_set() { Step::NotPossible } else { Step::Taken };
            }
        }
        self.solved.graph.count_work(lacking.cost);
        self.report_building(None);
        self.solved.graph.look_again();
        self.solve();
        Step::Taken
    }
}
