//! What a player may see of a drawing that shows all hands, each on a line of its own.

/// The drawing without the cards of others. A hand's line begins with its owner's name and a colon;
/// what stands in brackets at its end is for all players.
pub fn veiled(whole: &str, owners: &[&str], own: usize) -> String {
    let lines: Vec<String> = whole
        .lines()
        .filter_map(|line| veil(line, owners, own))
        .collect();
    lines.join("\n")
}

fn veil(line: &str, owners: &[&str], own: usize) -> Option<String> {
    let of = |name: &&str| {
        line.strip_prefix(*name)
            .is_some_and(|rest| rest.starts_with(": "))
    };
    let Some(owner) = owners.iter().position(of).filter(|&owner| owner != own) else {
        return Some(line.to_string());
    };
    line.rfind('(')
        .map(|at| format!("{}: {}", owners[owner], &line[at..]))
}

#[cfg(test)]
mod tests {
    use super::veiled;

    #[test]
    fn only_the_own_cards_are_seen() {
        let whole = "N: SA SK\nE: HA HK (taken 2)\ntable: C2\nN to play";
        assert_eq!(
            veiled(whole, &["N", "E"], 0),
            "N: SA SK\nE: (taken 2)\ntable: C2\nN to play"
        );
        assert_eq!(
            veiled(whole, &["N", "E"], 1),
            "E: HA HK (taken 2)\ntable: C2\nN to play"
        );
    }
}
