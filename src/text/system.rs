//! Says in words why the system refuses a file, and what its user can do: every message about a file ends with this.

use std::io::{Error, ErrorKind};

/// Where the number of the system's error begins, which means nothing to most people.
const NUMBER: &str = " (os error ";

/// Returns the system's reason without its number, and what to do about it, if that is known.
#[must_use]
pub fn system_reason(error: &Error) -> String {
    let text = error.to_string();
    let reason = text.split(NUMBER).next().unwrap_or_default();
    match remedy(error.kind()) {
        Some(remedy) => format!("{reason}; {remedy}"),
        None => reason.to_owned(),
    }
}

/// Returns an error and the chain of its causes in words.
#[must_use]
pub fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let words = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<Error>() {
        Some(refused) => system_reason(refused),
        None => cause.to_string(),
    };
    let chain = std::iter::successors(Some(error), |error| error.source());
    chain.map(words).collect::<Vec<_>>().join(": ")
}

fn remedy(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "check the path",
        ErrorKind::IsADirectory => "name a file",
        ErrorKind::AlreadyExists => "choose another name",
        ErrorKind::PermissionDenied => "choose another path, or change its permissions",
        ErrorKind::ReadOnlyFilesystem => "choose another path",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make space, or choose another path",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_no_number_and_ends_with_what_to_do() {
        let missing = std::fs::read("no/such/file").unwrap_err();
        let said = system_reason(&missing);
        assert!(!said.contains("os error") && said.ends_with("; check the path"), "{said}");
        assert_eq!(system_reason(&Error::other("it is torn")), "it is torn");
    }
}
