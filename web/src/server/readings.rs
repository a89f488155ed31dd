//! GETs of the interface, each computed once for all who wait for it.
//!
//! An address is computed by one task at a time. Who asks meanwhile waits for the next turn, so that
//! nobody gets what was computed before they asked:
//!
//! ```text
//!   asked   a         b c d         e
//!   turn    |── 1 ──|  rest  |── 2 ──|  rest  |── 3 ──|
//!   answers         a                b c d            e
//! ```
//!
//! A reading is kept with its entity tag. As long as the interface says that nothing has changed, it
//! is handed out again. An address with a crowd rests after each turn, so that reading it takes a
//! share of a processor only, however many read; who reads alone never waits for that.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tower::ServiceExt;

use crate::error::ApiError;

/// After a turn for several clients an address rests this many times as long as the turn took,
const RESTS: u32 = 3;
/// and never longer than this.
const LONGEST_REST: Duration = Duration::from_millis(100);

/// How many readings are kept, and how many bytes of them.
const KEPT: usize = 256;
const KEPT_BYTES: usize = 32 << 20;

/// A response, shared by all who asked for it.
#[derive(Debug)]
pub struct Reading {
    /// No two readings have the same.
    pub number: u64,
    /// The status.
    pub status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
    value: OnceLock<Value>,
}

/// A reading and when it was true.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Grows with every turn of the address.
    pub number: u64,
    /// What was read.
    pub reading: Arc<Reading>,
}

/// Those whose turn begins, and what was read last.
struct BegunTurn {
    waiting: watch::Sender<Option<Turn>>,
    kept: Option<Arc<Reading>>,
}

/// An address that somebody waits for, or whose last reading is kept.
#[derive(Default)]
struct Address {
    is_computed: bool,
    /// Those who wait for the next turn.
    next: Option<watch::Sender<Option<Turn>>>,
    kept: Option<Arc<Reading>>,
    used: Option<Instant>,
    rests_until: Option<Instant>,
}

/// All readings of a server.
pub struct Readings {
    inside: Router,
    addresses: Mutex<HashMap<String, Address>>,
    turns: AtomicU64,
    computed: AtomicU64,
}

impl Reading {
    /// The entity tag.
    #[must_use]
    pub fn tag(&self) -> Option<&HeaderValue> {
        self.headers.get(header::ETAG)
    }

    /// The body; null where it is no JSON.
    pub fn value(&self) -> &Value {
        self.value
            .get_or_init(|| serde_json::from_slice(&self.body).unwrap_or_default())
    }

    /// How long the body is.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.body.len()
    }

    /// As a response; without the body for a client that has it already.
    fn response(&self, known: Option<&HeaderValue>) -> Response {
        match self.tag().filter(|tag| Some(*tag) == known) {
            Some(tag) => {
                let tag = [(header::ETAG, tag.clone())];
                (StatusCode::NOT_MODIFIED, tag).into_response()
            }
            None => (self.status, self.headers.clone(), self.body.clone()).into_response(),
        }
    }
}

impl Readings {
    /// Of an interface.
    #[must_use]
    pub fn new(inside: Router) -> Arc<Readings> {
        Arc::new(Readings {
            inside,
            addresses: Mutex::default(),
            turns: AtomicU64::new(0),
            computed: AtomicU64::new(0),
        })
    }

    /// How many readings have been computed.
    #[must_use]
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    /// Reads an address. What is returned was true after this was called.
    pub async fn get(self: &Arc<Self>, address: &str) -> Turn {
        let mut next = self.wait_for(address);
        let turn = next.wait_for(Option::is_some).await;
        let turn = turn.ok().and_then(|turn| turn.clone());
        turn.unwrap_or_else(|| self.broken())
    }

    /// A place in the next turn of an address.
    fn wait_for(self: &Arc<Self>, address: &str) -> watch::Receiver<Option<Turn>> {
        let mut addresses = self.addresses();
        let place = addresses.entry(address.to_owned()).or_default();
        let next = place.next.get_or_insert_with(|| watch::channel(None).0);
        let next = next.subscribe();
        if !std::mem::replace(&mut place.is_computed, true) {
            let readings = Arc::clone(self);
            let address = address.to_owned();
            tokio::spawn(async move { readings.take_turns(&address).await });
        }
        next
    }

    fn addresses(&self) -> MutexGuard<'_, HashMap<String, Address>> {
        self.addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes an address until nobody waits for it.
    async fn take_turns(self: Arc<Self>, address: &str) {
        while let Some(rests_until) = self.next_turn(address) {
            if let Some(rests_until) = rests_until {
                sleep_until(rests_until).await;
            }
            let Some(BegunTurn { waiting, kept }) = self.begin(address) else {
                continue;
            };
            let begun = Instant::now();
            let number = self.turns.fetch_add(1, Ordering::Relaxed);
            let reading = self.compute(address, kept).await;
            let has_crowd = waiting.receiver_count() > 1;
            let rest = (RESTS * begun.elapsed()).min(LONGEST_REST);
            self.keep(address, &reading, has_crowd.then_some(rest));
            waiting.send_replace(Some(Turn { number, reading }));
        }
    }

