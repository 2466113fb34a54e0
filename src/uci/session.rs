//! The session: reads commands, executes them with the engine, and keeps answering during a search. `main` runs it on stdin and
//! stdout, tests and the fuzz target in their own process.

use std::io::{BufRead, Result};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::background::Background;
use super::command::{Command, GoArguments, StartPosition};
use super::debug_log::DebugLog;
use super::go_limits::{ReadLimits, limits, perft_depth};
use super::options::{Change, OptionTable};
use super::output::{Output, SharedOutput};
use super::perft::start_perft;
use super::quoted::quoted;
use super::reader::{Line, LineReader, RawLine};
use super::tolerant::is_position;
use super::tools::{self, Tool};
use super::writer::{NO_MOVE, ReportWriter};
use crate::board::{Board, Game, ReadFen};
use crate::engine::options::Declaration;
use crate::engine::{Engine, EngineError, Options};
use crate::text::{shortened, shown, with_causes};

/// The initial position of chess.
const INITIAL_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The field of the option that names the debug log.
const KEY_OF_LOG: &str = "debug_log_file";

/// Speaks UCI until `quit` or the end of the input. A search that runs then stops and reports its move.
///
/// `options` can be set; the engine's initial values are announced as their defaults. `problems` with the settings are reported
/// when the GUI sends `uci`.
///
/// # Errors
/// If the input cannot be read. If the output is closed, the session ends quietly.
pub fn run(
    input: impl BufRead,
    output: SharedOutput,
    engine: Engine,
    options: Vec<Declaration<Options>>,
    problems: &[String],
) -> Result<()> {
    let options = OptionTable::new(options, engine.options().clone());
    let mut session = Session {
        engine,
        options,
        output: Output::new(output),
        problems,
        perft: None,
        measurement: None,
        debug: false,
        forgotten: false,
        refused: None,
        held: None,
    };
    session.follow_log("");
    session.set_initial_position();
    let outcome = session.read_all(LineReader::new(input));
    session.end();
    outcome
}

struct Session<'a> {
    problems: &'a [String],
    engine: Engine,
    options: OptionTable,
    output: Output,
    perft: Option<Background>,
    /// A `bench` or a `speedtest` in progress. Lines wait for its end, but for `stop`.
    measurement: Option<Background>,
    debug: bool,
    /// Whether the engine has forgotten everything and not searched since: doing it again would change nothing.
    forgotten: bool,
    /// Why there is no position: the last one was refused, and the one before is not what the GUI means.
    refused: Option<String>,
    /// The answer to a `go` without a position, until it is due.
    held: Option<HeldAnswer>,
}

/// The event that releases the empty answer to `go infinite` or `go ponder`: the protocol forbids an earlier `bestmove`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeldAnswer {
    /// Only `stop`.
    Stop,
    /// `ponderhit` or `stop`.
    PonderHit,
}

