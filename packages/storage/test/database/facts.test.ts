import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Facts, FactsOfAccounts, REMEMBERED, TotalsNotKnown } from "../../src/database/facts.ts";
import type { Tx } from "../../src/database/tx.ts";
import { NO_INCREMENTS } from "../../src/usage/totals/merge-waiting.ts";

const storage = join(import.meta.dirname, "../..");

/** A Tx that answers each statement with its own number. */
function numbered(): { tx: Tx; asked: string[] } {
  const asked: string[] = [];
  const sql = async (text: string, values: readonly unknown[] = []) => {
    asked.push(`${text} ${values.join()}`);
    return [{ number: asked.length }];
  };
  return { tx: { organizationId: "org", isTransaction: false, sql } as unknown as Tx, asked };
}

test("asks for rows of listed statements once, and for others once a reading", async () => {
  const { tx, asked } = numbered();
  const facts = new Facts("1:1:", NO_INCREMENTS);
  const known = facts.tx(tx, "account", tx.sql);
  for (const time of [1, 2]) {
    await known.sql("select prices", ["p"], "find-prices");
    await known.sql("select something", [time], "find-something");
    await known.sql("select unnamed");
  }
  expect(asked).toEqual(["select prices p", "select something 1", "select unnamed ", "select something 2"]);
  expect(facts.isFilled).toBe(true);
  // Facts that were found to hold are the beginning of later ones, which add to them alone.
  const later = new Facts("2:2:", NO_INCREMENTS, facts);
  expect(later.isFilled).toBe(false);
  const laterTx = later.tx(tx, "account", tx.sql);
  await laterTx.sql("select prices", ["p"], "find-prices");
  expect(later.isFilled).toBe(false);
  expect(asked).toHaveLength(4);
  await laterTx.sql("select unnamed");
  expect(asked.slice(4)).toEqual(["select unnamed "]);
});

test("a later reading asks again for rows that are too many to remember", async () => {
  let asked = 0;
  const sql = (async () => {
    asked += 1;
    return Array.from({ length: 501 }, () => ({}));
  }) as Tx["sql"];
  const facts = new Facts("1:1:", NO_INCREMENTS);
  const tx = { organizationId: "org", sql } as unknown as Tx;
  const first = facts.tx(tx, "account", sql);
  for (let time = 0; time < 2; time += 1) await first.sql("select lines", [], "find-lines-of-drafts");
  expect(asked).toBe(1);
  await new Facts("2:2:", NO_INCREMENTS, facts).tx(tx, "account", sql).sql("select lines", [], "find-lines-of-drafts");
  expect(asked).toBe(2);
});

test("totals are not read after the reading was verified, nor if they are too many to remember", async () => {
  const rows = (count: number) => (async () => Array.from({ length: count }, () => ({}))) as Tx["sql"];
  const tx = { organizationId: "org", sql: rows(1) } as unknown as Tx;
  const facts = new Facts("1:1:", NO_INCREMENTS);
  const known = facts.tx(tx, "account", tx.sql);
  expect(await known.sql("select totals", ["q1"], "read-folded-totals")).toHaveLength(1);
  facts.seal();
  expect(await known.sql("select totals", ["q1"], "read-folded-totals")).toHaveLength(1);
  await expect(known.sql("select totals", ["q2"], "read-folded-totals")).rejects.toThrow(TotalsNotKnown);
  expect(await known.sql("select prices", ["p"], "find-prices")).toHaveLength(1);
  const large = new Facts("1:1:", NO_INCREMENTS).tx(tx, "account", rows(501));
  await expect(large.sql("select totals", ["q1"], "read-folded-totals")).rejects.toThrow(TotalsNotKnown);
});

test("measurements belong to the number of increments, and to the totals", async () => {
  const tx = { organizationId: "org", sql: () => Promise.resolve([]) } as unknown as Tx;
  const increments = { rows: 2, through: "2", totals: [] };
  const facts = new Facts("1:1:", increments);
  const measurement = { parts: [] } as unknown as Parameters<NonNullable<Tx["waiting"]>["measured"]["note"]>[1];
  const measured = (one: Facts) => one.tx(tx, "account", tx.sql).waiting?.measured;
  measured(facts)?.note("question", measurement);
  const found = (one: Facts) => measured(one)?.find("question");
  expect(found(facts)).toBe(measurement);
  expect(found(new Facts("2:2:", increments, facts))).toBe(measurement);
  expect(found(new Facts("2:2:", { ...increments, rows: 3 }, facts))).toBeUndefined();
  expect(found(new Facts("2:2:", increments, facts.withoutTotals()))).toBeUndefined();
  expect(facts.withoutIncrements().waiting.rows).toBe(0);
});

test("the latest results of calculations are kept for later readings with the same facts", () => {
  const facts = new Facts("1:1:", NO_INCREMENTS);
  for (let place = 0; place < 25; place += 1) facts.noteResult(`state ${place}`, place);
  expect([0, 1, 24].map((place) => facts.findResult(`state ${place}`))).toEqual([undefined, 1, 24]);
  expect(new Facts("2:2:", NO_INCREMENTS, facts).findResult("state 24")).toBe(24);
});

