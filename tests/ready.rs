//! An engine that says it is ready searches without delay. Alone in its file: no other test may have opened the tables.
#![allow(clippy::unwrap_used)] // A test may fail by panicking.

mod support;

use lucena::tablebase::EmbeddedWdl;

#[test]
fn a_ready_engine_has_opened_the_tables_inside_the_program() {
    let engine = support::engine(|_| {});
    engine.make_ready();
    let opened = EmbeddedWdl::shared().bytes();
    EmbeddedWdl::shared().verify().unwrap();
    assert!(opened > 0);
    assert_eq!(opened, EmbeddedWdl::shared().bytes());
}
