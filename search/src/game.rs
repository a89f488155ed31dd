//! The page everyone reads first: what a game must tell, and what it may tell.
//!
//! The *position* implements [`Game`]: five members, no marker types. Everything else is an
//! opt-in capability, each in its own trait, so that the compiler says what a search needs:
//!
//! | capability | says | needed by |
//! | --- | --- | --- |
//! | [`TwoPlayer`] | two players, zero sum, no chance, nothing hidden | minimax and all its refinements |
//! | [`Keyed`] | a hash of the position | transposition tables, df-pn |
//! | [`Noisy`] | which moves must not be left unresolved | quiescence |
//! | [`Forced`] | what is decided or forced at a glance | minmax: leaf knowledge, replies collapsed |
//! | [`Guided`] | which moves look good before any search | move ordering |
//! | [`NullMove`] | what it would be to pass, and which moves are quiet | null moves, forward pruning |
//! | [`Notation`] | moves as text | command line, logs, tests |
//! | [`Chance`] | dice and deals, with probabilities | expectiminimax, Star1, Star2 |
//! | [`Payoffs`] | what each of n players gets | max^n, paranoid |
//! | [`Hidden`] | what a player sees, and worlds that fit it | PIMC, information-set MCTS, CFR |
//!
//! # Cost model
//!
//! Searches copy positions and never undo: a child is a `clone` of its parent plus one
//! [`Game::play`]. So keep a position small and flat (a few words; a reference to shared rules
//! is fine), let `clone` be a plain copy, and let neither `clone`, `play`, `moves` nor `outcome`
//! allocate. [`Game::moves`] is lazy: an alpha-beta cutoff after the first move never
//! generates the second.

use std::fmt::Debug;
use std::hash::Hash;

use crate::rng::Rng;

/// A player, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(pub u8);

impl Player {
    /// The player who wants high values: MAX, White, X.
    pub const FIRST: Player = Player(0);
    /// The player who wants low values in a two-player game: MIN, Black, O.
    pub const SECOND: Player = Player(1);

    /// The other one of two players.
    #[inline]
    #[must_use]
    pub fn opponent(self) -> Player {
        Player(self.0 ^ 1)
    }
}

/// How a game ended. Absolute: it does not depend on who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player won. Searches prefer the shorter of two wins and the longer of two losses.
    Win(Player),
    /// Neither side won.
    Draw,
    /// Play goes on forever, the `?` of the textbooks. Worth a draw.
    Loop,
    /// This many points for the first player (as many against the second).
    Points(i32),
}

/// A position of a game.
///
/// ```
/// use gametree::{Game, Outcome, Player};
///
/// /// Take one or two matches; who takes the last one wins.
/// #[derive(Clone)]
/// struct Matches { left: u8, turn: Player }
///
/// impl Game for Matches {
///     type Move = u8;
///     fn turn(&self) -> Player { self.turn }
///     fn moves(&self) -> impl Iterator<Item = u8> { 1..=self.left.min(2) }
///     fn play(&mut self, take: u8) {
///         self.left -= take;
///         self.turn = self.turn.opponent();
///     }
///     fn outcome(&self) -> Option<Outcome> {
///         (self.left == 0).then(|| Outcome::Win(self.turn.opponent()))
///     }
/// }
/// let mut game = Matches { left: 3, turn: Player::FIRST };
/// assert_eq!(game.moves().collect::<Vec<_>>(), [1, 2]);
/// game.play(2);
/// assert_eq!(game.turn(), Player::SECOND);
/// assert_eq!(game.after(1).outcome(), Some(Outcome::Win(Player::SECOND)));
/// ```
pub trait Game: Clone {
    /// A move. Small and copied freely.
    type Move: Copy + Eq + Hash + Debug;

    /// Who acts. The mover need not alternate. Where [`Chance`] acts, the player who set it off.
    /// Meaningless once the game is over.
    fn turn(&self) -> Player;