    /// When the next turn may begin. None where nobody waits: then the task of the address ends.
    fn next_turn(&self, address: &str) -> Option<Option<Instant>> {
        let mut addresses = self.addresses();
        let place = addresses.get_mut(address)?;
        if place.next.is_some() {
            return Some(place.rests_until);
        }
        place.is_computed = false;
        if place.kept.is_none() {
            addresses.remove(address);
        }
        None
    }

    /// The next turn; none where nobody waits any more.
    fn begin(&self, address: &str) -> Option<BegunTurn> {
        let mut addresses = self.addresses();
        let place = addresses.get_mut(address)?;
        Some(BegunTurn {
            waiting: place.next.take()?,
            kept: place.kept.clone(),
        })
    }

    /// Asks the interface; what it says that has not changed is the same reading.
    async fn compute(&self, address: &str, kept: Option<Arc<Reading>>) -> Arc<Reading> {
        let mut request = Request::get(address);
        if let Some(tag) = kept.as_ref().and_then(|kept| kept.tag()) {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let response = match request.body(Body::empty()) {
            Ok(request) => {
                // A task of its own: should it break, the address does not.
                let asked = tokio::spawn(self.inside.clone().oneshot(request));
                asked.await.map_or_else(
                    |_| broken().into_response(),
                    |response| response.into_response(),
                )
            }
            Err(_) => ApiError::bad("not an address").into_response(),
        };
        match kept.filter(|_| response.status() == StatusCode::NOT_MODIFIED) {
            Some(kept) => kept,
            None => self.read(response).await,
        }
    }

    async fn read(&self, response: Response) -> Arc<Reading> {
        let (head, body) = response.into_parts();
        let (status, headers, body) = match to_bytes(body, usize::MAX).await {
            Ok(body) => (head.status, head.headers, body),
            Err(_) => return self.broken().reading,
        };
        Arc::new(Reading {
            number: self.computed.fetch_add(1, Ordering::Relaxed),
            status,
            headers,
            body,
            value: OnceLock::new(),
        })
    }

    /// What is read where nothing can be.
    fn broken(&self) -> Turn {
        Turn {
            number: self.turns.fetch_add(1, Ordering::Relaxed),
            reading: Arc::new(Reading {
                number: self.computed.fetch_add(1, Ordering::Relaxed),
                status: broken().status,
                headers: HeaderMap::new(),
                body: Bytes::new(),
                value: OnceLock::new(),
            }),
        }
    }

    /// Keeps a reading that can be asked for by its tag, for as long as there is room.
    fn keep(&self, address: &str, reading: &Arc<Reading>, rest: Option<Duration>) {
        let now = Instant::now();
        let mut addresses = self.addresses();
        let place = addresses.entry(address.to_owned()).or_default();
        place.used = Some(now);
        place.rests_until = rest.map(|rest| now + rest);
        let fits = reading.tag().is_some() && reading.bytes() <= KEPT_BYTES / 8;
        place.kept = fits.then(|| Arc::clone(reading));
        make_room(&mut addresses);
    }
}

/// Lets the readings go that were not asked for the longest.
fn make_room(addresses: &mut HashMap<String, Address>) {
    loop {
        let kept = || addresses.iter().filter(|(_, place)| place.kept.is_some());
        let bytes = |place: &Address| place.kept.as_ref().map_or(0, |kept| kept.bytes());
        let total: usize = kept().map(|(_, place)| bytes(place)).sum();
        if kept().count() <= KEPT && total <= KEPT_BYTES {
            return;
        }
        let Some(oldest) = kept().min_by_key(|(_, place)| place.used) else {
            return;
        };
        let oldest = oldest.0.clone();
        if let Some(place) = addresses.get_mut(&oldest) {
            place.kept = None;
            if !place.is_computed {
                addresses.remove(&oldest);
            }
        }
    }
}

fn broken() -> ApiError {
    ApiError::failed("the request failed; the log has the details")
}

/// The middleware: GETs of the interface are read together.
pub async fn share(
    State(readings): State<Arc<Readings>>,
    request: Request,
    next: Next,
) -> Response {
    let uri = request.uri();
    if *request.method() != Method::GET || !uri.path().starts_with("/api/") {
        return next.run(request).await;
    }
    let address = uri.path_and_query().map_or(uri.path(), |all| all.as_str());
    let turn = readings.get(address).await;
    turn.reading
        .response(request.headers().get(header::IF_NONE_MATCH))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use axum::routing::get;
    use tokio::sync::Semaphore;
    use tokio::task::JoinSet;

    use super::*;
    use crate::fresh::{Tag, fresh};

    async fn broken_handler() -> StatusCode {
        panic!("it breaks")
    }

    /// An interface that counts its computations, each of which waits for a permit.
    struct Slow {
        permits: Arc<Semaphore>,
        begun: Arc<AtomicUsize>,
        revision: Arc<AtomicU64>,
        readings: Arc<Readings>,
    }

    impl Slow {
        fn new(permits: usize) -> Slow {
            let permits = Arc::new(Semaphore::new(permits));
            let begun = Arc::new(AtomicUsize::new(0));
            let revision = Arc::new(AtomicU64::new(1));
            let (wait, count, now) = (permits.clone(), begun.clone(), revision.clone());
            let answer = move |headers: HeaderMap| async move {
                let tag = now.load(Ordering::SeqCst);
                let known = headers.get(header::IF_NONE_MATCH);
                if known.is_none_or(|known| *known != format!("\"{tag}\"")) {
                    count.fetch_add(1, Ordering::SeqCst);
                    wait.acquire().await.expect("open").forget();
                }
                fresh(&headers, Tag::of(tag), move || Ok(tag)).await
            };
            let router: Router = Router::new()
                .route("/api/slow", get(answer))
                .route("/api/broken", get(broken_handler));
            Slow {
                permits,
                begun,
                revision,
                readings: Readings::new(router),
            }
        }

        fn begun(&self) -> usize {
            self.begun.load(Ordering::SeqCst)
        }

        async fn until(&self, reached: impl Fn(&Slow) -> bool) {
            while !reached(self) {
                tokio::task::yield_now().await;
            }
        }

        fn waiting(&self) -> usize {
            let addresses = self.readings.addresses();
            let place = addresses.get("/api/slow");
            let next = place.and_then(|place| place.next.as_ref());
            next.map_or(0, |next| next.receiver_count())
        }

        /// This many clients that ask at once.
        fn crowd(&self, clients: usize) -> JoinSet<Turn> {
            (0..clients).fold(JoinSet::new(), |mut all, _| {
                let readings = Arc::clone(&self.readings);
                all.spawn(async move { readings.get("/api/slow").await });
                all
            })
        }
    }

    #[tokio::test]
    async fn a_crowd_is_answered_by_one_computation() {
        let slow = Slow::new(0);
        let first = slow.crowd(1);
        slow.until(|slow| slow.begun() == 1).await;
        // They come while the first one is answered: what it gets may be older than their question.
        let crowd = slow.crowd(200);
        slow.until(|slow| slow.waiting() == 200).await;
        slow.revision.store(2, Ordering::SeqCst);
        slow.permits.add_permits(2);
        assert_eq!(*first.join_all().await[0].reading.value(), 1);
        let answered = crowd.join_all().await;
        assert!(answered.iter().all(|turn| *turn.reading.value() == 2));
        let one = answered[0].reading.number;
        assert!(answered.iter().all(|turn| turn.reading.number == one));
        assert_eq!(slow.begun(), 2);
    }

    #[tokio::test]
    async fn what_has_not_changed_is_not_computed_again() {
        let slow = Slow::new(2);
        for _ in 0..20 {
            let turn = slow.readings.get("/api/slow").await;
            assert_eq!(*turn.reading.value(), 1);
        }
        assert_eq!(slow.begun(), 1);
        slow.revision.store(2, Ordering::SeqCst);
        assert_eq!(*slow.readings.get("/api/slow").await.reading.value(), 2);
        assert_eq!(slow.begun(), 2);
    }

    #[tokio::test]
    async fn a_client_that_leaves_takes_nothing_from_the_others() {
        let slow = Slow::new(0);
        let mut hasty = slow.crowd(1);
        slow.until(|slow| slow.begun() == 1).await;
        let patient = slow.crowd(1);
        slow.until(|slow| slow.waiting() == 1).await;
        hasty.abort_all();
        while hasty.join_next().await.is_some() {}
        slow.permits.add_permits(2);
        assert_eq!(patient.join_all().await.len(), 1);
    }

    #[tokio::test]
    async fn an_address_that_breaks_says_so_each_time() {
        let slow = Slow::new(0);
        for _ in 0..2 {
            let turn = slow.readings.get("/api/broken").await;
            assert_eq!(turn.reading.status, StatusCode::INTERNAL_SERVER_ERROR);
        }
        let absent = slow.readings.get("not an address").await;
        assert_eq!(absent.reading.status, StatusCode::BAD_REQUEST);
        assert!(slow.readings.addresses().is_empty(), "nothing is kept");
    }

    #[test]
    fn readings_are_let_go_where_there_is_no_room() {
        let readings = Readings::new(Router::new());
        let large = |number: u64| {
            let headers = [(header::ETAG, HeaderValue::from(number))];
            Arc::new(Reading {
                number,
                status: StatusCode::OK,
                headers: headers.into_iter().collect(),
                body: Bytes::from(vec![0; KEPT_BYTES / 8]),
                value: OnceLock::new(),
            })
        };
        for number in 0..20 {
            readings.keep(&number.to_string(), &large(number), None);
        }
        let addresses = readings.addresses();
        let mut kept: Vec<u64> = addresses.keys().map(|key| key.parse().unwrap()).collect();
        kept.sort_unstable();
        assert_eq!(kept, (12..20).collect::<Vec<_>>(), "the last ones");
    }
}
