//! Tic-tac-toe on three by three squares; a position's estimate counts its open lines.

use super::game::Game;

/// The squares of each line, one bit each, from the upper left.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const ALL: u16 = 0b111_111_111;
/// More than any number of open lines.
const WIN: i32 = 100;

/// A position of tic-tac-toe.
#[derive(Clone, Debug, Default)]
pub struct TicTacToe {
    /// Squares of the side to move.
    ours: u16,
    /// Squares of the side that has just moved.
    theirs: u16,
    played: Vec<u16>,
}

impl TicTacToe {
    fn has_line(squares: u16) -> bool {
        LINES.iter().any(|line| squares & line == *line)
    }

    /// Returns the number of lines on which the other side has nothing yet.
    fn open_lines(blocking: u16) -> i32 {
        LINES.iter().filter(|line| blocking & **line == 0).count() as i32
    }
}

impl Game for TicTacToe {
    /// One bit: the square.
    type Move = u16;

    fn outcome(&mut self) -> Option<i32> {
        if TicTacToe::has_line(self.theirs) {
            Some(-WIN)
        } else {
            (self.ours | self.theirs == ALL).then_some(0)
        }
    }

    fn moves(&mut self) -> Vec<u16> {
        (0..9).map(|square| 1 << square).filter(|square| (self.ours | self.theirs) & square == 0).collect()
    }

    fn play(&mut self, played: u16) {
        let mover = self.ours | played;
        self.ours = self.theirs;
        self.theirs = mover;
        self.played.push(played);
    }

    fn take_back(&mut self) {
        let mover = self.theirs & !self.played.pop().unwrap_or(0);
        self.theirs = self.ours;
        self.ours = mover;
    }

    /// Our open lines minus theirs.
    fn static_value(&mut self) -> i32 {
        TicTacToe::open_lines(self.theirs) - TicTacToe::open_lines(self.ours)
    }

    fn key(&self) -> u64 {
        u64::from(self.ours) << 9 | u64::from(self.theirs)
    }
}
