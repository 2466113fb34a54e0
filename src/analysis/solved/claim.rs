//! Reads a suite's claim about a position, and judges it by a proof.

use serde::Serialize;
use shakmaty::Move;

use crate::games::epd::Epd;
use crate::solve::{Proven, Solution};
use crate::tablebase::Wdl;

/// A suite's claim about a position, for the side to move and without the 50-move rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// From `wdl`, or from the sign of `dm`; `None` if neither is given.
    pub result: Option<Wdl>,
    /// From `bm`: these moves are best, and no others.
    pub best: Vec<Move>,
    /// From `am`: these moves are not best.
    pub avoided: Vec<Move>,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The whole claim is proven.
    Sound,
    /// The claim is proven, but a move that it does not name is as good as those that it names.
    #[serde(rename = "second solution")]
    SecondSolution,
    /// A part of the claim is refuted.
    Wrong,
    /// Neither proven nor refuted within the limits.
    #[serde(rename = "not settled")]
    NotSettled,
    /// The solver does not take positions of this kind.
    Outside,
}

/// The comparison of a claim with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the claimed result is refuted.
    pub is_result_refuted: bool,
    /// Moves of `bm` that are worse than others or than the claimed result, and moves of `am` that are best.
    pub refuted: Vec<Move>,
    /// Moves that the claim does not name although they are proven to be as good.
    pub second_solutions: Vec<Move>,
}

impl Claim {
    /// Returns the claim of a line; `None` if it claims nothing.
    pub fn of(epd: &Epd) -> Option<Claim> {
        let sign = epd.result.or(epd.mate).map(i32::signum);
        let claim = Claim {
            result: sign.map(|sign| match sign {
                1 => Wdl::Win,
                -1 => Wdl::Loss,
                _ => Wdl::Draw,
            }),
            best: epd.best_moves.clone(),
            avoided: epd.avoided_moves.clone(),
        };
        (claim != Claim::default()).then_some(claim)
    }

    /// Returns whether it claims moves, and not only a result.
    pub fn names_moves(&self) -> bool {
        !self.best.is_empty() || !self.avoided.is_empty()
    }

    /// Compares the claim with a solution.
    pub fn judged(&self, solution: &Solution) -> Judged {
        let root = solution.proven;
        let moves = || solution.moves.iter().map(|solved| (solved.played, solved.proven));
        let loses_time = |played: Move| solution.losing_time.contains(&played);
        let is_result_refuted = self.result.is_some_and(|result| result < root.least || root.most < result);
        let is_too_weak = |proven: Proven| {
            proven.most < root.least || self.result.is_some_and(|result| proven.most < result)
        };
        let is_refuted = |&(played, proven): &(Move, Proven)| {
            self.best.contains(&played) && is_too_weak(proven)
                || self.avoided.contains(&played) && is_as_good(proven, root)
        };
        let is_second = |&(played, proven): &(Move, Proven)| {
            !self.best.is_empty()
                && !self.best.contains(&played)
                && !self.avoided.contains(&played)
                && !loses_time(played)
                && is_as_good(proven, root)
        };
        let refuted: Vec<Move> = moves().filter(is_refuted).map(|(played, _)| played).collect();
        let second_solutions: Vec<Move> = moves().filter(is_second).map(|(played, _)| played).collect();
        let are_best_proven = moves()
            .filter(|(played, _)| self.best.contains(played))
            .all(|(_, proven)| is_as_good(proven, root));
        let is_result_proven = self.result.is_none_or(|result| root.value() == Some(result));
        let verdict = if is_result_refuted || !refuted.is_empty() {
            Verdict::Wrong
        } else if !are_best_proven || !is_result_proven {
            Verdict::NotSettled
        } else if !second_solutions.is_empty() {
            Verdict::SecondSolution
        } else if moves().all(|(played, proven)| {
            !self.has_to_be_worse(played) || proven.most < root.least || loses_time(played)
        }) {
            Verdict::Sound
        } else {
            Verdict::NotSettled
        };
        Judged { verdict, is_result_refuted, refuted, second_solutions }
    }

    /// If best moves are named, all other moves must be worse.
    fn has_to_be_worse(&self, played: Move) -> bool {
        self.avoided.contains(&played) || !self.best.is_empty() && !self.best.contains(&played)
    }
}

