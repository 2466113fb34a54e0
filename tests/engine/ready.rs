//! An engine that says it is ready searches without delay.

use lucena::tablebase::EmbeddedWdl;

use crate::alone::alone;
use crate::support;

#[test]
fn a_ready_engine_has_opened_the_tables_inside_the_program() {
    // No other test may have opened the tables.
    alone("ready::a_ready_engine_has_opened_the_tables_inside_the_program", || {
        let engine = support::engine(|_| {});
        engine.make_ready();
        let opened = EmbeddedWdl::shared().bytes();
        EmbeddedWdl::shared().verify().unwrap();
        assert!(opened > 0);
        assert_eq!(opened, EmbeddedWdl::shared().bytes());
    });
}
