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
    /// By row (placements that differ only by the attacker's king), the placements to look at again.
    dirty: Vec<u64>,
    dirty_rows: Vec<usize>,
    layers: Option<Layers>,
    layer: u32,
    never: Option<(usize, Square)>,
    is_folded: bool,
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
    /// Whether the attacker's king keeps to [`TRIANGLE`], because there are no pawns and mirrored positions count once.
    pub is_folded: bool,
}

/// What an analysis found.
#[derive(Debug)]
pub(in crate::solve) struct Analysed {
    pub wins: Wins,
    /// The most moves of the attacker to the next capture, pawn move or mate in any won position.
    pub longest: u32,
    pub layers: Option<Layers>,
}

/// Finds what the attacker wins in an arrangement by one bound, given the results of its exits.
///
/// # Errors
/// If it was stopped.
pub(in crate::solve) fn analyse(
    arrangement: &Arrangement,
    ground: &Ground,
    exits: &ExitResults,
    bound: Bound,
    asked: Asked,
    stop: &Stop<'_>,
) -> Result<Analysed, Stopped> {
    let placements = arrangement.placements();
    let empty: Box<[Bitboard]> = vec![Bitboard::EMPTY; placements].into();
    let escapes = &exits.escapes[bound as usize];
    let open =
        ground.defender_to_move.iter().zip(escapes).map(|(moves, escapes)| *moves & !*escapes).collect();
    let mut analysis = Analysis {
        arrangement,
        pieces: arrangement.piece_count(),
        attackers: NumberedPiece::of(arrangement, ProofSide::Attacker),
        defenders: NumberedPiece::of(arrangement, ProofSide::Defender),
        ground,
        open,
        wins: Wins { attacker_to_move: empty.clone(), defender_to_move: empty },
        dirty: vec![u64::MAX; placements / 64],
        dirty_rows: (0..placements / 64).collect(),
        layers: asked.layers.then(|| Layers::new(placements)),
        layer: 0,
        never: asked.never,
        is_folded: asked.is_folded,
    };
    if asked.is_folded || asked.wins_only {
        analysis.sweep(&exits.wins[bound as usize], stop)?;
    }
    let mut gained = analysis.defender_loses(stop)?;
    analysis.layer = 1;
    for (number, &wins) in exits.wins[bound as usize].iter().enumerate() {
        analysis.attacker_gains(number, wins);
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
            self.wins.attacker_to_move[number] = wins & self.ground.attacker_to_move[number];
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
            let (after, turn) = self.turned(at.with_king(to));
            left &= !turn.back(self.wins.defender_to_move[after.number(self.pieces)]);
        }
        wanted & !left
    }

    /// Finds the positions in which every move of the defender loses by now.
    fn defender_loses(&mut self, stop: &Stop<'_>) -> Result<Vec<(usize, Bitboard)>, Stopped> {
        let mut all_gained = Vec::new();
        for (looked_at, row) in std::mem::take(&mut self.dirty_rows).into_iter().enumerate() {
            stop.check_at(64 * looked_at)?;
            for king in Bitboard(std::mem::take(&mut self.dirty[row])) {
                let number = 64 * row + usize::from(king);
                let gained = self.lost(number);
                if gained.any() {
                    self.wins.defender_to_move[number] |= gained;
                    self.open[number] &= !gained;
                    if let Some(layers) = &mut self.layers {
                        layers.record(ProofSide::Defender, number, gained, self.layer);
                    }
                    all_gained.push((number, gained));
                }
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

    /// Goes back from positions that the defender, to move, has just lost to those from which the attacker reaches them.
    fn spread(&mut self, gained: &[(usize, Bitboard)], stop: &Stop<'_>) -> Result<(), Stopped> {
        for (looked_at, &(number, gained)) in gained.iter().enumerate() {
            stop.check_at(looked_at)?;
            let at = Placement::of(number, self.pieces);
            let occupied = self.arrangement.occupied(&at);
            for from in king_attacks(at.king) & !occupied {
                let (before, turn) = self.turned(at.with_king(from));
                let gained = turn.squares(gained);
                self.attacker_gains(before.number(self.pieces), gained);
                if self.is_folded && Turn::FLIP.square(before.king) == before.king {
                    // Its mirror image counts as a position of its own, which leads to the other image of the position after it.
                    let image = before.turned(Turn::FLIP);
                    self.attacker_gains(image.number(self.pieces), Turn::FLIP.squares(gained));
                }
            }
            for piece in self.attackers.clone() {
                let to = piece.square(number);
                for from in attacks(piece.role, to, occupied) & !occupied {
                    self.attacker_gains(piece.moved(number, from), gained & !between(from, to));
                }
            }
        }
        Ok(())
    }

    /// The same placement with the attacker's king in the triangle, if the analysis keeps to it.
    #[inline]
    fn turned(&self, at: Placement) -> (Placement, Turn) {
        if !self.is_folded {
            return (at, Turn::NONE);
        }
        let turn = Turn::into_triangle(at.king);
        (at.turned(turn), turn)
    }

    #[inline]
    fn attacker_gains(&mut self, number: usize, wins: Bitboard) {
        let mut gained = wins & self.ground.attacker_to_move[number] & !self.wins.attacker_to_move[number];
        if let Some((never, king)) = self.never
            && never == number
        {
            gained.discard(king);
        }
        if gained.is_empty() {
            return;
        }
        self.wins.attacker_to_move[number] |= gained;
        if let Some(layers) = &mut self.layers {
            layers.record(ProofSide::Attacker, number, gained, self.layer);
        }
        if (self.open[number] & beside(gained)).any() {
            self.look_again(number);
        }
        if self.defenders.is_empty() {
            return;
        }
        let occupied = self.arrangement.occupied(&Placement::of(number, self.pieces));
        for piece in self.defenders.clone() {
            for from in attacks(piece.role, piece.square(number), occupied) & !occupied {
                let before = piece.moved(number, from);
                // The defender's king has not moved.
                if (self.open[before] & gained).any() {
                    self.look_again(before);
                }
            }
        }
    }

    fn look_again(&mut self, number: usize) {
        let (row, king) = (number / 64, number % 64);
        if self.dirty[row] == 0 {
            self.dirty_rows.push(row);
        }
        self.dirty[row] |= 1 << king;
    }
}
