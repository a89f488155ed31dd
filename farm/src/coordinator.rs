//! The analyst whose engines are elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use futures_util::future::join_all;
use gametree::{Analyst, Answer, Persistent, Question, Source, Worker};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::desk::{Desk, Parcel};
use crate::link::{BrokerAddress, Link, LinkError, LinkWatch};
use crate::message::{
    BeatMessage, CancelMessage, Message, ProjectMessage, TaskKey, decode, encode,
};
use crate::refusals::{Counts, Refusal, RefusalReader};
use crate::settings::CoordinatorSettings;
use crate::streams::{Queue, streams};
use crate::subject;

/// How often the open tasks are looked after where nothing else happens.
const TICK: Duration = Duration::from_millis(100);

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a coordinator that ends may take to say so.
const GOODBYE: Duration = Duration::from_secs(2);

/// How long a look for results may last.
const SILENCE: Duration = Duration::from_secs(3);

/// How many results are fetched at once.
const RESULTS_AT_ONCE: usize = 512;

/// An [`Analyst`] whose tasks are done by workers on other computers.
///
/// The list of open tasks is here; the broker is filled from it, again after every loss. Each result
/// is applied once, and only if it can be true.
pub struct Coordinator<G: Persistent> {
    shared: Arc<Shared<G>>,
    link: Option<Link>,
}

/// What the caller and the threads of the connection share.
struct Shared<G: Persistent> {
    desk: Mutex<Desk<G>>,
    /// There is an answer.
    answered: Condvar,
    /// There is something to publish, or to say.
    work: Notify,
    /// There is a worker that does not know the project yet.
    newcomer: Notify,
    /// The broker may have lost something.
    doubtful: AtomicBool,
    settings: CoordinatorSettings,
}

impl<G: Persistent> Shared<G> {
    fn desk(&self) -> MutexGuard<'_, Desk<G>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn doubt(&self) {
        self.doubtful.store(true, Ordering::SeqCst);
        self.work.notify_one();
    }
}

impl<G> Coordinator<G>
where
    G: Persistent<Move: Send>,
{
    /// Connects, makes what is missing in the broker, and tells the workers of the project.
    ///
    /// # Errors
    /// When there is no broker, or it does not let us in, or cannot hold tasks.
    pub fn start(
        address: &BrokerAddress,
        settings: CoordinatorSettings,
    ) -> Result<Coordinator<G>, LinkError> {
        let link = Link::connect(address, &format!("coordinator of {}", settings.project))?;
        let session = crate::random::bits();
        let shared = Arc::new(Shared {
            desk: Mutex::new(Desk::new(settings.clone(), session)),
            answered: Condvar::new(),
            work: Notify::new(),
            newcomer: Notify::new(),
            doubtful: AtomicBool::new(false),
            settings,
        });
        let publisher = Publisher {
            shared: Arc::clone(&shared),
            context: link.streams(),
            watch: link.watch(),
            audited: Instant::now(),
        };
        link.runtime().block_on(publisher.clear())?;
        let runtime = link.runtime();
        runtime.spawn(publisher.work());
        runtime.spawn(hear_results(
            Arc::clone(&shared),
            link.streams(),
            link.watch(),
        ));
        runtime.spawn(hear_beats(Arc::clone(&shared), link.client()));
        runtime.spawn(announce(Arc::clone(&shared), link.client()));
        Ok(Coordinator {
            shared,
            link: Some(link),
        })
    }

    /// Waits until a worker is known that may work for the project; says whether one is.
    #[must_use]
    pub fn wait_for_worker(&self, patience: Duration, stop: &dyn Fn() -> bool) -> bool {
        let latest = Instant::now() + patience;
        while self.sources().is_empty() {
            if Instant::now() >= latest || stop() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }
}

impl<G: Persistent> Coordinator<G> {
    /// From now on only results of these engines count.
    pub fn require(&self, engines: Vec<String>) {
        self.shared.desk().require(engines);
        self.shared.newcomer.notify_one();
    }

    /// What was refused lately, for people.
    #[must_use]
    pub fn refusals(&self) -> Vec<Refusal> {
        self.shared.desk().refusals()
    }

    /// Reads what was refused lately, while the coordinator works elsewhere.
    #[must_use]
    pub fn refusal_reader(&self) -> RefusalReader
    where
        G: 'static,
        G::Move: Send,
    {
        let shared = Arc::clone(&self.shared);
        Arc::new(move || shared.desk().refusals())
    }

    /// What became of all results.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.shared.desk().counts()
    }

    fn say<M: Message>(&self, subject: String, message: &M) {
        if let (Some(link), Ok(bytes)) = (&self.link, encode(message)) {
            let client = link.client();
            link.runtime().spawn(async move {
                let _ = client.publish(subject, bytes.into()).await;
            });
        }
    }

    fn say_cancel(&self, key: Option<TaskKey>) {
        let project = self.shared.settings.project.clone();
        self.say(subject::cancel(&project), &CancelMessage { project, key });
    }
}

