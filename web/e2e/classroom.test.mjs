// The classroom as WebAssembly: its answers are the server's, byte for byte, and so is what it refuses.
// `cargo xtask wasm` builds it; where it is not built there is nothing to test.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { MODULE, moduleIsBuilt } from './lib/places.mjs';
import { Server } from './lib/server.mjs';

const TRACE = '/api/learn/trace';
const AIMA = '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))';
/** The searches of the Learn page for two players, on one of its trees. */
const SEARCHES = [
  'minimax',
  'alphabeta:deepening=on',
  'alphabeta:sort=on',
  'pvs:quiescence=off',
  'mtdf:quiescence=off',
  'minmax:p=10',
  'bestfirst',
  'pns',
  'dfpn',
  'mcts:expand=1',
  'retrograde',
  'onpath',
];
const GAMES = [
  ['tictactoe', '5 1 9 2 8', 'alphabeta', null],
  ['othello:4', '', 'pvs', 3],
  ['mnk:3x4x3', '', 'alphabeta', 3],
  ['breakthrough', '', 'pvs', 2],
  ['chess', '', 'alphabeta', 2],
  ['hex:3', '', 'alphabeta', 2],
  ['pig:3,12', '', 'expectiminimax', 4],
  ['tictactoe3', '', 'maxn', 2],
  ['whist', '', 'pimc', null],
];

/** The module in this process, as a page's worker calls it. */
class Classroom {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module).exports;
  }

  ask(address, body) {
    const { request, answer, answer_start: start, answer_length: length, memory } = this.exports;
    const sent = new TextEncoder().encode(`${address}\n${body}`);
    const at = request(sent.length); // the memory may grow, and be another buffer then
    new Uint8Array(memory.buffer, at, sent.length).set(sent);
    const granted = answer() === 1;
    return { granted, text: Buffer.from(memory.buffer, start(), length()).toString() };
  }
}

/** A text without the numbers that are never the same twice. */
function timeless(text) {
  return text.replace(/"(seconds|nodes_per_second)":[^,}]*/g, '"$1":0');
}

/** Requests whose numbers come from e^x and ln x: the systems' functions differ in the last place. */
const ROUNDED = /penalties|"with":"minmax/;

/** A text with ten digits of every number. */
function rounded(text) {
  return text.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => Number(number).toPrecision(10));
}

/** Where two texts begin to differ, and the first letters of each from there. */
function difference(one, other) {
  if (one === other) return [0, '', ''];
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return [at, one.slice(from, at + 100), other.slice(from, at + 100)];
}

