//! Odd protocol lines: the fixed ones of tests/data and endless mutations of them; equal seeds give equal lines. Used by the
//! odd-input test and by the fuzz target.

use fastrand::Rng;

const FIXED: [&str; 2] = [include_str!("../data/uci_odd_lines.txt"), include_str!("../data/uci_reading.txt")];

const WORDS: [&str; 44] = [
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "Clear",
    "MultiPV",
    "register",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
    "stop",
    "ponderhit",
    "e2e4",
    "e7e8q",
    "e1g1",
    "e1h1",
    "0000",
    "true",
    "<empty>",
    "w",
    "-",
    "info",
];

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "-1",
    "3",
    "255",
    "256",
    "999",
    "1000",
    "65536",
    "4294967296",
    "9223372036854775808",
    "1e6",
    "0.5",
    "-0",
    "+7",
];

/// Positions of every kind a game passes through: opening, castling both ways, endings, mate, stalemate.
const FENS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 98 120",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
];

/// An endless source of lines.
pub struct LineSource {
    rng: Rng,
    fixed: Vec<Vec<u8>>,
}

impl LineSource {
    /// The source of this seed.
    pub fn new(seed: u64) -> LineSource {
        let fixed = FIXED
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| !line.is_empty() && !line.starts_with("// "))
            .map(|line| unescape(line.split(" => ").next().unwrap_or_default()))
            .collect();
        LineSource { rng: Rng::with_seed(seed), fixed }
    }

    /// The fixed lines.
    #[allow(dead_code)]
    pub fn fixed(&self) -> &[Vec<u8>] {
        &self.fixed
    }

    /// The next line, without its end; a mutation may have put a line end inside.
    pub fn line(&mut self) -> Vec<u8> {
        let mut line = match self.rng.u32(0..8) {
            0..=2 => self.ordinary_line().into_bytes(),
            _ => self.fixed[self.rng.usize(0..self.fixed.len())].clone(),
        };
        for _ in 0..[0, 0, 1, 1, 2, 4][self.rng.usize(0..6)] {
            self.mutate(&mut line);
        }
        // A game is ended by quit once in a while only, or little else would be tried.
        if line == b"quit" && self.rng.u32(0..20) > 0 { b"isready".to_vec() } else { line }
    }

    /// Changes a line in one place.
    pub fn mutate(&mut self, line: &mut Vec<u8>) {
        match self.rng.u32(0..100) {
            0..=59 => self.mutate_words(line),
            60..=97 => self.mutate_bytes(line),
            98 => line.extend_from_slice(&b"\nisready\r\n"[..self.rng.usize(1..11)]),
            _ if self.rng.u32(0..200) == 0 => self.make_endless(line),
            _ => self.rng.shuffle(line),
        }
    }

    fn ordinary_line(&mut self) -> String {
        let number = self.rng.u32(1..40);
        match self.rng.u32(0..16) {
            0..=1 => "isready".to_owned(),
            2 => "stop".to_owned(),
            3 => "ucinewgame".to_owned(),
            4 => "ponderhit".to_owned(),
            5..=6 => format!("position fen {} moves", FENS[self.rng.usize(0..FENS.len())]),
            7 => format!("position fen {}", FENS[self.rng.usize(0..FENS.len())]),
            8 => "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6".to_owned(),
            9 => format!("go nodes {number}"),
            10 => format!("go depth {}", number % 3 + 1),
            11 => format!("go wtime {number} btime {number} winc 1 binc 1"),
            12 => format!("go movetime {}", number % 3),
            13 => "go infinite".to_owned(),
            14 => format!("go ponder wtime {number} btime {number}"),
            _ => format!("setoption name Hash value {}", number % 5),
        }
    }

    fn mutate_words(&mut self, line: &mut Vec<u8>) {
        let text = String::from_utf8_lossy(line).into_owned();
        let mut words: Vec<&str> = text.split(' ').collect();
        let place = self.rng.usize(0..words.len());
        match self.rng.u32(0..7) {
            0 => words.insert(place, WORDS[self.rng.usize(0..WORDS.len())]),
            1 => words.insert(place, NUMBERS[self.rng.usize(0..NUMBERS.len())]),
            2 => words[place] = WORDS[self.rng.usize(0..WORDS.len())],
            3 => words[place] = NUMBERS[self.rng.usize(0..NUMBERS.len())],
            4 => drop(words.remove(place)),
            5 => words.insert(place, words[place]),
            _ => words.swap(place, 0),
        }
        *line = words.join([" ", " ", " ", "  ", "\t"][self.rng.usize(0..5)]).into_bytes();
    }

    fn mutate_bytes(&mut self, line: &mut Vec<u8>) {
        let place = self.rng.usize(0..=line.len());
        match self.rng.u32(0..6) {
            0 => line.insert(place, self.rng.u8(..)),
            1 => line.truncate(place),
            2 => line.make_ascii_uppercase(),
            3 if place < line.len() => line[place] ^= 1 << self.rng.u32(0..8),
            4 if place < line.len() => drop(line.remove(place)),
            _ => line.extend_from_slice([&b" "[..], b"\t", b"\r", b"\0"][self.rng.usize(0..4)]),
        }
    }

    /// Longer than any line that is read, or long and read.
    fn make_endless(&mut self, line: &mut Vec<u8>) {
        let length = [100_000, 1_200_000][self.rng.usize(0..2)];
        let filler = [&b" e2e4"[..], b" depth", b"x", b" 9"][self.rng.usize(0..4)];
        while line.len() < length {
            line.extend_from_slice(filler);
        }
    }
}

/// Turns the escapes of the data files into the bytes they stand for.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let escaped = match (first, tail) {
            (b'\\', [b't', ..]) => Some((b'\t', 1)),
            (b'\\', [b'r', ..]) => Some((b'\r', 1)),
            (b'\\', [b'0', ..]) => Some((0, 1)),
            (b'\\', [b'\\', ..]) => Some((b'\\', 1)),
            (b'\\', [b'x', _, _, ..]) => std::str::from_utf8(&tail[1..3])
                .ok()
                .and_then(|hex| u8::from_str_radix(hex, 16).ok())
                .map(|byte| (byte, 3)),
            _ => None,
        };
        let (byte, length) = escaped.unwrap_or((*first, 0));
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes
}
