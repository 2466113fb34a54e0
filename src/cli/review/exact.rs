//! Results that are exact: by the rules, by the tables inside the program, by Syzygy files; and who else may know one. The
//! 50-move clock counts as it stands, and so does a position that is there for the third time.

use std::sync::Arc;

use shakmaty::Move;

use crate::board::{Board, Game};
use crate::engine::Options;
use crate::tablebase::{EMBEDDED_MEN, EmbeddedTables, FiftyMoveResult, Syzygy, Wdl};
use crate::text::paths;

/// Positions asked about at most where a ply decides whether a result comes in time.
const MOST_PROBES: u32 = 20_000;

/// An exact result, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    /// With the 50-move clock as it stands.
    pub result: FiftyMoveResult,
    /// Plies to the next capture, pawn move or mate that keeps the result; 0 in a draw, and where they are not known.
    pub plies: u32,
    pub whence: Whence,
}

/// Why a result is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whence {
    Mate,
    Stalemate,
    /// Neither side could mate.
    DeadMaterial,
    /// The 50-move rule has ended the game.
    Clock,
    /// The position is there for the third time.
    Repetition,
    /// The side to move, which would lose, can bring a position about for the third time.
    ComingRepetition,
    /// Exact tables.
    Tables,
    /// A solved pawn ending.
    Solver,
    /// A proof of mate.
    MateProof,
}

impl Whence {
    /// Who knows the result, as `analyse` names it.
    pub const fn authority(self) -> &'static str {
        match self {
            Whence::Tables => "tables",
            Whence::Solver => "solver",
            Whence::MateProof => "mate",
            _ => "rules",
        }
    }
}

/// Whoever knows results for sure.
#[derive(Clone)]
pub(super) struct ExactResults {
    embedded: Arc<EmbeddedTables>,
    /// With so many men at most the tables inside the program are asked.
    own_men: usize,
    syzygy: Arc<Syzygy>,
    most_men: usize,
}

impl ExactResults {
    /// The tables inside the program and the Syzygy files that options name.
    pub fn new(options: &Options) -> ExactResults {
        // What the folders have is told by the searches, which open them, too.
        let (syzygy, _) = Syzygy::open(&paths::list(&options.syzygy_path));
        let most_men = options.syzygy_probe_limit;
        let embedded = Arc::clone(EmbeddedTables::built_in());
        ExactResults { embedded, own_men: EMBEDDED_MEN, syzygy: Arc::new(syzygy), most_men }
    }

    /// The result of a game's position; nothing where it is not exactly known.
    pub fn of_game(&self, game: &Game) -> Option<Exact> {
        let board = game.board();
        let drawn = |whence| Exact { result: FiftyMoveResult::Draw, plies: 0, whence };
        if board.legal_moves().is_empty() {
            return Some(match board.is_check() {
                true => Exact { result: FiftyMoveResult::Loss, plies: 0, whence: Whence::Mate },
                false => drawn(Whence::Stalemate),
            });
        }
        if board.is_dead_material() {
            return Some(drawn(Whence::DeadMaterial));
        }
        if board.is_drawn_by_clock() {
            return Some(drawn(Whence::Clock));
        }
        if game.history().is_third_occurrence(board) {
            return Some(drawn(Whence::Repetition));
        }
        let exact = self.of_board(board)?;
        let is_saved = exact.result == FiftyMoveResult::Loss && can_repeat(game);
        Some(if is_saved { drawn(Whence::ComingRepetition) } else { exact })
    }

    /// The result of a position by the tables, without what came before.
    pub fn of_board(&self, board: &Board) -> Option<Exact> {
        let (result, plies) = if board.men() <= self.own_men { self.own(board)? } else { self.files(board)? };
        Some(Exact { result, plies, whence: Whence::Tables })
    }

    fn own(&self, board: &Board) -> Option<(FiftyMoveResult, u32)> {
        let result = self.embedded.result(board)?;
        if result == Wdl::Draw {
            return Some((FiftyMoveResult::Draw, 0));
        }
        let plies = self.embedded.plies_to_zeroing(board)?;
        Some((FiftyMoveResult::from(result).on_the_clock(board.halfmove_clock(), plies), plies))
    }

