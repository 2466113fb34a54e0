//! Solves one arrangement by retrograde analysis, for all squares of the defender's king at once.
//!
//! The won positions are the least set that contains every position from which the attacker can reach it, and every one from
//! which the defender must. The analysis finds them layer by layer; a layer's number is the attacker's moves to the next
//! capture, pawn move or mate.

use arrayvec::ArrayVec;
use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Square};

use super::bound::Bound;
use super::exit_results::ExitResults;
use super::ground::Ground;
use super::layout::{Arrangement, MOST_NAMED_PIECES, Placement, ProofSide, attacks, beside};
use super::numbered_pieces::{NumberedPiece, without_moves};
use super::row::{EMPTY_ROW, KingRow, OF_ROW, Row, kings_of};
use super::wins::{Layers, Wins};
use crate::solve::stop::{Stop, Stopped};
use crate::tablebase::Turn;

/// An analysis in progress.
struct Analysis<'a> {
    arrangement: &'a Arrangement,
    pieces: usize,
    attackers: ArrayVec<NumberedPiece, MOST_NAMED_PIECES>,
    defenders: ArrayVec<NumberedPiece, MOST_NAMED_PIECES>,
    ground: &'a Ground,
    /// With the defender to move: positions that are not stalemate, not held by an exit, and not lost yet.
    open: Vec<Bitboard>,
    wins: Wins,
    /// By row, the placements to look at again.
    dirty: Vec<u64>,
    dirty_rows: Vec<usize>,
    layers: Option<Layers>,
    layer: u32,
    never: Option<(usize, Square)>,
    is_folded: bool,
}

/// Positions of a row that were found won in the layer before.
struct Gained {
    /// The number of the row.
    row: usize,
    squares: KingRow,
}

/// What is known of an arrangement before an analysis.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Given<'a> {
    /// The positions that there are.
    pub ground: &'a Ground,
    /// Those that may be won and are not known to be. Exits of others are not asked.
    pub undecided: &'a Ground,
    /// Those that are won, with every win that follows from them inside the arrangement; `None` if none is known.
    pub won: Option<&'a Wins>,
}

impl<'a> Given<'a> {
    /// Only which positions there are.
    pub fn ground(ground: &'a Ground) -> Given<'a> {
        Given { ground, undecided: ground, won: None }
    }
}

/// What a caller asks for beside the won positions.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solve) struct Asked {
    /// The layer of each position.
    pub layers: bool,
    /// A position with the attacker to move that counts as not won, so that no win can pass through it: the number of its
    /// placement, and the square of the defender's king.
    pub never: Option<(usize, Square)>,
    /// Whether only the won positions are wanted, and not how long they take.
    pub wins_only: bool,
    /// Whether the attacker's king keeps to [`TRIANGLE`](crate::tablebase::TRIANGLE), because there are no pawns and mirrored
    /// positions count once.
    pub is_folded: bool,
}

/// What an analysis found.
#[derive(Debug)]
pub(in crate::solve) struct Analysed {
    pub wins: Wins,
    /// The most moves of the attacker to the next capture, pawn move or mate, or to a position that was known to be won, from
    /// any position that was not.
    pub longest: u32,
    pub layers: Option<Layers>,
}

/// Finds what the attacker wins in an arrangement by one bound, given the results of the exits of undecided positions. It begins
/// from what is known: the least set that contains that as well is the same set as without it.
///
/// # Errors
/// If it was stopped.
pub(in crate::solve) fn analyse(
    arrangement: &Arrangement,
    given: Given<'_>,
    exits: &ExitResults,
    bound: Bound,
    asked: Asked,
    stop: &Stop<'_>,
) -> Result<Analysed, Stopped> {
    let placements = arrangement.placements();
    let wins = given.won.cloned().unwrap_or_else(|| Wins::none(placements));
    let escapes = &exits.escapes[bound as usize];
    let undecided = given.undecided.defender_to_move.iter().zip(&wins.defender_to_move);
    let open = undecided.zip(escapes).map(|((open, won), escapes)| *open & !*won & !*escapes).collect();
    let mut analysis = Analysis {
        arrangement,
        pieces: arrangement.piece_count(),
        attackers: NumberedPiece::of(arrangement, ProofSide::Attacker),
        defenders: NumberedPiece::of(arrangement, ProofSide::Defender),
        ground: given.ground,
        open,
        wins,
        dirty: vec![u64::MAX; placements / OF_ROW],
        dirty_rows: (0..placements / OF_ROW).collect(),
        layers: asked.layers.then(|| Layers::new(placements)),
        layer: 0,
        never: asked.never,
        is_folded: asked.is_folded,
    };
    if asked.wins_only {
        analysis.sweep(&exits.wins[bound as usize], stop)?;
    }
    let mut gained = analysis.defender_loses(stop)?;
    analysis.layer = 1;
    for (row, wins) in exits.wins[bound as usize].as_chunks().0.iter().enumerate() {
        analysis.attacker_gains(row, wins);
    }
    loop {
        analysis.spread(&gained, stop)?;
        gained = analysis.defender_loses(stop)?;
        if gained.is_empty() {
            break;
        }
        analysis.layer += 1;
    }
    Ok(Analysed { wins: analysis.wins, longest: analysis.layer, layers: analysis.layers })
}

