//! The part of an advantage that can be won, with the reason in words.

/// A part of the full scale, and the reason for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::evaluation) struct Scale {
    pub(in crate::evaluation) value: i32,
    pub(in crate::evaluation) reason: Reason,
}

impl Scale {
    pub(in crate::evaluation) const fn new(value: i32, reason: Reason) -> Scale {
        Scale { value, reason }
    }

    /// Takes the given scale and reason if that scale is smaller.
    pub(in crate::evaluation) fn limit(&mut self, value: i32, reason: Reason) {
        if value < self.value {
            *self = Scale { value, reason };
        }
    }
}

/// Why a value is scaled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::evaluation) enum Reason {
    #[default]
    Ordinary,
    CannotMate,
    BishopsOnOneColour,
    TwoKnightsHoldPawn,
    TwoKnightsWithinLine,
    TwoKnightsBeyondLine,
    PawnlessClass,
    PawnlessLead,
    WrongBishop,
    WrongBishopRace,
    OppositeBishops,
    OppositeBishopsPieces,
    RookEnding,
    RookEndingOneFlank,
    RookAndPawnDefended,
    QueenEnding,
    FewPawns,
    OneFlank,
}

impl Reason {
    /// Returns the reason in words.
    pub(in crate::evaluation) const fn words(self) -> &'static str {
        match self {
            Reason::Ordinary => "nothing speaks for a draw",
            Reason::CannotMate => "without pawns the stronger side cannot mate",
            Reason::BishopsOnOneColour => "bishops on one colour alone cannot mate",
            Reason::TwoKnightsHoldPawn => "two knights, one of which holds a pawn far enough from queening",
            Reason::TwoKnightsWithinLine => "two knights that no longer or not yet hold an enemy pawn",
            Reason::TwoKnightsBeyondLine => "two knights, the enemy's pawns too near to queening",
            Reason::PawnlessClass => "without pawns these pieces seldom win",
            Reason::PawnlessLead => "no pawns and less than a rook ahead",
            Reason::WrongBishop => "rook pawn whose promotion square the enemy king holds for good",
            Reason::WrongBishopRace => "rook pawn whose promotion square the enemy king may reach",
            Reason::OppositeBishops => "bishops on opposite colours",
            Reason::OppositeBishopsPieces => "bishops on opposite colours beside other pieces",
            Reason::RookEnding => "rook ending, at most one pawn ahead",
            Reason::RookEndingOneFlank => "rook ending, pawns on one wing before the enemy king",
            Reason::RookAndPawnDefended => "rook and pawn against rook, the king before the pawn",
            Reason::QueenEnding => "queen ending, at most one pawn ahead",
            Reason::FewPawns => "few pawns left to win with",
            Reason::OneFlank => "all pawns on one wing",
        }
    }
}
