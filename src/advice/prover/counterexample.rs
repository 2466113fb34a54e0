//! Names positions that escape, with the line by which they do.

use shakmaty::Color;

use super::lengths::Lengths;
use super::proof::{Counterexample, Proof};
use super::{Network, Optimum};
use crate::advice::interpreter::Tree;
use crate::advice::language::Table;
use crate::advice::material::Material;
use crate::advice::position::Position;
use crate::advice::step::{Step, Steps};

/// The first escaping positions, shortest lines first among those looked at.
pub(super) fn find(
    network: &Network<'_>,
    table: &Table,
    lengths: &Lengths,
    optimum: Option<Optimum<'_>>,
    proof: &Proof,
    most: usize,
) -> Vec<Counterexample> {
    let mut found = Vec::new();
    if proof.proven || most == 0 {
        return found;
    }
    for index in 0..lengths.space.len() {
        let Some(Err(escape)) = lengths.at(index) else { continue };
        let Some(position) = lengths.space.position(index) else { continue };
        if optimum.is_some_and(|optimum| optimum(&position).is_none()) {
            continue;
        }
        let line = Line { network, table, lengths }.from(&position);
        found.push(Counterexample { fen: position.fen(Color::White), escape, line });
        if found.len() >= most {
            break;
        }
    }
    found
}

struct Line<'a> {
    network: &'a Network<'a>,
    table: &'a Table,
    lengths: &'a Lengths,
}

impl Line<'_> {
    /// Plays on against a defence that keeps its way out, until it is out or the position has come back.
    fn from(&self, start: &Position) -> Vec<String> {
        let mut line = Vec::new();
        let mut seen = Vec::new();
        let mut position = *start;
        loop {
            let index = self.lengths.space.index(&position);
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
            } else if Material::of(&next) != self.lengths.space.material {
                if self.network.elsewhere(self.table, &next).is_err() {
                    return Some((vec![reply], None));
                }
            } else if matches!(self.lengths.of(&next), Some(Err(_))) {
                return Some((vec![reply], Some(next)));
            }
        }
        None
    }
}
