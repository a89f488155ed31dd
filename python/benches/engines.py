"""How strong is `gametree uci`, and does it keep the rules? Games against other UCI engines, and suites of positions.

    python python/benches/engines.py games ENGINE OPPONENT [--option NAME=VALUE] [--games 50] [--clock 2+0.02]
    python python/benches/engines.py suite ENGINE FILE.epd [--seconds 1 | --nodes 600000]

An engine is a command, quoted where it has arguments. Every random opening is played twice, with colours swapped.
The clock is this script's own; python-chess referees. A move that is illegal, late, or missing loses the game and is
counted.
"""

import argparse
import concurrent.futures
import json
import math
import random
import shlex
import statistics
import time

import chess
import chess.engine

HASH = 16
OPENING_PLIES = 8
LONGEST = 400
FAULTS = ("time", "illegal", "failed")


def started(command, options):
    """An engine with as many of the options as it has."""
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command))
    wanted = {"Hash": HASH, "Threads": 1, **options}
    engine.configure({name: value for name, value in wanted.items() if name in engine.options})
    return engine


def opening(seed):
    """A position after random moves."""
    rng = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(OPENING_PLIES):
            moves = list(board.legal_moves)
            if moves:
                board.push(rng.choice(moves))
        if not board.is_game_over():
            return board


def play(engines, board, clock):
    """White's result, why the game ended, and who failed where someone did."""
    start, increment = clock
    left = [start, start]
    game = object()
    for engine in engines:
        # A new process may still be loading: that is not its time to think.
        engine.ping()
    while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(
            white_clock=left[0], black_clock=left[1], white_inc=increment, black_inc=increment
        )
        begun = time.perf_counter()
        try:
            move = engines[side].play(board, limit, game=game).move
            fault = None if move in board.legal_moves else "illegal"
        except chess.engine.EngineTerminatedError:
            fault = "failed"
        except chess.engine.EngineError:
            fault = "illegal"
        left[side] -= time.perf_counter() - begun
        if fault is None and left[side] < 0:
            fault = "time"
        if fault:
            return float(side), fault, side
        left[side] += increment
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    result = {True: 1.0, False: 0.0}.get(outcome and outcome.winner, 0.5)
    return result, outcome.termination.name.lower() if outcome else "too long", None


def pair(number, args, clock):
    """The two games of an opening: our result, the end and the fault of each."""
    games = []
    for ours in (0, 1):
        engines = [started(args.engine, {}), started(args.opponent, args.option)]
        seats = engines if ours == 0 else engines[::-1]
        result, end, failed = play(seats, opening(args.seed + number), clock)
        for engine in engines:
            try:
                engine.quit()
            except chess.engine.EngineError:
                pass
        won = result if ours == 0 else 1 - result
        games.append((won, end, None if failed is None else ("ours" if failed == ours else "theirs")))
    return games


def elo(score):
    """The difference in Elo that scores so much of a game."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / score - 1)


def play_all(args):
    """The report of a match."""
    start, increment = (float(part) for part in args.clock.split("+"))
    with concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
        pairs = list(pool.map(lambda n: pair(n, args, (start, increment)), range(args.games // 2)))
    games = [game for both in pairs for game in both]
    scores = [(first[0] + second[0]) / 2 for first, second in pairs]
    mean = statistics.fmean(scores)
    # 95 %, by pairs of games: both see the same opening.
    wide = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
    won = [sum(game[0] == value for game in games) for value in (1.0, 0.5, 0.0)]
    faults = {
        side: {fault: sum(game[1:] == (fault, side) for game in games) for fault in FAULTS}
        for side in ("ours", "theirs")
    }
    return {
        "opponent": args.opponent,
        "options": args.option,
        "clock": args.clock,
        "games": len(games),
        "won_drawn_lost": won,
        "elo": [round(elo(value)) for value in (mean, mean - wide, mean + wide)],
        "faults": faults,
    }


def solve(args, lines):
    """What an engine finds in some positions of a suite."""
    engine = started(args.engine, {"Hash": 64})
    rows = []
    for line in lines:
        board = chess.Board()
        wanted = board.set_epd(line)
        limit = chess.engine.Limit(nodes=args.nodes) if args.nodes else chess.engine.Limit(time=args.seconds)
        found = engine.play(board, limit, game=object(), info=chess.engine.INFO_ALL)
        right = found.move in wanted.get("bm", [found.move]) and found.move not in wanted.get("am", [])
        rows.append((right, str(wanted.get("id", line)), found.info.get("depth", 0), found.info.get("nps", 0)))
    engine.quit()
    return rows


def solve_all(args):
    """The report of a suite."""
    with open(args.file) as file:
        lines = [line.strip() for line in file if line.strip()]
    parts = [lines[first :: args.threads] for first in range(args.threads)]
    with concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
        rows = [row for part in pool.map(lambda part: solve(args, part), parts) for row in part]
    return {
        "file": args.file,
        "solved": sum(row[0] for row in rows),
        "positions": len(rows),
        "median_nps": statistics.median(row[3] for row in rows),
        "mean_depth": round(statistics.fmean(row[2] for row in rows), 1),
        "missed": sorted(row[1] for row in rows if not row[0]),
    }


def option(text):
    """A name and a value; numbers and switches as python-chess wants them."""
    name, _, value = text.partition("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.lstrip("-").isdigit() else value


def main():
    """Reads the command line and prints a report as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    games = commands.add_parser("games")
    games.add_argument("engine")
    games.add_argument("opponent")
    games.add_argument("--option", type=option, action="append", default=[])
    games.add_argument("--games", type=int, default=50)
    games.add_argument("--clock", default="2+0.02")
    games.add_argument("--seed", type=int, default=1)
    games.set_defaults(report=play_all)
    suite = commands.add_parser("suite")
    suite.add_argument("engine")
    suite.add_argument("file")
    suite.add_argument("--seconds", type=float, default=1.0)
    suite.add_argument("--nodes", type=int)
    suite.set_defaults(report=solve_all)
    for command in (games, suite):
        command.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if hasattr(args, "option"):
        args.option = dict(args.option)
    print(json.dumps(args.report(args), indent=1))


if __name__ == "__main__":
    main()
