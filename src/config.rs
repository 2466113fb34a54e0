//! engine.toml.
