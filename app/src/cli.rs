//! The verbs of the command line. Help, completions and man pages all come from here.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::args::{
    CompareArgs, CompletionArgs, ComplexityArgs, ExerciseArgs, ExplainArgs, FeaturesArgs, ManArgs,
    PlayArgs, QueensArgs, SearchArgs, SolveArgs, TrainArgs,
};
use crate::commands::experiment::args::ExperimentArgs;
use crate::contest::args::{MatchArgs, SweepArgs};
use crate::error::CliError;
use crate::output::Format;

/// Adversarial search on the command line: search, solve, explain, compare, play, match
#[derive(Parser, Debug)]
#[command(
    name = "gametree",
    version,
    subcommand_required = true,
    arg_required_else_help = true,
    before_help = "Examples:
  gametree search '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))' --with alphabeta
  gametree search connect4 4453 --time 1s
  gametree solve tictactoe
  gametree compare '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))' --with minimax --with alphabeta
  gametree play connect4 --against mcts
  gametree match pvs mcts --game connect4 --time 5ms
  gametree games",
    after_help = "Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 engine failed, 5 data damaged, 6 locked by another process, 130 interrupted.
Data goes to stdout, hints and progress to stderr; --json prints one object with a \"schema\" field."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
    /// Print one JSON object
    // An empty text: `atlas export` has an argument of the same name, whose value is a file.
    #[arg(long, global = true, num_args = 0, default_missing_value = "")]
    json: Option<OsString>,
}

impl Cli {
    /// How results are printed: the one place that decides.
    pub fn format(&self) -> Format {
        let lines = match &self.verb {
            Verb::Search(args) => args.output.jsonl,
            Verb::Solve(args) => args.output.jsonl,
            Verb::Analyse(args) => args.jsonl,
            _ => false,
        };
        let object = self.json.as_ref().is_some_and(|file| file.is_empty());
        match (lines, object) {
            (true, _) => Format::JsonLines,
            (false, true) => Format::Json,
            (false, false) => Format::Text,
        }
    }

    /// Refuses `--json` where there is nothing that it could print.
    pub fn check(&self) -> anyhow::Result<()> {
        let name = match &self.verb {
            Verb::Play(_) => "play",
            Verb::Serve(_) => "serve",
            Verb::Uci => "uci",
            Verb::Completions(_) => "completions",
            Verb::Man(_) => "man",
            _ => return Ok(()),
        };
        match self.format() {
            Format::Text => Ok(()),
            _ => Err(CliError::usage(format!("`gametree {name}` prints no JSON")).into()),
        }
    }
}

