import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentArray } from "../../src/database/binary-array.ts";
import { listOf } from "../../src/database/list-of.ts";
import { unnested } from "../../src/database/unnested.ts";

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

interface Sample {
  readonly text: string | null;
  readonly wholeNumber: number | null;
  readonly isTrue: boolean;
  readonly document: object | null;
}

const TYPES = { text: "text", wholeNumber: "bigint", isTrue: "boolean", document: "json" } as const;

async function roundTrip(rows: readonly Sample[]): Promise<unknown[]> {
  const { source, values } = unnested(rows, TYPES);
  // Its parameters follow the organization's.
  const { rows: read } = await owner.query(`select given.*, $1::text as organization from ${source}`, [
    "org",
    ...values,
  ]);
  return read.map(({ text, whole_number, is_true, document }) => ({
    text,
    wholeNumber: whole_number === null ? null : Number(whole_number),
    isTrue: is_true,
    document,
  }));
}

/**
 * After a member with this name, Node 24 misreads names that begin with an escape: reading back would fail, not
 * writing.
 */
const LONE_BACKSLASH = "\\";

test("returns rows unchanged: text with any characters, documents, numbers, nulls", async () => {
  // PostgreSQL stores neither the NUL character nor lone surrogates. Stored values are checked for them beforehand.
  const text = fc
    .oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("null", "NULL", "", '"', "\\", '\\"', "{a,b}", "\n\r\t", "'", "\u0001"),
    )
    .filter((one) => !one.includes("\0"));
  const name = text.filter((one) => one !== "__proto__" && one !== LONE_BACKSLASH);
  const row = fc.record({
    text: fc.option(text),
    wholeNumber: fc.option(fc.integer()),
    isTrue: fc.boolean(),
    document: fc.option(fc.dictionary(name, fc.oneof(text, fc.integer(), fc.array(text)))),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      expect(await roundTrip(rows)).toEqual(
        rows.map((one) => ({ ...one, document: one.document && { ...one.document } })),
      );
    }),
    { numRuns: 60 },
  );
});

test("names columns after the members", () => {
  const { columns, source, values } = unnested<Sample>([], TYPES);
  expect(columns).toBe("text, whole_number, is_true, document");
  const lists = [listOf(2), listOf(3, "bigint"), listOf(4, "boolean"), listOf(5, "json")];
  expect(source).toBe(`unnest(${lists.join(", ")}) as given (text, whole_number, is_true, document)`);
  expect(values.slice(0, 3)).toEqual(["{}", "{}", "{}"]);
  expect(values[3]).toEqual(documentArray("json", []));
});