test("results are forgotten with a row that was not known, and kept for one reading after a statement that is never remembered", async () => {
  const tx = { organizationId: "org", sql: () => Promise.resolve([]) } as unknown as Tx;
  const known = new Facts("1:1:", NO_INCREMENTS);
  known.noteResult("state", 1);
  const filled = new Facts("2:2:", NO_INCREMENTS, known);
  await filled.tx(tx, "account", tx.sql).sql("select prices", ["p"], "find-prices");
  expect([known, filled, new Facts("3:3:", NO_INCREMENTS, filled)].map((facts) => facts.findResult("state"))).toEqual([
    1,
    undefined,
    undefined,
  ]);
  const beyond = new Facts("2:2:", NO_INCREMENTS, known);
  await beyond.tx(tx, "account", tx.sql).sql("select events");
  beyond.noteResult("with events", 2);
  expect(["state", "with events"].map((key) => beyond.findResult(key))).toEqual([1, 2]);
  expect(new Facts("3:3:", NO_INCREMENTS, beyond).findResult("with events")).toBeUndefined();
});

test("forgets the accounts that were not used for longest", () => {
  const memory = new FactsOfAccounts();
  memory.remember("first", new Facts("1:1:", NO_INCREMENTS));
  memory.remember("second", new Facts("1:1:", NO_INCREMENTS));
  for (let place = 0; place < 1_998; place += 1) memory.remember(`other ${place}`, new Facts("1:1:", NO_INCREMENTS));
  expect(memory.find("first")).toBeDefined();
  memory.remember("one more", new Facts("1:1:", NO_INCREMENTS));
  expect(memory.find("second")).toBeUndefined();
  expect(memory.find("first")).toBeDefined();
});

/** The text of each named statement in the package: the template or string before its name. */
async function namedStatements(): Promise<Map<string, string>> {
  const statements = new Map<string, string>();
  for (const path of await readdir(join(storage, "src"), { recursive: true })) {
    if (!path.endsWith(".ts") || path.endsWith("facts.ts")) continue;
    const text = await readFile(join(storage, "src", path), "utf8");
    for (const name of REMEMBERED) {
      const at = text.indexOf(`"${name}"`);
      if (at < 0) continue;
      const begin = Math.max(...["tx.sql<", "tx.sql("].map((call) => text.lastIndexOf(call, at)));
      statements.set(name, text.slice(begin, at));
    }
  }
  return statements;
}

// Changed only together with a row that notes the change: usage series are made when increments are folded, and the months
// that were dropped matter only if there is a copy.
const COVERED = ["usage_series", "usage_history_dropped", "given", "organization_number"];

test("every table behind a remembered statement notes its changes", async () => {
  const schema = await readFile(join(storage, "schema.sql"), "utf8");
  const noting = new Set(
    [...schema.matchAll(/create trigger account_change\w* after [\w ]+ on public\.(\w+)/gi)].map(([, table]) => table),
  );
  expect(noting.size).toBeGreaterThan(20);
  const statements = await namedStatements();
  expect([...statements.keys()].toSorted()).toEqual([...REMEMBERED].toSorted());
  for (const [name, text] of statements) {
    const tables = [...text.matchAll(/\b(?:from|join) (?!lateral\b)(\w+)/g)].map(([, table]) => table ?? "");
    expect(tables.length, name).toBeGreaterThan(0);
    for (const table of tables) expect([...noting, ...COVERED], `${name} reads ${table}`).toContain(table);
  }
});

test("results of the next reading are found by the one that has the increment, and no other", async () => {
  const before = { rows: 2, through: "20", totals: [] };
  const after = { rows: 3, through: "30", totals: [] };
  const facts = new Facts("1:1:", before);
  facts.noteNext("30", new Map([["use", 1]]));
  expect(facts.findResult("use")).toBeUndefined();
  expect(new Facts("2:2:", { ...after, through: "31" }, facts).findResult("use")).toBeUndefined();
  expect(new Facts("2:2:", { ...after, rows: 4 }, facts).findResult("use")).toBeUndefined();
  expect(new Facts("2:2:", after, facts.withoutTotals()).findResult("use")).toBeUndefined();
  expect(new Facts("2:2:", after, facts).findResult("use")).toBe(1);
  expect(facts.findResult("use")).toBeUndefined();
});

test("results that depend on a statement that is not remembered are not kept for later readings", async () => {
  const { tx } = numbered();
  const facts = new Facts("1:1:", { rows: 2, through: "20", totals: [] });
  await facts.tx(tx, "account", tx.sql).sql("select events", [], "read-events");
  facts.noteNext("30", new Map([["use", 1]]));
  expect(new Facts("2:2:", { rows: 3, through: "30", totals: [] }, facts).findResult("use")).toBeUndefined();
});
