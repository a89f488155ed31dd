//! Someone with a worker's token, who publishes what they like.

use gametree_farm::Link;

/// Someone with a worker's token.
pub struct Stranger {
    pub link: Link,
}

impl Stranger {
    /// Publishes a message; an error is the broker's refusal.
    pub fn publish(&self, subject: String, bytes: Vec<u8>) -> Result<(), String> {
        let context = self.link.streams();
        self.link.runtime().block_on(async {
            let published = context.publish(subject, bytes.into()).await;
            let ack = published.map_err(|error| error.to_string())?;
            ack.await.map(drop).map_err(|error| error.to_string())
        })
    }
}
