//! What tables know of a position with its clock, in the words of the public table servers: a category, and the plies to zeroing.

use std::ops::Neg;

use super::allowed::Sources;
use super::clock::{on_the_clock, spoilt};
use super::syzygy_clock::syzygy_on_the_clock;
use crate::board::{Board, fits_into_clock};
use crate::tablebase::{FiftyMoveResult, Wdl};

/// The most positions to look up where one ply of a Syzygy file decides whether a result comes in time: some tens of
/// milliseconds.
const POSITIONS: u32 = 5_000;

/// What a position is worth to the side to move. For the side that moves to it, the least is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// The side to move is mated in the end.
    Loss,
    /// No table knows.
    #[default]
    Unknown,
    /// A loss, unless one ply that a Syzygy file rounds away brings the draw by the 50-move rule.
    SyzygyLoss,
    /// A loss without the 50-move rule, and nobody knows whether it comes in time.
    MaybeLoss,
    /// A loss that the 50-move rule turns into a draw.
    BlessedLoss,
    /// Neither side can force mate.
    Draw,
    /// A win that the 50-move rule turns into a draw.
    CursedWin,
    /// A win without the 50-move rule, and nobody knows whether it comes in time.
    MaybeWin,
    /// A win, unless one ply that a Syzygy file rounds away brings the draw by the 50-move rule.
    SyzygyWin,
    /// The side to move mates in the end.
    Win,
}

impl Neg for Category {
    type Output = Category;

    fn neg(self) -> Category {
        match self {
            Category::Loss => Category::Win,
            Category::Unknown => Category::Unknown,
            Category::SyzygyLoss => Category::SyzygyWin,
            Category::MaybeLoss => Category::MaybeWin,
            Category::BlessedLoss => Category::CursedWin,
            Category::Draw => Category::Draw,
            Category::CursedWin => Category::BlessedLoss,
            Category::MaybeWin => Category::MaybeLoss,
            Category::SyzygyWin => Category::SyzygyLoss,
            Category::Win => Category::Loss,
        }
    }
}

impl From<FiftyMoveResult> for Category {
    fn from(result: FiftyMoveResult) -> Category {
        match result {
            FiftyMoveResult::Loss => Category::Loss,
            FiftyMoveResult::BlessedLoss => Category::BlessedLoss,
            FiftyMoveResult::Draw => Category::Draw,
            FiftyMoveResult::CursedWin => Category::CursedWin,
            FiftyMoveResult::Win => Category::Win,
        }
    }
}

impl Category {
    /// Returns the servers' name.
    pub const fn word(self) -> &'static str {
        match self {
            Category::Loss => "loss",
            Category::Unknown => "unknown",
            Category::SyzygyLoss => "syzygy-loss",
            Category::MaybeLoss => "maybe-loss",
            Category::BlessedLoss => "blessed-loss",
            Category::Draw => "draw",
            Category::CursedWin => "cursed-win",
            Category::MaybeWin => "maybe-win",
            Category::SyzygyWin => "syzygy-win",
            Category::Win => "win",
        }
    }

    /// Returns the result without the 50-move rule; `None` if it is unknown.
    pub const fn without_rule(self) -> Option<Wdl> {
        match self {
            Category::Unknown => None,
            Category::Loss | Category::SyzygyLoss | Category::MaybeLoss | Category::BlessedLoss => {
                Some(Wdl::Loss)
            }
            Category::Draw => Some(Wdl::Draw),
            Category::Win | Category::SyzygyWin | Category::MaybeWin | Category::CursedWin => Some(Wdl::Win),
        }
    }

    /// Returns the category of a win or loss by a Syzygy file if one ply may decide.
    const fn rounded(result: FiftyMoveResult) -> Category {
        match result.without_rule() {
            Wdl::Loss => Category::SyzygyLoss,
            Wdl::Draw => Category::Draw,
            Wdl::Win => Category::SyzygyWin,
        }
    }

    /// Returns the category of a result whose distance is unknown or too long.
    const fn perhaps(result: FiftyMoveResult) -> Category {
        match result {
            FiftyMoveResult::Win => Category::MaybeWin,
            FiftyMoveResult::Loss => Category::MaybeLoss,
            FiftyMoveResult::CursedWin => Category::CursedWin,
            FiftyMoveResult::Draw => Category::Draw,
            FiftyMoveResult::BlessedLoss => Category::BlessedLoss,
        }
    }
}

/// The plies to the next capture or pawn move that keeps the result, or to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zeroing {
    /// Positive if the side to move wins, negative if it loses (-1 if it is mated), 0 in a draw. If the 50-move rule defeats the result
    /// from a clock of 0, the number is beyond 100.
    pub signed_plies: i32,
    /// Whether this is certain: the true distance may be one ply longer otherwise.
    pub is_precise: bool,
}

impl Zeroing {
    /// Zeroing in a draw.
    const NONE: Zeroing = Zeroing { signed_plies: 0, is_precise: true };

    fn new(result: FiftyMoveResult, plies: u32, is_precise: bool) -> Zeroing {
        // No zeroing is further away than some hundred plies.
        let plies = i32::try_from(plies).unwrap_or(i32::MAX);
        let signed_plies = match result.without_rule() {
            Wdl::Win => plies,
            Wdl::Draw => 0,
            Wdl::Loss => -plies.max(1),
        };
        Zeroing { signed_plies, is_precise }
    }
}

