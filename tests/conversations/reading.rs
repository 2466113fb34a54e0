//! What a line from the GUI means, read without the engine's help: the oracle's side of the protocol.

use std::time::Duration;

use crate::options::Announced;
use crate::standing::Standing;

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Meaning {
    Uci,
    IsReady,
    Display,
    /// What stands now; nothing where no position does.
    Position(Option<Standing>),
    Go(Box<Go>),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Quit,
    /// Nothing that the oracle has to know of.
    Other,
}

/// The words of a `go`.
#[derive(Clone, Debug, Default)]
pub struct Go {
    pub infinite: bool,
    pub ponder: bool,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub move_time: Option<i64>,
    pub mate: Option<i64>,
    pub clocks: [Option<i64>; 2],
    pub perft: Option<i64>,
    pub search_moves: Vec<String>,
    /// A limit was meant that could not be read, or increments came alone.
    pub limit_is_lost: bool,
}

/// Searches deeper than this need not end soon.
const SHALLOW: i64 = 5;
/// What a search may take whose limits were not understood.
const LOST_LIMIT: i64 = 100;

const COMMANDS: [&str; 12] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
];

/// Reads a line; `chess960` is the option.
pub fn meaning(line: &str, chess960: bool) -> Meaning {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_command = |word: &&str| COMMANDS.contains(&word.to_ascii_lowercase().as_str());
    let Some(first) = words.iter().position(is_command) else { return Meaning::Other };
    let rest = &words[first + 1..];
    match words[first].to_ascii_lowercase().as_str() {
        "uci" => Meaning::Uci,
        "isready" => Meaning::IsReady,
        "d" if words.len() == 1 => Meaning::Display,
        "stop" => Meaning::Stop,
        "ponderhit" => Meaning::PonderHit,
        "quit" => Meaning::Quit,
        "position" => Meaning::Position(position(rest, chess960)),
        "go" => Meaning::Go(Box::new(go(rest))),
        "setoption" => set_option(rest),
        _ => Meaning::Other,
    }
}

fn set_option(words: &[&str]) -> Meaning {
    let split = words.iter().position(|word| word.eq_ignore_ascii_case("value"));
    let name = words[..split.unwrap_or(words.len())].iter().skip(1).copied().collect::<Vec<_>>().join(" ");
    Meaning::SetOption { name, value: split.map(|split| words[split + 1..].join(" ")) }
}

/// After a position that is refused none stands; after an illegal move the position before it does.
fn position(words: &[&str], chess960: bool) -> Option<Standing> {
    let split = words.iter().position(|word| word.eq_ignore_ascii_case("moves")).unwrap_or(words.len());
    let (start, moves) = words.split_at(split);
    let standing = match start {
        ["startpos"] => Some(Standing::initial()),
        ["fen", fen @ ..] if !fen.is_empty() => Standing::from_fen(&fields(fen), chess960),
        _ => None,
    };
    let mut standing = standing?;
    for played in moves.iter().skip(1) {
        let Some(played) = standing.legal(played) else { break };
        standing.play(played);
    }
    Some(standing)
}

/// The fields of a FEN, whatever stands behind them.
fn fields(words: &[&str]) -> String {
    let counters =
        words.iter().skip(4).take(2).take_while(|word| word.bytes().all(|digit| digit.is_ascii_digit()));
    let fields = words.iter().take(4).chain(counters);
    fields.map(|word| if *word == "--" { "-" } else { word }).collect::<Vec<_>>().join(" ")
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut rest = words.iter().copied().peekable();
    let (mut increments, mut moves_to_go) = ([None; 2], None);
    while let Some(word) = rest.next() {
        let place = match word.to_ascii_lowercase().as_str() {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                while let Some(played) = rest.next_if(|word| !is_go_word(word)) {
                    go.search_moves.push(played.to_owned());
                }
                continue;
            }
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "movetime" => &mut go.move_time,
            "mate" => &mut go.mate,
            "wtime" => &mut go.clocks[0],
            "btime" => &mut go.clocks[1],
            "winc" => &mut increments[0],
            "binc" => &mut increments[1],
            "movestogo" => &mut moves_to_go,
            "perft" => &mut go.perft,
            _ => continue,
        };
        match rest.next_if(|word| !is_go_word(word)).and_then(|word| word.parse::<i64>().ok()) {
            Some(number) => *place = Some(number),
            None => go.limit_is_lost = true,
        }
    }
    go.limit_is_lost |= increments != [None; 2] || moves_to_go.is_some();
    go
}

fn is_go_word(word: &str) -> bool {
    const WORDS: [&str; 13] = [
        "infinite",
        "ponder",
        "searchmoves",
        "depth",
        "nodes",
        "movetime",
        "mate",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "perft",
    ];
    WORDS.contains(&word.to_ascii_lowercase().as_str())
}

impl Go {
    /// How long the search may take by what was asked for; nothing where only a stop is sure to end it. `white` says
    /// whose clock runs, `lines` how many lines are wanted.
    pub fn allowance(&self, white: bool, lines: usize) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        let [white_clock, black_clock] = self.clocks;
        let clock = if white { white_clock.or(black_clock) } else { black_clock.or(white_clock) };
        let shallow = SHALLOW - if lines > 5 { 3 } else { 0 };
        let times = [
            clock,
            self.move_time,
            self.depth.filter(|depth| *depth <= shallow).map(|_| 0),
            self.nodes.filter(|nodes| *nodes <= 100_000).map(|_| 0),
            Some(LOST_LIMIT).filter(|_| self.limit_is_lost && self.has_no_limit()),
        ];
        let least = times.into_iter().flatten().min()?;
        Some(Duration::from_millis(least.max(0).unsigned_abs()))
    }

    fn has_no_limit(&self) -> bool {
        let limits = [self.depth, self.nodes, self.move_time, self.mate, self.clocks[0], self.clocks[1]];
        limits.iter().all(Option::is_none)
    }
}

/// The options that shape what is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InForce {
    pub multi_pv: usize,
    pub threads: usize,
    pub chess960: bool,
    pub show_wdl: bool,
    pub limit_strength: bool,
    pub analyse_mode: bool,
}

impl Default for InForce {
    fn default() -> InForce {
        InForce {
            multi_pv: 1,
            threads: 1,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            analyse_mode: false,
        }
    }
}

impl InForce {
    /// Takes a `setoption` that the engine has to take, and leaves every other.
    pub fn set(&mut self, announced: &Announced, name: &str, value: Option<&str>) {
        let Some(value) = value.filter(|value| announced.accepts(name, value)) else { return };
        let check = value.eq_ignore_ascii_case("true");
        match name.to_ascii_lowercase().as_str() {
            "multipv" => self.multi_pv = value.parse().unwrap(),
            "threads" => self.threads = value.parse().unwrap(),
            "uci_chess960" => self.chess960 = check,
            "uci_showwdl" => self.show_wdl = check,
            "uci_limitstrength" => self.limit_strength = check,
            "uci_analysemode" => self.analyse_mode = check,
            _ => {}
        }
    }

    /// Whether moves are chosen that are not the best.
    pub fn is_weakened(&self) -> bool {
        self.limit_strength && !self.analyse_mode
    }
}
