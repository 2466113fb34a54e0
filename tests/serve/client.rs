//! A server with a home of its own, and a small client that says exactly what a test wants to say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::user_folders;

/// The longest that a test waits for anything.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A running server. It is killed when it is dropped.
pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
    /// The folder of its journals and tables, unless that outlives it.
    _home: Option<tempfile::TempDir>,
}

/// What a server has answered.
pub struct Answer {
    pub status: u16,
    /// The names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Server {
    /// Starts a server.
    pub fn start() -> Server {
        Server::with(&[])
    }

    /// Starts a server with these options.
    pub fn with(options: &[&str]) -> Server {
        let home = tempfile::tempdir().unwrap();
        let mut server = Server::in_home(home.path(), options);
        server._home = Some(home);
        server
    }

    /// Starts a server with this home, which outlives it.
    pub fn in_home(home: &Path, options: &[&str]) -> Server {
        let mut command = user_folders::program(home);
        let command = command.args(["serve", "--port", "0"]).args(options);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        Server { child, host, _home: None }
    }

    /// Kills the server at once, as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end as Ctrl-C does, and waits.
    #[cfg(unix)]
    pub fn interrupt(mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap()
    }

    /// Whether it still runs.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Sends these bytes on a connection of their own, and gives the answer.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server may refuse before it has read everything.
        let _ = stream.write_all(request);
        Answer::read(&mut BufReader::new(stream))
    }

    /// Opens a connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request with these headers.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n",
            self.host
        );
        self.raw(&[head.as_bytes(), body].concat())
    }

    /// Gets an address.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"")
    }

    /// Posts a text.
    pub fn post(&self, path: &str, text: &str) -> Answer {
        self.ask("POST", path, "Content-Type: text/plain\r\n", text.as_bytes())
    }

    /// Posts an object.
    pub fn post_json(&self, path: &str, object: &Value) -> Answer {
        self.ask("POST", path, "Content-Type: application/json\r\n", object.to_string().as_bytes())
    }

    /// Watches an address that gives events.
    pub fn events(&self, path: &str) -> Events {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host).unwrap();
        let mut reader = BufReader::new(stream);
        let (status, headers) = head(&mut reader);
        assert_eq!(status, 200, "{path}");
        assert!(headers.contains(&("content-type".to_owned(), "text/event-stream".to_owned())));
        Events { reader, text: String::new() }
    }

    /// Waits until a job is in one of these states, and gives it.
    pub fn job(&self, id: &Value, states: &[&str]) -> Value {
        let path = format!("/api/jobs/{}", id.as_str().unwrap());
        until(|| Some(self.get(&path).json()).filter(|job| states.contains(&job["state"].as_str().unwrap())))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something is there.
pub fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < PATIENCE, "it does not come");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Reads the head of an answer: its status, and its headers.
fn head(reader: &mut impl BufRead) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {line:?}")).parse().unwrap();
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    (status, headers)
}

impl Answer {
    fn read(reader: &mut impl BufRead) -> Answer {
        let (status, headers) = head(reader);
        let mut rest = Vec::new();
        // What refuses a body that is too large may end the connection roughly.
        let _ = reader.read_to_end(&mut rest);
        let is_chunked = headers.contains(&("transfer-encoding".to_owned(), "chunked".to_owned()));
        let body = if is_chunked { without_chunks(&rest) } else { rest };
        Answer { status, headers, body: String::from_utf8(body).unwrap() }
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body))
    }

    /// The body of an answer that is right.
    pub fn good(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.body);
        self.json()
    }

    /// Why it is refused, with this status.
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        self.json()["error"].as_str().unwrap().to_owned()
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn without_chunks(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|pair| pair == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 2 + length + 2..];
    }
}

/// Events as they come. Dropped, the connection closes.
pub struct Events {
    reader: BufReader<TcpStream>,
    text: String,
}

impl Iterator for Events {
    type Item = (String, Value);

    /// The next event: its kind and its data.
    fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let found = field("event: ").zip(field("data: "));
                self.text = rest.to_owned();
                match found {
                    Some((kind, data)) => return Some((kind, serde_json::from_str(&data).unwrap())),
                    None => continue,
                }
            }
            let mut size = String::new();
            self.reader.read_line(&mut size).unwrap();
            let size = usize::from_str_radix(size.trim(), 16).ok().filter(|size| *size > 0)?;
            let mut chunk = vec![0; size + 2];
            self.reader.read_exact(&mut chunk).unwrap();
            self.text.push_str(std::str::from_utf8(&chunk[..size]).unwrap());
        }
    }
}
