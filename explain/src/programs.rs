//! The textbooks' programs. Behind `  @` stand the events that happen at a line: their names, with
//! the mover before them where the line is of one mover only, or `root` where it is of the first
//! call only.

/// Before every search that deepens.
pub const DEEPEN: &str = "\
function DEEPEN(s)
  for depth ← 1, 2, 3, …:  @iteration
    search s to that depth; the best move goes first the next time
";

pub const MINIMAX: &str = "\
function MINIMAX-DECISION(s)      (MIN to move: the smallest MAX-VALUE)
  return the move a with the largest MIN-VALUE(s after a)  @result
function MAX-VALUE(s)  @enter
  if s is over, or deep enough: return its worth  @leaf
  v ← −∞
  for each move a:
    v ← max(v, MIN-VALUE(s after a))  @improve
  return v  @leave
function MIN-VALUE(s)  @min.enter
  if s is over, or deep enough: return its worth  @min.leaf
  v ← +∞
  for each move a:
    v ← min(v, MAX-VALUE(s after a))  @min.improve
  return v  @min.leave
";

pub const ALPHA_BETA: &str = "\
function ALPHA-BETA-SEARCH(s)      (MIN to move: MIN-VALUE)
  v ← MAX-VALUE(s, −∞, +∞)  @root.enter
  return the move whose value is v  @result
function MAX-VALUE(s, α, β)  @enter
  if s is over, or deep enough: return its worth  @leaf
  v ← −∞
  for each move a:
    v ← max(v, MIN-VALUE(s after a, α, β))
    if v ≥ β: return v      (cutoff)  @cutoff
    α ← max(α, v)  @improve
  return v  @leave
function MIN-VALUE(s, α, β)  @min.enter
  if s is over, or deep enough: return its worth  @min.leaf
  v ← +∞
  for each move a:
    v ← min(v, MAX-VALUE(s after a, α, β))
    if v ≤ α: return v      (cutoff)  @min.cutoff
    β ← min(β, v)  @min.improve
  return v  @min.leave
";

pub const PVS: &str = "\
function DECISION(s)
  v ← PVS(s, −∞, +∞)  @root.enter
  return the move whose value is v  @result
function PVS(s, α, β)      (as the mover sees it)  @enter
  if the table knows enough of s: return it  @table
  if s is over, or deep enough: return its worth  @leaf
  for each move a, the most promising first:
    the first: v ← −PVS(s after a, −β, −α)
    the others: v ← −PVS(s after a, −α−1, −α)
      and if α < v < β: v ← −PVS(s after a, −β, −v)
    if v ≥ β: return v      (cutoff)  @cutoff
    α ← max(α, v)  @improve
  return the largest v, and remember it  @leave
";

pub const MTDF: &str = "\
function MTD-F(s, f)
  until lower = upper:
    β ← f, but above lower
    f ← VALUE(s, β−1, β)  @root.enter
    if f < β: upper ← f, else: lower ← f  @root.leave
  return f, and the move that has it  @result
function VALUE(s, α, β)      (alpha-beta with memory)  @enter
  if the table knows enough of s: return it  @table
  if s is over, or deep enough: return its worth  @leaf
  for each move a: v ← the best VALUE(s after a, α, β)  @improve
    MAX: if v ≥ β: return v      (cutoff)  @cutoff
    MIN: if v ≤ α: return v      (cutoff)  @min.cutoff
  return v, and remember it as a bound  @leave
";

pub const MIN_MAX: &str = "\
function MIN-MAX-APPROXIMATION(s)
  until s is settled:
    c ← s; while c has children: c ← a(c)  @select
    add all successors of c  @grow
    for each f from c up to s:
      ṽ(f) ← M_p (MIN: M_−p) of all ṽ(c)  @backup
      w(c) ← −ln ∂ṽ(f)/∂ṽ(c)
      π(f) ← min w(c) + π(c)
      a(f) ← that c
  return the move to the child with the best ṽ  @result
";

pub const BEST_FIRST: &str = "\
function BEST-FIRST-MINIMAX(s)
  until s is settled, or the limit is reached:
    c ← s; while c has children: c ← the child whose value c has  @select
    add all successors of c, as the evaluator sees them  @grow
    for each f from c up to s:
      value(f) ← the largest (MIN: smallest) of its children's  @backup
  return the move to the child whose value s has  @result
";

pub const PROOF_NUMBER: &str = "\
function PROOF-NUMBER-SEARCH(s)
  until s is proved or disproved:
    c ← s; while c has children:
      c ← MAX: its child with the least proof number, MIN: disproof number  @select
    add all successors of c: won 0, ∞; lost ∞, 0; else 1, 1  @grow
    for each f from c up to s:
      MAX: proof(f) ← least proof, disproof(f) ← sum of disproofs  @backup
      MIN: proof(f) ← sum of proofs, disproof(f) ← least disproof  @min.backup
  return the move to the child that proves s  @result
";

pub const DF_PN: &str = "\
function DF-PN(s)
  until the value is known: ask whether s is worth t or more  @iteration
    SEARCH(s, ∞, ∞)
  return the move that proves the value  @result