    /// The legal moves, always in the same order for the same position, each once. Asked only
    /// while [`Game::outcome`] is `None`, and then never empty: a forced pass is a move.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move. (An illegal one may do anything but break memory safety.)
    fn play(&mut self, m: Self::Move);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The position after a move.
    #[inline]
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// The bytes that the position takes, with what it owns elsewhere: searches that store positions
    /// count them.
    #[must_use]
    fn footprint(&self) -> usize {
        size_of::<Self>()
    }
}

/// The promise that minimax needs: two players ([`Player::FIRST`] and [`Player::SECOND`]), what
/// one wins the other loses, no chance, nothing hidden. `impl TwoPlayer for MyGame {}` gives it.
pub trait TwoPlayer: Game {}

/// A hash of the position, for tables.
pub trait Keyed: Game {
    /// Equal for equal positions (same future: board, mover, rights), well spread over all 64
    /// bits; [`crate::rng::mix`] spreads a packed board. Distinct positions should
    /// differ: a table believes its keys.
    fn key(&self) -> u64;
}

/// Moves that must not be left unresolved at the horizon.
pub trait Noisy: Game {
    /// The noisy ones among the legal moves: captures, threats, forced replies. May be empty.
    fn noisy(&self) -> impl Iterator<Item = Self::Move>;

    /// Legal moves that are not noisy but must be met, such as checks. A search may try them too, a
    /// little way beyond the horizon. May be empty.
    #[inline]
    fn threats(&self) -> impl Iterator<Item = Self::Move> {
        std::iter::empty()
    }

    /// Whether it is safe to assume that the mover has a move at least as good as doing nothing.
    /// False in check, or under any threat that must be met: then every noisy move is tried and the
    /// static value is not believed.
    fn may_stand_pat(&self) -> bool {
        true
    }

    /// The most that a noisy move wins at once, in points; `None` where nothing is known. A move that
    /// wins too little to matter is then left out.
    #[inline]
    fn most_gain(&self, m: Self::Move) -> Option<i32> {
        let _ = m;
        None
    }
}

/// What can be said of a position at a glance, without search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force<M> {
    /// Nothing.
    Free,
    /// Every other move loses at once, or there is no other.
    Only(M),
    /// The mover wins in this many plies.
    Win(u32),
    /// The mover loses in this many plies, whatever they do.
    Loss(u32),
}

/// Threats that a game sees at a glance. Whatever it says must be true: proofs are built on it.
pub trait Forced: Game {
    /// What is forced. Cheap; asked only while the game goes on.
    #[inline]
    fn forced(&self) -> Force<Self::Move> {
        Force::Free
    }
}

/// A game's own guess at good moves.
pub trait Guided: Game {
    /// How promising a legal move looks: higher is searched earlier. Cheap, no look-ahead.
    fn promise(&self, m: Self::Move) -> i32;

    /// Which moves a legal move is like: what cutoffs teach about one is then believed of all of
    /// them.
    #[inline]
    fn likeness(&self, m: Self::Move) -> Likeness {
        let _ = m;
        Likeness::Itself
    }
}

/// Which moves a move is like, see [`Guided::likeness`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Only itself.
    Itself,
    /// All moves of the same number, below [`Likeness::KINDS`]: in chess, of the same kind of piece
    /// to the same square.
    Kind(u16),
}

impl Likeness {
    /// How many kinds of moves are told apart.
    pub const KINDS: usize = 384;
}

