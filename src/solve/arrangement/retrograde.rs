//! Solves one arrangement by retrograde analysis, for all squares of the defender's king at once.
//!
//! The won positions are the least set that contains every position from which the attacker can reach it, and every one from
//! which the defender must. The analysis finds them layer by layer; a layer's number is the attacker's moves to the next
//! capture, pawn move or mate.

use arrayvec::ArrayVec;
use shakmaty::attacks::{between, king_attacks};
use shakmaty::{Bitboard, Role, Square};

use super::bound::{Bound, Wanted, Words};
use super::exits::{Exits, Oracle, Scope};
use super::layout::{Arrangement, MOST_SOLVED_PIECES, Placement, Side, attacks, beside};
use super::reach::Reach;
use crate::solve::stop::Stop;
use crate::tablebase::in_parallel;

/// Placements between two checks for a stop.
const BETWEEN_LOOKS: usize = 1 << 14;

/// The positions of an arrangement that the attacker wins: for each placement, a word over the squares of the defender's king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Wins {
    pub attacker_to_move: Box<[Bitboard]>,
    pub defender_to_move: Box<[Bitboard]>,
}

impl Wins {
    pub fn side(&self, mover: Side) -> &[Bitboard] {
        match mover {
            Side::Attacker => &self.attacker_to_move,
            Side::Defender => &self.defender_to_move,
        }
    }

    /// The memory of such sets for this many placements, in bytes.
    pub fn bytes(placements: usize) -> usize {
        2 * placements * size_of::<Bitboard>()
    }
}

/// The layer in which the analysis found each position to be won.
#[derive(Debug)]
pub(in crate::solve) struct Layers {
    attacker_to_move: Vec<u8>,
    defender_to_move: Vec<u8>,
}

/// The layer of positions that are not won.
const NOT_WON: u8 = u8::MAX;
/// Longer ways share this layer.
const LAST_LAYER: u8 = NOT_WON - 1;

impl Layers {
    fn new(placements: usize) -> Layers {
        let empty = vec![NOT_WON; 64 * placements];
        Layers { attacker_to_move: empty.clone(), defender_to_move: empty }
    }

    fn side(&mut self, mover: Side) -> &mut [u8] {
        match mover {
            Side::Attacker => &mut self.attacker_to_move,
            Side::Defender => &mut self.defender_to_move,
        }
    }

    fn record(&mut self, mover: Side, number: usize, gained: Bitboard, layer: u32) {
        let layer = u8::try_from(layer).unwrap_or(LAST_LAYER).min(LAST_LAYER);
        let layers = self.side(mover);
        for king in gained {
            layers[64 * number + usize::from(king)] = layer;
        }
    }

    /// The attacker's moves to the next capture, pawn move or mate: at least 1 with the attacker to move, at least 0 with the
    /// defender to move; `None` if the attacker does not win.
    pub fn of(&self, mover: Side, number: usize, king: Square) -> Option<u32> {
        let layers = match mover {
            Side::Attacker => &self.attacker_to_move,
            Side::Defender => &self.defender_to_move,
        };
        let layer = *layers.get(64 * number + usize::from(king))?;
        (layer != NOT_WON).then_some(u32::from(layer))
    }
}

/// The part of an arrangement that does not depend on the results of its exits: the positions in the kings' reach.
#[derive(Debug)]
pub(in crate::solve) struct Ground {
    /// Legal with the attacker to move.
    attacker_to_move: Box<[Bitboard]>,
    /// Legal with the defender to move, and no stalemate.
    defender_to_move: Box<[Bitboard]>,
}

/// An analysis that was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Stopped;

impl Ground {
    pub fn of(
        arrangement: &Arrangement,
        exits: &Exits,
        reach: Reach,
        stop: &Stop<'_>,
    ) -> Result<Ground, Stopped> {
        let (placements, pieces) = (arrangement.placements(), arrangement.pieces());
        let mut ground = Ground {
            attacker_to_move: vec![Bitboard::EMPTY; placements].into(),
            defender_to_move: vec![Bitboard::EMPTY; placements].into(),
        };
        for number in 0..placements {
            look(number, stop)?;
            let at = Placement::of(number, pieces);
            let squares = reach.defenders(&at);
            if squares.is_empty() {
                continue;
            }
            let legal = arrangement.legal(&at);
            ground.attacker_to_move[number] = legal.attacker_to_move & squares;
            ground.defender_to_move[number] = legal.defender_to_move & squares;
        }
        let defenders = Numbered::of(arrangement, Side::Defender);
        // Moves come second: they need the legality of other placements.
        for number in 0..placements {
            look(number, stop)?;
            let still = ground.defender_to_move[number] & !beside(ground.attacker_to_move[number]);
            if still.is_empty() {
                continue;
            }
            let at = Placement::of(number, pieces);
            let legal = arrangement.legal(&at);
            let mut still = still & !legal.attacked;
            if still.any() {
                still &= !exits.defender_moves(arrangement, &at, &legal);
            }
            if still.any() {
                let of = |number: usize| ground.attacker_to_move[number];
                still = without_piece_moves(still, &defenders, number, legal.occupied, of);
            }
            ground.defender_to_move[number] &= !still;
        }
        Ok(ground)
    }
}