impl Session<'_> {
    fn read_all<R: BufRead>(&mut self, mut lines: LineReader<R>) -> Result<()> {
        while let Some(line) = lines.next_line()? {
            let flow = match line {
                Line::Text(text) => self.take_line(&text),
                Line::TooLong { length, beginning } => {
                    self.drop_line(length, &beginning);
                    ControlFlow::Continue(())
                }
            };
            if flow.is_break() || self.output.is_broken() {
                break;
            }
        }
        Ok(())
    }

    /// Stops the running search, which reports its move. A measurement is not cut short.
    fn end(&mut self) {
        self.await_measurement();
        self.perft = None;
        self.engine.stop();
        self.engine.wait();
        self.give_held_answer();
    }

    fn drop_line(&mut self, length: usize, beginning: &str) {
        let reason = format!("a line of {length} bytes; at most 1 MiB is allowed");
        if is_position(beginning) {
            self.refuse_position(reason);
        } else {
            self.output.note(&format!("ignored: {reason}"));
        }
    }

    fn take_line(&mut self, line: &RawLine) -> ControlFlow<()> {
        let reading = line.read();
        // A log that says how it was opened would go on with itself when it is read again.
        if !self.names_log(reading.command.as_ref()) {
            self.output.log_read(line.as_it_came());
        }
        self.output.notes(&reading.notes);
        if let Some(reason) = reading.refused_position {
            self.refuse_position(reason);
        }
        let Some(command) = reading.command else { return ControlFlow::Continue(()) };
        if self.debug {
            self.output.note(&format!("understood: {command}"));
        }
        self.execute(command)
    }

    fn execute(&mut self, command: Command) -> ControlFlow<()> {
        if command == Command::Stop {
            self.measurement = None;
        }
        self.await_measurement();
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.answer_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Register => self.output.note("lucena needs no registration"),
            Command::NewGame => self.forget(),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Go(arguments) => self.go(&arguments),
            Command::Stop => {
                self.perft = None;
                self.engine.stop();
                self.give_held_answer();
            }
            Command::PonderHit => {
                self.engine.ponder_hit();
                if self.held == Some(HeldAnswer::PonderHit) {
                    self.give_held_answer();
                }
            }
            Command::Display => self.display(),
            Command::Tool(tool) => self.use_tool(tool),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        self.output.line(concat!("id name lucena ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the lucena authors");
        for line in self.options.announcement() {
            self.output.line(&line);
        }
        for problem in self.problems {
            self.output.note(problem);
        }
        self.output.line("uciok");
    }

    /// During a search, answers at once, or when the empty table that was requested meanwhile is ready. Otherwise it answers
    /// when everything asked for is done and a search can start without delay.
    fn answer_ready(&self) {
        if self.engine.is_searching() {
            self.engine.wait_for_spare();
        } else {
            self.engine.make_ready();
        }
        self.output.line("readyok");
    }

    /// Waits for the engine unless it searches, so that jobs for an idle engine never queue up.
    fn settle(&self) {
        if !self.engine.is_searching() {
            self.engine.wait();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.change(name, value, self.engine.options()) {
            Ok(Change::Options(options)) => self.set_options(*options),
            Ok(Change::Forget) => self.forget(),
            Ok(Change::Nothing) => {}
            Err(refusal) => self.output.note(&refusal.to_string()),
        }
    }

    fn set_options(&mut self, options: Options) {
        let before = self.engine.options().clone();
        let sink = Arc::new(self.report_writer());
        if let Err(error) = self.engine.set_options(options, sink) {
            let kept = match error {
                EngineError::NoNetworks(_) if before.eval_file.is_empty() => {
                    "the built-in networks".to_owned()
                }
                EngineError::NoNetworks(_) => shown(&before.eval_file),
                _ => before.hash.to_string(),
            };
            self.output.note(&format!("ignored: {error}; it stays {kept}"));
        }
        self.follow_log(&before.debug_log_file);
        self.settle();
    }

    /// Opens the log that the options name, if they named another one before.
    fn follow_log(&self, before: &str) {
        let named = &self.engine.options().debug_log_file;
        if named == before {
            return;
        }
        self.output.use_log(None);
        if named.is_empty() {
            return;
        }
        match DebugLog::open(named) {
            Ok(log) => {
                self.output.use_log(Some(log));
                self.output.note(concat!(
                    "lucena ",
                    env!("CARGO_PKG_VERSION"),
                    " logs every line from here on"
                ));
                for line in self.options.changes_of(self.engine.options(), KEY_OF_LOG) {
                    self.output.log_read(line.as_bytes());
                }
            }
            Err(error) => {
                self.output.note(&format!("Debug Log File: {}; there is no log", with_causes(&error)))
            }
        }
    }

    fn names_log(&self, command: Option<&Command>) -> bool {
        matches!(command, Some(Command::SetOption { name, .. }) if self.options.key(name) == Some(KEY_OF_LOG))
    }

    fn forget(&mut self) {
        if !self.forgotten {
            self.engine.forget();
            self.forgotten = true;
        }
        self.settle();
    }

    fn set_initial_position(&mut self) {
        self.set_position(&StartPosition::Initial, &[]);
    }

    fn set_position(&mut self, start: &StartPosition, moves: &[String]) {
        let fen = match start {
            StartPosition::Initial => INITIAL_FEN,
            StartPosition::Fen(fen) => fen,
        };
        match Board::read_fen(fen, self.engine.options().chess960) {
            Ok(read) => self.set_game(read, moves),
            Err(error) => self.refuse_position(error.to_string()),
        }
    }

    /// Plays the moves up to the first illegal one and keeps the position before it, as other engines do.
    fn set_game(&mut self, read: ReadFen, moves: &[String]) {
        let mut notes = Vec::new();
        if !read.passed_over.is_empty() {
            notes.push(format!("ignored after the FEN: {}", quoted(&read.passed_over)));
        }
        let mut game = Game::new(read.board);
        for (index, played) in moves.iter().enumerate() {
            if let Err(error) = game.play_uci(&shortened(played, 10)) {
                notes.push(format!(
                    "ignored from move {} on: {error}; lucena keeps the position before it",
                    index + 1
                ));
                break;
            }
        }
        self.output.notes(&notes);
        self.engine.set_game(game);
        self.refused = None;
    }

    fn refuse_position(&mut self, reason: String) {
        self.output.note(&format!("refused: {reason}; there is no position until the next position command"));
        self.refused = Some(reason);
    }

    /// Answers `go` without a position: one line with the reason, and no move. The output that GUIs wait for still comes, and
    /// not before it is due.
    fn go_nowhere(&mut self, arguments: &GoArguments, reason: &str) {
        self.output.note(&no_position(reason));
        if arguments.perft.is_some() {
            return self.output.line("Nodes searched: 0");
        }
        self.held = Some(if arguments.ponder && !arguments.infinite {
            HeldAnswer::PonderHit
        } else {
            HeldAnswer::Stop
        });
        if !arguments.ponder && !arguments.infinite {
            self.give_held_answer();
        }
    }

    fn give_held_answer(&mut self) {
        if self.held.take().is_some() {
            self.output.line(NO_MOVE);
        }
    }

    /// Stops a search that still runs, which reports its move first, so that searches never queue up.
    fn go(&mut self, arguments: &GoArguments) {
        self.end();
        if let Some(reason) = self.refused.clone() {
            return self.go_nowhere(arguments, &reason);
        }
        let board = self.engine.game().board();
        let chess960 = self.engine.options().chess960;
        if let Some(depth) = arguments.perft {
            let mut notes = Vec::new();
            let depth = perft_depth(depth, &mut notes);
            self.output.notes(&notes);
            self.perft = Some(start_perft(board, depth, chess960, &self.output));
            return;
        }
        let ReadLimits { limits, notes } = limits(arguments, board, chess960);
        self.output.notes(&notes);
        self.forgotten = false;
        let sink = Arc::new(self.report_writer());
        self.engine.go(limits, sink);
    }

    fn report_writer(&self) -> ReportWriter {
        let Options { chess960, show_wdl, .. } = *self.engine.options();
        ReportWriter { output: self.output.clone(), chess960, show_wdl }
    }

    fn await_measurement(&mut self) {
        if let Some(measurement) = self.measurement.take() {
            measurement.wait();
        }
    }

    fn use_tool(&mut self, tool: Tool) {
        match tool {
            Tool::Help => self.output.lines(tools::help_lines()),
            Tool::Compiler => self.output.lines(tools::compiler_lines()),
            Tool::ExportNetworks(file) => {
                self.output.note(&tools::export_networks(self.engine.networks(), file.as_deref()));
            }
            Tool::Bench(_) | Tool::SpeedTest(_) => self.measure(&tool),
            Tool::Evaluate => self.evaluate(),
            Tool::Flip => self.flip(),
        }
    }

    fn evaluate(&self) {
        let Some(board) = self.board() else { return };
        let breakdown = self.engine.evaluator().explain(board);
        self.output.lines(tools::evaluation_lines(&breakdown));
    }

    /// Measures with an engine of its own. A search beside it would take its time.
    fn measure(&mut self, tool: &Tool) {
        if self.engine.is_searching() || self.perft.as_ref().is_some_and(Background::is_running) {
            return self.output.note(&format!("ignored: {tool}, because lucena searches; send stop first"));
        }
        let networks = self.engine.networks().cloned();
        self.measurement = match *tool {
            Tool::Bench(depth) => Some(tools::start_bench(depth, networks, &self.output)),
            Tool::SpeedTest(asked) => Some(tools::start_speed_test(asked, networks, &self.output)),
            _ => None,
        };
    }

    /// Exchanges the colours of the position. The game before it is not known any more.
    fn flip(&mut self) {
        let Some(board) = self.board() else { return };
        match board.flipped() {
            Some(flipped) => self.engine.set_game(Game::new(flipped)),
            None => self.output.note("ignored: flip; the position cannot be flipped"),
        }
    }

    /// Returns the position. If there is none, it says why.
    fn board(&self) -> Option<&Board> {
        if let Some(reason) = &self.refused {
            self.output.note(&no_position(reason));
            return None;
        }
        Some(self.engine.game().board())
    }

    fn display(&self) {
        let Some(board) = self.board() else { return };
        for rank in format!("{:?}", shakmaty::Position::board(board.position())).lines() {
            self.output.line(rank);
        }
        self.output.line(&format!("Fen: {}", board.fen()));
    }
}

/// Returns why a command that needs a position does nothing.
fn no_position(reason: &str) -> String {
    format!("there is no position, because the last one was refused: {reason}; send another position command")
}
