//! A hub on the loopback device that serves the official files and counts what it served.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::world::official;

/// How the hub answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// With the official file, as if from elsewhere: by a redirect.
    Good,
    /// With another file of the same length.
    Wrong,
    /// With half of the file.
    CutOff,
}

pub struct Hub {
    pub endpoint: String,
    served: Arc<Mutex<Vec<String>>>,
}

impl Hub {
    /// Serves until the test process ends.
    pub fn start(manner: Manner) -> Hub {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let served = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&served);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let log = Arc::clone(&log);
                // A client may hang up early; that is its business.
                thread::spawn(move || serve(&stream.unwrap(), manner, &log));
            }
        });
        Hub { endpoint, served }
    }

    /// Returns the files sent, sorted by name.
    pub fn served(&self) -> Vec<String> {
        let mut served = self.served.lock().unwrap().clone();
        served.sort();
        served
    }
}

fn serve(mut stream: &TcpStream, manner: Manner, log: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().unwrap()?;
    while !lines.next().unwrap()?.is_empty() {}
    let path = request.split(' ').nth(1).unwrap();
    if let Some(name) = path.strip_prefix("/sentence-transformers/all-MiniLM-L6-v2/resolve/main/") {
        let head = format!("HTTP/1.1 302 Found\r\nLocation: /blob/{name}\r\nContent-Length: 0\r\n");
        return write!(stream, "{head}Connection: close\r\n\r\n");
    }
    let name = path.strip_prefix("/blob/").unwrap();
    let mut bytes = std::fs::read(official().join(name)).unwrap();
    log.lock().unwrap().push(name.to_owned());
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", bytes.len())?;
    match manner {
        Manner::Good => {}
        Manner::Wrong => bytes[1000] ^= 1,
        Manner::CutOff => bytes.truncate(bytes.len() / 2),
    }
    stream.write_all(&bytes)
}
