//! Turns the search's reports into lines of the protocol: the only place where scores, times and moves become text. Every
//! search has it as its sink.

use std::fmt::Write;

use shakmaty::uci::UciMove;
use shakmaty::{File, Move, Square};

use super::notices::in_words;
use super::output::Output;
use crate::engine::Report;
use crate::engine::measuring::Measured;
use crate::score::{MAX_PLY, Score, ScoreKind, win_draw_loss};
use crate::search::{Bound, CurrentMove, LineReport, ReportSink};

/// Table results are shown in centipawns from here down, one less for each ply until the table is entered.
const SHOWN_TABLE_RESULT: i32 = 20_000;
/// The limit of shown estimates, so that they stay below table results.
const SHOWN_ESTIMATE_LIMIT: i32 = SHOWN_TABLE_RESULT - MAX_PLY as i32 - 1;

/// The answer if there is no move to play.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// Writes the reports of one search, in the form that was set when the search began.
pub(super) struct ReportWriter {
    pub output: Output,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether scores come with chances.
    pub show_wdl: bool,
}

impl ReportSink<Report> for ReportWriter {
    fn accept(&self, report: Report) {
        match report {
            Report::Line(line) => self.output.line(&self.line_text(&line)),
            Report::CurrentMove(CurrentMove { depth, played, number }) => {
                let played = move_text(played, self.chess960);
                self.output.line(&format!("info depth {depth} currmove {played} currmovenumber {number}"));
            }
            Report::Notice(notice) => self.output.note(&in_words(&notice)),
            Report::BestMove { best, ponder } => self.output.line(&self.best_move_text(best, ponder)),
        }
    }

    fn is_closed(&self) -> bool {
        self.output.is_broken()
    }
}

impl ReportWriter {
    fn line_text(&self, report: &LineReport) -> String {
        let LineReport { depth, selective_depth, multi_pv, nodes, .. } = report;
        let selective_depth = selective_depth.max(depth);
        let score = score_text(report.score);
        let mut text =
            format!("info depth {depth} seldepth {selective_depth} multipv {multi_pv} score {score}");
        text.push_str(match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        if self.show_wdl {
            let chances = win_draw_loss(report.score, report.is_proven_draw);
            append(&mut text, format_args!(" wdl {} {} {}", chances.win, chances.draw, chances.loss));
        }
        append(
            &mut text,
            format_args!(
                " nodes {nodes} nps {} hashfull {} tbhits {} time {}",
                Measured { nodes: *nodes, elapsed: report.elapsed }.nodes_per_second(),
                report.hash_permille,
                report.table_hits,
                report.elapsed.as_millis()
            ),
        );
        if !report.line.is_empty() {
            text.push_str(" pv");
            for played in &report.line {
                append(&mut text, format_args!(" {}", move_text(*played, self.chess960)));
            }
        }
        text
    }

    fn best_move_text(&self, best: Option<Move>, ponder: Option<Move>) -> String {
        let Some(best) = best else { return NO_MOVE.to_owned() };
        let mut text = format!("bestmove {}", move_text(best, self.chess960));
        if let Some(ponder) = ponder {
            append(&mut text, format_args!(" ponder {}", move_text(ponder, self.chess960)));
        }
        text
    }
}

fn append(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = text.write_fmt(arguments);
}

/// Returns a score as the protocol writes it: mates in moves of the side that mates, and 0 if the side to move is mated.
fn score_text(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => {
            format!("cp {}", value.clamp(-SHOWN_ESTIMATE_LIMIT, SHOWN_ESTIMATE_LIMIT))
        }
        ScoreKind::Mate { plies } if plies > 0 => format!("mate {}", (plies + 1) / 2),
        ScoreKind::Mate { plies } => format!("mate {}", plies / 2),
        ScoreKind::Table { plies } if score.is_win() => format!("cp {}", SHOWN_TABLE_RESULT - plies),
        ScoreKind::Table { plies } => format!("cp {}", -SHOWN_TABLE_RESULT - plies),
    }
}

