//! The names by which a server may be asked. A page of another site could reach it by a name of its own, which then is none of these.

use std::net::{IpAddr, SocketAddr};

/// The port that a browser leaves out.
const USUAL_PORT: u16 = 80;

/// The names of a server.
pub struct Hosts {
    /// In small letters, with the port.
    names: Vec<String>,
    port: u16,
    /// Whether the server listens on all addresses of its machine.
    is_everywhere: bool,
}

impl Hosts {
    /// The names of a server at this address: those of the machine itself, and the address.
    pub fn of(address: SocketAddr) -> Hosts {
        let (port, ip) = (address.port(), address.ip());
        let own = (!ip.is_unspecified() && !ip.is_loopback()).then(|| bracketed(ip));
        let names = ["localhost", "127.0.0.1", "[::1]"].into_iter().map(str::to_owned).chain(own);
        let names = names.flat_map(|name| {
            let short = (port == USUAL_PORT).then(|| name.clone());
            std::iter::once(format!("{name}:{port}")).chain(short)
        });
        Hosts { names: names.collect(), port, is_everywhere: ip.is_unspecified() }
    }

    /// Returns whether a host, with its port, is one of these. Numbers are no names that somebody else could give a server.
    pub fn has(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let is_number = || host.parse::<SocketAddr>().is_ok_and(|address| address.port() == self.port);
        self.names.contains(&host) || self.is_everywhere && is_number()
    }

    /// Returns them for a message.
    pub fn shown(&self) -> String {
        self.names.join(", ")
    }
}

fn bracketed(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(address: &str, host: &str) -> bool {
        Hosts::of(address.parse().unwrap()).has(host)
    }

    #[test]
    fn a_server_of_one_machine_has_its_names_and_no_other() {
        for host in ["127.0.0.1:8085", "localhost:8085", "LocalHost:8085", "[::1]:8085"] {
            assert!(has("127.0.0.1:8085", host), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "192.168.1.20:8085", "evil.example:8085", "", "localhost:8085:8085"]
        {
            assert!(!has("127.0.0.1:8085", host), "{host}");
        }
        assert!(has("127.0.0.1:80", "localhost") && !has("127.0.0.1:8080", "localhost"));
    }

    #[test]
    fn a_server_that_others_reach_has_its_address_and_one_on_all_addresses_has_each_of_them() {
        assert!(has("192.168.1.20:8085", "192.168.1.20:8085") && has("192.168.1.20:8085", "localhost:8085"));
        assert!(!has("192.168.1.20:8085", "192.168.1.21:8085"));
        for host in ["192.168.1.20:8085", "[fe80::1]:8085", "localhost:8085"] {
            assert!(has("0.0.0.0:8085", host), "{host}");
        }
        for host in ["evil.example:8085", "192.168.1.20:80", "192.168.1.20"] {
            assert!(!has("0.0.0.0:8085", host), "{host}");
        }
    }
}
