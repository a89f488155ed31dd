//! The arguments that let a command in at a broker.

use std::path::PathBuf;

use clap::Args;
use gametree_project::engines::farm::BrokerAddress;

/// How to be let in by a broker.
#[derive(Args, Clone, Debug)]
pub struct AccessArgs {
    /// The broker's token, where its address holds none
    #[arg(
        long,
        value_name = "TOKEN",
        env = "GAMETREE_BROKER_TOKEN",
        hide_env_values = true,
        help_heading = "Broker"
    )]
    pub broker_token: Option<String>,
    /// A file of NATS credentials
    #[arg(long, value_name = "FILE", help_heading = "Broker")]
    pub credentials: Option<PathBuf>,
    /// A certificate authority to trust beside the system's
    #[arg(long, value_name = "FILE", help_heading = "Broker")]
    pub tls_ca: Option<PathBuf>,
    /// A client certificate
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_key",
        help_heading = "Broker"
    )]
    pub tls_cert: Option<PathBuf>,
    /// Its key
    #[arg(
        long,
        value_name = "FILE",
        requires = "tls_cert",
        help_heading = "Broker"
    )]
    pub tls_key: Option<PathBuf>,
}

impl AccessArgs {
    /// The broker of an address.
    pub fn broker(&self, url: &str) -> BrokerAddress {
        BrokerAddress {
            url: url.to_string(),
            token: self.broker_token.clone(),
            credentials: self.credentials.clone(),
            authority: self.tls_ca.clone(),
            certificate: self.tls_cert.clone().zip(self.tls_key.clone()),
        }
    }
}
