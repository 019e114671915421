import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bigintArray, documentArray, hexArray, instantArray, textArray } from "../../src/database/binary-array.ts";

let testDatabase: TestDatabase;
let owner: pg.Pool;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl });
});

afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});

/** What PostgreSQL reads, as JSON. */
async function read(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await owner.query<{ read: unknown }>(`select to_json($1::${type}[]) as read`, [array]);
  return rows[0]?.read;
}

test("PostgreSQL reads the texts that were written, in every script", async () => {
  // It stores neither NUL nor half of a surrogate pair. Values are checked for them before.
  const text = fc
    .oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("null", "", '"', "\\", "{a,b}", "\u0001", "Ä", "日本", "🙂"),
    )
    .filter((one) => !one.includes("\0"));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (texts) => {
      expect(await read("text", textArray(texts))).toEqual(texts);
      const documents = texts.map((one) => (one === "null" ? null : { one }));
      const written = documents.map((one) => one && JSON.stringify(one));
      expect(await read("json", documentArray("json", written))).toEqual(documents);
      expect(await read("jsonb", documentArray("jsonb", written))).toEqual(documents);
    }),
    { numRuns: 60 },
  );
});

test("integers, bytes and instants arrive exactly, up to the bounds of their types", async () => {
  const integers = [0, 1, -1, 2 ** 31, -(2 ** 32), 2 ** 32 - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  expect(await read("bigint", bigintArray(integers))).toEqual(integers);
  expect(await read("bigint", bigintArray([]))).toEqual([]);
  expect(await read("bytea", hexArray(["00ff", "7f80"]))).toEqual(["\\x00ff", "\\x7f80"]);
  const instants = [
    "0001-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.999Z",
    "2026-11-28T12:34:56.789Z",
    "9999-12-31T23:59:59.999Z",
  ];
  const stored = (await read("timestamptz", instantArray(instants.map((at) => Date.parse(at))))) as string[];
  expect(stored.map((at) => new Date(at).toISOString())).toEqual(instants);
});

test("a value that the type cannot have is refused as PostgreSQL refuses the row", () => {
  const refused = expect.objectContaining({ code: "22P03" });
  expect(() => bigintArray([0.5])).toThrow(refused);
  expect(() => bigintArray([2 ** 53])).toThrow(refused);
  expect(() => instantArray([Date.parse("no time")])).toThrow(refused);
  expect(() => hexArray(["00ff", "no hash"])).toThrow(refused);
  expect(() => hexArray(["00ff", "00"])).toThrow(refused);
});
