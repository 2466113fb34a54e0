//! `lucena genfens`: many balanced positions from random moves, as OpenBench's clients ask for them to begin games with.

mod book;
mod request;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use fastrand::Rng;

use super::CommandError;
use super::input;
use super::random_moves::{after_random_moves, is_even};
use crate::analysis::Player;
use crate::board::{Board, mixed};
use crate::config::Config;
use book::Book;
pub(super) use request::split_quoted;
use request::{FORM, Request};

/// Nodes of the search that says whether a position is balanced.
const BALANCE_NODES: u64 = 1000;

/// How often a position is looked for before it is said that the book gives none.
const TRIES: usize = 400;

/// The words alone count: they are those of the protocol between OpenBench and engines.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each position is one line: info string genfens FEN. The same words give the same positions.\n\
    Random moves lead to them from the start position (6 to 10 half-moves), or from a position of the book (2 to \
    5), and a search of 1,000 nodes finds them balanced. PLIES sets another number of random half-moves, CP \
    another limit than 150 centipawns.\n\
    The words may be a single argument, followed by quit: lucena \"genfens 10 seed 42 book None\" quit"
)]
pub(super) struct Arguments {
    /// N seed S book None|FILE.epd [plies PLIES] [balance CP]
    #[arg(required = true, value_name = "WORDS")]
    words: Vec<String>,
}

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let request = Request::read(&arguments.words)
        .map_err(|reason| CommandError::Usage(format!("{reason}; genfens takes {FORM}")))?;
    let mut source = Source {
        book: Book::open(request.book.as_deref())?,
        player: Player::new(config)?,
        known: HashSet::new(),
        request: &request,
    };
    for number in 0..request.count {
        let board = source.position(number)?;
        // A line at a time: whoever waits for positions sees that there are some.
        writeln!(std::io::stdout().lock(), "info string genfens {}", board.fen())?;
    }
    input::outcome(request.book.as_deref().unwrap_or(Path::new("None")), source.book.wrong_lines())
}

/// Where the positions come from.
struct Source<'a> {
    book: Book,
    player: Player,
    /// Those that were given, so that none is given twice where there are others.
    known: HashSet<u64>,
    request: &'a Request,
}

impl Source<'_> {
    /// The position of this number: balanced, with a game before it, and a new one where enough are to be had.
    fn position(&mut self, number: u64) -> Result<Board, CommandError> {
        // Not a sum of two mixed numbers: that would be the same for seed 42 and number 43 as for seed 43 and number 42.
        let mut random = Rng::with_seed(mixed(mixed(self.request.seed).wrapping_add(number)));
        let mut repeated = None;
        for _ in 0..TRIES {
            let Some(board) = self.candidate(&mut random)? else { continue };
            if self.known.insert(board.keys().position) {
                return Ok(board);
            }
            repeated = Some(board);
        }
        repeated.ok_or_else(|| {
            let limit = self.request.balance;
            let reason = format!(
                "none of {TRIES} positions was balanced to {limit} centipawns; balance CP allows more"
            );
            CommandError::Failed(reason)
        })
    }

    /// A position after random moves, where it is one to play from.
    fn candidate(&mut self, random: &mut Rng) -> Result<Option<Board>, CommandError> {
        let start = self.book.draw(random)?;
        let plies = self.request.plies.clone().unwrap_or_else(|| self.book.plies());
        let board = after_random_moves(&start, random.usize(plies), random);
        Ok(board.filter(|board| self.is_playable(board)))
    }

    fn is_playable(&mut self, board: &Board) -> bool {
        if board.is_dead_material() || board.is_drawn_by_clock() {
            return false;
        }
        self.player.forget();
        is_even(self.player.value(board, BALANCE_NODES), self.request.balance)
    }
}
