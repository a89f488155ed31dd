//! PGN: what is written is read back, by us, by python-chess and by pgn-reader; what is wrong is
//! said.

use crate::data;
use crate::python;

use std::ops::ControlFlow;

use gametree::Game;
use gametree::rng::Rng;
use gametree_chess::Chess;
use gametree_chess::pgn::{PgnEval, PgnGame, PgnReader, PgnScore};
use gametree_chess::shakmaty::{KnownOutcome, Outcome, Position};
use pgn_reader::{SanPlus, Skip, Visitor};

/// A game with up to `size` moves, variations anywhere, and everything that can be said of them.
fn random_game(seed: u64, size: usize) -> PgnGame {
    let mut rng = Rng::new(seed);
    let mut game = PgnGame::new(random_start(&mut rng));
    game.result = [Outcome::Unknown, Outcome::Known(KnownOutcome::Draw)][rng.below(2)];
    game.set_header("White", "a \\ \"b\" [c] {d}");
    game.set_header("Opening", "Zażółć; gęślą");
    let mut positions = vec![game.start.clone()];
    for _ in 0..size {
        let back = if rng.below(4) == 0 {
            rng.below(positions.len())
        } else {
            0
        };
        let parent = positions.len() - 1 - back;
        let moves = positions[parent].inner().legal_moves();
        if moves.is_empty() {
            continue;
        }
        let m = moves[rng.below(moves.len())];
        let id = game.add(parent, m);
        positions.push(positions[parent].after(m));
        annotate(&mut game, id, &mut rng);
    }
    game
}

fn random_start(rng: &mut Rng) -> Chess {
    match rng.below(4) {
        0 => Chess::chess960(rng.below(960) as u32).unwrap(),
        1 => "4k2r/2P5/8/8/2pP4/8/8/4K2R b Kk d3 0 41".parse().unwrap(),
        _ => Chess::default(),
    }
}

fn annotate(game: &mut PgnGame, id: usize, rng: &mut Rng) {
    if rng.below(4) == 0 {
        let score = match rng.below(2) {
            0 => PgnScore::Centipawns(rng.below(2001) as i32 - 1000),
            _ => PgnScore::Mate(rng.below(21) as i32 + 1),
        };
        game.set_eval(
            id,
            Some(PgnEval {
                score,
                depth: (rng.below(2) == 0).then(|| rng.below(99) as u32),
            }),
        );
    }
    for _ in 0..rng.below(6).saturating_sub(3) {
        game.comment(id, &random_text(rng));
    }
    if rng.below(4) == 0 {
        game.comment_before(id, &random_text(rng));
    }
    for _ in 0..rng.below(5).saturating_sub(2) {
        game.nag(id, rng.below(256) as u8);
    }
}

fn random_text(rng: &mut Rng) -> String {
    const WORDS: [&str; 12] = [
        "a",
        "}",
        "{",
        "%x",
        "[%clk 0:01:02]",
        "(",
        ";",
        "1-0",
        "é…",
        "$7",
        "line\nbreak",
        "averyveryveryveryverylongword",
    ];
    (0..rng.below(20))
        .map(|_| WORDS[rng.below(WORDS.len())])
        .collect::<Vec<_>>()
        .join(" ")
}

fn read_one(text: &str) -> PgnGame {
    let mut games = PgnReader::new(text.as_bytes());
    let game = games
        .next()
        .expect("a game")
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(games.next().is_none(), "one game only\n{text}");
    game
}

fn refused(text: &str) -> String {
    PgnReader::new(text.as_bytes())
        .find_map(Result::err)
        .expect("an error")
        .to_string()
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..400 {
        let game = random_game(seed, (seed as usize * 7) % 150);
        let text = game.to_string();
        assert_eq!(read_one(&text), game, "seed {seed}\n{text}");
        let longest = text
            .lines()
            .filter(|line| !line.starts_with('['))
            .map(|line| line.chars().count())
            .max();
        assert!(longest.unwrap() <= 80 + 30, "seed {seed}\n{text}");
    }
}

#[test]
fn many_games_are_read_one_after_the_other() {
    let games: Vec<PgnGame> = (0..50).map(|seed| random_game(seed, 30)).collect();
    let mut bytes = Vec::new();
    games
        .iter()
        .for_each(|game| game.write(&mut bytes).unwrap());
    let read: Vec<PgnGame> = PgnReader::new(&bytes[..]).map(Result::unwrap).collect();
    assert_eq!(read, games);
    let windows = String::from_utf8(bytes).unwrap().replace('\n', "\r\n");
    let read: Vec<PgnGame> = PgnReader::new(windows.as_bytes())
        .map(Result::unwrap)
        .collect();
    assert_eq!(read, games);
}

