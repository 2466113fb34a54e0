//! What the solver has proven, in words.

pub mod words;
