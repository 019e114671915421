import type { Answer } from "./answer.ts";
import { Reply } from "./reply.ts";

/** The paging members of a list's query. */
interface Paging {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** The members of a page that tell whether another page follows. */
interface PageFacts {
  readonly pageCount?: number | undefined;
  readonly nextCursor?: string | null | undefined;
}

const LARGEST_PAGE = 100;

/**
 * A list. Await it for the requested page as the server returns it, or iterate over the items of that page and all
 * later ones.
 *
 *     for await (const invoice of client.invoices.list({ limit: 100 })) …
 */
export class Pages<Page extends object, Item> extends Reply<Page> implements AsyncIterable<Item> {
  readonly #query: object;
  readonly #itemsOf: (page: Page) => readonly Item[];
  readonly #ask: (query: object) => Promise<Answer<Page>>;

  /** @param query the query of the first page */
  constructor(query: object, itemsOf: (page: Page) => readonly Item[], ask: (query: object) => Promise<Answer<Page>>) {
    super(ask(query));
    this.#query = query;
    this.#itemsOf = itemsOf;
    this.#ask = ask;
  }

  /** Each page, starting with the requested one. */
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

  /** All items of all pages, in one array. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

/** The query of the next page; null after the last. Pages have different members, so the page itself decides. */
function nextQuery(query: Paging, page: PageFacts, itemCount: number): object | null {
  const { nextCursor, pageCount } = page;
  if (nextCursor !== undefined) return nextCursor === null ? null : { ...query, cursor: nextCursor };
  const number = query.page ?? 1;
  const next = { ...query, page: number + 1 };
  if (pageCount !== undefined) return number < pageCount ? next : null;
  // A list without a page count returns everything, unless a page was requested; then the last page is one that is not
  // full.
  if (query.page === undefined && query.limit === undefined) return null;
  return itemCount < Math.min(query.limit ?? 10, LARGEST_PAGE) ? null : next;
}