/// The part of all placements that a sweep must change to be worth another.
const SWEEP_WORTH: usize = 64;

impl Analysis<'_> {
    /// Finds most won positions by going over all placements again and again. Where much changes, that is several times as quick
    /// as following each change: a look ends as soon as nothing more can be gained. Layers do not come out of it.
    fn sweep(&mut self, exits: &[Bitboard], stop: &Stop<'_>) -> Result<(), Stopped> {
        for (number, &wins) in exits.iter().enumerate() {
            self.wins.attacker_to_move[number] |= wins & self.ground.attacker_to_move[number];
        }
        loop {
            let mut changed = 0;
            for number in 0..self.open.len() {
                stop.check_at(number)?;
                let gained = self.lost(number);
                if gained.any() {
                    self.wins.defender_to_move[number] |= gained;
                    self.open[number] &= !gained;
                    changed += 1;
                }
            }
            for number in 0..self.open.len() {
                stop.check_at(number)?;
                let gained = self.reached(number);
                self.wins.attacker_to_move[number] |= gained;
            }
            if changed < self.open.len() / SWEEP_WORTH {
                return Ok(());
            }
        }
    }

    /// The positions from which a move of the attacker, who has not won there yet, leads to a won one.
    fn reached(&self, number: usize) -> Bitboard {
        let wanted = self.held(number);
        if wanted.is_empty() {
            return wanted;
        }
        let at = Placement::of(number, self.pieces);
        let occupied = self.arrangement.occupied(&at);
        let mut left = wanted;
        for piece in &self.attackers {
            let from = piece.square(number);
            for to in attacks(piece.role, from, occupied) & !occupied {
                left &= !(self.wins.defender_to_move[piece.moved(number, to)] & !between(from, to));
                if left.is_empty() {
                    return wanted;
                }
            }
        }
        for to in king_attacks(at.king) & !occupied {
            let at = Placement { king: to, ..at };
            let turn = if self.is_folded { Turn::into_triangle(to) } else { Turn::NONE };
            left &= !turn.back(self.wins.defender_to_move[at.turned(turn).number(self.pieces)]);
        }
        wanted & !left
    }

    /// Finds the positions in which every move of the defender loses by now.
    fn defender_loses(&mut self, stop: &Stop<'_>) -> Result<Vec<Gained>, Stopped> {
        let mut all_gained = Vec::new();
        for (looked_at, row) in std::mem::take(&mut self.dirty_rows).into_iter().enumerate() {
            stop.check_at(OF_ROW * looked_at)?;
            let mut squares = EMPTY_ROW;
            for king in Bitboard(std::mem::take(&mut self.dirty[row])) {
                let number = OF_ROW * row + usize::from(king);
                let gained = self.lost(number);
                if gained.any() {
                    squares[usize::from(king)] = gained;
                    self.wins.defender_to_move[number] |= gained;
                    self.open[number] &= !gained;
                    if let Some(layers) = &mut self.layers {
                        layers.record(ProofSide::Defender, number, gained, self.layer);
                    }
                }
            }
            if squares != EMPTY_ROW {
                all_gained.push(Gained { row, squares });
            }
        }
        Ok(all_gained)
    }

    fn held(&self, number: usize) -> Bitboard {
        self.ground.attacker_to_move[number] & !self.wins.attacker_to_move[number]
    }

    fn lost(&self, number: usize) -> Bitboard {
        let open = self.open[number];
        if open.is_empty() {
            return open;
        }
        let gained = open & !beside(self.held(number));
        if gained.is_empty() || self.defenders.is_empty() {
            return gained;
        }
        let at = Placement::of(number, self.pieces);
        let occupied = self.arrangement.occupied(&at);
        without_moves(gained, &self.defenders, number, occupied, |number| self.held(number))
    }

    /// Pawns and pieces.
    fn occupied(&self, row: usize) -> Bitboard {
        let row = Row::of(row, self.pieces);
        row.pieces[..self.pieces].iter().fold(self.arrangement.all_pawns(), |all, square| all.with(*square))
    }

    /// Goes back from positions that the defender, to move, has just lost to those from which the attacker reaches them.
    fn spread(&mut self, gained: &[Gained], stop: &Stop<'_>) -> Result<(), Stopped> {
        for (looked_at, Gained { row, squares }) in gained.iter().enumerate() {
            stop.check_at(OF_ROW * looked_at)?;
            let before = of_neighbours(squares);
            self.attacker_gains(*row, &before);
            if self.is_folded {
                self.gain_images(*row, &before);
            }
            let occupied = self.occupied(*row);
            for piece in self.attackers.clone() {
                let to = piece.square(OF_ROW * row);
                for from in attacks(piece.role, to, occupied) & !occupied {
                    let before = piece.moved(OF_ROW * row, from) / OF_ROW;
                    self.attacker_gains(before, &without_blocking_kings(squares, between(from, to)));
                }
            }
        }
        Ok(())
    }

    /// Adds positions that the analysis keeps as mirror images, because the attacker's king is outside the triangle. One on the
    /// diagonal has two images, which both count.
    fn gain_images(&mut self, row: usize, won: &KingRow) {
        for king in kings_of(won) {
            let turn = Turn::into_triangle(king);
            let image = Row::of(row, self.pieces).at(king).turned(turn);
            let squares = turn.squares(won[usize::from(king)]);
            if turn != Turn::NONE {
                self.gain_one(image, squares);
            }
            if Turn::FLIP.square(image.king) == image.king {
                self.gain_one(image.turned(Turn::FLIP), Turn::FLIP.squares(squares));
            }
        }
    }

    fn gain_one(&mut self, at: Placement, squares: Bitboard) {
        let number = at.number(self.pieces);
        let mut won = EMPTY_ROW;
        won[number % OF_ROW] = squares;
        self.attacker_gains(number / OF_ROW, &won);
    }

    /// Adds those of these positions, with the attacker to move, that are not yet known to be won.
    fn attacker_gains(&mut self, row: usize, won: &KingRow) {
        let first = OF_ROW * row;
        let (mut gained, mut kings) = (EMPTY_ROW, 0u64);
        let ground = &self.ground.attacker_to_move[first..][..OF_ROW];
        let wins = &mut self.wins.attacker_to_move[first..][..OF_ROW];
        for king in 0..OF_ROW {
            gained[king] = won[king] & ground[king] & !wins[king];
        }
        if let Some((never, king)) = self.never
            && never / OF_ROW == row
        {
            gained[never % OF_ROW].discard(king);
        }
        for king in 0..OF_ROW {
            wins[king] |= gained[king];
            kings |= u64::from(gained[king].any()) << king;
        }
        if kings == 0 {
            return;
        }
        for king in Bitboard(kings).into_iter().map(usize::from) {
            if let Some(layers) = &mut self.layers {
                layers.record(ProofSide::Attacker, first + king, gained[king], self.layer);
            }
            if (self.open[first + king] & beside(gained[king])).any() {
                self.look_again(row, 1 << king);
            }
        }
        if !self.defenders.is_empty() {
            self.look_again_before(row, &gained, kings);
        }
    }

    /// Looks again at the positions from which a piece of the defender reaches one of these.
    fn look_again_before(&mut self, row: usize, gained: &KingRow, kings: u64) {
        let occupied = self.occupied(row);
        for piece in self.defenders.clone() {
            let to = piece.square(OF_ROW * row);
            for from in attacks(piece.role, to, occupied) & !occupied {
                let before = piece.moved(OF_ROW * row, from) / OF_ROW;
                let open = &self.open[OF_ROW * before..][..OF_ROW];
                let mut again = 0;
                for king in 0..OF_ROW {
                    // The defender's king has not moved.
                    again |= u64::from((open[king] & gained[king]).any()) << king;
                }
                self.look_again(before, again & kings & !between(from, to).0);
            }
        }
    }

    fn look_again(&mut self, row: usize, kings: u64) {
        if self.dirty[row] == 0 && kings != 0 {
            self.dirty_rows.push(row);
        }
        self.dirty[row] |= kings;
    }
}