/// Returns a move in UCI notation.
///
/// With `UCI_Chess960`, castling is king takes rook. Without it, castling is the king's two steps, unless king or rook does not
/// start on its usual square (a Shredder FEN allows that without the option). There the two steps could mean another move, so
/// king takes rook is the only unambiguous form.
pub(super) fn move_text(played: Move, chess960: bool) -> UciMove {
    match played {
        Move::Castle { king, rook } if !chess960 && is_usual_castling(king, rook) => {
            UciMove::from_standard(played)
        }
        _ => UciMove::from_chess960(played),
    }
}

fn is_usual_castling(king: Square, rook: Square) -> bool {
    king.file() == File::E && matches!(rook.file(), File::A | File::H)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use parking_lot::Mutex;

    use super::*;
    use crate::engine::Notice;
    use crate::tablebase::{FileProblem, UnusableFile};

    fn written(reports: Vec<Report>, chess960: bool, show_wdl: bool) -> String {
        let text = Arc::new(Mutex::new(Vec::new()));
        let writer = ReportWriter { output: Output::new(text.clone()), chess960, show_wdl };
        for report in reports {
            writer.accept(report);
        }
        let bytes = text.lock().clone();
        String::from_utf8(bytes).unwrap()
    }

    fn line(score: Score, bound: Bound, line: Vec<Move>) -> Report {
        Report::Line(LineReport {
            is_proven_draw: false,
            depth: 12,
            selective_depth: 17,
            multi_pv: 2,
            score,
            bound,
            nodes: 123_456,
            table_hits: 3,
            hash_permille: 45,
            elapsed: Duration::from_millis(250),
            line,
        })
    }

    const SHORT: Move = Move::Castle { king: Square::E1, rook: Square::H1 };
    const INNER: Move = Move::Castle { king: Square::E1, rook: Square::G1 };

    #[test]
    fn a_line_has_every_word_in_order_and_whole_numbers() {
        assert_eq!(
            written(vec![line(Score::centipawns(35), Bound::Lower, vec![SHORT])], false, false),
            "info depth 12 seldepth 17 multipv 2 score cp 35 lowerbound nodes 123456 nps 493824 hashfull 45 \
             tbhits 3 time 250 pv e1g1\n"
        );
        let with_chances = written(vec![line(Score::mate_in(3), Bound::Exact, vec![])], true, true);
        assert!(with_chances.contains(" score mate 2 wdl 1000 0 0 nodes "), "{with_chances}");
        assert!(with_chances.ends_with(" time 250\n"), "{with_chances}");
    }

    #[test]
    fn mates_are_counted_in_moves_and_table_results_stay_between_estimates_and_mates() {
        let rows = [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(5), "mate 3"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(6), "mate -3"),
            (Score::table_win(0), "cp 20000"),
            (Score::table_win(9), "cp 19991"),
            (Score::table_loss(9), "cp -19991"),
            (Score::table_loss(0), "cp -20000"),
            (Score::BEST_ESTIMATE, "cp 19753"),
            (-Score::BEST_ESTIMATE, "cp -19753"),
        ];
        for (score, text) in rows {
            assert_eq!(score_text(score), text);
        }
    }

    #[test]
    fn castling_is_written_as_the_gui_reads_it() {
        assert_eq!(move_text(SHORT, false).to_string(), "e1g1");
        assert_eq!(move_text(SHORT, true).to_string(), "e1h1");
        assert_eq!(move_text(INNER, false).to_string(), "e1g1");
        assert_eq!(move_text(Move::Castle { king: Square::F8, rook: Square::A8 }, false).to_string(), "f8a8");
    }

    #[test]
    fn no_move_is_four_zeros_and_other_reports_have_their_lines() {
        let best = |best, ponder| Report::BestMove { best, ponder };
        assert_eq!(written(vec![best(None, None)], false, false), "bestmove 0000\n");
        assert_eq!(written(vec![best(Some(SHORT), Some(INNER))], true, false), "bestmove e1h1 ponder e1g1\n");
        let file = UnusableFile { path: "two\nlines".into(), reason: FileProblem::Damaged };
        let current = Report::CurrentMove(CurrentMove { depth: 9, played: SHORT, number: 4 });
        assert_eq!(
            written(vec![current, Report::Notice(Notice::SyzygyDamage(file))], false, false),
            "info depth 9 currmove e1g1 currmovenumber 4\ninfo string Syzygy two lines cannot be used: it is damaged\n"
        );
    }
}
