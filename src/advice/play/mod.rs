//! A table at play: its moves through a game, the defence and the attack against it, and how each move is judged.

pub(super) mod attack;
pub(super) mod choice;
pub(super) mod clock;
pub(super) mod defence;
pub(super) mod judgement;
pub(super) mod played_line;
pub(super) mod player;
pub(super) mod proven;
