//! The proofs of an arrangement's single positions, as files hold them.

use std::io::{self, Read, Write};

use shakmaty::Square;

use super::facts::{Facts, Place, Shown};
use crate::solve::arrangement::layout::{Arrangement, CODE_BYTES, ProofSide};
use crate::text::checked::{Fault, read_array};

/// The plies that a file stores for a held position.
const HELD: u16 = u16::MAX;
/// The bytes of one proof: the number of the placement, the side to move, the square of the king, the plies.
const FACT_BYTES: usize = 8;

/// Writes the proofs of an arrangement's single positions.
///
/// # Errors
/// If writing fails.
pub(in crate::solve) fn write_facts(
    to: &mut impl Write,
    arrangement: &Arrangement,
    facts: &Facts,
) -> io::Result<()> {
    to.write_all(&arrangement.code())?;
    to.write_all(&(facts.count() as u32).to_le_bytes())?;
    for ((number, mover, king), shown) in facts.all() {
        let plies = match shown {
            Shown::Won { plies } => plies.min(HELD - 1),
            Shown::Held => HELD,
        };
        to.write_all(&number.to_le_bytes())?;
        to.write_all(&[mover as u8, u8::from(king)])?;
        to.write_all(&plies.to_le_bytes())?;
    }
    Ok(())
}

/// Reads what [`write_facts`] wrote.
///
/// # Errors
/// If reading fails, or what was read makes no sense.
pub(in crate::solve) fn read_facts(
    from: &mut impl Read,
) -> Result<(Arrangement, Vec<(Place, Shown)>), Fault> {
    let code: [u8; CODE_BYTES] = read_array(from)?;
    let arrangement = Arrangement::of_code(&code).ok_or(Fault::Damaged)?;
    let count = u32::from_le_bytes(read_array(from)?);
    let facts: Result<_, Fault> = (0..count).map(|_| fact_of(read_array(from)?, &arrangement)).collect();
    Ok((arrangement, facts?))
}

fn fact_of(bytes: [u8; FACT_BYTES], arrangement: &Arrangement) -> Result<(Place, Shown), Fault> {
    let [n0, n1, n2, n3, mover, king, plies @ ..] = bytes;
    let number = u32::from_le_bytes([n0, n1, n2, n3]);
    let mover = *ProofSide::BOTH.get(usize::from(mover)).ok_or(Fault::Damaged)?;
    let king = Square::try_from(king).map_err(|_| Fault::Damaged)?;
    let shown = match u16::from_le_bytes(plies) {
        HELD => Shown::Held,
        plies => Shown::Won { plies },
    };
    if number as usize >= arrangement.placements() {
        return Err(Fault::Damaged);
    }
    Ok(((number, mover, king), shown))
}
