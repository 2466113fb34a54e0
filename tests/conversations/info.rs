//! One scored line of a search, read from its text.

/// A score as the protocol writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i64),
    Mate(i64),
}

impl Score {
    /// Higher is better for the side to move.
    pub fn rank(self) -> i64 {
        const MATE: i64 = 1_000_000;
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => MATE - moves,
            Score::Mate(moves) => -MATE - moves,
        }
    }
}

/// A line.
#[derive(Clone, Debug)]
pub struct InfoLine {
    pub depth: u64,
    pub multi_pv: usize,
    pub score: Score,
    pub is_bound: bool,
    pub chances: Option<[u64; 3]>,
    pub nodes: u64,
    pub time: u64,
    pub hash_permille: u64,
    pub moves: Vec<String>,
}

/// The number behind a word, which must be whole.
fn number<T: std::str::FromStr>(words: &[&str], name: &str) -> Result<Option<T>, String> {
    let Some(place) = words.iter().position(|word| *word == name) else { return Ok(None) };
    let value = words.get(place + 1).and_then(|word| word.parse().ok());
    value.map(Some).ok_or_else(|| format!("{name} is no whole number"))
}

fn needed<T: std::str::FromStr>(words: &[&str], name: &str) -> Result<T, String> {
    number(words, name)?.ok_or_else(|| format!("there is no {name}"))
}

impl InfoLine {
    /// Reads an `info` line with a score.
    pub fn read(text: &str) -> Result<InfoLine, String> {
        let words: Vec<&str> = text.split(' ').skip(1).collect();
        let split = words.iter().position(|word| *word == "pv").unwrap_or(words.len());
        let (head, line) = words.split_at(split);
        let place = head.iter().position(|word| *word == "score").ok_or("there is no score")?;
        let value = |name| needed::<i64>(&head[place..], name);
        let score = match head.get(place + 1) {
            Some(&"cp") => Score::Centipawns(value("cp")?),
            Some(&"mate") => Score::Mate(value("mate")?),
            other => return Err(format!("a score of {other:?}")),
        };
        let chances = head.iter().position(|word| *word == "wdl").map(|place| {
            let three: Option<Vec<u64>> =
                head.get(place + 1..place + 4)?.iter().map(|word| word.parse().ok()).collect();
            <[u64; 3]>::try_from(three?).ok()
        });
        number::<u64>(head, "seldepth")?;
        number::<u64>(head, "tbhits")?;
        needed::<u64>(head, "nps")?;
        Ok(InfoLine {
            depth: needed(head, "depth")?,
            multi_pv: number(head, "multipv")?.unwrap_or(1),
            score,
            is_bound: head.iter().any(|word| matches!(*word, "lowerbound" | "upperbound")),
            chances: chances.map(|chances| chances.ok_or("wdl without three numbers")).transpose()?,
            nodes: needed(head, "nodes")?,
            time: needed(head, "time")?,
            hash_permille: number(head, "hashfull")?.unwrap_or(0),
            moves: line.iter().skip(1).map(|word| (*word).to_owned()).collect(),
        })
    }
}
