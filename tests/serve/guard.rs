//! Who may ask, and how much.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::Server;
use crate::user_folders;

const POSITION: &str = "/api/position?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1";

fn with_host(server: &Server, host: &str) -> u16 {
    server
        .raw(format!("GET {POSITION} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
        .status
}

#[test]
fn only_the_names_of_this_machine_are_answered() {
    let server = Server::start();
    let port = server.host.rsplit(':').next().unwrap();
    for host in
        [&server.host, &format!("localhost:{port}"), &format!("LOCALHOST:{port}"), &format!("[::1]:{port}")]
    {
        assert_eq!(with_host(&server, host), 200, "{host}");
    }
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1",
        "127.0.0.1:1",
        "",
        &format!("x@127.0.0.1:{port}"),
    ] {
        assert_eq!(with_host(&server, host), 403, "{host}");
    }
    let twice = format!(
        "GET {POSITION} HTTP/1.1\r\nHost: {0}\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        server.host
    );
    assert_eq!(server.raw(twice.as_bytes()).status, 403);
    let absolute = format!(
        "GET http://evil.example{POSITION} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.host
    );
    assert_eq!(server.raw(absolute.as_bytes()).status, 403);
    let none = format!("GET {POSITION} HTTP/1.0\r\n\r\n");
    assert_eq!(server.raw(none.as_bytes()).status, 403);
}

#[test]
fn a_foreign_page_is_refused_and_the_servers_own_is_not() {
    let server = Server::start();
    let own = format!("Origin: http://{}\r\n", server.host);
    assert_eq!(server.ask("GET", POSITION, &own, b"").status, 200);
    for foreign in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1.evil.example"] {
        let refusal =
            server.ask("POST", "/api/jobs/1/pause", &format!("Origin: {foreign}\r\n"), b"").refused(403);
        assert!(refusal.contains("foreign page"), "{foreign}: {refusal}");
    }
    assert_eq!(server.ask("GET", POSITION, "Sec-Fetch-Site: cross-site\r\n", b"").status, 403);
    assert_eq!(server.ask("GET", POSITION, "Sec-Fetch-Site: same-origin\r\n", b"").status, 200);
    // A link to the page may stand anywhere.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(server.ask("GET", "/?fen=x", link, b"").status, 200);
    assert_eq!(server.ask("GET", POSITION, link, b"").status, 403);
    assert_eq!(server.ask("GET", "/", &link.replace("document", "iframe"), b"").status, 403);
}

#[test]
fn every_answer_tells_a_browser_to_load_nothing_from_elsewhere() {
    let server = Server::start();
    for path in [
        "/",
        "/assets/serve/assets/main.mjs",
        "/assets/page/style.css",
        "/openapi.json",
        "/nowhere",
        POSITION,
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"),
            "{path}: {policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
}

#[test]
fn a_file_of_the_machine_is_never_given() {
    let server = Server::start();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2fetc%2fpasswd",
        "//etc/passwd",
        "/assets/",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let script = server.get("/assets/page/script/board.mjs");
    assert_eq!((script.status, script.header("content-type")), (200, Some("text/javascript; charset=utf-8")));
}

#[test]
fn a_body_beyond_sixteen_mebibytes_is_refused() {
    let server = Server::start();
    let large = vec![b' '; (16 << 20) + 1];
    for path in ["/api/game", "/api/analyse", "/api/review"] {
        let refusal = server.ask("POST", path, "Content-Type: text/plain\r\n", &large).refused(413);
        assert!(refusal.contains("at most 16 MiB"), "{path}: {refusal}");
    }
    let refusal = server.ask("POST", "/api/solve", "Content-Type: application/json\r\n", &large).refused(413);
    assert!(refusal.contains("at most 16 MiB"), "{refusal}");
}

#[test]
fn a_token_is_needed_on_every_route_and_a_browser_gets_a_cookie_for_it() {
    let server = Server::with(&["--token", "secret-token"]);
    for path in ["/", "/assets/serve/assets/main.mjs", "/openapi.json", POSITION, "/nowhere"] {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    for wrong in
        ["Authorization: Bearer secret-toke\r\n", "Authorization: secret-token\r\n", "Cookie: lucena=x\r\n"]
    {
        assert_eq!(server.ask("GET", "/", wrong, b"").status, 401, "{wrong}");
    }
    assert_eq!(server.ask("GET", POSITION, "Authorization: Bearer secret-token\r\n", b"").status, 200);
    let entered = server.get("/?token=secret-token");
    assert_eq!((entered.status, entered.header("location")), (303, Some("/")));
    let cookie = entered.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: other=1; {}\r\n", cookie.split(';').next().unwrap());
    assert_eq!(server.ask("GET", "/", &cookie, b"").status, 200);
    // Two slashes would name another host.
    assert_eq!(server.get("//evil.example/?token=secret-token").header("location"), Some("/evil.example/"));
    assert_eq!(server.post("/api/game?token=secret-token", "1. e4 *").status, 401);
}

#[test]
fn another_address_needs_a_token_and_a_token_has_to_fit_into_an_address() {
    for options in [&["--host", "0.0.0.0"][..], &["--token", "short"], &["--token", "with spaces in it"]] {
        let home = tempfile::tempdir().unwrap();
        let mut command = user_folders::program(home.path());
        let ran = command.args(["serve", "--port", "0"]).args(options).output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn a_thousand_connections_that_say_nothing_keep_nobody_out() {
    let mut server = Server::start();
    let mut silent: Vec<TcpStream> = Vec::new();
    for number in 0..1_000 {
        // Whoever comes last pushes out whoever was silent longest; the test itself may run out of files.
        let Ok(mut stream) = TcpStream::connect(&server.host) else { break };
        if number % 2 == 0 {
            let _ = stream.write_all(b"GET /standard?fen=");
        }
        silent.push(stream);
        if silent.len() > 700 {
            silent.remove(0);
        }
    }
    assert_eq!(server.get(POSITION).status, 200);
    let mut oldest = silent.remove(0);
    oldest.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert!(matches!(oldest.read(&mut [0; 64]), Ok(0) | Err(_)), "the longest silent one is closed");
    assert!(server.runs());
}
