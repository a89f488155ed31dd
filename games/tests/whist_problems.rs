//! Published problems with open hands.

use gametree_games::whist::{DoubleDummy, Solver};

/// The tricks of N and S.
fn tricks(solver: &mut Solver, text: &str) -> i32 {
    let deal: DoubleDummy = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let all = i32::from(deal.left() + deal.won()[0] + deal.won()[1]);
    (solver.solve(&deal).points + all) / 2
}

/// The first deal of the test list of Haglund's DDS, with the tricks of the declarers N, E, S and W
/// as it gives them. The hand on a declarer's left leads.
fn dds_deal_one(trumps: [(&str, [i32; 4]); 2]) {
    let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
    let mut solver = Solver::default();
    for (trump, published) in trumps {
        let found = ["E", "S", "W", "N"].map(|lead| {
            let north_south = tricks(&mut solver, &format!("{deal} trump={trump} lead={lead}"));
            if matches!(lead, "E" | "W") {
                north_south
            } else {
                13 - north_south
            }
        });
        assert_eq!(found, published, "trump {trump}");
    }
}

#[test]
fn a_whole_deal_comes_out_as_published() {
    dds_deal_one([("S", [5, 8, 5, 8]), ("C", [7, 5, 7, 5])]);
}

#[test]
#[ignore = "soak: a few seconds a trump suit"]
fn soak_a_whole_deal_comes_out_as_published() {
    dds_deal_one([("H", [6, 6, 6, 6]), ("D", [5, 7, 5, 7])]);
    dds_deal_one([("NT", [6, 6, 6, 6]), ("S", [5, 8, 5, 8])]);
}

/// Harold Guiver, The Bridge World (puzzle 5): seven no-trumps fail, though there seems to be a
/// simple squeeze.
#[test]
fn a_squeeze_that_squeezes_the_declarer() {
    let deal = "N:KT64.T3.AT743.63 J987.K986.5.T987 AQ.AQJ7.KQ2.A542 532.542.J986.KQJ lead=W";
    assert_eq!(tricks(&mut Solver::default(), deal), 12);
}

/// Robert Lemaire, Double Dummy Corner (competition problem 102b): seven spades are made against
/// the queen of diamonds, by a double ruffing squeeze.
#[test]
fn a_double_ruffing_squeeze() {
    let deal = "N:AKQ.Q63.K4.AQ753 6.K54.987.JT9642 JT5432.AT9.A32.K 987.J872.QJT65.8";
    assert_eq!(
        tricks(
            &mut Solver::default(),
            &format!("{deal} trump=S lead=W play=DQ")
        ),
        13
    );
    // The key is to win in the south: the king in the north gives a trick away.
    assert!(
        tricks(
            &mut Solver::default(),
            &format!("{deal} trump=S lead=W play=DQ,DK")
        ) < 13
    );
}

/// A simple squeeze: E leads his last spade, and S cannot keep both the queen of diamonds and two
/// hearts.
#[test]
fn a_simple_squeeze_takes_the_rest() {
    let deal = "N:...543 3.AT.. .QJ.Q. .K.J.6 lead=E";
    assert_eq!(tricks(&mut Solver::default(), deal), 0);
}

/// The same with the heart played off too early: S has a card to spare, and a red card wins the
/// last trick.
#[test]
fn a_squeeze_that_comes_too_late() {
    assert_eq!(
        tricks(
            &mut Solver::default(),
            "N:.2..32 3..J.8 .J.Q.J .7.9.K lead=E"
        ),
        1
    );
}
