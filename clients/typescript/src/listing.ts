/** What every page of a list has. */
interface Page {
  nextCursor: string;
}

/**
 * A list that the server answers a page at a time. To iterate over it asks for one page after the
 * other, as they are needed, and each time anew.
 */
export class Listing<T, P extends Page> implements AsyncIterable<T> {
  readonly #ask: (cursor: string | undefined) => Promise<P>;
  readonly #items: (page: P) => T[];

  /**
   * A list.
   *
   * @param ask answers the page of a cursor, or the one that the list begins with
   * @param items what is on a page
   */
  constructor(ask: (cursor: string | undefined) => Promise<P>, items: (page: P) => T[]) {
    this.#ask = ask;
    this.#items = items;
  }

  /** The page that the list begins with; its `nextCursor` is the `cursor` of the next request. */
  page(): Promise<P> {
    return this.#ask(undefined);
  }

  /** All pages, one after the other. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#ask(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) {
      yield* this.#items(page);
    }
  }
}
