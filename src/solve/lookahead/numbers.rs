//! Proof and disproof numbers: how much must at least be shown before one side's win is proven or refuted.

/// The number of what is impossible; larger than any real number.
const INFINITE: u32 = 1 << 30;
/// Bits of a number in a word.
const NUMBER_BITS: u32 = 31;
const NUMBER_MASK: u32 = (1 << NUMBER_BITS) - 1;
/// What a word begins with: the kind of numbers that it holds.
const OPEN: u64 = 1;
const WON: u64 = 2;
const HELD: u64 = 3;

/// What a proof-number search knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Numbers {
    /// Positions still to be shown as won for a proof; 0 if the attacker wins.
    pub proof: u32,
    /// Positions still to be shown as held for a disproof; 0 if the attacker does not win.
    pub disproof: u32,
    /// For a win, the plies of its proof. For a held position, 1 if the result depends on a repetition: it is then true only
    /// if the repeated position is held, too.
    detail: u32,
}

impl Numbers {
    /// Held, whatever moves led here.
    pub const HELD: Numbers = Numbers { proof: INFINITE, disproof: 0, detail: 0 };
    /// Held if the repeated position on the way here is held.
    pub const REPEATED: Numbers = Numbers { proof: INFINITE, disproof: 0, detail: 1 };

    /// Won, with a proof of this many plies.
    pub const fn won(plies: u32) -> Numbers {
        Numbers { proof: 0, disproof: INFINITE, detail: plies }
    }

    /// Not settled.
    pub const fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, detail: 0 }
    }

    /// Packs everything into one word, which is never 0.
    pub fn into_word(self) -> u64 {
        let (kind, first, second) = match self {
            _ if self.is_won() => (WON, 0, self.detail),
            _ if self.is_held() => (HELD, 0, self.detail),
            _ => (OPEN, self.proof, self.disproof),
        };
        kind << (2 * NUMBER_BITS) | u64::from(first) << NUMBER_BITS | u64::from(second & NUMBER_MASK)
    }

    /// Unpacks what [`Numbers::into_word`] packed; `None` for 0.
    pub fn from_word(word: u64) -> Option<Numbers> {
        let (first, second) = ((word >> NUMBER_BITS) as u32 & NUMBER_MASK, word as u32 & NUMBER_MASK);
        match word >> (2 * NUMBER_BITS) {
            OPEN => Some(Numbers::open(first, second)),
            WON => Some(Numbers::won(second)),
            HELD => Some(Numbers { detail: second, ..Numbers::HELD }),
            _ => None,
        }
    }

    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    pub const fn is_held(self) -> bool {
        self.disproof == 0
    }

    /// Whether the position is held, but perhaps only on the way that was searched.
    pub const fn is_repeated(self) -> bool {
        self.is_held() && self.detail > 0
    }

    pub const fn is_settled(self) -> bool {
        self.is_won() || self.is_held()
    }

    /// Whether the position is settled, whatever moves led here.
    pub const fn is_final(self) -> bool {
        self.is_settled() && !self.is_repeated()
    }

    /// The plies of the proof, if the position is won.
    pub const fn plies(self) -> u32 {
        self.detail
    }

    /// Computes the numbers of a position from those of its moves. If every move has to be refuted, the hardest one counts in
    /// full, and each other open one counts 1: a sum would count positions that several ways reach several times.
    pub fn of_moves(is_attacker_to_move: bool, after: impl Iterator<Item = Numbers> + Clone) -> Numbers {
        let easiest = |of: fn(Numbers) -> u32| after.clone().map(of).min().unwrap_or(INFINITE);
        let hardest = |of: fn(Numbers) -> u32| {
            let open = after.clone().map(of).filter(|number| *number > 0);
            let (most, count) = open.fold((0, 0), |(most, count), number| (most.max(number), count + 1));
            if most >= INFINITE { INFINITE } else { (most + u32::max(count, 1) - 1).min(INFINITE - 1) }
        };
        let proof = |numbers: Numbers| numbers.proof;
        let disproof = |numbers: Numbers| numbers.disproof;
        let (proof, disproof) = if is_attacker_to_move {
            (easiest(proof), hardest(disproof))
        } else {
            (hardest(proof), easiest(disproof))
        };
        match (proof, disproof) {
            (0, _) => Numbers::won(1 + plies_of(is_attacker_to_move, after)),
            (_, 0) if hangs_on_repetition(is_attacker_to_move, after.clone()) => Numbers::REPEATED,
            (_, 0) => Numbers::HELD,
            _ => Numbers::open(proof, disproof),
        }
    }
}

fn plies_of(is_attacker_to_move: bool, after: impl Iterator<Item = Numbers>) -> u32 {
    let won = after.filter(|numbers| numbers.is_won()).map(Numbers::plies);
    let plies = if is_attacker_to_move { won.min() } else { won.max() };
    plies.unwrap_or(0)
}

fn hangs_on_repetition(is_attacker_to_move: bool, after: impl Iterator<Item = Numbers>) -> bool {
    let mut held = after.filter(|numbers| numbers.is_held());
    if is_attacker_to_move { held.any(Numbers::is_repeated) } else { held.all(Numbers::is_repeated) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_their_word() {
        let open = Numbers::open(1, INFINITE - 1);
        for numbers in [open, Numbers::won(0), Numbers::won(300), Numbers::HELD, Numbers::REPEATED] {
            assert_eq!(Numbers::from_word(numbers.into_word()), Some(numbers));
        }
        assert_eq!(Numbers::from_word(0), None);
    }
}
