//! An engine that says it is ready searches without delay.

use std::sync::Arc;

use lucena::engine::{Configuration, Engine};
use lucena::tablebase::EmbeddedTables;

use crate::support::configuration;

#[test]
fn a_ready_engine_has_opened_the_tables_inside_the_program() {
    // No other engine has opened these.
    let tables = Arc::new(EmbeddedTables::new());
    let embedded = Arc::clone(&tables);
    let engine = Engine::new(Configuration { embedded, ..configuration() }).unwrap();
    engine.make_ready();
    let opened = tables.bytes();
    tables.verify().unwrap();
    assert!(opened > 0);
    assert_eq!(opened, tables.bytes());
}
