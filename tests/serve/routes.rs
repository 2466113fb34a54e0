//! The description of the routes, and the end of the server.

use std::collections::BTreeSet;

use crate::client::Server;

/// The routes of docs/serve.md: method and path.
fn documented() -> BTreeSet<(String, String)> {
    let page = include_str!("../../docs/serve.md");
    let mut routes = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let first = row.split('|').nth(1).unwrap();
        for word in first.split('`').filter(|word| word.contains(" /")) {
            let (method, path) = word.split_once(' ').unwrap();
            let path = path.replace("/ID", "/{id}").replace("/NAME", "/{name}").replace("/PLACE", "/{place}");
            routes.insert((method.to_owned(), path));
        }
    }
    routes
}

#[test]
fn the_description_has_every_route_of_the_documentation_and_no_other() {
    let description = Server::start().get("/openapi.json").good();
    let mut described = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            described.insert((method.to_uppercase(), path.clone()));
        }
    }
    assert!(described.len() > 20);
    assert_eq!(described, documented());
}

#[test]
fn every_described_route_is_there_and_refuses_other_methods() {
    let server = Server::start();
    let description = server.get("/openapi.json").good();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "1").replace("{name}", "krk").replace("{place}", "page/style.css");
        let refusal = server.ask("PATCH", &path, "", b"").refused(405);
        assert!(refusal.contains("openapi.json"), "{path}: {refusal}");
        for method in methods.as_object().unwrap().keys() {
            let status = server.ask(&method.to_uppercase(), &path, "", b"").status;
            assert_ne!(status, 405, "{method} {path}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_cleanly_and_soon() {
    let server = Server::start();
    let _search = server.events("/api/search?fen=8/8/1p6/8/1P6/8/k7/2K5_w_-_-_0_1");
    let begin = std::time::Instant::now();
    let status = server.interrupt();
    assert!(status.success(), "{status}");
    assert!(begin.elapsed().as_secs() < 10);
}

#[cfg(unix)]
#[test]
fn an_interrupt_right_after_the_address_ends_the_server_cleanly() {
    let status = Server::start().interrupt();
    assert!(status.success(), "{status}");
}

#[test]
fn the_first_answer_comes_soon_after_the_start() {
    // A debug build is slower than what users run; docs/serve.md has the figure of a release.
    let begin = std::time::Instant::now();
    let server = Server::start();
    assert_eq!(server.get("/api/about").status, 200);
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}
