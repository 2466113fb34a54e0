//! Who may ask: the host and the origin of a request, and its token; and what a browser may do with an answer.

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;
use super::state::Shared;

/// The cookie that holds the token in a browser.
const COOKIE: &str = "lucena";
/// The word of an address that has the token, once.
const TOKEN: &str = "token";

/// What a browser may do with an answer: run the page's own script, show its style and pictures, ask this server, and nothing
/// else.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
             frame-ancestors 'none'; form-action 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Lets a request through to its route, or refuses it.
pub async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match checked(&shared, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(entered)) => entered,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    response
}

/// Checks a request. Returns an answer if it needs no route: a browser that has just named the token.
fn checked(shared: &Shared, request: &Request) -> Result<Option<Response>, Refusal> {
    check_host(shared, request)?;
    check_origin(shared, request)?;
    match &shared.settings.token {
        Some(token) => check_token(token, request),
        None => Ok(None),
    }
}

/// A page of another site can name this server by a host of its own.
fn check_host(shared: &Shared, request: &Request) -> Result<(), Refusal> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    let of_address = request.uri().authority().map(Authority::as_str);
    let hosts = &shared.hosts;
    if named.next().is_none() && hosts.has(host) && of_address.is_none_or(|host| hosts.has(host)) {
        return Ok(());
    }
    let words = format!("the request names a foreign host; allowed: {}", hosts.shown());
    Err(Refusal::new(StatusCode::FORBIDDEN, words))
}

/// Another site may link to the page, and do nothing else.
fn check_origin(shared: &Shared, request: &Request) -> Result<(), Refusal> {
    let headers = request.headers();
    let is_own = |origin: &HeaderValue| {
        let host = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        host.is_some_and(|host| shared.hosts.has(host))
    };
    let says = |name: &str, word: &[u8]| headers.get(name).is_some_and(|value| value.as_bytes() == word);
    let is_link = request.method() == Method::GET
        && request.uri().path() == "/"
        && says("sec-fetch-mode", b"navigate")
        && says("sec-fetch-dest", b"document");
    let is_foreign = headers.contains_key("sec-fetch-site")
        && !says("sec-fetch-site", b"same-origin")
        && !says("sec-fetch-site", b"none");
    if headers.get_all(header::ORIGIN).iter().all(is_own) && (!is_foreign || is_link) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::FORBIDDEN, "the request comes from a foreign page"))
}

fn check_token(token: &str, request: &Request) -> Result<Option<Response>, Refusal> {
    let headers = request.headers();
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if bearer.and_then(|value| value.strip_prefix("Bearer ")).is_some_and(|named| is_same(named, token)) {
        return Ok(None);
    }
    if cookies(headers).any(|(name, value)| name == COOKIE && is_same(value, token)) {
        return Ok(None);
    }
    let named = request.uri().query().and_then(named_token);
    if request.method() == Method::GET && named.is_some_and(|named| is_same(named, token)) {
        return Ok(Some(entered(token, request.uri())));
    }
    Err(Refusal::new(
        StatusCode::UNAUTHORIZED,
        "the token is missing or wrong; name it in the header `Authorization: Bearer TOKEN`, or open /?token=TOKEN",
    ))
}

fn named_token(query: &str) -> Option<&str> {
    query
        .split('&')
        .filter_map(|word| word.split_once('='))
        .find(|(name, _)| *name == TOKEN)
        .map(|(_, value)| value)
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

/// Gives a browser the cookie, and sends it to the same address without the token.
fn entered(token: &str, address: &Uri) -> Response {
    let rest = address.query().unwrap_or_default().split('&').filter(|word| !word.starts_with("token="));
    let rest = rest.collect::<Vec<_>>().join("&");
    // Two slashes at the beginning would name another host.
    let path = format!("/{}", address.path().trim_start_matches('/'));
    let place = if rest.is_empty() { path } else { format!("{path}?{rest}") };
    let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
    (StatusCode::SEE_OTHER, [(header::LOCATION, place), (header::SET_COOKIE, cookie)]).into_response()
}

/// Compares in a time that says nothing about where two texts differ.
fn is_same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |differs, (one, other)| differs | (one ^ other));
    one.len() == other.len() && differs == 0
}
