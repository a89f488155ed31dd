//! Every example runs, and what it claims of itself is so.

#[path = "../examples/chance_game.rs"]
mod chance_game;
#[path = "../examples/edge_cost.rs"]
mod edge_cost;
#[path = "../examples/evaluator.rs"]
mod evaluator;
#[path = "../examples/hidden_game.rs"]
mod hidden_game;
#[path = "../examples/own_game.rs"]
mod own_game;
#[path = "../examples/parallel.rs"]
mod parallel;
#[path = "../examples/watch.rs"]
mod watch;

#[test]
fn every_example_runs() {
    own_game::main();
    evaluator::main();
    edge_cost::main();
    chance_game::main();
    hidden_game::main();
    parallel::main();
    watch::main();
}
