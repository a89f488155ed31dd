//! Positions that are kept for years: the conformance kit on every game, golden identities, and
//! what is refused.

use gametree::testkit::Kit;
use gametree::{Game, Notation, Outcome, Persistent, Player, Readable};
use gametree_games::connect4::Connect4;
use gametree_games::nim::Heaps;
use gametree_games::squares::Squares;
use gametree_games::tictactoe::Rules;
use gametree_games::{breakthrough, othello, tictactoe};

/// K in a row, on at most 64 and on up to 384 squares.
type Small = tictactoe::Board<'static, 1>;
type Large = tictactoe::Board<'static, 6>;

fn read<G: Readable>(text: &str) -> G {
    G::read(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn connect_four_conforms() {
    Kit::new(&Connect4::new()).archived();
}

#[test]
fn boards_of_every_size_conform() {
    for name in ["othello", "othello:6", "othello:4"] {
        Kit::new(&othello::Board::named(name).unwrap()).archived();
    }
    for name in ["breakthrough", "breakthrough:6x5", "breakthrough:4x2"] {
        Kit::new(&breakthrough::Board::named(name).unwrap()).archived();
    }
}

#[test]
fn lines_conform() {
    for title in [
        "tictactoe",
        "mnk:4x5x3",
        "mnk:1x5x2",
        "cube:3",
        "custom:0+1,1+2:left,middle,right",
    ] {
        Kit::new(&read::<Small>(title)).archived();
        Kit::new(&read::<Large>(title)).archived();
    }
    Kit::new(&read::<Large>("mnk:9x9x5")).archived();
}

#[test]
fn heaps_and_squares_conform() {
    Kit::new(&read::<Heaps>("3,4,5,0,1,7,7,9 second")).archived();
    Kit::new(&read::<Squares>("4: 1,4,A")).archived();
    Kit::new(&read::<Squares>("9: 4,5,B")).archived();
}

/// What is written is the position, however it arose.
#[test]
fn texts_are_as_documented() {
    let text = |moves: &str| moves.parse::<Connect4>().unwrap().write();
    assert_eq!(
        text("44453"),
        "......./......./......./...X.../...O.../..XXO.."
    );
    assert_eq!(text("4132"), text("3142"));
    let board: Small = read("tictactoe b2 a1 c1");
    assert_eq!(board.write(), "tictactoe O.X/.X./...");
    assert_eq!(read::<Small>("mnk:3x3x3 O.X.X....").write(), board.write());
    assert_eq!(
        read::<Large>("mnk:3x3x3 O.X.X....").identity(),
        board.identity()
    );
    assert_eq!(
        read::<Small>("mnk:3x4x3").write(),
        "mnk:3x4x3 ..../..../...."
    );
    assert_eq!(
        othello::Board::start(4).unwrap().write(),
        "-----OX--XO----- X"
    );
    assert_eq!(
        breakthrough::Board::start(4, 2).unwrap().write(),
        "OO/OO/XX/XX X"
    );
    assert_eq!(read::<Heaps>("1,0,2 second").write(), "1,0,2 second");
    assert_eq!(Squares::new(4).unwrap().write(), "4: 1,4,A");
}

#[test]
fn a_win_is_seen_on_the_board_alone() {
    let won: Small = read("tictactoe XXX/OO./...");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::FIRST)));
    let won: Connect4 = read("......./......./......./......./OOO..../XXXX...");
    assert_eq!(
        (won.outcome(), won.turn()),
        (Some(Outcome::Win(Player::FIRST)), Player::SECOND)
    );
    assert_eq!(won.ply(), 7);
}

/// Boards that no game leads to, and what is said of them.
#[test]
fn impossible_boards_are_refused_with_a_reason() {
    let connect4 = [
        (
            "......./......./......./......./......./..X.X..",
            "X begins",
        ),
        ("......./......./......./......./..X..../.......", "air"),
        ("......./......./......./......./OOO..../XXXXO..", "four"),
        ("......./......./......./......./......./......", "7"),
        ("......./......./", "rows"),
        ("......./......./......./......./......./..Z....", "'Z'"),
        ("4444444", "full"),
    ];
    for (text, word) in connect4 {
        let why = Connect4::read(text).unwrap_err();
        assert!(why.contains(word), "{text}: {why}");
    }
    let lines = [
        ("tictactoe XXX/OOO/...", "won"),
        ("tictactoe XX./.../...", "X begins"),
        ("tictactoe XX./...", "square"),
        ("tictactoe b2 b2", "taken"),
        ("mnk:9x9x5 a1", "too many"),
        ("chess", "none of"),
        ("", "none of"),
    ];
    for (text, word) in lines {
        let why = <Small as Readable>::read(text).unwrap_err();
        assert!(why.contains(word), "{text}: {why}");
    }
    assert!(othello::Board::read(8, "---").is_err());
    assert!(
        <othello::Board as Readable>::read("f5d6")
            .unwrap_err()
            .contains("letters")
    );
    assert!(
        <breakthrough::Board as Readable>::read("XX/../../OO X")
            .unwrap_err()
            .contains("both")
    );
    assert!(Heaps::read("1,2,x").unwrap_err().contains("heap"));
    assert!(<Squares as Readable>::read("x: 1,2").is_err());
}

/// Numbers that are on disk somewhere.
#[test]
fn golden_identities_never_change() {
    let found = [
        Connect4::new().identity(),
        read::<Connect4>("44453").identity(),
        othello::Board::start(8).unwrap().identity(),
        othello::Board::read(6, "c2").unwrap().identity(),
        breakthrough::Board::start(8, 8).unwrap().identity(),
        breakthrough::Board::read(6, 5, "a2a3").unwrap().identity(),
        read::<Small>("tictactoe b2").identity(),
        read::<Large>("mnk:15x15x5 h8 g7").identity(),
        read::<Heaps>("3,4,5 second").identity(),
        read::<Squares>("4: 1,4,A").identity(),
    ];
    let golden: [u128; 10] = [
        0x546b_706d_5246_1ae0_1cad_5d66_1a66_735d,
        0x4265_7f4c_8144_6bc6_caa7_112d_744e_23e8,
        0x11b6_8d1c_c820_6f51_0019_78dc_01d8_3217,
        0xad6b_9f29_350d_16a1_a772_d848_373c_c2bc,
        0x93ec_2fa3_6a15_2cea_d4da_474b_7b2c_7cca,
        0xea9d_b1c8_ba1d_9a7f_49cd_69e5_7b04_b8d2,
        0x9aca_436c_e35c_6138_f535_a948_72bd_c6d0,
        0x5a11_8ea3_579a_06f1_d028_8be0_27e7_187b,
        0xd602_99bd_62f9_286e_7e34_1f2f_db46_9c7f,
        0x8c8d_76be_cc2b_8189_5a37_fbb8_c58d_40c0,
    ];
    for (i, (found, golden)) in found.into_iter().zip(golden).enumerate() {
        assert_eq!(found, golden, "{i}: {found:#034x}");
    }
}

#[test]
fn rules_of_another_name_are_another_position() {
    let three: Small = read("mnk:4x4x3");
    let four: Small = read("mnk:4x4x4");
    assert_ne!(three.identity(), four.identity());
    let empty = Rules::tictactoe().title().to_string();
    assert_eq!(read::<Small>(&empty).write(), "tictactoe .../.../...");
    assert_eq!(three.write_move(three.decode(5).unwrap()), "b2");
    assert_eq!(three.decode(16), None);
}
