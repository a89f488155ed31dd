//! Many computers for one analysis, over NATS JetStream.
//!
//! The broker is transport, never the source of truth. A [`Coordinator`]
//! is an [`Analyst`](gametree::Analyst): it holds the list of open tasks, publishes them as messages
//! of a work queue, and applies each result once. A [`Worker`] pulls tasks for its
//! own analyst and publishes results. Either side survives the other, and the broker, and the loss
//! of the broker's disk. docs/book/src/farm.md describes the protocol and what it promises.

pub mod belief;
pub mod coordinator;
pub mod desk;
pub mod link;
pub mod matches;
pub mod message;
pub mod opinions;
mod orphan;
mod post;
mod random;
pub mod refusals;
pub mod roster;
mod rota;
pub mod server;
pub mod settings;
pub mod streams;
pub mod subject;
pub mod worker;

pub use coordinator::Coordinator;
pub use link::{BrokerAddress, Link, LinkError, patiently};
pub use refusals::{Refusal, RefusalReader};
pub use settings::CoordinatorSettings;
pub use worker::{Worker, WorkerSettings};
