//! Rules by name, so that a position on disk can say what it is played by.

use super::grid::Grid;

/// The name of lines of `k` in a grid.
pub(super) fn of_lines(grid: Grid, k: usize) -> String {
    match (grid.rows, grid.columns, grid.levels) {
        (3, 3, 1) if k == 3 => "tictactoe".to_string(),
        (rows, columns, 1) => format!("mnk:{rows}x{columns}x{k}"),
        (side, _, _) => format!("cube:{side}"),
    }
}

/// What the name of rules made of names and sets begins with.
pub(super) const CUSTOM: &str = "custom:";

/// `custom:0+1,1+2:left,middle,right`: the sets, then the names.
pub(super) fn of_custom(names: &[String], sets: &[Vec<usize>]) -> String {
    let set = |set: &Vec<usize>| {
        set.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("+")
    };
    let sets: Vec<String> = sets.iter().map(set).collect();
    format!("{CUSTOM}{}:{}", sets.join(","), names.join(","))
}

/// The sets and the names, from what follows `custom:`; `None` where they cannot be read.
pub(super) fn read_custom(text: &str) -> Option<(Vec<Vec<usize>>, std::str::Split<'_, char>)> {
    let (sets, names) = text.split_once(':')?;
    Some((read_sets(sets)?, names.split(',')))
}

fn read_sets(text: &str) -> Option<Vec<Vec<usize>>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let set = |set: &str| set.split('+').map(|square| square.parse().ok()).collect();
    text.split(',').map(set).collect()
}

#[cfg(test)]
mod tests {
    use crate::tictactoe::Rules;

    #[test]
    fn names_lead_back() {
        let strange =
            Rules::custom(["left:", "x=1;", "é"], [vec![0, 1], vec![2], vec![1, 2]]).unwrap();
        assert_eq!(strange.title(), "custom:0+1,2,1+2:left:,x=1;,é");
        let all = [
            Rules::tictactoe(),
            Rules::mnk(4, 5, 3).unwrap(),
            Rules::cube(4).unwrap(),
            strange,
        ];
        let one = [
            Rules::cube(1).unwrap(),
            Rules::mnk(1, 1, 1).unwrap(),
            Rules::mnk(1, 3, 2).unwrap(),
            Rules::custom(["a", "b"], []).unwrap(),
        ];
        for rules in all.iter().chain(&one) {
            let again: Rules = rules.title().parse().unwrap();
            assert_eq!((again.title(), again.sets()), (rules.title(), rules.sets()));
            assert_eq!(
                (again.identity(), again.grid()),
                (rules.identity(), rules.grid())
            );
        }
        assert_eq!(one[0].title(), one[1].title());
        assert_ne!(all[0].identity(), all[1].identity());
        for text in [
            "custom:",
            "custom:0",
            "custom::a,a",
            "custom:a:a",
            "custom:1:a",
            "custom:0+0:a",
            "custom:0:a,a",
        ] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
    }
}