/// The verbs.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Analyse a position for minutes or weeks: create or resume a project that engines grow
    #[command(
        before_help = "Examples:
  gametree analyse
  gametree analyse startpos --engine stockfish --for 10m
  gametree analyse 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' --project ruy --evaluations 300
  gametree analyse --project ruy --engine 'lc0 --backend=cpu' --engine stockfish --option Threads=2
  gametree analyse game.pgn --project vs-smith --cost white --for 8h",
        after_help = ANALYSE
    )]
    Analyse(Box<crate::commands::analyse::args::AnalyseArgs>),
    /// Read and steer a project
    #[command(before_help = "Examples:
  gametree atlas list
  gametree atlas moves ruy
  gametree atlas moves ruy 'Bb5 a6'
  gametree atlas add ruy 'Bb5 a6 Bxc6'
  gametree atlas export ruy --pgn ruy.pgn
  gametree atlas check ruy")]
    Atlas(Box<crate::commands::atlas::args::AtlasArgs>),
    /// Play the next move of a game that is analysed: all tasks go to the position after it
    #[command(before_help = "Examples:
  gametree follow vs-smith Nf6
  gametree follow vs-smith Qxd5 --prune
  gametree follow vs-smith --back")]
    Follow(crate::commands::follow::FollowArgs),
    /// List the games, and which search fits which
    #[command(before_help = "Examples:\n  gametree games\n  gametree games --json")]
    Games,
    /// List the searches, their papers and options
    #[command(before_help = "Examples:\n  gametree searches\n  gametree searches --json")]
    Searches,
    /// Search one position
    #[command(
        before_help = "Examples:
  gametree search '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))'
  gametree search connect4 4453 --with pvs:table=256MiB --time 2s
  gametree search othello --with mcts --nodes 10k --seed 7 --json
  printf '44\\n45\\n' | gametree search connect4 - --depth 8 --jsonl",
        after_help = VALUES
    )]
    Search(SearchArgs),
    /// Find the exact value of a position and all its best moves
    #[command(
        before_help = "Examples:
  gametree solve tictactoe
  gametree solve connect4 44444
  gametree solve nim:3,4,5 --json
  gametree solve connect4 - --jsonl < positions.txt",
        after_help = SCORES
    )]
    Solve(SolveArgs),
    /// Show every step of a search, in words and pictures
    #[command(before_help = "Examples:
  gametree explain '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))' --with alphabeta
  gametree explain tictactoe 'b2 a1 a3 c1' --depth 2 --html steps.html")]
    Explain(ExplainArgs),
    /// Compare several searches on the same work
    #[command(
        before_help = "Examples:
  gametree compare '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))'
  gametree compare connect4 44 --with alphabeta --with pvs --with mtdf --depth 9
  gametree compare tictactoe --json",
        after_help = VALUES
    )]
    Compare(CompareArgs),
    /// Play a game against a search, in the terminal
    #[command(before_help = "Examples:
  gametree play tictactoe
  gametree play connect4 --against mcts --time 2s
  gametree play othello --second --against pvs --depth 6")]
    Play(PlayArgs),
    /// Let two searches or chess engines play each other: Elo with its interval, or a sequential
    /// test
    #[command(
        before_help = "Examples:
  gametree match pvs mcts --game connect4 --time 5ms --games 200
  gametree match pvs alphabeta --game othello --nodes 5k --openings plies:4 --sprt 0,20
  gametree match pvs:table=0 pvs --game breakthrough --moves 2k --openings random:6 --out runs/table
  gametree match uci:stockfish pvs --game chess --clock 10+0.1 --openings book.pgn --pgn games.pgn",
        after_help = MATCHES,
        mut_arg("time", time_of_a_match)
    )]
    Match(Box<MatchArgs>),
    /// Try a parameter of a search at several values, a match for each
    #[command(
        before_help = "Examples:
  gametree sweep mcts --over c=0.2,0.7,1.4 --against pvs --game connect4 --nodes 1k --games 40
  gametree sweep mcts --over c=0.25..2:8 --against mcts --game othello --time 5ms --svg c.svg",
        after_help = MATCHES,
        mut_arg("time", time_of_a_match)
    )]
    Sweep(Box<SweepArgs>),
    /// Let many searches play each other, two or more at a table: ratings with their intervals
    #[command(
        before_help = "Examples:
  gametree tournament paranoid maxn brs random --game tictactoe3:4x4x3 --nodes 500 --rounds 20
  gametree tournament pvs mcts alphabeta --game connect4 --time 2ms
  gametree tournament pimc ismcts oneply random --game hearts:4x5 --time 20ms",
        mut_arg("time", |arg| arg.help("Processor time per move: 1ms, 100ms, 1.5s"))
    )]
    Tournament(Box<crate::contest::tournament_args::TournamentArgs>),
    /// Repeat a measurement: the tables of 1987, moves judged by a solver, a suite of positions
    #[command(before_help = "Examples:
  gametree experiment rivest
  gametree experiment rivest --players 1987 --rows calls
  gametree experiment oracle --with minmax --with pvs --time 1ms,4ms")]
    Experiment(ExperimentArgs),
    /// Simulate what would need many computers: how many workers a coordinator keeps busy
    #[command(before_help = "Examples:
  gametree simulate farm --workers 1000 --task 1s --fail 0.02
  gametree simulate farm --workers 100,1k,10k --positions 1M --svg farm.svg")]
    Simulate(crate::commands::simulate::SimulateArgs),
    /// Solve the n queens by local search, or count how often it succeeds
    #[command(
        before_help = "Examples:
  gametree queens 8 --with steepest --show
  gametree queens 1M --json
  gametree queens 8 --with steepest --starts 10k
  gametree queens 30 --with annealing:start=2,steps=50k --svg cost.svg
  gametree queens 12 --with tolerance:alpha=1 --time 5s
  gametree queens 8 --with steepest --start 4,3,2,5,4,3,2,3 --show --program",
        after_help = QUEENS
    )]
    Queens(QueensArgs),
    /// The exercises of the field: asked, graded, and solved by the searches
    #[command(before_help = "Examples:
  gametree exercise
  gametree exercise four-squares
  gametree exercise chance-leaves --answer 'left; 1.5; 8; 6 7 8'
  gametree exercise pruning --solution")]
    Exercise(ExerciseArgs),
    /// The formulas for time and space, b^m, b^(m/2) and b·m, with measured counts beside them
    #[command(before_help = "Examples:
  gametree complexity tictactoe --depth 5
  gametree complexity tree:examples/ordering-good.tree
  gametree complexity --branching 35 --length 100")]
    Complexity(ComplexityArgs),
    /// What the evaluator counts in a position: f_i, its weights w_i, and the sum
    #[command(before_help = "Examples:
  gametree features chess
  gametree features chess 'e4 d5 exd5' --weights material=1,3,3,5,9
  gametree features chess 'e4 e5 Nf3' --weights built-in
  gametree features tictactoe 'b2 a1' --weights open
  gametree features connect4 4453 --json", after_help = FEATURES)]
    Features(FeaturesArgs),
    /// Learn the weights of a game's evaluator by self-play
    #[command(
        before_help = "Examples:
  gametree train breakthrough --games 2k --out rows.weights
  gametree train othello --method tdleaf --games 500 --depth 3 --seed 7 --curve loss.svg
  gametree train tictactoe --method td --games 200 --json
  gametree train chess --method categories --from '4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1' --games 100
  gametree train chess --method network --games 20k --nodes 250 --out chess.network
  gametree match pvs:weights=rows.weights pvs --game breakthrough --nodes 1k --sprt 0,10",
        after_help = TRAINING
    )]
    Train(Box<TrainArgs>),
    /// Do fixed work: speeds, and one signature of all search behaviour
    #[command(before_help = "Examples:\n  gametree bench\n  gametree bench --json | jq .signature")]
    Bench,
    /// Serve the pages: learn, analyse, compare in the browser
    #[command(before_help = "Examples:
  gametree serve
  gametree serve --open
  gametree serve --read-only --port 9000
  gametree serve --engine '/opt/lc0/lc0 --backend=cpu'", after_help = SERVING)]
    Serve(Box<crate::commands::serve::ServeArgs>),
    /// Start a broker, for analyses whose engines are on several computers
    #[command(
        before_help = "Examples:\n  gametree broker\n  gametree broker --listen 0.0.0.0:4222",
        after_help = FARM
    )]
    Broker(crate::commands::broker::BrokerArgs),
    /// Lend this computer's engine to analyses on another one
    #[command(
        before_help = "Examples:
  gametree worker --broker nats://worker:TOKEN@HOST:4222 --engine stockfish
  gametree worker --broker nats://worker:TOKEN@HOST:4222 --game othello --jobs 4 --once",
        after_help = FARM
    )]
    Worker(Box<crate::commands::worker::WorkerArgs>),
    /// Explain every number, in the words of the pages
    #[command(
        before_help = "Examples:\n  gametree glossary\n  gametree glossary share\n  gametree glossary --json"
    )]
    Glossary(crate::commands::glossary::GlossaryArgs),
    /// Write the book as pages that need no server
    #[command(before_help = "Examples:\n  gametree book --out book\n  xdg-open book/index.html")]
    Book(crate::commands::book::BookArgs),
    /// Run as a chess engine for other programs: UCI on stdin and stdout
    #[command(before_help = "Examples:
  gametree uci
  printf 'position startpos\\ngo depth 8\\n' | gametree uci")]
    Uci,
    /// Write shell completions to stdout
    #[command(before_help = "Examples:
  gametree completions bash > ~/.local/share/bash-completion/completions/gametree
  gametree completions zsh > ~/.zfunc/_gametree")]
    Completions(CompletionArgs),
    /// Write the manual: the main page to stdout, or all pages to a directory
    #[command(before_help = "Examples:
  gametree man | man -l -
  gametree man --dir ~/.local/share/man/man1")]
    Man(ManArgs),
    /// Show what is installed, what is missing and how to get it
    #[command(before_help = "Examples:\n  gametree doctor\n  gametree doctor --json")]
    Doctor,
}

