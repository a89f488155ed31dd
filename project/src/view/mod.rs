//! What pages, tables and scripts read: one object per request, values always the first player's.

mod changes;
mod engines;
mod game;
mod line;
mod live;
mod map;
mod moves;
mod node;
mod outline;
mod project;
mod queue;
mod stats;
mod value;

pub use changes::{CauseRow, ChangeRow, ChangesView, FiredRow, WatchRow};
pub use engines::{
    BrokerCard, EngineCard, EngineCheck, EngineOption, EngineTest, LastRunView, RefusalRow,
    WorkerRow, Workers,
};
pub use game::{GameRow, GameView};
pub use line::{LineStep, LineView, RootView};
pub use live::LiveView;
pub use map::{COLUMNS, MapBox, MapView};
pub use moves::{MoveRow, MovesView, Rest, SourceName, SparedPart};
pub use node::{Crumb, LegalMove, NodeView, Ply};
pub use outline::{OutlineRow, OutlineView};
pub use project::{Card, Counts, News, ProjectView, Running, State};
pub use queue::{BoostRow, CostRow, ParkedRow, QuestionRow, QueueView};
pub use stats::{EffortRow, HistoryPoint, HistoryView, MoveValue, SourceRow, StatsView};
pub use value::{Before, Direct, Now, PositionValue, ValueView, WdlView};