    fn files(&self, board: &Board) -> Option<(FiftyMoveResult, u32)> {
        if board.men() > self.most_men.min(self.syzygy.men()) {
            return None;
        }
        let result = self.syzygy.result(board)?;
        if result == FiftyMoveResult::Draw {
            return Some((result, 0));
        }
        let mut positions = MOST_PROBES;
        let clocked = self.syzygy.on_the_clock(board, &mut positions)?;
        clocked.is_certain.then_some((clocked.result, clocked.plies))
    }

    /// The legal moves with what they lead to, from the side that plays them, the best first; nothing where one of them is
    /// not exactly known.
    pub fn moves(&self, game: &Game) -> Option<Vec<(Move, Exact)>> {
        let legal = game.board().legal_moves();
        let mut known = legal
            .into_iter()
            .map(|played| Some((played, self.after(game, played)?)))
            .collect::<Option<Vec<(Move, Exact)>>>()?;
        known.sort_by_key(|(_, exact)| std::cmp::Reverse(exact.rank()));
        Some(known)
    }

    /// What a move leads to, from the side that plays it.
    fn after(&self, game: &Game, played: Move) -> Option<Exact> {
        let mut next = game.clone();
        next.play(played);
        let after = self.of_game(&next)?;
        let is_decided = after.result != FiftyMoveResult::Draw;
        let plies =
            if played.is_zeroing() { u32::from(is_decided) } else { after.plies + u32::from(is_decided) };
        Some(Exact { result: -after.result, plies, whence: after.whence })
    }
}

impl Exact {
    /// The higher the better for the side to move: wins soon, losses late.
    pub fn rank(self) -> (FiftyMoveResult, i64) {
        let plies = i64::from(self.plies);
        let within = match self.result {
            FiftyMoveResult::Win | FiftyMoveResult::CursedWin => -plies,
            FiftyMoveResult::Draw => 0,
            FiftyMoveResult::Loss | FiftyMoveResult::BlessedLoss => plies,
        };
        (self.result, within)
    }

    /// Half points for the side to move: 2, 1 or 0.
    pub fn half_points(self) -> u32 {
        match self.result {
            FiftyMoveResult::Win => 2,
            FiftyMoveResult::Loss => 0,
            _ => 1,
        }
    }
}

/// Whether the side to move can bring a position about for the third time.
fn can_repeat(game: &Game) -> bool {
    let repeats = |played: Move| {
        let mut next = game.clone();
        next.play(played);
        next.history().is_third_occurrence(next.board())
    };
    game.history().has_repetition(game.board()) && game.board().legal_moves().into_iter().any(repeats)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;
    use crate::config::Config;
    use crate::engine::{BestMove, DirectEngine, Question, SearchSettings};
    use crate::evaluation::Parameters;
    use crate::search::{Control, Limits, Report, SpareHash, SyzygySettings};
    use crate::tablebase::DtmTables;

    /// Positions at the edge of the 50-move rule, with their results by another program.
    const RESULTS: &str = include_str!("../../../tests/data/fifty_move_results.txt");

    /// Each position at each clock, with its result for the side to move.
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
        let by_half_points = [Wdl::Loss, Wdl::Draw, Wdl::Win];
        exact.of_game(game).map(|exact| by_half_points[exact.half_points() as usize])
    }

    #[test]
    fn review_and_engine_say_the_same_of_the_fifty_move_rule_and_what_syzygy_says() {
        let built_in = Config::built_in();
        let exact = ExactResults::new(&built_in.options);
        let (embedded, tables) = (Arc::clone(EmbeddedTables::built_in()), Arc::<DtmTables>::default());
        let search = built_in.search.clone();
        let mut engine = DirectEngine::new(search, &Parameters::built_in(), embedded, tables);
        engine.resize(1, 1, SpareHash::default()).unwrap();
        let settings = SearchSettings {
            multi_pv: 1,
            move_overhead: Duration::ZERO,
            probe_tables: true,
            syzygy: SyzygySettings::default(),
            elo: None,
        };
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
            let told = best.get().known.map(|known| known.result);
            let both = (told, review(&exact, &game));
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
        let exact = ExactResults { own_men: 0, ..ExactResults::new(&options) };
        for (game, expected) in rows() {
            assert_eq!(review(&exact, &game), Some(expected), "{}", game.board().fen());
        }
    }
}