/// One line per node, in reading order: depth, move, comments before and after, glyphs, value.
fn listing(game: &PgnGame) -> String {
    let (mut out, mut open) = (String::new(), vec![(PgnGame::START, game.start.clone(), 0)]);
    while let Some((id, mut position, depth)) = open.pop() {
        let node = game.node(id);
        let value = node.eval().map(|eval| format!("[%eval {eval}]"));
        let words: Vec<&str> = value
            .iter()
            .chain(node.comments())
            .map(String::as_str)
            .collect();
        let uci = node
            .played()
            .map_or_else(|| "start".to_owned(), |m| position.uci(m));
        let mut nags = node.nags().to_vec();
        nags.sort_unstable();
        let before = node.before().join(" ");
        out += &format!(
            "{depth}|{uci}|{before}|{}|{nags:?}|{}\n",
            words.join(" "),
            python_value(node.eval())
        );
        node.played().into_iter().for_each(|m| position.play(m));
        open.extend(
            node.children()
                .iter()
                .rev()
                .map(|&child| (child, position.clone(), depth + 1)),
        );
    }
    out
}

fn python_value(eval: Option<PgnEval>) -> String {
    eval.map_or_else(String::new, |eval| {
        let depth = eval
            .depth
            .map_or("None".to_owned(), |depth| depth.to_string());
        match eval.score {
            PgnScore::Centipawns(value) => format!("cp {value} {depth}"),
            PgnScore::Mate(moves) => format!("mate {moves} {depth}"),
        }
    })
}

const LIST: &str = r#"
def words(text):
    if not isinstance(text, str):
        text = " ".join(text)
    return " ".join(text.split())
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            assert not game.errors, game.errors
            white = game.headers["White"].replace('\\"', '"').replace("\\\\", "\\")
            print(white, game.headers["Result"], game.board().fen())
            stack = [(game, 0)]
            while stack:
                node, depth = stack.pop()
                value = node.eval()
                if value is None:
                    text = ""
                else:
                    white = value.white()
                    kind = ("mate", white.mate()) if white.is_mate() else ("cp", white.score())
                    text = f"{kind[0]} {kind[1]} {node.eval_depth()}"
                uci = node.move.uci() if node.parent else "start"
                before = words(node.starting_comment) if node.parent else ""
                print(f"{depth}|{uci}|{before}|{words(node.comment)}|{sorted(node.nags)}|{text}")
                stack += [(child, depth + 1) for child in reversed(node.variations)]
"#;

#[test]
fn python_chess_reads_the_same() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let games: Vec<PgnGame> = (1000..1060).map(|seed| random_game(seed, 60)).collect();
    let mut output = file.as_file();
    games
        .iter()
        .for_each(|game| game.write(&mut output).unwrap());
    let Some(found) = python::run(LIST, &[file.path().to_str().unwrap()]) else {
        return;
    };
    let wanted = listings(&games);
    for (line, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "line {line}");
    }
    assert_eq!(found.lines().count(), wanted.lines().count());
}

/// Moves, glyphs and variations as pgn-reader sees them.
struct Tokens;

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<String>, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<String>, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, tokens: &mut Vec<String>, san: SanPlus) -> ControlFlow<Vec<String>> {
        tokens.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, tokens: &mut Vec<String>) -> ControlFlow<Vec<String>, Skip> {
        tokens.push("(".into());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, tokens: &mut Vec<String>) -> ControlFlow<Vec<String>> {
        tokens.push(")".into());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, tokens: Vec<String>) -> Vec<String> {
        tokens
    }
}

#[test]
fn pgn_reader_sees_the_same_moves_and_brackets() {
    for seed in 2000..2100 {
        let game = random_game(seed, 80);
        let text = game.to_string();
        let mut reader = pgn_reader::Reader::new(text.as_bytes());
        let tokens = reader.read_game(&mut Tokens).unwrap().unwrap();
        let ours = read_one(&text).to_string();
        let mut again = pgn_reader::Reader::new(ours.as_bytes());
        assert_eq!(
            again.read_game(&mut Tokens).unwrap().unwrap(),
            tokens,
            "seed {seed}"
        );
        let moves = tokens
            .iter()
            .filter(|token| !"()".contains(token.as_str()))
            .count();
        assert_eq!(moves, game.len() - 1, "seed {seed}\n{text}");
    }
}

