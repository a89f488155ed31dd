// The classroom as a WebAssembly module, in a worker: a search that takes too long can be ended, and the page goes
// on meanwhile. The module is text in a script beside the page, because a page that is a file can fetch nothing.
import { Refused } from '/lib/refused.js';

/** The longest that an answer may take. */
const MOST_SECONDS = 10;

/** Where the module is, as the page says; undefined where the book was written without one. */
const source = document.body.dataset.classroom;

/** Whether there is a module. */
export const present = source !== undefined && typeof WebAssembly === 'object';

/** @type {Promise<Uint8Array<ArrayBuffer>> | null} */
let bytes = null;
/** @type {Worker | null} */
let worker = null;
/** The last question: they are answered one after the other. */
let last = Promise.resolve();

/**
 * The answer to a request, as the server would give it. Throws what is refused.
 * @param {string} address
 * @param {string} body
 */
export function ask(address, body) {
  const answer = last.then(() => answered(`${address}\n${body}`));
  last = answer.catch(() => {});
  return answer;
}

async function answered(request) {
  worker ??= await started();
  const { granted, text, broken } = await told(worker, request);
  if (broken === undefined && granted) return JSON.parse(text);
  if (broken === undefined) throw new Refused(JSON.parse(text));
  stop();
  throw new Refused(broken);
}

function stop() {
  worker?.terminate();
  worker = null;
}

/** One question to the worker; `broken` says why it must not be asked again. */
function told(to, request) {
  return new Promise((resolve) => {
    const late = setTimeout(
      () =>
        resolve({
          broken: {
            code: 'failed',
            message: `Stopped after ${MOST_SECONDS} seconds.`,
            hint: 'Set a lower depth.',
          },
        }),
      MOST_SECONDS * 1000,
    );
    const done = (answer) => {
      clearTimeout(late);
      resolve(answer);
    };
    to.onmessage = ({ data }) => done(data);
    to.onerror = ({ message }) => done({ broken: { code: 'failed', message } });
    to.postMessage(request);
  });
}

async function started() {
  bytes ??= load();
  const module = await bytes;
  const url = URL.createObjectURL(new Blob([`(${serve})(self)`], { type: 'text/javascript' }));
  const made = new Worker(url);
  URL.revokeObjectURL(url);
  made.postMessage(module);
  return made;
}

/** The module's bytes, from the text of the script. */
async function load() {
  const text = await script();
  const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
  const plain = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Runs the script, which gives its text to `gametreeModule`. */
function script() {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    Object.assign(globalThis, { gametreeModule: resolve });
    element.onerror = () => {
      bytes = null;
      reject(
        new Refused({
          code: 'failed',
          message: `${source} is not beside this page.`,
          hint: 'Copy the whole folder that `gametree book` wrote.',
        }),
      );
    };
    element.src = String(source);
    document.head.append(element);
  });
}

/** What the worker runs; it is alone with its text. The first message is the module, each other one a request. */
function serve(self) {
  /** @type {Uint8Array<ArrayBuffer> | null} */
  let module = null;
  /** @type {any} */
  let classroom = null;
  self.onmessage = async ({ data }) => {
    if (!module) {
      module = data;
      return;
    }
    try {
      classroom ??= (await WebAssembly.instantiate(module)).instance.exports;
      self.postMessage(answer(data));
    } catch (error) {
      self.postMessage({ broken: why(error) });
    }
  };

  function answer(request) {
    const sent = new TextEncoder().encode(request);
    const at = classroom.request(sent.length); // the memory may grow, and be another buffer then
    new Uint8Array(classroom.memory.buffer, at, sent.length).set(sent);
    const granted = classroom.answer() === 1;
    const start = classroom.answer_start();
    const found = new Uint8Array(classroom.memory.buffer, start, classroom.answer_length());
    return { granted, text: new TextDecoder().decode(found) };
  }

  function why(error) {
    const deep = error instanceof RangeError || /stack|recursion/i.test(error.message);
    const message = deep
      ? 'The search goes deeper than a browser can.'
      : 'The search broke off, most likely for want of memory.';
    return { code: 'failed', message, hint: 'Set a lower depth, or use the program.' };
  }
}