impl<G: Persistent> Analyst<G> for Coordinator<G> {
    fn ask(&mut self, question: Question<G>) {
        self.shared.desk().ask(question);
        self.shared.work.notify_one();
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<G::Move>> {
        let desk = self.shared.desk();
        let waited = self
            .shared
            .answered
            .wait_timeout_while(desk, patience, |desk| !desk.has_answer());
        let (mut desk, _) = waited.unwrap_or_else(PoisonError::into_inner);
        desk.next_answer()
    }

    /// Workers are told to stop; what they have found so far is not reported.
    fn give_up(&mut self) {
        if !self.shared.desk().give_up() {
            return;
        }
        self.say_cancel(None);
        if let Some(link) = &self.link {
            let context = link.streams();
            let project = self.shared.settings.project.clone();
            link.runtime()
                .spawn(async move { purge(&context, &project).await });
        }
    }

    fn cancel(&mut self, ticket: u64) {
        let cancelled = self.shared.desk().cancel(ticket);
        let Some((key, sequence)) = cancelled else {
            return;
        };
        self.say_cancel(Some(key));
        if let (Some(link), Some(sequence)) = (&self.link, sequence) {
            let context = link.streams();
            link.runtime().spawn(async move {
                if let Ok(tasks) = context.get_stream_no_info(subject::TASKS).await {
                    let _ = tasks.delete_message(sequence).await;
                }
            });
        }
    }

    fn workers(&self) -> Vec<Worker> {
        self.shared.desk().workers()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        self.shared.desk().sources()
    }
}

/// Says goodbye: workers look for other projects, and nothing of this one stays in the broker.
impl<G: Persistent> Drop for Coordinator<G> {
    fn drop(&mut self) {
        let Some(link) = self.link.take() else {
            return;
        };
        let client = link.client();
        let context = link.streams();
        let last = ProjectMessage {
            closed: true,
            ..self.shared.desk().describe()
        };
        let lanes = last.lanes;
        let goodbye = async move {
            let project = last.project.clone();
            if let Ok(bytes) = encode(&last) {
                let _ = client
                    .publish(subject::project(&project), bytes.into())
                    .await;
            }
            let cancel = CancelMessage {
                project: project.clone(),
                key: None,
            };
            if let Ok(bytes) = encode(&cancel) {
                let _ = client
                    .publish(subject::cancel(&project), bytes.into())
                    .await;
            }
            purge(&context, &project).await;
            for lane in 0..lanes {
                let name = subject::lane(&project, lane);
                let _ = context
                    .delete_consumer_from_stream(&name, subject::TASKS)
                    .await;
            }
        };
        let bounded = async move { timeout(GOODBYE, goodbye).await };
        let _ = link.runtime().block_on(bounded);
        link.close(GOODBYE);
    }
}

async fn purge(context: &Context, project: &str) {
    if let Ok(tasks) = context.get_stream_no_info(subject::TASKS).await {
        let _ = tasks.purge().filter(subject::tasks_of(project)).await;
    }
}

/// Fills the broker from the list of open tasks.
struct Publisher<G: Persistent> {
    shared: Arc<Shared<G>>,
    context: Context,
    watch: LinkWatch,
    audited: Instant,
}

impl<G: Persistent> Publisher<G> {
    /// Begins: streams and queues are made, and what an earlier run has left is not done again.
    async fn clear(&self) -> Result<(), LinkError> {
        self.prepare().await?;
        purge(&self.context, &self.shared.settings.project).await;
        Ok(())
    }

