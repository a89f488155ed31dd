// A broker and workers of their own for a test.
import { spawn } from 'node:child_process';
import net from 'node:net';
import { PROGRAM } from './places.mjs';
import { until } from './wait.mjs';

/** A port that is free. */
async function freePort() {
  const probe = net.createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** A program that ends with the test. */
class Program {
  constructor(args) {
    this.said = '';
    this.process = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on('data', (text) => {
        this.said += text;
      });
    this.ended = new Promise((done) => this.process.once('exit', done));
  }

  async stop() {
    this.process.kill('SIGINT');
    await this.ended;
  }
}

/** A broker whose directory is that of the projects of a server. */
export async function startBroker(directory) {
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const broker = new Program(['broker', '--json', '--listen', listen, '--dir', directory]);
  const line = await until('the broker', () => /\{.*\}/.exec(broker.said));
  const { broker: coordinator, workers } = JSON.parse(line[0]);
  return { coordinator, worker: workers[0], port, stop: () => broker.stop() };
}

/** A worker with the built-in engine. */
export function startWorker(url) {
  return new Program(['worker', '--broker', url, '--engine', 'builtin', '--jobs', '1']);
}

/** Sends a result that is none to every project of the broker. */
export async function publishNonsense({ coordinator, port }) {
  const [, user, pass] = /\/\/([^:]+):([^@]+)@/.exec(coordinator);
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
    if (String(bytes).startsWith('PING')) socket.write('PONG\r\n');
  });
  const hello = JSON.stringify({ verbose: false, user, pass });
  socket.write(`CONNECT ${hello}\r\nSUB gametree.v1.project.* 1\r\n`);
  const found = await until('a project', () => /MSG gametree\.v1\.project\.(\S+)/.exec(heard));
  socket.write(`PUB gametree.v1.result.${found[1]} 8\r\nnonsense\r\nPING\r\n`);
  await until('the broker to have it', () => heard.includes('PONG'));
  socket.end();
}
