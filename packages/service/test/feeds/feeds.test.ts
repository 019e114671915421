import { expect, test } from "vitest";
import { onlyAsked } from "../../src/feeds/feeds.ts";

test("a listener for some items gets only those, and stays the same listener otherwise", async () => {
  const gone = new AbortController();
  const received: string[] = [];
  const ended: unknown[] = [];
  let room = true;
  const asked = onlyAsked(
    {
      signal: gone.signal,
      isAdmitted: () => Promise.resolve(room),
      keepsUp: () => room,
      taken: () => Promise.resolve(),
      receive: ({ sequence }) => received.push(sequence),
      end: (cause) => ended.push(cause),
    },
    ({ sequence }) => Number(sequence) % 2 === 0,
  );
  for (const sequence of ["1", "2", "3", "4"]) asked.receive({ sequence });
  expect(received).toEqual(["2", "4"]);
  expect([asked.keepsUp(), await asked.isAdmitted()]).toEqual([true, true]);
  room = false;
  expect([asked.keepsUp(), await asked.isAdmitted(), await asked.taken()]).toEqual([false, false, undefined]);
  gone.abort();
  expect(asked.signal.aborted).toBe(true);
  asked.end("reason");
  expect(ended).toEqual(["reason"]);
});