const SERVING: &str = "\
The address that is printed holds a secret: whoever knows it can start engines on this computer. \
Scripts send it as Authorization: Bearer TOKEN; /api/openapi.json describes the interface. Pages \
know engines by their names only: a program is named here, in the configuration file, or found \
where engines usually are.";

const FARM: &str = "\
`gametree broker` prints the lines to type: one for every computer with an engine, one for the \
analysis. Tasks wait in the broker until a worker is free; an analysis loses nothing when a worker \
or the broker dies. A worker never runs a program that a message names.";

const FEATURES: &str = "\
A linear evaluator is Eval(s) = w_1 f_1(s) + w_2 f_2(s) + … Each f_i is the first player's count \
minus the second's. In chess they are the numbers of pawns, knights, bishops, rooks and queens, \
weighed 1, 3, 3, 5, 9 in pawns. In tictactoe, mnk, cube and sets, open_k counts the sets with k \
stones of one player and none of the other: with weights `open` that is Eval = X − O, and the \
default gives fuller sets more weight. To search with other weights, write weights=NAME or \
weights=FILE (alphabeta:weights=open).";

const TRAINING: &str = "\
Learning begins with the hand-made weights. regression: a search plays against itself, and the \
weights are fitted to the results. td, tdleaf: every position learns from the next one, at itself or \
at the end of the best line of --depth plies; with --out the weights are saved after every tenth of \
the games, and the same command resumes from that file. categories: positions with equal features \
share their mean result, shown as percentages. network (chess only): a small network learns what \
the built-in evaluator misses, from the values of the searches and from the results; its games are \
saved in FILE.games, and the same command goes on with them; the match is against the engine without \
it, and each mark of the curve is an epoch's loss on positions held out.
Chess weights are printed in pawns and written in centipawns.
To use the file, write weights=FILE in a search (a network also in the option EvalFile of \
`gametree uci`). `elo_vs_start` comes from the --match games against \
the hand-made weights, with the same nodes for both; null where none were played.";

