// A server of its own for a test: `gametree serve` with a directory, a port and a token that nobody
// else has.
import { spawn, execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM, mustExist } from './places.mjs';
import { until } from './wait.mjs';

const TOKEN = 'the-token-of-the-browser-tests';
const run = promisify(execFile);

/** A server with everything that belongs to it. */
export class Server {
  /** Starts one. `args` are more arguments of `serve`. */
  static async start({ args = [] } = {}) {
    mustExist('program', PROGRAM, 'GAMETREE_BIN');
    const server = new Server();
    server.home = await mkdtemp(path.join(tmpdir(), 'gametree-e2e-'));
    server.args = args;
    await server.begin(0);
    return server;
  }

  async begin(port) {
    const { home } = this;
    const env = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      GAMETREE_PROJECTS: path.join(home, 'projects'),
      GAMETREE_TOKEN: TOKEN,
    };
    this.said = '';
    this.process = spawn(PROGRAM, ['serve', '--port', String(port), ...this.args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on('data', (text) => {
        this.said += text;
      });
    this.ended = new Promise((done) => {
      this.process.once('exit', (code, signal) => done({ code, signal }));
    });
    let over = null;
    this.ended.then((how) => {
      over = how;
    });
    const found = await until('the address of the server', () => {
      if (over) throw new Error(`The server ended (${JSON.stringify(over)}): ${this.said}`);
      return /(http:\/\/\S+:(\d+))\/\?token=/.exec(this.said);
    });
    [, this.origin, this.port] = found;
  }

  /** The address that a person opens, with the token. */
  get door() {
    return `${this.origin}/?token=${TOKEN}`;
  }

  /** Ends it as Ctrl-C does, and begins again with the same files, port and token. */
  async restart() {
    await this.interrupt();
    await this.begin(this.port);
  }

  /** Ctrl-C: everything is saved. */
  async interrupt() {
    this.process.kill('SIGINT');
    return this.ended;
  }

  /** Ends it and takes its files away. */
  async stop() {
    const late = setTimeout(() => this.process.kill('SIGKILL'), 30_000);
    await this.interrupt();
    clearTimeout(late);
    await rm(this.home, { recursive: true, force: true });
  }

  /** Asks the interface; with a body it tells. */
  async ask(where, body) {
    const { granted, text, status } = await this.send(where, body && JSON.stringify(body));
    if (!granted) throw new Error(`${where}: ${status} ${text}`);
    return JSON.parse(text);
  }

  /** The bytes of an answer as text, and whether it is one: { granted, text }. */
  async reply(where, body) {
    const { granted, text } = await this.send(where, body);
    return { granted, text };
  }

  async send(where, body) {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      connection: 'close', // a test may be busy for longer than the server waits
      ...(body && { 'content-type': 'application/json' }),
    };
    const method = body ? 'POST' : 'GET';
    const sent = { method, headers, body: body || undefined };
    const answer = await fetch(`${this.origin}${where}`, sent);
    return { granted: answer.ok, status: answer.status, text: await answer.text() };
  }
}

/** What the program prints. */
export async function command(...args) {
  const { stdout } = await run(PROGRAM, args, { maxBuffer: 1 << 28 });
  return stdout;
}
