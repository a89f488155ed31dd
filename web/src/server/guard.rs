//! Who may send requests. A request can start programs, so every one passes here: the right host,
//! no foreign page, the secret, JSON for changes, no change on a read-only server.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::token::Token;
use crate::error::ApiError;

/// The policy of all pages: nothing from elsewhere, no script or style within a page.
const POLICY: &str = "default-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob:; \
                      connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Requests by POST that change nothing.
const HARMLESS: [&str; 2] = ["/api/learn/", "/api/play"];

/// What a browser without the secret sees.
const STRANGER: &str = include_str!("stranger.html");

/// What a request must fit.
#[derive(Debug)]
pub struct Gate {
    hosts: Vec<String>,
    cookie: String,
    token: Token,
    read_only: bool,
}

impl Gate {
    /// For a server at an address.
    #[must_use]
    pub fn new(address: SocketAddr, token: Token, read_only: bool) -> Gate {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        if address.ip().is_loopback() {
            hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        Gate {
            hosts,
            cookie: format!("gametree_{port}"),
            token,
            read_only,
        }
    }

    /// A name of this computer that a page elsewhere cannot make point here (against DNS
    /// rebinding). A server for all addresses of a computer may be called by any number, never by a
    /// foreign name.
    fn knows(&self, host: &str) -> bool {
        let numbers = |host: &str| host.parse::<SocketAddr>().is_ok();
        let everywhere =
            self.hosts[0].starts_with("0.0.0.0:") || self.hosts[0].starts_with("[::]:");
        self.hosts.iter().any(|known| known == host) || (everywhere && numbers(host))
    }

    fn right_host(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .unwrap_or("");
        if self.knows(host) {
            return Ok(());
        }
        Err(ApiError::forbidden("unknown host name").hint(format!("use http://{}", self.hosts[0])))
    }

    fn no_foreign_page(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let ours = |origin: &str| {
            origin
                .strip_prefix("http://")
                .is_some_and(|host| self.knows(host))
        };
        let foreign_origin = text("origin").is_some_and(|origin| !ours(origin));
        let foreign_site = text("sec-fetch-site").is_some_and(|site| site == "cross-site")
            && text("sec-fetch-mode").is_some_and(|mode| mode != "navigate");
        if foreign_origin || foreign_site {
            return Err(ApiError::forbidden("requests from other sites are refused"));
        }
        Ok(())
    }

    /// By cookie, or `Authorization: Bearer` for scripts.
    fn knows_secret(&self, headers: &HeaderMap) -> bool {
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        let cookies = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let pairs = cookies
            .flat_map(|all| all.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let mut ours = pairs
            .filter(|(name, _)| *name == self.cookie)
            .map(|(_, value)| value);
        bearer.is_some_and(|text| self.token.is(text)) || ours.any(|text| self.token.is(text))
    }

    fn may_change(&self, request: &Request) -> Result<(), ApiError> {
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            return Ok(());
        }
        let path = request.uri().path();
        let harmless = HARMLESS.iter().any(|start| path.starts_with(start));
        if self.read_only && !harmless {
            return Err(
                ApiError::forbidden("read-only server: nothing can be changed")
                    .hint("it was started with --read-only"),
            );
        }
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok());
        let json = kind
            .is_some_and(|kind| kind.split(';').next().unwrap_or("").trim() == "application/json");
        if json {
            return Ok(());
        }
        Err(ApiError {
            status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ..ApiError::bad("only JSON is accepted")
        }
        .hint("send Content-Type: application/json"))
    }

    fn grant(&self, request: &Request) -> Result<(), Box<Response>> {
        let (headers, uri) = (request.headers(), request.uri());
        let refuse = |refusal: ApiError| Box::new(refusal.into_response());
        self.right_host(headers).map_err(refuse)?;
        self.no_foreign_page(headers).map_err(refuse)?;
        if let Some(clean) = self.arrival(request) {
            return Err(Box::new(self.welcome(&clean)));
        }
        if !self.knows_secret(headers) {
            return Err(Box::new(stranger(uri)));
        }
        self.may_change(request).map_err(refuse)
    }

    /// The address without its secret, where a page is asked for with the right one.
    fn arrival(&self, request: &Request) -> Option<String> {
        let uri = request.uri();
        let query = uri.query()?;
        let token = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))?;
        let page = *request.method() == Method::GET
            && !uri.path().starts_with("/api/")
            && uri.path() != "/ws";
        let rest: Vec<&str> = query
            .split('&')
            .filter(|pair| !pair.starts_with("token="))
            .collect();
        let rest = if rest.is_empty() {
            String::new()
        } else {
            format!("?{}", rest.join("&"))
        };
        // Two slashes would be an address elsewhere.
        let path = uri.path().trim_start_matches('/');
        (page && self.token.is(token)).then(|| format!("/{path}{rest}"))
    }

    /// The secret goes into a cookie and out of the address.
    fn welcome(&self, clean: &str) -> Response {
        let cookie = format!(
            "{}={}; HttpOnly; SameSite=Strict; Path=/",
            self.cookie,
            self.token.text()
        );
        let headers = [
            (header::LOCATION, clean.to_string()),
            (header::SET_COOKIE, cookie),
        ];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

fn stranger(uri: &Uri) -> Response {
    if uri.path().starts_with("/api/") || uri.path() == "/ws" {
        let refusal = ApiError {
            status: StatusCode::UNAUTHORIZED,
            ..ApiError::forbidden("the token is missing or wrong")
        };
        return refusal
            .hint("send Authorization: Bearer TOKEN; `gametree serve` prints it")
            .into_response();
    }
    (
        StatusCode::UNAUTHORIZED,
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        STRANGER,
    )
        .into_response()
}

/// The middleware.
pub async fn check(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = match gate.grant(&request) {
        Ok(()) => next.run(request).await,
        Err(response) => *response,
    };
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value))
    };
    set("content-security-policy", POLICY);
    set("x-content-type-options", "nosniff");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    if api {
        set("cache-control", "no-store");
    }
    response
}
