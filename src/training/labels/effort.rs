//! How a teacher finds the value of a position.

/// How a teacher finds the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeacherEffort {
    /// The value without a search.
    Static,
    /// A search of this many nodes.
    Nodes(u64),
    /// A search of this depth, in plies.
    Depth(u32),
}

impl TeacherEffort {
    /// Returns its name in files of positions.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            TeacherEffort::Static => "static".to_owned(),
            TeacherEffort::Nodes(nodes) => format!("{nodes} nodes"),
            TeacherEffort::Depth(depth) => format!("depth {depth}"),
        }
    }
}