fn look(number: usize, stop: &Stop<'_>) -> Result<(), Stopped> {
    if number.is_multiple_of(BETWEEN_LOOKS) && stop.is_set() { Err(Stopped) } else { Ok(()) }
}

/// Returns those squares of the defender's king from which none of its pieces can move, within the arrangement, into a set of
/// positions. In most placements a few moves show that there are none.
fn without_piece_moves(
    mut squares: Bitboard,
    defenders: &[Numbered],
    number: usize,
    occupied: Bitboard,
    set: impl Fn(usize) -> Bitboard,
) -> Bitboard {
    for man in defenders {
        let from = man.square(number);
        for to in attacks(man.role, from, occupied) & !occupied {
            squares &= !set(man.moved(number, to)) | between(from, to);
            if squares.is_empty() {
                return squares;
            }
        }
    }
    squares
}

/// The positions that the attacker wins by an exit, and those that the defender holds by one; by [`Bound`], empty for bounds
/// that were not asked for.
#[derive(Debug, Default)]
pub(in crate::solve) struct Left {
    wins: [Vec<Bitboard>; 3],
    escapes: [Vec<Bitboard>; 3],
}

impl Left {
    /// Looks up the results of all exits.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn of(
        arrangement: &Arrangement,
        exits: &Exits,
        ground: &Ground,
        oracle: &(impl Oracle + Sync),
        wanted: Wanted,
        threads: usize,
        stop: &Stop<'_>,
    ) -> Result<Left, Stopped> {
        let pieces = arrangement.pieces();
        let words = |number: usize| {
            if (ground.attacker_to_move[number] | ground.defender_to_move[number]).is_empty() {
                return (Words::EMPTY, Words::EMPTY);
            }
            let at = Placement::of(number, pieces);
            let legal = arrangement.legal(&at);
            let wins = exits.attacker_wins(arrangement, &at, &legal, oracle, wanted, Scope::All);
            (wins, exits.defender_escapes(arrangement, &at, &legal, oracle, wanted, Scope::All))
        };
        let placements = arrangement.placements();
        let of_one = if threads > 1 { placements.min(BETWEEN_LOOKS) } else { placements };
        let parts = in_parallel(threads, placements / of_one, |part| {
            let mut left = Left::with_room(of_one, wanted);
            for number in part * of_one..(part + 1) * of_one {
                look(number, stop)?;
                left.add(wanted, words(number));
            }
            Ok(left)
        });
        let mut parts = parts.into_iter();
        let mut left = parts.next().unwrap_or(Err(Stopped))?;
        for part in parts {
            left.append(part?);
        }
        Ok(left)
    }

    fn with_room(placements: usize, wanted: Wanted) -> Left {
        let mut left = Left::default();
        for bound in Bound::ALL.into_iter().filter(|bound| wanted.contains(*bound)) {
            left.wins[bound as usize].reserve_exact(placements);
            left.escapes[bound as usize].reserve_exact(placements);
        }
        left
    }

    fn add(&mut self, wanted: Wanted, (wins, escapes): (Words, Words)) {
        for bound in Bound::ALL.into_iter().filter(|bound| wanted.contains(*bound)) {
            self.wins[bound as usize].push(wins.of(bound));
            self.escapes[bound as usize].push(escapes.of(bound));
        }
    }

    fn append(&mut self, mut next: Left) {
        for bound in Bound::ALL {
            self.wins[bound as usize].append(&mut next.wins[bound as usize]);
            self.escapes[bound as usize].append(&mut next.escapes[bound as usize]);
        }
    }

    /// Whether two bounds that were asked for are equal.
    pub fn are_equal(&self, one: Bound, other: Bound) -> bool {
        let (one, other) = (one as usize, other as usize);
        self.wins[one] == self.wins[other] && self.escapes[one] == self.escapes[other]
    }
}

/// A piece and the position of its square in the numbers of placements.
#[derive(Clone, Copy)]
struct Numbered {
    role: Role,
    shift: usize,
}

