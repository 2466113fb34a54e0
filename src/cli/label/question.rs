//! What a teacher is asked for.

/// What a teacher is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The value without a search.
    Static,
    /// A search of so many nodes.
    Nodes(u64),
    /// A search of this depth.
    Depth(u32),
}

impl Question {
    /// As it is written.
    pub fn words(self) -> String {
        match self {
            Question::Static => "static".to_owned(),
            Question::Nodes(nodes) => format!("{nodes} nodes"),
            Question::Depth(depth) => format!("depth {depth}"),
        }
    }
}
