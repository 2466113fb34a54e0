//! Opens the sources of exact results for a review: the tables inside the program, the built results of five men, and the Syzygy
//! files that options name.

use std::sync::Arc;

use crate::engine::Options;
use crate::exact::{Allowed, Doubt, ExactResults, Sources};
use crate::search::SyzygySettings;
use crate::tablebase::{DtmTables, EMBEDDED_MEN, EmbeddedTables};

/// A review waits for certain results, and treats those in doubt as unknown.
const ALLOWED: Allowed = Allowed { own_men: EMBEDDED_MEN, positions: 20_000, doubt: Doubt::IsUnknown };

/// Returns the exact results of a review.
pub(super) fn exact_results(options: &Options) -> ExactResults {
    ExactResults::new(sources(options), ALLOWED)
}

/// Opens the tables. The 50-move rule counts whatever the options say.
fn sources(options: &Options) -> Sources {
    // The searches open the folders and the results too, and report their contents.
    let (syzygy, _) = options.open_syzygy();
    let syzygy = SyzygySettings { fifty_move_rule: true, ..syzygy };
    let built = DtmTables::new();
    built.use_results(options.open_results().map(Arc::new));
    Sources { embedded: Arc::clone(EmbeddedTables::built_in()), built: Arc::new(built), syzygy }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::board::{Board, Game};
    use crate::config::Config;
    use crate::engine::{BestMove, DirectEngine, Question, SearchSettings};
    use crate::exact::Exact;
    use crate::search::{Control, Limits, Report};
    use crate::tablebase::Wdl;

    /// Positions at the edge of the 50-move rule, with results by another program.
    const RESULTS: &str = include_str!("../../../tests/data/fifty_move_results.txt");

    /// Returns each position at each clock, with its result for the side to move.
    fn rows() -> impl Iterator<Item = (Game, Wdl)> {
        let rows = RESULTS.lines().filter(|line| !line.starts_with('#'));
        rows.flat_map(|row| {
            let (position, results) = row.split_once('\t').unwrap();
            results.chars().zip(90..).map(move |(result, clock)| {
                let board = Board::from_fen(&format!("{position} {clock} 90"), false).unwrap();
                let result = match result {
                    'W' => Wdl::Win,
                    'D' => Wdl::Draw,
                    _ => Wdl::Loss,
                };
                (Game::new(board), result)
            })
        })
    }

    fn review(exact: &ExactResults, game: &Game) -> Option<Wdl> {
        exact.of_game(game).map(Exact::counted)
    }

    #[test]
    fn review_and_engine_say_the_same_of_the_fifty_move_rule_and_what_syzygy_says() {
        let built_in = Config::built_in();
        let nothing_built = tempfile::tempdir().unwrap();
        let table_cache_folder = nothing_built.path().to_str().unwrap().to_owned();
        let options = Options { table_cache_folder, ..built_in.options.clone() };
        let exact = exact_results(&options);
        let mut engine = DirectEngine::built_in(built_in.search.clone(), 1).unwrap();
        let settings = SearchSettings::at_full_strength(1, SyzygySettings::default());
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let mut asked = 0;
        for (game, expected) in rows() {
            let (control, best) = (Control::new(false), Cell::new(BestMove::default()));
            let sink = |_: Report| {};
            let question = Question {
                game: &game,
                limits: &limits,
                settings: &settings,
                control: &control,
                solved: None,
                sink: &sink,
            };
            engine.answer(&question, &|found| best.set(found));
            let answered = best.get().known.map(Exact::counted);
            let both = (answered, review(&exact, &game));
            assert_eq!(both, (Some(expected), Some(expected)), "{}", game.board().fen());
            asked += 1;
        }
        assert_eq!(asked, 106 * 11);
    }

    /// `LUCENA_SYZYGY=FOLDER cargo test --lib by_syzygy_files_alone -- --ignored`
    #[test]
    #[ignore = "needs Syzygy files of three and four men"]
    fn by_syzygy_files_alone_review_says_the_same_of_the_fifty_move_rule() {
        let options = Options {
            syzygy_path: std::env::var("LUCENA_SYZYGY").unwrap(),
            ..Config::built_in().options.clone()
        };
        let exact = ExactResults::new(sources(&options), Allowed { own_men: 0, ..ALLOWED });
        for (game, expected) in rows() {
            assert_eq!(review(&exact, &game), Some(expected), "{}", game.board().fen());
        }
    }
}
