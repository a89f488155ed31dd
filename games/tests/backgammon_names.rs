//! What the name of a game of backgammon says.

use gametree_games::backgammon::Backgammon;

#[test]
fn the_rules_of_the_name_hold_where_the_text_does_not_say() {
    let at = "4HPwATDgc/ABMA X roll";
    for (name, terms) in [
        ("backgammon", ""),
        ("backgammon:single", " single"),
        ("backgammon:cube", " cube=1"),
        ("backgammon:cube:single", " cube=1 single"),
    ] {
        let game = Backgammon::named(name).unwrap();
        assert_eq!(game.read(at).unwrap().text(), format!("{at}{terms}"));
        assert_eq!(game.read("start").unwrap(), game, "{name}");
    }
    let game = Backgammon::named("backgammon:cube").unwrap();
    let doubled = format!("{at} cube=2X");
    assert_eq!(game.read(&doubled).unwrap().text(), doubled);
}
