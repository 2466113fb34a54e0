//! Counts the contents of a file of positions.

use super::error::TrainingError;
use super::file::PositionReader;
use super::record::{GameResult, Origin, Record, UnpackError};

/// The first and last numbers of men of each group.
const MEN: [(usize, usize); 5] = [(2, 4), (5, 8), (9, 16), (17, 24), (25, 32)];

/// The counts of a file of positions.
#[derive(Debug, Default)]
pub struct Census {
    positions: u64,
    games: u64,
    exact: u64,
    without_score: u64,
    by_men: [u64; MEN.len()],
    by_result: [u64; 4],
    by_origin: [u64; 4],
}

impl Census {
    /// Reads a file to its end and counts its positions; with `sets_up` it also sets up each on a board.
    ///
    /// # Errors
    /// If the file is damaged or contains something that is not a position.
    pub fn of(reader: &mut PositionReader, sets_up: bool) -> Result<Census, TrainingError> {
        let mut census = Census::default();
        while let Some(block) = reader.next_block()? {
            for record in &block.records {
                census.count(record)?;
                if sets_up {
                    record.board()?;
                }
            }
        }
        Ok(census)
    }

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

    /// Returns the counts as lines of text.
    #[must_use]
    pub fn lines(&self) -> [String; 4] {
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
