/** A caller of a walk, with what it does with each page. */
interface Visitor<Page> {
  readonly visit: (page: Page) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Walks all pages of a name, and calls `visit` with each of them. */
export type SharedWalk<Page> = (
  name: string,
  begin: () => AsyncIterable<Page>,
  visit: (page: Page) => void,
) => Promise<void>;

/**
 * Shares walks over many pages between callers that ask for the same pages shortly after each other. A walk begins after
 * they have gathered, so no caller gets a page that was read before it asked. A caller that arrives later begins another
 * walk and does not wait for the running one. A caller whose `visit` throws fails alone.
 * @param gather resolves when a walk may begin
 */
export function shareWalks<Page>(gather: () => Promise<void>): SharedWalk<Page> {
  const gathering = new Map<string, Visitor<Page>[]>();

  async function walk(name: string, begin: () => AsyncIterable<Page>, visitors: Visitor<Page>[]): Promise<void> {
    gathering.set(name, visitors);
    await gather();
    gathering.delete(name);
    await visitAll(begin, visitors);
  }

  return (name, begin, visit) =>
    new Promise((resolve, reject) => {
      const visitor = { visit, resolve, reject };
      const visitors = gathering.get(name);
      if (visitors === undefined) void walk(name, begin, [visitor]);
      else visitors.push(visitor);
    });
}

/** Never rejects: what fails is reported to the visitors. */
async function visitAll<Page>(begin: () => AsyncIterable<Page>, visitors: readonly Visitor<Page>[]): Promise<void> {
  const left = new Set(visitors);
  try {
    for await (const page of begin()) {
      for (const visitor of left) if (!hasVisited(visitor, page)) left.delete(visitor);
      if (left.size === 0) return;
    }
    for (const { resolve } of left) resolve();
  } catch (error) {
    for (const { reject } of left) reject(error);
  }
}

function hasVisited<Page>({ visit, reject }: Visitor<Page>, page: Page): boolean {
  try {
    visit(page);
    return true;
  } catch (error) {
    reject(error);
    return false;
  }
}