const VALUES: &str = "\
Values are the first player's: higher is better for that player, whoever moves. In JSON `value` is \
a plain number: points, or for a win of the first player 1000000 minus the plies to it (a loss: the \
negative); `value_text` says the same as +#3 or -#4. `outcome` (win, draw, loss, or ? for play \
without end) and `plies` are the mover's, null while nothing is certain, and of trees, whose ends \
are worth points.";

const SCORES: &str = "\
The score is the mover's. connect4: 0 is a draw, +n means that the mover wins with their n-th last \
stone (1 = the last), -n likewise for the loser. Games that are won or lost: 1, 0, -1, and `plies` \
says how soon. Games of points and trees: the points. `best` holds every move that keeps the score \
(and the distance, where a win or loss has one).
With `-` there is one result per line of input; a bad line gets an error object, and exit code 1.";

const MATCHES: &str = "\
Every opening is played twice, with both colours; the pair is the unit of all statistics. Results \
are in the view of A. In a match --time is processor time, so that several games at a time and a \
busy machine do not matter; with --clock wall one game at a time is played.
`verdict` is 'A is stronger' or 'B is stronger' when all games are played and the 95 % interval of \
Elo leaves 0 out, else 'not decided'; with --sprt 'H0 accepted', 'H1 accepted', or 'running' while \
games are left. A test that stops early stops on a high or low: its Elo is a guide only.
Under --nodes, --moves or --depth a match gives the same result every time, for any --threads.";

const QUEENS: &str = "Searches, with their options and defaults:
  min-conflicts  a queen in conflict goes to the best row; steps=auto, start=greedy or random
  steepest       the best of all moves, while it is better
  sideways       also one as good, most=100 times in a row
  tolerance      any move at most alpha=1 worse than the best move; stuck after patience=auto
                 steps without a new best
  threshold      a random move, if it makes things at most alpha=1 worse; stuck after
                 patience=auto moves without a new best
  annealing      a worse move with probability e^(-d/T); schedule=geometric, linear or logarithmic,
                 start=2, end=0.1, steps=auto
Each has restarts=auto, as many as it takes; a number is the most.
The cost is the number of pairs of queens that attack each other. A step is a move that is made.
In JSON `rows` has the row of each queen, counted from 1, up to 1000 queens. With --starts `solved`
says whether any start was, `steps` are those of all starts.
Exit code 1 where no solution is found; 2 and 3 queens have none.";

/// `--time` in a match.
fn time_of_a_match(arg: clap::Arg) -> clap::Arg {
    arg.help("Processor time per move, unless --clock wall: 1ms, 100ms, 1.5s")
}

const ANALYSE: &str = "\
Everything is saved at least once per second; Ctrl-C finishes the tasks in progress and stops, and \
the same command resumes. Projects with a name are in the directory GAMETREE_PROJECTS, else in \
~/.local/share/gametree.
~/.config/gametree/config.toml (or GAMETREE_CONFIG) may name engines:
  [engine.deep]
  command = '/opt/lc0/lc0 --backend=cpu'
  [engine.deep.options]
  Threads = 4
then --engine deep. `gametree atlas` reads and steers a project, also while it is analysed. Values \
are the first player's. --json gives the result, --jsonl also every commit.";
