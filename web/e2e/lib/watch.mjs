// Watches what pages do behind the scene: requests, broken rules of the content security policy,
// errors.

const LOCAL = /^(data|blob|about):/;

/** Where the watched lie down what they see. */
export class Watch {
  constructor(origin) {
    this.origin = origin;
    this.asked = [];
    this.trouble = [];
    this.forgiven = null;
  }

  /** Watches every page of a context; before the first one is opened. */
  async over(context) {
    context.on('request', (request) => this.asked.push(request.url()));
    context.on('page', (page) => this.onPage(page));
    context.on(
      'response',
      (answer) =>
        answer.status() >= 400 && this.tell(`status ${answer.status()} of ${answer.url()}`),
    );
    context.on('console', (said) => this.heard(said));
    context.on('weberror', (error) => this.tell(`error: ${error.error().stack ?? error.error()}`));
    await context.exposeBinding('gametreeViolation', (_, what) => this.tell(`policy: ${what}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
        window.gametreeViolation(
          `${violatedDirective} blocked ${blockedURI} ${sample} at ${sourceFile}:${lineNumber}`,
        );
      });
    });
  }

  onPage(page) {
    page.on('websocket', (socket) => this.asked.push(socket.url().replace(/^ws/, 'http')));
    page.on('crash', () => this.tell('the page crashed'));
  }

  heard(said) {
    if (said.type() !== 'error' && said.type() !== 'warning') return;
    const { url, lineNumber } = said.location();
    this.tell(`console ${said.type()}: ${said.text()} at ${url}:${lineNumber}`);
  }

  tell(what) {
    if (!this.forgiven?.test(what)) this.trouble.push(what);
  }

  /**
   * Lets pass what a test brings about itself, such as a server that is away, while `during` lasts.
   */
  async forgive(what, during) {
    this.forgiven = what;
    try {
      return await during();
    } finally {
      this.forgiven = null;
    }
  }

  /** What left the machine. */
  outside() {
    return this.asked.filter((url) => !LOCAL.test(url) && new URL(url).origin !== this.origin);
  }

  /** Everything that is not as it should be, and forgets it. */
  take() {
    const all = [...this.trouble, ...this.outside().map((url) => `a request to ${url}`)];
    this.trouble = [];
    this.asked = [];
    return all;
  }
}