impl Numbered {
    fn of(arrangement: &Arrangement, side: Side) -> ArrayVec<Numbered, MOST_SOLVED_PIECES> {
        let pieces = arrangement.pieces();
        arrangement.men_of(side).map(|(slot, role)| Numbered { role, shift: 6 * (pieces - slot) }).collect()
    }

    fn square(self, number: usize) -> Square {
        Square::new((number >> self.shift & 63) as u32)
    }

    fn moved(self, number: usize, to: Square) -> usize {
        number & !(63 << self.shift) | usize::from(to) << self.shift
    }
}

/// An analysis in progress.
struct Analysis<'a> {
    arrangement: &'a Arrangement,
    pieces: usize,
    attackers: ArrayVec<Numbered, MOST_SOLVED_PIECES>,
    defenders: ArrayVec<Numbered, MOST_SOLVED_PIECES>,
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
}

/// What a caller asks for beside the won positions.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::solve) struct Asked {
    /// The layer of each position.
    pub layers: bool,
    /// A position with the attacker to move that counts as not won, so that no win can pass through it: the number of its
    /// placement, and the square of the defender's king.
    pub never: Option<(usize, Square)>,
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
    left: &Left,
    bound: Bound,
    asked: Asked,
    stop: &Stop<'_>,
) -> Result<Analysed, Stopped> {
    let placements = arrangement.placements();
    let empty: Box<[Bitboard]> = vec![Bitboard::EMPTY; placements].into();
    let escapes = &left.escapes[bound as usize];
    let open =
        ground.defender_to_move.iter().zip(escapes).map(|(moves, escapes)| *moves & !*escapes).collect();
    let mut analysis = Analysis {
        arrangement,
        pieces: arrangement.pieces(),
        attackers: Numbered::of(arrangement, Side::Attacker),
        defenders: Numbered::of(arrangement, Side::Defender),
        ground,
        open,
        wins: Wins { attacker_to_move: empty.clone(), defender_to_move: empty },
        dirty: vec![u64::MAX; placements / 64],
        dirty_rows: (0..placements / 64).collect(),
        layers: asked.layers.then(|| Layers::new(placements)),
        layer: 0,
        never: asked.never,
    };
    let mut gained = analysis.defender_loses(stop)?;
    analysis.layer = 1;
    for (number, &wins) in left.wins[bound as usize].iter().enumerate() {
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

impl Analysis<'_> {
    /// Finds the positions in which every move of the defender loses by now.
    fn defender_loses(&mut self, stop: &Stop<'_>) -> Result<Vec<(usize, Bitboard)>, Stopped> {
        let mut all_gained = Vec::new();
        for (looked_at, row) in std::mem::take(&mut self.dirty_rows).into_iter().enumerate() {
            look(64 * looked_at, stop)?;
            for king in Bitboard(std::mem::take(&mut self.dirty[row])) {
                let number = 64 * row + usize::from(king);
                let gained = self.lost(number);
                if gained.any() {
                    self.wins.defender_to_move[number] |= gained;
                    self.open[number] &= !gained;
                    if let Some(layers) = &mut self.layers {
                        layers.record(Side::Defender, number, gained, self.layer);
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
        without_piece_moves(gained, &self.defenders, number, occupied, |number| self.held(number))
    }

    /// Goes back from positions that the defender, to move, has just lost to those from which the attacker reaches them.
    fn spread(&mut self, gained: &[(usize, Bitboard)], stop: &Stop<'_>) -> Result<(), Stopped> {
        for (looked_at, &(number, gained)) in gained.iter().enumerate() {
            look(looked_at, stop)?;
            let at = Placement::of(number, self.pieces);
            let occupied = self.arrangement.occupied(&at);
            for from in king_attacks(at.king) & !occupied {
                self.attacker_gains(number & !63 | usize::from(from), gained);
            }
            for man in self.attackers.clone() {
                let to = man.square(number);
                for from in attacks(man.role, to, occupied) & !occupied {
                    self.attacker_gains(man.moved(number, from), gained & !between(from, to));
                }
            }
        }
        Ok(())
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
            layers.record(Side::Attacker, number, gained, self.layer);
        }
        if (self.open[number] & beside(gained)).any() {
            self.look_again(number);
        }
        if self.defenders.is_empty() {
            return;
        }
        let occupied = self.arrangement.occupied(&Placement::of(number, self.pieces));
        for man in self.defenders.clone() {
            for from in attacks(man.role, man.square(number), occupied) & !occupied {
                let before = man.moved(number, from);
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