/// What tables know of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The result with the clock.
    pub category: Category,
    /// The distance to zeroing; `None` if it is unknown.
    pub zeroing: Option<Zeroing>,
}

/// How a position ends the game, if it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Whether the side to move is mated.
    pub is_checkmate: bool,
    /// Whether it has no move and is not in check.
    pub is_stalemate: bool,
    /// Whether neither side could mate.
    pub is_dead: bool,
}

impl Ends {
    /// Looks at a position.
    pub fn of(board: &Board) -> Ends {
        let (has_moves, is_check) = (!board.legal_moves().is_empty(), board.is_check());
        Ends {
            is_checkmate: !has_moves && is_check,
            is_stalemate: !has_moves && !is_check,
            is_dead: board.is_dead_material(),
        }
    }
}

impl Standing {
    const DRAW: Standing = Standing { category: Category::Draw, zeroing: Some(Zeroing::NONE) };

    /// Finds it; `ends` says how the position ends the game. `clock_before` is the 50-move clock before the last move, in plies:
    /// from 100 on, the game was a draw then, and neither a mate nor a capture changes that.
    pub fn of(sources: &Sources, board: &Board, ends: Ends, clock_before: u32) -> Standing {
        let is_over = !fits_into_clock(clock_before, 1);
        let timely = |result| if is_over { spoilt(result) } else { result };
        if ends.is_checkmate {
            let zeroing = Some(Zeroing::new(FiftyMoveResult::Loss, 0, true));
            return Standing { category: timely(FiftyMoveResult::Loss).into(), zeroing };
        }
        if ends.is_dead || ends.is_stalemate {
            return Standing::DRAW;
        }
        let known = embedded(sources, board)
            .or_else(|| file_with_distances(sources, board))
            .or_else(|| file_of_results(sources, board))
            .or_else(|| built(sources, board))
            .or_else(|| built_result(sources, board))
            .unwrap_or_default();
        match known.category.without_rule() {
            Some(Wdl::Win) if is_over => Standing { category: Category::CursedWin, ..known },
            Some(Wdl::Loss) if is_over => Standing { category: Category::BlessedLoss, ..known },
            _ => known,
        }
    }
}

fn embedded(sources: &Sources, board: &Board) -> Option<Standing> {
    let result = sources.embedded.result(board)?;
    if result == Wdl::Draw {
        return Some(Standing::DRAW);
    }
    let plies = sources.embedded.plies_to_zeroing(board)?;
    let result = on_the_clock(result.into(), board.halfmove_clock(), plies);
    Some(Standing { category: result.into(), zeroing: Some(Zeroing::new(result, plies, true)) })
}

fn file_with_distances(sources: &Sources, board: &Board) -> Option<Standing> {
    let syzygy = &sources.syzygy;
    let distance = (board.men() <= syzygy.largest()).then(|| syzygy.tables.distance(board))??;
    let clocked = syzygy_on_the_clock(&syzygy.tables, board, &mut { POSITIONS })?;
    let category = if clocked.is_certain { clocked.result.into() } else { Category::rounded(clocked.result) };
    let zeroing = Zeroing::new(distance.result, distance.plies, !distance.is_rounded);
    Some(Standing { category, zeroing: Some(zeroing) })
}

fn file_of_results(sources: &Sources, board: &Board) -> Option<Standing> {
    let syzygy = &sources.syzygy;
    let result = (board.men() <= syzygy.largest()).then(|| syzygy.tables.result(board))??;
    if result == FiftyMoveResult::Draw {
        return Some(Standing::DRAW);
    }
    let is_fresh = board.halfmove_clock() == 0;
    let category = if is_fresh { result.into() } else { Category::perhaps(result) };
    Some(Standing { category, zeroing: None })
}

/// What a built table of five men knows: distances to mate alone.
fn built(sources: &Sources, board: &Board) -> Option<Standing> {
    let outcome = sources.built.distance(board)?;
    if outcome.wdl == Wdl::Draw {
        return Some(Standing::DRAW);
    }
    let result = outcome.wdl.into();
    let fits = fits_into_clock(board.halfmove_clock(), outcome.plies);
    let category = if fits { FiftyMoveResult::into(result) } else { Category::perhaps(result) };
    Some(Standing { category, zeroing: None })
}

/// What a built result of five men knows: no distances.
fn built_result(sources: &Sources, board: &Board) -> Option<Standing> {
    match sources.built.result(board)? {
        Wdl::Draw => Some(Standing::DRAW),
        result => Some(Standing { category: Category::perhaps(result.into()), zeroing: None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_has_an_opposite_that_has_it_in_turn() {
        use Category::*;
        for category in
            [Loss, Unknown, SyzygyLoss, MaybeLoss, BlessedLoss, Draw, CursedWin, MaybeWin, SyzygyWin, Win]
        {
            assert_eq!(-(-category), category);
            let opposite = category.word().replace("blessed", "cursed").replace("loss", "win");
            if category < Draw && category != Unknown {
                assert_eq!((-category).word(), opposite);
            }
        }
    }
}
