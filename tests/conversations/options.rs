//! The options as the engine announces them, and random `setoption` lines of each: inside its range, at the ends and
//! outside it.

use fastrand::Rng;

/// What an option may be.
#[derive(Clone, Debug)]
pub enum Kind {
    Spin { minimum: i64, maximum: i64 },
    Check,
    Combo(Vec<String>),
    Button,
    Text,
}

/// All options.
#[derive(Clone, Debug, Default)]
pub struct Announced(Vec<(String, Kind)>);

/// No test machine bears more: names in lower case.
const LARGEST: [(&str, i64); 3] = [("hash", 48), ("threads", 3), ("multipv", 300)];

impl Announced {
    /// Reads the engine's `option` lines.
    pub fn new<'a>(lines: impl Iterator<Item = &'a str>) -> Announced {
        Announced(lines.filter_map(read).collect())
    }

    /// Whether the engine has to take this value.
    pub fn accepts(&self, name: &str, value: &str) -> bool {
        let Some((_, kind)) = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return false;
        };
        match kind {
            Kind::Spin { minimum, maximum } => {
                value.parse().is_ok_and(|value: i64| (*minimum..=*maximum).contains(&value))
            }
            Kind::Check => ["true", "false"].iter().any(|known| known.eq_ignore_ascii_case(value)),
            Kind::Combo(names) => names.iter().any(|known| known.eq_ignore_ascii_case(value)),
            Kind::Button | Kind::Text => true,
        }
    }

    /// A random `setoption`.
    pub fn line(&self, rng: &mut Rng) -> String {
        let (name, kind) = &self.0[rng.usize(0..self.0.len())];
        let value = match kind {
            Kind::Spin { minimum, maximum } => spin(rng, name, *minimum, *maximum),
            Kind::Check => ["true", "false", "true", "false", "maybe", ""][rng.usize(0..6)].to_owned(),
            Kind::Combo(names) => {
                names.get(rng.usize(0..=names.len())).cloned().unwrap_or("nonsense".to_owned())
            }
            Kind::Button if rng.u8(0..4) > 0 => return format!("setoption name {name}"),
            Kind::Button => "pressed".to_owned(),
            Kind::Text => text(rng),
        };
        format!("setoption name {name} value {value}")
    }
}

/// A folder that is empty, is not there or, where the tester names one, holds tables.
fn text(rng: &mut Rng) -> String {
    let named = std::env::var("LUCENA_CONVERSATION_FOLDER").unwrap_or("here".to_owned());
    ["<empty>", "", "nowhere", "here/tables", &named, &named][rng.usize(0..6)].to_owned()
}

fn spin(rng: &mut Rng, name: &str, minimum: i64, maximum: i64) -> String {
    let name = name.to_ascii_lowercase();
    let largest = LARGEST.iter().find(|(known, _)| *known == name).map_or(maximum, |(_, largest)| *largest);
    let largest = largest.min(maximum);
    match rng.u8(0..12) {
        0 => (minimum - 1).to_string(),
        1 => (maximum + 1).to_string(),
        2 => ["", "x", "1e3", "0.5", "99999999999999999999", "-7"][rng.usize(0..6)].to_owned(),
        3 => largest.to_string(),
        4..=8 => rng.i64(minimum..=largest.min(minimum + 4)).to_string(),
        _ => rng.i64(minimum..=largest).to_string(),
    }
}

fn read(line: &str) -> Option<(String, Kind)> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |word: &str| {
        let place = words.iter().position(|known| *known == word)?;
        words.get(place + 1)?.parse().ok()
    };
    let kind = match *words.first()? {
        "spin" => Kind::Spin { minimum: number("min")?, maximum: number("max")? },
        "check" => Kind::Check,
        "combo" => {
            let names = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
            Kind::Combo(names.collect())
        }
        "button" => Kind::Button,
        _ => Kind::Text,
    };
    Some((name.to_owned(), kind))
}