#[test]
fn what_stands_in_the_wild_is_read() {
    let text = "%escaped\n[Event \"x\"]\n[FEN \"3r2k1/4P3/8/8/8/8/8/4K2R w K - 0 9\"]\n[Variant \"From Position\"]\n\n\
                {before} 9. 0-0 $1 ; a remark\n(9.exd8Q+!! {[%eval #3]} (9. e8=R+?! =) 9... Kg7 10.e7-e8 )";
    assert!(
        refused(text).contains("line 7, move 10. e7-e8: 'e7-e8' is not legal here"),
        "{}",
        refused(text)
    );
    let game = read_one(&text.replace(" 10.e7-e8 ", " N "));
    let root = game.node(PgnGame::START);
    assert_eq!(
        (root.comments(), root.children().len()),
        (&["before".to_owned()][..], 3)
    );
    let [castles, queen, rook] = [0, 1, 2].map(|i| game.node(root.children()[i]));
    assert_eq!(
        (castles.nags(), castles.comments()),
        (&[1][..], &["a remark".to_owned()][..])
    );
    assert_eq!(
        (queen.nags(), queen.eval().unwrap().score),
        (&[3][..], PgnScore::Mate(3))
    );
    assert_eq!(rook.nags(), [6, 10]);
    assert_eq!(read_one(&game.to_string()), game);
    let trailing = "1. e4 1-0 {after}\n[Event \"second\"]\n\n*\n\n[Event \"third\"]\n\n[Event \"fourth\"]\n\n1. d4\n\n";
    let games: Vec<PgnGame> = PgnReader::new(trailing.as_bytes())
        .map(Result::unwrap)
        .collect();
    let names: Vec<_> = games
        .iter()
        .map(|game| game.header("Event").unwrap())
        .collect();
    assert_eq!(names, ["?", "second", "third", "fourth"]);
    assert_eq!(games[0].node(1).comments(), ["after"]);
}

#[test]
fn threats_after_a_null_move_become_comments() {
    let text = "1. e4 e5 ({idea} 1... -- 2. d4! {[%eval 1.00] wide [%clk 0:01]} (2. f4 exf4 $14) d5) \
                2. Nf3 (2. Nc3 Nf6 Z0 3. a3) 2... Nc6 *";
    let game = read_one(text);
    let line: Vec<usize> = game.main_line().collect();
    let comments = |id: usize| game.node(id).comments();
    assert_eq!(line.len(), 4);
    assert_eq!(comments(line[1]), ["(idea -- d4! wide (f4 exf4 $14) d5)"]);
    assert_eq!(game.node(line[1]).eval(), None);
    let variation = game.node(line[1]).children()[1];
    let reply = game.node(variation).children()[0];
    assert_eq!(comments(reply), ["Z0 a3"]);
    assert_eq!(game.len(), 7);
    assert_eq!(read_one(&game.to_string()), game);
    assert!(refused("1. e4 (1. d4 -- 2. c4 *").contains("a variation is not closed"));
}

#[test]
fn long_notation_and_old_captures_are_read() {
    let game = read_one("1. e2-e4 a7-a6 2. e4-e5 d7-d5 3. exd6e.p. Ng8-f6 4. Ng1-f3 *");
    assert_eq!(
        game.to_string().lines().last(),
        Some("1. e4 a6 2. e5 d5 3. exd6 Nf6 4. Nf3 *")
    );
}

#[test]
fn files_of_other_times_keep_their_letters() {
    let text = "[White \"M\u{fc}ller\u{92}s\"]\n\n1. e4 {sch\u{f6}n} *";
    let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let game = PgnReader::new(bytes.as_slice()).next().unwrap().unwrap();
    assert_eq!(game.header("White"), Some("M\u{fc}ller\u{2019}s"));
    assert_eq!(game.node(1).comments(), ["sch\u{f6}n"]);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, message) in [
        (
            "1. e4 e5 2. Nf6 *",
            "game 1, line 1, move 2. Nf6: 'Nf6' is not legal here (2 half-moves were read)",
        ),
        (
            "1. e4\n-- 2. d4",
            "game 1, line 2, move 1... --: '--' is a null move (1 half-move was read)",
        ),
        (
            "1. e4 hello *",
            "game 1, line 1, move 1... hello: 'hello' is not a move (1 half-move was read)",
        ),
        (
            "(1. e4)",
            "game 1, line 1: a variation begins before any move",
        ),
        (
            "1. e4 ((",
            "game 1, line 1: a variation begins before any move",
        ),
        ("1. e4 () *", "game 1, line 1: a variation has no move"),
        (
            "1. e4 ) *",
            "game 1, line 1: a variation ends that did not begin",
        ),
        (
            "1. e4 (1. d4",
            "game 1, line 1: a variation is not closed at the game's end",
        ),
        (
            "1. e4 (1. d4 1-0",
            "game 1, line 1: a variation is not closed at the game's end",
        ),
        (
            "1. e4 ($1 1. d4)",
            "game 1, line 1: a glyph before a variation's first move",
        ),
        ("1. e4 {", "game 1, line 1: a comment is not closed"),
        (
            "[Event x]\n\n1. e4",
            "game 1, line 1: a tag should look like [Name \"value\"], not [Event x]",
        ),
        (
            "[FEN \"8/8 w - -\"]\n",
            "game 1, line 2: header FEN: a board has 8 ranks; '8/8' has 2",
        ),
        (
            "[Variant \"Atomic\"]\n\n*",
            "game 1, line 3: 'atomic' is another game than chess",
        ),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
    let text = "[White \"1\"]\n\n1. e5 {\n\n[x}\n\n[White \"2\"]\n\n1. d4 *";
    let mut games = PgnReader::new(text.as_bytes());
    assert!(games.next().unwrap().is_err() && games.next().unwrap().is_err());
    assert_eq!(games.next().unwrap().unwrap().header("White"), Some("2"));
    let mut game = PgnGame::new(Chess::default());
    let m = Chess::default().from_uci("e2e4").unwrap();
    let e4 = game.add(PgnGame::START, m);
    game.add(e4, m);
    let error = game.write(&mut Vec::new()).unwrap_err();
    assert!(
        error.to_string().contains("node 2 is no legal move"),
        "{error}"
    );
}

