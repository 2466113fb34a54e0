//! Names positions that escape, with the line by which they do.

use shakmaty::Color;

use super::distance_table::DistanceTable;
use super::handovers::Handovers;
use super::options::Optimum;
use super::proof::{Counterexample, Proof};
use crate::advice::forcing_tree::Tree;
use crate::advice::language::AdviceTable;
use crate::advice::material::Material;
use crate::advice::position::Position;
use crate::advice::step::{Step, Steps};

/// Returns the first escaping positions, shortest lines first among those looked at.
pub(super) fn find(
    handovers: &Handovers,
    table: &AdviceTable,
    distances: &DistanceTable,
    optimum: Option<Optimum<'_>>,
    proof: &Proof,
    most: usize,
) -> Vec<Counterexample> {
    let mut found = Vec::new();
    if proof.proven || most == 0 {
        return found;
    }
    for index in 0..distances.space.len() {
        let Some(Err(escape)) = distances.at(index) else { continue };
        let Some(position) = distances.space.position(index) else { continue };
        if optimum.is_some_and(|optimum| optimum(&position).is_none()) {
            continue;
        }
        let line = Line { handovers, table, distances }.from(&position);
        found.push(Counterexample { fen: position.fen(Color::White), escape, line });
        if found.len() >= most {
            break;
        }
    }
    found
}

struct Line<'a> {
    handovers: &'a Handovers,
    table: &'a AdviceTable,
    distances: &'a DistanceTable,
}

impl Line<'_> {
    /// Plays on against a defence that keeps its way out, until it is out or the position has come back.
    fn from(&self, start: &Position) -> Vec<String> {
        let mut line = Vec::new();
        let mut seen = Vec::new();
        let mut position = *start;
        loop {
            let index = self.distances.space.index(&position);
            if seen.contains(&index) {
                return line;
            }
            seen.push(index);
            let Some(advised) = self.table.advise(&position) else { return line };
            let after = position.after(advised.step);
            line.push(advised.step.uci(Color::White));
            let Some((steps, next)) = self.way_out(&after, &advised.tree) else { return line };
            line.extend(steps.iter().map(|step| step.uci(Color::White)));
            match next {
                Some(next) => position = next,
                None => return line,
            }
        }
    }

    /// Moves from a position with them to move to where the table is asked anew (or nobody is), and still escapes.
    fn way_out(&self, position: &Position, tree: &Tree) -> Option<(Vec<Step>, Option<Position>)> {
        let mut replies = Steps::new();
        position.legal_steps(&mut replies);
        if replies.is_empty() {
            return (!position.is_check()).then(|| (Vec::new(), None));
        }
        for reply in replies {
            let next = position.after(reply);
            if let Some(Tree::Ours(step, subtree)) = tree.after(reply) {
                if let Some((mut rest, end)) = self.way_out(&next.after(*step), subtree) {
                    rest.splice(0..0, [reply, *step]);
                    return Some((rest, end));
                }
            } else if Material::of(&next) != self.distances.space.material {
                if self.handovers.ending(self.table, &next).is_err() {
                    return Some((vec![reply], None));
                }
            } else if matches!(self.distances.of(&next), Some(Err(_))) {
                return Some((vec![reply], Some(next)));
            }
        }
        None
    }
}