/// Returns whether a move is proven to be as good as the position.
fn is_as_good(proven: Proven, root: Proven) -> bool {
    proven.least >= root.most
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::Board;
    use crate::solve::{GraphSize, SolvedMove};

    const FEN: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    const WIN: Proven = Proven { least: Wdl::Win, most: Wdl::Win };
    const DRAW: Proven = Proven { least: Wdl::Draw, most: Wdl::Draw };
    const AT_LEAST_DRAW: Proven = Proven { least: Wdl::Draw, most: Wdl::Win };

    /// Returns the king's three moves from the corner, with these results.
    fn solution(root: Proven, moves: [Proven; 3]) -> (Solution, Vec<Move>) {
        let legal: Vec<Move> = Board::from_fen(FEN, false).unwrap().legal_moves().into_iter().collect();
        let solved = |(played, proven): (&Move, Proven)| SolvedMove {
            played: *played,
            proven,
            conversion: None,
            fifty_moves: None,
        };
        let solution = Solution {
            proven: root,
            moves: legal.iter().zip(moves).map(solved).collect(),
            losing_time: Vec::new(),
            line: Vec::new(),
            fifty_moves: None,
            size: GraphSize::default(),
            stopped_by: None,
            time: Duration::ZERO,
        };
        (solution, legal)
    }

    fn verdict(claim: &Claim, solution: &Solution) -> Verdict {
        claim.judged(solution).verdict
    }

    #[test]
    fn a_best_move_is_sound_where_it_alone_is_proven_best() {
        let (solution_, legal) = solution(WIN, [WIN, DRAW, DRAW]);
        let claim = Claim { best: vec![legal[0]], ..Claim::default() };
        assert_eq!(verdict(&claim, &solution_), Verdict::Sound);
        let (open, _) = solution(WIN, [WIN, DRAW, AT_LEAST_DRAW]);
        assert_eq!(verdict(&claim, &open), Verdict::NotSettled);
        let (second, _) = solution(WIN, [WIN, WIN, AT_LEAST_DRAW]);
        assert_eq!(verdict(&claim, &second), Verdict::SecondSolution);
        assert_eq!(claim.judged(&second).second_solutions, [legal[1]]);
        let both = Claim { best: vec![legal[0], legal[1]], ..Claim::default() };
        assert_eq!(verdict(&both, &solution(WIN, [WIN, WIN, DRAW]).0), Verdict::Sound);
    }

    #[test]
    fn a_move_that_only_loses_time_is_no_second_solution() {
        let (solution_, legal) = solution(WIN, [WIN, WIN, DRAW]);
        let solution_ = Solution { losing_time: vec![legal[1]], ..solution_ };
        let claim = Claim { best: vec![legal[0]], ..Claim::default() };
        assert_eq!(verdict(&claim, &solution_), Verdict::Sound);
        let avoided = Claim { avoided: vec![legal[1]], ..Claim::default() };
        assert_eq!(verdict(&avoided, &solution_), Verdict::Wrong);
    }

    #[test]
    fn a_best_move_is_wrong_where_another_is_proven_better_or_its_result_is_not_to_be_had() {
        let (solution_, legal) = solution(WIN, [DRAW, WIN, DRAW]);
        let claim = Claim { best: vec![legal[0]], ..Claim::default() };
        assert_eq!(verdict(&claim, &solution_), Verdict::Wrong);
        assert_eq!(claim.judged(&solution_).refuted, [legal[0]]);
        let won = Claim { result: Some(Wdl::Win), ..claim };
        assert_eq!(verdict(&won, &solution(AT_LEAST_DRAW, [DRAW, AT_LEAST_DRAW, DRAW]).0), Verdict::Wrong);
    }

    #[test]
    fn a_result_is_sound_wrong_or_open_whatever_the_moves() {
        let claim = Claim { result: Some(Wdl::Win), ..Claim::default() };
        let of = |root| verdict(&claim, &solution(root, [AT_LEAST_DRAW; 3]).0);
        assert_eq!(
            [of(WIN), of(DRAW), of(AT_LEAST_DRAW)],
            [Verdict::Sound, Verdict::Wrong, Verdict::NotSettled]
        );
    }

    #[test]
    fn a_move_to_avoid_has_to_be_proven_worse() {
        let (solution_, legal) = solution(WIN, [WIN, DRAW, AT_LEAST_DRAW]);
        let avoided = |played| Claim { avoided: vec![played], ..Claim::default() };
        let of = |played| verdict(&avoided(played), &solution_);
        assert_eq!(
            legal.iter().map(|played| of(*played)).collect::<Vec<_>>(),
            [Verdict::Wrong, Verdict::Sound, Verdict::NotSettled]
        );
    }
}
