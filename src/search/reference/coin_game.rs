//! The coin game: each player takes one or two coins, and whoever takes the last one loses.

use super::game::Game;

/// A heap of coins.
#[derive(Clone, Debug)]
pub struct CoinGame {
    coins: u32,
    taken: Vec<u32>,
}

impl CoinGame {
    /// Makes a heap of this many coins.
    pub fn new(coins: u32) -> CoinGame {
        CoinGame { coins, taken: Vec::new() }
    }
}

impl Game for CoinGame {
    type Move = u32;

    /// If no coin is left, the other side took the last one, so the side to move has won.
    fn outcome(&mut self) -> Option<i32> {
        (self.coins == 0).then_some(1)
    }

    fn moves(&mut self) -> Vec<u32> {
        (1..=self.coins.min(2)).collect()
    }

    fn play(&mut self, played: u32) {
        self.coins -= played;
        self.taken.push(played);
    }

    fn take_back(&mut self) {
        self.coins += self.taken.pop().unwrap_or(0);
    }

    fn static_value(&mut self) -> i32 {
        0
    }

    fn key(&self) -> u64 {
        u64::from(self.coins)
    }
}