/// For games in which having the move is nearly always worth something. `impl NullMove for MyGame {}`
/// says that nothing is known of that.
pub trait NullMove: Game {
    /// The position if the mover did nothing and the opponent moved next. `None` where that would
    /// mislead: under a threat that must be met, or where having to move may be what loses.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether the mover must meet a threat, as in check: such positions are searched deeper, and
    /// nothing is left out there.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether a legal move leaves the material as it is and threatens nothing at once: the kind
    /// that is skipped where the mover is far behind.
    fn is_quiet(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Whether the opponent must meet a threat after a legal move, as far as that is seen at a glance.
    #[inline]
    fn gives_check(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Whether a legal move clearly looks as if it lost more than this many points at once, as when
    /// a piece moves to a square where it can be captured.
    #[inline]
    fn loses(&self, m: Self::Move, points: i32) -> bool {
        let _ = (m, points);
        false
    }
}

/// Moves as text.
pub trait Notation: Game {
    /// The move's name in this position.
    fn write_move(&self, m: Self::Move) -> String;

    /// What the position itself is called, where the game has a short word for it: a node of a
    /// tree by its name, `(1, 4)` for two tokens on their squares.
    fn write_state(&self) -> Option<String> {
        None
    }

    /// The legal move of this name.
    fn read_move(&self, text: &str) -> Option<Self::Move> {
        let text = text.trim();
        self.moves()
            .find(|&m| self.write_move(m).eq_ignore_ascii_case(text))
    }
}

/// Positions where dice, cards or coins decide. `impl Chance for MyGame {}` says that none do: then
/// the searches for games with chance take the game as well.
pub trait Chance: Game {
    /// `Some` where chance acts: every outcome as a move, with its probability (they sum to
    /// one, none is zero). [`Game::moves`] lists the same moves there, in the same order.
    fn chances(&self) -> Option<impl Iterator<Item = (Self::Move, f64)>> {
        None::<std::iter::Empty<(Self::Move, f64)>>
    }
}

/// What each player gets at the end: for more than two players, for chance, or for sums other than
/// zero.
pub trait Payoffs: Game {
    /// The number of players.
    fn players(&self) -> u8;

    /// What a player gets. Asked only when [`Game::outcome`] is `Some`.
    fn payoff(&self, player: Player) -> f64;

    /// The least and the most that a player can get at any end of play from the start on; of two
    /// players with a sum of zero, the first. Infinite where that is not known: then no search may
    /// leave out what chance could bring, or what a sum would decide.
    fn bounds(&self) -> Bounds {
        Bounds::UNKNOWN
    }

    /// What all payoffs of an end sum to, where that is always the same. Needed for pruning among
    /// three or more.
    fn sum(&self) -> Option<f64> {
        None
    }
}

/// The least and the most that something can be worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// From `low` to `high`.
    #[must_use]
    pub const fn new(low: f64, high: f64) -> Bounds {
        Bounds { low, high }
    }
}

/// Games in which the players do not see everything. The position is the whole truth, and remembers
/// what each player has seen of its past. Players know their own moves: the legal moves of the mover
/// are the same in every world that looks the same to them.
pub trait Hidden: Game {
    /// One thing that a player sees: a card, a move, a word of the umpire.
    type Seen: Clone + Eq + Hash + Debug;

    /// Everything this player has seen since the game began, their own moves included, in order.
    /// Play only adds to it.
    fn view(&self, player: Player) -> Vec<Self::Seen>;

    /// What this player has seen after the first `from` things: the end of [`Hidden::view`]. Asked
    /// at every step of a replay: a game with long views should tell it without building the whole.
    fn news(&self, player: Player, from: usize) -> Vec<Self::Seen> {
        let mut view = self.view(player);
        view.split_off(from.min(view.len()))
    }

    /// The starting position of this game, before anything was dealt.
    #[must_use]
    fn beginning(&self) -> Self;

    /// A position drawn at random among those that give `player` the same view, each as likely as
    /// chance and players who move at random make it. A function of the view and the random numbers
    /// alone: what is hidden from `player` must not matter. `None` where the game has no sampler of
    /// its own; then [`crate::worlds`] replays what was seen.
    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Self> {
        let _ = (player, rng);
        None
    }

    /// All positions that give `player` the same view, with their probabilities, where they are at
    /// most `most` and the game can list them itself. `None` otherwise; then [`crate::worlds`]
    /// tries.
    fn worlds(&self, player: Player, most: usize) -> Option<Vec<(Self, f64)>> {
        let _ = (player, most);
        None
    }
}
