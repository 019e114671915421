import { expect, test } from "vitest";
import { createFeeds, onlyAsked } from "../../src/feeds/feeds.ts";

// Listeners that receive new rows in their order.

test("a listener for some items receives only those, and is otherwise the same listener", async () => {
  const received: string[] = [];
  const ended: unknown[] = [];
  const { signal } = new AbortController();
  const listener = {
    signal,
    isAdmitted: () => Promise.resolve(true),
    receive: ({ sequence }: { sequence: string }) => received.push(sequence),
    keepsUp: () => received.length < 2,
    taken: () => Promise.resolve(),
    end: (cause?: unknown) => ended.push(cause),
  };
  const even = onlyAsked(listener, ({ sequence }) => Number(sequence) % 2 === 0);
  for (const sequence of ["1", "2", "3", "4"]) even.receive({ sequence });
  expect(received).toEqual(["2", "4"]);
  expect([even.signal, even.keepsUp(), await even.isAdmitted(), await even.taken()]).toEqual([
    signal,
    false,
    true,
    undefined,
  ]);
  even.end("over");
  expect(ended).toEqual(["over"]);
});

test("an organization has one feed for all that ask for it", () => {
  const unused = () => Promise.reject(new Error("nothing is read before someone listens"));
  const feeds = createFeeds({} as never, { newest: unused, settled: unused, read: unused });
  expect(feeds.of("org_a")).toBe(feeds.of("org_a"));
  expect(feeds.of("org_a")).not.toBe(feeds.of("org_b"));
});
