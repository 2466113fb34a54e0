//! The short help of a session.

/// What people type beside the protocol, and what it does.
const COMMANDS: [(&str, &str); 10] = [
    ("d", "shows the position"),
    ("eval", "shows the static value of the position and its parts"),
    ("flip", "exchanges the colours of the position"),
    ("go perft N", "counts the move paths of N half-moves"),
    ("bench [DEPTH]", "searches fixed positions; its nodes are the same on every machine"),
    ("speedtest [THREADS HASH SECONDS]", "measures the nodes a second"),
    ("export_net [FILE]", "writes the networks to a new file, which the option EvalFile reads"),
    ("compiler", "says how this program was built"),
    ("help", "shows this"),
    ("quit", "ends lucena"),
];

/// Returns the help in lines.
pub(in crate::uci) fn help_lines() -> Vec<String> {
    let head = [
        concat!(
            "lucena ",
            env!("CARGO_PKG_VERSION"),
            " speaks UCI, the protocol between chess engines and GUIs."
        ),
        "GUIs send uci, isready, ucinewgame, setoption, position, go, stop and ponderhit. People can also type:",
    ];
    let width = COMMANDS.iter().map(|(usage, _)| usage.len()).max().unwrap_or(0);
    let rows = COMMANDS.iter().map(|(usage, does)| format!("  {usage:width$}  {does}"));
    let tail = [
        "uci lists the options. lucena --help lists the commands of the command line, which solve, review,",
        "explain and serve. docs/options.md and docs/commands.md describe all of them.",
    ];
    head.into_iter().map(str::to_owned).chain(rows).chain(tail.map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::read_line;

    #[test]
    fn every_command_of_the_help_is_read_as_it_stands_there() {
        for (usage, _) in COMMANDS {
            let words = usage.split(" [").next().unwrap().replace(" N", " 1");
            let command = read_line(&words).command.map(|command| command.to_string());
            assert_eq!(command.as_deref(), Some(words.as_str()));
        }
    }
}
