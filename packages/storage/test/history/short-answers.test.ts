import { expect, test } from "vitest";
import { rememberShortAnswers } from "../../src/history/short-answers.ts";

type Read = ReturnType<typeof rememberShortAnswers>;

/** A source that counts how often it is asked. */
function source(parts: readonly [string][][]) {
  let asked = 0;
  return {
    asked: () => asked,
    async *ask() {
      asked += 1;
      for (const part of parts) yield part;
    },
  };
}

type Row = [string];

async function all(read: Read, key: string, ask: () => AsyncGenerator<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const part of read<Row>(key, ask)) found.push(...part);
  return found;
}

const long = (characters: number): Row[] => [["x".repeat(characters)]];

test("a short answer is asked once, also an empty one, and a changed copy changes nothing (R-HIST-2)", async () => {
  const read = rememberShortAnswers();
  for (const parts of [[[["a"], ["b"]], [["c"]]], []] satisfies Row[][][]) {
    const key = String(parts.length);
    const { ask, asked } = source(parts);
    (await all(read, key, ask)).push(["d"]);
    for await (const part of read<Row>(key, ask)) part.push(["d"]);
    expect(await all(read, key, ask)).toEqual(parts.flat());
    expect(asked()).toBe(1);
  }
});

test("an answer of more than 1 MB is asked each time", async () => {
  const read = rememberShortAnswers();
  const { ask, asked } = source([long(600_000), long(600_000)]);
  expect(await all(read, "long", ask)).toHaveLength(2);
  expect(await all(read, "long", ask)).toHaveLength(2);
  expect(asked()).toBe(2);
});

test("an answer that failed or was not read to its end is asked again", async () => {
  const read = rememberShortAnswers();
  async function* fail(): AsyncGenerator<Row[]> {
    yield [["a"]];
    throw new Error("away");
  }
  await expect(all(read, "key", fail)).rejects.toThrow("away");
  const { ask, asked } = source([[["a"]], [["b"]]]);
  for await (const part of read<Row>("key", ask)) if (part.length > 0) break;
  expect(await all(read, "key", ask)).toEqual([["a"], ["b"]]);
  expect(asked()).toBe(2);
});

test("what was not used for longest is forgotten after 20 MB", async () => {
  const read = rememberShortAnswers();
  const sources = Array.from({ length: 30 }, () => source([long(900_000)]));
  const readAt = (place: number) => all(read, String(place), sources[place]?.ask ?? source([]).ask);
  // 22 fit.
  for (let place = 0; place < 20; place += 1) await readAt(place);
  await readAt(0);
  for (let place = 20; place < 30; place += 1) await readAt(place);
  await readAt(0);
  await readAt(1);
  await readAt(29);
  expect([0, 1, 29].map((place) => sources[place]?.asked())).toEqual([1, 2, 1]);
});
