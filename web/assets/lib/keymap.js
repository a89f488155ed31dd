// Every key of every page, as it is at first. A page gives the actions; people may change the keys
// in the settings.

const map = (page, rows) =>
  rows.map(([id, keys, label]) => ({ id: `${page}.${id}`, page, keys: keys.split(' '), label }));

/** Rows of { id, page, keys, label }. */
export const KEYMAP = [
  ...map('global', [
    ['help', '?', 'Show the keys of this page'],
    ['palette', 'Ctrl+k', 'Find a command, page or project'],
    ['pov', 'v', 'Point of view: White, side to move, mine'],
    ['run', 'Ctrl+.', 'Run or pause the project'],
    ['undo', 'Ctrl+z', 'Undo the last action'],
    ['analyse', 'Alt+1', 'Go to Analyse'],
    ['map', 'Alt+2', 'Go to Map'],
    ['queue', 'Alt+3', 'Go to Queue'],
    ['stats', 'Alt+4', 'Go to Stats'],
    ['engines', 'Alt+5', 'Go to Engines'],
    ['order', 'o', 'Apply the new order of a table'],
  ]),
  ...map('home', [
    ['new', 'n', 'New project'],
    ['filter', '/', 'Filter the projects'],
    ['up', 'ArrowUp', 'Previous project'],
    ['down', 'ArrowDown', 'Next project'],
    ['open', 'Enter', 'Open the project'],
  ]),
  ...map('analyse', [
    ['parent', 'ArrowLeft k', 'Back one move'],
    ['child', 'ArrowRight j', 'Best move'],
    ['previous', 'ArrowUp', 'Previous sibling'],
    ['next', 'ArrowDown', 'Next sibling'],
    ['fork-back', 'Shift+ArrowLeft', 'Previous branching point'],
    ['fork', 'Shift+ArrowRight', 'Next branching point'],
    ['root', 'Home', 'Root position'],
    ['end', 'End', 'End of the best line'],
    ['play', 'Space', 'Play the best move'],
    ['nth', '1 2 3 4 5 6 7 8 9', 'Go to the n-th move of the table'],
    ['ask', 'e', 'Focus on or off'],
    ['expand', 'Shift+e', 'Add the best of the other moves'],
    ['deepen', 'd', 'Lower this position’s priority'],
    ['add', 'a', 'Add the engine’s line to the graph'],
    ['exclude', 'x', 'Exclude the move that led here'],
    ['watch', 'w', 'Watch the position'],
    ['note', 'c', 'Write a note'],
    ['go', 'g', 'Go to moves, a FEN or a number'],
    ['filter', '/', 'Filter the moves'],
    ['change', 'n', 'Next change'],
    ['change-back', 'Shift+n', 'Previous change'],
    ['line', 'p', 'Go to the best line and back'],
    ['hide', 'z', 'Hide engine output'],
    ['flip', 'f', 'Flip the board'],
    ['inline', 'i', 'Outline as text or as rows'],
    ['live', 'l', 'Live engine on or off'],
    ['lock', 'Shift+l', 'Keep the live engine on this position'],
    ['columns', 't', 'Other columns'],
    ['board', 'b', 'Move the focus to the board; Esc leaves'],
  ]),
  ...map('map', [
    ['in', '+', 'Zoom in'],
    ['out', '-', 'Zoom out'],
    ['up', 'ArrowUp', 'Parent'],
    ['down', 'ArrowDown', 'Widest child'],
    ['left', 'ArrowLeft', 'Previous sibling'],
    ['right', 'ArrowRight', 'Next sibling'],
    ['reroot', 'Enter', 'Zoom in here'],
    ['back', 'Backspace', 'Zoom out one level'],
    ['find', '/', 'Find'],
    ['open', 'a', 'Open the selected position in Analyse'],
  ]),
  ...map('queue', [['filter', '/', 'Filter the tasks']]),
  ...map('stats', [
    ['change', 'n', 'Next change'],
    ['change-back', 'Shift+n', 'Previous change'],
    ['open', 'Enter', 'Open the change'],
    ['seen', 's', 'Mark all as seen'],
  ]),
  ...map('learn', [
    ['back', 'ArrowLeft', 'One step back'],
    ['step', 'ArrowRight', 'One step forward'],
    ['first', 'Home', 'First step'],
    ['last', 'End', 'Last step'],
    ['play', 'Space', 'Play or stop'],
    ['restart', 'r', 'Start again'],
    ['predict', 'p', 'Predict first, on or off'],
    ['yes', 'y', 'Answer yes'],
    ['no', 'n', 'Answer no'],
    ['nth', '1 2 3 4 5 6 7 8 9', 'Answer with a number'],
  ]),
  ...map('play', [
    ['hint', 'h', 'Hint'],
    ['back', 'u Backspace', 'Take back'],
    ['new', 'n', 'New game'],
    ['flip', 'f', 'Flip the board'],
  ]),
  ...map('lab', [
    ['new', 'n', 'New match'],
    ['filter', '/', 'Filter the runs'],
    ['pause', 'p', 'Pause or resume'],
  ]),
  ...map('help', [['search', '/', 'Search']]),
];

const NAMES = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫',
  Escape: 'Esc',
  Delete: 'Del',
};

/** A key as people read it: `Shift+ArrowLeft` is `Shift+←`. */
export function keyName(key) {
  const parts = key === '+' ? ['+'] : key.split(/\+(?=.)/);
  return parts
    .map(
      (part) => NAMES[part] ?? (part.length === 1 && parts.length > 1 ? part.toUpperCase() : part),
    )
    .join('+');
}

/** What the browser does with its own keys stays with the browser. */
export const RESERVED = new Set([
  'Ctrl+p',
  'Ctrl+r',
  'Ctrl+t',
  'Ctrl+w',
  'Ctrl+l',
  'Ctrl+n',
  'Ctrl+f',
  'Ctrl+c',
  'Ctrl+v',
  'Ctrl+x',
  'Ctrl+a',
  'F5',
  'F11',
  'F12',
  'Tab',
  'Shift+Tab',
  'Escape',
  'Alt+ArrowLeft',
  'Alt+ArrowRight',
]);
