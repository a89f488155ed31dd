//! The `gametree` command.

mod explain;

use gametree::tree::{Estimates, Tree};
use gametree::{AnySearch, Limits, alphabeta::AlphaBeta, minimax::Minimax};

/// `gametree explain FILE [SEARCH [DEPTH [OUT]]]`: text to the terminal; OUT.html, OUT.svg, OUT.json.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(2).collect();
    let file = args.first().ok_or("gametree explain FILE [SEARCH [DEPTH [OUT]]]")?;
    let text = std::fs::read_to_string(file).unwrap_or_else(|_| file.clone());
    let tree: Tree = text.parse()?;
    let root = tree.two_player()?;
    let name = args.get(1).map_or("alphabeta", String::as_str);
    let depth = args.get(2).and_then(|depth| depth.parse().ok());
    let limits = Limits { depth, ..Limits::none() };
    let mut search: Box<dyn AnySearch<_>> = match name {
        "minimax" => Box::new(Minimax { evaluator: Estimates }),
        _ => Box::new(AlphaBeta { evaluator: Estimates }),
    };
    let show = |value| tree.show(value);
    let options = explain::Options::new(&format!("{name} on {file}"), name);
    let told = explain::explain(&root, search.as_mut(), &limits, &options, &show);
    print!("{}", told.text());
    if let Some(out) = args.get(3) {
        std::fs::write(format!("{out}.html"), told.html())?;
        std::fs::write(format!("{out}.svg"), told.svg())?;
        std::fs::write(format!("{out}.json"), format!("{:#}", told.json()))?;
    }
    Ok(())
}
