//! Refuses an output that is also an input or another output of the command. It compares the files, not their names.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::error::OutputError;
use super::path::OutputPath;
use super::whole::{folder_of, resolved};

/// A file named on the command line.
#[derive(Clone, Debug)]
pub struct Named<P> {
    /// The option or the argument, such as `--out` or `GAMES.pgn`.
    pub option: String,
    /// The file.
    pub path: P,
}

impl<P: AsRef<Path>> fmt::Display for Named<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.path.as_ref().display(), self.option)
    }
}

/// An input, with its name for messages.
struct Input {
    option: String,
    name: String,
    identity: Identity,
}

/// Refuses outputs that are also inputs, and two outputs that are the same file. The files that lucena writes beside an output
/// count too, and so do standard input and output if they are files. Devices and pipes may be named several times.
/// `may_continue` gets the options of an output and an input, and returns whether the output contains all of the input.
///
/// # Errors
/// The first two names of the same file.
pub fn refuse_overlap(
    inputs: &[Named<PathBuf>],
    outputs: &[Named<OutputPath>],
    may_continue: impl Fn(&str, &str) -> bool,
) -> Result<(), OutputError> {
    let inputs = inputs_of(inputs);
    refuse_reading_standard_output(&inputs)?;
    let mut written: Vec<(String, Identity)> = Vec::new();
    for output in outputs.iter().filter(|output| !output.path.is_stream()) {
        for path in output.path.with_companions() {
            let Some(identity) = Identity::of(&path) else { continue };
            let name = Named { option: output.option.clone(), path: &path }.to_string();
            let is_read =
                |input: &&Input| input.identity == identity && !may_continue(&output.option, &input.option);
            if let Some(input) = inputs.iter().find(is_read) {
                return Err(OutputError::IsInput { output: name, input: input.name.clone() });
            }
            if let Some((first, _)) = written.iter().find(|(_, earlier)| *earlier == identity) {
                return Err(OutputError::IsOutput { first: first.clone(), second: name });
            }
            written.push((name, identity));
        }
    }
    Ok(())
}

/// Returns the inputs that exist, and standard input if it is a file.
fn inputs_of(inputs: &[Named<PathBuf>]) -> Vec<Input> {
    let named = |input: &Named<PathBuf>| {
        let identity = Identity::of(&input.path)?;
        Some(Input { option: input.option.clone(), name: input.to_string(), identity })
    };
    let standard = Identity::of_standard_input().map(|identity| Input {
        option: "-".to_owned(),
        name: "standard input".to_owned(),
        identity,
    });
    inputs.iter().filter_map(named).chain(standard).collect()
}

/// Refuses an input that is also standard output: it would grow while it is read, and never end.
fn refuse_reading_standard_output(inputs: &[Input]) -> Result<(), OutputError> {
    let Some(output) = Identity::of_standard_output() else { return Ok(()) };
    match inputs.iter().find(|input| input.identity == output) {
        Some(input) => {
            Err(OutputError::IsInput { output: "standard output".to_owned(), input: input.name.clone() })
        }
        None => Ok(()),
    }
}

/// The identity of a file, whatever its name.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// An existing file, by device and inode.
    There(Handle),
    /// A file that does not exist yet, by its folder and name.
    ToCome(Handle, OsString),
}

impl Identity {
    /// Returns the identity of a file; `None` for a device, a pipe, a folder, or a name in a folder that does not exist.
    fn of(path: &Path) -> Option<Identity> {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Handle::from_path(path).ok().map(Identity::There),
            Ok(_) => None,
            Err(_) => {
                let path = resolved(path);
                let folder = Handle::from_path(folder_of(&path)).ok()?;
                Some(Identity::ToCome(folder, path.file_name()?.to_owned()))
            }
        }
    }

    fn of_standard_input() -> Option<Identity> {
        Identity::of_stream(Handle::stdin().ok()?)
    }

    fn of_standard_output() -> Option<Identity> {
        Identity::of_stream(Handle::stdout().ok()?)
    }

    fn of_stream(handle: Handle) -> Option<Identity> {
        let is_file = handle.as_file().metadata().is_ok_and(|metadata| metadata.is_file());
        is_file.then_some(Identity::There(handle))
    }
}
