//! Notes with which compiler and for which processor lucena is built, for the session's command `compiler`.

use std::process::Command;

/// What cargo knows about the build, and the name under which the program reads it.
const NOTED: [(&str, &str); 3] = [
    ("TARGET", "LUCENA_TARGET"),
    ("OPT_LEVEL", "LUCENA_OPTIMISATION"),
    ("CARGO_CFG_TARGET_FEATURE", "LUCENA_TARGET_FEATURES"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=LUCENA_COMPILER={}", compiler().unwrap_or_else(|| "unknown".to_owned()));
    for (known, noted) in NOTED {
        println!(
            "cargo::rustc-env={noted}={}",
            std::env::var(known).unwrap_or_else(|_| "unknown".to_owned())
        );
    }
}

/// Returns the name and version of the compiler; `None` if it does not answer.
fn compiler() -> Option<String> {
    let answer = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    String::from_utf8(answer.stdout).ok()?.lines().next().map(str::to_owned)
}
