//! `gametree uci` as python-chess drives it.

use assert_cmd::cargo::cargo_bin;

use crate::atlas_export::python;

/// Plays a game against itself to its end, and asks for all that an interface asks for. python-chess
/// raises an error at every illegal move and every line that is against the protocol.
const CONVERSATION: &str = "
import chess, chess.engine
with chess.engine.SimpleEngine.popen_uci([sys.argv[1], 'uci'], timeout=120) as engine:
  engine.configure({'Hash': 8, 'Move Overhead': 50, 'UCI_ShowWDL': True})
  board = chess.Board()
  while not board.is_game_over(claim_draw=True) and board.ply() < 400:
    played = engine.play(board, chess.engine.Limit(nodes=400), info=chess.engine.INFO_ALL)
    assert played.move in board.legal_moves
    assert sum(played.info['wdl'].white()) == 1000
    board.push(played.move)
  print('game', board.is_game_over(claim_draw=True))
  lines = engine.analyse(chess.Board(), chess.engine.Limit(nodes=20000), multipv=4)
  print('lines', len(lines), len({line['pv'][0] for line in lines}))
  mate = chess.Board('kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1')
  print('mate', engine.analyse(mate, chess.engine.Limit(mate=2))['score'])
  only = engine.play(chess.Board(), chess.engine.Limit(depth=5), root_moves=[chess.Move.from_uci('a2a4')])
  print('only', only.move)
  shuffled = chess.Board.from_chess960_pos(77)
  for _ in range(20):
    shuffled.push(engine.play(shuffled, chess.engine.Limit(nodes=300)).move)
  print('chess960', shuffled.is_valid())
  with engine.analysis(chess.Board()) as endless:
    for info in endless:
      if info.get('depth', 0) >= 5:
        break
    endless.stop()
    print('stopped', endless.wait().move in chess.Board().legal_moves)
  ponder = engine.play(chess.Board(), chess.engine.Limit(white_clock=60, black_clock=60), ponder=True)
  board = chess.Board()
  board.push(ponder.move)
  board.push(ponder.ponder)
  answer = engine.play(board, chess.engine.Limit(white_clock=3, black_clock=60))
  print('ponder', answer.move in board.legal_moves)
";

#[test]
fn python_chess_plays_with_it() {
    let binary = cargo_bin("gametree");
    let binary = binary.to_str().expect("a path in UTF-8");
    let Some(said) = python::run(CONVERSATION, &[binary]) else {
        return;
    };
    let expected = "game True\nlines 4 4\nmate PovScore(Mate(+2), WHITE)\nonly a2a4\n\
                    chess960 True\nstopped True\nponder True\n";
    assert_eq!(said, expected);
}