#[test]
fn deep_nesting_neither_overflows_nor_takes_long() {
    assert!(refused(&format!("1. e4 {}", "(".repeat(100_000))).contains("before any move"));
    let deep = deep_game(50_000);
    let text = deep.to_string();
    assert_eq!(text.matches('(').count(), 50_000);
    assert_eq!(read_one(&text), deep);
}

/// Every variation holds the next one.
fn deep_game(depth: usize) -> PgnGame {
    let mut game = PgnGame::new(Chess::default());
    let (mut at, mut position) = (PgnGame::START, game.start.clone());
    for _ in 0..depth {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
            .into_iter()
            .find_map(|text| position.from_uci(text));
        let m = shuffle.expect("a knight can go");
        let other = position
            .inner()
            .legal_moves()
            .into_iter()
            .find(|&other| other != m && !other.is_zeroing());
        game.add(at, other.expect("another move"));
        at = game.add(at, m);
        position.play(m);
    }
    game
}

/// What we read of a file, as python-chess would list it.
fn listings(games: &[PgnGame]) -> String {
    games
        .iter()
        .map(|game| {
            let head = format!(
                "{} {} ",
                game.header("White").unwrap(),
                game.result.as_str()
            );
            head + &game.start.fen() + "\n" + &listing(game)
        })
        .collect()
}

/// Files of the field and how many games they hold.
const FIELD: [(&str, usize); 8] = [
    ("chessbase-empty-line", 1),
    ("cutechess-fischerrandom", 4),
    ("kasparov-deep-blue-1997", 6),
    ("molinari-bordais-1979", 1),
    ("nepomniachtchi-liren-game1", 1),
    ("stockfish-learning", 1),
    ("uci-moves", 1),
    ("utf8-bom", 2),
];

#[test]
fn games_of_the_field_are_read_as_python_chess_reads_them() {
    let Some(directory) = data::fetched("pgn") else {
        return;
    };
    let paths = FIELD.map(|(name, _)| directory.join(format!("{name}.pgn")).display().to_string());
    let mut ours = String::new();
    for (path, (_, size)) in paths.iter().zip(FIELD) {
        let file = std::fs::File::open(path).unwrap();
        let games =
            PgnReader::new(file).map(|game| game.unwrap_or_else(|error| panic!("{path}: {error}")));
        let games: Vec<PgnGame> = games.collect();
        assert_eq!(games.len(), size, "{path}");
        assert!(
            games
                .iter()
                .all(|game| read_one(&game.to_string()) == *game),
            "{path}"
        );
        ours += &listings(&games);
    }
    let Some(found) = python::run(LIST, &paths.each_ref().map(String::as_str)) else {
        return;
    };
    for (found, ours) in found.lines().zip(ours.lines()) {
        assert_eq!(found, ours);
    }
    assert_eq!(found.lines().count(), ours.lines().count());
}

#[test]
fn what_is_not_chess_is_refused() {
    for (name, message) in [
        ("antichess-programfox", "another game than chess"),
        ("saturs-jannlee-zh-lichess", "another game than chess"),
        (
            "anastasian-lewis",
            "line 20, move 41... Z0: 'Z0' is a null move",
        ),
    ] {
        let Some(path) = data::fetched(&format!("pgn/{name}.pgn")) else {
            return;
        };
        let error = PgnReader::new(std::fs::File::open(path).unwrap())
            .next()
            .unwrap()
            .unwrap_err();
        assert!(error.to_string().contains(message), "{name}: {error}");
    }
}