describe('the classroom as WebAssembly', { skip: !moduleIsBuilt() && 'it is not built' }, () => {
  let server;
  let module;
  let classroom;
  before(async () => {
    module = await WebAssembly.compile(await readFile(MODULE));
    assert.deepEqual(WebAssembly.Module.imports(module), [], 'it needs nothing of its host');
    classroom = new Classroom(module);
    server = await Server.start();
  });
  after(() => server?.stop());

  /** Asks both; gives what both said. */
  async function same(address, body = '') {
    const here = classroom.ask(address, body);
    const there = await server.reply(address, body);
    const asked = `${address} ${body.slice(-200)}`;
    assert.equal(here.granted, there.granted, asked);
    const [one, other] = [here.text, there.text]
      .map(timeless)
      .map((text) => (ROUNDED.test(asked) ? rounded(text) : text));
    const [at, ours, theirs] = difference(one, other);
    assert.equal(ours, theirs, `${asked}: other bytes from ${at} on`);
    return here;
  }

  /** Asks both for a trace, which both must give. */
  async function traced(ask) {
    const { granted, text } = await same(TRACE, JSON.stringify(ask));
    assert.ok(granted, `${JSON.stringify(ask)}: ${text}`);
  }

  it('gives the lessons, each with both of its searches', async () => {
    const { text } = await same('/api/learn/examples');
    const { examples } = JSON.parse(text);
    assert.ok(examples.length > 15);
    for (const { game, position, with: own, against, depth, nodes } of examples)
      for (const search of [own, against].filter(Boolean)) {
        const queens = /^queens:(\d+)$/.exec(game);
        const [address, ask] = queens
          ? ['/api/learn/climb', { queens: Number(queens[1]), with: search, seed: 1, start: null }]
          : [TRACE, { game, position, with: search, depth, nodes }];
        const { granted, text: told } = await same(address, JSON.stringify(ask));
        assert.ok(granted, `${game}: ${search}: ${told}`);
      }
  });

  it('runs every search and every kind of game', async () => {
    for (const search of SEARCHES) await traced({ game: AIMA, with: search });
    for (const [game, position, search, depth] of GAMES)
      await traced({ game, position, with: search, depth, nodes: depth ? null : 50 });
  });

  it('makes trees, ranks tips, climbs and grades', async () => {
    const shape = { branching: 3, depth: 3, low: -9, high: 9 };
    for (let seed = 0; seed < 8; seed += 1) {
      const order = ['any', 'best first', 'worst first'][seed % 3];
      const asked = JSON.stringify({ ...shape, seed, order, chance: seed % 2 === 1 });
      const { text } = await same('/api/learn/tree', asked);
      const { tree } = JSON.parse(text);
      await traced({ game: tree, with: seed % 2 === 1 ? 'expectiminimax' : 'minmax:p=10' });
    }
    // No two of its tips are equally far: the last digit does not decide their order.
    const paper = { tree: '(max t:2 (min w:10 x:12))', p: [1, 2.5, 10, 50] };
    await same('/api/learn/penalties', JSON.stringify(paper));
    for (const search of ['steepest', 'sideways', 'min-conflicts', 'tolerance', 'annealing'])
      await same('/api/learn/climb', JSON.stringify({ queens: 12, with: search, seed: 7 }));
    const { text } = await same('/api/learn/exercises');
    for (const { name } of JSON.parse(text).exercises) {
      await same(`/api/learn/exercises/${name}`);
      const given = JSON.stringify({ answers: ['1', ''], solve: true });
      await same(`/api/learn/exercises/${name}`, given);
    }
  });

  it('refuses what the server refuses, in the same words', async () => {
    const wrong = [
      { game: '(max (min 3 12', with: 'alphabeta' },
      { game: '('.repeat(100_000), with: 'alphabeta' },
      { game: '('.repeat(30_000), with: 'alphabeta' },
      { game: `(max ${'1 '.repeat(2500)})`, with: 'minimax' },
      { game: AIMA, with: 'alphabetta' },
      { game: AIMA, with: 'alphabeta:deepenin=on' },
      { game: AIMA, with: 'pvs:threads=2' },
      { game: AIMA, with: 'pvs:table=65GiB' },
      { game: 'chess', position: 'Qh9', with: 'pvs' },
      { game: 'tree:/etc/passwd', with: 'alphabeta' },
      { game: 'backgammon', with: 'gnubg' },
      { game: 'squares:4', with: 'alphabeta', depth: 31 },
      { game: AIMA, with: 'alphabeta', depht: 3 },
      { game: 7, with: 'alphabeta' },
    ];
    for (const ask of wrong) {
      const { granted } = await same(TRACE, JSON.stringify(ask));
      assert.equal(granted, false, JSON.stringify(ask).slice(0, 100));
    }
    for (const body of ['{', '[]', 'null', '\u0000'])
      assert.equal((await same(TRACE, body)).granted, false, body);
    assert.equal((await same('/api/learn/exercises/none')).granted, false);
    assert.equal(classroom.ask('/api/projects', '').granted, false);
  });

  it('ends what has no limit, and takes no more memory than it may', async () => {
    for (const ask of [
      { game: 'connect4', with: 'minimax', depth: 30 },
      { game: 'connect4', with: 'mcts', nodes: 10_000_000 },
      { game: 'chess', with: 'pvs', depth: 30 },
      { game: 'connect4', with: 'minmax', nodes: 2000 },
      { game: 'squares:4', with: 'minimax', nodes: 3000 },
    ]) {
      const { granted, text } = classroom.ask(TRACE, JSON.stringify(ask));
      assert.ok(granted, `${JSON.stringify(ask)}: ${text.slice(0, 300)}`);
    }
    const taken = classroom.exports.memory.buffer.byteLength;
    assert.ok(taken <= 1 << 30, `${taken} bytes`);
  });

  it('searches deep trees; where the stack ends, the host says so', async () => {
    const chain = (plies) => `${'(max '.repeat(plies)}1${')'.repeat(plies)}`;
    for (const search of ['alphabeta', 'minimax', 'pvs:quiescence=off', 'minmax:p=10'])
      await traced({ game: chain(300), with: search });
    const deepest = JSON.stringify({ game: chain(1900), with: 'pvs:quiescence=off' });
    const other = new Classroom(module);
    assert.throws(() => other.ask(TRACE, deepest), RangeError);
  });
});