function SEARCH(n, p, d)  @enter
  if the table knows n: return its numbers  @table
  until proof(n) ≥ p or disproof(n) ≥ d:
    c ← the child with the least proof (MIN: disproof) number
    SEARCH(c, until another child looks better)
  return the numbers of n, and remember them  @leave
";

pub const MCTS: &str = "\
function MONTE-CARLO-TREE-SEARCH(s)
  until the limit is reached:
    c ← s; while c has children:
      c ← its child with the largest mean + C·√(ln N(c) / N(child))  @select
    if c was visited often enough: add its successors  @grow
    play at random from c to the end
    for each f from c up to s: N(f) ← N(f) + 1, and the new mean  @backup
  return the move to the child visited most  @result
";

pub const ISMCTS: &str = "\
function INFORMATION-SET-MCTS(what each player has seen)
  until the limit is reached:
    draw a world that fits what the mover has seen
    go down a tree of what players know, only by moves of that world:
      the move with the largest mean + c·√(ln n′ / n)  @select
    add one node that is new  @grow
    play at random to the end
    for each node on the way: count the visit, and the new mean  @backup
  return the move visited most  @result
";

pub const RETROGRADE: &str = "\
function RETROGRADE-ANALYSIS(s)
  list every position that can be reached from s  @grow
  settle the ends of the game at their worth
  while some position is sure of its best value:
    settle it, the shortest wins first  @backup
  what is left can loop forever
  return a move to a position that has the value of s  @result
";

pub const EXPECTIMINIMAX: &str = "\
function DECISION(s)
  return the move a with the best VALUE(s after a) for the mover  @result
function VALUE(s)  @enter
  if s is over, or deep enough: return its worth  @leaf
  MAX moves: return the largest VALUE(s after a)  @max.improve max.leave
  MIN moves: return the smallest VALUE(s after a)  @min.improve min.leave
  chance moves: return Σ P(r) · VALUE(s after r)  @improve leave
";

pub const STAR: &str = "\
function DECISION(s)
  v ← VALUE(s, the least and the greatest payoff)  @root.enter
  return the move whose value is v  @result
function VALUE(s, α, β)  @enter
  if the table knows enough of s: return it  @table
  if s is over, or deep enough: return its worth  @leaf
  MAX: v ← max over the moves; if v ≥ β: return v      (cutoff)  @max.improve max.cutoff max.leave
  MIN: v ← min over the moves; if v ≤ α: return v      (cutoff)  @min.improve min.cutoff min.leave
  chance: for each outcome r, the likeliest first:
    v ← v + P(r) · VALUE(s after r, what the others' bounds leave of α, β)  @improve
    if what is left cannot lift v above α or hold it below β: return      (cutoff)  @cutoff
  return v  @leave
";

pub const MAXN: &str = "\
function DECISION(s)
  return the move a whose VALUE(s after a) is best for the mover  @result
function VALUE(s)  @enter
  if s is over, or deep enough: return its worth to each player  @leaf
  p ← the player to move
  if p is sure of so much that too little is left for the player above: return      (cutoff)  @cutoff
  return the VALUE(s after a) that is best for p  @improve leave
";

pub const PARANOID: &str = "\
function DECISION(s)
  v ← VALUE(s, −∞, +∞)  @root.enter
  return the move whose value is v  @result
function VALUE(s, α, β)      (for p, the player who moves at the root)  @enter
  if s is over, or deep enough: return its worth to p  @leaf
  p moves: v ← the largest VALUE(s after a, α, β)
  others: v ← the smallest, as if all played against p  @improve
  if v leaves the window of α and β: return v      (cutoff)  @cutoff
  return v  @leave
";

pub const BEST_REPLY: &str = "\
function DECISION(s)
  v ← VALUE(s, −∞, +∞)  @root.enter
  return the move whose value is v  @result
function VALUE(s, α, β)      (for p, the player who moves at the root)  @enter
  if s is over, or deep enough: return its worth to p  @leaf
  p moves: v ← the largest VALUE(s after a, α, β)
  others: v ← the smallest, but only one of them replies; the rest play as usual  @improve
  if v leaves the window of α and β: return v      (cutoff)  @cutoff
  return v  @leave
";

pub const ON_PATH: &str = "\
function DECISION(s)
  return the move a with the best VALUE(s after a) for the mover  @result
function VALUE(s)  @enter
  if s is over: return its worth  @leaf
  if s is already on the path: return ?  @repeat
  if s is remembered (memo): return what it was worth on another path  @table
  v ← the best VALUE(s after a) for the mover, where loss < ? < win  @improve
  return v  @leave
";

pub const PIMC: &str = "\
function CHOOSE(what I have seen)
  for each world s that fits it:
    for each move a: sum(a) ← sum(a) + P(s) · VALUE(s after a, nothing hidden)  @world
  return the a with the largest sum  @result
";

/// Algorithm 3 of the lecture. Its events are not those of a search of a game: `start`, `look`,
/// `stop` and `step` of a climb.
pub const HILL_CLIMBING: &str = "\
function HILL-CLIMBING(problem)
  s ← the start state  @start
  loop:
    n ← the best of the neighbours of s  @look
    if VALUE(n) is no better than VALUE(s): return s  @stop
    s ← n  @step
";
