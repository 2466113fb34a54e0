//! Makes inputs from good ones: parts cut, doubled, exchanged and moved, bytes changed. Equal seeds make equal inputs.

use std::path::Path;

use fastrand::Rng;

/// The longest part of a file that is taken: readers go on from line to line, so that more of it shows nothing new.
const LONGEST: usize = 2_000;

/// The files of a folder of tests/data with their names, in order.
pub fn files_of(folder: &str) -> impl Iterator<Item = (String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), std::fs::read(path).unwrap()))
}

/// A source of inputs.
pub struct Mutations {
    seeds: Vec<Vec<u8>>,
    random: Rng,
}

impl Mutations {
    /// From these good ones.
    pub fn of(seeds: Vec<Vec<u8>>) -> Mutations {
        assert!(!seeds.is_empty());
        Mutations { seeds, random: Rng::with_seed(1) }
    }

    /// A part of a seed, changed by words and by bytes.
    pub fn next_text(&mut self) -> Vec<u8> {
        let seed = &self.seeds[self.random.usize(..self.seeds.len())];
        let length = seed.len().min(LONGEST);
        let from = self.random.usize(..=seed.len() - length);
        let text = seed[from..from + length].to_vec();
        let mut words: Vec<Vec<u8>> =
            text.split_inclusive(|byte| b" \n({[;".contains(byte)).map(<[u8]>::to_vec).collect();
        for _ in 0..self.random.usize(..6) {
            self.change_words(&mut words);
        }
        let mut text = words.concat();
        for _ in 0..self.random.usize(..4) {
            self.change_bytes(&mut text);
        }
        text
    }

    /// A seed with some bytes changed.
    pub fn next_bytes(&mut self) -> Vec<u8> {
        let mut bytes = self.seeds[self.random.usize(..self.seeds.len())].clone();
        for _ in 0..1 + self.random.usize(..4) {
            self.change_bytes(&mut bytes);
        }
        bytes
    }

    /// Random bytes, small ones more often than others.
    pub fn script(&mut self, longest: usize) -> Vec<u8> {
        let length = self.random.usize(..longest);
        (0..length)
            .map(|_| if self.random.bool() { self.random.u8(..16) } else { self.random.u8(..) })
            .collect()
    }

    fn change_words(&mut self, words: &mut Vec<Vec<u8>>) {
        if words.is_empty() {
            return;
        }
        let (place, other) = (self.random.usize(..words.len()), self.random.usize(..words.len()));
        match self.random.u8(..4) {
            0 => drop(words.remove(place)),
            1 => words.swap(place, other),
            2 => words.insert(place, words[other].clone()),
            _ => {
                let seed = &self.seeds[self.random.usize(..self.seeds.len())];
                let from = self.random.usize(..=seed.len());
                let length = self.random.usize(..40).min(seed.len() - from);
                words.insert(place, seed[from..from + length].to_vec());
            }
        }
    }

    fn change_bytes(&mut self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let place = self.random.usize(..bytes.len());
        match self.random.u8(..8) {
            0 => bytes.truncate(place),
            1 => drop(bytes.remove(place)),
            2 => bytes.insert(place, self.random.u8(..)),
            _ => bytes[place] = self.random.u8(..),
        }
    }
}
