//! `lucena positions count`: who made a file, and what is in it.

use std::io::Write as _;
use std::path::PathBuf;

use super::CommandError;
use crate::cli::input;
use crate::training::{GameResult, Origin, PositionReader, Record, UnpackError};

/// The first and last numbers of men of each line that is told.
const MEN: [(usize, usize); 5] = [(2, 4), (5, 8), (9, 16), (17, 24), (25, 32)];

#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code 1 if a file is damaged or contains something that is not a position.")]
pub(super) struct Arguments {
    /// Files of positions
    #[arg(required = true, value_parser = input::path())]
    files: Vec<PathBuf>,

    /// Also set up every position on a board
    #[arg(long)]
    boards: bool,
}

#[derive(Default)]
struct Census {
    positions: u64,
    games: u64,
    exact: u64,
    without_score: u64,
    by_men: [u64; MEN.len()],
    by_result: [u64; 4],
    by_origin: [u64; 4],
}

pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    let mut out = std::io::stdout().lock();
    for path in &arguments.files {
        let mut reader = PositionReader::open(path)?;
        let mut census = Census::default();
        while let Some(block) = reader.next_block()? {
            for record in &block.records {
                census.count(record)?;
                if arguments.boards {
                    record.board()?;
                }
            }
        }
        writeln!(out, "{}: {}", path.display(), reader.maker())?;
        for line in census.lines() {
            writeln!(out, "  {line}")?;
        }
        let torn = reader.length() - reader.offset();
        if torn > 0 {
            writeln!(out, "  the last {torn} bytes are not a whole block: the writer was interrupted")?;
        }
    }
    Ok(())
}

impl Census {
    fn count(&mut self, record: &Record) -> Result<(), UnpackError> {
        let knowledge = record.knowledge()?;
        let men = record.men();
        self.positions += 1;
        self.games += u64::from(record.is_first_of_game());
        self.exact += u64::from(knowledge.exact);
        self.without_score += u64::from(knowledge.score.is_none());
        for (count, (first, last)) in self.by_men.iter_mut().zip(MEN) {
            *count += u64::from((first..=last).contains(&men));
        }
        self.by_result[knowledge.result.map_or(3, |result| result as usize)] += 1;
        self.by_origin[knowledge.origin as usize] += 1;
        Ok(())
    }

    fn lines(&self) -> [String; 4] {
        let men = MEN.iter().zip(self.by_men);
        let men: Vec<String> =
            men.map(|((first, last), count)| format!("{first} to {last}: {count}")).collect();
        let result = |result: GameResult| self.by_result[result as usize];
        let origin = |origin: Origin| self.by_origin[origin as usize];
        [
            format!(
                "{} positions, {} marked as the first of a game, {} with an exact score, {} without score",
                self.positions, self.games, self.exact, self.without_score
            ),
            format!("men: {}", men.join(", ")),
            format!(
                "results: {} won by White, {} drawn, {} won by Black, {} unknown",
                result(GameResult::Win),
                result(GameResult::Draw),
                result(GameResult::Loss),
                self.by_result[3]
            ),
            format!(
                "beginnings: {} start position, {} book, {} random men, {} unknown",
                origin(Origin::Start),
                origin(Origin::Book),
                origin(Origin::Random),
                origin(Origin::Unknown)
            ),
        ]
    }
}
