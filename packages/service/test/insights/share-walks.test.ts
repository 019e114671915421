import { expect, test } from "vitest";
import { shareWalks } from "../../src/insights/share-walks.ts";

/** Walks over two pages, each released by hand, that record when they were read. */
function pagesByHand() {
  const reads: string[] = [];
  const releases: (() => void)[] = [];
  let walks = 0;
  async function* begin() {
    walks += 1;
    const walk = walks;
    for (const page of [1, 2]) {
      reads.push(`walk ${walk} page ${page}`);
      await new Promise<void>((release) => releases.push(release));
      yield `${walk}.${page}`;
    }
  }
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const release = async () => {
    await turns();
    releases.shift()?.();
    await turns();
  };
  return { begin, reads, release };
}

test("a caller that arrives during a walk gets only pages that are read after it asked, and does not wait", async () => {
  const { begin, reads, release } = pagesByHand();
  const share = shareWalks<string>(async () => undefined);
  const seen: Record<string, string[]> = { first: [], second: [] };
  const first = share("org", begin, (page) => seen["first"]?.push(page));
  await release();
  const second = share("org", begin, (page) => seen["second"]?.push(page));
  for (let page = 0; page < 3; page += 1) await release();
  await Promise.all([first, second]);
  expect(seen).toEqual({ first: ["1.1", "1.2"], second: ["2.1", "2.2"] });
  // The second walk began while the first one was running.
  expect(reads.indexOf("walk 2 page 1")).toBeLessThan(3);
});

test("callers that arrive while the first one gathers share its walk", async () => {
  const { begin, reads, release } = pagesByHand();
  const gathered = Promise.withResolvers<void>();
  const share = shareWalks<string>(() => gathered.promise);
  const seen: string[] = [];
  const both = [share("org", begin, (page) => seen.push(page)), share("org", begin, (page) => seen.push(page))];
  await release();
  expect(reads).toEqual([]); // nothing is read before all have arrived
  gathered.resolve();
  for (let page = 0; page < 3; page += 1) await release();
  await Promise.all(both);
  expect(seen).toEqual(["1.1", "1.1", "1.2", "1.2"]);
});

test("a walk begins anew after one has ended, and names do not share", async () => {
  const { begin, reads, release } = pagesByHand();
  const share = shareWalks<string>(async () => undefined);
  const walk = async (name: string) => {
    const ended = share(name, begin, () => undefined);
    await release();
    await release();
    await ended;
  };
  await walk("a");
  await walk("a");
  expect(reads).toHaveLength(4);
  const both = [share("a", begin, () => undefined), share("b", begin, () => undefined)];
  for (let page = 0; page < 4; page += 1) await release();
  await Promise.all(both);
  expect(reads).toHaveLength(8);
});

test("a caller whose visit throws fails alone, and a walk that fails fails for all of its callers", async () => {
  const { begin, release } = pagesByHand();
  const share = shareWalks<string>(async () => undefined);
  const running = share("org", begin, () => undefined);
  const seen: string[] = [];
  const good = share("org", begin, (page) => seen.push(page));
  const bad = share("org", begin, () => {
    throw new Error("no such month");
  });
  const refused = expect(bad).rejects.toThrow("no such month");
  for (let page = 0; page < 4; page += 1) await release();
  await Promise.all([running, good, refused]);
  expect(seen).toEqual(["1.1", "1.2"]);

  async function* failing(): AsyncGenerator<string> {
    yield "1";
    throw new Error("the database is unavailable");
  }
  await expect(share("org", failing, () => undefined)).rejects.toThrow("the database is unavailable");
  // The next walk is not affected.
  const after = share("org", begin, (page) => seen.push(page));
  await release();
  await release();
  await after;
  expect(seen.slice(2)).toEqual(["2.1", "2.2"]);
});
