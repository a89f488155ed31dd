//! What a player sees, whatever its type.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// One thing that a player of a hidden game sees, [`crate::Hidden::Seen`] of any game. It is equal,
/// hashes and prints as the typed value does.
#[derive(Clone)]
pub struct ErasedSeen(Arc<dyn DynSeen>);

impl ErasedSeen {
    /// The typed value without its type.
    pub fn new<S: Eq + Hash + fmt::Debug + Send + Sync + 'static>(seen: S) -> ErasedSeen {
        ErasedSeen(Arc::new(seen))
    }

    /// The typed value, where it is of this type.
    #[must_use]
    pub fn downcast_ref<S: 'static>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref()
    }
}

/// What is asked of a typed value.
trait DynSeen: fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<S: Eq + Hash + fmt::Debug + Send + Sync + 'static> DynSeen for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl PartialEq for ErasedSeen {
    fn eq(&self, other: &ErasedSeen) -> bool {
        self.0.equals(other.0.as_any())
    }
}

impl Eq for ErasedSeen {}

impl Hash for ErasedSeen {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl fmt::Debug for ErasedSeen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHasher;

    use super::*;

    fn hash(value: impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn it_is_equal_hashes_and_prints_as_the_typed_value() {
        let card = (3u8, Some("knave"));
        let seen = ErasedSeen::new(card);
        assert_eq!(seen, ErasedSeen::new(card));
        assert_ne!(seen, ErasedSeen::new((4u8, Some("knave"))));
        assert_ne!(ErasedSeen::new(1u8), ErasedSeen::new(1u16));
        assert_eq!(hash(&seen), hash(card));
        assert_eq!(format!("{seen:?}"), format!("{card:?}"));
        assert_eq!(seen.downcast_ref(), Some(&card));
        assert_eq!(seen.downcast_ref::<u8>(), None);
    }
}
