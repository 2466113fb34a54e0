//! `lucena completions` and `lucena man`: what shells and packages want, made from the command line's own description.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use super::outputs::{Force, MAN_PAGE};
use super::{CommandError, input};
use crate::text::outputs::{Claim, OutputError, OutputPath};
use crate::text::source_date;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Where the script goes:\n  bash  lucena completions bash > ~/.local/share/bash-completion/completions/lucena\n  \
                  zsh   lucena completions zsh > DIR/_lucena, with DIR in fpath\n  \
                  fish  lucena completions fish > ~/.config/fish/completions/lucena.fish\n  \
                  powershell  lucena completions powershell >> $PROFILE"
)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "man -l DIR/lucena.1 shows the first page. The pages have the date of SOURCE_DATE_EPOCH, if it is set."
)]
pub(super) struct ManPages {
    /// The folder; lucena makes it if it does not exist
    #[arg(value_name = "DIR", value_parser = input::path())]
    folder: PathBuf,

    #[command(flatten)]
    force: Force,
}

/// Prints the completion script of this command line.
pub(super) fn completions(mut command: Command, arguments: &Completions) -> Result<(), CommandError> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

/// Writes a page for this command line and each of its commands; none if one of them must not be written.
pub(super) fn man(command: Command, arguments: &ManPages) -> Result<(), CommandError> {
    let folder = &arguments.folder;
    let unwritable = |source| OutputError::Unwritable { path: folder.clone(), source };
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    let claim = |(name, page)| -> Result<(Claim, Vec<u8>), OutputError> {
        Ok((OutputPath::new(folder.join(name)).claim(&MAN_PAGE, arguments.force.force)?, page))
    };
    let claimed: Vec<(Claim, Vec<u8>)> = pages.into_iter().map(claim).collect::<Result<_, _>>()?;
    let count = claimed.len();
    claimed.into_iter().try_for_each(|(claim, page)| claim.write(page))?;
    Ok(writeln!(std::io::stdout().lock(), "{count} pages in {}", folder.display())?)
}

/// Collects the pages of a command and of those below it, with the names of their files.
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    let source = concat!("lucena ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).date(source_date()).source(source).manual("Chess");
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), tidied(&String::from_utf8_lossy(&page)).into_bytes()));
    command.get_subcommands().try_for_each(|below| collect(below, pages))
}

/// Returns a page without the empty lines and the white space at the end of lines of which mandoc warns, and with a usual
/// heading for what stands below the options.
fn tidied(page: &str) -> String {
    let page = page.replace("\n.br\n\n.br\n", "\n.sp\n").replace("\n.SH EXTRA\n", "\n.SH NOTES\n");
    page.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
