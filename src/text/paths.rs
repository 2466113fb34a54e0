//! Reads the paths that users write in options and in engine.toml: byte for byte, with `~` as the home folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::BaseDirs;

use super::kept_byte;

/// Separators between the folders of a list.
#[cfg(not(windows))]
const SEPARATORS: &[char] = &[';', ':'];
/// The separator between the folders of a list; a colon belongs to a drive letter.
#[cfg(windows)]
const SEPARATORS: &[char] = &[';'];

/// Returns the path that a text names. White space at its ends belongs to it if such a file or folder exists; otherwise
/// it is dropped.
#[must_use]
pub fn path(text: &str) -> PathBuf {
    let exact = under_home(as_written(text).into());
    let trimmed = text.trim_matches(|letter: char| letter.is_ascii_whitespace());
    if trimmed == text || exact.exists() { exact } else { under_home(as_written(trimmed).into()) }
}

/// Returns the files or folders of a list, separated by `;` or, on systems without drive letters, by `:`. If the whole
/// text is the name of one, the list is that one.
#[must_use]
pub fn list(text: &str) -> Vec<PathBuf> {
    let whole = path(text);
    if text.contains(SEPARATORS) && whole.exists() {
        return vec![whole];
    }
    let names = text.split(SEPARATORS).filter(|name| !name.trim_ascii().is_empty());
    names.map(path).collect()
}

/// Returns the path with the home folder in place of a leading `~`; unchanged if the system has no home folder. `./~`
/// means a folder of that name.
#[must_use]
pub fn under_home(path: PathBuf) -> PathBuf {
    let Ok(rest) = path.strip_prefix("~") else { return path };
    let Some(home) = BaseDirs::new().map(|folders| folders.home_dir().to_owned()) else { return path };
    if rest == Path::new("") { home } else { home.join(rest) }
}

/// Returns the bytes that the text was made from.
#[cfg(unix)]
fn as_written(text: &str) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match kept_byte(letter) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    OsString::from_vec(bytes)
}

/// Returns the text, because names on other systems are always text.
#[cfg(not(unix))]
fn as_written(text: &str) -> OsString {
    super::shown(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home_folder_and_nothing_else() {
        let home = BaseDirs::new().unwrap().home_dir().to_owned();
        assert_eq!((path("~"), path("~/x")), (home.clone(), home.join("x")));
        for text in ["~x", "/~", "./~", "a/~/b", ""] {
            assert_eq!(path(text), Path::new(text));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_path_has_the_bytes_that_it_was_written_with() {
        use std::os::unix::ffi::OsStrExt as _;
        for bytes in [&b"/a  b"[..], b"/\xC2\xA0", b"/\xE3\x80\x80x", b"/\xFF\x80", b"\xC3/\xF4\x8F\xBF"] {
            assert_eq!(path(&crate::text::keep_bytes(bytes)).as_os_str().as_bytes(), bytes);
        }
    }

    #[test]
    fn white_space_at_the_ends_counts_where_it_names_something() {
        let folder = tempfile::tempdir().unwrap();
        let spaced = folder.path().join("x ");
        assert_eq!(path(spaced.to_str().unwrap()), folder.path().join("x"));
        std::fs::create_dir(&spaced).unwrap();
        assert_eq!(path(spaced.to_str().unwrap()), spaced);
        assert_eq!(path(&format!(" {}", folder.path().display())), folder.path());
    }

    #[test]
    fn a_list_is_cut_at_its_separators_unless_they_belong_to_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().to_str().unwrap();
        assert_eq!(list(&format!("{name}; {name}/b;;")), [folder.path().to_owned(), folder.path().join("b")]);
        std::fs::create_dir(folder.path().join("a;b")).unwrap();
        assert_eq!(list(&format!("{name}/a;b")), [folder.path().join("a;b")]);
        assert_eq!(list(""), Vec::<PathBuf>::new());
    }
}
