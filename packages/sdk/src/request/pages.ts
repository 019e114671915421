import type { Answer } from "./answer.ts";
import { Reply } from "./reply.ts";

/** What a list is asked with, as far as its pages go. */
interface Paging {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** What pages may say of those that follow. */
interface PageFacts {
  readonly pageCount?: number | undefined;
  readonly nextCursor?: string | null | undefined;
}

const LARGEST_PAGE = 100;

/**
 * A list: awaited, it is the page that was asked for, as the server wraps it; iterated, each item of it and of all pages after it.
 *
 *     for await (const invoice of client.invoices.list({ limit: 100 })) …
 */
export class Pages<Page extends object, Item> extends Reply<Page> implements AsyncIterable<Item> {
  readonly #query: object;
  readonly #itemsOf: (page: Page) => readonly Item[];
  readonly #ask: (query: object) => Promise<Answer<Page>>;

  /** @param query what the first page is asked with */
  constructor(query: object, itemsOf: (page: Page) => readonly Item[], ask: (query: object) => Promise<Answer<Page>>) {
    super(ask(query));
    this.#query = query;
    this.#itemsOf = itemsOf;
    this.#ask = ask;
  }

  /** Each page, from the one that was asked for. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let query: object | null = this.#query;
    let page: Page = await this;
    while (true) {
      yield page;
      query = nextQuery(query, page, this.#itemsOf(page).length);
      if (query === null) return;
      page = (await this.#ask(query)).result;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }

  /** All items of all pages, in one list. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

/** What asks for the page after this one; null after the last. Wrappers differ in what they tell, so the page itself decides. */
function nextQuery(query: Paging, page: PageFacts, itemCount: number): object | null {
  const { nextCursor, pageCount } = page;
  if (nextCursor !== undefined) return nextCursor === null ? null : { ...query, cursor: nextCursor };
  const number = query.page ?? 1;
  const next = { ...query, page: number + 1 };
  if (pageCount !== undefined) return number < pageCount ? next : null;
  // A list without a count answers everything, unless it is asked for pages; then the last is the one that is not full.
  if (query.page === undefined && query.limit === undefined) return null;
  return itemCount < Math.min(query.limit ?? 10, LARGEST_PAGE) ? null : next;
}
