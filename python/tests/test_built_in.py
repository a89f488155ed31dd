"""Built-in games by name: search, solve, lists, positions, matches."""

import threading

import gametree
import pytest

TREE = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))"


def test_the_shape_of_it():
    found = gametree.search("tictactoe", search="alphabeta")
    assert found.value == 0
    assert found.outcome == "draw"
    assert found.proven and found.stop == "done"
    assert found.best == found.line[0]
    assert found.nodes > 1000 and found.seconds > 0


def test_trees_are_games():
    minimax = gametree.search(TREE, "minimax")
    alphabeta = gametree.search(TREE, "alphabeta")
    assert (minimax.value, minimax.best, minimax.evaluations) == (3, "A", 0)
    assert alphabeta.nodes < minimax.nodes
    assert gametree.search("(max (chance 0.5:3 0.5:-1) 0.5)", "expectiminimax").value == 1


def test_limits_are_kept_and_told():
    deep = gametree.search("connect4", "alphabeta", depth=4)
    assert (deep.depth, deep.stop) == (4, "depth")
    few = gametree.search("connect4", "pvs", nodes=5000)
    assert few.nodes <= 5000 and few.stop == "nodes"


def test_positions_are_texts_or_moves():
    by_text = gametree.search("connect4", "pvs", position="4455", depth=5)
    by_moves = gametree.search("connect4", "pvs", position=["4", "4", "5", "5"], depth=5)
    by_object = gametree.search(gametree.position("connect4", "4455"), "pvs", depth=5)
    assert by_text.best == by_moves.best == by_object.best
    assert by_text.value == by_object.value == by_moves.value


def test_a_seed_repeats_a_search():
    def one(seed):
        return gametree.search("othello", "mcts", nodes=2000, seed=seed)

    assert (one(1).best, one(1).value, one(1).line) == (one(1).best, one(1).value, one(1).line)


def test_solutions_have_every_move_that_keeps_the_value():
    solution = gametree.solve("nim:3,4,5")
    assert solution.outcome == "win" and solution.best == ["1:2"] and solution.proven
    assert abs(gametree.solve("kuhn").score + 1 / 18) < 1e-3


def test_chance_players_and_hidden_cards():
    pig = gametree.search("pig", "expectiminimax", depth=4)
    assert len(pig.values) == 2 and pig.move_values is not None
    three = gametree.search("tictactoe3:3x3x3", "maxn", depth=4)
    assert len(three.values) == 3
    whist = gametree.search("whist:3", "pimc", seed=4)
    assert whist.worlds > 0


def test_the_lists():
    games = {game["name"]: game for game in gametree.games()}
    assert games["backgammon"]["chance"] and games["kuhn"]["hidden"]
    searches = {search["name"]: search for search in gametree.searches()}
    assert "Knuth" in searches["alphabeta"]["paper"]


def test_positions_never_change():
    start = gametree.position("tictactoe")
    next_one = start.play("b2")
    assert start.turn == 0 and next_one.turn == 1
    assert len(start.moves()) == 9 and len(next_one.moves()) == 8
    assert start == gametree.position("tictactoe") and start != next_one
    assert len({start, gametree.position("tictactoe"), next_one}) == 2
    assert next_one.outcome() is None
    with pytest.raises(ValueError, match="Illegal move: b2"):
        next_one.play("b2")
    assert sum(p for _, p in gametree.position("pig", "37-52 8 second rolls").chances()) == pytest.approx(1)


def test_wrong_names_say_what_is_right():
    with pytest.raises(LookupError, match="tictactoe"):
        gametree.search("tictacto")
    with pytest.raises(LookupError, match="alphabeta"):
        gametree.search("tictactoe", "alphabet")
    with pytest.raises(ValueError, match="depht"):
        gametree.search("tictactoe", "pvs:depht=3")
    with pytest.raises(ValueError, match="position"):
        gametree.search("tictactoe", position="z9")
    with pytest.raises(ValueError, match="seconds"):
        gametree.search("tictactoe", seconds=-1)
    with pytest.raises(TypeError, match="position"):
        gametree.search("tictactoe", evaluate=len)


def test_a_match_counts_and_has_an_interval():
    report = gametree.match("tictactoe", "alphabeta", "random", games=20, depth=9, seed=3)
    assert report["games"] == 20 and report["wins"] > 5 * report["losses"]
    assert report["elo_low"] < report["elo"] < report["elo_high"]
    again = gametree.match("tictactoe", "alphabeta", "random", games=20, depth=9, seed=3)
    assert again["wins"] == report["wins"]
    with pytest.raises(ValueError, match="limit"):
        gametree.match("tictactoe", "alphabeta", "random")


def test_the_interpreter_is_free_while_a_built_in_game_is_searched():
    """The counter must count on while the search works: were the lock held, it would stand still
    from the search's beginning to its end."""
    started, counted = threading.Event(), []

    def count():
        number = 0
        while not done.is_set():
            number += 1
            counted.append(number)
            started.set()

    done = threading.Event()
    counter = threading.Thread(target=count)
    counter.start()
    started.wait()
    before = len(counted)
    gametree.search("chess", "pvs", nodes=300_000)
    during = len(counted) - before
    done.set()
    counter.join()
    assert during > 1000
