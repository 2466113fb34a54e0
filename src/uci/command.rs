//! The commands of the protocol, independent of their spelling. `strict` and `tolerant` make them; `session` executes them.

use std::fmt;

use shakmaty::ByColor;

use super::tools::Tool;

/// One command from the GUI. It prints as the line that states it in the protocol's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself.
    Uci,
    /// Switch debug notes on or off.
    Debug(bool),
    /// Answer `readyok`.
    IsReady,
    /// Set an option, or press a button.
    SetOption {
        /// The option's name as written.
        name: String,
        /// The value as written; `None` without `value`, empty for `<empty>`.
        value: Option<String>,
    },
    /// A registration, which this engine does not need.
    Register,
    /// The next search is of another game.
    NewGame,
    /// Set the position.
    Position {
        /// Where the game begins.
        start: StartPosition,
        /// The moves played from there, as written.
        moves: Vec<String>,
    },
    /// Search, or count moves.
    Go(Box<GoArguments>),
    /// End the search.
    Stop,
    /// The opponent played the expected move.
    PonderHit,
    /// Show the position to a person.
    Display,
    /// Do what people ask for beside the protocol.
    Tool(Tool),
    /// End the session.
    Quit,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPosition {
    /// The initial position of chess.
    Initial,
    /// The position of a FEN.
    Fen(String),
}

/// The words after `go`. Numbers are as written (times in ms), limited to 64 bits; `go_limits` gives each its meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoArguments {
    /// `depth`.
    pub depth: Option<i64>,
    /// `nodes`.
    pub nodes: Option<i64>,
    /// `movetime`.
    pub move_time: Option<i64>,
    /// `mate`.
    pub mate: Option<i64>,
    /// `wtime` and `btime`.
    pub remaining: ByColor<Option<i64>>,
    /// `winc` and `binc`.
    pub increment: ByColor<Option<i64>>,
    /// `movestogo`.
    pub moves_to_go: Option<i64>,
    /// `perft`: count moves instead of searching.
    pub perft: Option<i64>,
    /// `infinite`.
    pub infinite: bool,
    /// `ponder`.
    pub ponder: bool,
    /// The moves after `searchmoves`, as written.
    pub search_moves: Vec<String>,
    /// A limit was not understood: if no other limit follows, the search must still end.
    pub limit_refused: bool,
}

/// What a reader made of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The command; `None` if the line is to be ignored.
    pub command: Option<Command>,
    /// Notes for the user about words that were not understood.
    pub notes: Vec<String>,
    /// Why a line that should set the position sets none. The position before it is not what the GUI means now.
    pub refused_position: Option<String>,
}

impl Reading {
    /// The reading of a line that was understood completely.
    pub fn of(command: Command) -> Reading {
        Reading { command: Some(command), ..Reading::default() }
    }

    /// The reading of a line that was refused, with the reason.
    pub fn refused(note: String) -> Reading {
        Reading { notes: vec![note], ..Reading::default() }
    }

    /// The reading of a position that could not be read, with the reason.
    pub fn without_position(reason: String) -> Reading {
        Reading { refused_position: Some(reason), ..Reading::default() }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => formatter.write_str("uci"),
            Command::Debug(on) => write!(formatter, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => formatter.write_str("isready"),
            Command::SetOption { name, value: None } => write!(formatter, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(
                    formatter,
                    "setoption name {name} value {}",
                    if value.is_empty() { "<empty>" } else { value }
                )
            }
            Command::Register => formatter.write_str("register later"),
            Command::NewGame => formatter.write_str("ucinewgame"),
            Command::Position { start, moves } => write_position(formatter, start, moves),
            Command::Go(arguments) => write!(formatter, "go{arguments}"),
            Command::Stop => formatter.write_str("stop"),
            Command::PonderHit => formatter.write_str("ponderhit"),
            Command::Display => formatter.write_str("d"),
            Command::Tool(tool) => tool.fmt(formatter),
            Command::Quit => formatter.write_str("quit"),
        }
    }
}

fn write_position(
    formatter: &mut fmt::Formatter<'_>,
    start: &StartPosition,
    moves: &[String],
) -> fmt::Result {
    match start {
        StartPosition::Initial => formatter.write_str("position startpos")?,
        StartPosition::Fen(fen) => write!(formatter, "position fen {fen}")?,
    }
    write_words(formatter, "moves", moves)
}

fn write_words(formatter: &mut fmt::Formatter<'_>, keyword: &str, words: &[String]) -> fmt::Result {
    if words.is_empty() { Ok(()) } else { write!(formatter, " {keyword} {}", words.join(" ")) }
}

impl fmt::Display for GoArguments {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (keyword, present) in [("ponder", self.ponder), ("infinite", self.infinite)] {
            if present {
                write!(formatter, " {keyword}")?;
            }
        }
        let numbers = [
            ("wtime", self.remaining.white),
            ("btime", self.remaining.black),
            ("winc", self.increment.white),
            ("binc", self.increment.black),
            ("movestogo", self.moves_to_go),
            ("movetime", self.move_time),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
            ("perft", self.perft),
        ];
        for (keyword, number) in numbers {
            if let Some(number) = number {
                write!(formatter, " {keyword} {number}")?;
            }
        }
        write_words(formatter, "searchmoves", &self.search_moves)
    }
}
