/** A number whose text says more than a double can hold, such as 1.50 or a 64-bit integer. */
export class ExactNumber {
  constructor(text) {
    this.text = text;
  }

  valueOf() {
    return Number(this.text);
  }

  toString() {
    return this.text;
  }

  toJSON() {
    return JSON.rawJSON ? JSON.rawJSON(this.text) : Number(this.text);
  }
}

/** Reads JSON; where the browser tells the text of a number, no digit of it is lost. */
export function parse(text) {
  return JSON.parse(text, (name, value, context) =>
    typeof value === 'number' && context?.source && context.source !== String(value)
      ? new ExactNumber(context.source)
      : value);
}

/** JSON over several lines, to be read by people. */
export function pretty(value) {
  return JSON.stringify(value, null, 2);
}
