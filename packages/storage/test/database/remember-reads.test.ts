import { expect, test } from "vitest";
import { rememberReads } from "../../src/database/remember-reads.ts";
import type { Tx } from "../../src/database/tx.ts";

/** A Tx that answers each statement with its own number. */
function numbered(): { tx: Tx; asked: string[] } {
  const asked: string[] = [];
  const sql = async (text: string, values: readonly unknown[] = []) => {
    asked.push(`${text} ${values.join()}`.trim());
    return [{ number: asked.length }];
  };
  return { tx: { organizationId: "org", isTransaction: true, sql } as unknown as Tx, asked };
}

test("asks each statement with the same values once", async () => {
  const { tx, asked } = numbered();
  const remembering = rememberReads(tx);
  const ask = (text: string, ...values: unknown[]) => remembering.sql<{ number: number }>(text, values);
  expect([await ask("a", 1), await ask("a", 2), await ask("a", 1), await ask("b", 1)]).toEqual([
    [{ number: 1 }],
    [{ number: 2 }],
    [{ number: 1 }],
    [{ number: 3 }],
  ]);
  expect(asked).toEqual(["a 1", "a 2", "b 1"]);
  expect(remembering).toMatchObject({ organizationId: "org", isTransaction: true });
});

test("the pages of a cursor belong to its question", async () => {
  const { tx, asked } = numbered();
  const remembering = rememberReads(tx);
  async function walk(question: number): Promise<number[]> {
    await remembering.sql("declare c cursor for x", [question]);
    const pages = [await remembering.sql("fetch 5 from c"), await remembering.sql("fetch 5 from c")];
    await remembering.sql("close c");
    return pages.flatMap((rows) => rows.map((row) => Number(row["number"])));
  }
  const first = await walk(1);
  expect(await walk(2)).not.toEqual(first);
  expect(await walk(1)).toEqual(first);
  expect(asked).toHaveLength(8);
  await remembering.sql("fetch 5 from c");
  expect(asked).toHaveLength(9);
});

test("refuses to write", () => {
  const remembering = rememberReads(numbered().tx);
  expect(() => remembering.send("insert", [], "insert")).toThrow(/must not write/);
});
