// Why there is no answer.

/** What the server refused, or why it could not be asked. */
export class Refused extends Error {
  /** @param {Refusal} why */
  constructor({ code, message, hint = '', status = 0 }) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.status = status;
  }
}
