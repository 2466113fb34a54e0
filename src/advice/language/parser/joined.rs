//! Joins the parts of a goal or a constraint; a single part stays as it is.

/// Joins parts, of which there is at least one.
pub(super) fn single_or<T>(mut parts: Vec<T>, join: impl Fn(Vec<T>) -> T) -> T {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}
