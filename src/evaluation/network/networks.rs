//! The weights of both networks: built in, or from a file of networks, whose sizes say which of the two they are.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use lucena_networks::{ENDINGS, WHOLE_BOARD};
use thiserror::Error;
use zstd::zstd_safe::{find_frame_compressed_size, get_frame_content_size};

use super::layers::LayersBy;
use super::position_network::Weights;
use super::views::{EVERY_SQUARE, Regions, TWELVE_REGIONS};
use crate::text::system_reason;

/// Half of the hidden units of each network.
pub(super) const PAIRS_OF_ENDINGS: usize = 144;
pub(super) const PAIRS_OF_WHOLE_BOARD: usize = 192;

const FORM_OF_ENDINGS: Form = Form { regions: &EVERY_SQUARE, layers_by: LayersBy::Material };
const FORM_OF_WHOLE_BOARD: Form = Form { regions: &TWELVE_REGIONS, layers_by: LayersBy::Men { a_layer: 4 } };

/// Twice the bytes that both networks can have, packed or not. A larger file is none of networks.
const LARGEST_FILE: u64 = 64 << 20;

/// The regions of the king's square and the output layers of a network.
#[derive(Clone, Copy)]
struct Form {
    regions: &'static Regions,
    layers_by: LayersBy,
}

/// Which of the two networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkKind {
    /// The one for endings.
    Endings,
    /// The one for the whole board.
    WholeBoard,
}

impl NetworkKind {
    /// Both of them, in the order in which files hold them.
    pub const ALL: [NetworkKind; 2] = [NetworkKind::Endings, NetworkKind::WholeBoard];

    /// The words for messages, after `the network`.
    pub const fn words(self) -> &'static str {
        match self {
            NetworkKind::Endings => "for endings",
            NetworkKind::WholeBoard => "for the whole board",
        }
    }

    /// Returns which network begins a file's bytes; `None` if none does. Only the sizes of unpacked networks tell them
    /// apart, and zstd notes the size first.
    fn beginning(bytes: &[u8]) -> Option<NetworkKind> {
        let size = size_of_first(bytes)?;
        NetworkKind::ALL.into_iter().find(|kind| size_of_first(kind.built_in()) == Some(size))
    }

    const fn built_in(self) -> &'static [u8] {
        match self {
            NetworkKind::Endings => ENDINGS,
            NetworkKind::WholeBoard => WHOLE_BOARD,
        }
    }
}

/// Returns the unpacked size of what zstd packed first; `None` if it says none.
fn size_of_first(bytes: &[u8]) -> Option<u64> {
    get_frame_content_size(bytes).ok().flatten()
}

/// Why a file of networks is not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason, and what to do about it.
        reason: String,
    },
    /// The file is something else, or has something else behind its networks.
    #[error("{} is not a file of networks for this version of lucena", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A network is damaged or cut off, or its numbers are larger than lucena's arithmetic allows.
    #[error("{} is damaged: its network {} cannot be read", path.display(), kind.words())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The network.
        kind: NetworkKind,
    },
    /// The file has one of the networks twice.
    #[error("{} has two networks {}; one of each kind is allowed", path.display(), kind.words())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The network.
        kind: NetworkKind,
    },
}

/// A network's weights, with the bytes that they were read from.
#[derive(Clone, Debug)]
pub(super) struct Network<const PAIRS: usize> {
    weights: Arc<Weights<PAIRS>>,
    packed: Arc<Cow<'static, [u8]>>,
}

impl<const PAIRS: usize> Network<PAIRS> {
    fn built_in(packed: &'static [u8], form: Form) -> Network<PAIRS> {
        let weights = Arc::new(Weights::read(packed, form.regions, form.layers_by));
        Network { weights, packed: Arc::new(Cow::Borrowed(packed)) }
    }

    /// Reads a network of a file; `None` if it is damaged.
    fn read(packed: &[u8], form: Form) -> Option<Network<PAIRS>> {
        let weights = Arc::new(Weights::checked(packed, form.regions, form.layers_by)?);
        Some(Network { weights, packed: Arc::new(Cow::Owned(packed.to_owned())) })
    }

    pub(super) fn weights(&self) -> Arc<Weights<PAIRS>> {
        Arc::clone(&self.weights)
    }

    fn is_built_in(&self) -> bool {
        matches!(*self.packed, Cow::Borrowed(_))
    }
}

/// The weights of both networks. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Networks {
    pub(super) endings: Network<PAIRS_OF_ENDINGS>,
    pub(super) whole_board: Network<PAIRS_OF_WHOLE_BOARD>,
}

impl Networks {
    /// Returns the networks that are part of the program. The first call reads them, which takes some hundredths of a second.
    #[must_use]
    pub fn built_in() -> Networks {
        static NETWORKS: LazyLock<Networks> = LazyLock::new(|| Networks {
            endings: Network::built_in(ENDINGS, FORM_OF_ENDINGS),
            whole_board: Network::built_in(WHOLE_BOARD, FORM_OF_WHOLE_BOARD),
        });
        NETWORKS.clone()
    }

    /// Reads a file of one or both networks; what it lacks is built in.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or is damaged.
    pub fn read(path: &Path) -> Result<Networks, NetworkError> {
        let unreadable = |error: io::Error| NetworkError::Unreadable {
            path: path.to_owned(),
            reason: system_reason(&error),
        };
        let foreign = || NetworkError::Foreign { path: path.to_owned() };
        let bytes = content(path).map_err(unreadable)?.ok_or_else(foreign)?;
        Networks::of_bytes(&bytes, path)
    }