    /// Makes what is missing.
    async fn prepare(&self) -> Result<(), LinkError> {
        let (tasks, results) = streams(&self.context).await?;
        let lanes = self.shared.desk().lanes();
        for lane in 0..lanes {
            self.open_lane(&tasks, lane).await?;
        }
        open_inbox(&self.shared.settings, &results).await?;
        Ok(())
    }

    async fn open_lane(&self, tasks: &Stream, lane: u32) -> Result<(), LinkError> {
        let settings = &self.shared.settings;
        let queue = Queue {
            name: subject::lane(&settings.project, lane),
            subject: subject::task(&settings.project, lane),
            lease: settings.lease,
            stream: tasks,
        };
        queue.open().await.map(drop)
    }

    async fn work(mut self) {
        let mut lanes = 1;
        self.watch.is_new();
        loop {
            if self.watch.is_new() {
                self.shared.doubt();
            }
            if self.shared.doubtful.swap(false, Ordering::SeqCst) {
                if self.prepare().await.is_err() {
                    self.shared.doubt();
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
                lanes = self.shared.desk().lanes();
                self.shared.desk().republish_all();
            }
            let parcels = self.shared.desk().take_parcels(Instant::now());
            let wanted = self.shared.desk().lanes();
            if wanted > lanes {
                // New queues first: what is published before would be seen by no one.
                match self.prepare().await {
                    Ok(()) => lanes = wanted,
                    Err(_) => self.shared.doubt(),
                }
                self.shared.newcomer.notify_one();
            }
            self.publish(parcels).await;
            let _ = timeout(TICK, self.shared.work.notified()).await;
            self.shared.desk().tick(Instant::now());
            self.shared.wake_reader();
            self.audit().await;
        }
    }

    /// Publishes all, then waits for all confirmations.
    async fn publish(&self, parcels: Vec<Parcel>) {
        let mut sent: Vec<(TaskKey, PublishAckFuture)> = Vec::with_capacity(parcels.len());
        for parcel in parcels {
            let key = parcel.key;
            match self.send(parcel).await {
                Some(ack) => sent.push((key, ack)),
                None => self.fail(key),
            }
        }
        // All at once: a broker that has died confirms none, and each takes as long to give up.
        let confirm = |(key, ack): (TaskKey, PublishAckFuture)| async move { (key, ack.await) };
        for (key, confirmed) in join_all(sent.into_iter().map(confirm)).await {
            match confirmed {
                Ok(ack) => self.shared.desk().published(key, ack.sequence),
                Err(_) => self.fail(key),
            }
        }
    }

    async fn send(&self, parcel: Parcel) -> Option<PublishAckFuture> {
        let message = &parcel.message;
        let name = format!("{}.{:x}.{}", parcel.key, message.session, message.attempt);
        let bytes = encode(message).ok()?;
        let publish = PublishMessage::build()
            .payload(bytes.into())
            .message_id(name);
        let subject = subject::task(&message.project, parcel.lane);
        self.context.send_publish(subject, publish).await.ok()
    }

    fn fail(&self, key: TaskKey) {
        self.shared.desk().not_published(key);
        self.shared.doubt();
    }

    /// Tasks that are neither in a queue nor with a worker were lost by the broker, which does not
    /// say so: a power cut may take the end of its stream.
    async fn audit(&mut self) {
        let lease = self.shared.settings.lease;
        let now = Instant::now();
        if now.duration_since(self.audited) < lease {
            return;
        }
        self.audited = now;
        let long_ago = self.shared.desk().quiet(now, 10 * lease);
        let lost = match self.is_broker_empty().await {
            Some(true) => self.shared.desk().quiet(now, 2 * lease),
            _ => long_ago,
        };
        self.shared.desk().renew(&lost);
    }

    async fn is_broker_empty(&self) -> Option<bool> {
        let tasks = self.context.get_stream_no_info(subject::TASKS).await.ok()?;
        let all = subject::tasks_of(&self.shared.settings.project);
        let mut subjects = tasks.info_with_subjects(all).await.ok()?;
        Some(subjects.next().await.is_none())
    }
}

impl<G: Persistent> Shared<G> {
    fn wake_reader(&self) {
        if self.desk().has_answer() {
            self.answered.notify_all();
        }
    }
}

async fn open_inbox(
    settings: &CoordinatorSettings,
    results: &Stream,
) -> Result<PullConsumer, LinkError> {
    let queue = Queue {
        name: subject::inbox(&settings.project),
        subject: subject::result(&settings.project),
        lease: Duration::from_secs(30),
        stream: results,
    };
    queue.open().await
}

/// Hears results, for ever.
async fn hear_results<G: Persistent>(
    shared: Arc<Shared<G>>,
    context: Context,
    mut watch: LinkWatch,
) {
    loop {
        watch.is_new();
        let heard = tokio::select! {
            heard = hear_some(&shared, &context) => heard,
            // A broker that came back does not know what we wait for.
            () = watch.until_new() => None,
        };
        if heard.is_none() {
            shared.doubt();
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Hears results until something fails.
async fn hear_some<G: Persistent>(shared: &Shared<G>, context: &Context) -> Option<()> {
    let results = context.get_stream_no_info(subject::RESULTS).await.ok()?;
    let name = subject::inbox(&shared.settings.project);
    let inbox: PullConsumer = results.get_consumer(&name).await.ok()?;
    loop {
        let batch = inbox.batch().max_messages(RESULTS_AT_ONCE);
        let mut batch = batch
            .expires(Duration::from_secs(1))
            .messages()
            .await
            .ok()?;
        // A broker that dies meanwhile never answers.
        while let Some(message) = timeout(SILENCE, batch.next()).await.ok()? {
            let message = message.ok()?;
            let barred = shared.desk().roster().barred().len();
            shared.desk().hear_bytes(&message.payload);
            if shared.desk().roster().barred().len() > barred {
                // It is told at once, before it takes another task.
                shared.newcomer.notify_one();
            }
            shared.answered.notify_all();
            shared.work.notify_one();
            message.ack().await.ok()?;
        }
    }
}

/// Hears the workers, for ever.
async fn hear_beats<G: Persistent>(shared: Arc<Shared<G>>, client: async_nats::Client) {
    loop {
        let Ok(mut beats) = client.subscribe(subject::ALL_BEATS).await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        while let Some(message) = beats.next().await {
            let Ok(beat) = decode::<BeatMessage>(&message.payload) else {
                continue;
            };
            // A worker speaks for itself only.
            if message.subject.as_str() != subject::beat(&beat.worker) {
                continue;
            }
            if shared.desk().hear_beat(beat, Instant::now()) {
                shared.newcomer.notify_one();
                shared.work.notify_one();
            }
        }
    }
}

/// Tells the workers of the project, once per beat and to each newcomer.
async fn announce<G: Persistent>(shared: Arc<Shared<G>>, client: async_nats::Client) {
    loop {
        let project = shared.desk().describe();
        if let Ok(bytes) = encode(&project) {
            let subject = subject::project(&project.project);
            let _ = client.publish(subject, bytes.into()).await;
        }
        let _ = timeout(shared.settings.beat, shared.newcomer.notified()).await;
    }
}