/// For each square of the attacker's king, the sets of all squares next to it.
fn of_neighbours(squares: &KingRow) -> KingRow {
    let (mut sideways, mut of_rank, mut all) = (EMPTY_ROW, EMPTY_ROW, EMPTY_ROW);
    for king in 0..OF_ROW {
        let left = if king % 8 > 0 { squares[king - 1] } else { Bitboard::EMPTY };
        let right = if king % 8 < 7 { squares[king + 1] } else { Bitboard::EMPTY };
        sideways[king] = left | right;
        of_rank[king] = sideways[king] | squares[king];
    }
    for king in 0..OF_ROW {
        let below = if king >= 8 { of_rank[king - 8] } else { Bitboard::EMPTY };
        let above = if king < OF_ROW - 8 { of_rank[king + 8] } else { Bitboard::EMPTY };
        all[king] = sideways[king] | below | above;
    }
    all
}

/// Leaves out where one of the kings stands in the way of a piece's move.
fn without_blocking_kings(squares: &KingRow, way: Bitboard) -> KingRow {
    let mut left = squares.map(|squares| squares & !way);
    for king in way {
        left[usize::from(king)] = Bitboard::EMPTY;
    }
    left
}

#[cfg(test)]
mod tests {
    use shakmaty::attacks::king_attacks;

    use super::*;

    #[test]
    fn the_neighbours_of_a_square_are_those_that_a_king_reaches() {
        let mut random = fastrand::Rng::with_seed(1);
        let squares: KingRow = std::array::from_fn(|_| Bitboard(random.u64(..)));
        let of_neighbours = of_neighbours(&squares);
        for king in Square::ALL {
            let reached = king_attacks(king).into_iter();
            let all = reached.fold(Bitboard::EMPTY, |all, next| all | squares[usize::from(next)]);
            assert_eq!(of_neighbours[usize::from(king)], all, "{king}");
        }
    }
}