    fn of_bytes(bytes: &[u8], path: &Path) -> Result<Networks, NetworkError> {
        let path = || path.to_owned();
        let mut networks = Networks::built_in();
        let mut rest = bytes;
        loop {
            let kind = NetworkKind::beginning(rest).ok_or_else(|| NetworkError::Foreign { path: path() })?;
            if networks.read_from_file().any(|read| read == kind) {
                return Err(NetworkError::Twice { path: path(), kind });
            }
            let damaged = || NetworkError::Damaged { path: path(), kind };
            let length = find_frame_compressed_size(rest).map_err(|_| damaged())?;
            let (packed, behind) = rest.split_at_checked(length).ok_or_else(damaged)?;
            networks.take(kind, packed).ok_or_else(damaged)?;
            if behind.is_empty() {
                return Ok(networks);
            }
            rest = behind;
        }
    }

    /// Takes a network; `None` if it is damaged.
    fn take(&mut self, kind: NetworkKind, packed: &[u8]) -> Option<()> {
        match kind {
            NetworkKind::Endings => self.endings = Network::read(packed, FORM_OF_ENDINGS)?,
            NetworkKind::WholeBoard => self.whole_board = Network::read(packed, FORM_OF_WHOLE_BOARD)?,
        }
        Some(())
    }

    /// Returns which of them are not built in.
    pub fn read_from_file(&self) -> impl Iterator<Item = NetworkKind> {
        let is_read = [!self.endings.is_built_in(), !self.whole_board.is_built_in()];
        NetworkKind::ALL.into_iter().zip(is_read).filter(|(_, is_read)| *is_read).map(|(kind, _)| kind)
    }

    /// Returns the bytes of a file that [`Networks::read`] reads as these networks.
    #[must_use]
    pub fn as_file(&self) -> Vec<u8> {
        [self.endings.packed.as_ref().as_ref(), self.whole_board.packed.as_ref().as_ref()].concat()
    }
}

/// Returns the bytes of a file; `None` if it is too large, or no ordinary file.
fn content(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() && !metadata.is_dir() || metadata.len() > LARGEST_FILE {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Networks, NetworkError> {
        Networks::of_bytes(bytes, Path::new("x"))
    }

    #[test]
    fn the_built_in_files_hold_every_weight_and_no_sum_overflows() {
        assert!(Network::<PAIRS_OF_ENDINGS>::read(ENDINGS, FORM_OF_ENDINGS).is_some());
        assert!(Network::<PAIRS_OF_WHOLE_BOARD>::read(WHOLE_BOARD, FORM_OF_WHOLE_BOARD).is_some());
    }

    #[test]
    fn a_file_says_by_itself_which_networks_it_has() {
        for (files, kinds) in [
            (vec![ENDINGS], vec![NetworkKind::Endings]),
            (vec![WHOLE_BOARD], vec![NetworkKind::WholeBoard]),
            (vec![WHOLE_BOARD, ENDINGS], NetworkKind::ALL.to_vec()),
        ] {
            let networks = read(&files.concat()).unwrap();
            assert_eq!(networks.read_from_file().collect::<Vec<_>>(), kinds);
            assert!(networks.as_file() == [ENDINGS, WHOLE_BOARD].concat());
        }
        assert_eq!(Networks::built_in().read_from_file().count(), 0);
    }

    #[test]
    fn a_file_that_is_wrong_or_damaged_is_refused() {
        let (path, kind) = (|| PathBuf::from("x"), NetworkKind::Endings);
        let changed = |place: usize| {
            let mut bytes = ENDINGS.to_vec();
            bytes[place] ^= 1;
            bytes
        };
        let damaged = || Err(NetworkError::Damaged { path: path(), kind });
        let foreign = || Err(NetworkError::Foreign { path: path() });
        let other = zstd::bulk::compress(&[7; 1000], 1).unwrap();
        let rows = [
            (Vec::new(), foreign()),
            (b"1. e4 e5 *\n".to_vec(), foreign()),
            (other.clone(), foreign()),
            ([ENDINGS, &other].concat(), foreign()),
            ([ENDINGS, b"\n"].concat(), foreign()),
            (ENDINGS[..ENDINGS.len() - 1].to_vec(), damaged()),
            (ENDINGS[..20].to_vec(), damaged()),
            (changed(ENDINGS.len() / 2), damaged()),
            (changed(ENDINGS.len() - 1), damaged()),
            ([ENDINGS, ENDINGS].concat(), Err(NetworkError::Twice { path: path(), kind })),
        ];
        for (bytes, wanted) in rows {
            assert_eq!(read(&bytes).map(drop), wanted, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn numbers_that_could_overflow_are_refused() {
        let size = usize::try_from(size_of_first(ENDINGS).unwrap()).unwrap();
        // One number is as large as numbers can be.
        let mut packable = vec![0; size];
        packable[0] = 0xFE;
        packable[size / 2] = 0xFF;
        let loud = zstd::bulk::compress(&packable, 1).unwrap();
        assert_eq!(
            read(&loud).map(drop),
            Err(NetworkError::Damaged { path: "x".into(), kind: NetworkKind::Endings })
        );
        let silent = zstd::bulk::compress(&vec![0; size], 1).unwrap();
        assert!(read(&silent).is_ok());
    }
}
