import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount, createMetric, type Ids, ingestEvents, listEvents, measureUsage } from "../../src/index.ts";
import { type Apart, startApart } from "./apart.ts";

/** The same IDs in every database. */
function countedIds(): Ids {
  let count = 0;
  return { next: (prefix) => `${prefix}_${String((count += 1)).padStart(26, "0")}` };
}

/** One organization in two databases, as in an installation and its restored copy. */
const databases: Apart[] = [];
beforeAll(async () => {
  databases.push(await startApart(), await startApart());
});
afterAll(() => Promise.all(databases.map((apart) => apart.stop())));

test("a process does not use the cache of one database for another", async () => {
  const [original, copy] = databases;
  const used = async (apart: Apart, organizationId: string, eventNames: readonly string[]) => {
    const context = { ...(await apart.createOrganization("Twice", organizationId)), ids: countedIds() };
    await createAccount(context, { name: "Acme", aliases: ["acme"] });
    const metrics = new Map<string, string>();
    for (const eventName of eventNames) {
      const metric = await createMetric(context, { name: eventName, eventName, aggregation: { method: "count" } });
      metrics.set(eventName, metric.id);
    }
    // One after the other, so that the rows of the names get numbers in this order.
    for (const [index, eventName] of eventNames.entries()) {
      const one = { account: "acme", eventName, timestamp: "2024-01-05T10:00:00Z", properties: {} };
      const events = Array.from({ length: index + 1 }, (_, n) => ({ ...one, uniqueId: `${eventName}-${n}` }));
      expect((await ingestEvents(context, events)).failed).toEqual([]);
    }
    const { rows } = await listEvents(context, { page: 1, limit: 10, filters: [], sort: null });
    const counts = [...metrics].map(async ([eventName, id]) => {
      const { eventCount } = await measureUsage(context, id, { account: "acme", from: "2024-01-01" });
      return [eventName, eventCount];
    });
    return {
      names: rows.map((event) => event.eventName).toSorted(),
      counts: Object.fromEntries(await Promise.all(counts)),
    };
  };
  expect(await used(original!, "org_twice", ["call", "seat"])).toEqual({
    names: ["call", "seat", "seat"],
    counts: { call: 1, seat: 2 },
  });
  expect(await used(copy!, "org_twice", ["seat", "call"])).toEqual({
    names: ["call", "call", "seat"],
    counts: { call: 2, seat: 1 },
  });
});
